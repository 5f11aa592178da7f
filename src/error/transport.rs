use std::fmt;

use super::Call;

/// A call that got no whole answer.
///
/// The `reqwest::Error` behind it is its [`source()`](std::error::Error::source), without the URL,
/// whose query may be private.
pub struct TransportError {
    call: Call,
    source: reqwest::Error,
}

impl TransportError {
    pub(crate) fn new(call: Call, source: reqwest::Error) -> Self {
        Self { call, source: source.without_url() }
    }

    /// The operation that failed.
    pub fn operation_id(&self) -> &'static str {
        self.call.operation.operation_id()
    }

    /// How often the request was tried, the first time included.
    pub fn attempts(&self) -> u32 {
        self.call.attempts
    }

    /// Whether the last attempt may have reached the service, so that the operation may have been
    /// carried out. `false` only where no connection was made.
    pub fn was_sent(&self) -> bool {
        !self.is_connect()
    }

    /// Whether time ran out, while connecting or later.
    pub fn is_timeout(&self) -> bool {
        self.source.is_timeout()
    }

    /// Whether no connection could be made: refused, unknown host, TLS.
    pub fn is_connect(&self) -> bool {
        self.source.is_connect()
    }

    pub(super) fn is_retryable(&self) -> bool {
        !self.was_sent() || self.call.operation.is_safe()
    }

    pub(super) fn call(&self) -> Call {
        self.call
    }

    fn what(&self) -> &'static str {
        match (self.is_connect(), self.is_timeout()) {
            (true, true) => "connecting timed out",
            (true, false) => "could not connect",
            (false, true) => "timed out",
            (false, false) if self.source.is_body() || self.source.is_decode() => "the answer was cut short",
            (false, false) => "no answer",
        }
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.call, self.what())?;
        if self.was_sent() && !self.call.operation.is_safe() {
            f.write_str("; it may have been carried out")?;
        }
        self.call.fmt_attempts(f)
    }
}

impl fmt::Debug for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TransportError")
            .field("operation_id", &self.operation_id())
            .field("attempts", &self.attempts())
            .field("was_sent", &self.was_sent())
            .field("source", &self.source)
            .finish()
    }
}

impl std::error::Error for TransportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}
