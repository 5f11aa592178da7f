//! A client's own record of its bookings in the store, in case the store loses them.

use std::collections::VecDeque;
use std::time::Duration;

use crate::clock::Instant;
use crate::rate_limit::store::{BookingId, Entry, Epoch, Slot};

/// The most bookings that are remembered for the store to be told that they are not used.
const MOST_UNUSED: usize = 1_000;

/// The bookings of one window.
#[derive(Default)]
pub(super) struct Journal {
    /// The last that the store has told.
    epoch: Option<Epoch>,
    /// Those that count, by their slots.
    own: VecDeque<Own>,
    /// Those that the store may still have, although they are not used.
    unused: Vec<BookingId>,
    /// The moment of a slot that was too late for somebody: until then there is no need to ask for an earlier one.
    full_until: Option<Instant>,
}

struct Own {
    id: BookingId,
    slot: Instant,
    /// The epoch in which the store knew it; `None` if it never did.
    known_in: Option<Epoch>,
}

impl Journal {
    /// Takes note of a booking.
    pub(super) fn add(&mut self, id: BookingId, slot: Instant, known_in: Option<Epoch>) {
        self.remove(id);
        let place = self.own.partition_point(|own| own.slot <= slot);
        self.own.insert(place, Own { id, slot, known_in });
    }

    /// A booking is not used. The store is told with the next update.
    pub(super) fn give_back(&mut self, id: BookingId) {
        self.remove(id);
        self.unused.push(id);
        // There is an earlier slot, perhaps.
        self.full_until = None;
    }

    fn remove(&mut self, id: BookingId) {
        if let Some(place) = self.own.iter().rposition(|own| own.id == id) {
            self.own.remove(place);
        }
    }

    pub(super) fn take_unused(&mut self) -> Vec<BookingId> {
        std::mem::take(&mut self.unused)
    }

    /// The store may still have these, although they are not used.
    pub(super) fn unused(&mut self, unused: impl IntoIterator<Item = BookingId>) {
        self.unused.extend(unused);
        // In a long outage they are forgotten, as the store will in time.
        let excess = self.unused.len().saturating_sub(MOST_UNUSED);
        self.unused.drain(..excess);
    }

    pub(super) fn has_unused(&self) -> bool {
        !self.unused.is_empty()
    }

    /// Forgets what does not count any more, a `span` after its slot.
    pub(super) fn forget(&mut self, now: Instant, span: Duration) {
        while self.own.front().is_some_and(|own| now.saturating_duration_since(own.slot) >= span) {
            self.own.pop_front();
        }
    }

    /// Returns the bookings that count and that the store does not know, as far as it has told its epoch.
    pub(super) fn missing(&mut self, now: Instant, span: Duration) -> Vec<Entry> {
        self.forget(now, span);
        let missing = self.own.iter().filter(|own| own.known_in.is_none() || own.known_in != self.epoch);
        let entry = |own: &Own| {
            let slot = match own.slot.checked_duration_since(now) {
                Some(time) => Slot::In(time),
                None => Slot::Ago(now.saturating_duration_since(own.slot)),
            };
            Entry::new(own.id, slot)
        };
        missing.map(entry).collect()
    }

    /// Takes note of the epoch in which the store now knows these entries. Returns whether it lacks others.
    pub(super) fn entered(&mut self, epoch: Epoch, entries: &[Entry]) -> bool {
        self.epoch = Some(epoch);
        for own in &mut self.own {
            if own.known_in != Some(epoch) && entries.iter().any(|entry| entry.id == own.id) {
                own.known_in = Some(epoch);
            }
        }
        self.own.iter().any(|own| own.known_in != Some(epoch))
    }

    /// A booking was not made, or not again, since its slot would be this one.
    pub(super) fn full_until(&mut self, id: BookingId, slot: Instant) {
        self.remove(id);
        self.full_until = Some(slot);
    }

    /// It may have been full, and is not now.
    pub(super) fn has_room(&mut self) {
        self.full_until = None;
    }

    /// Returns the time until the next slot, if that is known and too late for a call that has to go `within` a time.
    pub(super) fn too_late(&self, now: Instant, within: Option<Duration>) -> Option<Duration> {
        let wait = self.full_until?.checked_duration_since(now).filter(|wait| !wait.is_zero())?;
        within.is_some_and(|within| wait >= within).then_some(wait)
    }

    /// Returns the number of bookings that wait for their slots.
    pub(super) fn waiting(&self, now: Instant) -> usize {
        self.own.len() - self.own.partition_point(|own| own.slot <= now)
    }

    /// `true` if nothing in it is of use.
    pub(super) fn is_idle(&mut self, now: Instant, span: Duration) -> bool {
        self.forget(now, span);
        self.own.is_empty() && self.unused.is_empty() && self.full_until.is_none_or(|slot| slot <= now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn in_a_long_outage_only_what_still_counts_is_remembered() {
        let (mut journal, mut now) = (Journal::default(), Instant::now());
        for _ in 0..10_000 {
            now += SECOND;
            journal.forget(now, 60 * SECOND);
            journal.add(BookingId::unique(), now, None);
            journal.unused([BookingId::unique()]);
        }
        assert_eq!((journal.own.len(), journal.unused.len()), (60, MOST_UNUSED));
        assert_eq!(journal.missing(now, 60 * SECOND).len(), 60);
        assert!(!journal.is_idle(now, 60 * SECOND));
        journal.take_unused();
        assert!(journal.is_idle(now + 60 * SECOND, 60 * SECOND));
    }

    #[test]
    fn what_one_epoch_knew_is_missing_in_another() {
        let (mut journal, now) = (Journal::default(), Instant::now());
        let (first, second) = (Epoch::from(1), Epoch::from(2));
        assert!(!journal.entered(first, &[]));
        journal.add(1.into(), now, Some(first));
        journal.add(2.into(), now + SECOND, None);
        let missing = journal.missing(now, 60 * SECOND);
        assert_eq!(missing, [Entry::new(2.into(), Slot::In(SECOND))]);
        assert!(!journal.entered(first, &missing));
        assert!(journal.entered(second, &[]), "it lacks both");
        let missing = journal.missing(now, 60 * SECOND);
        assert_eq!(missing, [Entry::new(1.into(), Slot::In(Duration::ZERO)), Entry::new(2.into(), Slot::In(SECOND))]);
        assert!(!journal.entered(second, &missing));
    }
}
