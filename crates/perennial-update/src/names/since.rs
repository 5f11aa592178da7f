use std::collections::BTreeMap;

use perennial_codegen::names::file::{Names, OtherName};

/// The placeholder for the next version in `names.json`, until the verdict determines its number.
pub const UNRELEASED: &str = "unreleased";

/// Records a version for all unreleased former names: `next`, or `released` if no next version is required. Names that
/// were recorded for a version after `released` are unreleased too: an earlier update may have recorded a lower next
/// version.
pub fn stamp_unreleased(mut names: Names, released: &str, next: Option<&str>) -> Names {
    let next = next.unwrap_or(released);
    retain_former(&mut names, |since| {
        if since == UNRELEASED || version_numbers(since) > version_numbers(released) {
            next.clone_into(since);
        }
        true
    });
    names
}

/// Removes each former name unless `is_kept` returns `true` for its version. `is_kept` may also change the version.
/// Aliases have no version and are kept.
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

/// Parses the three numbers of a version, without its pre-release suffix. Returns `None` for any other string.
pub fn version_numbers(version: &str) -> Option<[u64; 3]> {
    let released = version.split(['-', '+']).next()?;
    let numbers: Vec<u64> = released.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the version to record for a former name in place of `since`, its recorded version.
    fn stamp(since: &str, released: &str, next: Option<&str>) -> String {
        let names = format!(r#"{{ "types": {{ "A": {{ "former": {{ "B": "{since}" }} }} }} }}"#);
        let names = stamp_unreleased(Names::parse(&names).expect("legal"), released, next);
        names.types["A"].former["B"].clone()
    }

    #[test]
    fn unreleased_former_names_are_recorded_with_the_next_version() {
        let released = "1.9.0";
        assert_eq!(stamp(UNRELEASED, released, Some("1.10.0")), "1.10.0");
        // An earlier update recorded 1.10.0 as the next version. The present one requires 2.0.0.
        assert_eq!(stamp("1.10.0", released, Some("2.0.0")), "2.0.0");
        assert_eq!(stamp("1.9.0", released, Some("2.0.0")), "1.9.0");
        assert_eq!(stamp("1.2.0", released, None), "1.2.0");
    }

    #[test]
    fn former_names_of_a_pre_release_are_recorded_with_its_version() {
        assert_eq!(stamp(UNRELEASED, "1.0.0-beta.1", None), "1.0.0-beta.1");
    }

    #[test]
    fn pre_release_suffixes_are_ignored_when_former_names_are_dropped() {
        let names = r#"{ "types": { "A": { "former": { "B": "1.0.0-rc.1", "C": "soon", "D": "0.9.0" } } } }"#;
        let left = |before| {
            let names = crate::names::drop_former_names(Names::parse(names).expect("legal"), Some(before));
            names.types["A"].former.keys().cloned().collect::<Vec<String>>().concat()
        };
        assert_eq!([left("0.0.1"), left("1.0.0"), left("1.0.1")], ["BCD", "BC", "C"]);
    }
}
