//! The operations of the API, as its document describes them.

mod rate_limit;

use std::fmt;

pub use rate_limit::RateLimit;

/// An operation of the API, as the OpenAPI document declares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    pub(crate) operation_id: &'static str,
    pub(crate) call_name: &'static str,
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) server: Option<&'static str>,
    pub(crate) rate_limit: Option<RateLimit>,
}

impl Operation {
    /// One of a test.
    #[cfg(test)]
    pub(crate) const fn new(operation_id: &'static str, method: &'static str, path: &'static str) -> Self {
        Self { operation_id, call_name: operation_id, method, path, server: None, rate_limit: None }
    }

    /// The `operationId`, for example `getV1StatuspagesIncidents`.
    pub const fn operation_id(&self) -> &'static str {
        self.operation_id
    }

    /// How it is called on a client, for example `status_page_incidents().list`: the tag and the short name. With
    /// several tags it is the first one; without a tag it is the method of [`Client`](crate::Client). Error messages
    /// begin with it.
    pub const fn call_name(&self) -> &'static str {
        self.call_name
    }

    /// The HTTP method in capital letters, for example `GET`.
    pub const fn method(&self) -> &'static str {
        self.method
    }

    /// The path template, for example `/v1/private-locations/{id}/metrics`.
    pub const fn path(&self) -> &'static str {
        self.path
    }

    /// The URL of the server that the document declares for this operation alone; most have none, and are called at the
    /// base URL. See [`ClientBuilder::allow_server`](crate::ClientBuilder::allow_server).
    pub const fn server(&self) -> Option<&'static str> {
        self.server
    }

    /// The rate limit that the operation's description states, or [`RateLimit::DEFAULT`].
    pub fn rate_limit(&self) -> RateLimit {
        self.rate_limit.unwrap_or(RateLimit::DEFAULT)
    }

    /// Whether the operation's description states a rate limit.
    #[cfg(feature = "rate-limit")]
    pub(crate) fn has_own_rate_limit(&self) -> bool {
        self.rate_limit.is_some()
    }

    /// Whether the method is safe in the sense of RFC 9110: it changes nothing, however often it is sent.
    pub(crate) fn is_safe(&self) -> bool {
        matches!(self.method, "GET" | "HEAD" | "OPTIONS" | "TRACE")
    }
}

/// Writes `GET /v1/private-locations/{id}/metrics`.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.method, self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_methods_that_change_nothing_are_safe() {
        for (method, safe) in
            [("GET", true), ("HEAD", true), ("POST", false), ("PUT", false), ("PATCH", false), ("DELETE", false)]
        {
            assert_eq!(Operation::new("x", method, "/x").is_safe(), safe, "{method}");
        }
    }
}
