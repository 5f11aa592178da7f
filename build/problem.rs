//! Why a document cannot be generated.

use std::fmt;

use super::printable::printable;

/// One thing that cannot be generated.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The operation, schema or part of the document.
    pub place: String,
    /// What is wrong with it, and what would cure it.
    pub reason: String,
}

/// All that is wrong with a document: one problem does not hide the next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// A single problem.
    pub fn one(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self(vec![Problem { place: place.into(), reason: reason.into() }])
    }

    /// Adds one more.
    pub fn push(&mut self, place: impl Into<String>, reason: impl Into<String>) {
        self.0.push(Problem { place: place.into(), reason: reason.into() });
    }

    /// `value`, or the problems if there are any.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }
}

/// Writes one line, whatever the document says.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printable(&format!("{}: {}", self.place, self.reason)))
    }
}

/// Writes a line for each problem.
impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            let line_break = if index == 0 { "" } else { "\n" };
            write!(f, "{line_break}{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
