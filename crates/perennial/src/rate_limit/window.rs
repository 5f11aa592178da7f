//! The exact sliding window of a rate limit: when requests may go. It has no clock: whoever asks says what time it is.

use std::collections::VecDeque;
use std::time::Duration;

use super::status::Usage;
use crate::service::RateLimit;

/// A moment, as the time since one that all moments of a window share.
pub(super) type Moment = Duration;

/// The rule of booking. If each request arrives at most the margin after its slot, then no span of the period, wherever
/// it begins, sees more of them arrive than the limit allows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule {
    pub(super) requests: u32,
    /// The period and the margin.
    pub(super) span: Duration,
}

impl Rule {
    /// For a limit of which a share is left to others.
    pub(super) fn new(limit: RateLimit, headroom: f64, margin: Duration) -> Self {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is not larger than the limit")]
        let requests = (f64::from(limit.requests()) * (1.0 - headroom)) as u32;
        Self {
            // A limit of zero counts as one: otherwise a wait would never end.
            requests: requests.max(1),
            // Without a period, nothing is limited.
            span: if limit.period().is_zero() { Duration::ZERO } else { limit.period().saturating_add(margin) },
        }
    }

    fn requests(self) -> usize {
        usize::try_from(self.requests).unwrap_or(usize::MAX)
    }

    /// The slot of a request, where `before` is that of the one which is as many places before it as the limit allows
    /// requests.
    pub(super) fn slot(self, now: Moment, before: Option<Moment>) -> Moment {
        before.map_or(now, |before| now.max(before.saturating_add(self.span)))
    }
}

/// A booking of a window: those that were made later are greater.
pub(super) type Ticket = u64;

/// The requests under one limit.
pub(super) struct Window {
    rule: Rule,
    /// The moments at which requests were sent, oldest first, while they count: never more of them than the limit
    /// allows.
    sent: VecDeque<Moment>,
    /// The bookings that are still to be used, in their order. Their slots follow from their places behind `sent`, so
    /// all of them move up when one is given back, and back when one is used late, with nothing to be changed here.
    booked: VecDeque<Ticket>,
    next: Ticket,
    paused_until: Moment,
}

impl Window {
    pub(super) fn new(rule: Rule) -> Self {
        Self { rule, sent: VecDeque::new(), booked: VecDeque::new(), next: 0, paused_until: Moment::ZERO }
    }

    /// Books the next slot. If that would be [too late](is_in_time), nothing is booked, and the slot returned.
    pub(super) fn book(&mut self, now: Moment, latest: Option<Moment>) -> Result<Ticket, Moment> {
        self.forget_until(now);
        let slot = self.slot_at(self.booked.len(), now);
        if !is_in_time(slot, now, latest) {
            return Err(slot);
        }
        let ticket = self.next;
        self.next += 1;
        self.booked.push_back(ticket);
        Ok(ticket)
    }

    /// Returns the moment at which a booking may be used. An overdue one may be used now.
    pub(super) fn slot(&self, ticket: Ticket, now: Moment) -> Moment {
        self.slot_at(self.place(ticket), now)
    }

    /// Uses a booking, whose slot has come. What counts is this moment, however late it is.
    pub(super) fn send(&mut self, ticket: Ticket, now: Moment) {
        self.give_back(ticket);
        self.sent.push_back(now);
    }

    /// Gives back a booking that was not used.
    pub(super) fn give_back(&mut self, ticket: Ticket) {
        let place = self.place(ticket);
        if self.booked.get(place) == Some(&ticket) {
            self.booked.remove(place);
        }
    }

    /// Gives back a booking that was used at `sent`, of which nothing was sent after all.
    pub(super) fn take_back(&mut self, sent: Moment) {
        // Requests of the same moment are alike, and one that is not found does not count any more.
        if let Ok(place) = self.sent.binary_search(&sent) {
            self.sent.remove(place);
        }
    }

    /// Lets no booking be used for this time. It never shortens a pause.
    pub(super) fn pause(&mut self, now: Moment, pause: Duration) {
        self.paused_until = self.paused_until.max(now.saturating_add(pause));
    }

