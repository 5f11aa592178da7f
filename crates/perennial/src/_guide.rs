//! The guide for authors of clients, with a page for each task. The guide is part of the documentation only, not of the
//! compiled crate.

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
