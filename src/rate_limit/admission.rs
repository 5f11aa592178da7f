//! The place of a request under a limit: in memory, and in the store if there is one.

use std::time::Duration;

use super::queue::Booking;
use super::shared::SharedBooking;
use crate::deadline::Deadline;
use crate::error::{ApiErrorKind, Error};

/// The longest `Retry-After` that stops the other calls, so that one wrong header does not stop them for good.
const LONGEST_PAUSE: Duration = Duration::from_secs(86_400);

/// It is given back if this is dropped before the request is sent.
#[must_use]
pub(crate) struct Admission {
    memory: Booking,
    shared: Option<SharedBooking>,
}

impl Admission {
    pub(super) fn new(memory: Booking, shared: Option<SharedBooking>) -> Self {
        Self { memory, shared }
    }

    /// Uses the place: from now on, something of the request may have been sent.
    pub(crate) fn sent(&mut self) {
        self.memory.sent();
        if let Some(shared) = &mut self.shared {
            shared.sent();
        }
    }

    /// Takes note of how the request failed: gives the place back if nothing was sent, and pauses for as long as a 429
    /// asks for. The store is told at once, not in the background: the program may end with this call.
    pub(crate) async fn failed(self, error: &Error, asked: Option<Duration>, deadline: Deadline) {
        if !error.was_sent() {
            if let Some(shared) = &self.shared {
                shared.give_back();
            }
            self.memory.give_back();
        } else if let Error::Api(error) = error
            && error.kind() == ApiErrorKind::TooManyRequests
            && let Some(pause) = asked.filter(|pause| !pause.is_zero())
        {
            let pause = pause.min(LONGEST_PAUSE);
            self.memory.pause(pause);
            if let Some(shared) = &self.shared {
                shared.pause(pause, deadline).await;
            }
        }
    }
}
