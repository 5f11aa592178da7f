use std::fmt;
use std::time::Duration;

/// An authentication failure that may be temporary, for example because a token endpoint is overloaded or unreachable.
///
/// [`TokenProvider::token`](super::TokenProvider::token) and
/// [`Authenticate::authenticate`](super::Authenticate::authenticate) may return this error. The call then requests the
/// credentials again, as often as its [`RetryPolicy`](crate::RetryPolicy) allows retries and before its deadline. If
/// the failure persists, the call fails with an [`Error::Transport`](crate::Error::Transport) whose failure is
/// [`NoToken`](crate::error::TransportFailure::NoToken).
///
/// ```
/// use std::time::Duration;
///
/// use perennial::authenticate::TemporaryFailure;
///
/// let failure = TemporaryFailure::new("the vault is sealed").with_retry_after(Duration::from_secs(5));
/// assert_eq!(failure.to_string(), "the vault is sealed");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemporaryFailure {
    pub(crate) reason: String,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) pause: Option<TokenPause>,
}

/// The time until the next request for a token, which all calls of a client share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TokenPause {
    pub(crate) remaining: Duration,
    /// Whether the call was waiting for the token request that failed. If `false`, the call began during the pause
    /// after an earlier failure.
    pub(crate) is_new: bool,
}

impl TemporaryFailure {
    /// Creates a temporary failure with a reason. If the call fails, its error contains the reason, in which the
    /// client's secrets are redacted.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), retry_after: None, pause: None }
    }

    /// Sets how long the client waits before it requests the credentials again, for example the time in a `Retry-After`
    /// header. Defaults to the backoff of the call's retry policy.
    #[must_use]
    pub fn with_retry_after(self, wait: Duration) -> Self {
        Self { retry_after: Some(wait), ..self }
    }
}

impl fmt::Display for TemporaryFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for TemporaryFailure {}
