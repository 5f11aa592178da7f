//! A window of an account in the store.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use uuid::Uuid;

use super::client::{StoreClient, Unanswered};
use super::journal::Journal;
use crate::clock::Instant;
use crate::deadline::Deadline;
use crate::error::StoreError;
use crate::rate_limit::store::{Answer, Book, Booked, BookingId, Update, Window};

/// The number of times that the store may have lost its memory within a booking until its answer is taken as it is.
const LOSSES: usize = 3;

/// A window in the store, and what this client has booked there.
pub(crate) struct SharedWindow {
    store: Arc<StoreClient>,
    account: Uuid,
    window: Window,
    journal: Mutex<Journal>,
}

/// The reason why there is no booking.
pub(crate) enum Refusal {
    /// The slot comes too late, only after this time.
    TooLate(Duration),
    /// The store does not answer.
    Away(Unanswered),
}

impl SharedWindow {
    pub(crate) fn new(store: Arc<StoreClient>, account: Uuid, window: Window) -> Self {
        Self { store, account, window, journal: Mutex::default() }
    }

    /// Books the next slot, unless it comes neither now nor `within` a time. If there is a booking of this name, it is
    /// replaced. Returns how long until it has come for sure, and until when it may be used.
    pub(super) async fn book(
        &self,
        id: BookingId,
        within: Option<Duration>,
        deadline: Deadline,
    ) -> Result<(Duration, Instant), Refusal> {
        if let Some(wait) = self.journal().too_late(Instant::now(), within) {
            return Err(Refusal::TooLate(wait));
        }
        let book = Some(Book::new(id, within));
        let mut losses = 0;
        let (asked, answer) = loop {
            let asked = Instant::now();
            let update = self.update(asked, Update { book, ..Update::default() }, deadline).await;
            let (answer, lacks_entries) = update.map_err(Refusal::Away)?;
            losses += usize::from(lacks_entries);
            // The booking it made does not take account of the entries it lacks.
            if !lacks_entries || losses > LOSSES {
                break (asked, answer);
            }
        };
        match answer.booked {
            Some(Booked::In(wait)) if wait.is_zero() || within.is_none_or(|within| wait < within) => {
                // The store read its clock at a moment in between.
                let slot = later(asked, wait);
                self.journal().add(id, slot, Some(answer.epoch));
                Ok((wait, self.good_until(slot)))
            }
            Some(Booked::TooLate(wait)) => {
                self.journal().full_until(id, later(asked, wait));
                Err(Refusal::TooLate(wait))
            }
            // It should not have been booked.
            Some(Booked::In(wait)) => {
                self.journal().unused([id]);
                Err(Refusal::TooLate(wait))
            }
            None => {
                let error = StoreError::new("the store does not say whether it has booked");
                Err(Refusal::Away(Unanswered { error, wait: Duration::ZERO, was_asked: true }))
            }
        }
    }

    /// Returns the latest moment at which a slot may be used: any later, and the store would count the request for too
    /// short a time.
    pub(super) fn good_until(&self, slot: Instant) -> Instant {
        later(slot, self.store.grace())
    }

    /// Does an update, with what the store does not know yet. Returns also whether it turned out to lack more than that.
    async fn update(&self, now: Instant, update: Update, deadline: Deadline) -> Result<(Answer, bool), Unanswered> {
        let enter = self.journal().missing(now, self.window.span);
        let mut untold = Untold { window: self, ids: self.journal().take_unused() };
        let booking = update.book.map(|book| book.id);
        let windows = vec![self.window.clone()];
        let update = Update { windows, enter: enter.clone(), give_back: untold.ids.clone(), ..update };
        match self.store.update(self.account, update, deadline).await {
            Ok(answer) => {
                untold.ids.clear();
                let lacks_entries = self.journal().entered(answer.epoch, &enter);
                Ok((answer, lacks_entries))
            }
            Err(unanswered) => {
                // The slot that was asked for may have been booked, and the answer lost.
                untold.ids.extend(booking.filter(|_| unanswered.was_asked));
                Err(unanswered)
            }
        }
    }

    /// A request was sent without the store, which is told with the next update.
    pub(super) fn sent_alone(&self, id: BookingId) {
        let now = Instant::now();
        let mut journal = self.journal();
        journal.forget(now, self.window.span);
        journal.add(id, now, None);
    }

    /// Gives a booking back: now, if there is a runtime, or else with the next update.
    pub(super) fn give_back(self: &Arc<Self>, id: BookingId) {
        self.journal().give_back(id);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let window = Arc::clone(self);
            runtime.spawn(async move { window.tell_unused().await });
        }
    }

    async fn tell_unused(&self) {
        // Others may have told it.
        if self.journal().has_unused() {
            // If the store does not answer, it is told later.
            let _ = self.update(Instant::now(), Update::default(), Deadline::within(None)).await;
        }
    }

    /// Tells the store that the service accepts nothing for this time.
    pub(crate) async fn pause(&self, pause: Duration, deadline: Deadline) {
        // If the store does not answer, this client pauses alone.
        let _ = self.update(Instant::now(), Update { pause: Some(pause), ..Update::default() }, deadline).await;
    }

    /// The store has slots, other than it said before.
    pub(crate) fn has_room(&self) {
        self.journal().has_room();
    }

    /// Returns the number of the client's bookings that wait for their slots.
    pub(crate) fn waiting(&self) -> usize {
        self.journal().waiting(Instant::now())
    }

    /// `true` if nothing that it knows is of use.
    pub(crate) fn is_idle(&self) -> bool {
        self.journal().is_idle(Instant::now(), self.window.span)
    }

    fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bookings that the store is told to give back. Those that are still here when this is dropped, it has to be told again.
struct Untold<'a> {
    window: &'a SharedWindow,
    ids: Vec<BookingId>,
}

impl Drop for Untold<'_> {
    fn drop(&mut self) {
        self.window.journal().unused(self.ids.drain(..));
    }
}

/// The moment after this time. What is beyond the range of the clock never comes.
fn later(moment: Instant, time: Duration) -> Instant {
    const CENTURY: Duration = Duration::from_secs(100 * 365 * 86_400);
    moment.checked_add(time).unwrap_or_else(|| moment + CENTURY)
}
