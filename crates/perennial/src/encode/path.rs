//! The values of parameters in a path.

use percent_encoding::percent_decode_str;

/// The path with `value`, which is encoded, between what is `before` and `after` it, or why it would go to another
/// resource: `.` and `..` would be removed from it, encoded or not, and an empty segment merged.
pub(crate) fn in_path(before: &str, value: &str, after: &str) -> Result<String, &'static str> {
    let segment = segment(before, value, after);
    match segment.as_str() {
        _ if value.is_empty() => Err("is empty"),
        "." | ".." if segment == value => Err("is a dot segment"),
        "." | ".." => Err("completes a dot segment"),
        _ => Ok([before, value, after].concat()),
    }
}

/// `true` if a segment of a path leads elsewhere, also where dots and slashes are encoded, or parameters follow the
/// dots, as in `..;a=1`: some servers resolve these.
pub(crate) fn has_dot_segment(path: &str) -> bool {
    let decoded = percent_decode_str(path).decode_utf8_lossy();
    let mut segments = decoded.split(['/', '\\']).map(|segment| segment.split(';').next());
    segments.any(|name| matches!(name, Some("." | "..")))
}

/// The segment with `value` in it, as a server may read it: one that decodes slashes first, or drops parameters after a
/// semicolon, which a value has only where its style is `matrix`. What is in other values of the segment counts as text;
/// names of those that are not set do, too.
fn segment(before: &str, value: &str, after: &str) -> String {
    let [before, after] = [before, after].map(|text| percent_decode_str(text).decode_utf8_lossy());
    let before = before.rsplit(['/', '\\']).next().unwrap_or_default();
    let after = after.split(['/', '\\', ';']).next().unwrap_or_default();
    let (name, after) = value.split_once(';').map_or((value, after), |(name, _)| (name, ""));
    [before, &percent_decode_str(name).decode_utf8_lossy(), after].concat()
}

#[cfg(test)]
mod tests {
    use super::super::component;
    use super::*;

    #[test]
    fn a_value_is_encoded_between_what_is_around_it() {
        for (before, value, after, path) in [
            ("/a/", "b/ü", "/c", "/a/b%2F%C3%BC/c"),
            ("/", ".", ".{b}", "/..{b}"),
            ("/", "..", ".json", "/...json"),
            ("/a", ".", "", "/a."),
            ("/", "%2e%2e", "", "/%252e%252e"),
            ("/", "a/..", "", "/a%2F.."),
            ("/", "..;", "", "/..%3B"),
            ("/", "...", "/", "/.../"),
        ] {
            assert_eq!(in_path(before, &component(value).to_string(), after).as_deref(), Ok(path));
        }
    }

    #[test]
    fn a_value_that_makes_its_segment_lead_elsewhere_is_refused() {
        for (before, value, after, reason) in [
            ("/a/", "", "/c", "is empty"),
            ("/a", "", ".json", "is empty"),
            ("/a/", ".", "", "is a dot segment"),
            ("/a/", "..", "/c", "is a dot segment"),
            ("/a%2F", "..", "%5Cc", "is a dot segment"),
            ("/", "..", ";a=b", "is a dot segment"),
            ("/.", ".", "/c", "completes a dot segment"),
            ("/", ".", ".", "completes a dot segment"),
            ("/%2E", ".", "", "completes a dot segment"),
            ("/", ".", "%2e;{b}", "completes a dot segment"),
            ("/", "%2e%2E", "", "completes a dot segment"),
            ("/.", ";p=5", "a", "completes a dot segment"),
        ] {
            assert_eq!(in_path(before, value, after), Err(reason), "{before}{value}{after}");
        }
    }
}
