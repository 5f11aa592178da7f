//! What had to be adapted, by rule.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::generator::spec::Adaptation;

/// A rule, and where it was applied.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// The rule.
    pub rule: String,
    /// How many places there were in the old document.
    pub before: usize,
    /// How many places there are.
    pub after: usize,
    /// The places, sorted.
    pub places: Vec<String>,
}

impl Rule {
    /// All rules that were applied to the old or the new document, by name.
    pub fn all(old: &[Adaptation], new: &[Adaptation]) -> Vec<Self> {
        let mut rules = BTreeMap::<&str, (usize, Vec<String>)>::new();
        for adaptation in old {
            rules.entry(adaptation.rule).or_default().0 += 1;
        }
        for adaptation in new {
            rules.entry(adaptation.rule).or_default().1.push(adaptation.place.clone());
        }
        let rules = rules.into_iter().map(|(rule, (before, mut places))| {
            places.sort();
            Self { rule: rule.to_owned(), before, after: places.len(), places }
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
        let new = [at("one", &["c", "a"]), at("two", &["b"])].concat();
        let rules = Rule::all(&at("one", &["a"]), &new);
        let expected = |rule: &str, before, places: &[&str]| Rule {
            rule: rule.to_owned(),
            before,
            after: places.len(),
            places: places.iter().map(|place| (*place).to_owned()).collect(),
        };
        assert_eq!(rules, [expected("one", 1, &["a", "c"]), expected("two", 0, &["b"])]);
    }
}
