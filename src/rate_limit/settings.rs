use std::sync::Arc;
use std::time::Duration;

use super::store::RateLimitStore;

/// What the builder of a client says about rate limits.
#[derive(Clone)]
pub(crate) struct RateLimitSettings {
    /// `None` if nothing is limited.
    pub(crate) when_limited: Option<WhenLimited>,
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
            margin: Duration::from_secs(1),
            headroom: 0.0,
            store: None,
            store_timeout: Duration::from_millis(250),
            on_store_error: OnStoreError::Local,
        }
    }
}

/// What a call does while the store of the rate limit cannot be reached; set with
/// [`ClientBuilder::on_store_error`](crate::ClientBuilder::on_store_error).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnStoreError {
    /// It is counted by the client alone, which has counted along: what this client sends stays within the limit, but
    /// not what all of them send together. What is sent meanwhile is entered in the store once that answers again.
    Local,
    /// It fails with [`Error::RateLimited`](crate::Error::RateLimited), which has the
    /// [`store_error`](crate::error::RateLimited::store_error), and is not sent.
    Refuse,
}

/// What a call does when a rate limit is reached; set with
/// [`ClientBuilder::rate_limit`](crate::ClientBuilder::rate_limit).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhenLimited {
    /// It waits until the limit allows it, first come, first served. With a
    /// [`deadline`](crate::ClientBuilder::deadline), it fails with [`Error::RateLimited`](crate::Error::RateLimited) as
    /// soon as it is known that the wait would not end in time: as a rule at once, since each call that waits knows when
    /// it may go. Without one, a daily limit can mean a wait of a day.
    ///
    /// A call whose future is held and not polled keeps its place, so for the others the limit is smaller by one: a limit
    /// of one lets none of them go. Those behind it may also miss that they could go earlier because others gave up, and
    /// go when they would have gone without that.
    Wait,
    /// It fails at once with [`Error::RateLimited`](crate::Error::RateLimited). A retry that is limited is not sent,
    /// and the call fails with the error of the attempt before.
    Fail,
}
