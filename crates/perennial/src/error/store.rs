use std::fmt;
use std::sync::Arc;

use super::chain::Chain;
use super::text::Short;

/// The reason why the store of a rate limit did not answer (`rate_limit::RateLimitStore`). It keeps only a text: that
/// of the error and its causes, on one line, shortened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreError(Arc<str>);

impl StoreError {
    /// For example of a `std::io::Error`, or of a text.
    pub fn new(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        let text = Chain(&*error.into(), None).to_string();
        Self(Short(&text).to_string().into())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}
