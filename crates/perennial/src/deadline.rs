use std::time::Duration;

use crate::clock::Instant;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    /// The time of the deadline. `None` if there is no deadline, or if it is beyond the range of the clock.
    end: Option<Instant>,
    /// The time from the start of the call to the deadline.
    pub(crate) limit: Option<Duration>,
}

impl Deadline {
    pub(crate) fn within(limit: Option<Duration>) -> Self {
        Self { end: limit.and_then(|limit| Instant::now().checked_add(limit)), limit }
    }

    /// Returns the time left until the deadline; `None` if there is no deadline.
    pub(crate) fn time_left(self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }

    pub(crate) fn shorten(self, time: Duration) -> Duration {
        self.time_left().map_or(time, |left| left.min(time))
    }

    /// Returns this deadline, or the time `longest` from now if that is earlier.
    #[cfg(feature = "rate-limit")]
    pub(crate) fn at_most(self, longest: Duration) -> Self {
        let end = Instant::now().checked_add(longest);
        Self { end: self.end.into_iter().chain(end).min(), ..self }
    }

    /// Returns whether a wait that begins now ends before the deadline.
    pub(crate) fn allows(self, wait: Duration) -> bool {
        self.time_left().is_none_or(|left| wait < left)
    }

    pub(crate) fn has_passed(self) -> bool {
        self.time_left().is_some_and(|left| left.is_zero())
    }
}

/// Converts a duration to whole milliseconds for spans and events. The result is an `i64`, since OpenTelemetry has no
/// unsigned numbers.
pub(crate) fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
