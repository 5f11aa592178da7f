use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use reqwest::StatusCode;

use super::call::Call;
#[cfg(not(target_family = "wasm"))]
use super::connection::{is_tls_failure, note_on_cause, proxy_refusal, was_refused};
use super::text::{causes, format_seconds, format_whole_seconds, redacted_line, shorten};

/// The reason why a call received no complete response.
///
/// The client distinguishes [`Dns`](Self::Dns), [`Tls`](Self::Tls) and [`Connect`](Self::Connect) by the errors of the
/// HTTP client and the TLS library. These failures cannot always be distinguished:
///
/// - A connection that is lost during the TLS handshake is reported as `Connect`. With the platform's TLS library
///   (feature `native-tls`), it may be reported as `Tls`.
/// - A proxy that cannot be reached is reported as `Connect`. If the proxy cannot resolve the host of the service, an
///   `https` request fails with `ProxyRefused`, and a plain `http` request receives the error response of the proxy.
/// - Plain `http` to an `https` port is reported as `NoResponse`, or as an error response if the server notices the
///   mistake. The same applies if the server requires a client certificate and receives none, because this becomes
///   known only after the handshake.
///
/// ```
/// # use perennial::error::{TransportError, TransportFailure};
/// fn advice(error: &TransportError) -> &'static str {
///     match error.failure() {
///         TransportFailure::Dns | TransportFailure::Connect => "Check the base URL.",
///         TransportFailure::Tls => "Check the certificates.",
///         TransportFailure::Timeout | TransportFailure::Deadline => "Allow more time.",
///         _ => "Try again.",
///     }
/// }
/// # use perennial::{error::Call, reqwest::Method};
/// # let call = Call::request(&Method::GET, "/books");
/// # assert_eq!(advice(&TransportError::new(call, TransportFailure::Dns)), "Check the base URL.");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TransportFailure {
    /// The deadline of the call passed, before the first attempt or during an attempt.
    Deadline,
    /// Connecting took longer than the connect timeout (`ClientBuilder::connect_timeout`).
    ConnectTimeout,
    /// The name of the host could not be resolved.
    Dns,
    /// The TLS handshake failed: the server's certificate is rejected (unknown issuer, expired, for a different name),
    /// client and server have no TLS version or cipher in common, or the port does not use TLS. The client does not
    /// retry this failure.
    Tls,
    /// No connection could be established for a reason that no other variant describes, for example because the
    /// connection was refused.
    Connect,
    /// The proxy refused to connect to the service, for example with status 407
    /// ([`proxy_status`](TransportError::proxy_status)) because it requires a password. The client does not retry this
    /// failure.
    ProxyRefused,
    /// The request was not sent, because a temporary failure prevented the client from obtaining a token. The message
    /// contains the reason, for example the status with which the token endpoint responded.
    ///
    /// [`TemporaryFailure`](crate::authenticate::TemporaryFailure) is the error with which token providers report a
    /// temporary failure.
    NoToken,
    /// The caller's stream or file with the body of the request could not be read, for example because the file is now
    /// shorter than its declared length.
    ///
    /// The service may have received the body up to the failure. The error of the stream or file is a
    /// [`source`](std::error::Error::source) of the call's error. The client does not retry this failure.
    RequestBody,
    /// The attempt took longer than its timeout (`ClientBuilder::timeout`).
    Timeout,
    /// The service reported over HTTP/2 that it did not process the request.
    Unprocessed,
    /// The connection was lost while the body of the response was being received, or the body is shorter than its
    /// `content-length`.
    Truncated,
    /// The connection was lost before the response's headers were complete, or the response is not HTTP.
    NoResponse,
}

