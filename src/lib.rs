#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking"))]

pub mod error;
#[cfg(feature = "mock")]
pub mod mock;
pub mod page;
pub mod retry;
pub mod time;

mod client;
mod deadline;
mod encode;
mod execute;
mod open_enum;
mod operation;
mod rate_limit;
mod request;
mod response;
mod samples;

pub use client::{Client, ClientBuilder};
pub use error::{ApiError, Error};
pub use generated::{builder, types};
pub use operation::{Operation, operations};
pub use page::paginate;
pub use progenitor_client::ResponseValue;
#[cfg(feature = "rate-limit")]
pub use rate_limit::OverLimit;
pub use rate_limit::RateLimit;
pub use response::ByteStream;
pub use retry::RetryPolicy;

#[allow(unused_imports, reason = "the document decides whether there are open enums")]
pub(crate) use open_enum::open_enum;

/// What the build script writes from `openapi.json`.
#[allow(missing_docs, nonstandard_style, unused, clippy::all)]
mod generated {
    #[cfg(not(doctest))]
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
    // Text of the document is no example to be run.
    #[cfg(doctest)]
    include!(concat!(env!("OUT_DIR"), "/client_for_doctests.rs"));
}
