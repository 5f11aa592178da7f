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
mod errors;

// rustdoc shows the methods of `Client` and `ClientBuilder` in the order of these modules.
mod environment;

mod credentials;

/// The code generated from `openapi.json`: by the build script, or for the package.
#[allow(deprecated, missing_docs, nonstandard_style, unexpected_cfgs, unused, clippy::all)]
mod generated {
    #[cfg(feature = "generate")]
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
    #[cfg(not(feature = "generate"))]
    include!("../pregenerated/client.rs");
}

mod derived;

use credentials::Credentials;
use errors::Errors;
use perennial::Service;

/// 600 requests per 60 seconds, of each account: the limit of an operation whose description states no other (section
/// "Rate limits" of the API's description).
pub const DEFAULT_RATE_LIMIT: RateLimit = RateLimit::new(600, 60);

static SERVICE: Service = Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
    .default_rate_limit(DEFAULT_RATE_LIMIT)
    .error_format(&Errors);

/// Calls the Monitoring Service Public API, for one account.
///
/// Start from [`builder`](Client::builder) or [`from_env`](Client::from_env). The guide has more about
/// [accounts](crate::_guide::accounts), and about what is different [in a browser](crate::_guide::browser).
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
/// The settings of a [`Client`].
///
/// [`api_key`](ClientBuilder::api_key) and [`account_id`](ClientBuilder::account_id) are required, unless derived clients
/// supply them ([`credentials_per_call`](ClientBuilder::credentials_per_call)); `https` takes a
/// [feature for TLS](crate::_guide::tls).
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
/// Mocks of each operation: see [testing a program](crate::_guide::testing).
///
#[cfg(feature = "mock")]
pub use generated::mock;
pub use generated::{builder, operation, operations, tags, types};
/// The one error of all calls.
///
/// The guide says [what to do about which](crate::_guide::errors).
///
#[doc(inline)]
pub use perennial::Error;
/// Limits, also of several processes together.
///
/// The guide says [what is promised, and how to run a store](crate::_guide::rate_limits).
///
#[cfg(feature = "rate-limit")]
#[doc(inline)]
pub use perennial::rate_limit;
#[doc(inline)]
pub use perennial::{
    ApiError, ByteStream, Interceptor, IntoSecret, Operation, RateLimit, RequestBuilder, ResponseValue, RetryPolicy,
    error, interceptor, multipart, optional, page, paginate, retry, time,
};
#[cfg(feature = "rate-limit")]
#[doc(inline)]
pub use perennial::{LimitStatus, OnStoreError, RateLimitStore, WhenLimited};
// The crates whose types the API uses, for programs that do not depend on them themselves.
#[cfg(feature = "mock")]
pub use httpmock;
#[cfg(all(feature = "rate-limit-redis", not(target_family = "wasm")))]
pub use perennial::redis;
pub use {chrono, http, reqwest, uuid};
