//! Clients derived from another client. A derived client shares the original's connections, limits and settings, except
//! for the changed setting.

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
/// Methods that derive a client with one changed setting. The derived client shares the connections, the limits and all
/// other settings. Deriving never fails: if the new value is invalid, each request of the derived client fails with
/// [`Error::InvalidRequest`](crate::Error::InvalidRequest) and is not sent.
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

    /// Derives a client that sends the headers in `pairs` with each request. The headers replace all headers of the
    /// same names, including the headers that authentication sets. Headers that only the HTTP client can set, such as
    /// `host`, make each request fail.
    #[must_use]
    pub fn with_headers<N, V>(&self, pairs: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<String>,
        V: Into<String>,
    {
        let pairs = pairs.into_iter().map(|(name, value)| (name.into(), value.into()));
        derive(self, |settings| settings.overrides.set_headers(pairs, &self.settings.secrets()))
    }

    /// Derives a client with changed credentials.
    ///
    /// `change` is applied to a copy of the current credentials, which must be of type `A`. If `change` fails, or the
    /// credentials are of a different type, each request of the derived client fails with that reason.
    ///
    /// `header` is the header that contains the credentials, if any. Values that an earlier
    /// [`with_headers`](Self::with_headers) set for this header are dropped, so that they do not replace the new
    /// credentials.
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
    /// The derived client keeps the connect timeout, because it shares the connections. If `timeout` is shorter than
    /// the connect timeout and expires while the client connects, the failure is
    /// [`TransportFailure::Timeout`](crate::error::TransportFailure::Timeout): the request may have been processed, so
    /// a `POST` is not retried. The same holds for the wait for a free stream on an HTTP/2 connection, which counts
    /// towards the timeout of the attempt.
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
    /// The limit still applies to the requests of both clients together.
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

    /// Derives a client with a different setting of [`keep_body`](super::CoreBuilder::keep_body).
    #[must_use]
    pub fn with_keep_body(&self, keep: bool) -> Self {
        derive(self, |settings| settings.keep_body = keep)
    }
}

pub(crate) fn with_overrides(client: &Core, headers: Vec<(HeaderName, HeaderValue)>) -> Core {
    derive(client, |settings| settings.overrides.replace_headers(headers))
}

/// Derives a client whose calls request the page at `position`. If `position` begins with `/`, it is a path with an
/// optional query, and replaces the path and the query of the URL. Otherwise, it is a query, and replaces only the
/// query of the URL.
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
