use std::sync::Arc;
use std::time::Duration;

use super::store::RateLimitStore;

#[derive(Clone)]
pub(crate) struct RateLimitSettings {
    /// The behavior of a call when a limit is reached. `None` if the client does not limit its requests.
    pub(crate) when_limited: Option<WhenLimited>,
    pub(crate) max_wait: Duration,
    pub(crate) margin: Duration,
    pub(crate) headroom: f64,
    pub(crate) store: Option<Arc<dyn RateLimitStore>>,
    pub(crate) store_timeout: Duration,
    pub(crate) on_store_error: OnStoreError,
}

impl Default for RateLimitSettings {
    fn default() -> Self {
        Self {
            when_limited: None,
            max_wait: Duration::from_secs(3_600),
            margin: Duration::from_secs(1),
            headroom: 0.0,
            store: None,
            store_timeout: Duration::from_millis(250),
            on_store_error: OnStoreError::Local,
        }
    }
}

/// Determines what happens to calls while the store of rate limits is unreachable. Set it with
/// `ClientBuilder::on_store_error`.
///
/// ```
/// # use perennial::{CoreBuilder, OnStoreError, RateLimitStore, WhenLimited};
/// # fn configure(builder: CoreBuilder, store: impl RateLimitStore) -> CoreBuilder {
/// builder.rate_limit(WhenLimited::Wait).rate_limit_store(store).on_store_error(OnStoreError::Refuse)
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnStoreError {
    /// The client applies the limit to its own count of requests. Each client then stays within the limit, but several
    /// clients together may exceed it.
    ///
    /// When the store is reachable again, the client adds the requests that it has sent in the meantime to the store.
    Local,
    /// The call is not sent, and fails with [`Error::RateLimited`](crate::Error::RateLimited). The method
    /// [`store_error`](crate::error::RateLimited::store_error) of this error returns the reason.
    Refuse,
}

/// Determines whether calls wait or fail when a rate limit is reached. Set it with `ClientBuilder::rate_limit`.
///
/// ```
/// # use perennial::{CoreBuilder, WhenLimited};
/// # fn configure(builder: CoreBuilder) -> CoreBuilder {
/// builder.rate_limit(WhenLimited::Wait)
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhenLimited {
    /// The call waits until the limit allows its request. Waiting calls are sent in the order in which they were made.
    ///
    /// The call fails with [`Error::RateLimited`](crate::Error::RateLimited) as soon as the client knows that the wait
    /// would take longer than `ClientBuilder::rate_limit_max_wait` (one hour by default), or would not end before the
    /// deadline. Usually the client knows this immediately, because it knows when each waiting call may be sent. Calls
    /// therefore wait for the end of a burst of requests, but fail immediately if a daily limit is used up.
    ///
    /// A call keeps its permit, and thereby one request of the limit, while its future exists, even if the future is
    /// not polled. If the limit is one request, the other calls wait until that future is polled or dropped. Calls that
    /// wait behind an unpolled future may not notice that calls before them gave up. They are then sent at their
    /// original times, although they could be sent earlier.
    Wait,
    /// If the limit is reached, the call fails immediately with [`Error::RateLimited`](crate::Error::RateLimited). A
    /// retry that would exceed the limit is not sent. The call then fails with the error of the previous attempt.
    Fail,
}
