//! The beginning of the generated file: a comment and the attributes of the module.

use crate::adaptation::Adaptation;

/// The first characters of each generated file. A file that begins differently was not written by the generator.
pub const MARK: &str = "// @generated from";

/// Allows lints that generated code violates, because its names and documentation come from the document. With the
/// attribute in the generated file, clients do not have to repeat it.
const ALLOW: &str = "#![allow(deprecated, missing_docs, nonstandard_style, unexpected_cfgs, unused, clippy::all)]";

/// Creates the beginning of a generated file. Its comment names the source file, and states the number of adaptations
/// for each rule.
pub fn header(adaptations: &[Adaptation]) -> String {
    let mut rules: Vec<&str> = adaptations.iter().map(|adaptation| adaptation.rule.id).collect();
    rules.sort_unstable();
    let counts: String =
        rules.chunk_by(|a, b| a == b).map(|of_one| format!("//   {}: {}\n", of_one[0], of_one.len())).collect();
    format!(
        "{MARK} openapi.json. Number of adaptations (deviations of this code from the document) for each \
         rule:\n{counts}\n{ALLOW}\n\n"
    )
}
