//! The policy that decides whether a failed request is sent again.
//!
//! | failure | retried for safe methods (`GET`, `HEAD`, `OPTIONS`, `TRACE`) or with an idempotency key | retried for all other requests |
//! |---|---|---|
//! | no connection was established, or the service refused the HTTP/2 stream | yes | yes |
//! | no token could be obtained at present ([`NoToken`](crate::error::TransportFailure::NoToken)) | yes | yes |
//! | the TLS handshake failed, for example because a certificate is not accepted | no | no |
//! | the connection was lost later, or the timeout expired | yes | no, because the request may have been processed |
//! | status 401, and a [provider](crate::authenticate::TokenProvider) returns a different token | once, immediately | once, immediately |
//! | the caller's stream or file with the body of the request could not be read ([`RequestBody`](crate::error::TransportFailure::RequestBody)) | no | no |
//! | status 429 | yes | yes |
//! | status 502, 503, 504, 520 to 524, or 529 | yes | no, because the request may have been processed |
//! | status 408 or 425, or 403 with a `Retry-After` | yes | no |
//! | status 500 | only if the policy [allows it](RetryPolicy::retry_500) | no |
//! | a proxy refused to connect to the service | no | no |
//! | everything else | no | no |
//!
//! Before each retry, the client waits: longer each time, and at least as long as the response requests with
//! `Retry-After` or `retry-after-ms`. After a `Retry-After` that is neither whole seconds nor a date (`0.5`, `120, 5`),
//! the client waits for at least the longest backoff, [`RetryPolicy::max_delay`].
//!
//! A request whose body is a stream is not retried, because the stream cannot be read again. A multipart form with
//! files or streams can be retried, because they are opened again for each attempt.
//!
//! A request that the service refused with 401 has not been processed. The retry with a different token therefore does
//! not count as one of the policy's retries, and is sent even with [`RetryPolicy::none`].
//!
//! Jitter makes each wait longer by a random time, so that clients that failed together do not retry together. The
//! jitter is at most the backoff, or a tenth of the requested wait if that is longer. A wait never ends before the
//! requested time, and jitter never extends it beyond the deadline of the call.
//!
//! The document may declare a header such as `Idempotency-Key` as the idempotency key of an operation. Each call of
//! this operation then sends the key that is passed to its setter, or else a random UUID. All attempts of the call have
//! the same key, so that the service acts only once. If an interceptor changes the key, the call is retried like a call
//! without a key.

use std::time::Duration;

use backon::{BackoffBuilder, ExponentialBuilder};

use crate::deadline::Deadline;
use crate::error::Error;
use crate::random::random_u64;

/// A retry policy, which sets how many times a failed request is sent again, and how long to wait before each retry.
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
    retries_500: bool,
}

/// Returns a policy that allows two retries.
impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            max_retries: 2,
            base_delay: Duration::from_millis(500),
            max_delay: Duration::from_secs(10),
            max_wait: Duration::from_secs(30),
            retries_500: false,
        }
    }
}

impl RetryPolicy {
    /// Returns a policy without retries. A request is sent a second time only if the service refuses it with 401, and a
    /// different token is available.
    pub fn none() -> Self {
        Self::default().max_retries(0)
    }

    /// Sets the maximum number of times that a request is sent again. Defaults to 2.
    #[must_use]
    pub fn max_retries(self, retries: u32) -> Self {
        Self { max_retries: retries, ..self }
    }

    /// Sets the backoff before the first retry: the wait without the random jitter. Defaults to 500 ms.
    ///
    /// The backoff doubles with each further retry. Random jitter extends each wait, even if the response requests a
    /// longer wait than the backoff. The jitter is at most the backoff, or a tenth of the requested wait if that is
    /// longer.
    #[must_use]
    pub fn base_delay(self, delay: Duration) -> Self {
        Self { base_delay: delay, ..self }
    }

    /// Sets the longest backoff. The backoff is the wait without the random jitter. It doubles with each retry, up to
    /// this maximum. Defaults to 10 s.
    ///
    /// After a `Retry-After` that cannot be parsed, the client waits for at least the longest backoff. If this is
    /// longer than [`max_wait`](Self::max_wait), the call is not retried.
    #[must_use]
    pub fn max_delay(self, delay: Duration) -> Self {
        Self { max_delay: delay, ..self }
    }

    /// Sets the longest wait that a response may request with `Retry-After`. Defaults to 30 s. Jitter is added to the
    /// requested wait.
    ///
    /// If a response requests a longer wait, for example because a daily quota is used up, the call is not retried, and
    /// its error is returned at once. A call also fails at once if a request for a token has failed in another call,
    /// and the pause before the next such request is longer than `wait`.
    #[must_use]
    pub fn max_wait(self, wait: Duration) -> Self {
        Self { max_wait: wait, ..self }
    }

