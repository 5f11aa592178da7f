//! Former names that a maintainer no longer keeps.

use perennial_codegen::names::file::Names;

use super::since::numbers;

/// `names` without the former names that are so since a version before this one; without a version, without all of them.
/// Names that the document has stay.
pub fn without_former(mut names: Names, before: Option<&str>) -> Names {
    // A text that is no version is no older than any.
    let is_older = |since: &str, before| numbers(since).is_some_and(|since| Some(since) < numbers(before));
    let is_kept = |since: &str| before.is_some_and(|before| !is_older(since, before));
    let is_kept_or_present = |since: &Option<String>| since.as_deref().is_none_or(is_kept);
    for operation in names.operations.values_mut() {
        operation.former.retain(|_, since| is_kept(since));
        operation.other_setters.retain(|_, other| is_kept_or_present(&other.since));
    }
    for tag in names.tags.values_mut() {
        tag.former.retain(|_, other| is_kept_or_present(&other.since));
    }
    for ty in names.types.values_mut() {
        ty.former.retain(|_, since| is_kept(since));
        ty.former_variants.retain(|_, other| is_kept_or_present(&other.since));
    }
    names.features.retain(|_, feature| is_kept(&feature.since));
    names
}
