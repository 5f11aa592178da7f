use std::error::Error as StdError;
use std::fmt;

use super::call::Call;
use super::text::Short;

/// A call without a complete response.
///
/// The underlying `reqwest::Error` is its [`source()`](std::error::Error::source), without the URL, whose query may
/// be private. There is none if the deadline passed before anything was sent, and in an error made by hand.
pub struct TransportError {
    call: Call,
    failure: TransportFailure,
    source: Option<reqwest::Error>,
}

impl TransportError {
    /// An error made by hand, for tests. It has no source, and after [`TransportFailure::Deadline`] no attempts.
    pub fn new(call: impl Into<Call>, failure: TransportFailure) -> Self {
        let call: Call = call.into();
        let attempts = if failure == TransportFailure::Deadline { 0 } else { call.attempts };
        Self { call: call.attempts(attempts), failure, source: None }
    }

    pub(crate) fn from_reqwest(call: Call, source: reqwest::Error) -> Self {
        Self { call, failure: TransportFailure::of(&source), source: Some(source.without_url()) }
    }

    /// What happened.
    pub fn failure(&self) -> TransportFailure {
        self.failure
    }

    /// The operation that failed.
    pub fn operation_id(&self) -> &'static str {
        self.call.operation.operation_id()
    }

    /// Where the request was meant to go: scheme, host and path, without the query, which may be private.
    pub fn url(&self) -> &str {
        self.call.url()
    }

    /// How many times the request was tried, including the first; 0 if the
    /// [`deadline`](crate::ClientBuilder::deadline) passed before.
    pub fn attempts(&self) -> u32 {
        self.call.attempts
    }

    /// Whether the last attempt may have reached the service. `false` only if no connection was established, or
    /// the deadline passed before the first attempt.
    pub fn was_sent(&self) -> bool {
        self.failure != TransportFailure::Deadline && !self.is_connect()
    }

    /// Whether the service said over HTTP/2 that it did not process the last attempt, as it does before a restart.
    pub fn was_unprocessed(&self) -> bool {
        self.failure == TransportFailure::Unprocessed
    }

    /// Whether a timeout expired, while connecting or later, or the deadline passed before the first attempt.
    pub fn is_timeout(&self) -> bool {
        use TransportFailure::{ConnectTimeout, Deadline, Timeout};
        matches!(self.failure, Deadline | ConnectTimeout | Timeout)
    }

    /// Whether no connection could be established: refused, unknown host, TLS.
    pub fn is_connect(&self) -> bool {
        matches!(self.failure, TransportFailure::Connect | TransportFailure::ConnectTimeout)
    }

    pub(super) fn is_retryable(&self) -> bool {
        !self.may_have_been_processed() || self.call.operation.is_safe()
    }

    pub(super) fn may_have_been_processed(&self) -> bool {
        self.was_sent() && !self.was_unprocessed()
    }

    pub(super) fn call(&self) -> &Call {
        &self.call
    }
}

/// Why there is no complete response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TransportFailure {
    /// The deadline passed before the first attempt.
    Deadline,
    /// No connection could be established in time.
    ConnectTimeout,
    /// No connection could be established.
    Connect,
    /// The attempt took longer than the timeout.
    Timeout,
    /// The service refused to process the request, according to HTTP/2.
    Unprocessed,
    /// The connection was lost within the body of the response.
    Truncated,
    /// The connection was lost before the headers of a response were complete.
    NoResponse,
}

impl TransportFailure {
    fn of(error: &reqwest::Error) -> Self {
        match (is_connect(error), error.is_timeout()) {
            (true, true) => Self::ConnectTimeout,
            (true, false) => Self::Connect,
            (false, true) => Self::Timeout,
            (false, false) if was_refused(error) => Self::Unprocessed,
            (false, false) if error.is_body() || error.is_decode() => Self::Truncated,
            (false, false) => Self::NoResponse,
        }
    }

    /// For metrics and traces.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Deadline => "deadline",
            Self::ConnectTimeout => "connect_timeout",
            Self::Connect => "connect",
            Self::Timeout => "timeout",
            Self::Unprocessed => "unprocessed",
            Self::Truncated => "truncated",
            Self::NoResponse => "no_response",
        }
    }
}

impl fmt::Display for TransportFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Deadline => "the deadline passed before it was sent",
            Self::ConnectTimeout => "connecting timed out",
            Self::Connect => "could not connect",
            Self::Timeout => "timed out",
            Self::Unprocessed => "the service refused to process it",
            Self::Truncated => "the response was truncated",
            Self::NoResponse => "no response",
        })
    }
}

#[cfg(not(target_family = "wasm"))]
fn is_connect(error: &reqwest::Error) -> bool {
    error.is_connect()
}

/// A browser does not say why there is no response.
#[cfg(target_family = "wasm")]
fn is_connect(_: &reqwest::Error) -> bool {
    false
}

#[cfg(target_family = "wasm")]
fn was_refused(_: &reqwest::Error) -> bool {
    false
}

/// Whether the service said over HTTP/2 that it did not process the request.
#[cfg(not(target_family = "wasm"))]
fn was_refused(error: &reqwest::Error) -> bool {
    // With any other kind of error, a response had begun.
    let request = Some(error).filter(|error| error.is_request());
    let mut source = request.and_then(StdError::source);
    while let Some(cause) = source {
        if let Some(error) = cause.downcast_ref::<h2::Error>() {
            return is_refusal(error);
        }
        source = cause.source();
    }
    false
}

/// RFC 9113, 8.7: the two guarantees that a request has not been processed. A `GOAWAY` with `NO_ERROR` fails only the
/// requests that it does not cover; with any other code, `h2` may fail all of them with it.
#[cfg(not(target_family = "wasm"))]
fn is_refusal(error: &h2::Error) -> bool {
    error.is_remote()
        && (error.is_reset() && error.reason() == Some(h2::Reason::REFUSED_STREAM)
            || error.is_go_away() && error.reason() == Some(h2::Reason::NO_ERROR))
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.call, self.failure)?;
        if self.may_have_been_processed() && !self.call.operation.is_safe() {
            f.write_str("; it may have been processed")?;
        }
        write!(f, ": {}", Short(self.url()))?;
        self.call.fmt_attempts(f)
    }
}

impl fmt::Debug for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TransportError")
            .field("operation_id", &self.operation_id())
            .field("url", &self.url())
            .field("attempts", &self.attempts())
            .field("was_sent", &self.was_sent())
            .field("was_unprocessed", &self.was_unprocessed())
            .field("source", &self.source)
            .finish()
    }
}

impl StdError for TransportError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_ref().map(|source| source as _)
    }
}