    /// Sets whether a request with a safe method or an idempotency key is also sent again after status 500. Defaults to
    /// `false`, because most services respond with 500 again if the same request is repeated.
    #[must_use]
    pub fn retry_500(self, retry: bool) -> Self {
        Self { retries_500: retry, ..self }
    }

    /// Returns the backoff before each retry that the policy allows, without jitter.
    pub(crate) fn backoffs(&self) -> impl Iterator<Item = Duration> + Send + use<> {
        self.endless_backoffs().take(usize::try_from(self.max_retries).unwrap_or(usize::MAX))
    }

    fn endless_backoffs(&self) -> impl Iterator<Item = Duration> + Send + use<> {
        ExponentialBuilder::new()
            .with_min_delay(self.base_delay.min(self.max_delay))
            .with_max_delay(self.max_delay)
            .without_max_times()
            .build()
    }

    /// Returns how long to wait after a failed request for a token. `earlier` is the number of failed requests before
    /// it. The wait does not depend on the maximum number of retries, because all calls of a client share it.
    pub(crate) fn pause_after_failures(&self, earlier: usize, requested: Option<Duration>) -> Duration {
        // After 64 doublings, every backoff has reached the maximum.
        let backoff = self.endless_backoffs().nth(earlier.min(64)).unwrap_or(self.max_delay);
        RetryWait::new(requested.unwrap_or_default(), backoff).random_length()
    }

    /// Returns the wait that the response in `error` requests with `Retry-After`. If the header cannot be parsed,
    /// returns the longest backoff, since a shorter one may be less than the service intends.
    pub(crate) fn requested_wait(&self, error: &Error) -> Option<Duration> {
        let is_unreadable = || matches!(error, Error::Api(error) if error.has_unreadable_retry_after());
        error.retry_after().or_else(|| is_unreadable().then_some(self.max_delay))
    }

    /// Returns how long to wait before a retry after `error`: `backoff`, or longer if the response requests it. Returns
    /// `None` if the request must not be sent again.
    pub(crate) fn wait_before_retry(&self, error: &Error, backoff: Duration) -> Option<RetryWait> {
        let is_retried =
            error.is_retryable_within_its_call() || self.retries_500 && error.is_internal_of_repeatable_call();
        is_retried.then(|| self.accept_wait(self.requested_wait(error), backoff)).flatten()
    }

    /// Returns the wait before credentials are requested again after a temporary failure: the pause that all calls
    /// share, or else the wait of the policy. Returns `None` if the requested wait exceeds the maximum. If no wait was
    /// requested, returns `None` if the pause exceeds the maximum, and is also longer than `backoff` with its jitter.
    pub(crate) fn wait_for_credentials(
        &self,
        requested: Option<Duration>,
        pause: Option<Duration>,
        backoff: Duration,
    ) -> Option<RetryWait> {
        let foreign = pause.filter(|pause| *pause > backoff.saturating_mul(2));
        let wait = self.accept_wait(requested.or(foreign), backoff)?;
        Some(pause.map_or(wait, |pause| RetryWait { shortest: pause, jitter: Duration::ZERO }))
    }

    /// Returns whether the policy allows any retry.
    pub(crate) fn allows_retries(&self) -> bool {
        self.max_retries > 0
    }

    /// Returns whether a wait of this length exceeds the maximum of the policy.
    pub(crate) fn exceeds_max_wait(&self, wait: Duration) -> bool {
        wait > self.max_wait
    }

    /// Returns the wait before a retry, or `None` if the `requested` wait exceeds the maximum.
    fn accept_wait(&self, requested: Option<Duration>, backoff: Duration) -> Option<RetryWait> {
        let requested = requested.unwrap_or_default();
        (!self.exceeds_max_wait(requested)).then(|| RetryWait::new(requested, backoff))
    }
}

/// The range from which the wait before a retry is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RetryWait {
    shortest: Duration,
    /// The maximum of the jitter that is added to `shortest`.
    jitter: Duration,
}

impl RetryWait {
    /// No wait: the retry is sent at once.
    pub(crate) const NONE: Self = Self { shortest: Duration::ZERO, jitter: Duration::ZERO };

    fn new(requested: Duration, backoff: Duration) -> Self {
        Self { shortest: requested.max(backoff), jitter: backoff.max(requested / 10) }
    }

    /// Chooses the length of the wait at random. Returns `None` if even the shortest wait would not end before the
    /// deadline.
    pub(crate) fn choose(self, deadline: Deadline) -> Option<Duration> {
        if !deadline.allows(self.shortest) {
            return None;
        }
        // The jitter takes at most half of the time between the shortest wait and the deadline, so that the other half
        // is left for the attempt.
        let left = deadline.time_left().map(|left| left.saturating_sub(self.shortest) / 2);
        let jitter = left.map_or(self.jitter, |left| left.min(self.jitter));
        Some(Self { jitter, ..self }.random_length())
    }

