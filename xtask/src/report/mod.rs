//! What a maintainer needs to know about an update: for the changelog, the version, and what to look at.

mod adaptations;
mod behaviour;
mod json;
mod text;
mod version;

pub use adaptations::AppliedRule;

use anyhow::Result;
use serde::Serialize;

use crate::{
    behaviour::Finding,
    cli::Format,
    diff::{Comparison, Verdict},
    verify::Place,
};

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It was as it should be.
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
    /// What became of `former-names.json`.
    pub former_names_file: Outcome,
    /// What became of the features of tags in `Cargo.toml`.
    pub manifest_file: Outcome,
    /// What became of `pregenerated/client.rs`.
    pub pregenerated_file: Outcome,
    /// What became of `public-api.txt`.
    pub public_api_file: Outcome,
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
    /// The examples and samples of this repository that have to be changed by hand; `None` if that was not verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_change: Option<Vec<Place>>,
    /// Where the examples use what is deprecated now: they compile, but not without a warning.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deprecated_uses: Vec<Place>,
    /// What differs; `None` for an unchanged document.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// What had to be adapted so that the document could be generated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub adaptations: Vec<AppliedRule>,
    /// What differs and no Rust name shows, the gravest first. It has no effect on the verdict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub behaviour: Vec<Finding>,
}

impl Report {
    /// The report of a run that found the vendored document served.
    /// The outcomes are those of `Cargo.toml`, `pregenerated/client.rs` and `public-api.txt`.
    pub fn unchanged(source: &str, [manifest_file, pregenerated_file, public_api_file]: [Outcome; 3]) -> Self {
        Self {
            source: source.to_owned(),
            outcome: Outcome::Unchanged,
            former_names_file: Outcome::Unchanged,
            manifest_file,
            pregenerated_file,
            public_api_file,
            verdict: Some(Verdict::NoChange),
            version: None,
            next_version: None,
            not_compared: None,
            to_change: None,
            deprecated_uses: Vec::new(),
            comparison: None,
            adaptations: Vec::new(),
            behaviour: Vec::new(),
        }
    }

    /// The report of a run that found a document which differs; `outcomes` are those of it and `former-names.json`, and
    /// of `Cargo.toml`, `pregenerated/client.rs` and `public-api.txt`.
    pub fn new(
        source: &str,
        outcomes: ([Outcome; 2], [Outcome; 3]),
        version: Option<&str>,
        comparison: Comparison,
        not_compared: Option<String>,
        adaptations: Vec<AppliedRule>,
    ) -> Self {
        let ([outcome, former_names_file], [manifest_file, pregenerated_file, public_api_file]) = outcomes;
        let verdict = if not_compared.is_some() { None } else { Some(comparison.verdict()) };
        Self {
            source: source.to_owned(),
            outcome,
            former_names_file,
            manifest_file,
            pregenerated_file,
            public_api_file,
            verdict,
            version: version.map(str::to_owned),
            next_version: version.zip(verdict).and_then(|(version, verdict)| version::next(version, verdict)),
            not_compared,
            to_change: None,
            deprecated_uses: Vec::new(),
            comparison: Some(comparison),
            adaptations,
            behaviour: Vec::new(),
        }
    }

    /// The report as it is printed.
    ///
    /// # Errors
    /// None that a report can cause.
    pub fn render(&self, format: Format) -> Result<String> {
        match format {
            Format::Text => Ok(text::render(self)),
            Format::Json => json::render(self),
        }
    }
}
