use std::error::Error as StdError;
use std::fmt;

use super::call::Call;
#[cfg(not(target_family = "wasm"))]
use super::connection::{is_tls, was_refused};
use super::text::{causes, redacted_line, seconds, short};

/// The reason why there is no complete response.
///
/// [`Dns`](Self::Dns), [`Tls`](Self::Tls) and [`Connect`](Self::Connect) are distinguished by what the HTTP client and
/// the TLS library report, whichever it is. This has limits:
///
/// - A connection that is lost during the TLS handshake is `Connect`; with the platform's TLS library (`native-tls`) it
///   may be `Tls`.
/// - If a proxy cannot resolve the host, or refuses the connection, that is `Connect`.
/// - Plain http to an https port is `NoResponse`, or an error response if the server notices. A client certificate that
///   the server requires and does not get is the same, since this becomes known only after the handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TransportFailure {
    /// The deadline passed, before the first attempt or during one.
    Deadline,
    /// No connection could be established in time.
    ConnectTimeout,
    /// The name of the host could not be resolved.
    Dns,
    /// The TLS handshake failed: the certificate of the server is not accepted (unknown issuer, expired, for another
    /// name), client and server have no version or cipher in common, or the port does not speak TLS. Not retried.
    Tls,
    /// No connection could be established for another reason, for example because it was refused.
    Connect,
    /// The attempt took longer than the timeout.
    Timeout,
    /// The service refused to process the request, according to HTTP/2.
    Unprocessed,
    /// The connection was lost within the body of the response, or the body is shorter than its `content-length`.
    Truncated,
    /// The connection was lost before the headers of a response were complete, or what arrived is not HTTP.
    NoResponse,
}

impl TransportFailure {
    fn from_reqwest(error: &reqwest::Error) -> Self {
        // A browser does not report whether there was a connection.
        #[cfg(not(target_family = "wasm"))]
        if error.is_connect() {
            return if error.is_timeout() {
                Self::ConnectTimeout
            } else if error.is_dns() {
                Self::Dns
            } else if is_tls(error) {
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

    /// `true` if no connection was established, so that nothing was sent.
    pub(super) fn is_connect(self) -> bool {
        matches!(self, Self::Connect | Self::ConnectTimeout | Self::Dns | Self::Tls)
    }

    pub(super) fn is_timeout(self) -> bool {
        matches!(self, Self::Deadline | Self::ConnectTimeout | Self::Timeout)
    }

    /// For metrics and traces.
    pub(super) fn name(self) -> &'static str {
        self.words().name
    }

    fn words(self) -> Words {
        match self {
            Self::Deadline => Words { name: "deadline", what: "the deadline passed", whom: "waiting for" },
            Self::ConnectTimeout => Words { name: "connect_timeout", what: "timed out connecting", whom: "to" },
            Self::Dns => Words { name: "dns", what: "could not resolve the host", whom: "of" },
            Self::Tls => Words { name: "tls", what: "could not establish TLS", whom: "with" },
            Self::Connect => Words { name: "connect", what: "could not connect", whom: "to" },
            Self::Timeout => Words { name: "timeout", what: "timed out", whom: "waiting for" },
            Self::Unprocessed => Words { name: "unprocessed", what: "not processed", whom: "by" },
            Self::Truncated => Words { name: "truncated", what: "truncated response", whom: "from" },
            Self::NoResponse => Words { name: "no_response", what: "no response", whom: "from" },
        }
    }
}

/// The texts about a failure.
struct Words {
    /// The name, for metrics and traces.
    name: &'static str,
    /// The message.
    what: &'static str,
    /// The preposition between the message and the URL.
    whom: &'static str,
}

impl fmt::Display for TransportFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().what)
    }
}

/// A call without a complete response.
///
/// The underlying `reqwest::Error` is its [`source()`](std::error::Error::source), without the URL, whose query may be
/// private. It is `None` if the deadline passed before anything was sent, and for a hand-made error. The message ends
/// with the root cause, with the secrets of the client redacted.
pub struct TransportError(pub(super) Box<Inner>);

pub(super) struct Inner {
    pub(super) call: Call,
    failure: TransportFailure,
    request_id: Option<String>,
    source: Option<reqwest::Error>,
}