    fn random_length(self) -> Duration {
        self.shortest.saturating_add(random_part(self.jitter))
    }
}

/// Returns a random duration that is shorter than `whole`, or zero if `whole` is zero.
fn random_part(whole: Duration) -> Duration {
    let random = u32::try_from(random_u64() >> 32).unwrap_or_default();
    whole.mul_f64(f64::from(random) / (f64::from(u32::MAX) + 1.0))
}

#[cfg(test)]
mod tests {
    use reqwest::StatusCode;
    use reqwest::header::RETRY_AFTER;

    use super::*;
    use crate::error::ApiError;
    use crate::operation::Operation;

    const SECOND: Duration = Duration::from_secs(1);

    fn range(shortest: Duration, jitter: Duration) -> RetryWait {
        RetryWait { shortest, jitter }
    }

    fn error_with_retry_after(retry_after: Option<&str>) -> Error {
        static OPERATION: Operation = Operation::new("getThing", "GET", "/thing");
        let headers = retry_after.map(|text| (RETRY_AFTER, text.parse().unwrap())).into_iter().collect();
        ApiError::new(&OPERATION, StatusCode::TOO_MANY_REQUESTS).with_headers(headers).into()
    }

    #[test]
    fn backoff_doubles_up_to_the_maximum() {
        let policy = RetryPolicy::default().max_retries(4).base_delay(SECOND).max_delay(3 * SECOND);
        assert_eq!(policy.backoffs().collect::<Vec<_>>(), [1, 2, 3, 3].map(|seconds| seconds * SECOND));
    }

    #[test]
    fn retry_wait_is_at_least_the_requested_time() {
        let policy = RetryPolicy::default();
        for (retry_after, backoff, shortest, jitter) in [
            (None, SECOND, SECOND, SECOND),
            (Some("0"), SECOND, SECOND, SECOND),
            (Some("1"), SECOND / 2, SECOND, SECOND / 2),
            (Some("7"), SECOND, 7 * SECOND, SECOND),
            (Some("30"), SECOND, 30 * SECOND, 3 * SECOND),
            // A `Retry-After` that cannot be parsed counts as the longest backoff.
            (Some("0.5"), SECOND, 10 * SECOND, SECOND),
            (Some("120, 5"), SECOND, 10 * SECOND, SECOND),
            (Some("soon"), 15 * SECOND, 15 * SECOND, 15 * SECOND),
        ] {
            let wait = policy.wait_before_retry(&error_with_retry_after(retry_after), backoff);
            assert_eq!(wait, Some(range(shortest, jitter)), "{retry_after:?}");
        }
        assert_eq!(policy.wait_before_retry(&error_with_retry_after(Some("31")), SECOND), None);
        let slow = policy.max_delay(31 * SECOND);
        assert_eq!(slow.wait_before_retry(&error_with_retry_after(Some("soon")), SECOND), None);
    }

    #[test]
    fn jitter_spreads_retry_waits_over_the_whole_range() {
        let waits: Vec<_> = (0..1_000).map(|_| range(SECOND, SECOND).choose(Deadline::within(None)).unwrap()).collect();
        assert!(waits.iter().all(|wait| (SECOND..2 * SECOND).contains(wait)), "{waits:?}");
        // Each wait falls into a given tenth of the range with probability 1/10. The probability that 1,000 waits miss
        // any tenth is below 10⁻⁴⁴.
        for tenth in 10..20 {
            let tenth = SECOND * tenth / 10..SECOND * (tenth + 1) / 10;
            assert!(waits.iter().any(|wait| tenth.contains(wait)), "{tenth:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn jitter_leaves_half_of_the_remaining_time_before_the_deadline() {
        let deadline = Deadline::within(Some(2 * SECOND));
        for _ in 0..1_000 {
            let wait = range(SECOND, 10 * SECOND).choose(deadline).unwrap();
            assert!((SECOND..SECOND * 3 / 2).contains(&wait), "{wait:?}");
        }
        assert_eq!(range(2 * SECOND, Duration::ZERO).choose(deadline), None);
    }

    #[test]
    fn extreme_retry_settings_do_not_overflow() {
        let policy = RetryPolicy::default().max_retries(u32::MAX).base_delay(Duration::MAX).max_delay(Duration::MAX);
        assert_eq!(policy.backoffs().take(100).count(), 100);
        assert!(range(Duration::MAX, Duration::MAX).choose(Deadline::within(None)).is_some());
        assert_eq!(RetryPolicy::none().backoffs().next(), None);
    }
}
