//! Errors of calls that were not sent, and of clients and values that cannot be built.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::call::{Call, FailedPage, fmt_call_name_and_page};
use super::text::{chain, escape_line, format_whole_seconds, shorten};
use crate::operation::OperationRef;
use crate::service::RateLimit;

/// The error for a client that cannot be built, or for a request that the client refused to send.
///
/// If the request was for a page of a listing ([`page`](crate::page)), earlier pages may have been received.
///
/// ```
/// # use perennial::error::{Call, Error, InvalidRequest};
/// # use perennial::reqwest::Method;
/// // An error for the test of a program:
/// let call = Call::request(&Method::POST, "/books");
/// let error = Error::from(InvalidRequest::of(call, "`title` is missing"));
/// assert!(matches!(&error, Error::InvalidRequest(error) if error.reason() == "`title` is missing"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidRequest {
    pub(super) operation: Option<OperationRef>,
    /// The number of attempts for the preceding page of a listing; 0 for all other errors.
    pub(super) attempts: u32,
    /// Boxed, because it is smaller than a `String`, and every [`Error`](super::Error) is as large as its largest
    /// variant.
    reason: Box<str>,
    pub(super) page: Option<Box<FailedPage>>,
}

impl InvalidRequest {
    /// Creates an error for a client that cannot be built. The error does not refer to an operation.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { operation: None, attempts: 0, reason: reason.into().into(), page: None }
    }

    /// Creates an error about a call that was not sent. `call` may be an [`Operation`](crate::Operation).
    pub fn of(call: impl Into<Call>, reason: impl Into<String>) -> Self {
        Self::refused(call.into().operation, reason)
    }

    pub(crate) fn refused(operation: OperationRef, reason: impl Into<String>) -> Self {
        Self::after_attempts(operation, 0, reason)
    }

    /// Creates the error for a listing that is not continued. `attempts` is the number of attempts for the preceding
    /// page.
    pub(crate) fn after_attempts(operation: OperationRef, attempts: u32, reason: impl Into<String>) -> Self {
        Self { operation: Some(operation), attempts, reason: reason.into().into(), page: None }
    }

    /// Returns the reason for the error, and the remedy if it is known. The text never contains a secret.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Returns the id of the operation that was called, or `None` if the error does not concern an operation, for
    /// example if a client cannot be built.
    ///
    /// If the client refused to continue a listing, returns the id of the operation that lists the items.
    pub fn operation_id(&self) -> Option<&'static str> {
        self.operation.as_ref().map(|operation| operation.operation_id())
    }
}

impl fmt::Display for InvalidRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(operation) = &self.operation {
            fmt_call_name_and_page(f, operation, self.page.as_deref())?;
            f.write_str(": ")?;
        }
        f.write_str(&escape_line(&self.reason))
    }
}

impl std::error::Error for InvalidRequest {}

/// The error of a call that the client did not send, because the client's own rate limit is reached, or because the
/// rate-limit store did not answer.
///
/// ```
/// # use perennial::error::{Call, Error, RateLimited};
/// # use perennial::reqwest::Method;
/// use std::time::Duration;
///
/// // An error for the test of a program:
/// let call = Call::request(&Method::GET, "/books");
/// let error = Error::from(RateLimited::new(call, Duration::from_secs(20)));
/// assert_eq!(error.retry_after(), Some(Duration::from_secs(20)));
/// assert!(error.is_retryable());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct RateLimited(pub(super) Box<RateLimitedData>);

#[derive(Clone, PartialEq, Eq)]
pub(super) struct RateLimitedData {
    pub(super) operation: OperationRef,
    retry_after: Duration,
    store_error: Option<StoreError>,
    pub(super) page: Option<Box<FailedPage>>,
}

impl RateLimited {
    /// Creates an error for a call that was not sent because the rate limit allows the call only after `retry_after`.
    /// `call` may be an [`Operation`](crate::Operation).
    pub fn new(call: impl Into<Call>, retry_after: Duration) -> Self {
        Self::for_operation(call.into().operation, retry_after)
    }