impl TransportFailure {
    fn from_reqwest(error: &reqwest::Error) -> Self {
        // A browser does not report whether a connection was established.
        #[cfg(not(target_family = "wasm"))]
        if error.is_connect() {
            return if error.is_timeout() {
                Self::ConnectTimeout
            } else if error.is_dns() {
                Self::Dns
            } else if proxy_refusal(error).is_some() {
                Self::ProxyRefused
            } else if is_tls_failure(error) {
                Self::Tls
            } else {
                Self::Connect
            };
        } else if !error.is_timeout() && was_refused(error) {
            return Self::Unprocessed;
        }
        if error.is_timeout() {
            Self::Timeout
        } else if error.is_body() || error.is_decode() {
            Self::Truncated
        } else {
            Self::NoResponse
        }
    }

    /// Returns whether the same request may succeed later.
    pub(super) fn is_transient(self) -> bool {
        !matches!(self, Self::Tls | Self::ProxyRefused | Self::RequestBody)
    }

    pub(super) fn is_connect(self) -> bool {
        matches!(self, Self::Connect | Self::ConnectTimeout | Self::Dns | Self::Tls | Self::ProxyRefused)
    }

    pub(super) fn is_timeout(self) -> bool {
        matches!(self, Self::Deadline | Self::ConnectTimeout | Self::Timeout)
    }

    pub(crate) fn name(self) -> &'static str {
        self.failure_texts().name
    }

    fn failure_texts(self) -> FailureTexts {
        let (name, message, preposition) = match self {
            Self::Deadline => ("deadline", "the deadline passed", "waiting for"),
            Self::ConnectTimeout => ("connect_timeout", "timed out connecting", "to"),
            Self::Dns => ("dns", "could not resolve the host", "of"),
            Self::Tls => ("tls", "could not establish TLS", "with"),
            Self::Connect => ("connect", "could not connect", "to"),
            Self::ProxyRefused => ("proxy_refused", "the proxy refused to connect", "to"),
            Self::NoToken => ("no_token", "no token", "for"),
            Self::RequestBody => ("request_body", "could not read the body of the request", "to"),
            Self::Timeout => ("timeout", "timed out", "waiting for"),
            Self::Unprocessed => ("unprocessed", "not processed", "by"),
            Self::Truncated => ("truncated", "truncated response", "from"),
            Self::NoResponse => ("no_response", "no response", "from"),
        };
        FailureTexts { name, message, preposition }
    }
}

/// Returns whether a request that failed with `error` may succeed later. This is for requests that are not calls, such
/// as requests for tokens.
pub(crate) fn may_pass(error: &reqwest::Error) -> bool {
    !error.is_builder() && TransportFailure::from_reqwest(error).is_transient()
}

struct FailureTexts {
    /// The name in metrics and traces.
    name: &'static str,
    message: &'static str,
    /// The preposition before the URL in messages.
    preposition: &'static str,
}

impl fmt::Display for TransportFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.failure_texts().message)
    }
}

/// The error of a call that received no complete response.
///
/// The [`source()`](std::error::Error::source) is the `reqwest::Error` of the HTTP client, without the URL, whose query
/// may be private. There is no source if the HTTP client reported no error, for example because no token could be
/// obtained, or if the error was created for tests. The message contains the root cause, in which the secrets of the
/// client are redacted.
///
/// ```
/// # use perennial::error::{Call, TransportError, TransportFailure};
/// # use perennial::reqwest::Method;
/// // An error for the test of a program:
/// let error = TransportError::new(Call::request(&Method::POST, "/books"), TransportFailure::Timeout);
/// assert!(error.is_timeout());
/// // The service may have created the book.
/// assert!(error.was_sent());
/// ```
pub struct TransportError(pub(super) Box<TransportErrorData>);

pub(super) struct TransportErrorData {
    pub(super) call: Call,
    failure: TransportFailure,
    request_id: Option<String>,
    /// The reason of a failure without a `source`, such as an incomplete response. Secrets are redacted.
    reason: Option<String>,
    retry_after: Option<Duration>,
    source: Option<reqwest::Error>,
}

impl TransportError {
    /// Creates an error for tests, without a source. To simulate a [`TransportFailure::Deadline`] that passed before
    /// the request was sent, pass a call with 0 [`attempts`](Call::attempts).
    pub fn new(call: impl Into<Call>, failure: TransportFailure) -> Self {
        let call = call.into();
        Self(Box::new(TransportErrorData {
            call,
            failure,
            request_id: None,
            reason: None,
            retry_after: None,
            source: None,
        }))
    }

