//! Clients derived from another: they share its connections, its limits and all settings but the one that is changed.

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};
use uuid::Uuid;

use crate::client::{self, ACCOUNT, Client, Settings, check_time};
use crate::retry::RetryPolicy;
use crate::secret::{ApiKey, IntoSecret};

// An operation of the document may have any name but those of the methods here, which the generator knows.
/// # Derived clients
///
/// They share the connections, the limits and all settings but the one that is changed. Deriving never fails: with an
/// invalid value, each request of the derived client fails with
/// [`Error::InvalidRequest`](crate::Error::InvalidRequest), unsent.
impl Client {
    /// A derived client that adds these pairs to the query of each request, after those of the operation and of
    /// earlier calls.
    ///
    /// This is for what the API's document does not show. It takes any iterator of names and values, and so an
    /// `Option` too:
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
        derive(self, |settings| {
            for (name, value) in pairs {
                settings.overrides.query.push(&name.into(), &value.into());
            }
        })
    }

    /// A derived client that sends these headers with each request.
    ///
    /// A name replaces what the client would send under that name, including credentials and earlier calls; several
    /// pairs of one name are all sent. If a header cannot carry a name or value, each request fails with
    /// [`Error::InvalidRequest`](crate::Error::InvalidRequest). The same goes for headers that only the HTTP client can
    /// set correctly: `host`, `content-length`, and the headers of the connection (`connection`, `keep-alive`,
    /// `proxy-connection`, `te`, `trailer`, `transfer-encoding`, `upgrade`).
    #[must_use]
    pub fn with_headers<N, V>(&self, pairs: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<String>,
        V: Into<String>,
    {
        let pairs = pairs.into_iter().map(|(name, value)| (name.into(), value.into()));
        derive(self, |settings| settings.overrides.set_headers(pairs))
    }

    /// A derived client for another account, with the same key. The account is a [`Uuid`], or a string with one. If it
    /// is malformed, each request fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest).
    ///
    /// With the feature `rate-limit`, its requests are counted for that account: by all clients that are derived from
    /// the same one, and apart from those of other accounts.
    #[must_use]
    pub fn with_account(&self, account: impl TryInto<Uuid>) -> Self {
        derive(self, |settings| {
            let account = client::account("with_account", account);
            match account.and_then(|account| settings.credentials.set_account(account)) {
                Ok(()) => settings.overrides.restore(&ACCOUNT),
                Err(reason) => settings.overrides.refuse(reason),
            }
        })
    }

    /// A derived client with another API key, a string or a `secrecy::SecretString`. It is held as a secret, and
    /// redacted like that of [`ClientBuilder::api_key`](crate::ClientBuilder::api_key). It also
    /// replaces an `authorization` of an earlier [`with_headers`](Self::with_headers).
    ///
    /// If the key is empty, surrounded by white space, has characters that a header cannot carry, or begins with
    /// `Bearer `, each request fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest), which names the
    /// remedy.
    #[must_use]
    pub fn with_api_key(&self, key: impl IntoSecret) -> Self {
        derive(self, |settings| match ApiKey::new(key.into_secret()) {
            Ok(key) => {
                settings.credentials.key = Some(key);
                settings.overrides.restore(&AUTHORIZATION);
            }
            Err(reason) => settings.overrides.refuse(format!("{reason} (set by `with_api_key`)")),
        })
    }

    /// A derived client in which one attempt may take this long: see
    /// [`ClientBuilder::timeout`](crate::ClientBuilder::timeout). With a timeout of zero, each request fails with
    /// [`Error::InvalidRequest`](crate::Error::InvalidRequest).
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        derive(self, |settings| {
            settings.timeout = timeout;
            check(settings, "with_timeout", timeout);
        })
    }

    /// A derived client in which a whole call may take this long: see
    /// [`ClientBuilder::deadline`](crate::ClientBuilder::deadline). With a deadline of zero, each request fails with
    /// [`Error::InvalidRequest`](crate::Error::InvalidRequest).
    #[must_use]
    pub fn with_deadline(&self, deadline: Duration) -> Self {
        derive(self, |settings| {
            settings.deadline = Some(deadline);
            check(settings, "with_deadline", deadline);
        })
    }

    /// A derived client that waits this long for the rate limit, which it shares: see
    /// [`ClientBuilder::rate_limit_max_wait`](crate::ClientBuilder::rate_limit_max_wait).
    #[cfg(feature = "rate-limit")]
    #[must_use]
    pub fn with_rate_limit_max_wait(&self, wait: Duration) -> Self {
        derive(self, |settings| settings.rate_limit_max_wait = wait)
    }

    /// A derived client with another retry policy: see [`ClientBuilder::retry`](crate::ClientBuilder::retry).
    #[must_use]
    pub fn with_retry(&self, policy: RetryPolicy) -> Self {
        derive(self, |settings| settings.retry = policy)
    }

    /// A derived client whose responses keep their body, or do not: see
    /// [`ClientBuilder::keep_body`](crate::ClientBuilder::keep_body).
    #[must_use]
    pub fn with_keep_body(&self, keep: bool) -> Self {
        derive(self, |settings| settings.keep_body = keep)
    }
}

/// A derived client that sends these headers in place of those of the same names.
pub(crate) fn overriding(client: &Client, headers: Vec<(HeaderName, HeaderValue)>) -> Client {
    derive(client, |settings| settings.overrides.replace_headers(headers))
}

fn derive(client: &Client, change: impl FnOnce(&mut Settings)) -> Client {
    let mut settings = Settings::clone(&client.settings);
    change(&mut settings);
    Client { settings: Arc::new(settings) }
}

fn check(settings: &mut Settings, setter: &str, time: Duration) {
    if let Err(reason) = check_time(setter, time) {
        settings.overrides.refuse(reason);
    }
}
