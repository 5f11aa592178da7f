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

/// The behavior of a call while the store of the rate limit is unreachable, set with `ClientBuilder::on_store_error`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnStoreError {
    /// The call is limited by the client's own count, which the client always maintains. The client then observes the
    /// limit by itself, but all clients together may exceed it. Once the store answers again, the client adds the
    /// requests that it has sent in the meantime.
    Local,
    /// The call is not sent. It fails with [`Error::RateLimited`](crate::Error::RateLimited), whose
    /// [`store_error`](crate::error::RateLimited::store_error) is the reason.
    Refuse,
}

/// The behavior of a call when a rate limit is reached, set with `ClientBuilder::rate_limit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhenLimited {
    /// The call waits until the limit allows it, in the order of arrival.
    ///
    /// The call fails with [`Error::RateLimited`](crate::Error::RateLimited) as soon as it is known that the wait would
    /// take longer than `ClientBuilder::rate_limit_max_wait` (by default one hour) or would not end before the
    /// deadline. Usually this is known at once, since the time at which each waiting call may be sent is known. So
    /// calls wait for the end of a burst, but fail at once if a daily limit is used up.
    ///
    /// A call keeps its permit while its future exists, even if the future is not polled. The other calls then share a
    /// limit that is smaller by one. If the limit is one, they wait until that future is polled or dropped. If calls
    /// give up, the calls behind an unpolled future may not notice that they could be sent earlier, and are then sent
    /// at their original times.
    Wait,
    /// The call fails at once with [`Error::RateLimited`](crate::Error::RateLimited). If a retry would exceed the
    /// limit, the retry is not sent, and the call fails with the error of the previous attempt.
    Fail,
}
