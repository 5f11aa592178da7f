//! The places of a call's attempts under the client's own rate limit: always free without the feature `rate-limit`.

use std::time::Duration;

use crate::client::Settings;
use crate::deadline::Deadline;
use crate::error::{Call, Error};
#[cfg(feature = "rate-limit")]
use crate::rate_limit::{self, Waiter};

/// Asks for them, one after the other.
pub(super) struct Admissions {
    #[cfg(feature = "rate-limit")]
    waiter: Waiter,
}

/// A place. It is given back if this is dropped before the attempt is sent.
#[derive(Default)]
#[must_use]
pub(super) struct Admission {
    #[cfg(feature = "rate-limit")]
    place: Option<rate_limit::Admission>,
}

#[cfg(feature = "rate-limit")]
impl Admissions {
    pub(super) fn new(settings: &Settings, call: &Call, deadline: Deadline) -> Self {
        Self { waiter: Waiter::new(call.operation.clone(), settings.rate_limit_max_wait, deadline) }
    }

    /// Waits for a place, if the client keeps the limits.
    pub(super) async fn next(&mut self, settings: &Settings) -> Result<Admission, Error> {
        let Some(limiter) = &settings.limiter else { return Ok(Admission::default()) };
        let place = limiter.admit(settings.counted_account(), &mut self.waiter).await?;
        Ok(Admission { place: Some(place) })
    }
}

#[cfg(feature = "rate-limit")]
impl Admission {
    /// From now on, something of the attempt may have been sent.
    pub(super) fn sent(&mut self) {
        if let Some(place) = &mut self.place {
            place.sent();
        }
    }

    /// Takes note of how the attempt failed, and how long its response `asked` to wait.
    pub(super) async fn failed(self, error: &Error, asked: Option<Duration>, deadline: Deadline) {
        if let Some(place) = self.place {
            place.failed(error, asked, deadline).await;
        }
    }
}

#[cfg(not(feature = "rate-limit"))]
impl Admissions {
    pub(super) fn new(_: &Settings, _: &Call, _: Deadline) -> Self {
        Self {}
    }

    pub(super) async fn next(&mut self, _: &Settings) -> Result<Admission, Error> {
        Ok(Admission::default())
    }
}

#[cfg(not(feature = "rate-limit"))]
impl Admission {
    pub(super) fn sent(&mut self) {}

    pub(super) async fn failed(self, _: &Error, _: Option<Duration>, _: Deadline) {}
}
