//! Without the feature `rate-limit`, there is always a permit.

use std::time::Duration;

use crate::client::Settings;
use crate::deadline::Deadline;
use crate::error::{Call, Error};

pub(super) struct Waiter;

pub(super) struct Admission;

impl Admission {
    pub(super) fn is_late(&self) -> bool {
        false
    }

    pub(super) fn sent(&mut self) {}

    pub(super) async fn failed(self, _: &Error, _: Option<Duration>, _: Deadline) {}
}

pub(super) fn waiter(_: &Settings, _: &Call, _: Deadline) -> Waiter {
    Waiter
}

pub(super) async fn admit(_: &Settings, _: &mut Waiter) -> Result<Admission, Error> {
    Ok(Admission)
}
