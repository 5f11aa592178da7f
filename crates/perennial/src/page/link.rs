//! Parses the header `Link`, which may contain the URL of the next page (RFC 8288).

use http::HeaderMap;
use http::header::LINK;

const UNREADABLE: &str = "the header `Link` cannot be parsed, so it is unknown whether there is a next page";

const SPACE: [char; 2] = [' ', '\t'];

/// Returns the target of the first link to the next page in the header `Link`.
///
/// # Errors
///
/// Fails if the header is invalid before the link to the next page, because the invalid text may contain that link.
/// Empty elements, empty parameters, and links without a relation are allowed. A link without a relation is not a link
/// to the next page.
#[doc(hidden)]
pub fn next_link(headers: &HeaderMap) -> Result<Option<&str>, &'static str> {
    for value in headers.get_all(LINK) {
        let mut rest = std::str::from_utf8(value.as_bytes()).map_err(|_| UNREADABLE)?;
        loop {
            rest = rest.trim_start_matches([' ', '\t', ',']);
            if rest.is_empty() {
                break;
            }
            let (target, after) = rest.strip_prefix('<').and_then(|rest| rest.split_once('>')).ok_or(UNREADABLE)?;
            let (is_next, after) = parse_is_next(after)?;
            // A target with a `<` extends into the next link, because its own `>` is missing.
            if target.contains('<') || is_next && target.trim().is_empty() {
                return Err(UNREADABLE);
            }
            if is_next {
                return Ok(Some(target.trim()));
            }
            rest = after;
        }
    }
    Ok(None)
}

/// Parses the parameters of a link. Returns whether it is a link to the next page, and the string after the parameters.
/// A link with an `anchor` belongs to a different resource, so it is not a link to this listing's next page.
fn parse_is_next(mut rest: &str) -> Result<(bool, &str), &'static str> {
    let (mut relations, mut has_anchor) = (None, false);
    loop {
        rest = rest.trim_start_matches(SPACE);
        let Some(parameter) = rest.strip_prefix(';') else { break };
        let (name, value, after) = split_parameter(parameter)?;
        has_anchor |= name.eq_ignore_ascii_case("anchor");
        if name.eq_ignore_ascii_case("rel") {
            // If `rel` is repeated, only the first one is used (RFC 8288, section 3.3).
            relations = relations.or(Some(value.unwrap_or_default()));
        }
        rest = after;
    }
    let is_over = rest.is_empty() || rest.starts_with(',');
    if !is_over || relations.is_some_and(|relations| relations.trim().is_empty()) {
        return Err(UNREADABLE);
    }
    let relations = relations.unwrap_or_default().replace('\\', "");
    let is_next = relations.split_ascii_whitespace().any(|relation| relation.eq_ignore_ascii_case("next"));
    Ok((is_next && !has_anchor, rest))
}

/// Returns the name of a parameter, its value without quotes, and the text after the parameter. An unquoted value may
/// be a URI or a media type, as RFC 5988 allowed. Single quotes are not part of the syntax, but some services use them
/// for relations.
fn split_parameter(parameter: &str) -> Result<(&str, Option<&str>, &str), &'static str> {
    let (name, after) = split_token(parameter.trim_start_matches(SPACE), "=;,\"<> \t");
    let Some(value) = after.trim_start_matches(SPACE).strip_prefix('=') else { return Ok((name, None, after)) };
    if name.is_empty() {
        return Err(UNREADABLE);
    }
    let value = value.trim_start_matches(SPACE);
    let is_single = value.starts_with('\'') && name.eq_ignore_ascii_case("rel");
    let (value, after) = if is_single || value.starts_with('"') {
        let (quote, value) = value.split_at(1);
        let (value, end) = value.split_at(closing_quote(value, quote).ok_or(UNREADABLE)?);
        (value, &end[1..])
    } else {
        split_token(value, ";,\"<> \t")
    };
    Ok((name, Some(value), after))
}

fn split_token<'a>(text: &'a str, ends: &str) -> (&'a str, &'a str) {
    text.split_at(text.find(|c| ends.contains(c)).unwrap_or(text.len()))
}

