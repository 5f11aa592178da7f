use std::time::Duration;

use tracing::{info, warn};

use super::settings::WhenLimited;
use crate::deadline::{Deadline, millis};
use crate::operation::OperationRef;

/// Longer waits are logged as warnings, because they are not merely due to a burst of calls.
const LONG_WAIT: Duration = Duration::from_secs(60);

/// A call that waits for permits: how long it may wait, and which waits have been logged.
pub(crate) struct Waiter {
    pub(super) operation: OperationRef,
    pub(super) deadline: Deadline,
    longest: Duration,
    logged: Logged,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Logged {
    Nothing,
    Wait,
    LongWait,
}

impl Waiter {
    /// Creates the waiter for a call to `operation`. `longest` is the maximum wait for each permit.
    pub(crate) fn new(operation: impl Into<OperationRef>, longest: Duration, deadline: Deadline) -> Self {
        Self { operation: operation.into(), deadline, longest, logged: Logged::Nothing }
    }

    /// Returns the latest time at which the call can use a permit that it requests now.
    pub(super) fn latest_useful_moment(&self, when_limited: WhenLimited) -> Deadline {
        self.deadline.at_most(match when_limited {
            WhenLimited::Wait => self.longest,
            WhenLimited::Fail => Duration::ZERO,
        })
    }

    /// Logs that the call waits, or a warning if the wait is long. Each of these events is logged at most once per
    /// call, however often the call is woken or retried.
    pub(super) fn log_wait(&mut self, wait: Duration) {
        let logged = if wait > LONG_WAIT { Logged::LongWait } else { Logged::Wait };
        if logged <= self.logged {
            return;
        }
        self.logged = logged;
        let (wait_ms, operation) = (millis(wait), &self.operation);
        // The events contain the operation id, because the span of the call has level debug and may be disabled.
        let operation_id = Some(operation.operation_id()).filter(|id| !id.is_empty());
        let limit = operation.rate_limit();
        if logged < Logged::LongWait {
            info!(operation_id, %limit, wait_ms, "waiting for the rate limit");
        } else {
            warn!(operation_id, %limit, wait_ms, "waiting for the rate limit for more than a minute");
        }
    }
}

#[cfg(test)]
impl Waiter {
    /// Creates a waiter for a test, whose waits only the deadline limits.
    pub(crate) fn until(operation: impl Into<OperationRef>, deadline: Deadline) -> Self {
        Self::new(operation, Duration::MAX, deadline)
    }
}
