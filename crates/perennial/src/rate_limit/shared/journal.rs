//! A client's own list of its bookings, which are the records of its requests in the store. If the store has lost
//! bookings, the client restores them from this list.

use std::collections::VecDeque;
use std::time::Duration;

use crate::clock::Instant;
use crate::rate_limit::store::{BookingId, Entry, Epoch, Slot};

/// The maximum number of unused bookings to remember until an update removes them from the store.
const MOST_UNUSED: usize = 1_000;

#[derive(Default)]
pub(super) struct Journal {
    /// The epoch in the last answer of the store.
    epoch: Option<Epoch>,
    /// The bookings that count, ordered by time.
    own: VecDeque<OwnBooking>,
    /// The ids of unused bookings that the store may still contain.
    unused: Vec<BookingId>,
    /// The earliest time that the store could book when it last refused a booking. Until then, calls that cannot wait
    /// that long are refused without asking the store.
    full_until: Option<Instant>,
}

struct OwnBooking {
    id: BookingId,
    moment: Instant,
    /// The epoch in which the store last confirmed the booking; `None` if the store never confirmed it.
    known_in: Option<Epoch>,
}

impl Journal {
    pub(super) fn add_booking(&mut self, id: BookingId, moment: Instant, known_in: Option<Epoch>) {
        self.remove(id);
        let position = self.own.partition_point(|own| own.moment <= moment);
        self.own.insert(position, OwnBooking { id, moment, known_in });
    }

    /// Removes a booking that will not be used, and lets the next update remove it from the store.
    pub(super) fn give_back(&mut self, id: BookingId) {
        self.remove(id);
        self.unused.push(id);
        // Once the booking is removed, an earlier time may be available.
        self.full_until = None;
    }

    fn remove(&mut self, id: BookingId) {
        if let Some(position) = self.own.iter().rposition(|own| own.id == id) {
            self.own.remove(position);
        }
    }

    pub(super) fn take_unused(&mut self) -> Vec<BookingId> {
        std::mem::take(&mut self.unused)
    }

    pub(super) fn remember_unused(&mut self, unused: impl IntoIterator<Item = BookingId>) {
        self.unused.extend(unused);
        // During a long outage, the oldest ids are forgotten. Their bookings then count as if they had been used, until
        // the store itself drops them.
        let excess = self.unused.len().saturating_sub(MOST_UNUSED);
        self.unused.drain(..excess);
    }

    pub(super) fn has_unused(&self) -> bool {
        !self.unused.is_empty()
    }

    /// Forgets the bookings that no longer count, because at least `span` has passed since their times.
    pub(super) fn forget_expired(&mut self, now: Instant, span: Duration) {
        while self.own.front().is_some_and(|own| now.saturating_duration_since(own.moment) >= span) {
            self.own.pop_front();
        }
    }

    /// Returns the bookings that count but are missing in the store. A booking is considered missing unless the store
    /// has confirmed it in its current epoch.
    pub(super) fn missing_entries(&mut self, now: Instant, span: Duration) -> Vec<Entry> {
        self.forget_expired(now, span);
        let missing = self.own.iter().filter(|own| own.known_in.is_none() || own.known_in != self.epoch);
        let entry = |own: &OwnBooking| {
            let moment = match own.moment.checked_duration_since(now) {
                Some(time) => Slot::In(time),
                None => Slot::Ago(now.saturating_duration_since(own.moment)),
            };
            Entry::new(own.id, moment)
        };
        missing.map(entry).collect()
    }

    /// Records that the store contains these entries, and that its current epoch is `epoch`. Returns whether the store
    /// still lacks other bookings.
    pub(super) fn record_entered(&mut self, epoch: Epoch, entries: &[Entry]) -> bool {
        self.epoch = Some(epoch);
        for own in &mut self.own {
            if own.known_in != Some(epoch) && entries.iter().any(|entry| entry.id == own.id) {
                own.known_in = Some(epoch);
            }
        }
        self.own.iter().any(|own| own.known_in != Some(epoch))
    }

    /// Records that the store refused to book, because the earliest possible time, `moment`, is too late for the call.
    /// The store has also dropped an earlier booking with this `id`.
    pub(super) fn record_full_until(&mut self, id: BookingId, moment: Instant) {
        self.remove(id);
        self.full_until = Some(moment);
    }

    /// Forgets that the limit was reached, because the store may be able to book an earlier time now.
    pub(super) fn clear_full(&mut self) {
        self.full_until = None;
    }

    /// Returns the time until the earliest possible booking, if it is known to be too late for a call that waits for
    /// less than `within`. Otherwise returns `None`.
    pub(super) fn wait_if_too_late(&self, now: Instant, within: Option<Duration>) -> Option<Duration> {
        let wait = self.full_until?.checked_duration_since(now).filter(|wait| !wait.is_zero())?;
        within.is_some_and(|within| wait >= within).then_some(wait)
    }

    /// Returns the number of bookings whose times are in the future.
    pub(super) fn count_waiting(&self, now: Instant) -> usize {
        self.own.len() - self.own.partition_point(|own| own.moment <= now)
    }

    /// Forgets expired bookings. Returns whether the journal can be dropped, because nothing else is left in it.
    pub(super) fn is_idle(&mut self, now: Instant, span: Duration) -> bool {
        self.forget_expired(now, span);
        self.own.is_empty() && self.unused.is_empty() && self.full_until.is_none_or(|moment| moment <= now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn client_forgets_expired_bookings_during_a_long_store_outage() {
        let (mut journal, mut now) = (Journal::default(), Instant::now());
        for _ in 0..10_000 {
            now += SECOND;
            journal.forget_expired(now, 60 * SECOND);
            journal.add_booking(BookingId::unique(), now, None);
            journal.remember_unused([BookingId::unique()]);
        }
        assert_eq!((journal.own.len(), journal.unused.len()), (60, MOST_UNUSED));
        assert_eq!(journal.missing_entries(now, 60 * SECOND).len(), 60);
        assert!(!journal.is_idle(now, 60 * SECOND));
        journal.take_unused();
        assert!(journal.is_idle(now + 60 * SECOND, 60 * SECOND));
    }

    #[test]
    fn bookings_of_an_earlier_epoch_count_as_missing_in_the_store() {
        let (mut journal, now) = (Journal::default(), Instant::now());
        let (first, second) = (Epoch::from(1), Epoch::from(2));
        assert!(!journal.record_entered(first, &[]));
        journal.add_booking(1.into(), now, Some(first));
        journal.add_booking(2.into(), now + SECOND, None);
        let missing = journal.missing_entries(now, 60 * SECOND);
        assert_eq!(missing, [Entry::new(2.into(), Slot::In(SECOND))]);
        assert!(!journal.record_entered(first, &missing));
        assert!(journal.record_entered(second, &[]), "it lacks both");
        let missing = journal.missing_entries(now, 60 * SECOND);
        assert_eq!(missing, [Entry::new(1.into(), Slot::In(Duration::ZERO)), Entry::new(2.into(), Slot::In(SECOND))]);
        assert!(!journal.record_entered(second, &missing));
    }
}