fn closing_quote(text: &str, quote: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.find(|c: char| {
        let is_closing = quote.contains(c) && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_closing
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_next<'a>(headers: &'a mut HeaderMap, values: &[&'static str]) -> Result<Option<&'a str>, &'static str> {
        headers.extend(values.iter().map(|value| (LINK, value.parse().unwrap())));
        next_link(headers)
    }

    #[test]
    fn finds_the_next_page_in_every_form_of_a_link_header() {
        for (values, expected) in [
            (&[r#"</a?page=2>; rel="next""#][..], Some("/a?page=2")),
            (&[r#"<?p=1>; rel="prev", <?p=3> ;rel="last Next""#], Some("?p=3")),
            (&["<?a=1,2>;REL=next"], Some("?a=1,2")),
            (&[r#"<?p=1>; rel="prev""#, r"<?p=3>; title=x; rel=next"], Some("?p=3")),
            (&[r#"<?p=9>; title="a\", <?p=8>; rel=next"; rel=up, <?p=3>; rel=next"#], Some("?p=3")),
            (&[r#"<?p=3>; rel=next,, <?p=4>; rel=next"#], Some("?p=3")),
            (&[r#"<?p=1>; rel="nextish""#], None),
            (&[r#"<?p=1>; rel=up; rel=next"#], None),
            (&[r#"<?p=1>; rel*=UTF-8''next; rel="up""#, "<?p=2>; rel*=UTF-8''next", "<?p=3>; title=next"], None),
            (&["<?p=1>; rel='next'"], Some("?p=1")),
            (&["<?p=1>; rel='prev', <?p=3>; rel='last next'; title='x"], Some("?p=3")),
            (&["<?p=1>; rel='nextish'", "<?p=2>", "<?p=3>; rev=made"], None),
            (&["<?p=1>; ; rel = next ;"], Some("?p=1")),
            (&["<?p=1>;;rel\t=\t\"n\\ext\"\t"], Some("?p=1")),
            (&["<?p=1>; crossorigin; type=text/html; rel=next; title"], Some("?p=1")),
            (&["<?p=1>; rel=http://a/b?c=d, < ?p=a b > ; rel=next"], Some("?p=a b")),
            (&[r#"<?p=1>; title=">, <?p=2>; rel=next"; rel=up"#, r#"<?p=3>; title="\\"; rel=next"#], Some("?p=3")),
            (&[r#"<?p=1>; rel=next, then garbage"#], Some("?p=1")),
            (&[r##"<?p=1>; rel=next; anchor="#other""##], None),
            (&[r#"<?rel=next>"#, "", ","], None),
            (&[], None),
        ] {
            assert_eq!(parse_next(&mut HeaderMap::new(), values), Ok(expected), "{values:?}");
        }
    }

    #[test]
    fn rejects_a_link_header_that_is_not_a_list_of_links() {
        for value in [
            "/a?page=2",
            "</a?page=2",
            r#"<?p=1>; rel="prev", ?p=2; rel=next"#,
            r#"</p?page=2> rel="next""#,
            r#"</p?page=2>rel="next""#,
            r#"</p?page=2>: rel="next""#,
            r#"</p?page=2>; rel="next"#,
            r#"</p?page=2>; rel=next""#,
            r#"</p?page=2>; rel="next\""#,
            r#"</p?page=2>; rel="next"; title="x"#,
            r#"</p?page=2>; rel="next" title="x""#,
            r#"</p?page=2>; rel="next"x"#,
            "</p?page=2>; rel='next",
            "</p?page=2>; rel='next'x",
            "</p?page=2>; rel=last next",
            "</p?page=2>; rel next",
            "</p?page=2>; =next",
            "</p?page=2>; rel=",
            "</p?page=2>; rel; rel=next",
            r#"</p?page=2>; rel="""#,
            r#"</p?page=2>; rel=" "; rel=next"#,
            r#"</p?q=a>b&page=2>; rel="next""#,
            r#"</p?page=1, </p?page=2>; rel="next""#,
            r#"<>; rel="next""#,
            r#"< >; rel="next""#,
            "<?p=1>; rel=prev; title=two words, <?p=2>; rel=next",
            r#"<?p=1> rel="prev", <?p=2>; rel="next""#,
        ] {
            assert!(parse_next(&mut HeaderMap::new(), &[value]).is_err(), "{value}");
        }
        let mut headers = HeaderMap::new();
        headers.insert(LINK, http::HeaderValue::from_bytes(b"<?p=1>; rel=next; title=\"\xe9\"").unwrap());
        assert!(next_link(&headers).is_err());
    }
}
