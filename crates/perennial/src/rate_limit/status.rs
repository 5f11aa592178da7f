use std::fmt;
use std::time::Duration;

use crate::operation::Operation;
use crate::service::RateLimit;

/// The current usage of a rate limit: how many requests count towards the limit, how many more may be sent, and how
/// many are waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// The number of requests that currently count towards the limit: requests that were sent recently, and requests
    /// that are about to be sent.
    pub used: usize,
    /// The number of further requests that may be sent now.
    pub free: usize,
    /// The number of requests that wait until the limit allows them.
    pub waiting: usize,
    /// The time until `free` increases. `None` if no request currently counts towards the limit and there is no pause.
    pub next_free: Option<Duration>,
    /// The remaining time of the pause that the service requested. No request may be sent during the pause. `None` if
    /// there is no pause.
    pub paused_for: Option<Duration>,
}

impl Usage {
    /// Calculates the usage of a limit of `requests` requests from the log of its window. The log contains `all`
    /// bookings, of which `waiting` are in the future.
    ///
    /// `leaving` is the time until one more request is free. That is when the oldest of the last `requests` bookings no
    /// longer counts.
    pub(super) fn from_log(
        requests: u32,
        all: usize,
        waiting: usize,
        leaving: Option<Duration>,
        paused: Duration,
    ) -> Self {
        let requests = usize::try_from(requests.max(1)).unwrap_or(usize::MAX);
        let paused_for = (!paused.is_zero()).then_some(paused);
        let next_free = match paused_for {
            // The limit allows more requests already, so the end of the pause is enough.
            Some(paused) if all < requests => Some(paused),
            _ => leaving.max(paused_for),
        };
        Self {
            used: all.saturating_sub(waiting),
            free: if paused_for.is_some() { 0 } else { requests.saturating_sub(all) },
            waiting,
            next_free,
            paused_for,
        }
    }
}

/// The current usage of a rate limit by an account, returned by `Client::limits`.
///
/// ```
/// # use perennial::LimitStatus;
/// fn print(limits: &[LimitStatus]) {
///     for status in limits {
///         println!("{} of {} requests are free", status.free(), status.limit().requests());
///     }
/// }
/// ```
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

    /// Returns the operation to which this limit applies. Returns `None` for the default limit, which all operations
    /// without their own limit share.
    pub fn operation(&self) -> Option<&'static Operation> {
        self.operation
    }

    /// Returns the rate limit: a number of requests in a period.
    pub fn limit(&self) -> RateLimit {
        self.limit
    }

    /// Returns the number of requests that currently count towards the limit: requests that are about to be sent, and
    /// requests that were sent within the last period plus the safety margin (`ClientBuilder::rate_limit_margin`).
    pub fn used(&self) -> u32 {
        saturating_u32(self.usage.used)
    }

    /// Returns the number of further requests that may be sent now.
    pub fn free(&self) -> u32 {
        saturating_u32(self.usage.free)
    }

    /// Returns the number of calls that wait until the limit allows them.
    pub fn waiting(&self) -> u32 {
        saturating_u32(self.usage.waiting)
    }

    /// Returns the time until [`free`](Self::free) increases. Returns `None` if no request currently counts towards the
    /// limit and the service has requested no pause.
    ///
    /// Calls that are already waiting are sent first, so the time includes their wait. If `free` is 0, a new call would
    /// therefore wait for this time.
    pub fn next_free(&self) -> Option<Duration> {
        self.usage.next_free
    }

    /// Returns how much longer the current pause lasts, during which no requests are sent. Returns `None` if there is
    /// no pause.
    ///
    /// A pause begins when the service responds with 429 and a `Retry-After` header.
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

fn saturating_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
