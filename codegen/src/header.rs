//! The comment at the beginning of the generated file.

use std::collections::BTreeMap;

use crate::adaptation::Adaptation;

/// Where the file comes from, and how often each rule was applied on the way.
pub fn header(adaptations: &[Adaptation]) -> String {
    let mut counts = BTreeMap::<&str, usize>::new();
    for adaptation in adaptations {
        *counts.entry(adaptation.rule.id).or_default() += 1;
    }
    let counts: String = counts.iter().map(|(id, count)| format!("//   {id}: {count}\n")).collect();
    format!("// @generated from openapi.json. Adapted on the way, by rule and number of places:\n{counts}\n")
}
