use std::path::PathBuf;

use perennial_codegen::{Generated, diagnostics::Diagnostic};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{overview::Overview, places::PlacesByRule, untyped};

/// The result of trying one document.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant, reason = "nearly every value is `Accepted`, so boxing it would save no memory")]
pub enum TrialOutcome {
    /// A client can be generated.
    Accepted(ClientSummary),
    /// No client can be generated, for these reasons.
    Refused(Vec<Diagnostic>),
    /// The file is not an OpenAPI document.
    Other,
}

impl TrialOutcome {
    /// Creates the outcome for a document that is refused for a reason that concerns no particular place.
    pub fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(vec![Diagnostic { place: String::new(), reason: reason.into() }])
    }

    /// Treats a file that is not an OpenAPI document as a refused document, because the user specified it as one.
    #[must_use]
    pub fn refused_unless_document(self) -> Self {
        match self {
            Self::Other => {
                Self::refused("not an OpenAPI document: the top level contains neither `openapi` nor `swagger`")
            }
            outcome => outcome,
        }
    }
}

/// A summary of a client: counts, an overview, and the places of adaptations and untyped values.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ClientSummary {
    /// The number of operations.
    pub operations: usize,
    /// The number of types with a name.
    pub types: usize,
    /// The number of lines of code.
    pub lines: usize,
    /// The features of tags.
    pub features: Vec<String>,
    /// The pages, credentials, errors and servers.
    pub overview: Overview,
    /// The places of adaptations, by the id of their rule.
    pub adaptations: PlacesByRule,
    /// The places of values that can be any JSON value, by the id of the reason.
    pub untyped: PlacesByRule,
}

impl ClientSummary {
    /// Summarises `generated`, the client generated from `document`.
    pub fn new(generated: &Generated, document: &Value) -> Self {
        let mut adaptations = PlacesByRule::default();
        // New clients are built without progenitor, so adaptations for it do not matter.
        for adaptation in generated.adaptations.iter().filter(|it| !it.rule.is_of_progenitor()) {
            adaptations.add_place(adaptation.rule, || adaptation.place.clone());
        }
        Self {
            operations: generated.api.operations.len(),
            types: generated.api.types.len(),
            lines: generated.client.lines().count(),
            features: generated.api.groups.iter().map(|group| group.feature.clone()).collect(),
            overview: Overview::new(&generated.api),
            adaptations,
            untyped: untyped::count_by_reason(generated, document),
        }
    }

    /// Returns the lines of a text report about the client. With `has_places`, they include the places of adaptations
    /// and untyped values.
    pub fn report_lines(&self, has_places: bool) -> Vec<String> {
        let mut lines = self.overview.report_lines();
        lines.extend(self.adaptations.report_lines("Adaptations: number of occurrences by rule", has_places));
        lines.extend(
            self.untyped.report_lines("Values that can be any JSON value: number of occurrences by reason", has_places),
        );
        lines
    }
}

/// Formats a number with a noun: `1 operation`, `2 operations`.
pub fn count_with_noun(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A document that was tried, and the result.
#[derive(Debug, Serialize)]
pub struct TriedDocument {
    /// The path of the document.
    pub path: PathBuf,
    /// The size of the document in bytes.
    pub bytes: u64,
    /// The duration of reading the document and generating its client.
    pub seconds: f64,
    /// The result.
    pub outcome: TrialOutcome,
}

impl TriedDocument {
    /// Returns the lines of a report on this document alone.
    pub fn report_lines(&self) -> Vec<String> {
        let path = self.path.display();
        match &self.outcome {
            TrialOutcome::Accepted(client) => {
                let tags = client.features.len();
                let mut lines = vec![
                    format!("{path}: accepted, in {:.1} s", self.seconds),
                    format!(
                        "  {}, {}, {}, {} of Rust",
                        count_with_noun(client.operations, "operation"),
                        count_with_noun(tags, "tag"),
                        count_with_noun(client.types, "type"),
                        count_with_noun(client.lines, "line")
                    ),
                ];
                lines.extend(client.report_lines(true));
                lines
            }
            TrialOutcome::Refused(refusals) => {
                let refusal = |Diagnostic { place, reason }: &Diagnostic| {
                    let colon = if place.is_empty() { "" } else { ": " };
                    format!("  {place}{colon}{reason}")
                };
                [format!("{path}: refused")].into_iter().chain(refusals.iter().map(refusal)).collect()
            }
            TrialOutcome::Other => Vec::new(),
        }
    }
}
