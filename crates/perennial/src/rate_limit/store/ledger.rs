use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::update::{Answer, Book, Booked, BookingId, Entry, Epoch, Slot, Update, Window, micros};
use crate::rate_limit::Usage;

/// All bookings of an account, and the rule that determines the time of the next booking. A booking is the record of
/// one request, and reserves the time at which the request may be sent.
///
/// A ledger does not read a clock: the caller passes the current time.
///
/// In a window of N requests, the time of a booking is
/// `max(now, end of the pause, time of the N-th last booking + span)`. If a booking is made in several windows, its
/// time is the latest of the times in these windows. Therefore, no span ever contains more than N bookings, in whatever
/// order bookings are made and removed.
///
/// `Default` creates an empty ledger with a new [`Epoch`].
///
/// ```
/// # use std::time::Duration;
/// # use perennial::rate_limit::{Book, Booked, BookingId, Ledger, Update, Window};
/// // The limit is one request in 60 s.
/// let mut update = Update::default();
/// update.windows = vec![Window::new("*", 1, Duration::from_secs(60))];
///
/// let mut ledger = Ledger::default();
/// let now = Duration::from_secs(1_000);
/// update.book = Some(Book::new(BookingId::unique(), None));
/// assert_eq!(ledger.update(now, &update).booked, Some(Booked::In(Duration::ZERO)));
///
/// // The next request has to wait until the first one no longer counts.
/// update.book = Some(Book::new(BookingId::unique(), None));
/// assert_eq!(ledger.update(now, &update).booked, Some(Booked::In(Duration::from_secs(60))));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    epoch: Epoch,
    windows: BTreeMap<String, WindowLog>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self { epoch: Epoch::unique(), windows: BTreeMap::new() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct WindowLog {
    paused_until: Micros,
    /// The time at which the log expires: no booking in it counts any more, and the pause has ended.
    ends: Micros,
    /// The times and ids of the bookings, ordered by time.
    slots: Vec<(Micros, BookingId)>,
}

/// A point in time, in microseconds since the start of the store's clock.
type Micros = u64;

impl Ledger {
    /// Applies an update to the bookings, and returns the answer for the client.
    ///
    /// `now` is the time since a fixed point, such as `UNIX_EPOCH`. All users of the ledger must use the same fixed
    /// point. The time is rounded up to microseconds.
    pub fn update(&mut self, now: Duration, update: &Update) -> Answer {
        let now = micros(now);
        for window in &update.windows {
            let log = self.windows.entry(window.name.to_owned()).or_default();
            log.forget_expired(now, window);
            update.give_back.iter().for_each(|id| log.remove(*id));
            update.enter.iter().for_each(|entry| log.enter_if_missing(now, entry));
            log.forget_expired(now, window);
            if let Some(pause) = update.pause {
                log.paused_until = log.paused_until.max(now.saturating_add(micros(pause)));
            }
        }
        let booked = update.book.map(|book| self.book(now, &update.windows, book));
        let windows = update.windows.iter().map(|window| self.log_of(window).finish_update(now, window)).collect();
        self.windows.retain(|_, log| log.ends > now);
        Answer { epoch: self.epoch, booked, windows }
    }

    /// Returns `false` if a booking or pause in the ledger still counts.
    #[cfg(all(feature = "rate-limit-file", not(target_family = "wasm")))]
    pub(super) fn is_expired(&self, now: Duration) -> bool {
        let now = micros(now);
        self.windows.values().all(|log| log.ends <= now || (log.slots.is_empty() && log.paused_until <= now))
    }

    /// Returns whether the ledger is plausible: its bookings are in order, and no booking or pause ends after `latest`.
    /// If not, somebody has changed its file, or the clock was wrong.
    #[cfg(all(feature = "rate-limit-file", not(target_family = "wasm")))]
    pub(super) fn is_sound(&self, latest: Duration) -> bool {
        let latest = micros(latest);
        self.windows.values().all(|log| {
            let last = log.slots.last().map_or(0, |(slot, _)| *slot);
            log.slots.is_sorted_by_key(|(slot, _)| *slot) && last.max(log.paused_until) <= latest
        })
    }

    fn book(&mut self, now: Micros, windows: &[Window], book: Book) -> Booked {
        let mut slot = now;
        for window in windows {
            let log = self.log_of(window);
            log.remove(book.id);
            slot = slot.max(log.next_moment(now, window));
        }
        let wait = Duration::from_micros(slot - now);
        if !wait.is_zero() && book.within.is_some_and(|within| wait >= within) {
            return Booked::TooLate(wait);
        }
        windows.iter().for_each(|window| self.log_of(window).insert(slot, book.id));
        Booked::In(wait)
    }

    fn log_of(&mut self, window: &Window) -> &mut WindowLog {
        self.windows.entry(window.name.to_owned()).or_default()
    }
}

impl WindowLog {
    fn next_moment(&self, now: Micros, window: &Window) -> Micros {
        let before =
            self.slots.len().checked_sub(allowed_requests(window)).and_then(|position| self.slots.get(position));
        let slot = before.map_or(0, |(slot, _)| slot.saturating_add(micros(window.span)));
        slot.max(now).max(self.paused_until)
    }

    fn enter_if_missing(&mut self, now: Micros, entry: &Entry) {
        if self.slots.iter().all(|(_, id)| *id != entry.id) {
            let slot = match entry.slot {
                Slot::Ago(time) => now.saturating_sub(micros(time)),
                Slot::In(time) => now.saturating_add(micros(time)),
            };
            self.insert(slot, entry.id);
        }
    }

    fn insert(&mut self, slot: Micros, id: BookingId) {
        let position = self.slots.partition_point(|(other, _)| *other <= slot);
        self.slots.insert(position, (slot, id));
    }

    fn remove(&mut self, id: BookingId) {
        // The search starts at the end, because the booking is usually among the last.
        if let Some(position) = self.slots.iter().rposition(|(_, other)| *other == id) {
            self.slots.remove(position);
        }
    }

    fn forget_expired(&mut self, now: Micros, window: &Window) {
        let count = self.slots.partition_point(|(slot, _)| slot.saturating_add(micros(window.span)) <= now);
        self.slots.drain(..count);
    }

    /// Completes an update of the log: records when the log expires, and returns its usage.
    fn finish_update(&mut self, now: Micros, window: &Window) -> Usage {
        let end = |(slot, _): &(Micros, BookingId)| slot.saturating_add(micros(window.span));
        self.ends = self.ends.max(self.slots.last().map_or(0, end)).max(self.paused_until);
        let all = self.slots.len();
        let waiting = all - self.slots.partition_point(|(slot, _)| *slot <= now);
        let from_now = |moment: Micros| Duration::from_micros(moment.saturating_sub(now));
        let leaving = self.slots.get(all.saturating_sub(allowed_requests(window))).map(end).map(from_now);
        Usage::from_log(window.requests, all, waiting, leaving, from_now(self.paused_until))
    }
}

fn allowed_requests(window: &Window) -> usize {
    usize::try_from(window.requests.max(1)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    impl Ledger {
        /// Removes all bookings without changing the epoch, so that clients do not notice the loss.
        pub(crate) fn forget_all(&mut self) {
            self.windows.clear();
        }
    }

    const SECOND: Duration = Duration::from_secs(1);

    struct ClockedLedger {
        ledger: Ledger,
        now: Duration,
        windows: Vec<Window>,
    }

    impl ClockedLedger {
        fn new(requests: u32, seconds: u32) -> Self {
            let windows = vec![Window::new("*", requests, seconds * SECOND)];
            // The clock does not start at zero, so that earlier times can be represented.
            Self { ledger: Ledger::default(), now: 1_000_000 * SECOND, windows }
        }

        fn update(&mut self, update: Update) -> Answer {
            self.ledger.update(self.now, &Update { windows: self.windows.clone(), ..update })
        }

        fn book_within(&mut self, id: u64, within: Option<Duration>) -> Booked {
            self.update(Update { book: Some(Book::new(id.into(), within)), ..Update::default() }).booked.unwrap()
        }

        /// Makes a booking, and returns the seconds until the booked time.
        fn book(&mut self, id: u64) -> u64 {
            match self.book_within(id, None) {
                Booked::In(wait) => wait.as_secs(),
                Booked::TooLate(_) => unreachable!("without a limit to the wait"),
            }
        }

        fn give_back(&mut self, ids: &[u64]) {
            self.update(Update { give_back: ids.iter().map(|id| (*id).into()).collect(), ..Update::default() });
        }

        fn usage(&mut self) -> Usage {
            self.update(Update::default()).windows[0]
        }
    }

    #[test]
    fn booking_is_made_at_once_even_if_its_time_is_far_in_the_future() {
        let mut ledger = ClockedLedger::new(2, 10);
        assert_eq!(ledger.book(0), 0);
        ledger.now += 3 * SECOND;
        assert_eq!([1, 2, 3, 4, 5].map(|id| ledger.book(id)), [0, 7, 10, 17, 20]);
    }

    #[test]
    fn next_booking_gets_the_time_of_a_booking_that_was_given_back() {
        let mut ledger = ClockedLedger::new(2, 10);
        assert_eq!([0, 1, 2, 3].map(|id| ledger.book(id)), [0, 0, 10, 10]);
        ledger.give_back(&[3, 3, 99]);
        assert_eq!(ledger.book(4), 10);
        ledger.give_back(&[1]);
        assert_eq!([5, 6].map(|id| ledger.book(id)), [20, 20]);
    }

    #[test]
    fn booking_replaces_an_earlier_booking_with_the_same_id() {
        let mut ledger = ClockedLedger::new(1, 10);
        assert_eq!(ledger.book(0), 0);
        ledger.now += 2 * SECOND;
        assert_eq!([ledger.book(0), ledger.book(1)], [0, 10]);
        // The old booking is removed even though the new one is refused as too late.
        ledger.now += SECOND;
        assert_eq!(ledger.book_within(1, Some(SECOND)), Booked::TooLate(9 * SECOND));
        assert_eq!(ledger.book(2), 9);
    }

    #[test]
    fn books_nothing_if_the_wait_would_exceed_the_maximum() {
        let mut ledger = ClockedLedger::new(1, 10);
        assert_eq!(ledger.book_within(0, Some(Duration::ZERO)), Booked::In(Duration::ZERO));
        for within in [0, 5, 10] {
            assert_eq!(ledger.book_within(1, Some(within * SECOND)), Booked::TooLate(10 * SECOND));
        }
        assert_eq!(ledger.book_within(1, Some(11 * SECOND)), Booked::In(10 * SECOND));
        assert_eq!(ledger.usage().waiting, 1);
    }

    #[test]
    fn later_shorter_pause_does_not_shorten_the_pause_of_a_ledger() {
        let mut ledger = ClockedLedger::new(2, 10);
        for pause in [30, 20] {
            ledger.update(Update { pause: Some(pause * SECOND), ..Update::default() });
        }
        assert_eq!([0, 1, 2].map(|id| ledger.book(id)), [30, 30, 40]);
        let usage = ledger.usage();
        assert_eq!((usage.used, usage.free, usage.waiting, usage.paused_for), (0, 0, 3, Some(30 * SECOND)));
        ledger.now += 30 * SECOND;
        assert_eq!((ledger.usage().used, ledger.usage().paused_for), (2, None));
    }

    #[test]
    fn requests_are_free_again_after_a_pause_if_the_limit_is_not_reached() {
        let mut ledger = ClockedLedger::new(2, 60);
        assert_eq!(ledger.book(0), 0);
        ledger.update(Update { pause: Some(5 * SECOND), ..Update::default() });
        assert_eq!((ledger.usage().free, ledger.usage().next_free), (0, Some(5 * SECOND)));
        assert_eq!(ledger.book(1), 5);
        assert_eq!(ledger.usage().next_free, Some(60 * SECOND));
    }

    #[test]
    fn booking_under_several_limits_waits_until_all_limits_allow_it() {
        let mut ledger = ClockedLedger::new(1, 10);
        assert_eq!(ledger.book(0), 0);
        ledger.windows.push(Window::new("own", 2, 60 * SECOND));
        assert_eq!([1, 2, 3].map(|id| ledger.book(id)), [10, 20, 70]);
        ledger.windows.remove(0);
        // The booking counts in both windows, although it was made in only one of them.
        assert_eq!(ledger.book(4), 80);
    }

    #[test]
    fn restoring_a_missing_booking_twice_counts_it_once() {
        let mut ledger = ClockedLedger::new(2, 10);
        assert_eq!(ledger.book(0), 0);
        let entries = [(0, Slot::In(50 * SECOND)), (1, Slot::Ago(4 * SECOND)), (2, Slot::Ago(11 * SECOND))];
        let enter: Vec<Entry> = entries.map(|(id, slot)| Entry::new(id.into(), slot)).into();
        for _ in 0..2 {
            ledger.update(Update { enter: enter.clone(), ..Update::default() });
            assert_eq!((ledger.usage().used, ledger.usage().next_free), (2, Some(6 * SECOND)));
        }
        assert_eq!(ledger.book(3), 6);
    }

    #[test]
    fn ledger_drops_expired_bookings() {
        let mut ledger = ClockedLedger::new(100, 10);
        for id in 0..1_000 {
            ledger.windows = vec![Window::new(["a", "b", "c"][id % 3], 100, 10 * SECOND)];
            ledger.book(id as u64);
            ledger.now += SECOND;
        }
        assert!(ledger.ledger.windows.values().all(|log| log.slots.len() <= 10));
        ledger.now += 10 * SECOND;
        ledger.windows = vec![Window::new("d", 100, 10 * SECOND)];
        ledger.usage();
        assert!(ledger.ledger.windows.is_empty());
    }

    #[test]
    fn ledger_survives_a_serialization_round_trip() {
        let mut ledger = ClockedLedger::new(2, 10);
        assert_eq!([0, u64::MAX, 2].map(|id| ledger.book(id)), [0, 0, 10]);
        let read: Ledger = serde_json::from_str(&serde_json::to_string(&ledger.ledger).unwrap()).unwrap();
        assert_eq!(read, ledger.ledger);
    }

    #[test]
    fn extreme_periods_and_pauses_do_not_overflow_in_the_ledger() {
        let mut ledger = ClockedLedger::new(1, 0);
        ledger.windows[0].span = Duration::MAX;
        ledger.now = Duration::MAX;
        ledger.update(Update { pause: Some(Duration::MAX), ..Update::default() });
        for id in 0..10_000 {
            ledger.book(id);
        }
    }

    /// A random event. Events about existing bookings only affect bookings in the future.
    #[derive(Debug, Clone)]
    enum LedgerEvent {
        Book(Option<u16>),
        BookAgain(prop::sample::Index),
        GiveBack(prop::sample::Index),
        Pause(u16),
        Later(u16),
    }

    fn events() -> impl Strategy<Value = Vec<LedgerEvent>> {
        let event = prop_oneof![
            6 => prop::option::of(0..3_000_u16).prop_map(LedgerEvent::Book),
            1 => any::<prop::sample::Index>().prop_map(LedgerEvent::BookAgain),
            2 => any::<prop::sample::Index>().prop_map(LedgerEvent::GiveBack),
            1 => (0..500_u16).prop_map(LedgerEvent::Pause),
            3 => (0..1_500_u16).prop_map(LedgerEvent::Later),
        ];
        prop::collection::vec(event, 0..200)
    }

    fn millis(count: u16) -> Duration {
        Duration::from_millis(count.into())
    }

    proptest! {
        #[test]
        fn no_period_contains_more_bookings_than_the_limit(requests in 1..6_u32, events in events()) {
            let mut ledger = ClockedLedger::new(requests, 1);
            let mut used = Vec::new();
            let mut ahead: Vec<(u64, Duration)> = Vec::new();
            let mut ids = 0..;
            for event in events {
                let mut chosen = |index: prop::sample::Index| {
                    (!ahead.is_empty()).then(|| ahead.remove(index.index(ahead.len())).0)
                };
                let booking = match event {
                    LedgerEvent::Book(within) => Some((ids.next().unwrap(), within.map(millis))),
                    LedgerEvent::BookAgain(index) => chosen(index).map(|id| (id, None)),
                    LedgerEvent::GiveBack(index) => {
                        ledger.give_back(&chosen(index).into_iter().collect::<Vec<_>>());
                        None
                    }
                    LedgerEvent::Pause(time) => {
                        ledger.update(Update { pause: Some(millis(time)), ..Update::default() });
                        None
                    }
                    LedgerEvent::Later(time) => {
                        ledger.now += millis(time);
                        used.extend(ahead.extract_if(.., |(_, slot)| *slot < ledger.now).map(|(_, slot)| slot));
                        None
                    }
                };
                if let Some((id, within)) = booking
                    && let Booked::In(wait) = ledger.book_within(id, within)
                {
                    prop_assert!(wait.is_zero() || within.is_none_or(|within| wait < within));
                    ahead.push((id, ledger.now + wait));
                }
            }
            used.extend(ahead.into_iter().map(|(_, slot)| slot));
            used.sort();
            for span in used.windows(requests as usize + 1) {
                prop_assert!(*span.last().unwrap() - span[0] >= SECOND, "{span:?}");
            }
        }
    }
}
