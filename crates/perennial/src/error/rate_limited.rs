use std::fmt;
use std::time::Duration;

use super::call::Call;
use super::page::FailedPage;
use super::store::StoreError;
use super::text::Seconds;
use crate::operation::OperationRef;
use crate::service::RateLimit;

/// A call that the client did not send, because its own rate limit is reached, or because the store of the rate limit did
/// not answer.
#[derive(Clone, PartialEq, Eq)]
pub struct RateLimited(pub(super) Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
pub(super) struct Inner {
    pub(super) operation: OperationRef,
    retry_after: Duration,
    store_error: Option<StoreError>,
    pub(super) page: Option<Box<FailedPage>>,
}

impl RateLimited {
    /// A call, for example of an [`Operation`](crate::Operation), that was not sent, because the next one is allowed only
    /// after `retry_after`.
    pub fn new(call: impl Into<Call>, retry_after: Duration) -> Self {
        Self::of(call.into().operation, retry_after)
    }

    pub(crate) fn of(operation: OperationRef, retry_after: Duration) -> Self {
        Self(Box::new(Inner { operation, retry_after, store_error: None, page: None }))
    }

    /// The same error of a store that did not answer.
    #[must_use]
    pub fn with_store_error(mut self, error: StoreError) -> Self {
        self.0.store_error = Some(error);
        self
    }

    /// The limit that is reached.
    pub fn limit(&self) -> RateLimit {
        self.0.operation.rate_limit()
    }

    /// Returns the time until the limit allows this call, after those that already wait; if the store did not answer,
    /// the time until it is asked again.
    pub fn retry_after(&self) -> Duration {
        self.0.retry_after
    }

    /// Returns the reason why the store of the rate limit (`ClientBuilder::rate_limit_store`) did not answer; `None` if
    /// the limit is reached.
    pub fn store_error(&self) -> Option<&StoreError> {
        self.0.store_error.as_ref()
    }

    /// The operation that was called.
    pub fn operation_id(&self) -> &'static str {
        self.0.operation.operation_id()
    }
}

impl fmt::Debug for RateLimited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimited")
            .field("operation", &self.0.operation)
            .field("retry_after", &self.0.retry_after)
            .field("store_error", &self.0.store_error)
            .field("page", &self.0.page)
            .finish()
    }
}

impl fmt::Display for RateLimited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.operation.call_name())?;
        FailedPage::fmt(self.0.page.as_deref(), f)?;
        if let Some(error) = &self.0.store_error {
            return write!(f, ": not sent, since the store of the rate limit is unavailable: {error}");
        }
        f.write_str(": not sent, since the limit ")?;
        // A hand-made error may be of a call for which none is known.
        if self.limit() != RateLimit::UNLIMITED {
            write!(f, "of {} ", self.limit())?;
        }
        write!(f, "is reached; the next request is allowed in {}", Seconds::rounded_up(self.0.retry_after))
    }
}

impl std::error::Error for RateLimited {}

#[cfg(test)]
mod tests {
    use reqwest::Method;

    use super::*;

    #[test]
    fn a_made_error_of_a_call_without_a_limit_names_none() {
        let error = RateLimited::new(Call::request(&Method::GET, "/books"), Duration::from_secs(3));
        let text = "GET /books: not sent, since the limit is reached; the next request is allowed in 3 s";
        assert_eq!(error.to_string(), text);
    }
}
