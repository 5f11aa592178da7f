//! Removes former names.

use perennial_codegen::names::file::Names;

use super::since::{retain_former, version_numbers};

/// Removes the former names that were introduced in a version older than `before`, or all former names if there is no
/// `before`. Names that are in the document are retained.
pub fn drop_former_names(mut names: Names, before: Option<&str>) -> Names {
    // A string that is not a version is not older than any version.
    let is_older =
        |since: &str, before| version_numbers(since).is_some_and(|since| Some(since) < version_numbers(before));
    retain_former(&mut names, |since| before.is_some_and(|before| !is_older(since, before)));
    names
}
