//! Clients derived from another: they share its connections, its limits and all settings but the one that is changed.

use std::sync::Arc;
use std::time::Duration;

use http::{HeaderName, HeaderValue};

use super::Core;
use super::settings::{Settings, changed, check_time};
use crate::authenticate::Authenticate;
use crate::encode::Query;
use crate::retry::RetryPolicy;

/// # Derived clients
///
/// They share the connections, the limits and all settings but the one that is changed. Deriving never fails: with an
/// invalid value, each request of the derived client fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest),
/// unsent.
impl Core {
    /// A derived client that adds these pairs to the query of each request, after those of earlier calls.
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

    /// A derived client that sends these headers with each request, in place of those of the same names: also what
    /// authenticates it. A header that only the HTTP client can set is refused, with each request.
    #[must_use]
    pub fn with_headers<N, V>(&self, pairs: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<String>,
        V: Into<String>,
    {
        let pairs = pairs.into_iter().map(|(name, value)| (name.into(), value.into()));
        derive(self, |settings| settings.overrides.set_headers(pairs, &self.settings.secrets()))
    }

    /// A derived client with other credentials: those of type `A`, as `change` leaves them. Where it says why it cannot,
    /// or the client has others than `A`, each request of the derived client is refused, with that reason. `header` is
    /// what they are sent in, if it is one: an earlier [`with_headers`](Self::with_headers) no longer replaces it.
    #[must_use]
    pub fn with_credentials<'a, A: Authenticate + Clone>(
        &self,
        header: impl Into<Option<&'a HeaderName>>,
        change: impl FnOnce(&mut A) -> Result<(), String>,
    ) -> Self {
        derive(self, |settings| match changed(&settings.authentication, change) {
            Ok(authentication) => {
                settings.authentication = authentication;
                header.into().into_iter().for_each(|header| settings.overrides.restore(header));
            }
            Err(reason) => settings.overrides.refuse(reason),
        })
    }

    /// A derived client with another [timeout](super::CoreBuilder::timeout). A timeout of zero is refused, with each request.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        derive(self, |settings| {
            settings.timeout = timeout;
            check(settings, "with_timeout", timeout);
        })
    }

    /// A derived client with another [deadline](super::CoreBuilder::deadline). A deadline of zero is refused, with each request.
    #[must_use]
    pub fn with_deadline(&self, deadline: Duration) -> Self {
        derive(self, |settings| {
            settings.deadline = Some(deadline);
            check(settings, "with_deadline", deadline);
        })
    }

    /// A derived client with another [longest wait](super::CoreBuilder::rate_limit_max_wait) for the rate limit, which it shares.
    #[cfg(feature = "rate-limit")]
    #[must_use]
    pub fn with_rate_limit_max_wait(&self, wait: Duration) -> Self {
        derive(self, |settings| settings.rate_limit_max_wait = wait)
    }

    /// A derived client with another [retry policy](super::CoreBuilder::retry).
    #[must_use]
    pub fn with_retry(&self, policy: RetryPolicy) -> Self {
        derive(self, |settings| settings.retry = policy)
    }

    /// A derived client whose responses [keep their body](super::CoreBuilder::keep_body), or do not.
    #[must_use]
    pub fn with_keep_body(&self, keep: bool) -> Self {
        derive(self, |settings| settings.keep_body = keep)
    }
}

/// A derived client that sends these headers in place of those of the same names.
pub(crate) fn overriding(client: &Core, headers: Vec<(HeaderName, HeaderValue)>) -> Core {
    derive(client, |settings| settings.overrides.replace_headers(headers))
}

/// A derived client that asks for the page with this query, in place of that of the call.
pub fn at_query(client: &Core, query: &str) -> Core {
    derive(client, |settings| settings.overrides.page = Some(Query::encoded(query)))
}

fn derive(client: &Core, change: impl FnOnce(&mut Settings)) -> Core {
    let mut settings = Settings::clone(&client.settings);
    change(&mut settings);
    Core { settings: Arc::new(settings) }
}

fn check(settings: &mut Settings, setter: &str, time: Duration) {
    if let Err(reason) = check_time(setter, time) {
        settings.overrides.refuse(reason);
    }
}
