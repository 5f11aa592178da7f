//! A booking in the store, from when it is asked for to when the request was sent.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use super::window::{Refusal, SharedWindow};
use crate::clock::Instant;
use crate::deadline::Deadline;
use crate::rate_limit::store::BookingId;

/// It is given back if this is dropped before the request is sent.
#[must_use]
pub(crate) struct SharedBooking {
    /// The window of the rate limit in which this booking counts.
    pub(crate) window: Arc<SharedWindow>,
    id: BookingId,
    state: State,
}

enum State {
    /// The store may know it.
    Asked,
    Booked {
        good_until: Instant,
    },
    /// It is only counted in memory, since the store was away. After this moment, that may be over.
    Alone {
        good_until: Instant,
    },
    Sent,
}

impl SharedBooking {
    pub(crate) fn new(window: &Arc<SharedWindow>) -> Self {
        Self { window: Arc::clone(window), id: BookingId::unique(), state: State::Asked }
    }

    /// Books the next slot, in place of the present one, and says how long until it comes; unless that is neither now nor
    /// `within` a time, or the store is away.
    pub(crate) async fn book(&mut self, within: Option<Duration>, deadline: Deadline) -> Result<Duration, Refusal> {
        let before = mem::replace(&mut self.state, State::Asked);
        match self.window.book(self.id, within, deadline).await {
            Ok((wait, good_until)) => {
                self.state = State::Booked { good_until };
                Ok(wait)
            }
            Err(refusal) => {
                if matches!(before, State::Booked { .. }) {
                    self.give_back();
                }
                // If the store has anything under this name, it is not what will be sent.
                self.id = BookingId::unique();
                self.state = State::Alone { good_until: self.window.good_until(Instant::now()) };
                Err(refusal)
            }
        }
    }

    /// `true` if it is too late to use the slot, so that another has to be booked.
    pub(crate) fn is_late(&self) -> bool {
        match self.state {
            State::Booked { good_until } | State::Alone { good_until } => good_until < Instant::now(),
            State::Asked | State::Sent => false,
        }
    }

    /// From now on, something of the request may have been sent.
    pub(crate) fn sent(&mut self) {
        if matches!(self.state, State::Alone { .. }) {
            self.window.sent_alone(self.id);
        }
        self.state = State::Sent;
    }

    /// Nothing of the request was sent, after all.
    pub(crate) fn give_back(&self) {
        self.window.give_back(self.id);
    }
}

impl Drop for SharedBooking {
    fn drop(&mut self) {
        if matches!(self.state, State::Asked | State::Booked { .. }) {
            self.give_back();
        }
    }
}
