//! The adaptations of documents, by rule.

use std::collections::BTreeMap;

use perennial_codegen::adaptation::{Adaptation, Rule};
use serde::Serialize;

/// A rule, and where it was applied.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct AppliedRule {
    /// The stable id of the rule.
    pub id: &'static str,
    /// The rule, in a few words.
    pub title: &'static str,
    /// The number of places in the old document.
    pub before: usize,
    /// The number of places now.
    pub after: usize,
    /// The places, sorted.
    pub places: Vec<String>,
}

impl AppliedRule {
    /// All rules that were applied to the old or the new document, by id.
    pub fn count(old: &[Adaptation], new: &[Adaptation]) -> Vec<Self> {
        let mut rules = BTreeMap::<Rule, (usize, Vec<String>)>::new();
        for adaptation in old {
            rules.entry(adaptation.rule).or_default().0 += 1;
        }
        for adaptation in new {
            rules.entry(adaptation.rule).or_default().1.push(adaptation.place.clone());
        }
        let rules = rules.into_iter().map(|(Rule { id, title }, (before, mut places))| {
            places.sort();
            Self { id, title, before, after: places.len(), places }
        });
        rules.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_counted_in_both_documents_and_their_places_sorted() {
        let at = |rule, places: &[&str]| -> Vec<Adaptation> {
            places.iter().map(|place| Adaptation { rule, place: (*place).to_owned() }).collect()
        };
        let (one, two) = (Rule::CLIENT_HEADER, Rule::OPEN_ENUM);
        let new = [at(one, &["c", "a"]), at(two, &["b"])].concat();
        let rules = AppliedRule::count(&at(one, &["a"]), &new);
        let expected = |Rule { id, title }, before, places: &[&str]| AppliedRule {
            id,
            title,
            before,
            after: places.len(),
            places: places.iter().map(|place| (*place).to_owned()).collect(),
        };
        assert_eq!(rules, [expected(one, 1, &["a", "c"]), expected(two, 0, &["b"])]);
    }
}
