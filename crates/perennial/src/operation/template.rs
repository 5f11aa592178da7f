use std::borrow::Cow;
use std::iter::zip;

use percent_encoding::percent_decode_str;

/// Returns whether `path` is the template with non-empty values in place of its parameters.
pub(crate) fn matches_path(template: &str, path: &str) -> bool {
    let (template_segments, path_segments) = (template.split('/'), path.split('/'));
    template_segments.clone().count() == path_segments.clone().count()
        && zip(template_segments, path_segments)
            .all(|(template, segment)| segment_fits(template, &percent_decode(segment)))
}

fn percent_decode(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

/// Returns whether one segment of a path matches one segment of a template, such as `{name}.{kind}`.
fn segment_fits(template: &str, segment: &str) -> bool {
    let (first, parameters) = template.split_once('{').unwrap_or((template, ""));
    let Some(mut rest) = segment.strip_prefix(&*percent_decode(first)) else { return false };
    // The literals after the parameters: in `{name}.{kind}`, these are `.` and an empty string.
    let after = parameters.split('{').filter_map(|parameter| parameter.split_once('}'));
    let mut literals: Vec<_> = after.map(|(_, after)| percent_decode(after)).collect();
    let Some(last) = literals.pop() else { return rest.is_empty() };
    for literal in literals {
        let after_value = skip_first_character(rest).and_then(|rest| rest.split_once(&*literal));
        let Some((_, after)) = after_value else { return false };
        rest = after;
    }
    skip_first_character(rest).is_some_and(|rest| rest.ends_with(&*last))
}

fn skip_first_character(text: &str) -> Option<&str> {
    let mut characters = text.chars();
    characters.next().map(|_| characters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_template_parameter_matches_any_text_within_one_segment() {
        for path in ["/a/1", "/a/%2F", "/a/1.json", "/%61/1"] {
            assert!(matches_path("/a/{id}", path), "{path}");
        }
        for path in ["/a", "/a/", "/b/1", "/a/1/2", "/a/1/"] {
            assert!(!matches_path("/a/{id}", path), "{path}");
        }
        for (path, matches_both) in [("/1.json", false), ("/a.b.json", true), ("/.json", false), ("/a.b.xml", false)] {
            assert_eq!(matches_path("/{name}.{part}.json", path), matches_both, "{path}");
        }
        assert!(
            matches_path("/{name}.json", "/1.json")
                && !matches_path("/{name}.json", "/1.xml")
                && !matches_path("/{name}.json", "/.json")
        );
    }

    #[test]
    fn path_template_with_50_parameters_matches_in_reasonable_time() {
        let template = format!("{}z", "{a}x".repeat(50));
        assert!(!matches_path(&template, &"x".repeat(10_000)));
        assert!(matches_path(&template, &format!("{}z", "yx".repeat(50))));
    }
}
