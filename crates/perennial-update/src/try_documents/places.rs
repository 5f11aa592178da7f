//! Counts and lists the places in documents to which rules apply.

use std::{cmp::Reverse, collections::BTreeMap};

use perennial_codegen::adaptation::Rule;
use serde::{Deserialize, Serialize};

/// A text report lists at most this many places for each rule. The others are only counted.
pub const PLACES: usize = 5;

/// For the id of each rule, the places to which the rule applies. They may be in several documents.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlacesByRule(pub BTreeMap<String, RulePlaces>);

/// The places to which one rule applies.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct RulePlaces {
    /// The title of the rule: a few words that describe it.
    pub title: String,
    /// The number of places to which the rule applies.
    pub count: usize,
    /// The number of documents that contain at least one of the places.
    pub documents: usize,
    /// The places.
    pub places: Vec<String>,
}

impl PlacesByRule {
    /// Adds a place to which `rule` applies.
    pub fn add_place(&mut self, Rule { id, title, .. }: Rule, place: impl FnOnce() -> String) {
        self.add_place_of_kind(id, title, place);
    }

    /// Adds a place to which the rule with this id and title applies.
    pub fn add_place_of_kind(&mut self, id: &str, title: &str, place: impl FnOnce() -> String) {
        let places = self.0.entry(id.to_owned()).or_default();
        title.clone_into(&mut places.title);
        places.count += 1;
        places.documents = 1;
        places.places.push(place());
    }

    /// Returns the lines of a report about all rules, most frequent first. Returns no lines if no rule applies.
    pub fn report_lines(&self, title: &str, has_places: bool) -> Vec<String> {
        self.limited_report_lines(title, if has_places { PLACES } else { 0 }, |id, title| format!("{title} [{id}]"))
    }

    /// Same as [`report_lines`](Self::report_lines), but lists at most `most` places for each rule. `head` formats the
    /// id and the title of the rule.
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
