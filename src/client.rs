//! The client, which every operation is called on.

mod base_url;
mod builder;
mod credentials;
mod env;
mod escape;
mod extras;
mod http;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use base_url::BaseUrl;
use credentials::Credentials;
use extras::Extras;

pub use builder::ClientBuilder;

use crate::error::Error;
#[cfg(feature = "rate-limit")]
use crate::rate_limit::Limiter;
use crate::retry::RetryPolicy;

/// A client of the Monitoring Service Public API.
///
/// It has a method for each operation, which gives a builder of that request. It is cheap to clone;
/// clones share one pool of connections. The calls need a Tokio runtime with I/O and time enabled.
#[derive(Clone)]
pub struct Client {
    settings: Arc<Settings>,
    extras: Arc<Extras>,
}

/// What a client is built with; every request reads it.
pub(crate) struct Settings {
    pub(crate) http: reqwest::Client,
    pub(crate) base_url: BaseUrl,
    pub(crate) credentials: Credentials,
    pub(crate) timeout: Duration,
    pub(crate) deadline: Option<Duration>,
    pub(crate) retry: RetryPolicy,
    #[cfg(feature = "rate-limit")]
    pub(crate) limiter: Option<Limiter>,
    pub(crate) max_response_bytes: usize,
    pub(crate) max_error_bytes: usize,
}

impl Client {
    /// Begins a client of the service at `base_url`: `https`, a host, and where the service lies
    /// behind one, a path prefix.
    ///
    /// `http` is refused except to the own machine (`localhost`, `127.0.0.0/8`, `::1`), since it
    /// shows the API key to everyone on the way; see [`ClientBuilder::allow_plain_http`]. A proxy
    /// that the environment names is used, except to the own machine.
    pub fn builder(base_url: impl Into<String>) -> ClientBuilder {
        ClientBuilder::new(base_url.into())
    }

    /// A client as the environment describes it, with the defaults of [`ClientBuilder`].
    ///
    /// | variable | |
    /// |---|---|
    /// | `MONITORING_SERVICE_URL` | the base URL |
    /// | `MONITORING_SERVICE_API_KEY` | the API key |
    /// | `MONITORING_SERVICE_ACCOUNT_ID` | the account, a UUID |
    ///
    /// To change a default, begin with [`ClientBuilder::from_env`].
    ///
    /// # Errors
    ///
    /// [`Error::InvalidRequest`], with the name of the variable that is unset or malformed.
    pub fn from_env() -> Result<Self, Error> {
        ClientBuilder::from_env()?.build()
    }

    /// A client that adds these pairs to the query of each request, after those of the operation
    /// and of earlier calls.
    ///
    /// This is for what the API's document does not show. Every iterator of names and values is
    /// taken, so also an `Option`:
    ///
    /// ```no_run
    /// # fn run(client: monitoring_service::Client, next: Option<String>) {
    /// let client = client.with_query(next.map(|id| ("nextId", id)));
    /// # }
    /// ```
    #[must_use]
    pub fn with_query<N, V>(&self, pairs: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<String>,
        V: Into<String>,
    {
        let mut extras = Extras::clone(&self.extras);
        for (name, value) in pairs {
            extras.query.push(&name.into(), &value.into());
        }
        self.with_extras(extras)
    }

    /// A client that sends these headers with each request.
    ///
    /// A name replaces what the client would send under that name, credentials and earlier calls
    /// included; several pairs of one name are all sent. A name or value that a header cannot carry
    /// makes each request an [`Error::InvalidRequest`].
    #[must_use]
    pub fn with_headers<N, V>(&self, pairs: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<String>,
        V: Into<String>,
    {
        let mut extras = Extras::clone(&self.extras);
        extras.set_headers(pairs.into_iter().map(|(name, value)| (name.into(), value.into())));
        self.with_extras(extras)
    }

    fn new(settings: Settings) -> Self {
        Self { settings: Arc::new(settings), extras: Arc::default() }
    }

    fn with_extras(&self, extras: Extras) -> Self {
        Self { settings: Arc::clone(&self.settings), extras: Arc::new(extras) }
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(crate) fn extras(&self) -> &Extras {
        &self.extras
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("base_url", &self.settings.base_url)
            .field("credentials", &self.settings.credentials)
            .field("timeout", &self.settings.timeout)
            .field("deadline", &self.settings.deadline)
            .field("retry", &self.settings.retry)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn the_client_can_be_shared_between_threads() {
        fn is_shared<T: Clone + Send + Sync + 'static>() {}
        is_shared::<Client>();
    }

    #[test]
    fn debug_shows_neither_the_key_nor_added_pairs() {
        let client = Client::builder("http://localhost")
            .api_key("s3cret")
            .account_id(Uuid::nil())
            .build()
            .unwrap()
            .with_query([("token", "s3cret")])
            .with_headers([("authorization", "s3cret")]);
        let debug = format!("{client:?} {client:#?}");
        assert!(!debug.contains("s3cret"), "{debug}");
        assert!(debug.contains("http://localhost"), "{debug}");
    }
}
