//! The time limit of a call: when it has to end, and how long it took.

use std::time::Duration;

use crate::clock::Instant;

/// The end of a call, if it has one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    /// `None` without a limit, and for one beyond the range of the clock.
    end: Option<Instant>,
    /// The time from the start to the end.
    pub(crate) limit: Option<Duration>,
}

impl Deadline {
    /// From now on.
    pub(crate) fn within(limit: Option<Duration>) -> Self {
        Self { end: limit.and_then(|limit| Instant::now().checked_add(limit)), limit }
    }

    /// Returns the time left; `None` without a deadline.
    pub(crate) fn left(self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Returns this time, or less if less is left.
    pub(crate) fn shortens(self, time: Duration) -> Duration {
        self.left().map_or(time, |left| left.min(time))
    }

    /// The same, or earlier: at most this long from now.
    #[cfg(feature = "rate-limit")]
    pub(crate) fn at_most(self, longest: Duration) -> Self {
        let end = Instant::now().checked_add(longest);
        Self { end: self.end.into_iter().chain(end).min(), ..self }
    }

    /// `true` if a wait that begins now would end in time.
    pub(crate) fn allows(self, wait: Duration) -> bool {
        self.left().is_none_or(|left| wait < left)
    }

    /// `true` if it has passed.
    pub(crate) fn has_passed(self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }
}

/// Whole milliseconds, as spans and events report them: `i64`, since OpenTelemetry has no unsigned numbers.
pub(crate) fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
