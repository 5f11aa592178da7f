//! The permits of a call's attempts under the client's own rate limit.

use crate::client::Settings;
use crate::deadline::Deadline;
use crate::error::{Call, Error};
use crate::rate_limit::{Admission, Waiter};

/// Asks for them, one after the other.
pub(super) fn waiter(settings: &Settings, call: &Call, deadline: Deadline) -> Waiter {
    Waiter::new(call.operation.clone(), settings.rate_limit_max_wait, deadline)
}

/// Waits for the next permit, if the client keeps the limits.
pub(super) async fn admit(settings: &Settings, waiter: &mut Waiter) -> Result<Admission, Error> {
    let Some(limiter) = &settings.limiter else { return Ok(Admission::default()) };
    Ok(limiter.admit(settings.counted_account(), waiter).await?)
}
