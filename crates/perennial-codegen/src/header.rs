//! Creates the beginning of the generated file: a comment and the attributes of the module.

use crate::adaptation::Adaptation;

/// The beginning of each generated file. A file that begins differently was not written by the generator.
pub const MARK: &str = "// @generated from";

/// Allows the lints that generated code cannot satisfy, because its names and its documentation come from the document.
/// The attribute is in the generated file so that no client has to repeat it.
const ALLOW: &str = "#![allow(deprecated, missing_docs, nonstandard_style, unexpected_cfgs, unused, clippy::all)]";

/// Creates the beginning of a generated file. The comment names the source of the file and contains the number of
/// adaptations for each rule.
pub fn header(adaptations: &[Adaptation]) -> String {
    let mut rules: Vec<&str> = adaptations.iter().map(|adaptation| adaptation.rule.id).collect();
    rules.sort_unstable();
    let counts: String =
        rules.chunk_by(|a, b| a == b).map(|of_one| format!("//   {}: {}\n", of_one[0], of_one.len())).collect();
    format!("{MARK} openapi.json. Adapted on the way, by rule and number of places:\n{counts}\n{ALLOW}\n\n")
}
