use std::fmt;
use std::time::Duration;

use super::call::Call;
use super::page::FailedPage;
use super::store::StoreError;
use super::text::Seconds;
use crate::operation::{Operation, OperationRef, RateLimit};

/// A call that the client did not send, because its own rate limit is reached, or because the store of the rate limit did
/// not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RateLimited {
    operation: OperationRef,
    retry_after: Duration,
    store_error: Option<StoreError>,
    pub(super) page: Option<FailedPage>,
}

impl RateLimited {
    /// A call, for example of an [`Operation`], that was not sent, because the next one is allowed only after
    /// `retry_after`.
    pub fn new(call: impl Into<Call>, retry_after: Duration) -> Self {
        Self::of(call.into().operation, retry_after)
    }

    pub(crate) fn of(operation: OperationRef, retry_after: Duration) -> Self {
        Self { operation, retry_after, store_error: None, page: None }
    }

    /// The same error of a store that did not answer.
    #[must_use]
    pub fn because(mut self, error: StoreError) -> Self {
        self.store_error = Some(error);
        self
    }

    /// The limit that is reached.
    pub fn limit(&self) -> RateLimit {
        self.operation.rate_limit()
    }

    /// How long until the limit allows this call, after those that already wait; if the store did not answer, how long
    /// until it is asked again.
    pub fn retry_after(&self) -> Duration {
        self.retry_after
    }

    /// Why the [store](crate::ClientBuilder::rate_limit_store) of the rate limit did not answer; `None` if the limit is
    /// reached.
    pub fn store_error(&self) -> Option<&StoreError> {
        self.store_error.as_ref()
    }

    /// The operation that was called.
    pub fn operation_id(&self) -> &'static str {
        self.operation.operation_id()
    }

    pub(super) fn operation(&self) -> &Operation {
        &self.operation
    }
}

impl fmt::Display for RateLimited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.operation.call_name())?;
        FailedPage::fmt(self.page.as_ref(), f)?;
        if let Some(error) = &self.store_error {
            return write!(f, ": not sent, since the store of the rate limit does not answer: {error}");
        }
        write!(
            f,
            ": not sent, since the limit of {} is reached; the next request is allowed in {}",
            self.limit(),
            Seconds::rounded_up(self.retry_after)
        )
    }
}

impl std::error::Error for RateLimited {}