    /// Sets the `x-request-id` of the error, for tests. An error of a real call has this id only if the headers of the
    /// response arrived before the failure.
    #[must_use]
    pub fn with_request_id(mut self, id: impl Into<String>) -> Self {
        self.0.request_id = Some(id.into());
        self
    }

    /// Sets the wait that a token endpoint requested, for tests of [`TransportFailure::NoToken`].
    #[must_use]
    pub fn with_retry_after(mut self, wait: Duration) -> Self {
        self.0.retry_after = Some(wait);
        self
    }

    /// Creates the error for a call that obtained no token. Secrets have been redacted in `reason`.
    pub(crate) fn without_token(call: Call, reason: String, retry_after: Option<Duration>) -> Self {
        let mut error = Self::new(call, TransportFailure::NoToken);
        (error.0.reason, error.0.retry_after) = (Some(reason), retry_after);
        error
    }

    /// Creates an error from reqwest's. `request_id` is the `x-request-id` of the response, if its headers arrived.
    pub(crate) fn from_reqwest(call: Call, request_id: Option<&str>, source: reqwest::Error) -> Self {
        let failure = match TransportFailure::from_reqwest(&source) {
            // No timeout of an attempt extends beyond the deadline. If the deadline has passed, it was therefore the
            // cause.
            TransportFailure::Timeout if call.target.deadline.has_passed() => TransportFailure::Deadline,
            failure => failure,
        };
        let request_id = request_id.map(|id| call.secrets().redact_text(id));
        let mut error = Self::new(call, failure);
        (error.0.request_id, error.0.source) = (request_id, Some(source.without_url()));
        error
    }

    /// Creates the error for an attempt, or a wait for data, that exceeded a timeout which this crate enforces rather
    /// than reqwest.
    pub(crate) fn timed_out(call: Call) -> Self {
        let has_passed = call.target.deadline.has_passed();
        Self::new(call, if has_passed { TransportFailure::Deadline } else { TransportFailure::Timeout })
    }

    /// Replaces the failure of an attempt with the error of the caller's stream, which ended the attempt.
    pub(crate) fn caused_by_request_body(mut self, source: reqwest::Error) -> Self {
        (self.0.failure, self.0.source) = (TransportFailure::RequestBody, Some(source));
        self
    }

    /// Creates the error for a stream that ended before it was complete.
    pub(crate) fn truncated(call: Call, request_id: Option<&str>, reason: &'static str) -> Self {
        let request_id = request_id.map(|id| call.secrets().redact_text(id));
        let mut error = Self::new(call, TransportFailure::Truncated);
        (error.0.request_id, error.0.reason) = (request_id, Some(reason.to_owned()));
        error
    }

    /// Returns the kind of the failure.
    pub fn failure(&self) -> TransportFailure {
        self.0.failure
    }

