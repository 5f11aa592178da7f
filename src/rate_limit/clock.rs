use std::time::Duration;

use governor::clock::Clock;
use tokio::time::Instant;

/// The time by which Tokio sleeps, so that a limit is over when the sleep for it is, also where a test pauses time.
pub(super) struct TokioClock(Instant);

impl TokioClock {
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for TokioClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
