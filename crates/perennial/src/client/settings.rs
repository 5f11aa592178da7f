use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use http::HeaderMap;

#[cfg(feature = "rate-limit")]
use uuid::Uuid;

use super::base_url::BaseUrl;
use super::overrides::Overrides;
use crate::authenticate::{Authenticate, TokenHttp};
use crate::interceptor::Interceptor;
use crate::operation::Operation;
#[cfg(feature = "rate-limit")]
use crate::rate_limit::Limiter;
use crate::retry::RetryPolicy;
use crate::secret::Secrets;
use crate::service::Service;

/// The settings of a client. A derived client has a copy of them, which shares the connections and the limiter.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) service: &'static Service,
    pub(crate) operations: &'static [Operation],
    pub(crate) http: reqwest::Client,
    pub(crate) token_http: TokenHttp,
    /// The timeout that the HTTP client applies to requests without their own timeout. A request that needs this
    /// timeout does not set it again, because setting it has a cost. `None` if the timeout is unknown, as for a custom
    /// HTTP client.
    pub(crate) http_timeout: Option<Duration>,
    pub(crate) base_url: BaseUrl,
    /// The servers that the caller allowed in addition to the base URL.
    pub(crate) servers: Vec<BaseUrl>,
    pub(crate) authentication: Arc<dyn Authenticate>,
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
    pub(crate) fn secrets(&self) -> Secrets {
        self.secrets_of(&self.overrides.headers)
    }

    /// Returns the secrets that must not appear in errors and spans of a request with these headers.
    pub(crate) fn secrets_of(&self, headers: &HeaderMap) -> Secrets {
        self.authentication.secrets().with_authorization_of(headers)
    }

    /// Returns the account under which requests are counted, which the headers of a derived client may select. Headers
    /// that an interceptor sets are not considered.
    #[cfg(feature = "rate-limit")]
    pub(crate) fn counted_account(&self) -> Uuid {
        self.authentication.account(&self.overrides.headers)
    }
}

/// Returns a copy of credentials of type `A`, to which `change` has been applied. Fails if the credentials are of a
/// different type.
pub(super) fn changed_credentials<A: Authenticate + Clone>(
    authentication: &Arc<dyn Authenticate>,
    change: impl FnOnce(&mut A) -> Result<(), String>,
) -> Result<Arc<dyn Authenticate>, String> {
    let any: &dyn Any = &**authentication;
    let Some(mut copy) = any.downcast_ref::<A>().cloned() else {
        return Err("the client's credentials are not of the requested type".to_owned());
    };
    change(&mut copy)?;
    Ok(Arc::new(copy))
}

pub(crate) fn check_not_zero(setter: &str, time: Duration) -> Result<(), String> {
    if time.is_zero() {
        return Err(format!("the time set with `{setter}(…)` is zero: set a longer time"));
    }
    Ok(())
}
