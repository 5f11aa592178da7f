//! Creates the beginning of the generated file: its comment, and the attributes of the module.

use crate::adaptation::Adaptation;

/// The beginning of each generated file. A file that begins differently was not written by the generator.
pub const MARK: &str = "// @generated from";

/// The lints that do not apply to generated code, because the document decides its names and its documentation. A client does
/// not have to list them.
const ALLOW: &str = "#![allow(deprecated, missing_docs, nonstandard_style, unexpected_cfgs, unused, clippy::all)]";

/// Creates the comment that names the source of the file and counts how often each rule was applied, and the attributes.
pub fn header(adaptations: &[Adaptation]) -> String {
    let mut rules: Vec<&str> = adaptations.iter().map(|adaptation| adaptation.rule.id).collect();
    rules.sort_unstable();
    let counts: String =
        rules.chunk_by(|a, b| a == b).map(|of_one| format!("//   {}: {}\n", of_one[0], of_one.len())).collect();
    format!("{MARK} openapi.json. Adapted on the way, by rule and number of places:\n{counts}\n{ALLOW}\n\n")
}
