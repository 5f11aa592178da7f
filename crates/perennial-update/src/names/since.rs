//! The version since which a former name is one.

use std::collections::BTreeMap;

use perennial_codegen::names::file::{Names, OtherName};

/// Stands for the next version, as long as that is not known.
pub const UNRELEASED: &str = "unreleased";

/// `names` in which all that is not released has the version `next`: what is marked as [`UNRELEASED`], and what an update
/// after `released` has marked with a version that came out lower than it has to be now.
pub fn stamped(mut names: Names, released: &str, next: Option<&str>) -> Names {
    let next = next.unwrap_or(released);
    retain_former(&mut names, |since| {
        if since == UNRELEASED || numbers(since) > numbers(released) {
            next.clone_into(since);
        }
        true
    });
    names
}

/// Retains the former names for which `is_kept` returns `true`. It gets the version since which a name is one, and may
/// change it. Names that the document has are retained.
pub fn retain_former(names: &mut Names, is_kept: impl Fn(&mut String) -> bool) {
    let retain = |others: &mut BTreeMap<String, OtherName>| {
        others.retain(|_, other| other.since.as_mut().is_none_or(&is_kept));
    };
    for operation in names.operations.values_mut() {
        operation.former.retain(|_, since| is_kept(since));
        retain(&mut operation.other_setters);
    }
    names.tags.values_mut().for_each(|tag| retain(&mut tag.former));
    for ty in names.types.values_mut() {
        ty.former.retain(|_, since| is_kept(since));
        retain(&mut ty.former_variants);
    }
    names.features.retain(|_, feature| is_kept(&mut feature.since));
}

/// The numbers of a version, without what follows them in a pre-release; of what is no version, none.
pub fn numbers(version: &str) -> Option<[u64; 3]> {
    let released = version.split(['-', '+']).next()?;
    let numbers: Vec<u64> = released.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The version of a former name that was one since `since`, at a package of version `released`.
    fn stamp(since: &str, released: &str, next: Option<&str>) -> String {
        let names = format!(r#"{{ "types": {{ "A": {{ "former": {{ "B": "{since}" }} }} }} }}"#);
        let names = stamped(Names::parse(&names).expect("legal"), released, next);
        names.types["A"].former["B"].clone()
    }

    #[test]
    fn what_is_not_released_has_the_next_version_and_the_rest_its_own() {
        let released = "1.9.0";
        assert_eq!(stamp(UNRELEASED, released, Some("1.10.0")), "1.10.0");
        // An earlier update marked it with a version that came out lower.
        assert_eq!(stamp("1.10.0", released, Some("2.0.0")), "2.0.0");
        assert_eq!(stamp("1.9.0", released, Some("2.0.0")), "1.9.0");
        assert_eq!(stamp("1.2.0", released, None), "1.2.0");
    }

    #[test]
    fn without_a_next_version_the_one_that_there_is_counts() {
        assert_eq!(stamp(UNRELEASED, "1.0.0-beta.1", None), "1.0.0-beta.1");
    }

    #[test]
    fn a_pre_release_is_as_old_as_its_numbers_and_no_version_is_not_old() {
        let names = r#"{ "types": { "A": { "former": { "B": "1.0.0-rc.1", "C": "soon", "D": "0.9.0" } } } }"#;
        let left = |before| {
            let names = crate::names::without_former(Names::parse(names).expect("legal"), Some(before));
            names.types["A"].former.keys().cloned().collect::<Vec<String>>().concat()
        };
        assert_eq!([left("0.0.1"), left("1.0.0"), left("1.0.1")], ["BCD", "BC", "C"]);
    }
}
