use std::sync::Arc;
use std::time::Duration;

use super::store::RateLimitStore;

/// The rate limit settings of a client's builder.
#[derive(Clone)]
pub(crate) struct RateLimitSettings {
    /// `None` if nothing is limited.
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

/// The behaviour of a call while the store of the rate limit cannot be reached; set with `ClientBuilder::on_store_error`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnStoreError {
    /// The client keeps the limit by its own count, which it keeps in any case. What this client sends stays within the
    /// limit; what all clients send together may exceed it. Once the store answers again, the client enters what it has
    /// sent meanwhile.
    Local,
    /// It fails with [`Error::RateLimited`](crate::Error::RateLimited), which has the
    /// [`store_error`](crate::error::RateLimited::store_error), and is not sent.
    Refuse,
}

/// The behaviour of a call when a rate limit is reached; set with `ClientBuilder::rate_limit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhenLimited {
    /// It waits until the limit allows it, first come, first served. It fails with
    /// [`Error::RateLimited`](crate::Error::RateLimited) as soon as it is known that the wait would take longer than
    /// `ClientBuilder::rate_limit_max_wait`, an hour by default, or not end before the deadline: as a rule at once, since
    /// each call that waits knows when it may go. So the end of a burst is waited for, and a daily limit that is used up
    /// is an error.
    ///
    /// A call whose future is held but not polled keeps its permit, so the limit of the others is smaller by one; with
    /// a limit of one, they wait until it is polled or dropped. Calls behind it may also not notice that they could go
    /// earlier because others gave up, and then go at their original time.
    Wait,
    /// It fails at once with [`Error::RateLimited`](crate::Error::RateLimited). A retry that is limited is not sent,
    /// and the call fails with the error of the attempt before.
    Fail,
}
