//! Creates the comment at the beginning of the generated file.

use crate::adaptation::Adaptation;

/// The beginning of each generated file. A file that begins differently was not written by the generator.
pub const MARK: &str = "// @generated from";

/// Creates the comment that names the source of the file and counts how often each rule was applied.
pub fn header(adaptations: &[Adaptation]) -> String {
    let mut rules: Vec<&str> = adaptations.iter().map(|adaptation| adaptation.rule.id).collect();
    rules.sort_unstable();
    let counts: String =
        rules.chunk_by(|a, b| a == b).map(|of_one| format!("//   {}: {}\n", of_one[0], of_one.len())).collect();
    format!("{MARK} openapi.json. Adapted on the way, by rule and number of places:\n{counts}\n")
}
