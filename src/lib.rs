#![cfg_attr(all(doc, not(doctest)), doc = _guide::links!())]
#![doc = include_str!("../docs/front-page.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking"))]
// rustc accepts these lints only at the root of a crate, not in the generated module that needs them.
#![allow(
    confusable_idents,
    mixed_script_confusables,
    uncommon_codepoints,
    reason = "openapi.json determines the scripts of the names"
)]

// The modules contain only facts about this service:
//
// - `credentials`: the key and the account that authenticate each request. The runtime sends them to the base URL and
//   to the servers that a program allows, follows no redirect, and redacts the key wherever a response repeats it.
// - `derived`: derived clients for other accounts and keys, which share connections and limits.
// - `environment`: the environment variables that configure a client.
// - `errors`: the error format of the service. A 4xx or 5xx is an `Error::Api` with its status, headers and body.
// - `generated`: `Client`, `ClientBuilder`, operations and types, generated from `openapi.json`. It also contains the
//   settings with their defaults, such as the timeout, and `Client::with_headers`, which sends other headers.
//
// Everything else is in the runtime, `perennial`: sending, retries, limits, pages, errors, mocks.
//
// rustdoc shows the methods of `Client` and `ClientBuilder` in the order of these modules.
#[cfg(any(doc, doctest))]
pub mod _guide;
mod environment;

mod credentials;

// The module `generated` contains the code that is generated from `openapi.json`. The build script generates it; the
// published package contains it already.
#[cfg(feature = "generate")]
include!(concat!(env!("OUT_DIR"), "/generated.rs"));
#[cfg(not(feature = "generate"))]
#[path = "../pregenerated/client.rs"]
mod generated;

mod derived;

mod errors;

use credentials::Credentials;
use errors::Errors;
use perennial::Service;

/// The rate limit of all operations without a documented limit of their own: 600 requests per 60 seconds for each
/// account. These operations are counted together.
///
/// The section "Rate limits" of the API's description documents this limit, and the service enforces it. With
/// `ClientBuilder::rate_limit`, the client also counts its requests, and stays within the limit.
pub const DEFAULT_RATE_LIMIT: RateLimit = RateLimit::new(600, 60);

static SERVICE: Service = Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
    .default_rate_limit(DEFAULT_RATE_LIMIT)
    .error_format(&Errors);

// The items below have no docs here, because rustdoc shows such docs in front of the docs of the item itself.
#[cfg(feature = "mock")]
pub use generated::mock;
pub use generated::{Client, ClientBuilder, builder, operation, operations, servers, tags, types};
#[doc(inline)]
pub use perennial::{
    ApiError, ByteStream, Error, Interceptor, IntoSecret, Operation, RateLimit, RequestBuilder, ResponseValue,
    RetryPolicy, error, interceptor, multipart, optional, page, paginate, retry, stream, time,
};
#[cfg(feature = "rate-limit")]
#[doc(inline)]
pub use perennial::{LimitStatus, OnStoreError, RateLimitStore, WhenLimited, rate_limit};
// Types of these crates occur in the API. The crates are exported for programs that do not depend on them.
#[cfg(feature = "mock")]
pub use httpmock;
#[cfg(all(feature = "rate-limit-redis", not(target_family = "wasm")))]
pub use perennial::redis;
pub use perennial::secrecy;
pub use {chrono, http, reqwest, uuid};
