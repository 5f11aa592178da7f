use crate::client::Settings;
use crate::deadline::Deadline;
use crate::error::{Call, Error};
use crate::rate_limit::{Permit, Waiter};

pub(super) fn create_waiter(settings: &Settings, call: &Call, deadline: Deadline) -> Waiter {
    Waiter::new(call.operation.clone(), settings.rate_limit_max_wait, deadline)
}

/// Waits for the permit of the next attempt. Returns at once if the client has no rate limits.
pub(super) async fn acquire_permit(settings: &Settings, waiter: &mut Waiter) -> Result<Permit, Error> {
    let Some(limiter) = &settings.limiter else { return Ok(Permit::default()) };
    Ok(limiter.acquire(settings.counted_account(), waiter).await?)
}