    pub(crate) fn for_operation(operation: OperationRef, retry_after: Duration) -> Self {
        Self(Box::new(RateLimitedData { operation, retry_after, store_error: None, page: None }))
    }

    /// Sets the reason why the rate-limit store did not answer.
    #[must_use]
    pub fn with_store_error(mut self, error: StoreError) -> Self {
        self.0.store_error = Some(error);
        self
    }

    /// Returns the rate limit that applies to the call.
    pub fn limit(&self) -> RateLimit {
        self.0.operation.rate_limit()
    }

    /// Returns the time until the limit allows this call, after the calls that are already waiting. If the rate-limit
    /// store did not answer, returns the time until the client contacts the store again.
    pub fn retry_after(&self) -> Duration {
        self.0.retry_after
    }

    /// Returns the reason why the rate-limit store (`ClientBuilder::rate_limit_store`) did not answer. Returns `None`
    /// if the call was refused because the limit is reached.
    pub fn store_error(&self) -> Option<&StoreError> {
        self.0.store_error.as_ref()
    }

    /// Returns the id of the operation that was called.
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
        fmt_call_name_and_page(f, &self.0.operation, self.0.page.as_deref())?;
        if let Some(error) = &self.0.store_error {
            return write!(f, ": not sent, because the rate-limit store is unavailable: {error}");
        }
        f.write_str(": not sent, because the limit ")?;
        // A test may create this error for a call without a service, whose limit is unknown.
        if self.limit() != RateLimit::UNLIMITED {
            write!(f, "of {} ", self.limit())?;
        }
        write!(f, "is reached; the next request is allowed in {}", format_whole_seconds(self.0.retry_after))
    }
}

impl std::error::Error for RateLimited {}

/// The reason why a rate-limit store (`rate_limit::RateLimitStore`) did not answer. The reason and its causes are
/// stored as one line of text, which is shortened if it is long.
///
/// ```
/// # use perennial::error::StoreError;
/// let error = StoreError::new("the database is locked");
/// assert_eq!(error.to_string(), "the database is locked");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreError(Arc<str>);

impl StoreError {
    /// Creates a `StoreError` from any error, such as a `std::io::Error`, or from a string.
    pub fn new(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        let text = chain(&*error.into(), None);
        Self(shorten(&text).into())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

/// The error of a builder that lacks required fields or has malformed fields. The message lists these fields by the
/// names of their setters.
///
/// The operator `?` converts this error into an [`Error::InvalidRequest`](crate::Error::InvalidRequest).
///
/// ```text
/// let error = types::Book::builder().build().unwrap_err();
/// assert_eq!(error.to_string(), "`title` is required and was not set");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildError {
    reason: String,
}

impl BuildError {
    pub(crate) fn new(reason: impl ToString) -> Self {
        Self { reason: reason.to_string() }
    }
}

/// Lists the missing and malformed fields, by the names of their setters.
impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for BuildError {}

#[cfg(test)]
mod tests {
    use reqwest::Method;

    use super::*;

    #[test]
    fn invalid_request_shows_its_complete_reason_on_one_line() {
        let reason = "a\nb\u{1b}[2J".to_owned() + &"c".repeat(1_000);
        let shown = "a\\nb\\u{1b}[2J".to_owned() + &"c".repeat(1_000);
        let error = InvalidRequest::new(reason.as_str());
        assert_eq!((error.to_string(), error.reason()), (shown, reason.as_str()));
    }

    #[test]
    fn rate_limit_error_for_an_undeclared_call_omits_the_limit() {
        let error = RateLimited::new(Call::request(&Method::GET, "/books"), Duration::from_secs(3));
        let text = "GET /books: not sent, because the limit is reached; the next request is allowed in 3 s";
        assert_eq!(error.to_string(), text);
    }
}
