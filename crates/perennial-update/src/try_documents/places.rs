//! Counts and lists the places in documents to which a rule or reason applies.

use std::{cmp::Reverse, collections::BTreeMap};

use perennial_codegen::adaptation::Rule;
use serde::{Deserialize, Serialize};

/// The number of places that a report for people lists for each kind and for each reason. All places are counted.
pub const PLACES: usize = 5;

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
    /// The places.
    pub places: Vec<String>,
}

impl PlacesByRule {
    /// Adds a place in a document to which a rule or reason applies.
    pub fn add_place(&mut self, Rule { id, title, .. }: Rule, place: impl FnOnce() -> String) {
        self.add_place_of_kind(id, title, place);
    }

    /// Adds a place to the kind with this id and title.
    pub fn add_place_of_kind(&mut self, id: &str, title: &str, place: impl FnOnce() -> String) {
        let places = self.0.entry(id.to_owned()).or_default();
        title.clone_into(&mut places.title);
        places.count += 1;
        places.documents = 1;
        places.places.push(place());
    }

    /// Returns the lines of a report on these kinds. Kinds with the most places come first. Without places, there are
    /// no lines.
    pub fn report_lines(&self, title: &str, has_places: bool) -> Vec<String> {
        self.limited_report_lines(title, if has_places { PLACES } else { 0 }, |id, title| format!("{title} [{id}]"))
    }

    /// Returns the lines of a report with at most `most` places of each kind. `head` formats the id and the title of a
    /// kind.
    pub fn limited_report_lines(&self, title: &str, most: usize, head: impl Fn(&str, &str) -> String) -> Vec<String> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let mut kinds = Vec::from_iter(&self.0);
        kinds.sort_by_key(|(_, places)| Reverse(places.count));
        let mut lines = vec![String::new(), title.to_owned()];
        for (id, RulePlaces { title, count, places, .. }) in kinds {
            lines.push(format!("  {count:>6}  {}", head(id, title)));
            lines.extend(places.iter().take(most).map(|place| format!("          {place}")));
            let more = places.len().saturating_sub(most);
            if most > 0 && more > 0 {
                lines.push(format!("          … and {more} more"));
            }
        }
        lines
    }
}
