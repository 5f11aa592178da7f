use std::fmt;
use std::time::Duration;

/// The number of requests that the service accepts in a period; it responds to any more with 429.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RateLimit {
    requests: u32,
    period: Duration,
}

impl RateLimit {
    /// No limit: that of an operation for which neither its description nor the service states one.
    pub const UNLIMITED: Self = Self::new(u32::MAX, 0);

    /// So many requests in a period of so many seconds.
    pub const fn new(requests: u32, seconds: u64) -> Self {
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

/// Writes `300 requests per 86400 s`, and `unlimited requests` of no limit.
impl fmt::Display for RateLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::UNLIMITED {
            return f.write_str("unlimited requests");
        }
        write!(f, "{} requests per {} s", self.requests, self.period.as_secs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_written_with_its_period_and_none_without() {
        assert_eq!(RateLimit::new(300, 86_400).to_string(), "300 requests per 86400 s");
        assert_eq!(RateLimit::UNLIMITED.to_string(), "unlimited requests");
    }
}
