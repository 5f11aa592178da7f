use std::fmt;
use std::sync::Arc;

use crate::operation::Operation;

/// The call that failed: its operation, where its request was meant to go, and how many times it had been sent.
///
/// It is what errors that are made by hand are about: an operation as it is, or with [`at`](Self::at) and
/// [`attempts`](Self::attempts).
#[derive(Debug, Clone)]
pub struct Call {
    pub(crate) operation: &'static Operation,
    /// Scheme, host and path. The query may be private.
    pub(crate) url: Arc<str>,
    /// 1 for the first attempt.
    pub(crate) attempts: u32,
}

impl Call {
    /// A call of this operation: one attempt, at its path on `https://api.example.com`.
    pub fn of(operation: &'static Operation) -> Self {
        Self { operation, url: format!("https://api.example.com{}", operation.path()).into(), attempts: 1 }
    }

    /// At this URL instead. Only scheme, host and path are kept.
    pub fn at(self, url: &str) -> Self {
        let end = url.find(['?', '#']).unwrap_or(url.len());
        Self { url: url.get(..end).unwrap_or_default().into(), ..self }
    }

    /// After so many attempts, including the first.
    pub fn attempts(self, attempts: u32) -> Self {
        Self { attempts, ..self }
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
