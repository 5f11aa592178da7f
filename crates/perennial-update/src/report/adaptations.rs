use std::collections::BTreeMap;

use perennial_codegen::adaptation::{Adaptation, Rule};
use serde::Serialize;

/// A rule for adaptations, and the places to which it was applied.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct AppliedRule {
    /// The id of the rule, which later versions do not change.
    pub id: &'static str,
    /// The title of the rule: a few words that describe it.
    pub title: &'static str,
    /// The number of places in the old document to which the rule was applied.
    pub before: usize,
    /// The number of places in the new document to which the rule was applied.
    pub after: usize,
    /// The places in the new document, sorted.
    pub places: Vec<String>,
    /// The places that are in the new document, but not in the old one.
    #[serde(skip)]
    pub new: Vec<String>,
}

impl AppliedRule {
    /// Counts how often each rule was applied to the old and the new document, and sorts the rules by id. Without
    /// `has_progenitor`, rules about progenitor are omitted.
    pub fn count(old: &[Adaptation], new: &[Adaptation], has_progenitor: bool) -> Vec<Self> {
        let mut rules = BTreeMap::<Rule, [Vec<&String>; 2]>::new();
        for (index, adaptations) in [old, new].into_iter().enumerate() {
            for Adaptation { rule, place } in
                adaptations.iter().filter(|it| has_progenitor || !it.rule.is_of_progenitor())
            {
                rules.entry(*rule).or_default()[index].push(place);
            }
        }
        let rules = rules.into_iter().map(|(Rule { id, title, .. }, [mut old, mut places])| {
            old.sort();
            places.sort();
            let new = places.iter().filter(|place| old.binary_search(place).is_err());
            let new = new.copied().cloned().collect();
            let (before, after) = (old.len(), places.len());
            Self { id, title, before, after, places: places.into_iter().cloned().collect(), new }
        });
        rules.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_counts_adaptations_and_lists_those_that_are_new() {
        let at = |rule, places: &[&str]| -> Vec<Adaptation> {
            places.iter().map(|place| Adaptation { rule, place: (*place).to_owned() }).collect()
        };
        let (one, two) = (Rule::CLIENT_HEADER, Rule::OPEN_ENUM);
        let new = [at(one, &["c", "a"]), at(two, &["b"])].concat();
        let rules = AppliedRule::count(&at(one, &["a"]), &new, false);
        let expected = |Rule { id, title, .. }, before, places: &[&str], new: &[&str]| {
            let [places, new] = [places, new].map(|places| places.iter().map(|place| (*place).to_owned()).collect());
            AppliedRule { id, title, before, after: Vec::len(&places), places, new }
        };
        assert_eq!(rules, [expected(one, 1, &["a", "c"], &["c"]), expected(two, 0, &["b"], &["b"])]);
    }
}
