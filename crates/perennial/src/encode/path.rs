//! Inserts the values of parameters into a path, and refuses values with which the path would identify a different
//! resource.

use percent_encoding::percent_decode_str;

/// Joins `before`, the encoded `value`, and `after`. Fails with a reason if the path might refer to a different
/// resource: clients and servers resolve the segments `.` and `..`, even encoded ones, and may drop an empty segment.
pub(crate) fn insert_into_path(before: &str, value: &str, after: &str) -> Result<String, &'static str> {
    let segment = decoded_segment(before, value, after);
    match segment.as_str() {
        _ if value.is_empty() => Err("is empty"),
        "." | ".." if segment == value => Err("is `.` or `..`"),
        "." | ".." => Err("completes a segment `.` or `..`"),
        _ => Ok([before, value, after].concat()),
    }
}

/// Returns whether a path contains a segment `.` or `..`, so that it refers to a different resource. Encoded dots and
/// slashes count as dots and slashes. `..;a=1` counts as `..`, since some servers drop such parameters.
pub(crate) fn has_dot_segment(path: &str) -> bool {
    let decoded = percent_decode_str(path).decode_utf8_lossy();
    let mut segments = decoded.split(['/', '\\']).map(|segment| segment.split(';').next());
    segments.any(|name| matches!(name, Some("." | "..")))
}

/// Returns the decoded segment that contains `value`, as a server may read it: the server may decode slashes before it
/// splits the path, and may drop everything after a semicolon. `value` contains a semicolon only in the style `matrix`.
/// Parameters in `before` and `after` that have no value yet, such as `{id}`, are treated as text.
fn decoded_segment(before: &str, value: &str, after: &str) -> String {
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
    fn path_parameter_is_inserted_percent_encoded() {
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
            assert_eq!(insert_into_path(before, &component(value).to_string(), after).as_deref(), Ok(path));
        }
    }

    #[test]
    fn refuses_a_path_parameter_that_is_empty_or_forms_a_dot_segment() {
        for (before, value, after, reason) in [
            ("/a/", "", "/c", "is empty"),
            ("/a", "", ".json", "is empty"),
            ("/a/", ".", "", "is `.` or `..`"),
            ("/a/", "..", "/c", "is `.` or `..`"),
            ("/a%2F", "..", "%5Cc", "is `.` or `..`"),
            ("/", "..", ";a=b", "is `.` or `..`"),
            ("/.", ".", "/c", "completes a segment `.` or `..`"),
            ("/", ".", ".", "completes a segment `.` or `..`"),
            ("/%2E", ".", "", "completes a segment `.` or `..`"),
            ("/", ".", "%2e;{b}", "completes a segment `.` or `..`"),
            ("/", "%2e%2E", "", "completes a segment `.` or `..`"),
            ("/.", ";p=5", "a", "completes a segment `.` or `..`"),
        ] {
            assert_eq!(insert_into_path(before, value, after), Err(reason), "{before}{value}{after}");
        }
    }
}
