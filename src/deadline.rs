//! The time limit of a call: when it has to end, and how long it took.

use std::time::Duration;

use crate::clock::Instant;

/// The end of a call, if it has one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline(Option<End>);

#[derive(Debug, Clone, Copy)]
struct End {
    at: Instant,
    limit: Duration,
}

impl Deadline {
    /// None without a limit, and for a limit beyond the range of the clock.
    pub(crate) fn after(start: Instant, limit: Option<Duration>) -> Self {
        Self(limit.and_then(|limit| Some(End { at: start.checked_add(limit)?, limit })))
    }

    /// As [`after`](Self::after), from now on.
    pub(crate) fn within(limit: Option<Duration>) -> Self {
        limit.map_or(Self(None), |limit| Self::after(Instant::now(), Some(limit)))
    }

    /// How much time is left; `None` without a deadline.
    pub(crate) fn left(self) -> Option<Duration> {
        self.0.map(|end| end.at.saturating_duration_since(Instant::now()))
    }

    /// Whether a wait that begins now would end in time.
    pub(crate) fn allows(self, wait: Duration) -> bool {
        self.left().is_none_or(|left| wait < left)
    }

    /// Whether it has passed.
    pub(crate) fn has_passed(self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// How long the call may take.
    pub(crate) fn limit(self) -> Option<Duration> {
        self.0.map(|end| end.limit)
    }
}

/// Whole milliseconds, as spans and events report them: `i64`, since OpenTelemetry has no unsigned numbers.
pub(crate) fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
