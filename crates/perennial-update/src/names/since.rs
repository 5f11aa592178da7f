//! Records the version that introduced a former name.

use std::collections::BTreeMap;

use perennial_codegen::names::file::{Names, OtherName};

/// The placeholder for the next version until that version is known.
pub const UNRELEASED: &str = "unreleased";

/// Marks all unreleased former names with the version `next`, or with `released` if there is no next version. A former
/// name is unreleased if it is marked as [`UNRELEASED`] or with a version newer than `released`. The latter happens if
/// the next version that an earlier update determined has since become higher.
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

/// Retains the former names for which `is_kept` returns `true`. `is_kept` receives the version that introduced the name
/// and may change it. Names that are in the document are retained.
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

/// Parses the three numbers of a version, ignoring a pre-release suffix. Returns `None` if the text is not a version.
pub fn version_numbers(version: &str) -> Option<[u64; 3]> {
    let released = version.split(['-', '+']).next()?;
    let numbers: Vec<u64> = released.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stamps a former name that was introduced in `since` in a package of version `released`, and returns its new
    /// version.
    fn stamp(since: &str, released: &str, next: Option<&str>) -> String {
        let names = format!(r#"{{ "types": {{ "A": {{ "former": {{ "B": "{since}" }} }} }} }}"#);
        let names = stamp_unreleased(Names::parse(&names).expect("legal"), released, next);
        names.types["A"].former["B"].clone()
    }

    #[test]
    fn unreleased_former_names_get_the_next_version() {
        let released = "1.9.0";
        assert_eq!(stamp(UNRELEASED, released, Some("1.10.0")), "1.10.0");
        // The earlier update determined a lower next version.
        assert_eq!(stamp("1.10.0", released, Some("2.0.0")), "2.0.0");
        assert_eq!(stamp("1.9.0", released, Some("2.0.0")), "1.9.0");
        assert_eq!(stamp("1.2.0", released, None), "1.2.0");
    }

    #[test]
    fn former_names_of_a_pre_release_get_the_present_version() {
        assert_eq!(stamp(UNRELEASED, "1.0.0-beta.1", None), "1.0.0-beta.1");
    }

    #[test]
    fn ignores_pre_release_suffixes_when_dropping_former_names() {
        let names = r#"{ "types": { "A": { "former": { "B": "1.0.0-rc.1", "C": "soon", "D": "0.9.0" } } } }"#;
        let left = |before| {
            let names = crate::names::drop_former_names(Names::parse(names).expect("legal"), Some(before));
            names.types["A"].former.keys().cloned().collect::<Vec<String>>().concat()
        };
        assert_eq!([left("0.0.1"), left("1.0.0"), left("1.0.1")], ["BCD", "BC", "C"]);
    }
}
