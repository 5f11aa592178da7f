use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "rate-limit")]
use uuid::Uuid;

use super::base_url::BaseUrl;
#[cfg(feature = "rate-limit")]
use super::credentials::ACCOUNT;
use super::credentials::Credentials;
use super::overrides::Overrides;
use crate::interceptor::Interceptor;
#[cfg(feature = "rate-limit")]
use crate::rate_limit::Limiter;
use crate::retry::RetryPolicy;
use crate::secret::Secrets;

/// The settings that a client is built with, and every request reads. A derived client has a copy, which shares the
/// connections and the limiter.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) http: reqwest::Client,
    /// The timeout that `http` sets by itself, which costs less than one of a request; `None` if that is not known.
    pub(crate) http_timeout: Option<Duration>,
    pub(crate) base_url: BaseUrl,
    /// The servers that operations may be called at beside it.
    pub(crate) servers: Vec<BaseUrl>,
    pub(crate) credentials: Credentials,
    pub(crate) timeout: Duration,
    pub(crate) deadline: Option<Duration>,
    pub(crate) retry: RetryPolicy,
    #[cfg(feature = "rate-limit")]
    pub(crate) limiter: Option<Arc<Limiter>>,
    #[cfg(feature = "rate-limit")]
    pub(crate) rate_limit_max_wait: Duration,
    pub(crate) keep_body: bool,
    pub(crate) max_response_bytes: usize,
    pub(crate) max_error_bytes: usize,
    pub(crate) interceptors: Arc<[Arc<dyn Interceptor>]>,
    pub(crate) overrides: Overrides,
}

impl Settings {
    /// Returns the secrets that no text about a request of this client may show.
    pub(crate) fn secrets(&self) -> Secrets {
        self.credentials.secrets(&self.overrides.headers)
    }

    /// Returns the account for which requests are counted: the one that they name, unless an interceptor changes it.
    /// Those that name none, or something else than a UUID, are counted together.
    #[cfg(feature = "rate-limit")]
    pub(crate) fn counted_account(&self) -> Uuid {
        let header = self.overrides.headers.get(ACCOUNT);
        let overriding = header.map(|value| Uuid::try_parse_ascii(value.as_bytes()).unwrap_or_default());
        overriding.or_else(|| self.credentials.account_id()).unwrap_or_default()
    }
}

/// Refuses a limit in which nothing can be sent.
pub(crate) fn check_time(setter: &str, time: Duration) -> Result<(), String> {
    if time.is_zero() {
        return Err(format!("the time set with `{setter}(…)` is zero, in which nothing can be sent"));
    }
    Ok(())
}
