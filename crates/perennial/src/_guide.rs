//! The guide for people who generate and publish a client with `cargo perennial`. People who use a client read the
//! documentation of that client.
//!
//! | page | content |
//! |---|---|
//! | [`credentials`] | API keys, tokens, OAuth 2 and logins |
//! | [`errors`] | what an error contains |
//! | [`timeouts`] | limits of time for attempts and calls |
//! | [`pagination`] | streams of items and pages |
//! | [`transfers`] | upload and download of files |
//! | [`hooks`] | additional headers, and code that runs for each attempt |
//! | [`tls`] | TLS libraries and client certificates |
//! | [`testing`] | mocks of the service |
//! | [`refresh`] | updates to a new document |
//! | [`own_types`] | your own types for formats and schemas |
//! | [`large_documents`] | clients with many operations |
//! | [`runtimes`] | several Tokio runtimes in a program |
//! | [`leaving`] | how to stop using perennial |

#[doc = include_str!("../docs/credentials.md")]
pub mod credentials {}
#[doc = include_str!("../docs/errors.md")]
pub mod errors {}
#[doc = include_str!("../docs/hooks.md")]
pub mod hooks {}
#[doc = include_str!("../docs/large-documents.md")]
pub mod large_documents {}
#[doc = include_str!("../docs/leaving.md")]
pub mod leaving {}
#[doc = include_str!("../docs/own-types.md")]
pub mod own_types {}
#[doc = include_str!("../docs/pagination.md")]
pub mod pagination {}
#[doc = include_str!("../docs/refresh.md")]
pub mod refresh {}
#[doc = include_str!("../docs/runtimes.md")]
pub mod runtimes {}
#[doc = include_str!("../docs/testing.md")]
pub mod testing {}
#[doc = include_str!("../docs/timeouts.md")]
pub mod timeouts {}
#[doc = include_str!("../docs/tls.md")]
pub mod tls {}
#[doc = include_str!("../docs/transfers.md")]
pub mod transfers {}