    /// Returns the id of the operation that failed.
    pub fn operation_id(&self) -> &'static str {
        self.0.call.operation.operation_id()
    }

    /// Returns the URL of the request: scheme, host and path, without the query, which may be private.
    pub fn url(&self) -> &str {
        self.0.call.url()
    }

    /// Returns the number of attempts, including the first. The number is 0 if the call failed before the first
    /// attempt, because no token could be obtained or the deadline passed.
    pub fn attempts(&self) -> u32 {
        self.0.call.attempts
    }

    /// Returns the `x-request-id` header of the response, which you can quote when you contact the service's support.
    /// Returns `None` if the response does not contain this header, or if its headers never arrived.
    pub fn request_id(&self) -> Option<&str> {
        self.0.request_id.as_deref()
    }

    /// Returns status 407 if a proxy responded with this status, and did not connect to the service
    /// ([`TransportFailure::ProxyRefused`]). Returns `None` otherwise. Other statuses of the proxy are not available,
    /// because the HTTP client reports only 407.
    pub fn proxy_status(&self) -> Option<StatusCode> {
        #[cfg(not(target_family = "wasm"))]
        let status = self.0.source.as_ref().and_then(|source| proxy_refusal(source)?.status);
        #[cfg(target_family = "wasm")]
        let status = None;
        status
    }

    /// Returns how long to wait before the same request is sent again. Returns `None` for all failures except
    /// [`TransportFailure::NoToken`].
    ///
    /// For this failure, returns the wait that the token endpoint requested, or the remaining pause before the client
    /// requests a token again. A pause that the token endpoint did not request is returned only if it began before this
    /// call needed a token, or if it exceeds [`RetryPolicy::max_wait`](crate::RetryPolicy::max_wait).
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// Returns whether the last attempt may have reached the service. The result is `false` only if no connection was
    /// established, if no token could be obtained, or if the deadline passed before the first attempt.
    pub fn was_sent(&self) -> bool {
        self.0.call.attempts > 0 && !self.is_connect() && self.0.failure != TransportFailure::NoToken
    }

    /// Returns whether the service reported over HTTP/2 that it did not process the last attempt, for example because
    /// it is about to restart.
    pub fn was_unprocessed(&self) -> bool {
        self.0.failure == TransportFailure::Unprocessed
    }

    /// Returns whether the attempt took too long: a timeout expired (while connecting or later), or the deadline
    /// passed.
    pub fn is_timeout(&self) -> bool {
        self.0.failure.is_timeout()
    }

    /// Returns whether no connection could be established, for example because the host is unknown, the connection was
    /// refused, or the TLS handshake failed.
    pub fn is_connect(&self) -> bool {
        self.0.failure.is_connect()
    }

    pub(super) fn may_have_been_processed(&self) -> bool {
        self.0.call.may_have_acted(self.was_sent() && !self.was_unprocessed())
    }

    /// Returns the root cause, with which the message ends. Returns `None` for a timeout, whose cause would only repeat
    /// that the request timed out.
    fn cause(&self) -> Option<String> {
        if let Some(status) = self.proxy_status() {
            return Some(status.to_string());
        }
        if let Some(reason) = &self.0.reason {
            return Some(reason.clone());
        }
        let source = self.0.source.as_ref().filter(|_| !self.is_timeout())?;
        let cause = redacted_line(self.0.call.secrets(), &causes(source).last()?.to_string());
        #[cfg(not(target_family = "wasm"))]
        if let Some(note) = note_on_cause(source) {
            return Some(format!("{cause} ({note})"));
        }
        Some(cause)
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TransportErrorData { call, failure, .. } = &*self.0;
        let FailureTexts { message, preposition, .. } = failure.failure_texts();
        match (failure, call.target.deadline.limit) {
            (TransportFailure::Deadline, limit) => {
                let length = limit.map(|limit| format!(" of {}", format_seconds(limit))).unwrap_or_default();
                let preposition = if call.attempts == 0 { "before the request was sent to" } else { preposition };
                write!(f, "{call}: the deadline{length} passed {preposition}")?;
            }
            _ => write!(f, "{call}: {message} {preposition}")?,
        }
        write!(f, " {}", shorten(call.url()))?;
        if let Some(cause) = self.cause() {
            write!(f, ": {cause}")?;
        }
        if let Some(wait) = self.retry_after().filter(|wait| !wait.is_zero()) {
            write!(f, "; retry after {}", format_whole_seconds(wait))?;
        }
        call.fmt_details(f, self.may_have_been_processed(), self.request_id())
    }
}

impl fmt::Debug for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secrets = self.0.call.secrets();
        let source = self.0.source.as_ref().map(|source| redacted_line(secrets, &format!("{source:?}")));
        self.0
            .call
            .debug_struct(f, "TransportError")
            .field("failure", &self.0.failure)
            .field("source", &format_args!("{}", source.as_deref().unwrap_or("None")))
            .finish()
    }
}

impl StdError for TransportError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_ref().map(|source| source as _)
    }
}
