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
mod decode;
mod encode;
mod execute;
mod open_enum;
mod operation;
#[cfg(feature = "rate-limit")]
mod rate_limit;
mod request;
mod response;
mod samples;

pub use client::{Client, ClientBuilder};
pub use error::{ApiError, Error};
pub use generated::{builder, types};
pub use operation::{Operation, RateLimit};
pub use page::paginate;
pub use progenitor_client::ResponseValue;
#[cfg(feature = "rate-limit")]
pub use rate_limit::WhenLimited;
pub use response::ByteStream;
pub use retry::RetryPolicy;

#[allow(unused_imports, reason = "the document decides whether there are open enums")]
pub(crate) use open_enum::open_enum;

/// Every operation of the API, in the order of the OpenAPI document.
pub fn operations() -> &'static [Operation] {
    generated::OPERATIONS
}

/// What the build script writes from `openapi.json`.
#[allow(missing_docs, nonstandard_style, unused, clippy::all)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}
