use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use governor::clock::MonotonicClock;
use tokio::time::sleep;
use tracing::debug;

use super::RateLimit;
use super::window::Window;
use crate::error::RateLimited;
use crate::operation::{Operation, operations};

/// What a call does that would pass a rate limit; set with
/// [`ClientBuilder::rate_limit`](crate::ClientBuilder::rate_limit).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OverLimit {
    /// It waits until the limit allows it. With a [`deadline`](crate::ClientBuilder::deadline), a wait that would
    /// not end in time is not begun: the call fails at once. Without one, a limit per day can mean a wait of a day.
    Wait,
    /// It fails at once with [`Error::RateLimited`](crate::Error::RateLimited).
    Fail,
}

/// Keeps the requests of a client and its clones within the limits.
pub(crate) struct Limiter {
    over_limit: OverLimit,
    /// By operationId, where the document states a limit for the operation alone.
    stated: HashMap<&'static str, Mutex<Window>>,
    /// For all the others together: whether the service counts them apart is not shown.
    default: Option<Mutex<Window>>,
}

impl Limiter {
    pub(crate) fn new(over_limit: OverLimit) -> Self {
        let window = |limit| Window::new(limit, MonotonicClock).map(Mutex::new);
        let stated = operations().iter().filter_map(|operation| {
            let limit = operation.stated_rate_limit()?;
            Some((operation.operation_id(), window(limit)?))
        });
        Self { over_limit, stated: stated.collect(), default: window(RateLimit::DEFAULT) }
    }

    /// Counts a request; waits before where the limit and the caller ask for it, but not longer than `time_left`.
    pub(crate) async fn admit(
        &self,
        operation: &'static Operation,
        time_left: impl Fn() -> Option<Duration>,
    ) -> Result<(), RateLimited> {
        let Some(window) = self.stated.get(operation.operation_id()).or(self.default.as_ref()) else {
            return Ok(());
        };
        loop {
            let taken = window.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Err(wait) = taken else {
                return Ok(());
            };
            if self.over_limit == OverLimit::Fail || time_left().is_some_and(|left| left <= wait) {
                return Err(RateLimited::new(operation, wait));
            }
            debug!(wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX), "waiting for the rate limit");
            sleep(wait).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use futures_util::future::join_all;
    use futures_util::poll;

    use super::*;

    static OPERATION: Operation = Operation::new("getThing", "GET", "/thing");

    /// A limiter of two requests per `period`, whose callers wait.
    fn limiter(period: Duration) -> Limiter {
        let mut limiter = Limiter::new(OverLimit::Wait);
        let window = Window::new(RateLimit { requests: 2, period }, MonotonicClock).unwrap();
        limiter.stated.insert(OPERATION.operation_id(), Mutex::new(window));
        limiter
    }

    #[tokio::test]
    async fn who_waits_is_let_through_when_the_limit_allows_it_and_not_before() {
        let period = Duration::from_millis(50);
        let limiter = limiter(period);
        let start = Instant::now();
        let all = join_all((0..7).map(|_| limiter.admit(&OPERATION, || None))).await;
        assert!(all.iter().all(Result::is_ok));
        assert!(start.elapsed() >= 3 * period);
    }

    #[tokio::test]
    async fn who_gives_up_waiting_takes_nothing_from_the_others() {
        let hour = Duration::from_secs(3600);
        let mut limiter = limiter(hour);
        for _ in 0..2 {
            limiter.admit(&OPERATION, || None).await.unwrap();
        }
        for _ in 0..50 {
            assert!(poll!(Box::pin(limiter.admit(&OPERATION, || None))).is_pending());
        }
        limiter.over_limit = OverLimit::Fail;
        assert!(limiter.admit(&OPERATION, || None).await.unwrap_err().retry_after() <= hour);
    }
}