impl TransportError {
    /// A hand-made error, for tests, without a source, and without a cause in its message. With
    /// [`TransportFailure::Deadline`], nothing was sent if the call has zero [`attempts`](Call::attempts).
    pub fn new(call: impl Into<Call>, failure: TransportFailure) -> Self {
        Self(Box::new(Inner { call: call.into(), failure, request_id: None, source: None }))
    }

    /// The same error for an incomplete response with this `x-request-id`.
    #[must_use]
    pub fn with_request_id(mut self, id: impl Into<String>) -> Self {
        self.0.request_id = Some(id.into());
        self
    }

    /// With the id of the response, if its headers arrived.
    pub(crate) fn from_reqwest(call: Call, request_id: Option<&str>, source: reqwest::Error) -> Self {
        let failure = match TransportFailure::from_reqwest(&source) {
            // The attempt had only the time that was left.
            TransportFailure::Timeout if call.target.deadline.has_passed() => TransportFailure::Deadline,
            failure => failure,
        };
        let request_id = request_id.map(|id| call.secrets().redact_text(id));
        Self(Box::new(Inner { call, failure, request_id, source: Some(source.without_url()) }))
    }

    /// Of an attempt, or a wait, whose time the client counts itself.
    pub(crate) fn timed_out(call: Call) -> Self {
        let has_passed = call.target.deadline.has_passed();
        Self::new(call, if has_passed { TransportFailure::Deadline } else { TransportFailure::Timeout })
    }

    /// Returns the kind of the failure.
    pub fn failure(&self) -> TransportFailure {
        self.0.failure
    }

    /// The operation that failed.
    pub fn operation_id(&self) -> &'static str {
        self.0.call.operation.operation_id()
    }

    /// Returns the URL to which the request was meant to go: scheme, host and path, without the query, which may be
    /// private.
    pub fn url(&self) -> &str {
        self.0.call.url()
    }

    /// Returns the number of times that the request was tried, including the first; 0 if the deadline passed before.
    pub fn attempts(&self) -> u32 {
        self.0.call.attempts
    }

    /// The `x-request-id` header of the response, to quote to the service's support. `None` if it is absent, or if the
    /// headers of a response never arrived.
    pub fn request_id(&self) -> Option<&str> {
        self.0.request_id.as_deref()
    }

    /// Returns `true` if the last attempt may have reached the service: `false` only if no connection was established,
    /// or the deadline passed before the first attempt.
    pub fn was_sent(&self) -> bool {
        self.0.call.attempts > 0 && !self.is_connect()
    }

    /// Returns `true` if the service said over HTTP/2 that it did not process the last attempt, as it does before a
    /// restart.
    pub fn was_unprocessed(&self) -> bool {
        self.0.failure == TransportFailure::Unprocessed
    }

    /// Returns `true` if a timeout expired, while connecting or later, or the deadline passed.
    pub fn is_timeout(&self) -> bool {
        self.0.failure.is_timeout()
    }

    /// Returns `true` if no connection could be established: refused, unknown host, TLS.
    pub fn is_connect(&self) -> bool {
        self.0.failure.is_connect()
    }

    pub(super) fn may_have_been_processed(&self) -> bool {
        self.0.call.may_have_acted(self.was_sent() && !self.was_unprocessed())
    }

    /// Returns the cause that the message adds to the failure. A timeout has none: that it took too long, the failure
    /// says already.
    fn cause(&self) -> Option<String> {
        let source = self.0.source.as_ref().filter(|_| !self.is_timeout())?;
        causes(source).last().map(|cause| redacted_line(self.0.call.secrets(), &cause.to_string()))
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { call, failure, .. } = &*self.0;
        let Words { what, whom, .. } = failure.words();
        match (failure, call.target.deadline.limit) {
            (TransportFailure::Deadline, limit) => {
                let length = limit.map(|limit| format!(" of {}", seconds(limit))).unwrap_or_default();
                let whom = if call.attempts == 0 { "before the request was sent to" } else { whom };
                write!(f, "{call}: the deadline{length} passed {whom}")?;
            }
            _ => write!(f, "{call}: {what} {whom}")?,
        }
        write!(f, " {}", short(call.url()))?;
        if let Some(cause) = self.cause() {
            write!(f, ": {cause}")?;
        }
        call.fmt_end(f, self.may_have_been_processed(), self.request_id())
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