    pub(super) fn usage(&mut self, now: Moment) -> Usage {
        self.forget_until(now);
        let paused_for = self.paused_until.checked_sub(now).filter(|pause| !pause.is_zero());
        let unsent = if paused_for.is_some() { 0 } else { self.rule.requests().saturating_sub(self.sent.len()) };
        let due = self.booked.len().min(unsent);
        let (used, free) = (self.sent.len() + due, unsent - due);
        // The wait of the request that comes after those that are free.
        let next_free =
            (used > 0 || paused_for.is_some()).then(|| self.slot_at(self.booked.len() + free, now).saturating_sub(now));
        Usage { used, free, waiting: self.booked.len() - due, next_free, paused_for }
    }

    /// `true` if it counts nothing now.
    pub(super) fn is_empty(&mut self, now: Moment) -> bool {
        self.forget_until(now);
        self.sent.is_empty() && self.booked.is_empty() && self.paused_until <= now
    }

    /// Returns the number of bookings before this one.
    fn place(&self, ticket: Ticket) -> usize {
        self.booked.partition_point(|other| *other < ticket)
    }

    /// The slot of the booking that has, or would get, this place.
    fn slot_at(&self, place: usize, now: Moment) -> Moment {
        let requests = self.rule.requests();
        let before = (self.sent.len() + place % requests).checked_sub(requests);
        let first = self.rule.slot(now.max(self.paused_until), before.and_then(|index| self.sent.get(index)).copied());
        // As many requests as the limit allows go at once, then as many after a span, and so on.
        let spans = u32::try_from(place / requests).unwrap_or(u32::MAX);
        first.saturating_add(self.rule.span.saturating_mul(spans))
    }

    /// Forgets the requests that were sent so long ago that they do not count any more.
    fn forget_until(&mut self, now: Moment) {
        while self.sent.front().is_some_and(|sent| sent.saturating_add(self.rule.span) <= now) {
            self.sent.pop_front();
        }
    }
}

