//! Determines the version that changes require, by the rules of cargo.

use crate::diff::Verdict;

/// Returns the lowest version after `version` that this verdict permits. Returns `None` if no new version is required,
/// or if `version` is not three numbers.
pub fn version_after(version: &str, verdict: Verdict) -> Option<String> {
    let numbers: Vec<u64> = version.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    let [major, minor, patch] = numbers.try_into().ok()?;
    let next = match (verdict, major, minor) {
        (Verdict::NoChange, ..) => return None,
        (Verdict::Breaking, 0, 0) | (Verdict::Compatible, 0, _) => (major, minor, patch + 1),
        (Verdict::Breaking, 0, _) | (Verdict::Compatible, ..) => (major, minor + 1, 0),
        (Verdict::Breaking, ..) => (major + 1, 0, 0),
    };
    Some(format!("{}.{}.{}", next.0, next.1, next.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_breaking_change_increases_the_first_number_that_is_not_zero() {
        for (version, compatible, breaking) in
            [("1.2.3", "1.3.0", "2.0.0"), ("0.2.3", "0.2.4", "0.3.0"), ("0.0.3", "0.0.4", "0.0.4")]
        {
            assert_eq!(version_after(version, Verdict::Compatible).as_deref(), Some(compatible));
            assert_eq!(version_after(version, Verdict::Breaking).as_deref(), Some(breaking));
            assert_eq!(version_after(version, Verdict::NoChange), None);
        }
    }

    #[test]
    fn pre_release_has_no_next_version() {
        assert_eq!(version_after("1.0.0-beta.1", Verdict::Breaking), None);
    }
}
