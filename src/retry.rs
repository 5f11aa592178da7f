//! When a failed request is sent again.
//!
//! | failure | `GET`, `HEAD` | the others |
//! |---|---|---|
//! | no connection was made, or HTTP/2 refused the request unprocessed | yes | yes |
//! | connection lost otherwise, timeout | yes | no: it may have been carried out |
//! | 429 | yes | yes |
//! | 502, 503, 504 | yes | no: it may have been carried out |
//! | everything else | no | no |
//!
//! Between the attempts the client waits: longer each time, with jitter, and at least as long as a
//! `Retry-After` of the answer asks. A request whose body is a stream is sent once.

use std::time::{Duration, SystemTime};

use backon::{BackoffBuilder, ExponentialBuilder};
use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

use crate::error::Error;

/// How often a failed request is sent again, and how long to wait before.
///
/// ```
/// use std::time::Duration;
/// use monitoring_service::RetryPolicy;
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

/// Two retries.
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
    /// Every request is sent once.
    pub fn none() -> Self {
        Self::default().max_retries(0)
    }

    /// How often a request is sent again after the first time. Defaults to 2.
    #[must_use]
    pub fn max_retries(mut self, retries: u32) -> Self {
        self.max_retries = retries;
        self
    }

    /// The wait before the first retry; it doubles with each further one. A random part of up to
    /// the same again is added. Defaults to 500 ms.
    #[must_use]
    pub fn base_delay(mut self, delay: Duration) -> Self {
        self.base_delay = delay;
        self
    }

    /// Where the doubling stops, before the random part is added. Defaults to 10 s.
    #[must_use]
    pub fn max_delay(mut self, delay: Duration) -> Self {
        self.max_delay = delay;
        self
    }

    /// The longest `Retry-After` that is waited for. An answer that asks for more is returned as
    /// the error at once: a quota per day is not worth waiting for. Defaults to 30 s.
    #[must_use]
    pub fn max_wait(mut self, wait: Duration) -> Self {
        self.max_wait = wait;
        self
    }

    /// The waits before each retry, as many as there may be retries.
    pub(crate) fn delays(&self) -> impl Iterator<Item = Duration> + Send + use<> {
        ExponentialBuilder::new()
            .with_jitter()
            .with_min_delay(self.base_delay.min(self.max_delay))
            .with_max_delay(self.max_delay)
            .with_max_times(usize::try_from(self.max_retries).unwrap_or(usize::MAX))
            .build()
    }

    /// How long to wait after `error` where the backoff says `delay`; `None` to give up.
    pub(crate) fn wait(&self, error: &Error, delay: Duration) -> Option<Duration> {
        if !error.is_retryable() {
            return None;
        }
        let asked = match error {
            Error::Api(error) => error.retry_after(),
            _ => None,
        };
        match asked {
            Some(asked) if asked > self.max_wait => None,
            Some(asked) => Some(asked.max(delay)),
            None => Some(delay),
        }
    }
}

/// What `Retry-After` asks for: seconds, or a date.
///
/// A date is compared with the `Date` of the same answer where there is one, so that a clock that
/// is wrong here does not matter.
pub(crate) fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &HeaderName| headers.get(name)?.to_str().ok().map(str::trim);
    let asked = text(&RETRY_AFTER)?;
    if asked.bytes().all(|byte| byte.is_ascii_digit()) {
        // Too many digits to count is still a time too long to wait.
        return (!asked.is_empty()).then(|| Duration::from_secs(asked.parse().unwrap_or(u64::MAX)));
    }
    let date = |text: &str| httpdate::parse_http_date(text).ok();
    let now = text(&DATE).and_then(date).unwrap_or(now);
    Some(date(asked)?.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(pairs: &[(HeaderName, &str)]) -> Option<Duration> {
        let headers = pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect();
        // Sun, 06 Nov 1994 08:49:37 GMT
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        retry_after(&headers, now)
    }

    #[test]
    fn retry_after_is_read_as_seconds_or_as_a_date() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(asked(&[(RETRY_AFTER, "120")]), seconds(120));
        assert_eq!(asked(&[(RETRY_AFTER, "0")]), seconds(0));
        assert_eq!(asked(&[(RETRY_AFTER, "99999999999999999999999")]), seconds(u64::MAX));
        assert_eq!(asked(&[(RETRY_AFTER, "Sun, 06 Nov 1994 08:49:47 GMT")]), seconds(10));
    }

    #[test]
    fn a_date_that_is_past_asks_for_no_wait() {
        assert_eq!(asked(&[(RETRY_AFTER, "Sun, 06 Nov 1994 08:00:00 GMT")]), Some(Duration::ZERO));
    }

    #[test]
    fn a_date_is_measured_from_the_date_of_the_answer() {
        let answer = [(RETRY_AFTER, "Wed, 01 May 2024 10:00:05 GMT"), (DATE, "Wed, 01 May 2024 10:00:00 GMT")];
        assert_eq!(asked(&answer), Some(Duration::from_secs(5)));
    }

    #[test]
    fn a_malformed_retry_after_is_none() {
        for text in ["", "soon", "-1", "1.5"] {
            assert_eq!(asked(&[(RETRY_AFTER, text)]), None, "{text}");
        }
        assert_eq!(asked(&[]), None);
    }

    #[test]
    fn the_waits_double_with_jitter_up_to_the_cap() {
        let policy =
            RetryPolicy::default().max_retries(4).base_delay(Duration::from_secs(1)).max_delay(Duration::from_secs(3));
        let waits: Vec<_> = policy.delays().map(|wait| wait.as_secs_f64()).collect();
        assert_eq!(waits.len(), 4);
        for (wait, least) in waits.iter().zip([1.0, 2.0, 3.0, 3.0]) {
            assert!((least..=2.0 * least).contains(wait), "{waits:?}");
        }
    }

    #[test]
    fn two_clients_do_not_wait_the_same_time() {
        let waits = || RetryPolicy::default().delays().collect::<Vec<_>>();
        assert_ne!(waits(), waits());
    }

    #[test]
    fn extreme_settings_do_not_overflow() {
        let policy = RetryPolicy::default().max_retries(u32::MAX).base_delay(Duration::MAX).max_delay(Duration::MAX);
        assert_eq!(policy.delays().take(100).count(), 100);
        assert_eq!(RetryPolicy::none().delays().next(), None);
    }
}
