//! The lifetime of a booking (the record of a request in the store), from the update that makes the booking until the
//! request is sent.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use super::window::{Refusal, SharedWindow};
use crate::clock::Instant;
use crate::deadline::Deadline;
use crate::rate_limit::store::BookingId;

/// A call's booking in the store. Dropping it before the HTTP request is sent removes it from the store.
#[must_use]
pub(crate) struct SharedBooking {
    pub(crate) window: Arc<SharedWindow>,
    id: BookingId,
    state: BookingState,
}

enum BookingState {
    /// The store may have received the request to make the booking, so the store may contain the booking.
    Requested,
    Booked {
        usable_until: Instant,
    },
    /// The store was unreachable, so the request is counted only in memory. After `usable_until`, the store may be
    /// reachable again, so the request has to be booked there.
    WithoutStore {
        usable_until: Instant,
    },
    Sent,
}

impl SharedBooking {
    pub(crate) fn new(window: &Arc<SharedWindow>) -> Self {
        Self { window: Arc::clone(window), id: BookingId::unique(), state: BookingState::Requested }
    }

    /// Books the earliest time at which the request can be sent, in place of the current booking. Returns the wait
    /// until then. Fails if the wait is not shorter than `within`, or if the store is unreachable.
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
                // The store may have made the booking although its answer was lost. It will be removed by its id, so
                // the next booking needs a new id.
                self.id = BookingId::unique();
                self.state = BookingState::WithoutStore { usable_until: self.window.usable_until(Instant::now()) };
                Err(refusal)
            }
        }
    }

    /// Returns whether the booking has expired, so that the request must be booked again before it is sent.
    pub(crate) fn is_late(&self) -> bool {
        match self.state {
            BookingState::Booked { usable_until } | BookingState::WithoutStore { usable_until } => {
                usable_until < Instant::now()
            }
            BookingState::Requested | BookingState::Sent => false,
        }
    }

    /// Marks the booking as used. It then counts even if it is dropped, because a part of the request may have been
    /// sent.
    pub(crate) fn mark_sent(&mut self) {
        if matches!(self.state, BookingState::WithoutStore { .. }) {
            self.window.record_sent_without_store(self.id);
        }
        self.state = BookingState::Sent;
    }

    /// Removes the booking from the store, since no part of the request was sent.
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
