use std::time::Duration;

use governor::clock::{Clock, Reference as _};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use super::RateLimit;

/// A limit that is kept to the letter: no span of its period, wherever it begins, sees more requests.
///
/// One bucket with room for all of them would let through nearly twice as many: the burst, and what is replenished
/// meanwhile. So each request of the limit is a slot of its own, free once per period. The slots are taken in turn,
/// so the next one is always the first that becomes free.
pub(super) struct Window<C: Clock> {
    slots: Slots<C>,
    size: u32,
    next: u32,
    /// When a slot is free, as known since it was last asked for in vain.
    free_from: C::Instant,
}

type Slots<C> = RateLimiter<u32, HashMapStateStore<u32>, C, NoOpMiddleware<<C as Clock>::Instant>>;

impl<C: Clock> Window<C> {
    /// `None` for a limit without a period, which limits nothing.
    pub(super) fn new(limit: RateLimit, clock: C) -> Option<Self> {
        let once_per_period = Quota::with_period(limit.period())?;
        let free_from = clock.now();
        let slots = RateLimiter::hashmap_with_clock(once_per_period, clock);
        Some(Self { slots, size: limit.requests().max(1), next: 0, free_from })
    }

    /// Takes a slot, or says how long all of them are taken.
    pub(super) fn take(&mut self) -> Result<(), Duration> {
        match self.slots.check_key(&self.next) {
            Ok(()) => {
                self.next = (self.next + 1) % self.size;
                Ok(())
            }
            Err(taken) => {
                self.free_from = taken.earliest_possible();
                Err(self.free_in())
            }
        }
    }

    /// How long those who ask in vain have been told to wait.
    pub(super) fn free_in(&self) -> Duration {
        self.free_from.duration_since(self.slots.clock().now()).into()
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    const DAY: Duration = Duration::from_secs(86_400);

    fn window(requests: u32, seconds: u64) -> (Window<FakeRelativeClock>, FakeRelativeClock) {
        let clock = FakeRelativeClock::default();
        (Window::new(RateLimit::new(requests, seconds), clock.clone()).unwrap(), clock)
    }

    #[test]
    fn the_requests_of_a_period_may_all_come_at_once_and_none_more_until_it_is_over() {
        let (mut window, clock) = window(300, 86_400);
        assert!((0..300).all(|_| window.take().is_ok()));
        assert_eq!(window.take(), Err(DAY));
        clock.advance(DAY - Duration::from_secs(1));
        assert_eq!(window.take(), Err(Duration::from_secs(1)));
        clock.advance(Duration::from_secs(1));
        assert!((0..300).all(|_| window.take().is_ok()));
        assert_eq!(window.take(), Err(DAY));
    }

    #[test]
    fn no_span_of_the_period_sees_more_requests_than_the_limit() {
        let (mut window, clock) = window(10, 60);
        let mut now = Duration::ZERO;
        let mut taken = Vec::new();
        // Steps that have no common measure with the period, and bursts between them.
        for step in 0..2_000 {
            for _ in 0..=step % 7 {
                if window.take().is_ok() {
                    taken.push(now);
                }
            }
            let pause = Duration::from_millis(137 * (step % 29));
            clock.advance(pause);
            now += pause;
        }
        assert!(taken.len() > 100, "{}", taken.len());
        for span in taken.windows(11) {
            assert!(span[10] - span[0] >= Duration::from_secs(60), "{span:?}");
        }
    }

    #[test]
    fn a_slot_is_free_again_when_the_first_request_is_a_period_old() {
        let (mut window, clock) = window(2, 10);
        assert_eq!(window.take(), Ok(()));
        clock.advance(Duration::from_secs(4));
        assert_eq!(window.take(), Ok(()));
        assert_eq!(window.take(), Err(Duration::from_secs(6)));
        clock.advance(Duration::from_secs(6));
        assert_eq!(window.take(), Ok(()));
        assert_eq!(window.take(), Err(Duration::from_secs(4)));
    }

    #[test]
    fn a_limit_without_a_period_limits_nothing() {
        assert!(Window::new(RateLimit::new(1, 0), FakeRelativeClock::default()).is_none());
    }
}
