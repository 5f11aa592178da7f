//! The permit of a request under a limit: in memory, and in the store if there is one.

use std::time::Duration;

use super::queue::Booking;
use super::shared::SharedBooking;
use crate::deadline::Deadline;
use crate::error::{ApiErrorKind, Error};

/// The longest `Retry-After` that stops the other calls, so that one wrong header does not stop them for good.
const LONGEST_PAUSE: Duration = Duration::from_secs(86_400);

/// It is given back if this is dropped before the request is sent. The default is that of a client which keeps no limits.
#[derive(Default)]
#[must_use]
pub(crate) struct Admission {
    pub(super) memory: Option<Booking>,
    pub(super) shared: Option<SharedBooking>,
}

impl Admission {
    /// `true` if it is too late to use the permit, so that another is needed.
    pub(crate) fn is_late(&self) -> bool {
        self.shared.as_ref().is_some_and(SharedBooking::is_late)
    }

    /// Uses the permit: from now on, something of the request may have been sent.
    pub(crate) fn sent(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.sent();
        }
        if let Some(shared) = &mut self.shared {
            shared.sent();
        }
    }

    /// Records how the request failed: gives the permit back if nothing was sent, and pauses for as long as a 429 asks
    /// for. The store is told at once, not in the background: the program may end with this call.
    pub(crate) async fn failed(self, error: &Error, asked: Option<Duration>, deadline: Deadline) {
        let Some(memory) = self.memory else { return };
        if !error.was_sent() {
            if let Some(shared) = &self.shared {
                shared.give_back();
            }
            memory.give_back();
        } else if let Error::Api(error) = error
            && error.kind() == ApiErrorKind::TooManyRequests
            && let Some(pause) = asked.filter(|pause| !pause.is_zero())
        {
            let pause = pause.min(LONGEST_PAUSE);
            memory.pause(pause);
            if let Some(shared) = &self.shared {
                shared.window.pause(pause, deadline).await;
            }
        }
    }
}
