use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::update::{Answer, Book, Booked, BookingId, Entry, Epoch, Slot, Update, Window, micros};
use crate::rate_limit::Usage;

/// A store's knowledge of an account, and the rule of booking, without a clock.
///
/// The slot of a booking is `max(now, end of the pause, the N-th last slot + span)` for a window of N requests, and the
/// latest of these if it is about several windows. So no span has more than N slots, in whatever order bookings are made
/// and given back.
///
/// `Default` makes one that knows nothing, of a new [`Epoch`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    epoch: Epoch,
    windows: BTreeMap<String, Log>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self { epoch: Epoch::unique(), windows: BTreeMap::new() }
    }
}

/// The slots of a window.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Log {
    paused_until: Micros,
    /// The moment from which nothing of it counts any more.
    ends: Micros,
    /// In their order.
    slots: Vec<(Micros, BookingId)>,
}

/// A moment: microseconds since the beginning of the store's clock.
type Micros = u64;

impl Ledger {
    /// Does what `update` asks. `now` is the time since a moment that all users of the ledger share, for example
    /// `UNIX_EPOCH`; it counts in microseconds.
    pub fn update(&mut self, now: Duration, update: &Update) -> Answer {
        let now = micros(now);
        for window in &update.windows {
            let log = self.windows.entry(window.name.to_owned()).or_default();
            log.forget(now, window);
            update.give_back.iter().for_each(|id| log.remove(*id));
            update.enter.iter().for_each(|entry| log.enter(now, entry));
            log.forget(now, window);
            if let Some(pause) = update.pause {
                log.paused_until = log.paused_until.max(now.saturating_add(micros(pause)));
            }
        }
        let booked = update.book.map(|book| self.book(now, &update.windows, book));
        let windows = update.windows.iter().map(|window| self.log(window).finish(now, window)).collect();
        self.windows.retain(|_, log| log.ends > now);
        Answer { epoch: self.epoch, booked, windows }
    }

    /// `true` if nothing in it counts any more.
    #[cfg(all(feature = "rate-limit-file", not(target_family = "wasm")))]
    pub(super) fn is_over(&self, now: Duration) -> bool {
        let now = micros(now);
        self.windows.values().all(|log| log.ends <= now || (log.slots.is_empty() && log.paused_until <= now))
    }

    /// `true` if it can be what this type has written: no slot comes after `latest`, and all are in their order.
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
            let log = self.log(window);
            log.remove(book.id);
            slot = slot.max(log.next(now, window));
        }
        let wait = Duration::from_micros(slot - now);
        if !wait.is_zero() && book.within.is_some_and(|within| wait >= within) {
            return Booked::TooLate(wait);
        }
        windows.iter().for_each(|window| self.log(window).insert(slot, book.id));
        Booked::In(wait)
    }

    fn log(&mut self, window: &Window) -> &mut Log {
        self.windows.entry(window.name.to_owned()).or_default()
    }
}

impl Log {
    /// The slot that would be booked now.
    fn next(&self, now: Micros, window: &Window) -> Micros {
        let before = self.slots.len().checked_sub(requests(window)).and_then(|place| self.slots.get(place));
        let slot = before.map_or(0, |(slot, _)| slot.saturating_add(micros(window.span)));
        slot.max(now).max(self.paused_until)
    }

    fn enter(&mut self, now: Micros, entry: &Entry) {
        if self.slots.iter().all(|(_, id)| *id != entry.id) {
            let slot = match entry.slot {
                Slot::Ago(time) => now.saturating_sub(micros(time)),
                Slot::In(time) => now.saturating_add(micros(time)),
            };
            self.insert(slot, entry.id);
        }
    }

    fn insert(&mut self, slot: Micros, id: BookingId) {
        let place = self.slots.partition_point(|(other, _)| *other <= slot);
        self.slots.insert(place, (slot, id));
    }

    fn remove(&mut self, id: BookingId) {
        // It is one of the last, as a rule.
        if let Some(place) = self.slots.iter().rposition(|(_, other)| *other == id) {
            self.slots.remove(place);
        }
    }

