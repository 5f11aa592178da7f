//! The client that every operation is called on: how it is built, and what it adds to each request.

mod base_url;
mod builder;
mod credentials;
mod env;
#[cfg_attr(target_family = "wasm", path = "http_in_browser.rs")]
mod http;
mod overrides;
mod settings;
#[cfg(all(not(target_family = "wasm"), any(feature = "native-tls", feature = "rustls", feature = "rustls-ring")))]
mod tls;

use std::fmt;
use std::sync::Arc;

pub use builder::ClientBuilder;

pub(crate) use base_url::BaseUrl;
pub(crate) use credentials::{ACCOUNT, Credentials, account};
pub(crate) use settings::{Settings, check_time};

use crate::error::{Error, InvalidRequest};

/// A client of the Monitoring Service Public API.
///
/// It has a method for each tag and for each operation; the latter returns a builder for that request. If the compiler
/// does not find a method, the feature of its tag is probably off: it is named after the tag's method, with `-` for
/// `_`, so `client.status_page_incidents()` needs `status-page-incidents`. [`tags`](crate::tags) lists them all. What the
/// document does not have yet is called by [`request`](Self::request).
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
///
/// It is cheap to clone; clones share one connection pool. Calls need a Tokio runtime with I/O and time enabled, except
/// in a browser ([the differences](crate::_guide::browser)). Without a runtime, they fail with
/// [`Error::InvalidRequest`]. If time or I/O is off, Tokio panics, with the remedy in its message.
#[derive(Clone)]
pub struct Client {
    pub(crate) settings: Arc<Settings>,
}

impl ClientBuilder {
    /// Checks the settings and builds the client. Nothing is sent.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidRequest`], with what is wrong, for
    ///
    /// - a base URL, or one of [`allow_server`](Self::allow_server), that is not `http` or `https` with a host, or has
    ///   a user name, password, query, fragment, white space, or `.` or `..` in its path,
    /// - `http` to a host other than loopback, unless [allowed](Self::allow_plain_http),
    /// - `https` without a TLS feature and without [`http_client`](Self::http_client),
    /// - an API key that is missing (unless [`credentials_per_call`](Self::credentials_per_call) is set), empty,
    ///   surrounded by white space, not ASCII, has control characters, or begins with `Bearer `,
    /// - an account id that is missing (with the same exception), or not a UUID,
    /// - a time limit of zero,
    /// - a `rate_limit_headroom` that is not from 0 to less than 1, or a `rate_limit_store` without `rate_limit`,
    /// - an HTTP client that cannot be built, for example because the platform's certificates cannot be loaded.
    pub fn build(self) -> Result<Client, Error> {
        let settings = self.check().map_err(InvalidRequest::new)?;
        Ok(Client { settings: Arc::new(settings) })
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
