//! Former names that a maintainer no longer keeps.

use perennial_codegen::names::file::Names;

use super::since::{numbers, retain_former};

/// `names` without the former names that are so since a version before this one; without a version, without all of them.
/// Names that the document has stay.
pub fn without_former(mut names: Names, before: Option<&str>) -> Names {
    // A text that is no version is no older than any.
    let is_older = |since: &str, before| numbers(since).is_some_and(|since| Some(since) < numbers(before));
    retain_former(&mut names, |since| before.is_some_and(|before| !is_older(since, before)));
    names
}
