//! The exact sliding window of a rate limit, which decides when requests may be sent. It does not read a clock: callers
//! pass the current time.

use std::collections::VecDeque;
use std::time::Duration;

use super::status::Usage;
use crate::service::RateLimit;

/// A point in time, as the duration since a start that all times of a window have in common.
pub(super) type Moment = Duration;

/// The rule by which permits become due.
///
/// It guarantees that in any period, the service receives no more requests than the limit allows, provided that no
/// request takes longer to arrive than the margin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule {
    pub(super) requests: u32,
    /// The time for which each request counts: the period plus the margin.
    pub(super) span: Duration,
}

impl Rule {
    /// Creates the rule for `limit`, reduced by the fraction `headroom`, which is left for other clients.
    pub(super) fn new(limit: RateLimit, headroom: f64, margin: Duration) -> Self {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the product is at least 0 and at most the limit, which is a `u32`"
        )]
        let requests = (f64::from(limit.requests()) * (1.0 - headroom)) as u32;
        Self {
            // A limit of zero counts as one, because calls would otherwise wait forever.
            requests: requests.max(1),
            // A limit without a period limits nothing.
            span: if limit.period().is_zero() { Duration::ZERO } else { limit.period().saturating_add(margin) },
        }
    }

    fn requests(self) -> usize {
        usize::try_from(self.requests).unwrap_or(usize::MAX)
    }

    /// Returns the earliest time at which a request may be sent. If the limit is N requests, `before` is the time of
    /// the N-th request before this request, or `None` if there were fewer requests.
    pub(super) fn due_at(self, now: Moment, before: Option<Moment>) -> Moment {
        before.map_or(now, |before| now.max(before.saturating_add(self.span)))
    }
}

/// Identifies a permit in a window. Permits that were reserved later have greater numbers.
pub(super) type Ticket = u64;

pub(super) struct SlidingWindow {
    rule: Rule,
    /// The times at which requests were sent, oldest first. Requests that no longer count are removed, so there are
    /// never more times than the limit allows.
    sent: VecDeque<Moment>,
    /// The permits that have not been used, in the order in which they were reserved.
    ///
    /// The time at which a permit is due is not stored. It is calculated from the position of the permit and the times
    /// in `sent`, so it changes by itself if an earlier permit is released or used late.
    reserved: VecDeque<Ticket>,
    next: Ticket,
    paused_until: Moment,
}

impl SlidingWindow {
    pub(super) fn new(rule: Rule) -> Self {
        Self { rule, sent: VecDeque::new(), reserved: VecDeque::new(), next: 0, paused_until: Moment::ZERO }
    }

    /// Reserves the next permit. If the permit would be due [too late](is_in_time), reserves nothing, and fails with
    /// the time at which it would be due.
    pub(super) fn reserve(&mut self, now: Moment, latest: Option<Moment>) -> Result<Ticket, Moment> {
        self.forget_until(now);
        let due = self.due_at_position(self.reserved.len(), now);
        if !is_in_time(due, now, latest) {
            return Err(due);
        }
        let ticket = self.next;
        self.next += 1;
        self.reserved.push_back(ticket);
        Ok(ticket)
    }

    /// Returns the time at which a permit is due, or `now` if the permit is overdue.
    pub(super) fn due_at(&self, ticket: Ticket, now: Moment) -> Moment {
        self.due_at_position(self.position(ticket), now)
    }

    /// Marks a permit that is due as used. Its request counts from `now` on, even if the permit is overdue.
    pub(super) fn mark_sent(&mut self, ticket: Ticket, now: Moment) {
        self.release(ticket);
        self.sent.push_back(now);
    }

    /// Releases a permit whose request was never sent.
    pub(super) fn release(&mut self, ticket: Ticket) {
        let position = self.position(ticket);
        if self.reserved.get(position) == Some(&ticket) {
            self.reserved.remove(position);
        }
    }

    /// Stops counting a request that was marked as sent at the time `sent`, because no part of it was sent.
    pub(super) fn release_sent(&mut self, sent: Moment) {
        // If several requests have the same time, any of them may be removed. If none has it, the request no longer
        // counts.
        if let Ok(position) = self.sent.binary_search(&sent) {
            self.sent.remove(position);
        }
    }

    /// Delays all permits until this time has passed. An earlier pause that ends later is kept.
    pub(super) fn pause(&mut self, now: Moment, pause: Duration) {
        self.paused_until = self.paused_until.max(now.saturating_add(pause));
    }

    pub(super) fn usage(&mut self, now: Moment) -> Usage {
        self.forget_until(now);
        let paused_for = self.paused_until.checked_sub(now).filter(|pause| !pause.is_zero());
        let unsent = if paused_for.is_some() { 0 } else { self.rule.requests().saturating_sub(self.sent.len()) };
        let due = self.reserved.len().min(unsent);
        let (used, free) = (self.sent.len() + due, unsent - due);
        // The time at which a request could be sent if all waiting requests and `free` further ones were sent first.
        let next_free = (used > 0 || paused_for.is_some())
            .then(|| self.due_at_position(self.reserved.len() + free, now).saturating_sub(now));
        Usage { used, free, waiting: self.reserved.len() - due, next_free, paused_for }
    }

