//! The results of trying documents.

use std::{collections::BTreeMap, path::PathBuf};

use perennial_codegen::adaptation::Rule;
use serde::{Deserialize, Serialize};

/// The number of places that are listed of each kind and of each reason, beside how many there are.
pub const PLACES: usize = 5;

/// The result of trying one document.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// There is a client.
    Taken(Taken),
    /// There is no client, for these reasons.
    Refused(Vec<Refusal>),
    /// The file is not an OpenAPI document.
    Other,
}

impl Outcome {
    /// Creates the outcome for a document that is refused as a whole.
    pub fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(vec![Refusal { place: String::new(), reason: reason.into() }])
    }

    /// Refuses a file that is not a document, for a file that was named on the command line.
    #[must_use]
    pub fn of_named_file(self) -> Self {
        match self {
            Self::Other => Self::refused("no OpenAPI document: it has neither `openapi` nor `swagger` at its top"),
            outcome => outcome,
        }
    }
}

/// One reason why there is no client.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Refusal {
    /// The place in the document.
    pub place: String,
    /// The defect, and its remedy.
    pub reason: String,
}

/// The client of a document, in numbers.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Taken {
    /// The number of operations.
    pub operations: usize,
    /// The number of types with a name.
    pub types: usize,
    /// The number of lines of code.
    pub lines: usize,
    /// The features of its tags.
    pub features: Vec<String>,
    /// Adaptations, by the id of the rule.
    pub adaptations: Kinds,
    /// Values that are any JSON, by the reason.
    pub untyped: Kinds,
}

/// Places in documents, by what they have in common.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Kinds(pub BTreeMap<String, Places>);

/// Places of one kind.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Places {
    /// The kind, in a few words.
    pub title: String,
    /// The number of places.
    pub count: usize,
    /// The number of documents with such places.
    pub documents: usize,
    /// The first places.
    pub first: Vec<String>,
}

impl Kinds {
    /// Counts one more place of a document.
    pub fn add(&mut self, Rule { id, title, .. }: Rule, place: impl FnOnce() -> String) {
        let places = self.0.entry(id.to_owned()).or_default();
        title.clone_into(&mut places.title);
        places.count += 1;
        places.documents = 1;
        if places.first.len() < PLACES {
            places.first.push(place());
        }
    }

    /// Adds the places of the document called `name`.
    pub fn add_all(&mut self, of: &Self, name: &str) {
        for (id, found) in &of.0 {
            let places = self.0.entry(id.clone()).or_default();
            places.title.clone_from(&found.title);
            places.count += found.count;
            places.documents += found.documents;
            let left = PLACES.saturating_sub(places.first.len());
            // At most one place of each document, so that several documents are named.
            places.first.extend(found.first.iter().take(left.min(1)).map(|place| format!("{name}: {place}")));
        }
    }

    /// Returns the kinds, and those with most places first.
    pub fn sorted(&self) -> Vec<(&str, &Places)> {
        let mut kinds = Vec::from_iter(self.0.iter().map(|(id, places)| (id.as_str(), places)));
        kinds.sort_by_key(|(_, places)| std::cmp::Reverse(places.count));
        kinds
    }
}

/// One document, and its result.
#[derive(Debug, Serialize)]
pub struct Tried {
    /// The path of the document.
    pub path: PathBuf,
    /// The size of the file.
    pub bytes: u64,
    /// The duration of reading the document and generating its client.
    pub seconds: f64,
    /// The result.
    pub outcome: Outcome,
}
