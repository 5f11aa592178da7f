//! Replaces the module `permit` if the feature `rate-limit` is disabled. Attempts are then sent without a permit, which
//! is what a call waits for under a rate limit.

use std::time::Duration;

use crate::client::Settings;
use crate::deadline::Deadline;
use crate::error::{Call, Error};

pub(super) struct Waiter;

pub(super) struct Permit;

impl Permit {
    pub(super) fn is_late(&self) -> bool {
        false
    }

    pub(super) fn mark_sent(&mut self) {}

    pub(super) fn release(self) {}

    pub(super) async fn record_failure(self, _: &Error, _: Option<Duration>, _: Deadline) {}
}

pub(super) fn create_waiter(_: &Settings, _: &Call, _: Deadline) -> Waiter {
    Waiter
}

pub(super) async fn acquire_permit(_: &Settings, _: &mut Waiter) -> Result<Permit, Error> {
    Ok(Permit)
}
