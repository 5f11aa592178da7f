//! The header `Link`: what it says of the next page (RFC 8288).

use http::HeaderMap;
use http::header::LINK;

/// The target of the first link to the next page, if there is one.
///
/// # Errors
///
/// A header that is no list of links, so that there may be a next page.
pub fn next_link(headers: &HeaderMap) -> Result<Option<&str>, &'static str> {
    const UNREADABLE: &str = "the header `Link` cannot be read, so nobody knows whether there is a next page";
    for value in headers.get_all(LINK) {
        let mut rest = std::str::from_utf8(value.as_bytes()).map_err(|_| UNREADABLE)?;
        loop {
            rest = rest.trim_start_matches([' ', '\t', ',']);
            if rest.is_empty() {
                break;
            }
            let (target, after) = rest.strip_prefix('<').and_then(|rest| rest.split_once('>')).ok_or(UNREADABLE)?;
            let (parameters, after) = after.split_at(end(after, ','));
            if is_next(parameters) {
                return Ok(Some(target.trim()));
            }
            rest = after;
        }
    }
    Ok(None)
}

/// Where `separator` is that is in no quotes, or the end.
fn end(text: &str, separator: char) -> usize {
    let (mut quoted, mut escaped) = (false, false);
    let is_it = |c: char| {
        let is_separator = c == separator && !quoted;
        quoted ^= c == '"' && !escaped;
        escaped = quoted && c == '\\' && !escaped;
        is_separator
    };
    text.find(is_it).unwrap_or(text.len())
}

/// Whether the parameters of a link say that it leads to what comes after this response. One with an anchor leads from
/// elsewhere.
fn is_next(mut parameters: &str) -> bool {
    let mut relations = None;
    while let Some(rest) = parameters.trim_start().strip_prefix(';') {
        let (parameter, after) = rest.split_at(end(rest, ';'));
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        match name.trim() {
            name if name.eq_ignore_ascii_case("anchor") => return false,
            // The first one counts.
            name if name.eq_ignore_ascii_case("rel") => relations = relations.or(Some(value)),
            _ => {}
        }
        parameters = after;
    }
    let relations = relations.unwrap_or_default().trim().trim_matches('"');
    relations.split_ascii_whitespace().any(|relation| relation.eq_ignore_ascii_case("next"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next<'a>(headers: &'a mut HeaderMap, values: &[&'static str]) -> Result<Option<&'a str>, &'static str> {
        headers.extend(values.iter().map(|value| (LINK, value.parse().unwrap())));
        next_link(headers)
    }

    #[test]
    fn the_target_of_the_next_page_is_found_in_each_form_of_the_header() {
        for (values, expected) in [
            (&[r#"</a?page=2>; rel="next""#][..], Some("/a?page=2")),
            (&[r#"<?p=1>; rel="prev", <?p=3> ;rel="last Next""#], Some("?p=3")),
            (&["<?a=1,2>;REL=next"], Some("?a=1,2")),
            (&[r#"<?p=1>; rel="prev""#, r"<?p=3>; title=x; rel=next"], Some("?p=3")),
            (&[r#"<?p=9>; title="a\", <?p=8>; rel=next"; rel=up, <?p=3>; rel=next"#], Some("?p=3")),
            (&[r#"<?p=3>; rel=next,, <?p=4>; rel=next"#], Some("?p=3")),
            (&[r#"<?p=1>; rel="nextish""#], None),
            (&[r#"<?p=1>; rel=up; rel=next"#], None),
            (&[r##"<?p=1>; rel=next; anchor="#other""##], None),
            (&[r#"<?rel=next>"#, "", ","], None),
            (&[], None),
        ] {
            assert_eq!(next(&mut HeaderMap::new(), values), Ok(expected), "{values:?}");
        }
    }

    #[test]
    fn a_header_that_is_no_list_of_links_is_an_error() {
        for value in ["/a?page=2", "</a?page=2", r#"<?p=1>; rel="prev", ?p=2; rel=next"#] {
            assert!(next(&mut HeaderMap::new(), &[value]).is_err(), "{value}");
        }
    }
}
