//! The call that asks for permits under a limit, one for each of its attempts.

use std::time::Duration;

use tracing::{info, warn};

use super::settings::WhenLimited;
use crate::deadline::{Deadline, millis};
use crate::operation::OperationRef;

/// A longer wait is more than the end of a burst: whoever runs the program should know of it.
const LONG: Duration = Duration::from_secs(60);

/// A call that waits for permits: its operation, how long it may wait, and what it has reported of that.
pub(crate) struct Waiter {
    pub(super) operation: OperationRef,
    pub(super) deadline: Deadline,
    longest: Duration,
    told: Told,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Told {
    Nothing,
    Wait,
    LongWait,
}

impl Waiter {
    /// A call of `operation` that waits at most the `longest` time for each permit.
    pub(crate) fn new(operation: impl Into<OperationRef>, longest: Duration, deadline: Deadline) -> Self {
        Self { operation: operation.into(), deadline, longest, told: Told::Nothing }
    }

    /// Returns the latest moment at which a permit that is asked for now is of use.
    pub(super) fn latest(&self, when_limited: WhenLimited) -> Deadline {
        self.deadline.at_most(match when_limited {
            WhenLimited::Wait => self.longest,
            WhenLimited::Fail => Duration::ZERO,
        })
    }

    /// Says that the call waits, and says so louder if that is long: each once, however often it is woken or retried.
    pub(super) fn tell(&mut self, wait: Duration) {
        let told = if wait > LONG { Told::LongWait } else { Told::Wait };
        if told <= self.told {
            return;
        }
        self.told = told;
        let (wait_ms, operation) = (millis(wait), &self.operation);
        // The span of the call, which is at level debug, may be off.
        let operation_id = Some(operation.operation_id()).filter(|id| !id.is_empty());
        let limit = operation.rate_limit();
        if told < Told::LongWait {
            info!(operation_id, %limit, wait_ms, "waiting for the rate limit");
        } else {
            warn!(operation_id, %limit, wait_ms, "waiting for the rate limit for more than a minute");
        }
    }
}

#[cfg(test)]
impl Waiter {
    /// One of a test, with no other bound than the deadline.
    pub(crate) fn until(operation: impl Into<OperationRef>, deadline: Deadline) -> Self {
        Self::new(operation, Duration::MAX, deadline)
    }
}
