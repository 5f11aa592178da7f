use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use uuid::Uuid;

use super::client::{StoreClient, Unanswered};
use super::journal::Journal;
use crate::clock::Instant;
use crate::deadline::Deadline;
use crate::error::StoreError;
use crate::rate_limit::store::{Answer, Book, Booked, BookingId, Update, Window};

/// The maximum number of times that a booking is repeated because the store has lost data. After that, the last answer
/// of the store is accepted.
const LOSSES: usize = 3;

/// A window in the store, together with this client's bookings in it.
pub(crate) struct SharedWindow {
    store: Arc<StoreClient>,
    account: Uuid,
    window: Window,
    journal: Mutex<Journal>,
}

pub(crate) enum Refusal {
    /// The limit allows the request only after this duration, and the call cannot wait that long.
    TooLate(Duration),
    /// The store is unreachable, or its answer is unusable.
    Unreachable(Unanswered),
}

impl SharedWindow {
    pub(crate) fn new(store: Arc<StoreClient>, account: Uuid, window: Window) -> Self {
        Self { store, account, window, journal: Mutex::default() }
    }

    /// Books the earliest time at which a request can be sent, in place of a booking with the same id. Fails if the
    /// wait until that time is not shorter than `within`.
    ///
    /// Returns the wait until the booked time, and the time until which the booking can be used.
    pub(super) async fn book(
        &self,
        id: BookingId,
        within: Option<Duration>,
        deadline: Deadline,
    ) -> Result<(Duration, Instant), Refusal> {
        if let Some(wait) = self.lock_journal().wait_if_too_late(Instant::now(), within) {
            return Err(Refusal::TooLate(wait));
        }
        let book = Some(Book::new(id, within));
        let mut losses = 0;
        let (requested_at, answer) = loop {
            let requested_at = Instant::now();
            let update = self.update(requested_at, Update { book, ..Update::default() }, deadline).await;
            let (answer, lacks_entries) = update.map_err(Refusal::Unreachable)?;
            losses += usize::from(lacks_entries);
            // The store has lost entries, and booked a time that does not take them into account. The next update
            // restores the entries, and books again.
            if !lacks_entries || losses > LOSSES {
                break (requested_at, answer);
            }
        };
        match answer.booked {
            Some(Booked::In(wait)) if wait.is_zero() || within.is_none_or(|within| wait < within) => {
                // The store read its clock after `requested_at`, so the booked time is this moment or a little later.
                let moment = add_or_far_future(requested_at, wait);
                self.lock_journal().add_booking(id, moment, Some(answer.epoch));
                Ok((wait, self.usable_until(moment)))
            }
            Some(Booked::TooLate(wait)) => {
                self.lock_journal().record_full_until(id, add_or_far_future(requested_at, wait));
                Err(Refusal::TooLate(wait))
            }
            // The store booked a time that is too late for the call. The next update removes the booking.
            Some(Booked::In(wait)) => {
                self.lock_journal().remember_unused([id]);
                Err(Refusal::TooLate(wait))
            }
            None => {
                let error = StoreError::new(
                    "the store did not report whether it recorded a booking for the request: `booked` is `None`",
                );
                Err(Refusal::Unreachable(Unanswered { error, wait: Duration::ZERO, was_sent: true }))
            }
        }
    }

    /// Returns the latest time at which a request that was booked for `moment` may be sent. If it were sent later, the
    /// store would stop counting it too early.
    pub(super) fn usable_until(&self, moment: Instant) -> Instant {
        add_or_far_future(moment, self.store.grace())
    }

    /// Sends an update to the store. The update also enters bookings that the store lacks, and removes unused ones.
    /// Returns the answer, and whether it shows that the store has lost further bookings.
    async fn update(&self, now: Instant, update: Update, deadline: Deadline) -> Result<(Answer, bool), Unanswered> {
        let enter = self.lock_journal().missing_entries(now, self.window.span);
        let mut unreported = UnreportedBookings { window: self, ids: self.lock_journal().take_unused() };
        let booking = update.book.map(|book| book.id);
        let windows = vec![self.window.clone()];
        let update = Update { windows, enter: enter.clone(), give_back: unreported.ids.clone(), ..update };
        match self.store.update(self.account, update, deadline).await {
            Ok(answer) => {
                unreported.ids.clear();
                let lacks_entries = self.lock_journal().record_entered(answer.epoch, &enter);
                Ok((answer, lacks_entries))
            }
            Err(unanswered) => {
                // The store may have made the booking although its answer was lost, so the booking has to be removed.
                unreported.ids.extend(booking.filter(|_| unanswered.was_sent));
                Err(unanswered)
            }
        }
    }

    /// Records a request that was sent while the store was unreachable. The next update enters it in the store.
    pub(super) fn record_sent_without_store(&self, id: BookingId) {
        let now = Instant::now();
        let mut journal = self.lock_journal();
        journal.forget_expired(now, self.window.span);
        journal.add_booking(id, now, None);
    }

    /// Removes an unused booking from the store: in the background if there is a Tokio runtime, otherwise with the next
    /// update.
    pub(super) fn give_back(self: &Arc<Self>, id: BookingId) {
        self.lock_journal().give_back(id);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let window = Arc::clone(self);
            runtime.spawn(async move { window.report_unused().await });
        }
    }

    async fn report_unused(&self) {
        // Another update may have removed the unused bookings in the meantime.
        if self.lock_journal().has_unused() {
            // If the store does not answer, a later update removes them.
            let _ = self.update(Instant::now(), Update::default(), Deadline::within(None)).await;
        }
    }

    /// Records in the store that the service refuses all requests for this time, so that all clients of the store
    /// pause.
    pub(crate) async fn pause(&self, pause: Duration, deadline: Deadline) {
        // If the store does not answer, only this client pauses.
        let _ = self.update(Instant::now(), Update { pause: Some(pause), ..Update::default() }, deadline).await;
    }

    /// Forgets that the limit was reached, because the store has free requests again.
    pub(crate) fn clear_full(&self) {
        self.lock_journal().clear_full();
    }

    pub(crate) fn count_waiting(&self) -> usize {
        self.lock_journal().count_waiting(Instant::now())
    }

    /// Returns whether this window can be dropped, because its journal contains nothing that still counts.
    pub(crate) fn is_idle(&self) -> bool {
        self.lock_journal().is_idle(Instant::now(), self.window.span)
    }

    fn lock_journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The unused bookings that an update is about to remove from the store. Any ids that are left when this is dropped
/// return to the journal, for a later update.
struct UnreportedBookings<'a> {
    window: &'a SharedWindow,
    ids: Vec<BookingId>,
}

impl Drop for UnreportedBookings<'_> {
    fn drop(&mut self) {
        self.window.lock_journal().remember_unused(self.ids.drain(..));
    }
}

/// Adds a duration to a time. If the sum is beyond the range of the clock, the result is a time in a hundred years.
fn add_or_far_future(start: Instant, time: Duration) -> Instant {
    const CENTURY: Duration = Duration::from_secs(100 * 365 * 86_400);
    start.checked_add(time).unwrap_or_else(|| start + CENTURY)
}
