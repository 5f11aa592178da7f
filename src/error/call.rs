use std::fmt;
use std::sync::Arc;

use crate::operation::Operation;

/// The call that failed: its operation, where its request was meant to go, and how many times it had been sent.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) operation: &'static Operation,
    /// Scheme, host and path. The query may be private.
    pub(crate) url: Arc<str>,
    /// 1 for the first attempt.
    pub(crate) attempts: u32,
}

impl Call {
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
