//! The place of an attempt under the client's own rate limit: always free without the feature `rate-limit`.

use crate::client::Settings;
use crate::deadline::Deadline;
use crate::error::{Call, Error};
#[cfg(feature = "rate-limit")]
use crate::rate_limit;

/// It is given back if this is dropped before the attempt is sent.
#[derive(Default)]
#[must_use]
pub(super) struct Admission {
    #[cfg(feature = "rate-limit")]
    place: Option<rate_limit::Admission>,
}

#[cfg(feature = "rate-limit")]
impl Admission {
    /// Waits for a place, if the client keeps the limits.
    pub(super) async fn of(settings: &Settings, call: &Call, deadline: Deadline) -> Result<Self, Error> {
        let Some(limiter) = &settings.limiter else { return Ok(Self::default()) };
        let place = limiter.admit(settings.counted_account(), call.operation.clone(), deadline).await?;
        Ok(Self { place: Some(place) })
    }

    /// From now on, something of the attempt may have been sent.
    pub(super) fn sent(&mut self) {
        if let Some(place) = &mut self.place {
            place.sent();
        }
    }

    /// Takes note of how the attempt failed.
    pub(super) async fn failed(self, error: &Error, deadline: Deadline) {
        if let Some(place) = self.place {
            place.failed(error, deadline).await;
        }
    }
}

#[cfg(not(feature = "rate-limit"))]
impl Admission {
    pub(super) async fn of(_: &Settings, _: &Call, _: Deadline) -> Result<Self, Error> {
        Ok(Self::default())
    }

    pub(super) fn sent(&mut self) {}

    pub(super) async fn failed(self, _: &Error, _: Deadline) {}
}
