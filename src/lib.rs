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

// rustdoc shows the methods of `Client` in the order of these modules.
#[cfg(any(doc, doctest))]
#[macro_use]
pub mod _guide;
mod credentials;
mod environment;
mod errors;

/// The code generated from `openapi.json`: by the build script, or for the package.
#[allow(deprecated, missing_docs, nonstandard_style, unexpected_cfgs, unused, clippy::all)]
mod generated {
    #[cfg(feature = "generate")]
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
    #[cfg(not(feature = "generate"))]
    include!("../pregenerated/client.rs");
}

use credentials::Credentials;
use errors::Errors;
use perennial::Service;

/// 600 requests per 60 seconds, of each account: the limit of an operation whose description states no other (section
/// "Rate limits" of the API's description).
pub const DEFAULT_RATE_LIMIT: RateLimit = RateLimit::new(600, 60);

static SERVICE: Service = Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
    .default_rate_limit(DEFAULT_RATE_LIMIT)
    .error_format(&Errors);

/// Of the Monitoring Service Public API, whose calls are about one account:
///
/// ```no_run
/// use std::time::Duration;
///
/// use monitoring_service::{Client, Error};
///
/// # fn run(key: String, account: monitoring_service::uuid::Uuid) -> Result<(), Error> {
/// let client = Client::builder("https://api.example.com")
///     .api_key(key)
///     .account_id(account)
///     .build()?;
/// let hasty = client.with_timeout(Duration::from_secs(5));
/// # drop(hasty);
/// # Ok(())
/// # }
/// ```
pub use generated::Client;
/// [`api_key`](ClientBuilder::api_key) and [`account_id`](ClientBuilder::account_id) are required, unless derived clients
/// supply them ([`credentials_per_call`](ClientBuilder::credentials_per_call)).
///
/// ```
/// use std::time::Duration;
///
/// use monitoring_service::{Client, Error, RetryPolicy};
///
/// # fn client(key: &str, account: &str) -> Result<Client, Error> {
/// let client = Client::builder("https://api.example.com")
///     .api_key(key)
///     .account_id(account)
///     .timeout(Duration::from_secs(10))
///     .retry(RetryPolicy::none())
///     .build()?;
/// # Ok(client)
/// # }
/// ```
pub use generated::ClientBuilder;
/// See [testing a program](crate::_guide::testing).
#[cfg(feature = "mock")]
pub use generated::mock;
pub use generated::{builder, operation, operations, tags, types};
#[doc(inline)]
pub use perennial::{
    ApiError, ByteStream, Error, Interceptor, IntoSecret, Operation, RateLimit, RequestBuilder, ResponseValue,
    RetryPolicy, error, interceptor, multipart, optional, page, paginate, retry, time,
};
#[cfg(feature = "rate-limit")]
#[doc(inline)]
pub use perennial::{LimitStatus, OnStoreError, RateLimitStore, WhenLimited, rate_limit};
// The crates whose types the API uses, for programs that do not depend on them themselves.
#[cfg(feature = "mock")]
pub use httpmock;
#[cfg(all(feature = "rate-limit-redis", not(target_family = "wasm")))]
pub use perennial::redis;
pub use {chrono, http, reqwest, uuid};
