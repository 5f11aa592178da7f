#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking"))]

// `xtask/tests/it/modules` lists which of the modules below may import which.
pub mod _guide;
pub mod authenticate;
mod call;
mod client;
mod clock;
mod deadline;
mod decode;
mod doing;
mod encode;
pub mod error;
mod headers;
pub mod interceptor;
#[cfg(feature = "mock")]
mod mock_operation;
pub mod multipart;
mod oauth;
mod operation;
pub mod optional;
pub mod page;
mod random;
#[cfg(feature = "rate-limit")]
pub mod rate_limit;
mod request;
mod response;
pub mod retry;
#[allow(
    missing_debug_implementations,
    missing_docs,
    reason = "the module is hidden, because only generated code uses it"
)]
mod rt;
mod runtime;
mod secret;
pub mod service;
pub mod stream;
#[cfg(test)]
mod testing;
pub mod time;

#[doc(inline)]
pub use authenticate::{Authenticate, IntoSecret, IntoTokens};
pub use call::ByteStream;
pub use client::{Core, CoreBuilder, Environment};
#[doc(inline)]
pub use error::{ApiError, Error};
#[doc(inline)]
pub use interceptor::Interceptor;
pub use oauth::ClientCredentials;
pub use operation::Operation;
#[doc(inline)]
pub use page::paginate;
#[cfg(feature = "rate-limit")]
#[doc(inline)]
pub use rate_limit::{LimitStatus, OnStoreError, RateLimitStore, WhenLimited};
pub use request::RequestBuilder;
pub use response::ResponseValue;
#[doc(inline)]
pub use retry::RetryPolicy;
#[doc(inline)]
pub use service::{RateLimit, Service};
// Types of these crates appear in the public API of the runtime and of generated code.
#[cfg(feature = "mock")]
pub use httpmock;
#[cfg(all(feature = "rate-limit-redis", not(target_family = "wasm")))]
pub use redis;
pub use {bytes, chrono, http, reqwest, secrecy, serde_json, uuid};

/// Typed mocks for the tests of programs that use a client (feature `mock`).
///
/// The generated trait `MockServerExt` adds a method for each operation to `httpmock::MockServer`. Each method returns
/// a [`MockOperation`](mock::MockOperation).
#[cfg(feature = "mock")]
pub mod mock {
    pub use crate::mock_operation::{Mock, MockOperation, ParameterName, Response, Untyped, undeclared};
}

/// The items that generated code uses. No other code should use them, because they are not a stable API.
///
/// Each compatible version of this crate contains all earlier revisions, such as `v1`, because generated code refers to
/// the revision for which it was generated.
#[doc(hidden)]
pub mod __private {
    pub use crate::__requires as requires;

    /// The first revision of the interface between generated code and the runtime.
    pub mod v1 {
        pub use serde;
        pub use serde_json;

        pub use crate::rt::exported::*;
    }
}
