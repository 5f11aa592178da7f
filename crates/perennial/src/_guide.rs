//! The guide to generated clients: how to use a client, and how to maintain it with `cargo perennial`.
//!
//! | page | content |
//! |---|---|
//! | [`credentials`] | API keys, tokens, OAuth 2 and logins |
//! | [`errors`] | the variants of an error, and what to do about each |
//! | [`timeouts`] | time limits for attempts and calls |
//! | [`pagination`] | streams of items and pages |
//! | [`transfers`] | how to upload and download files |
//! | [`hooks`] | additional headers, and code that runs for each attempt of a call |
//! | [`tls`] | how to choose a TLS library, and how to use client certificates |
//! | [`testing`] | tests that mock the service |
//! | [`refresh`] | how to update a client to a new document |
//! | [`own_types`] | how to use your own types for formats and schemas |
//! | [`large_documents`] | clients with many operations |
//! | [`runtimes`] | how to use a client in several Tokio runtimes |
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
