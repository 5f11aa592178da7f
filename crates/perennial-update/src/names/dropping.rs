//! Removes former names from the recorded names.

use perennial_codegen::names::file::Names;

use super::since::{retain_former, version_numbers};

/// Removes the former names that were introduced in a version before `before`. Without `before`, removes all former
/// names. Aliases that the document still contains are not removed.
pub fn drop_former_names(mut names: Names, before: Option<&str>) -> Names {
    // If a recorded version cannot be parsed, its former name is kept, because its age is unknown.
    let is_older =
        |since: &str, before| version_numbers(since).is_some_and(|since| Some(since) < version_numbers(before));
    retain_former(&mut names, |since| before.is_some_and(|before| !is_older(since, before)));
    names
}
