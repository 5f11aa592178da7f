//! Describes the results of trying documents.

use std::{cmp::Reverse, collections::BTreeMap, path::PathBuf};

use perennial_codegen::{adaptation::Rule, diagnostics::Diagnostic};
use serde::{Deserialize, Serialize};

/// The number of places that are listed for each kind and for each reason. All places are counted.
pub const PLACES: usize = 5;

/// The result of trying one document.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrialOutcome {
    /// A client can be generated.
    Taken(ClientSummary),
    /// No client can be generated, for these reasons.
    Refused(Vec<Diagnostic>),
    /// The file is not an OpenAPI document.
    Other,
}

impl TrialOutcome {
    /// Creates the outcome for a document that is refused as a whole.
    pub fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(vec![Diagnostic { place: String::new(), reason: reason.into() }])
    }

    /// Returns a refusal if the file is not an OpenAPI document. Use this for a file that is named on the command line.
    #[must_use]
    pub fn refused_unless_document(self) -> Self {
        match self {
            Self::Other => Self::refused("no OpenAPI document: it has neither `openapi` nor `swagger` at its top"),
            outcome => outcome,
        }
    }
}

/// The client of a document, in numbers.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ClientSummary {
    /// The number of operations.
    pub operations: usize,
    /// The number of types with a name.
    pub types: usize,
    /// The number of lines of code.
    pub lines: usize,
    /// The features of the tags.
    pub features: Vec<String>,
    /// Adaptations, by the id of the rule.
    pub adaptations: PlacesByRule,
    /// Values that are any JSON, by the reason.
    pub untyped: PlacesByRule,
}

/// Places in documents, by the rule or reason that applies to them.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlacesByRule(pub BTreeMap<String, RulePlaces>);

/// The places to which one rule or reason applies.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct RulePlaces {
    /// The rule or reason, in a few words.
    pub title: String,
    /// The number of places.
    pub count: usize,
    /// The number of documents with such places.
    pub documents: usize,
    /// The first places.
    pub first: Vec<String>,
}

impl PlacesByRule {
    /// Counts a place in a document to which a rule or reason applies.
    pub fn add_place(&mut self, Rule { id, title, .. }: Rule, place: impl FnOnce() -> String) {
        let places = self.0.entry(id.to_owned()).or_default();
        title.clone_into(&mut places.title);
        places.count += 1;
        places.documents = 1;
        if places.first.len() < PLACES {
            places.first.push(place());
        }
    }

    /// Returns the lines of a report on these kinds. Kinds with the most places come first. Without places, there are
    /// no lines.
    pub fn report_lines(&self, title: &str, has_places: bool) -> Vec<String> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let mut kinds = Vec::from_iter(&self.0);
        kinds.sort_by_key(|(_, places)| Reverse(places.count));
        let mut lines = vec![String::new(), title.to_owned()];
        for (id, RulePlaces { title, count, first, .. }) in kinds {
            lines.push(format!("  {count:>6}  {title} [{id}]"));
            if has_places {
                lines.extend(first.iter().map(|place| format!("          {place}")));
            }
        }
        lines
    }
}

/// A document, and the result of trying it.
#[derive(Debug, Serialize)]
pub struct TriedDocument {
    /// The path of the document.
    pub path: PathBuf,
    /// The size of the file.
    pub bytes: u64,
    /// The duration of reading the document and generating its client.
    pub seconds: f64,
    /// The result.
    pub outcome: TrialOutcome,
}

impl TriedDocument {
    /// Returns the lines of the report on this document alone.
    pub fn report_lines(&self) -> Vec<String> {
        let path = self.path.display();
        match &self.outcome {
            TrialOutcome::Taken(taken) => {
                let tags = taken.features.len();
                let mut lines = vec![
                    format!("{path}: taken, in {:.1} s", self.seconds),
                    format!(
                        "  {} operations, {tags} tags, {} types, {} lines of Rust",
                        taken.operations, taken.types, taken.lines
                    ),
                ];
                lines.extend(taken.adaptations.report_lines("Adapted, by rule and number of places", true));
                lines.extend(taken.untyped.report_lines("Untyped (any JSON), by reason and number of places", true));
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
