//! What a maintainer needs to know of an update: for the changelog, the version, and what to look at.

mod adaptations;
mod json;
mod text;
mod version;

pub use adaptations::Rule;

use std::io::{self, Write as _};

use anyhow::{Context as _, Result};
use serde::Serialize;

use crate::{
    cli::Format,
    diff::{Comparison, Verdict},
};

/// What became of the vendored document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It is what the service serves.
    Unchanged,
    /// It was replaced.
    Updated,
    /// It would have been replaced, if that had been asked for.
    Behind,
}

/// The report of one run.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The address of the served document.
    pub source: String,
    /// What became of the vendored one.
    pub outcome: Outcome,
    /// What the changes mean for consumers; `None` if there was nothing to compare with.
    pub verdict: Option<Verdict>,
    /// The version that the package has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The lowest version that the package can be published with after this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_version: Option<String>,
    /// Why there was nothing to compare with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_compared: Option<String>,
    /// What differs; `None` for an unchanged document.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// What had to be adapted so that the document could be generated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub adaptations: Vec<Rule>,
}

impl Report {
    /// The report of a run that found nothing new.
    pub fn unchanged(source: &str) -> Self {
        Self {
            source: source.to_owned(),
            outcome: Outcome::Unchanged,
            verdict: Some(Verdict::NoChange),
            version: None,
            next_version: None,
            not_compared: None,
            comparison: None,
            adaptations: Vec::new(),
        }
    }

    /// The report of a run that found a document which differs.
    pub fn new(
        source: &str,
        version: Option<&str>,
        comparison: Comparison,
        not_compared: Option<String>,
        adaptations: Vec<Rule>,
    ) -> Self {
        let verdict = if not_compared.is_some() { None } else { Some(comparison.verdict()) };
        Self {
            source: source.to_owned(),
            outcome: Outcome::Behind,
            verdict,
            version: version.map(str::to_owned),
            next_version: version.zip(verdict).and_then(|(version, verdict)| version::next(version, verdict)),
            not_compared,
            comparison: Some(comparison),
            adaptations,
        }
    }

    /// Prints the report.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub fn print(&self, format: Format) -> Result<()> {
        let text = match format {
            Format::Text => printable(&text::of(self)),
            Format::Json => json::of(self)?,
        };
        match io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()) {
            // Whoever reads it has read enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            done => done.context("the report cannot be printed"),
        }
    }
}

/// A text with parts of a document in it, as a terminal may have it: without what would move its cursor or set its
/// colours.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_cannot_write_to_the_terminal_as_it_likes() {
        assert_eq!(printable("GET /\u{1b}[2J\r\nnext"), "GET /\u{fffd}[2J\u{fffd}\nnext");
    }
}
