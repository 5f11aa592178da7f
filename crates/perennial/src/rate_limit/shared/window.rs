//! A window of an account in the store, as one client sees it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use uuid::Uuid;

use super::client::{StoreClient, Unanswered};
use super::journal::Journal;
use crate::clock::Instant;
use crate::deadline::Deadline;
use crate::error::StoreError;
use crate::rate_limit::store::{Answer, Book, Booked, BookingId, Update, Window};

/// The number of times that the store may lose its data during a booking before its answer is accepted as it is.
const LOSSES: usize = 3;

/// A window in the store, and the bookings of this client in it.
pub(crate) struct SharedWindow {
    store: Arc<StoreClient>,
    account: Uuid,
    window: Window,
    journal: Mutex<Journal>,
}

/// The reason why a call got no permit.
pub(crate) enum Refusal {
    /// The permit would be due too late, only after this time.
    TooLate(Duration),
    /// The store is unreachable.
    Unreachable(Unanswered),
}

impl SharedWindow {
    pub(crate) fn new(store: Arc<StoreClient>, account: Uuid, window: Window) -> Self {
        Self { store, account, window, journal: Mutex::default() }
    }

    /// Books the next possible moment in the store, if it is now or comes before the time `within` has passed. Replaces
    /// an existing booking with the same id.
    ///
    /// Returns the time after which the moment has certainly come, and the moment until which the booking may be used.
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
            // The new booking does not account for the entries that the store lacks, so it is made again.
            if !lacks_entries || losses > LOSSES {
                break (requested_at, answer);
            }
        };
        match answer.booked {
            Some(Booked::In(wait)) if wait.is_zero() || within.is_none_or(|within| wait < within) => {
                // The store read its clock at some moment after the request was sent, so the booking's moment is at
                // most this one.
                let moment = add_or_far_future(requested_at, wait);
                self.lock_journal().add_booking(id, moment, Some(answer.epoch));
                Ok((wait, self.usable_until(moment)))
            }
            Some(Booked::TooLate(wait)) => {
                self.lock_journal().record_full_until(id, add_or_far_future(requested_at, wait));
                Err(Refusal::TooLate(wait))
            }
            // The store booked although the moment is too late. The booking is not used.
            Some(Booked::In(wait)) => {
                self.lock_journal().remember_unused([id]);
                Err(Refusal::TooLate(wait))
            }
            None => {
                let error = StoreError::new("the store does not say whether it has booked");
                Err(Refusal::Unreachable(Unanswered { error, wait: Duration::ZERO, was_sent: true }))
            }
        }
    }

    /// Returns the latest moment at which a booking may be used. If its request were sent any later, the store would
    /// count the request for too short a time.
    pub(super) fn usable_until(&self, moment: Instant) -> Instant {
        add_or_far_future(moment, self.store.grace())
    }

    /// Sends an update to the store, along with the bookings that the store does not know. Also returns whether the
    /// store turned out to lack other bookings.
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
                // The store may have made the booking, and its answer was lost.
                unreported.ids.extend(booking.filter(|_| unanswered.was_sent));
                Err(unanswered)
            }
        }
    }

    /// Records a request that was sent without the store. The next update adds it there.
    pub(super) fn record_sent_without_store(&self, id: BookingId) {
        let now = Instant::now();
        let mut journal = self.lock_journal();
        journal.forget_expired(now, self.window.span);
        journal.add_booking(id, now, None);
    }

    /// Returns a booking to the store: in the background if there is a Tokio runtime, otherwise with the next update.
    pub(super) fn give_back(self: &Arc<Self>, id: BookingId) {
        self.lock_journal().give_back(id);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let window = Arc::clone(self);
            runtime.spawn(async move { window.report_unused().await });
        }
    }

    async fn report_unused(&self) {
        // Another update may have reported the unused bookings in the meantime.
        if self.lock_journal().has_unused() {
            // If the store does not answer, a later update reports them.
            let _ = self.update(Instant::now(), Update::default(), Deadline::within(None)).await;
        }
    }

    /// Reports to the store that the service accepts no requests for this time.
    pub(crate) async fn pause(&self, pause: Duration, deadline: Deadline) {
        // If the store does not answer, only this client pauses.
        let _ = self.update(Instant::now(), Update { pause: Some(pause), ..Update::default() }, deadline).await;
    }

    /// Records that the store has free requests again, contrary to its last answer.
    pub(crate) fn clear_full(&self) {
        self.lock_journal().clear_full();
    }

    /// Returns the number of the client's bookings whose moments are in the future.
    pub(crate) fn count_waiting(&self) -> usize {
        self.lock_journal().count_waiting(Instant::now())
    }

    /// Returns whether nothing in the journal needs to be remembered.
    pub(crate) fn is_idle(&self) -> bool {
        self.lock_journal().is_idle(Instant::now(), self.window.span)
    }

    fn lock_journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Unused bookings that an update reports to the store. Those that remain when this is dropped are reported again.
struct UnreportedBookings<'a> {
    window: &'a SharedWindow,
    ids: Vec<BookingId>,
}

impl Drop for UnreportedBookings<'_> {
    fn drop(&mut self) {
        self.window.lock_journal().remember_unused(self.ids.drain(..));
    }
}

/// Adds a time to a moment. A moment beyond the range of the clock becomes one in the distant future.
fn add_or_far_future(start: Instant, time: Duration) -> Instant {
    const CENTURY: Duration = Duration::from_secs(100 * 365 * 86_400);
    start.checked_add(time).unwrap_or_else(|| start + CENTURY)
}
