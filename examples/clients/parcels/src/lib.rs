#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// rustc allows these lints only for a whole crate.
#![allow(
    confusable_idents,
    mixed_script_confusables,
    uncommon_codepoints,
    reason = "openapi.json determines the scripts of the names"
)]

// The module `generated`, which the build script writes: the code that is generated from `openapi.json`.
include!(concat!(env!("OUT_DIR"), "/generated.rs"));

// The code that authenticates requests is generated as well, because `names.json` contains `client.credentials`.
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
