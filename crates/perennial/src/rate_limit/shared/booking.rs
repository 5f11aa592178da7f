//! A booking in the store, from its request until the HTTP request is sent.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use super::window::{Refusal, SharedWindow};
use crate::clock::Instant;
use crate::deadline::Deadline;
use crate::rate_limit::store::BookingId;

/// A booking in the store. Dropping it before the request is sent returns it to the store.
#[must_use]
pub(crate) struct SharedBooking {
    /// The window of the rate limit in which this booking counts.
    pub(crate) window: Arc<SharedWindow>,
    id: BookingId,
    state: BookingState,
}

enum BookingState {
    /// The booking was requested, so the store may contain it.
    Requested,
    Booked {
        usable_until: Instant,
    },
    /// The request is counted only in memory, since the store was unreachable. After `usable_until`, the store may answer
    /// again and has to be asked.
    WithoutStore {
        usable_until: Instant,
    },
    Sent,
}

impl SharedBooking {
    pub(crate) fn new(window: &Arc<SharedWindow>) -> Self {
        Self { window: Arc::clone(window), id: BookingId::unique(), state: BookingState::Requested }
    }

    /// Books the next possible moment in place of the current booking, and returns the time until that moment. Fails if
    /// the moment would come later than `within` allows, or if the store is unreachable.
    pub(crate) async fn book(&mut self, within: Option<Duration>, deadline: Deadline) -> Result<Duration, Refusal> {
        let before = mem::replace(&mut self.state, BookingState::Requested);
        match self.window.book(self.id, within, deadline).await {
            Ok((wait, usable_until)) => {
                self.state = BookingState::Booked { usable_until };
                Ok(wait)
            }
            Err(refusal) => {
                if matches!(before, BookingState::Booked { .. }) {
                    self.give_back();
                }
                // The store may have made a booking under the old id, which will not be used.
                self.id = BookingId::unique();
                self.state = BookingState::WithoutStore { usable_until: self.window.usable_until(Instant::now()) };
                Err(refusal)
            }
        }
    }

    /// Returns whether it is too late to use the booking, so that the moment has to be booked again.
    pub(crate) fn is_late(&self) -> bool {
        match self.state {
            BookingState::Booked { usable_until } | BookingState::WithoutStore { usable_until } => {
                usable_until < Instant::now()
            }
            BookingState::Requested | BookingState::Sent => false,
        }
    }

    /// Uses the booking. From now on, a part of the request may have been sent.
    pub(crate) fn mark_sent(&mut self) {
        if matches!(self.state, BookingState::WithoutStore { .. }) {
            self.window.record_sent_without_store(self.id);
        }
        self.state = BookingState::Sent;
    }

    /// Returns the booking to the store, since nothing of the request was sent.
    pub(crate) fn give_back(&self) {
        self.window.give_back(self.id);
    }
}

impl Drop for SharedBooking {
    fn drop(&mut self) {
        if matches!(self.state, BookingState::Requested | BookingState::Booked { .. }) {
            self.give_back();
        }
    }
}
