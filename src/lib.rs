#![cfg_attr(all(doc, not(doctest)), doc = _guide::links!())]
#![doc = include_str!("../docs/front-page.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking"))]
// rustc takes these for the whole crate only.
#![allow(
    confusable_idents,
    mixed_script_confusables,
    uncommon_codepoints,
    reason = "the document decides in which scripts names are"
)]

#[cfg(any(doc, doctest))]
#[macro_use]
pub mod _guide;

// Which of them may import which is checked by `xtask/tests/rooms`.
// rustdoc shows the methods of `Client` in the order of these modules: how a client is made, operations, other requests,
// derived clients.
mod client;

/// The code generated from `openapi.json`: by the build script, or for the package.
#[cfg(not(doctest))]
#[allow(deprecated, missing_docs, nonstandard_style, unused, clippy::all)]
mod generated {
    include!(env!("MONITORING_SERVICE_CLIENT"));
}

/// A stand-in for it where rustdoc looks for examples: rustdoc would run what looks like one in the text of the
/// document. The examples themselves are compiled against the whole client.
#[cfg(doctest)]
mod generated {
    pub mod builder {}
    pub mod tags {}
    pub mod types {}
    pub trait MockServerExt {}
    pub static OPERATIONS: &[crate::Operation] = &[];
}

mod request;

mod derive;

mod call;
mod clock;
mod deadline;
mod decode;
mod encode;
pub mod error;
mod headers;
pub mod interceptor;
#[cfg(feature = "mock")]
mod mock_operation;
pub mod multipart;
mod operation;
pub mod optional;
pub mod page;
mod random;
#[cfg(feature = "rate-limit")]
pub mod rate_limit;
mod response;
pub mod retry;
#[allow(dead_code, unused_imports, unused_macros, reason = "the document decides what of it the generated code calls")]
mod rt;
mod runtime;
mod secret;
pub mod time;

pub use call::ByteStream;
pub use client::{Client, ClientBuilder};
#[doc(inline)]
pub use error::{ApiError, Error};
pub use generated::{builder, tags, types};
#[doc(inline)]
pub use interceptor::Interceptor;
pub use operation::{Operation, RateLimit};
#[doc(inline)]
pub use page::paginate;
#[cfg(feature = "rate-limit")]
#[doc(inline)]
pub use rate_limit::{LimitStatus, OnStoreError, RateLimitStore, WhenLimited};
pub use request::RequestBuilder;
pub use response::ResponseValue;
#[doc(inline)]
pub use retry::RetryPolicy;
pub use secret::IntoSecret;
// The crates whose types the API uses, for programs that do not depend on them themselves.
#[cfg(feature = "mock")]
pub use httpmock;
#[cfg(all(feature = "rate-limit-redis", not(target_family = "wasm")))]
pub use redis;
pub use {chrono, http, reqwest, uuid};

/// The operations whose features are on, and those without a tag, in the order of the OpenAPI document.
pub fn operations() -> &'static [Operation] {
    generated::OPERATIONS
}

/// The operation with this `operationId`, for example `getV1StatuspagesIncidents`; `None` if the API has
/// none, or its feature is off.
pub fn operation(operation_id: &str) -> Option<&'static Operation> {
    operations().iter().find(|operation| operation.operation_id() == operation_id)
}

// Here, since it is about all operations.
#[cfg(feature = "rate-limit")]
impl Client {
    /// Returns the usage of the rate limits, as this client counts for its account: first that of the limit that most
    /// operations share, then that of each operation that has its own. Empty without
    /// [`ClientBuilder::rate_limit`](crate::ClientBuilder::rate_limit). Needs the feature `rate-limit`.
    pub fn limits(&self) -> Vec<LimitStatus> {
        let limiter = self.settings.limiter.as_ref();
        let account = self.settings.counted_account();
        limiter.map_or_else(Vec::new, |limiter| limiter.status(account, operations()))
    }

    /// As [`limits`](Self::limits), but as the [store](ClientBuilder::rate_limit_store) counts for all clients that use
    /// it: how much the account has used, when the next slot comes, for how long it is paused. Without a store, what
    /// this client counts. Needs the feature `rate-limit`.
    ///
    /// # Errors
    ///
    /// [`StoreError`](error::StoreError), if the store does not answer, or there is no Tokio runtime.
    pub async fn shared_limits(&self) -> Result<Vec<LimitStatus>, error::StoreError> {
        runtime::check().map_err(error::StoreError::new)?;
        let Some(limiter) = &self.settings.limiter else { return Ok(Vec::new()) };
        limiter.shared_status(self.settings.counted_account(), operations()).await
    }
}

/// Typed mocks for the tests of programs that use this client (feature `mock`).
///
/// [`MockServerExt`](mock::MockServerExt) gives `httpmock::MockServer` a method for each operation, which makes a
/// [`MockOperation`](mock::MockOperation). See [testing a program](crate::_guide::testing).
#[cfg(feature = "mock")]
pub mod mock {
    pub use crate::generated::MockServerExt;
    pub use crate::mock_operation::{Mock, MockOperation, ParameterName, Response, Untyped, undeclared};
}
