//! The client's own rate limiter (feature `rate-limit`): no more requests than the document allows.

mod queue;
mod window;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use uuid::Uuid;

use crate::deadline::Deadline;
use crate::error::RateLimited;
use crate::operation::{Operation, OperationRef};
use queue::Queue;

/// What a call does when a rate limit is reached; set with
/// [`ClientBuilder::rate_limit`](crate::ClientBuilder::rate_limit).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhenLimited {
    /// It waits until the limit allows it, first come, first served. With a
    /// [`deadline`](crate::ClientBuilder::deadline), it fails with [`Error::RateLimited`](crate::Error::RateLimited) as
    /// soon as it is known that the wait would not end in time. Without one, a daily limit can mean a wait of a day.
    Wait,
    /// It fails at once with [`Error::RateLimited`](crate::Error::RateLimited). A retry that is limited is not sent,
    /// and the call fails with the error of the attempt before.
    Fail,
}

/// Keeps the requests of a client, its clones and the clients derived from it within the limits.
pub(crate) struct Limiter {
    when_limited: WhenLimited,
    queues: Mutex<HashMap<Counted, Arc<Queue>>>,
}

/// What is counted together: an account, and the operationId where the document states a limit for the operation. The
/// others share one queue, since the document does not say whether the service counts them separately.
type Counted = (Uuid, Option<&'static str>);

impl Limiter {
    pub(crate) fn new(when_limited: WhenLimited) -> Self {
        Self { when_limited, queues: Mutex::default() }
    }

    /// Counts a request, after the wait that the limit asks for and the deadline allows.
    pub(crate) async fn admit(
        &self,
        account: Uuid,
        operation: impl Into<OperationRef>,
        deadline: Deadline,
    ) -> Result<(), RateLimited> {
        let operation = operation.into();
        let queue = self.queue(account, &operation);
        let admitted = match self.when_limited {
            WhenLimited::Wait => queue.wait(deadline).await,
            WhenLimited::Fail => queue.take(),
        };
        admitted.map_err(|wait| RateLimited::of(operation, wait))
    }

    fn queue(&self, account: Uuid, operation: &Operation) -> Arc<Queue> {
        let owner = operation.has_own_rate_limit().then(|| operation.operation_id());
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        make_room(&mut queues);
        Arc::clone(queues.entry((account, owner)).or_insert_with(|| Arc::new(Queue::new(operation.rate_limit()))))
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
    use std::time::Duration;

    use super::*;
    use crate::operation::RateLimit;

    #[tokio::test(start_paused = true)]
    async fn accounts_without_recent_requests_take_no_memory() {
        static OPERATION: Operation = Operation::new("getThing", "GET", "/thing").limited(RateLimit::new(1, 60));
        let limiter = Limiter::new(WhenLimited::Fail);
        let never = Deadline::within(None);
        for account in 0..10_000 {
            limiter.admit(Uuid::from_u128(account), &OPERATION, never).await.unwrap();
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        assert!(limiter.queues.lock().unwrap().capacity() < 1_000);
        // Of the last minute.
        for account in 9_941..10_000 {
            limiter.admit(Uuid::from_u128(account), &OPERATION, never).await.unwrap_err();
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_period_beyond_the_range_of_the_clock_does_not_panic() {
        static OPERATION: Operation = Operation::new("getThing", "GET", "/thing").limited(RateLimit::new(1, u64::MAX));
        let period = Duration::from_secs(u64::MAX);
        for when_limited in [WhenLimited::Fail, WhenLimited::Wait] {
            let limiter = Limiter::new(when_limited);
            let soon = Deadline::within(Some(Duration::from_secs(1)));
            limiter.admit(Uuid::nil(), &OPERATION, soon).await.unwrap();
            let error = limiter.admit(Uuid::nil(), &OPERATION, soon).await.unwrap_err();
            assert_eq!((error.retry_after(), error.limit().period()), (period, period));
        }
        let limiter = Limiter::new(WhenLimited::Wait);
        let never = Deadline::within(None);
        limiter.admit(Uuid::nil(), &OPERATION, never).await.unwrap();
        let year = Duration::from_secs(365 * 86_400);
        assert!(tokio::time::timeout(year, limiter.admit(Uuid::nil(), &OPERATION, never)).await.is_err());
    }
}
