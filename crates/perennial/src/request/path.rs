//! Checks the paths that a caller passes. A path is refused if the `url` crate, a proxy or the service might treat it
//! as the path of a different resource.

use std::borrow::Cow;

use crate::encode::has_dot_segment;

/// A placeholder for the value of each parameter while the path is checked. A letter cannot form a dot segment or an
/// escape sequence with the characters around it.
const PARAMETER: &str = "x";

/// Checks a path. The error states the problem and the remedy, but does not repeat the path, which may be a secret that
/// was passed by mistake.
pub(super) fn check_path(path: &str) -> Result<(), &'static str> {
    if !path.starts_with('/') {
        return Err("the path must begin with `/`: the client adds the scheme and the host");
    }
    if path.contains('?') {
        return Err("the path must not contain a query: pass it to `query(…)`");
    }
    if path.contains('#') {
        return Err("the path must not contain a fragment, which is never sent");
    }
    let text = without_parameters(path).ok_or(
        "the path contains a brace that is not part of a `{name}`: write a parameter as `{name}`, and pass \
         its value to `path(name, value)`",
    )?;
    if !text.bytes().all(is_sent_as_it_is) {
        return Err("the path contains a character that must be encoded: pass values to `path(name, value)`, which \
            encodes them");
    }
    let mut escapes = text.split('%').skip(1).map(|after| after.as_bytes());
    if !escapes.all(|after| matches!(after, [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit())) {
        return Err("the path contains a `%` that does not begin an encoded character: pass values to `path(name, \
            value)`, which encodes them");
    }
    // At the start, `//` would introduce a host. Elsewhere, servers may merge it into one slash.
    if text.contains("//") {
        return Err(
            "the path contains an empty segment, so it may refer to a different resource: check for a missing \
            value",
        );
    }
    if has_dot_segment(&text) {
        return Err("the path must not contain a segment `.` or `..`, which would change the path");
    }
    Ok(())
}

/// Returns the path with each `{name}` replaced by a letter. Returns `None` if braces are not paired, or if a name is
/// empty.
fn without_parameters(path: &str) -> Option<Cow<'_, str>> {
    let mut text = Cow::Borrowed(path);
    while let Some((before, rest)) = text.split_once('{') {
        let (name, after) = rest.split_once('}')?;
        if name.is_empty() || before.contains('}') || name.contains(['{', '/']) {
            return None;
        }
        text = [before, PARAMETER, after].concat().into();
    }
    (!text.contains('}')).then_some(text)
}

/// Returns whether a path may contain this byte: a slash, or a character of `pchar` in RFC 3986.
fn is_sent_as_it_is(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@%/".contains(&byte)
}

/// Returns the part of a path that a message may show: the path without query and fragment. Returns an empty string if
/// it is not a path, for example if a URL was passed.
pub(super) fn path_for_messages(path: &str) -> &str {
    let is_path = path.starts_with('/') && !path.starts_with("//");
    let end = path.find(['?', '#']).unwrap_or(path.len());
    path.get(..end).filter(|_| is_path).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_path_may_contain_plain_segments_and_parameters() {
        for path in [
            "/",
            "/v1",
            "/v1/things/",
            "/v1/things/7/a-b_c.d~e",
            "/v1/things/{id}",
            "/v1/things/{thing id}.json",
            "/v1/{a}/{b}-{c}",
            "/v1/a%20b%2Fc",
            "/v1/things:batch",
            "/v1/a@b!$&'()*+,;=",
            "/v1/...",
            "/v1/.well-known/..a",
        ] {
            assert_eq!(check_path(path), Ok(()), "{path}");
        }
    }

    #[test]
    fn error_for_an_invalid_request_path_contains_the_remedy() {
        for (path, words) in [
            ("", "begin with `/`"),
            ("v1/things", "begin with `/`"),
            ("https://evil.example.com/v1", "begin with `/`"),
            ("\\\\evil.example.com", "begin with `/`"),
            ("/v1/things?a=b", "`query(…)`"),
            ("/v1/things#a", "fragment"),
            ("/v1/{id", "brace"),
            ("/v1/id}", "brace"),
            ("/v1/}{", "brace"),
            ("/v1/{}", "brace"),
            ("/v1/{{id}}", "brace"),
            ("/v1/{a/b}", "brace"),
            ("/v1/a b", "must be encoded"),
            ("/v1/ü", "must be encoded"),
            ("/v1/a\\b", "must be encoded"),
            ("/v1/a\nb", "must be encoded"),
            ("/v1/a\0b", "must be encoded"),
            ("/v1/a\"b", "must be encoded"),
            ("/v1/100%", "`%`"),
            ("/v1/%2", "`%`"),
            ("/v1/%zz", "`%`"),
            ("/v1/%2{a}", "`%`"),
            ("//evil.example.com/v1", "empty segment"),
            ("/v1//things", "empty segment"),
            ("/v1/things//", "empty segment"),
            ("/..", "`..`"),
            ("/v1/../admin", "`..`"),
            ("/v1/./things", "`..`"),
            ("/v1/%2e%2E/admin", "`..`"),
            ("/v1/.%2e", "`..`"),
            ("/v1/a%2F..%2Fadmin", "`..`"),
            ("/v1/a%5C..%5Cadmin", "`..`"),
            ("/v1/..;/admin", "`..`"),
            ("/v1/..;{a}", "`..`"),
        ] {
            let reason = check_path(path).expect_err(path);
            assert!(reason.contains(words), "{path}: {reason}");
        }
    }

    #[test]
    fn request_path_in_messages_omits_query_and_fragment() {
        for (path, text) in [
            ("/v1/things/{id}", "/v1/things/{id}"),
            ("/v1/things?token=s3cret", "/v1/things"),
            ("/v1/things#s3cret", "/v1/things"),
            ("https://user:s3cret@h/v1", ""),
            ("//user:s3cret@h/v1", ""),
            ("s3cret", ""),
        ] {
            assert_eq!(path_for_messages(path), text);
        }
    }
}
