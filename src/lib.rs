#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking"))]
// rustc takes these for the whole crate only.
#![allow(
    confusable_idents,
    mixed_script_confusables,
    uncommon_codepoints,
    reason = "the document decides in which scripts names are"
)]

// Which of them may import which is checked by `xtask/tests/rooms`.
mod call;
mod client;
mod clock;
mod deadline;
mod decode;
mod draft;
mod encode;
pub mod error;
mod headers;
pub mod interceptor;
#[cfg(feature = "mock")]
mod mock_operation;
pub mod multipart;
#[allow(dead_code, unused_imports, reason = "the document decides which structs there are")]
mod object;
mod open_enum;
mod open_number;
mod operation;
pub mod optional;
pub mod page;
#[cfg(feature = "rate-limit")]
mod rate_limit;
mod response;
pub mod retry;
mod runtime;
mod samples;
mod secret;
pub mod time;

pub use call::ByteStream;
pub use client::{Client, ClientBuilder};
pub use error::{ApiError, Error};
pub use generated::{builder, tags, types};
pub use interceptor::Interceptor;
pub use operation::{Operation, RateLimit};
pub use page::paginate;
#[cfg(feature = "rate-limit")]
pub use rate_limit::WhenLimited;
pub use response::ResponseValue;
pub use retry::RetryPolicy;
pub use secret::IntoSecret;
// What the API is made of, for programs that do not depend on it themselves.
#[cfg(feature = "mock")]
pub use httpmock;
pub use {chrono, http, reqwest, uuid};

#[allow(unused_imports, reason = "the document decides whether there are structs")]
pub(crate) use draft::builder;
#[allow(unused_imports, reason = "the document decides whether there are structs")]
pub(crate) use object::object;
#[allow(unused_imports, reason = "the document decides whether there are open enums")]
pub(crate) use open_enum::open_enum;
#[allow(unused_imports, reason = "the document decides whether there are enums of numbers")]
pub(crate) use open_number::open_number;

/// The operations whose features are on, and those without a tag, in the order of the OpenAPI document.
pub fn operations() -> &'static [Operation] {
    generated::OPERATIONS
}

/// The operation with this `operationId`, for example `getV1StatuspagesIncidents`; `None` if the API has
/// none, or its feature is off.
pub fn operation(operation_id: &str) -> Option<&'static Operation> {
    operations().iter().find(|operation| operation.operation_id() == operation_id)
}

/// Typed mocks for the tests of programs that use this client (feature `mock`).
///
/// [`MockServerExt`](mock::MockServerExt) gives `httpmock::MockServer` a method for each operation, which makes a
/// [`MockOperation`](mock::MockOperation).
#[doc = ""]
#[doc = include_str!("../docs/testing.md")]
#[cfg(feature = "mock")]
pub mod mock {
    pub use crate::generated::MockServerExt;
    pub use crate::mock_operation::{Mock, MockOperation, ParameterName, Response, Untyped, undeclared};
}

/// What the build script writes from `openapi.json`.
#[allow(deprecated, missing_docs, nonstandard_style, unused, clippy::all)]
mod generated {
    #[cfg(not(doctest))]
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
    // Without the text of the document: rustdoc would run what looks like an example.
    #[cfg(doctest)]
    include!(concat!(env!("OUT_DIR"), "/client_for_doctests.rs"));
}
