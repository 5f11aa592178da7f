use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::booking::BookingId;
use super::update::{Answer, Book, Booked, Entry, Epoch, Slot, Update, Window};
use crate::rate_limit::Usage;

/// What a store knows of an account, and the rule of booking, without a clock.
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
    /// When nothing of it counts any more.
    ends: Micros,
    /// In their order.
    slots: Vec<(Micros, BookingId)>,
}

/// Microseconds since the beginning of the store's clock.
type Micros = u64;

impl Ledger {
    /// Does what `update` asks. `now` is the time since a moment that all users of the ledger share, for example
    /// `UNIX_EPOCH`; it counts in microseconds.
    pub fn update(&mut self, now: Duration, update: &Update) -> Answer {
        let now = micros(now);
        self.windows.retain(|_, log| log.ends > now);
        for window in &update.windows {
            let log = self.windows.entry(window.name.to_owned()).or_default();
            update.give_back.iter().for_each(|id| log.remove(*id));
            update.enter.iter().for_each(|entry| log.enter(now, entry));
            if let Some(pause) = update.pause {
                log.paused_until = log.paused_until.max(now.saturating_add(micros(pause)));
            }
            log.forget(now, window);
        }
        let booked = update.book.map(|book| self.book(now, &update.windows, book));
        let windows = update.windows.iter().map(|window| self.log(window).finish(now, window)).collect();
        Answer { epoch: self.epoch, booked, windows }
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

    /// What counts, now that the update is done.
    fn finish(&mut self, now: Micros, window: &Window) -> Usage {
        let end = |(slot, _): &(Micros, BookingId)| slot.saturating_add(micros(window.span));
        self.ends = self.ends.max(self.slots.last().map_or(0, end)).max(self.paused_until);
        let (all, requests) = (self.slots.len(), requests(window));
        let used = self.slots.partition_point(|(slot, _)| *slot <= now);
        let paused = self.paused_until.saturating_sub(now);
        let free = if paused == 0 { requests.saturating_sub(all) } else { 0 };
        let leaving = self.slots.get(all.saturating_sub(requests)).map(end);
        let next_free = leaving.max((paused > 0).then_some(self.paused_until));
        Usage {
            used,
            free,
            waiting: all - used,
            next_free: next_free.map(|end| Duration::from_micros(end.saturating_sub(now))),
            paused_for: (paused > 0).then(|| Duration::from_micros(paused)),
        }
    }
}

fn requests(window: &Window) -> usize {
    usize::try_from(window.requests.max(1)).unwrap_or(usize::MAX)
}

/// Rounded up, so that no wait is too short. What a double cannot count exactly, as Redis does, is longer than any span.
fn micros(time: Duration) -> Micros {
    const MOST: Micros = 1 << 52;
    Micros::try_from(time.as_nanos().div_ceil(1_000)).unwrap_or(MOST).min(MOST)
}
