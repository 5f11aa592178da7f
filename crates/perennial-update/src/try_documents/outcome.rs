//! What became of one document, as the process that reads it tells it.

use std::{collections::BTreeMap, path::PathBuf};

use perennial_codegen::adaptation::Rule;
use serde::{Deserialize, Serialize};

/// How many places are told of each kind, beside their number.
const PLACES: usize = 5;

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
    /// From the start of the process for it to its end.
    pub seconds: f64,
    /// What became of it.
    pub outcome: Outcome,
    /// What the compiler said of its client, if that was compiled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compiled: Option<Compiled>,
}

/// What the compiler said of a client.
#[derive(Debug, Serialize)]
pub struct Compiled {
    /// Set if there was no error.
    pub succeeded: bool,
    /// The features of the tags that it has, where all are more than rustc takes at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<Vec<String>>,
    /// What it warned of.
    pub warnings: Vec<String>,
    /// The first errors.
    pub errors: Vec<String>,
    /// How long that took.
    pub seconds: f64,
}
