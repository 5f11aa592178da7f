//! The beginning of the generated file.

use crate::adaptation::Adaptation;

/// The beginning of each generated file: a file that begins otherwise was written by somebody else.
pub const MARK: &str = "// @generated from";

/// The lints that do not apply to generated code: the document decides its names and its documentation. Packages need not
/// list them.
const ALLOW: &str = "#![allow(deprecated, missing_docs, nonstandard_style, unexpected_cfgs, unused, clippy::all)]";

/// Returns the beginning of the file: its origin, how often each rule was applied, and the attributes of the module.
pub fn header(adaptations: &[Adaptation]) -> String {
    let mut rules: Vec<&str> = adaptations.iter().map(|adaptation| adaptation.rule.id).collect();
    rules.sort_unstable();
    let counts: String =
        rules.chunk_by(|a, b| a == b).map(|of_one| format!("//   {}: {}\n", of_one[0], of_one.len())).collect();
    format!("{MARK} openapi.json. Adapted on the way, by rule and number of places:\n{counts}\n{ALLOW}\n\n")
}
