mod base_url;
mod builder;
mod derive;
mod environment;
#[cfg_attr(target_family = "wasm", path = "http_in_browser.rs")]
mod http;
mod http_settings;
mod overrides;
#[cfg(not(target_family = "wasm"))]
mod proxy;
mod settings;
#[cfg(not(target_family = "wasm"))]
mod tls;

use std::fmt;
use std::sync::Arc;

pub use builder::CoreBuilder;
pub use derive::at_position;
pub use environment::Environment;

pub(crate) use base_url::{BaseUrl, is_loopback};
pub(crate) use derive::with_overrides;
pub(crate) use settings::Settings;

use crate::authenticate::Authenticate;
#[cfg(feature = "rate-limit")]
use crate::error::StoreError;
#[cfg(feature = "rate-limit")]
use crate::rate_limit::LimitStatus;
#[cfg(feature = "rate-limit")]
use crate::runtime;

/// The core of a client, which contains the settings, the connections, and the rate limits.
///
/// The `Client` of a generated client wraps this type, and documents the same methods in more detail. A client that is
/// written by hand calls [`request`](Self::request). Cloning a `Core` is cheap, because clones share one connection
/// pool.
///
/// ```rust,no_run
/// use perennial::authenticate::BearerToken;
/// use perennial::error::InvalidRequest;
/// use perennial::http::Method;
/// use perennial::{Core, Error, IntoSecret, RateLimit, ResponseValue, Service};
/// use serde::Deserialize;
///
/// static SERVICE: Service = Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
///     .default_rate_limit(RateLimit::new(600, 60));
///
/// /// A client of the bookshelf.
/// #[derive(Clone, Debug)]
/// pub struct Client(Core);
///
/// #[derive(Debug, Deserialize)]
/// pub struct Book {
///     pub title: String,
/// }
///
/// impl Client {
///     pub fn new(base_url: &str, token: impl IntoSecret) -> Result<Self, Error> {
///         let token = BearerToken::new(token).map_err(|reason| InvalidRequest::new(format!("the token {reason}")))?;
///         Ok(Self(Core::builder(&SERVICE, &[], base_url, token).build()?))
///     }
///
///     pub async fn book(&self, id: u64) -> Result<ResponseValue<Book>, Error> {
///         self.0.request(Method::GET, "/v1/books/{id}").path("id", id).send().await
///     }
/// }
///
/// #[tokio::main]
/// async fn main() -> Result<(), Error> {
///     let client = Client::new("https://api.example.com", "a token")?;
///     println!("{}", client.book(7).await?.title);
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct Core {
    pub(crate) settings: Arc<Settings>,
}

impl Core {
    /// Returns the credentials of the client if they are of type `A`, and `None` otherwise.
    pub fn authentication<A: Authenticate>(&self) -> Option<&A> {
        let authentication: &dyn std::any::Any = &*self.settings.authentication;
        authentication.downcast_ref()
    }

    /// Returns the current usage of each rate limit for the client's account, as counted by this client. The result is
    /// empty unless [`CoreBuilder::rate_limit`] is set.
    ///
    /// If the service has a default limit, this limit is the first element. The other elements are the limits of
    /// operations with a limit of their own.
    #[cfg(feature = "rate-limit")]
    pub fn limits(&self) -> Vec<LimitStatus> {
        let settings = &*self.settings;
        let limiter = settings.limiter.as_ref();
        limiter.map_or_else(Vec::new, |limiter| limiter.status(settings.counted_account(), settings.operations))
    }

    /// Returns the current usage of each rate limit, as counted by the [store](CoreBuilder::rate_limit_store) for all
    /// clients that use the store.
    ///
    /// The limits are in the same order as in [`limits`](Self::limits). Without a store, both methods return the same.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`] if the store does not answer, or if there is no Tokio runtime.
    #[cfg(feature = "rate-limit")]
    pub async fn shared_limits(&self) -> Result<Vec<LimitStatus>, StoreError> {
        runtime::check_present().map_err(StoreError::new)?;
        let settings = &*self.settings;
        let Some(limiter) = &settings.limiter else { return Ok(Vec::new()) };
        limiter.shared_status(settings.counted_account(), settings.operations).await
    }
}

/// The output shows the name `Client`, because a `Client` that wraps a `Core` uses this output as its own.
impl fmt::Debug for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("base_url", &self.settings.base_url)
            .field("credentials", &self.settings.authentication)
            .field("timeout", &self.settings.timeout)
            .field("deadline", &self.settings.deadline)
            .field("retry", &self.settings.retry)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::builder;

    #[test]
    fn debug_output_of_a_client_omits_added_headers_and_query() {
        let core = builder("http://localhost").build().unwrap();
        let core = core.with_query([("token", "s3cret")]).with_headers([("authorization", "s3cret")]);
        let debug = format!("{core:?} {core:#?}");
        assert!(!debug.contains("s3cret"), "{debug}");
        assert!(debug.contains("http://localhost"), "{debug}");
    }
}
