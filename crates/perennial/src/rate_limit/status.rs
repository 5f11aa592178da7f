use std::fmt;
use std::time::Duration;

use crate::operation::Operation;
use crate::service::RateLimit;

/// The current usage of a rate limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// The number of requests that were sent and still count, or are about to be sent.
    pub used: usize,
    /// The number of further requests that may be sent now.
    pub free: usize,
    /// The number of requests whose slots are still to come.
    pub waiting: usize,
    /// The time until one more may be sent than now; `None` if all that the limit allows are free.
    pub next_free: Option<Duration>,
    /// The time for which none may be sent, because the service asked for that.
    pub paused_for: Option<Duration>,
}

impl Usage {
    /// Of a log that has `all` slots, of which so many are `waiting` for their time. One more comes free when the first of
    /// the latest that the limit allows is `leaving`.
    pub(super) fn of(requests: u32, all: usize, waiting: usize, leaving: Option<Duration>, paused: Duration) -> Self {
        let requests = usize::try_from(requests.max(1)).unwrap_or(usize::MAX);
        let paused_for = (!paused.is_zero()).then_some(paused);
        Self {
            used: all.saturating_sub(waiting),
            free: if paused_for.is_some() { 0 } else { requests.saturating_sub(all) },
            waiting,
            next_free: leaving.max(paused_for),
            paused_for,
        }
    }
}

/// The usage of a rate limit: see `Client::limits`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LimitStatus {
    operation: Option<&'static Operation>,
    limit: RateLimit,
    usage: Usage,
}

impl LimitStatus {
    pub(super) fn new(operation: Option<&'static Operation>, limit: RateLimit, usage: Usage) -> Self {
        Self { operation, limit, usage }
    }

    /// The operation that has this limit for itself; `None` for the limit that all others share.
    pub fn operation(&self) -> Option<&'static Operation> {
        self.operation
    }

    /// The limit.
    pub fn limit(&self) -> RateLimit {
        self.limit
    }

    /// Returns the number of requests that count now: those that were sent in the last period and the margin, and those
    /// that are about to be.
    pub fn used(&self) -> u32 {
        number(self.usage.used)
    }

    /// Returns the number of further requests that may be sent now.
    pub fn free(&self) -> u32 {
        number(self.usage.free)
    }

    /// Returns the number of calls that are waiting for their turn.
    pub fn waiting(&self) -> u32 {
        number(self.usage.waiting)
    }

    /// Returns the time until one more request becomes free; `None` if none is used. If none is free now, a call made
    /// now would wait that long, behind the calls that are already waiting.
    pub fn next_free(&self) -> Option<Duration> {
        self.usage.next_free
    }

    /// Returns the time for which nothing is sent, because the service responded with 429 and a `Retry-After`; `None`
    /// if it did not, or the time has passed.
    pub fn paused_for(&self) -> Option<Duration> {
        self.usage.paused_for
    }
}

impl fmt::Debug for LimitStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LimitStatus")
            .field("operation", &self.operation.map(Operation::call_name))
            .field("limit", &self.limit)
            .field("usage", &self.usage)
            .finish()
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
