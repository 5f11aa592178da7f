//! Diagnostics: the reasons why no client can be generated from a document.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::printable::printable;

/// A defect that prevents a client from being generated from the document.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The defective part of the document, such as an operation or a schema.
    pub place: String,
    /// The defect, and its remedy.
    pub reason: String,
}

/// All defects of a document. The generator collects defects instead of stopping at the first one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Creates diagnostics with a single entry.
    pub fn single(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self(vec![Diagnostic { place: place.into(), reason: reason.into() }])
    }

    /// Adds a diagnostic about `place`, a part of the document.
    pub fn push(&mut self, place: impl Into<String>, reason: impl Into<String>) {
        self.0.push(Diagnostic { place: place.into(), reason: reason.into() });
    }

    /// Adds a diagnostic about `setting`, which is under `client` in `names.json`.
    pub fn push_setting(&mut self, setting: &str, reason: impl Into<String>) {
        self.push(format!("names.json: client.{setting}"), reason);
    }

    /// Returns `value`, or fails with the diagnostics if there are any.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }
}

/// Formats the diagnostic on one line. Line breaks in names are escaped.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&printable(&format!("{}: {}", self.place, self.reason)))
    }
}

/// Formats the diagnostics, one per line.
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
