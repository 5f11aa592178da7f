//! The permit that a request needs under a rate limit. Permits are counted in memory. If the client uses a store, a
//! permit also has a booking, its record in that store.

use std::time::Duration;

use super::queue::QueuedPermit;
use super::shared::SharedBooking;
use crate::deadline::Deadline;
use crate::error::{ApiErrorKind, Error};

/// The longest pause that a `Retry-After` can impose on other calls, so that a single wrong header cannot stop all
/// calls forever.
const LONGEST_PAUSE: Duration = Duration::from_secs(86_400);

/// A permit to send one request. Dropping the permit before the request is sent releases it.
///
/// The default value is the permit of a request to which no limit applies.
#[derive(Default)]
#[must_use]
pub(crate) struct Permit {
    pub(super) memory: Option<QueuedPermit>,
    pub(super) shared: Option<SharedBooking>,
}

impl Permit {
    /// Returns whether the permit has expired, so that the call needs another permit.
    pub(crate) fn is_late(&self) -> bool {
        self.shared.as_ref().is_some_and(SharedBooking::is_late)
    }

    /// Marks the permit as used. It then counts even if it is dropped, because a part of the request may have been
    /// sent.
    pub(crate) fn mark_sent(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.mark_sent();
        }
        if let Some(shared) = &mut self.shared {
            shared.mark_sent();
        }
    }

    /// Releases the permit without sending a request, so that other calls can use the permit.
    pub(crate) fn release(self) {}

    /// Records that the request failed. Releases the permit if nothing was sent. Pauses all permits if the response was
    /// a 429 with a `Retry-After`.
    ///
    /// Waits until the pause is in the store, because the program may end after this call.
    pub(crate) async fn record_failure(self, error: &Error, retry_after: Option<Duration>, deadline: Deadline) {
        let Some(memory) = self.memory else { return };
        if !error.was_sent() {
            if let Some(shared) = &self.shared {
                shared.give_back();
            }
            memory.release();
        } else if let Error::Api(error) = error
            && error.kind() == ApiErrorKind::TooManyRequests
            && let Some(pause) = retry_after.filter(|pause| !pause.is_zero())
        {
            let pause = pause.min(LONGEST_PAUSE);
            memory.pause(pause);
            if let Some(shared) = &self.shared {
                shared.window.pause(pause, deadline).await;
            }
        }
    }
}
