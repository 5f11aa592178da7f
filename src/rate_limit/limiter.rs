use std::collections::HashMap;

use super::RateLimit;
use super::queue::Queue;
use crate::deadline::Deadline;
use crate::error::RateLimited;
use crate::operation::{Operation, operations};

/// What a call does that would pass a rate limit; set with
/// [`ClientBuilder::rate_limit`](crate::ClientBuilder::rate_limit).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OverLimit {
    /// It waits until the limit allows it; who comes first is let through first. With a
    /// [`deadline`](crate::ClientBuilder::deadline), a wait that would not end in time fails as soon as that is known.
    /// Without one, a limit per day can mean a wait of a day.
    Wait,
    /// It fails at once with [`Error::RateLimited`](crate::Error::RateLimited).
    Fail,
}

/// Keeps the requests of a client and its clones within the limits.
pub(crate) struct Limiter {
    over_limit: OverLimit,
    /// By operationId, where the document states a limit for the operation alone.
    stated: HashMap<&'static str, Queue>,
    /// For all the others together: whether the service counts them apart is not shown.
    default: Option<Queue>,
}

impl Limiter {
    pub(crate) fn new(over_limit: OverLimit) -> Self {
        let stated = operations().iter().filter_map(|operation| {
            let limit = operation.stated_rate_limit()?;
            Some((operation.operation_id(), Queue::new(limit)?))
        });
        Self { over_limit, stated: stated.collect(), default: Queue::new(RateLimit::DEFAULT) }
    }

    /// Counts a request; waits before where the limit and the caller ask for it, but not past the deadline.
    pub(crate) async fn admit(&self, operation: &'static Operation, deadline: Deadline) -> Result<(), RateLimited> {
        let Some(queue) = self.stated.get(operation.operation_id()).or(self.default.as_ref()) else {
            return Ok(());
        };
        let admitted = match self.over_limit {
            OverLimit::Wait => queue.wait(deadline).await,
            OverLimit::Fail => queue.take(),
        };
        admitted.map_err(|wait| RateLimited::new(operation, wait))
    }
}
