//! The policy that decides whether a failed request is sent again.
//!
//! | failure | safe methods (`GET`, `HEAD`, `OPTIONS`, `TRACE`), or an idempotency key | all others |
//! |---|---|---|
//! | no connection, or an HTTP/2 stream that the service refused | yes | yes |
//! | TLS, for example a certificate that is not accepted | no | no |
//! | connection lost later, timeout | yes | no: it may have been processed |
//! | 401, where a [provider](crate::authenticate::TokenProvider) returns a different token | once, at once | no |
//! | 429 | yes | yes |
//! | 502, 503, 504 | yes | no: it may have been processed |
//! | everything else | no | no |
//!
//! The client waits between attempts: longer each time, with jitter, and at least as long as the response's
//! `Retry-After` requests. If that is neither whole seconds nor a date (`0.5`, `120, 5`), the client waits for the
//! longest backoff, [`RetryPolicy::max_delay`]. A request with a streamed body is not retried.
//!
//! If the document declares an idempotency key for an operation, a header such as `Idempotency-Key`, each call sends
//! one: the key passed to its setter, or else a random UUID. All attempts of the call have the same key, so that the
//! service acts only once. If an interceptor changes the key, the call is retried like a call without a key.

use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBuilder};

use crate::error::Error;

/// A retry policy: how many times a failed request is sent again, and how long to wait before each retry.
///
/// ```
/// # use perennial::RetryPolicy;
/// use std::time::Duration;
///
/// let patient = RetryPolicy::default()
///     .max_retries(5)
///     .max_wait(Duration::from_secs(120));
/// # let _ = patient;
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetryPolicy {
    max_retries: u32,
    base_delay: Duration,
    max_delay: Duration,
    max_wait: Duration,
}

/// Returns a policy of two retries.
impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            max_retries: 2,
            base_delay: Duration::from_millis(500),
            max_delay: Duration::from_secs(10),
            max_wait: Duration::from_secs(30),
        }
    }
}

impl RetryPolicy {
    /// Returns a policy without retries: each request is sent only once.
    pub fn none() -> Self {
        Self::default().max_retries(0)
    }

    /// Sets the maximum number of times that a request is sent again. Defaults to 2.
    #[must_use]
    pub fn max_retries(self, retries: u32) -> Self {
        Self { max_retries: retries, ..self }
    }

    /// Sets the wait before the first retry; it doubles with each further one. Random jitter makes each wait up to
    /// twice as long. Defaults to 500 ms.
    #[must_use]
    pub fn base_delay(self, delay: Duration) -> Self {
        Self { base_delay: delay, ..self }
    }

    /// Sets the longest backoff, before jitter: the wait does not double beyond it. It is also the wait after a
    /// `Retry-After` that cannot be parsed. Defaults to 10 s.
    #[must_use]
    pub fn max_delay(self, delay: Duration) -> Self {
        Self { max_delay: delay, ..self }
    }

    /// Sets the longest `Retry-After` for which the client waits. If a response requests a longer wait, its error is
    /// returned at once, for example because a daily quota is used up. Defaults to 30 s.
    #[must_use]
    pub fn max_wait(self, wait: Duration) -> Self {
        Self { max_wait: wait, ..self }
    }

    /// Returns the backoff before each retry that the policy allows.
    pub(crate) fn delays(&self) -> impl Iterator<Item = Duration> + Send + use<> {
        ExponentialBuilder::new()
            .with_jitter()
            .with_min_delay(self.base_delay.min(self.max_delay))
            .with_max_delay(self.max_delay)
            .with_max_times(usize::try_from(self.max_retries).unwrap_or(usize::MAX))
            .build()
    }

    /// Returns the wait that the response in `error` requests with `Retry-After`. If the header cannot be parsed,
    /// returns the longest backoff, since a shorter one may be less than the service intends.
    pub(crate) fn requested_wait(&self, error: &Error) -> Option<Duration> {
        let is_unreadable = || matches!(error, Error::Api(error) if error.has_unreadable_retry_after());
        error.retry_after().or_else(|| is_unreadable().then_some(self.max_delay))
    }

    /// Returns how long to wait before a retry after `error`: `delay`, or longer if the response requests it. Returns
    /// `None` if the request must not be sent again.
    pub(crate) fn wait_before_retry(&self, error: &Error, delay: Duration) -> Option<Duration> {
        let requested = self.requested_wait(error).unwrap_or_default();
        (error.is_retryable_within_its_call() && requested <= self.max_wait).then(|| requested.max(delay))
    }
}

#[cfg(test)]
mod tests {
    use reqwest::StatusCode;
    use reqwest::header::RETRY_AFTER;

    use super::*;
    use crate::error::ApiError;
    use crate::operation::Operation;

    #[test]
    fn retry_waits_double_with_jitter_up_to_the_maximum() {
        let policy =
            RetryPolicy::default().max_retries(4).base_delay(Duration::from_secs(1)).max_delay(Duration::from_secs(3));
        let waits: Vec<_> = policy.delays().map(|wait| wait.as_secs_f64()).collect();
        assert_eq!(waits.len(), 4);
        for (wait, least) in waits.iter().zip([1.0, 2.0, 3.0, 3.0]) {
            assert!((least..=2.0 * least).contains(wait), "{waits:?}");
        }
    }

    #[test]
    fn retry_waits_of_two_clients_differ() {
        let waits = || RetryPolicy::default().delays().collect::<Vec<_>>();
        assert_ne!(waits(), waits());
    }

    #[test]
    fn malformed_retry_after_counts_as_the_longest_backoff() {
        static OPERATION: Operation = Operation::new("getThing", "GET", "/thing");
        let error = |retry_after: Option<&str>| {
            let headers = retry_after.map(|text| (RETRY_AFTER, text.parse().unwrap())).into_iter().collect();
            Error::from(ApiError::new(&OPERATION, StatusCode::TOO_MANY_REQUESTS).with_headers(headers))
        };
        let (policy, second) = (RetryPolicy::default(), Duration::from_secs(1));
        for (retry_after, seconds) in
            [(None, 1), (Some("0"), 1), (Some("7"), 7), (Some("0.5"), 10), (Some("120, 5"), 10)]
        {
            assert_eq!(
                policy.wait_before_retry(&error(retry_after), second),
                Some(seconds * second),
                "{retry_after:?}"
            );
        }
        assert_eq!(policy.wait_before_retry(&error(Some("soon")), 15 * second), Some(15 * second));
        assert_eq!(policy.max_delay(31 * second).wait_before_retry(&error(Some("soon")), second), None);
    }

    #[test]
    fn extreme_retry_settings_do_not_overflow() {
        let policy = RetryPolicy::default().max_retries(u32::MAX).base_delay(Duration::MAX).max_delay(Duration::MAX);
        assert_eq!(policy.delays().take(100).count(), 100);
        assert_eq!(RetryPolicy::none().delays().next(), None);
    }
}
