//! The comment at the beginning of the generated file.

use crate::adaptation::Adaptation;

/// Where the file comes from, and how often each rule was applied on the way.
pub fn header(adaptations: &[Adaptation]) -> String {
    let mut rules: Vec<&str> = adaptations.iter().map(|adaptation| adaptation.rule.id).collect();
    rules.sort_unstable();
    let counts: String =
        rules.chunk_by(|a, b| a == b).map(|of_one| format!("//   {}: {}\n", of_one[0], of_one.len())).collect();
    format!("// @generated from openapi.json. Adapted on the way, by rule and number of places:\n{counts}\n")
}
