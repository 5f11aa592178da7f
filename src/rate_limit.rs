//! The limits on how many requests the service takes.

#[cfg(feature = "rate-limit")]
mod clock;
#[cfg(feature = "rate-limit")]
mod limiter;
#[cfg(feature = "rate-limit")]
mod queue;
#[cfg(feature = "rate-limit")]
mod window;

use std::fmt;
use std::time::Duration;

#[cfg(feature = "rate-limit")]
pub(crate) use limiter::Limiter;
#[cfg(feature = "rate-limit")]
pub use limiter::OverLimit;

/// How many requests the service takes in which time; one more is answered with 429.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RateLimit {
    requests: u32,
    period: Duration,
}

impl RateLimit {
    /// 600 requests per 60 seconds: what holds for an operation whose description states nothing else (section
    /// "Limits" of the API's description).
    pub const DEFAULT: Self = Self::new(600, 60);

    pub(crate) const fn new(requests: u32, seconds: u64) -> Self {
        Self { requests, period: Duration::from_secs(seconds) }
    }

    /// How many requests.
    pub const fn requests(&self) -> u32 {
        self.requests
    }

    /// In which time.
    pub const fn period(&self) -> Duration {
        self.period
    }
}

/// Writes `300 requests per 86400 s`.
impl fmt::Display for RateLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} requests per {} s", self.requests, self.period.as_secs())
    }
}