    /// Forgets the slots that do not count any more.
    fn forget(&mut self, now: Micros, window: &Window) {
        let count = self.slots.partition_point(|(slot, _)| slot.saturating_add(micros(window.span)) <= now);
        self.slots.drain(..count);
    }

    /// Records when the log ends, now that the update is done, and returns its usage.
    fn finish(&mut self, now: Micros, window: &Window) -> Usage {
        let end = |(slot, _): &(Micros, BookingId)| slot.saturating_add(micros(window.span));
        self.ends = self.ends.max(self.slots.last().map_or(0, end)).max(self.paused_until);
        let all = self.slots.len();
        let waiting = all - self.slots.partition_point(|(slot, _)| *slot <= now);
        let from_now = |moment: Micros| Duration::from_micros(moment.saturating_sub(now));
        let leaving = self.slots.get(all.saturating_sub(requests(window))).map(end).map(from_now);
        Usage::of(window.requests, all, waiting, leaving, from_now(self.paused_until))
    }
}

fn requests(window: &Window) -> usize {
    usize::try_from(window.requests.max(1)).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    impl Ledger {
        /// It loses what it knows, and says that it has not.
        pub(crate) fn forget_all(&mut self) {
            self.windows.clear();
        }
    }

    const SECOND: Duration = Duration::from_secs(1);

    /// A ledger, and a clock that a test moves by hand.
    struct Clocked {
        ledger: Ledger,
        now: Duration,
        windows: Vec<Window>,
    }

    impl Clocked {
        fn new(requests: u32, seconds: u32) -> Self {
            let windows = vec![Window::new("*", requests, seconds * SECOND)];
            // Far from the beginning of the clock.
            Self { ledger: Ledger::default(), now: 1_000_000 * SECOND, windows }
        }

        fn update(&mut self, update: Update) -> Answer {
            self.ledger.update(self.now, &Update { windows: self.windows.clone(), ..update })
        }

        fn book_within(&mut self, id: u64, within: Option<Duration>) -> Booked {
            self.update(Update { book: Some(Book::new(id.into(), within)), ..Update::default() }).booked.unwrap()
        }

        /// Books a slot, and returns the number of seconds until it comes.
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
    fn each_booking_has_its_slot_at_once_however_far_in_the_future() {
        let mut ledger = Clocked::new(2, 10);
        assert_eq!(ledger.book(0), 0);
        ledger.now += 3 * SECOND;
        assert_eq!([1, 2, 3, 4, 5].map(|id| ledger.book(id)), [0, 7, 10, 17, 20]);
    }

    #[test]
    fn what_is_given_back_is_for_the_next() {
        let mut ledger = Clocked::new(2, 10);
        assert_eq!([0, 1, 2, 3].map(|id| ledger.book(id)), [0, 0, 10, 10]);
        ledger.give_back(&[3, 3, 99]);
        assert_eq!(ledger.book(4), 10);
        ledger.give_back(&[1]);
        assert_eq!([5, 6].map(|id| ledger.book(id)), [20, 20]);
    }

    #[test]
    fn a_booking_of_the_same_name_replaces_the_one_before() {
        let mut ledger = Clocked::new(1, 10);
        assert_eq!(ledger.book(0), 0);
        ledger.now += 2 * SECOND;
        assert_eq!([ledger.book(0), ledger.book(1)], [0, 10]);
        // Also if the new one comes too late.
        ledger.now += SECOND;
        assert_eq!(ledger.book_within(1, Some(SECOND)), Booked::TooLate(9 * SECOND));
        assert_eq!(ledger.book(2), 9);
    }

    #[test]
    fn a_slot_that_comes_too_late_is_not_booked() {
        let mut ledger = Clocked::new(1, 10);
        assert_eq!(ledger.book_within(0, Some(Duration::ZERO)), Booked::In(Duration::ZERO));
        for within in [0, 5, 10] {
            assert_eq!(ledger.book_within(1, Some(within * SECOND)), Booked::TooLate(10 * SECOND));
        }
        assert_eq!(ledger.book_within(1, Some(11 * SECOND)), Booked::In(10 * SECOND));
        assert_eq!(ledger.usage().waiting, 1);
    }

    #[test]
    fn a_pause_gives_no_slot_before_its_end_and_is_never_shortened() {
        let mut ledger = Clocked::new(2, 10);
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
    fn a_call_of_several_windows_goes_when_all_of_them_allow_it() {
        let mut ledger = Clocked::new(1, 10);
        assert_eq!(ledger.book(0), 0);
        ledger.windows.push(Window::new("own", 2, 60 * SECOND));
        assert_eq!([1, 2, 3].map(|id| ledger.book(id)), [10, 20, 70]);
        ledger.windows.remove(0);
        // It is counted in both, where it goes.
        assert_eq!(ledger.book(4), 80);
    }

    #[test]
    fn what_the_store_lacks_is_entered_once() {
        let mut ledger = Clocked::new(2, 10);
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
    fn what_does_not_count_any_more_takes_no_memory() {
        let mut ledger = Clocked::new(100, 10);
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
    fn it_is_the_same_after_it_was_written_and_read() {
        let mut ledger = Clocked::new(2, 10);
        assert_eq!([0, u64::MAX, 2].map(|id| ledger.book(id)), [0, 0, 10]);
        let read: Ledger = serde_json::from_str(&serde_json::to_string(&ledger.ledger).unwrap()).unwrap();
        assert_eq!(read, ledger.ledger);
    }

    #[test]
    fn spans_and_pauses_beyond_the_range_of_the_clock_do_not_overflow() {
        let mut ledger = Clocked::new(1, 0);
        ledger.windows[0].span = Duration::MAX;
        ledger.now = Duration::MAX;
        ledger.update(Update { pause: Some(Duration::MAX), ..Update::default() });
        for id in 0..10_000 {
            ledger.book(id);
        }
    }

    /// The next event, by chance. Of the bookings whose slots are still to come, one is chosen.
    #[derive(Debug, Clone)]
    enum Event {
        Book(Option<u16>),
        BookAgain(prop::sample::Index),
        GiveBack(prop::sample::Index),
        Pause(u16),
        Later(u16),
    }

    fn events() -> impl Strategy<Value = Vec<Event>> {
        let event = prop_oneof![
            6 => prop::option::of(0..3_000_u16).prop_map(Event::Book),
            1 => any::<prop::sample::Index>().prop_map(Event::BookAgain),
            2 => any::<prop::sample::Index>().prop_map(Event::GiveBack),
            1 => (0..500_u16).prop_map(Event::Pause),
            3 => (0..1_500_u16).prop_map(Event::Later),
        ];
        prop::collection::vec(event, 0..200)
    }

    fn millis(count: u16) -> Duration {
        Duration::from_millis(count.into())
    }

    proptest! {
        #[test]
        fn no_span_has_more_slots_than_the_limit(requests in 1..6_u32, events in events()) {
            let mut ledger = Clocked::new(requests, 1);
            let mut used = Vec::new();
            let mut ahead: Vec<(u64, Duration)> = Vec::new();
            let mut ids = 0..;
            for event in events {
                let mut chosen = |index: prop::sample::Index| {
                    (!ahead.is_empty()).then(|| ahead.remove(index.index(ahead.len())).0)
                };
                let booking = match event {
                    Event::Book(within) => Some((ids.next().unwrap(), within.map(millis))),
                    Event::BookAgain(index) => chosen(index).map(|id| (id, None)),
                    Event::GiveBack(index) => {
                        ledger.give_back(&chosen(index).into_iter().collect::<Vec<_>>());
                        None
                    }
                    Event::Pause(time) => {
                        ledger.update(Update { pause: Some(millis(time)), ..Update::default() });
                        None
                    }
                    Event::Later(time) => {
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
