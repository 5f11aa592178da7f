#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// rustc accepts these only for a whole crate.
#![allow(
    confusable_idents,
    mixed_script_confusables,
    uncommon_codepoints,
    reason = "openapi.json decides in which scripts names are"
)]

/// The code that the build script makes of `openapi.json`.
#[allow(
    deprecated,
    missing_docs,
    nonstandard_style,
    unexpected_cfgs,
    unused,
    clippy::all
)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

// What authenticates each request is generated, too, since `names.json` has `client.credentials`.
static SERVICE: perennial::Service =
    perennial::Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));

#[cfg(feature = "mock")]
pub use generated::mock;
pub use generated::{Client, ClientBuilder, builder, operation, operations, servers, tags, types};
#[cfg(feature = "mock")]
pub use perennial::httpmock;
#[doc(inline)]
pub use perennial::{
    ApiError, ByteStream, ClientCredentials, Error, Interceptor, IntoSecret, IntoTokens, Operation,
    RateLimit, RequestBuilder, ResponseValue, RetryPolicy, authenticate, error, interceptor,
    multipart, optional, page, paginate, retry, stream, time,
};
#[cfg(feature = "rate-limit")]
#[doc(inline)]
pub use perennial::{LimitStatus, OnStoreError, RateLimitStore, WhenLimited, rate_limit};
// The crates whose types the API uses.
pub use perennial::{chrono, http, reqwest, secrecy, serde_json, uuid};
