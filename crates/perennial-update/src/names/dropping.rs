use perennial_codegen::names::file::Names;

use super::since::{retain_former, version_numbers};

/// Removes former names that were recorded for a version before `before`, or all former names if `before` is `None`.
/// Aliases, which the document still contains, are kept.
pub fn drop_former_names(mut names: Names, before: Option<&str>) -> Names {
    // A former name is kept if its version cannot be parsed, because its age is unknown.
    let is_older =
        |since: &str, before| version_numbers(since).is_some_and(|since| Some(since) < version_numbers(before));
    retain_former(&mut names, |since| before.is_some_and(|before| !is_older(since, before)));
    names
}
