//! What became of one document.

use std::{collections::BTreeMap, path::PathBuf};

use perennial_codegen::adaptation::Rule;
use serde::{Deserialize, Serialize};

/// The number of places that are listed of each kind and of each reason, beside how many there are.
pub const PLACES: usize = 5;

/// What became of one document.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// There is a client.
    Taken(Taken),
    /// There is none, for these reasons.
    Refused(Vec<Refusal>),
    /// It is no OpenAPI document.
    Other,
}

impl Outcome {
    /// The outcome for a document that is refused as a whole.
    pub fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(vec![Refusal { place: String::new(), reason: reason.into() }])
    }

    /// The outcome for a file that was named, and so has to be a document.
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
    /// Where in the document.
    pub place: String,
    /// The defect, and its remedy.
    pub reason: String,
}

/// What the client of a document has.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Taken {
    /// Operations.
    pub operations: usize,
    /// Types with a name.
    pub types: usize,
    /// Lines of code.
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
    /// In a few words.
    pub title: String,
    /// How many there are.
    pub count: usize,
    /// In how many documents.
    pub documents: usize,
    /// The first of them.
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

    /// Adds those of the document called `name`.
    pub fn add_all(&mut self, of: &Self, name: &str) {
        for (id, found) in &of.0 {
            let places = self.0.entry(id.clone()).or_default();
            places.title.clone_from(&found.title);
            places.count += found.count;
            places.documents += found.documents;
            let left = PLACES.saturating_sub(places.first.len());
            // One of each document, so that there are several of these.
            places.first.extend(found.first.iter().take(left.min(1)).map(|place| format!("{name}: {place}")));
        }
    }

    /// The kinds, those with most places first.
    pub fn sorted(&self) -> Vec<(&str, &Places)> {
        let mut kinds = Vec::from_iter(self.0.iter().map(|(id, places)| (id.as_str(), places)));
        kinds.sort_by_key(|(_, places)| std::cmp::Reverse(places.count));
        kinds
    }
}

/// One document, and what became of it.
#[derive(Debug, Serialize)]
pub struct Tried {
    /// The file.
    pub path: PathBuf,
    /// Of the file.
    pub bytes: u64,
    /// How long that took.
    pub seconds: f64,
    /// What became of it.
    pub outcome: Outcome,
}
