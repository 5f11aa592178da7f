//! Why no client can be generated from a document.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::printable::printable;

/// One reason, and where it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The operation, schema or part of the document.
    pub place: String,
    /// The defect, and its remedy.
    pub reason: String,
}

/// All that is wrong with a document: one diagnostic does not hide the next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// A single diagnostic.
    pub fn one(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self(vec![Diagnostic { place: place.into(), reason: reason.into() }])
    }

    /// Adds one more.
    pub fn push(&mut self, place: impl Into<String>, reason: impl Into<String>) {
        self.0.push(Diagnostic { place: place.into(), reason: reason.into() });
    }

    /// Adds one of a setting of the client.
    pub fn push_setting(&mut self, setting: &str, reason: impl Into<String>) {
        self.push(format!("names.json: client.{setting}"), reason);
    }

    /// `value`, or the diagnostics if there are any.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }
}

/// Writes one line, whatever the document says.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printable(&format!("{}: {}", self.place, self.reason)))
    }
}

/// Writes a line for each diagnostic.
impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.0.iter().enumerate() {
            let line_break = if index == 0 { "" } else { "\n" };
            write!(f, "{line_break}{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
