use std::fmt;
use std::sync::{Arc, OnceLock};

use url::Url;

use crate::operation::Operation;
use crate::secret::Secrets;

/// Where a request was meant to go, as far as an error may show it: scheme, host and path. The query may be private.
#[derive(Clone)]
pub(crate) struct Target(Arc<Asked>);

struct Asked {
    url: Url,
    secrets: Secrets,
    /// Few calls fail: it is made when it is looked at.
    shown: OnceLock<String>,
}

impl Target {
    pub(crate) fn new(url: Url, secrets: Secrets) -> Self {
        Self(Arc::new(Asked { url, secrets, shown: OnceLock::new() }))
    }

    #[cfg(test)]
    pub(super) fn of_test(url: &str) -> Self {
        let key = crate::secret::ApiKey::new("an-api-key".into()).unwrap();
        Self::new(url.parse().unwrap(), Secrets::new(&key, &Default::default()))
    }

    pub(crate) fn as_str(&self) -> &str {
        let Asked { url, secrets, shown } = &*self.0;
        shown.get_or_init(|| secrets.redact_text(&(url.origin().ascii_serialization() + url.path())))
    }
}

/// The call that failed: its operation, where its request was meant to go, and how many times it had been sent.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) operation: &'static Operation,
    pub(crate) target: Target,
    /// 1 for the first attempt.
    pub(crate) attempts: u32,
}

impl Call {
    /// Scheme, host and path.
    pub(crate) fn url(&self) -> &str {
        self.target.as_str()
    }

    /// Writes ` (after 3 attempts)` at the end of a line, if there was more than one.
    pub(super) fn fmt_attempts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.attempts {
            0 | 1 => Ok(()),
            attempts => write!(f, " (after {attempts} attempts)"),
        }
    }
}

/// Writes the operationId, which each line begins with.
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.operation.operation_id())
    }
}
