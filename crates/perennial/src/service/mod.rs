//! The description of a service, which each client defines as a `static`.

mod error_format;

use std::fmt;
use std::time::Duration;

pub use error_format::{CommonErrors, ErrorBody, ErrorFields, ErrorFormat, take};

/// The description of a service: the name and version of its client, its default rate limit, and its error format.
///
/// ```
/// use perennial::{RateLimit, Service};
///
/// static SERVICE: Service = Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
///     .default_rate_limit(RateLimit::new(600, 60));
/// ```
#[derive(Clone, Copy)]
pub struct Service {
    name: &'static str,
    version: &'static str,
    pub(crate) default_rate_limit: RateLimit,
    pub(crate) error_format: &'static dyn ErrorFormat,
}

impl Service {
    /// Describes a service. `name` and `version` are those of the client's package, such as `bookshelf` and `1.4.0`.
    ///
    /// Both are sent in the `User-Agent`. The name alone is used in messages, in traces, and in the keys of rate-limit
    /// stores.
    pub const fn new(name: &'static str, version: &'static str) -> Self {
        Self { name, version, default_rate_limit: RateLimit::UNLIMITED, error_format: &CommonErrors }
    }

    /// Sets the rate limit of all operations whose description contains no limit. The requests of an account to these
    /// operations share this limit. Defaults to [`RateLimit::UNLIMITED`].
    #[must_use]
    pub const fn default_rate_limit(self, limit: RateLimit) -> Self {
        Self { default_rate_limit: limit, ..self }
    }

    /// Sets the format of error bodies, such as [`ErrorFields`]. Defaults to [`CommonErrors`].
    #[must_use]
    pub const fn error_format(self, format: &'static dyn ErrorFormat) -> Self {
        Self { error_format: format, ..self }
    }

    /// Returns the name of the client's package.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the version of the client's package.
    pub const fn version(&self) -> &'static str {
        self.version
    }
}

/// Writes the name and the version, such as `bookshelf/1.4.0`.
impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.name, self.version)
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Service({self})")
    }
}

/// Two services are equal if their clients have the same name and version.
impl PartialEq for Service {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.version) == (other.name, other.version)
    }
}

impl Eq for Service {}

/// The number of requests that the service accepts in a period. The service responds to further requests with the
/// status 429.
///
/// ```
/// use perennial::RateLimit;
///
/// let limit = RateLimit::new(600, 60);
/// assert_eq!(limit.requests(), 600);
/// assert_eq!(limit.period().as_secs(), 60);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RateLimit {
    requests: u32,
    period: Duration,
}

impl RateLimit {
    /// No limit. This value applies to an operation if neither the operation's description in the document nor
    /// [`Service::default_rate_limit`] sets a limit.
    pub const UNLIMITED: Self = Self::new(u32::MAX, 0);

    /// Creates a limit of `requests` requests in a period of `seconds` seconds.
    pub const fn new(requests: u32, seconds: u64) -> Self {
        Self { requests, period: Duration::from_secs(seconds) }
    }

    /// Returns the number of requests that the limit allows in a period.
    pub const fn requests(&self) -> u32 {
        self.requests
    }

    /// Returns the length of the period.
    pub const fn period(&self) -> Duration {
        self.period
    }
}

/// Writes `300 requests per 86400 s`, or `unlimited requests`.
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
    fn rate_limit_display_contains_its_period() {
        assert_eq!(RateLimit::new(300, 86_400).to_string(), "300 requests per 86400 s");
        assert_eq!(RateLimit::UNLIMITED.to_string(), "unlimited requests");
    }
}
