use std::time::Duration;

use super::window::Counts;
use crate::operation::{Operation, RateLimit};

/// How much of a rate limit is used: see [`Client::limits`](crate::Client::limits).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitStatus {
    operation: Option<&'static Operation>,
    limit: RateLimit,
    used: u32,
    free: u32,
    waiting: u32,
    next_free: Option<Duration>,
}

impl LimitStatus {
    pub(super) fn new(operation: Option<&'static Operation>, limit: RateLimit, counts: &Counts) -> Self {
        let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
        Self {
            operation,
            limit,
            used: number(counts.used),
            free: number(counts.free),
            waiting: number(counts.waiting),
            next_free: counts.next_free,
        }
    }

    /// The operation that has this limit for itself; `None` for the limit that all others share.
    pub fn operation(&self) -> Option<&'static Operation> {
        self.operation
    }

    /// The limit.
    pub fn limit(&self) -> RateLimit {
        self.limit
    }

    /// How many requests count now: those that were sent in the last period and the
    /// [margin](crate::ClientBuilder::rate_limit_margin), and those that are about to be.
    pub fn used(&self) -> u32 {
        self.used
    }

    /// How many more requests may be sent now.
    pub fn free(&self) -> u32 {
        self.free
    }

    /// How many calls are waiting for their turn.
    pub fn waiting(&self) -> u32 {
        self.waiting
    }

    /// How long until one more request becomes free; `None` if none is used. If none is free now, a call made now would
    /// wait that long, behind the calls that are already waiting.
    pub fn next_free(&self) -> Option<Duration> {
        self.next_free
    }
}
