use std::fmt;
use std::time::Duration;

/// The number of requests that the service accepts in a period; it responds to any more with 429.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RateLimit {
    requests: u32,
    period: Duration,
}

impl RateLimit {
    /// 600 requests per 60 seconds: the limit of an operation whose description states no other (section "Rate limits"
    /// of the API's description).
    pub const DEFAULT: Self = Self::new(600, 60);

    pub(crate) const fn new(requests: u32, seconds: u64) -> Self {
        Self { requests, period: Duration::from_secs(seconds) }
    }

    /// Returns the number of requests that the period allows.
    pub const fn requests(&self) -> u32 {
        self.requests
    }

    /// The length of the period.
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
