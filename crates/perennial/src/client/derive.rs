//! Derives clients from a client. A derived client shares the connections and rate limits of the original, and all
//! settings except the changed one.

use std::sync::Arc;
use std::time::Duration;

use http::{HeaderName, HeaderValue};

use super::Core;
use super::settings::{Settings, changed_credentials, check_not_zero};
use crate::authenticate::Authenticate;
use crate::encode::Query;
use crate::retry::RetryPolicy;

/// # Derived clients
///
/// Each of these methods derives a client with one changed setting. The derived client shares the connections, the rate
/// limits and all other settings of the original. Deriving never fails. If the new value is invalid, each request of
/// the derived client fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest), and is not sent.
impl Core {
    /// Derives a client that adds the `name=value` pairs in `pairs` to the query of each request. Pairs from earlier
    /// calls to this method are kept, and are sent first.
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

    /// Derives a client that sends the headers in `pairs` with each request. They replace all headers with the same
    /// names, including the headers that authentication sets.
    ///
    /// If `pairs` contains a header that only the HTTP client can set, such as `host`, each request fails.
    #[must_use]
    pub fn with_headers<N, V>(&self, pairs: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<String>,
        V: Into<String>,
    {
        let pairs = pairs.into_iter().map(|(name, value)| (name.into(), value.into()));
        derive(self, |settings| settings.overrides.set_headers(pairs, &self.settings.secrets()))
    }

    /// Derives a client whose credentials are the result of applying `change` to the current credentials.
    ///
    /// `change` gets a copy of the current credentials. If `change` fails, or the credentials are not of type `A`,
    /// each request of the derived client fails, and the error contains the reason.
    ///
    /// `header` is the header that contains the credentials, if any. If an earlier [`with_headers`](Self::with_headers)
    /// set this header, the earlier values are dropped, because they would replace the new credentials.
    #[must_use]
    pub fn with_credentials<'a, A: Authenticate + Clone>(
        &self,
        header: impl Into<Option<&'a HeaderName>>,
        change: impl FnOnce(&mut A) -> Result<(), String>,
    ) -> Self {
        derive(self, |settings| match changed_credentials(&settings.authentication, change) {
            Ok(authentication) => {
                settings.authentication = authentication;
                header.into().into_iter().for_each(|header| settings.overrides.remove_header(header));
            }
            Err(reason) => settings.overrides.refuse(reason),
        })
    }

    /// Derives a client with a different [timeout](super::CoreBuilder::timeout). If the timeout is zero, each request
    /// fails without being sent.
    ///
    /// The connect timeout does not change, because both clients share their connections. If `timeout` is shorter than
    /// the connect timeout, and expires while the client connects, the failure is
    /// [`Timeout`](crate::error::TransportFailure::Timeout). After this failure, the request may have been processed,
    /// so a `POST` is not retried. The failure is the same if `timeout` expires while the request waits for a free
    /// stream of an HTTP/2 connection.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        derive(self, |settings| {
            settings.timeout = timeout;
            refuse_if_zero(settings, "with_timeout", timeout);
        })
    }

    /// Derives a client with a different [deadline](super::CoreBuilder::deadline). If the deadline is zero, each
    /// request fails without being sent.
    #[must_use]
    pub fn with_deadline(&self, deadline: Duration) -> Self {
        derive(self, |settings| {
            settings.deadline = Some(deadline);
            refuse_if_zero(settings, "with_deadline", deadline);
        })
    }

    /// Derives a client with a different [maximum wait](super::CoreBuilder::rate_limit_max_wait) for the rate limit.
    /// The limit itself still applies to the requests of both clients together.
    #[cfg(feature = "rate-limit")]
    #[must_use]
    pub fn with_rate_limit_max_wait(&self, wait: Duration) -> Self {
        derive(self, |settings| settings.rate_limit_max_wait = wait)
    }

    /// Derives a client with a different [retry policy](super::CoreBuilder::retry).
    #[must_use]
    pub fn with_retry(&self, policy: RetryPolicy) -> Self {
        derive(self, |settings| settings.retry = policy)
    }

    /// Derives a client with a different [`keep_body`](super::CoreBuilder::keep_body) setting: whether responses keep
    /// their undecoded bodies.
    #[must_use]
    pub fn with_keep_body(&self, keep: bool) -> Self {
        derive(self, |settings| settings.keep_body = keep)
    }
}

pub(crate) fn with_overrides(client: &Core, headers: Vec<(HeaderName, HeaderValue)>) -> Core {
    derive(client, |settings| settings.overrides.replace_headers(headers))
}

/// Derives a client whose calls request the page at `position`, which determines the URL of the page.
///
/// If `position` begins with `/`, it is a path with an optional query, and replaces the path and the query of the URL.
/// Otherwise, `position` is a query, and replaces only the query of the URL.
pub fn at_position(client: &Core, position: &str) -> Core {
    let (path, query) = match position.starts_with('/') {
        true => position.split_once('?').unwrap_or((position, "")),
        false => ("", position),
    };
    derive(client, |settings| {
        settings.overrides.page_path = (!path.is_empty()).then(|| path.to_owned());
        settings.overrides.page = Some(Query::from_encoded(query));
    })
}

fn derive(client: &Core, change: impl FnOnce(&mut Settings)) -> Core {
    let mut settings = Settings::clone(&client.settings);
    change(&mut settings);
    Core { settings: Arc::new(settings) }
}

fn refuse_if_zero(settings: &mut Settings, setter: &str, time: Duration) {
    if let Err(reason) = check_not_zero(setter, time) {
        settings.overrides.refuse(reason);
    }
}
