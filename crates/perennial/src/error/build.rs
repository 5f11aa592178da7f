use std::fmt;

/// A value that could not be built from what was set on its builder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildError {
    reason: String,
}

impl BuildError {
    pub(crate) fn new(reason: impl ToString) -> Self {
        Self { reason: reason.to_string() }
    }
}

/// Names each field that is missing or malformed by its setter.
impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for BuildError {}
