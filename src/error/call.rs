use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use url::Url;

use crate::operation::Operation;
use crate::secret::Secrets;

/// Where a request was meant to go, as far as an error may show it: scheme, host and path. The query may be private.
#[derive(Clone)]
pub(crate) struct Target(Arc<Asked>);

enum Asked {
    Of {
        base_url: Arc<Url>,
        path: Cow<'static, str>,
        secrets: Secrets,
        /// Few calls fail: it is made when it is looked at.
        shown: OnceLock<String>,
    },
    /// Of a call that is made by hand.
    Made(String),
}

impl Target {
    /// At the base URL, whose path comes before this one.
    pub(crate) fn new(base_url: Arc<Url>, path: Cow<'static, str>, secrets: Secrets) -> Self {
        Self(Arc::new(Asked::Of { base_url, path, secrets, shown: OnceLock::new() }))
    }

    /// The same, in which these secrets are not shown.
    pub(crate) fn hiding(&self, secrets: Secrets) -> Self {
        match &*self.0 {
            Asked::Of { base_url, path, .. } => Self::new(base_url.clone(), path.clone(), secrets),
            Asked::Made(_) => self.clone(),
        }
    }

    fn made(url: String) -> Self {
        Self(Arc::new(Asked::Made(url)))
    }

    #[cfg(test)]
    pub(super) fn of_test(url: &str) -> Self {
        let key = crate::secret::ApiKey::new("an-api-key".into()).unwrap();
        Self::new(Arc::new(url.parse().unwrap()), "".into(), Secrets::new(Some(&key), &Default::default()))
    }

    pub(crate) fn as_str(&self) -> &str {
        match &*self.0 {
            Asked::Of { base_url, path, secrets, shown } => shown.get_or_init(|| {
                let prefix = base_url.path().trim_end_matches('/');
                secrets.redact_text(&[&base_url.origin().ascii_serialization(), prefix, path].concat())
            }),
            Asked::Made(url) => url,
        }
    }
}

/// The call that failed: its operation, where its request was meant to go, and how many times it had been sent.
///
/// It is what errors that are made by hand are about: an operation as it is, or with [`at`](Self::at) and
/// [`attempts`](Self::attempts).
#[derive(Clone)]
pub struct Call {
    pub(crate) operation: &'static Operation,
    pub(crate) target: Target,
    /// 1 for the first attempt.
    pub(crate) attempts: u32,
}

impl Call {
    /// A call of this operation: one attempt, at its path on `https://api.example.com`.
    pub fn of(operation: &'static Operation) -> Self {
        let target = Target::made(format!("https://api.example.com{}", operation.path()));
        Self { operation, target, attempts: 1 }
    }

    /// At this URL instead. Only scheme, host and path are kept.
    pub fn at(self, url: &str) -> Self {
        let end = url.find(['?', '#']).unwrap_or(url.len());
        Self { target: Target::made(url.get(..end).unwrap_or_default().to_owned()), ..self }
    }

    /// After so many attempts, including the first.
    pub fn attempts(self, attempts: u32) -> Self {
        Self { attempts, ..self }
    }

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

impl From<&'static Operation> for Call {
    fn from(operation: &'static Operation) -> Self {
        Self::of(operation)
    }
}

/// Writes the operationId, which each line begins with.
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.operation.operation_id())
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("operation_id", &self.operation.operation_id())
            .field("url", &self.url())
            .field("attempts", &self.attempts)
            .finish()
    }
}