/// `true` if a slot has come, or comes before the latest useful moment.
pub(super) fn is_in_time(slot: Moment, now: Moment, latest: Option<Moment>) -> bool {
    slot <= now || latest.is_none_or(|latest| slot < latest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const DAY: Duration = Duration::from_secs(86_400);

    /// A window, and a clock that a test moves by hand.
    struct Clocked {
        window: Window,
        now: Moment,
    }

    impl Clocked {
        fn new(requests: u32, seconds: u64) -> Self {
            Self::with_margin(requests, seconds, Duration::ZERO)
        }

        fn with_margin(requests: u32, seconds: u64, margin: Duration) -> Self {
            Self { window: Window::new(Rule::new(RateLimit::new(requests, seconds), 0.0, margin)), now: Duration::ZERO }
        }

        /// Sends a request if it may go now, or says how long until it may.
        fn take(&mut self) -> Result<(), Duration> {
            let ticket = self.window.book(self.now, Some(self.now)).map_err(|slot| slot - self.now)?;
            self.window.send(ticket, self.now);
            Ok(())
        }

        fn book(&mut self) -> Ticket {
            self.window.book(self.now, None).unwrap()
        }

        /// The slots of bookings, in seconds.
        fn slots(&self, tickets: &[Ticket]) -> Vec<u64> {
            tickets.iter().map(|ticket| self.window.slot(*ticket, self.now).as_secs()).collect()
        }

        /// Used, free, waiting, and how many seconds until one more comes free.
        fn usage(&mut self) -> (usize, usize, usize, Option<u64>) {
            let Usage { used, free, waiting, next_free, .. } = self.window.usage(self.now);
            (used, free, waiting, next_free.map(|time| time.as_secs()))
        }

        fn advance(&mut self, time: Duration) {
            self.now += time;
        }
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
        window.advance(4 * SECOND);
        assert_eq!(window.take(), Ok(()));
        assert_eq!(window.take(), Err(6 * SECOND));
        window.advance(6 * SECOND);
        assert_eq!(window.take(), Ok(()));
        assert_eq!(window.take(), Err(4 * SECOND));
    }

    #[test]
    fn each_booking_has_its_slot_at_once_however_far_in_the_future() {
        let mut window = Clocked::with_margin(2, 10, SECOND);
        assert_eq!(window.take(), Ok(()));
        window.advance(3 * SECOND);
        let booked: Vec<Ticket> = (0..6).map(|_| window.book()).collect();
        assert_eq!(window.slots(&booked), [3, 11, 14, 22, 25, 33]);
    }

    #[test]
    fn those_behind_a_booking_that_is_given_back_move_up() {
        let mut window = Clocked::new(2, 10);
        assert_eq!(window.take(), Ok(()));
        window.advance(3 * SECOND);
        let booked: Vec<Ticket> = (0..6).map(|_| window.book()).collect();
        assert_eq!(window.slots(&booked), [3, 10, 13, 20, 23, 30]);
        window.window.give_back(booked[1]);
        window.window.give_back(booked[3]);
        // Twice is like once.
        window.window.give_back(booked[3]);
        assert_eq!(window.slots(&[booked[0], booked[2], booked[4], booked[5]]), [3, 10, 13, 20]);
    }

    #[test]
    fn those_behind_a_booking_that_is_used_late_go_later() {
        let mut window = Clocked::new(1, 10);
        let booked: Vec<Ticket> = (0..3).map(|_| window.book()).collect();
        assert_eq!(window.slots(&booked), [0, 10, 20]);
        // It may go at any moment.
        window.advance(2 * SECOND);
        assert_eq!(window.slots(&booked), [2, 12, 22]);
        window.window.send(booked[0], window.now);
        window.advance(2 * SECOND);
        assert_eq!(window.slots(&booked[1..]), [12, 22]);
    }

    #[test]
    fn what_was_used_and_not_sent_can_be_used_again() {
        let mut window = Clocked::new(2, 10);
        assert_eq!(window.take(), Ok(()));
        window.advance(SECOND);
        assert_eq!(window.take(), Ok(()));
        assert_eq!(window.take(), Err(9 * SECOND));
        window.window.take_back(SECOND);
        assert_eq!(window.take(), Ok(()));
        // A request that does not count any more gives nothing back.
        window.advance(DAY);
        assert_eq!(window.usage(), (0, 2, 0, None));
        window.window.take_back(SECOND);
        assert_eq!(window.usage(), (0, 2, 0, None));
    }

    #[test]
    fn a_slot_that_comes_too_late_is_not_booked() {
        let mut window = Clocked::new(1, 10);
        assert_eq!(window.take(), Ok(()));
        for latest in [0, 5, 10] {
            assert_eq!(window.window.book(window.now, Some(latest * SECOND)), Err(10 * SECOND));
        }
        let booked = window.window.book(window.now, Some(11 * SECOND)).unwrap();
        assert_eq!(window.slots(&[booked]), [10]);
        // Now is never too late.
        assert!(Clocked::new(1, 10).window.book(SECOND, Some(Duration::ZERO)).is_ok());
    }

    #[test]
    fn the_counts_are_of_what_was_sent_and_of_who_is_next_and_waits() {
        let mut window = Clocked::new(3, 10);
        assert_eq!(window.usage(), (0, 3, 0, None));
        assert_eq!(window.take(), Ok(()));
        window.advance(4 * SECOND);
        assert_eq!(window.usage(), (1, 2, 0, Some(6)));
        let booked: Vec<Ticket> = (0..2).map(|_| window.book()).collect();
        assert_eq!(window.usage(), (3, 0, 0, Some(6)));
        window.book();
        assert_eq!(window.usage(), (3, 0, 1, Some(10)));
        booked.iter().for_each(|ticket| window.window.send(*ticket, window.now));
        assert_eq!(window.usage(), (3, 0, 1, Some(10)));
        window.advance(6 * SECOND);
        assert_eq!(window.usage(), (3, 0, 0, Some(4)));
        window.advance(4 * SECOND);
        assert_eq!(window.usage(), (1, 2, 0, Some(10)));
    }

    #[test]
    fn a_limit_without_a_period_limits_nothing() {
        let mut window = Clocked::with_margin(1, 0, SECOND);
        assert!((0..1_000).all(|_| window.take().is_ok()));
    }

    #[test]
    fn memory_is_used_only_for_the_requests_of_the_last_period() {
        let mut window = Clocked::new(u32::MAX, 60);
        for _ in 0..100_000 {
            assert_eq!(window.take(), Ok(()));
            window.advance(SECOND);
        }
        let Window { sent, booked, .. } = &window.window;
        assert!(sent.len() <= 60 && sent.capacity() < 1_000 && booked.capacity() < 1_000);
    }

    #[test]
    fn a_period_beyond_the_range_of_the_clock_does_not_overflow() {
        let mut window = Clocked::with_margin(1, u64::MAX, Duration::MAX);
        assert_eq!(window.take(), Ok(()));
        window.advance(DAY);
        assert_eq!(window.take(), Err(Duration::MAX - DAY));
        let booked: Vec<Ticket> = (0..3).map(|_| window.book()).collect();
        assert_eq!(window.slots(&booked), [u64::MAX; 3]);
    }
}
