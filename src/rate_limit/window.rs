//! The exact sliding window of a rate limit.

use std::collections::VecDeque;
use std::time::Duration;

use crate::clock::Instant;
use crate::operation::RateLimit;

/// No span of the limit's period, wherever it begins, sees more requests than the limit allows.
pub(super) struct Window {
    limit: RateLimit,
    /// When the requests of the last period were counted, oldest first: never more of them than the limit allows.
    sent: VecDeque<Instant>,
}

impl Window {
    pub(super) fn new(limit: RateLimit) -> Self {
        Self { limit, sent: VecDeque::new() }
    }

    /// Counts a request, or says how long until the limit allows the next.
    pub(super) fn take(&mut self, now: Instant) -> Result<(), Duration> {
        let wait = self.free_in(now);
        if wait.is_zero() {
            self.sent.push_back(now);
            Ok(())
        } else {
            Err(wait)
        }
    }

    /// How long until the limit allows the next request; zero where it does now.
    pub(super) fn free_in(&mut self, now: Instant) -> Duration {
        self.forget_until(now);
        // A limit of zero counts as one: otherwise a wait would never end.
        let requests = usize::try_from(self.limit.requests().max(1)).unwrap_or(usize::MAX);
        match self.sent.front() {
            Some(oldest) if self.sent.len() >= requests => self.remaining(*oldest, now),
            _ => Duration::ZERO,
        }
    }

    /// Whether the last period had no requests.
    pub(super) fn is_empty(&mut self, now: Instant) -> bool {
        self.forget_until(now);
        self.sent.is_empty()
    }

    /// Forgets those that are older than the period.
    fn forget_until(&mut self, now: Instant) {
        while self.sent.front().is_some_and(|sent| self.remaining(*sent, now).is_zero()) {
            self.sent.pop_front();
        }
    }

    /// How long a request is still counted. Ages are compared, not moments: a period may be longer than an `Instant` can
    /// count.
    fn remaining(&self, sent: Instant, now: Instant) -> Duration {
        self.limit.period().saturating_sub(now.saturating_duration_since(sent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_secs(86_400);

    /// A window, and a clock that a test moves by hand.
    struct Clocked {
        window: Window,
        now: Instant,
    }

    impl Clocked {
        fn new(requests: u32, seconds: u64) -> Self {
            Self { window: Window::new(RateLimit::new(requests, seconds)), now: Instant::now() }
        }

        fn take(&mut self) -> Result<(), Duration> {
            self.window.take(self.now)
        }

        fn advance(&mut self, time: Duration) {
            self.now += time;
        }
    }

    #[test]
    fn a_full_burst_is_allowed_and_then_nothing_for_a_period() {
        let mut window = Clocked::new(300, 86_400);
        assert!((0..300).all(|_| window.take().is_ok()));
        assert_eq!(window.take(), Err(DAY));
        window.advance(DAY - Duration::from_secs(1));
        assert_eq!(window.take(), Err(Duration::from_secs(1)));
        window.advance(Duration::from_secs(1));
        assert!((0..300).all(|_| window.take().is_ok()));
        assert_eq!(window.take(), Err(DAY));
    }

    #[test]
    fn no_span_of_the_period_has_more_requests_than_the_limit() {
        let mut window = Clocked::new(10, 60);
        let mut taken = Vec::new();
        // Steps that have no common measure with the period, and bursts between them.
        for step in 0..2_000 {
            for _ in 0..=step % 7 {
                if window.take().is_ok() {
                    taken.push(window.now);
                }
            }
            window.advance(Duration::from_millis(137 * (step % 29)));
        }
        assert!(taken.len() > 100, "{}", taken.len());
        for span in taken.windows(11) {
            assert!(span[10] - span[0] >= Duration::from_secs(60), "{span:?}");
        }
    }

    #[test]
    fn a_request_is_allowed_again_when_the_oldest_is_a_period_old() {
        let mut window = Clocked::new(2, 10);
        assert_eq!(window.take(), Ok(()));
        window.advance(Duration::from_secs(4));
        assert_eq!(window.take(), Ok(()));
        assert_eq!(window.take(), Err(Duration::from_secs(6)));
        window.advance(Duration::from_secs(6));
        assert_eq!(window.take(), Ok(()));
        assert_eq!(window.take(), Err(Duration::from_secs(4)));
    }

    #[test]
    fn a_limit_without_a_period_limits_nothing() {
        let mut window = Clocked::new(1, 0);
        assert!((0..1_000).all(|_| window.take().is_ok()));
    }

    #[test]
    fn memory_is_used_only_for_the_requests_of_the_last_period() {
        let mut window = Clocked::new(u32::MAX, 60);
        for _ in 0..100_000 {
            assert_eq!(window.take(), Ok(()));
            window.advance(Duration::from_secs(1));
        }
        assert!(window.window.sent.len() <= 60 && window.window.sent.capacity() < 1_000);
    }

    #[test]
    fn a_period_beyond_the_range_of_the_clock_does_not_overflow() {
        let mut window = Clocked::new(1, u64::MAX);
        assert_eq!(window.take(), Ok(()));
        window.advance(DAY);
        assert_eq!(window.take(), Err(Duration::from_secs(u64::MAX) - DAY));
    }
}
