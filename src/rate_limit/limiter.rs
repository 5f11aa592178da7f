//! Who asks for a place under a limit, and for which.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use uuid::Uuid;

use super::WhenLimited;
use super::queue::{Booking, Queue};
use super::settings::RateLimitSettings;
use super::status::LimitStatus;
use super::window::{self, Rule};
use crate::deadline::Deadline;
use crate::error::RateLimited;
use crate::operation::{Operation, OperationRef, RateLimit};

/// Keeps the requests of a client, its clones and the clients derived from it within the limits.
pub(crate) struct Limiter {
    when_limited: WhenLimited,
    margin: Duration,
    queues: Mutex<HashMap<Counted, Arc<Queue>>>,
}

/// What is counted together: an account, and the operationId where the document states a limit for the operation. The
/// others share one queue, since the document does not say whether the service counts them separately.
type Counted = (Uuid, Option<&'static str>);

impl Limiter {
    /// `None` if nothing is limited.
    pub(crate) fn new(settings: RateLimitSettings) -> Result<Option<Self>, String> {
        let Some(when_limited) = settings.when_limited else { return Ok(None) };
        Ok(Some(Self { when_limited, margin: settings.margin, queues: Mutex::default() }))
    }

    /// Books a request, after the wait that the limit asks for and the deadline allows.
    pub(crate) async fn admit(
        &self,
        account: Uuid,
        operation: impl Into<OperationRef>,
        deadline: Deadline,
    ) -> Result<Booking, RateLimited> {
        let operation = operation.into();
        let queue = self.queue(account, &operation);
        let admitted = match self.when_limited {
            WhenLimited::Wait => match queue.book(deadline.left()) {
                Ok(booking) => booking.wait().await,
                Err(wait) => Err(wait),
            },
            WhenLimited::Fail => queue.book(Some(Duration::ZERO)),
        };
        admitted.map_err(|wait| RateLimited::of(operation, wait))
    }

    /// What is counted for an account: under the default limit, and under that of each of `operations` that has its own.
    pub(crate) fn status(&self, account: Uuid, operations: &'static [Operation]) -> Vec<LimitStatus> {
        let own = operations.iter().filter(|operation| operation.has_own_rate_limit());
        let own = own.map(|operation| (Some(operation), operation.rate_limit()));
        let all = [(None, RateLimit::DEFAULT)].into_iter().chain(own);
        let queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        all.map(|(operation, limit)| {
            let usage = match queues.get(&(account, operation.map(Operation::operation_id))) {
                Some(queue) => queue.usage(),
                None => window::Window::new(Rule::new(limit, self.margin)).usage(Duration::ZERO),
            };
            LimitStatus::new(operation, limit, usage)
        })
        .collect()
    }

    fn queue(&self, account: Uuid, operation: &Operation) -> Arc<Queue> {
        let owner = operation.has_own_rate_limit().then(|| operation.operation_id());
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        make_room(&mut queues);
        let queue = queues
            .entry((account, owner))
            .or_insert_with(|| Arc::new(Queue::new(Rule::new(operation.rate_limit(), self.margin))));
        Arc::clone(queue)
    }
}

/// Before it would grow, drops the queues that count nothing now: accounts come and go for as long as a service runs.
fn make_room(queues: &mut HashMap<Counted, Arc<Queue>>) {
    let capacity = queues.capacity();
    if queues.len() < capacity {
        return;
    }
    queues.retain(|_, queue| Arc::strong_count(queue) > 1 || !queue.is_idle());
    // Otherwise most of them would be looked at again soon.
    if queues.len() > capacity / 2 {
        queues.reserve(capacity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn accounts_without_recent_requests_take_no_memory() {
        static OPERATION: Operation = Operation::new("getThing", "GET", "/thing").limited(RateLimit::new(1, 60));
        let limiter = Limiter::new(WhenLimited::Fail, Duration::ZERO);
        let never = Deadline::within(None);
        for account in 0..10_000 {
            limiter.admit(Uuid::from_u128(account), &OPERATION, never).await.unwrap().sent();
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        assert!(limiter.queues.lock().unwrap().capacity() < 1_000);
        // Of the last minute.
        for account in 9_941..10_000 {
            assert!(limiter.admit(Uuid::from_u128(account), &OPERATION, never).await.is_err());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_period_beyond_the_range_of_the_clock_does_not_panic() {
        static OPERATION: Operation = Operation::new("getThing", "GET", "/thing").limited(RateLimit::new(1, u64::MAX));
        let period = Duration::from_secs(u64::MAX);
        for when_limited in [WhenLimited::Fail, WhenLimited::Wait] {
            let limiter = Limiter::new(when_limited, Duration::ZERO);
            let soon = Deadline::within(Some(Duration::from_secs(1)));
            limiter.admit(Uuid::nil(), &OPERATION, soon).await.unwrap().sent();
            let error = limiter.admit(Uuid::nil(), &OPERATION, soon).await.err().unwrap();
            assert_eq!((error.retry_after(), error.limit().period()), (period, period));
        }
        let limiter = Limiter::new(WhenLimited::Wait, Duration::MAX);
        let never = Deadline::within(None);
        limiter.admit(Uuid::nil(), &OPERATION, never).await.unwrap().sent();
        let year = Duration::from_secs(365 * 86_400);
        assert!(tokio::time::timeout(year, limiter.admit(Uuid::nil(), &OPERATION, never)).await.is_err());
    }
}