    /// Returns `false` if a request, permit or pause affects the limit now.
    pub(super) fn is_empty(&mut self, now: Moment) -> bool {
        self.forget_until(now);
        self.sent.is_empty() && self.reserved.is_empty() && self.paused_until <= now
    }

    fn position(&self, ticket: Ticket) -> usize {
        self.reserved.partition_point(|other| *other < ticket)
    }

    /// Returns the time at which the permit at this position in `reserved` is due. The position after the last one
    /// stands for the next permit.
    fn due_at_position(&self, position: usize, now: Moment) -> Moment {
        let requests = self.rule.requests();
        let before = (self.sent.len() + position % requests).checked_sub(requests);
        let first =
            self.rule.due_at(now.max(self.paused_until), before.and_then(|index| self.sent.get(index)).copied());
        // Permits become due in groups as large as the limit, one span after another.
        let spans = u32::try_from(position / requests).unwrap_or(u32::MAX);
        first.saturating_add(self.rule.span.saturating_mul(spans))
    }

    fn forget_until(&mut self, now: Moment) {
        while self.sent.front().is_some_and(|sent| sent.saturating_add(self.rule.span) <= now) {
            self.sent.pop_front();
        }
    }
}

/// Returns whether a permit that is due at `due` is early enough: it is due now, or before `latest`.
pub(super) fn is_in_time(due: Moment, now: Moment, latest: Option<Moment>) -> bool {
    due <= now || latest.is_none_or(|latest| due < latest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const DAY: Duration = Duration::from_secs(86_400);

    struct ClockedWindow {
        window: SlidingWindow,
        now: Moment,
    }

    impl ClockedWindow {
        fn new(requests: u32, seconds: u64) -> Self {
            Self::with_margin(requests, seconds, Duration::ZERO)
        }

        fn with_margin(requests: u32, seconds: u64, margin: Duration) -> Self {
            Self {
                window: SlidingWindow::new(Rule::new(RateLimit::new(requests, seconds), 0.0, margin)),
                now: Duration::ZERO,
            }
        }

        /// Sends a request if the limit allows one now, or returns the time until it does.
        fn send_now(&mut self) -> Result<(), Duration> {
            let ticket = self.window.reserve(self.now, Some(self.now)).map_err(|due| due - self.now)?;
            self.window.mark_sent(ticket, self.now);
            Ok(())
        }

        fn reserve(&mut self) -> Ticket {
            self.window.reserve(self.now, None).unwrap()
        }

        fn due_seconds(&self, tickets: &[Ticket]) -> Vec<u64> {
            tickets.iter().map(|ticket| self.window.due_at(*ticket, self.now).as_secs()).collect()
        }

        /// Returns the number of used, free and waiting requests, and the seconds until another request is free.
        fn usage(&mut self) -> (usize, usize, usize, Option<u64>) {
            let Usage { used, free, waiting, next_free, .. } = self.window.usage(self.now);
            (used, free, waiting, next_free.map(|time| time.as_secs()))
        }

        fn advance(&mut self, time: Duration) {
            self.now += time;
        }
    }

    #[test]
    fn no_period_contains_more_requests_than_the_limit() {
        let mut window = ClockedWindow::new(10, 60);
        let mut sent = Vec::new();
        // The period is not a multiple of the step, and in some steps, several requests are sent at once.
        for step in 0..2_000 {
            for _ in 0..=step % 7 {
                if window.send_now().is_ok() {
                    sent.push(window.now);
                }
            }
            window.advance(Duration::from_millis(137 * (step % 29)));
        }
        assert!(sent.len() > 100, "{}", sent.len());
        for span in sent.windows(11) {
            assert!(span[10] - span[0] >= Duration::from_secs(60), "{span:?}");
        }
    }

    #[test]
    fn allows_another_request_one_period_after_the_oldest_request() {
        let mut window = ClockedWindow::new(2, 10);
        assert_eq!(window.send_now(), Ok(()));
        window.advance(4 * SECOND);
        assert_eq!(window.send_now(), Ok(()));
        assert_eq!(window.send_now(), Err(6 * SECOND));
        window.advance(6 * SECOND);
        assert_eq!(window.send_now(), Ok(()));
        assert_eq!(window.send_now(), Err(4 * SECOND));
    }

    #[test]
    fn due_time_of_a_permit_is_known_at_once_even_if_far_in_the_future() {
        let mut window = ClockedWindow::with_margin(2, 10, SECOND);
        assert_eq!(window.send_now(), Ok(()));
        window.advance(3 * SECOND);
        let reserved: Vec<Ticket> = (0..6).map(|_| window.reserve()).collect();
        assert_eq!(window.due_seconds(&reserved), [3, 11, 14, 22, 25, 33]);
    }

    #[test]
    fn permits_behind_a_released_permit_are_due_earlier() {
        let mut window = ClockedWindow::new(2, 10);
        assert_eq!(window.send_now(), Ok(()));
        window.advance(3 * SECOND);
        let reserved: Vec<Ticket> = (0..6).map(|_| window.reserve()).collect();
        assert_eq!(window.due_seconds(&reserved), [3, 10, 13, 20, 23, 30]);
        window.window.release(reserved[1]);
        window.window.release(reserved[3]);
        // Releasing a permit twice has no further effect.
        window.window.release(reserved[3]);
        assert_eq!(window.due_seconds(&[reserved[0], reserved[2], reserved[4], reserved[5]]), [3, 10, 13, 20]);
    }

    #[test]
    fn permits_behind_a_permit_that_is_used_late_are_due_later() {
        let mut window = ClockedWindow::new(1, 10);
        let reserved: Vec<Ticket> = (0..3).map(|_| window.reserve()).collect();
        assert_eq!(window.due_seconds(&reserved), [0, 10, 20]);
        // The first permit is overdue and can be used at any time. The longer it is not used, the later the permits
        // behind it become due.
        window.advance(2 * SECOND);
        assert_eq!(window.due_seconds(&reserved), [2, 12, 22]);
        window.window.mark_sent(reserved[0], window.now);
        window.advance(2 * SECOND);
        assert_eq!(window.due_seconds(&reserved[1..]), [12, 22]);
    }

    #[test]
    fn permit_is_free_again_if_nothing_of_its_request_was_sent() {
        let mut window = ClockedWindow::new(2, 10);
        assert_eq!(window.send_now(), Ok(()));
        window.advance(SECOND);
        assert_eq!(window.send_now(), Ok(()));
        assert_eq!(window.send_now(), Err(9 * SECOND));
        window.window.release_sent(SECOND);
        assert_eq!(window.send_now(), Ok(()));
        // Releasing a request that no longer counts has no effect.
        window.advance(DAY);
        assert_eq!(window.usage(), (0, 2, 0, None));
        window.window.release_sent(SECOND);
        assert_eq!(window.usage(), (0, 2, 0, None));
    }

    #[test]
    fn reserves_no_permit_that_would_be_due_too_late() {
        let mut window = ClockedWindow::new(1, 10);
        assert_eq!(window.send_now(), Ok(()));
        for latest in [0, 5, 10] {
            assert_eq!(window.window.reserve(window.now, Some(latest * SECOND)), Err(10 * SECOND));
        }
        let reserved = window.window.reserve(window.now, Some(11 * SECOND)).unwrap();
        assert_eq!(window.due_seconds(&[reserved]), [10]);
        // A permit that is due now is never too late.
        assert!(ClockedWindow::new(1, 10).window.reserve(SECOND, Some(Duration::ZERO)).is_ok());
    }

    #[test]
    fn rate_limit_usage_counts_sent_due_and_waiting_requests() {
        let mut window = ClockedWindow::new(3, 10);
        assert_eq!(window.usage(), (0, 3, 0, None));
        assert_eq!(window.send_now(), Ok(()));
        window.advance(4 * SECOND);
        assert_eq!(window.usage(), (1, 2, 0, Some(6)));
        let reserved: Vec<Ticket> = (0..2).map(|_| window.reserve()).collect();
        assert_eq!(window.usage(), (3, 0, 0, Some(6)));
        window.reserve();
        assert_eq!(window.usage(), (3, 0, 1, Some(10)));
        reserved.iter().for_each(|ticket| window.window.mark_sent(*ticket, window.now));
        assert_eq!(window.usage(), (3, 0, 1, Some(10)));
        window.advance(6 * SECOND);
        assert_eq!(window.usage(), (3, 0, 0, Some(4)));
        window.advance(4 * SECOND);
        assert_eq!(window.usage(), (1, 2, 0, Some(10)));
    }

    #[test]
    fn rate_limit_with_a_period_of_zero_limits_nothing() {
        let mut window = ClockedWindow::with_margin(1, 0, SECOND);
        assert!((0..1_000).all(|_| window.send_now().is_ok()));
    }

    #[test]
    fn rate_limiter_remembers_only_requests_of_the_last_period() {
        let mut window = ClockedWindow::new(u32::MAX, 60);
        for _ in 0..100_000 {
            assert_eq!(window.send_now(), Ok(()));
            window.advance(SECOND);
        }
        let SlidingWindow { sent, reserved, .. } = &window.window;
        assert!(sent.len() <= 60 && sent.capacity() < 1_000 && reserved.capacity() < 1_000);
    }

    #[test]
    fn rate_limit_period_of_u64_max_does_not_overflow() {
        let mut window = ClockedWindow::with_margin(1, u64::MAX, Duration::MAX);
        assert_eq!(window.send_now(), Ok(()));
        window.advance(DAY);
        assert_eq!(window.send_now(), Err(Duration::MAX - DAY));
        let reserved: Vec<Ticket> = (0..3).map(|_| window.reserve()).collect();
        assert_eq!(window.due_seconds(&reserved), [u64::MAX; 3]);
    }
}
