//! Parses path templates: literal text with parameters in braces.
//!
//! A template may have a query, which is sent with each request, and a fragment, which is not sent. Documents use them
//! to distinguish operations whose paths would otherwise be equal, such as `/jobs/{id}#cancel`.

use indexmap::IndexSet;
use percent_encoding::percent_decode_str;

/// A part of a path template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part<'a> {
    /// Literal text, which is percent-encoded when it is sent.
    Literal(&'a str),
    /// The name of a parameter.
    Parameter(&'a str),
}

/// Splits a path template into everything before the fragment, and the fragment.
pub fn split_fragment(path: &str) -> (&str, Option<&str>) {
    split_at(path, '#')
}

/// Splits a path template into the path and the query. A fragment is removed.
pub fn split_query(path: &str) -> (&str, Option<&str>) {
    split_at(split_fragment(path).0, '?')
}

/// Splits `path` at the first `mark` that is not inside braces.
fn split_at(path: &str, mark: char) -> (&str, Option<&str>) {
    let mut is_in_braces = false;
    let mark = path.find(|c| {
        is_in_braces = c == '{' || is_in_braces && c != '}';
        c == mark && !is_in_braces
    });
    mark.map_or((path, None), |mark| (&path[..mark], Some(&path[mark + 1..])))
}

/// Returns the scheme of an absolute URL, such as `https`. Returns `None` for a relative URL.
pub fn scheme(url: &str) -> Option<&str> {
    let (scheme, _) = url.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|c| c.is_ascii_alphanumeric() || b"+-.".contains(&c));
    is_scheme.then_some(scheme)
}

/// Returns the names and values in the query of a path template. A value in braces is a parameter.
pub fn query(path: &str) -> impl Iterator<Item = (String, Part<'_>)> {
    let pairs = split_query(path).1.unwrap_or_default().split('&').filter(|pair| !pair.is_empty());
    pairs.map(move |pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let parameter = value.strip_prefix('{').and_then(|value| value.strip_suffix('}'));
        (decode_query(name), parameter.map_or(Part::Literal(value), Part::Parameter))
    })
}

/// Decodes a name or value in a query.
pub fn decode_query(text: &str) -> String {
    percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
}

/// Returns the literals and parameters of a path template, without its query and fragment. A parameter may occur twice.
///
/// # Errors
/// Returns the reason why the template cannot be requested, and the remedy.
pub fn parse_template(path: &str) -> Result<Vec<Part<'_>>, &'static str> {
    let (path, _) = split_query(path);
    if !path.starts_with('/') {
        return Err("does not begin with `/`: add a `/` at the beginning");
    }
    let mut parts = Vec::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').ok_or("contains a `{` without a `}`: add the `}`, or write `%7B`")?;
        if name.contains('{') {
            return Err("contains nested braces: put one parameter in each pair of braces");
        }
        if name.trim().is_empty() {
            return Err("contains a parameter without a name: insert a name between the braces");
        }
        if name.contains('/') || name.chars().any(char::is_control) {
            return Err("contains a parameter whose name contains `/` or a control character: rename it");
        }
        parts.extend([Part::Literal(before), Part::Parameter(name)]);
        rest = after;
    }
    parts.push(Part::Literal(rest));
    parts.retain(|part| *part != Part::Literal(""));
    parts.iter().try_for_each(|part| match part {
        Part::Literal(text) => check_literal(text),
        Part::Parameter(_) => Ok(()),
    })?;
    if path.split('/').any(is_dot_segment) {
        return Err("contains a segment `.` or `..`, which HTTP clients and servers remove: write the path without it");
    }
    Ok(parts)
}

/// Returns the names of the parameters in a path template, each of them once.
pub fn placeholders(path: &str) -> Vec<&str> {
    let names = parse_template(path).unwrap_or_default().into_iter().filter_map(|part| match part {
        Part::Parameter(name) => Some(name),
        Part::Literal(_) => None,
    });
    names.collect::<IndexSet<_>>().into_iter().collect()
}

/// Replaces each parameter of a path template with `{}`. Two operations with the same method may match the same request
/// if the results are equal.
pub fn without_parameter_names(path: &str) -> String {
    let parts = parse_template(path).unwrap_or_default().into_iter();
    let nameless = parts.map(|part| match part {
        Part::Literal(text) => text,
        Part::Parameter(_) => "{}",
    });
    // The query and the fragment are appended unchanged, because they distinguish operations.
    nameless.collect::<String>() + &path[split_query(path).0.len()..]
}

fn check_literal(text: &str) -> Result<(), &'static str> {
    if text.contains('}') {
        Err("contains a `}` without a `{`: add the `{`, or write `%7D`")
    } else if text.contains('\\') {
        Err("contains a `\\`, which is interpreted as `/`: write `/` or `%5C`")
    } else if text.chars().any(char::is_control) {
        Err("contains a control character: remove it")
    } else {
        Ok(())
    }
}

/// Returns `true` if `segment` is `.` or `..`. A dot may also be written as `%2E`.
fn is_dot_segment(segment: &str) -> bool {
    segment.len() <= "%2E%2E".len() && matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "." | "..")
}

/// Percent-encodes the characters in the literal text of a path template that a path cannot contain. Existing escapes
/// are preserved.
pub fn literal(text: &str) -> String {
    let bytes = text.as_bytes();
    let is_escape = |at: usize| bytes.get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
    let mut encoded = String::with_capacity(text.len());
    for (at, byte) in bytes.iter().copied().enumerate() {
        // The characters of `pchar` in RFC 3986, and the slash between segments.
        let is_plain = byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/".contains(&byte);
        if is_plain || byte == b'%' && is_escape(at) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_a_path_template_into_literals_and_parameters() {
        use Part::{Literal, Parameter};
        assert_eq!(parse_template("/"), Ok(vec![Literal("/")]));
        assert_eq!(
            parse_template("/v1/{a}.{b}:run/{c d}"),
            Ok(
                vec![Literal("/v1/"), Parameter("a"), Literal("."), Parameter("b"), Literal(":run/"), Parameter("c d"),]
            )
        );
        assert!(parse_template("/a..b/...").is_ok());
        assert_eq!(parse_template("/a/{b#c}#d/{e"), Ok(vec![Literal("/a/"), Parameter("b#c")]));
    }

    #[test]
    fn percent_encodes_the_literal_text_of_a_path_only_once() {
        assert_eq!(literal("/a b/\u{df}\"<>^`|[]"), "/a%20b/%C3%9F%22%3C%3E%5E%60%7C%5B%5D");
        assert_eq!(literal("/a%20b/%c3%9F"), "/a%20b/%c3%9F");
        assert_eq!(literal("/100%/%2/%zz"), "/100%25/%252/%25zz");
        assert_eq!(literal("/v1/a:b@c;d=e,f(g)!$&'*+~._-"), "/v1/a:b@c;d=e,f(g)!$&'*+~._-");
        let once = literal("/\u{df} %");
        assert_eq!(literal(&once), once);
    }
}
