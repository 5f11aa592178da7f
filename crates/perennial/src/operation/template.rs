//! The paths that the template of an operation makes.

use std::borrow::Cow;
use std::iter::zip;

use percent_encoding::percent_decode_str;

/// `true` if a path is what a template makes of some values, none of them empty.
pub(crate) fn fits(template: &str, path: &str) -> bool {
    let (own, given) = (template.split('/'), path.split('/'));
    own.clone().count() == given.clone().count()
        && zip(own, given).all(|(own, given)| segment_fits(own, &decoded(given)))
}

fn decoded(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

/// A segment may have several parameters, with text around them: `{name}.{kind}`.
fn segment_fits(template: &str, segment: &str) -> bool {
    let (first, parameters) = template.split_once('{').unwrap_or((template, ""));
    let Some(mut rest) = segment.strip_prefix(&*decoded(first)) else { return false };
    // The literals that follow the parameters.
    let after = parameters.split('{').filter_map(|parameter| parameter.split_once('}'));
    let mut literals: Vec<_> = after.map(|(_, after)| decoded(after)).collect();
    let Some(last) = literals.pop() else { return rest.is_empty() };
    for literal in literals {
        let after_value = after_first(rest).and_then(|rest| rest.split_once(&*literal));
        let Some((_, after)) = after_value else { return false };
        rest = after;
    }
    after_first(rest).is_some_and(|rest| rest.ends_with(&*last))
}

fn after_first(text: &str) -> Option<&str> {
    let mut characters = text.chars();
    characters.next().map(|_| characters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_fits_with_any_text_in_the_place_of_each_parameter() {
        for path in ["/a/1", "/a/%2F", "/a/1.json", "/%61/1"] {
            assert!(fits("/a/{id}", path), "{path}");
        }
        for path in ["/a", "/a/", "/b/1", "/a/1/2", "/a/1/"] {
            assert!(!fits("/a/{id}", path), "{path}");
        }
        for (path, fits_both) in [("/1.json", false), ("/a.b.json", true), ("/.json", false), ("/a.b.xml", false)] {
            assert_eq!(fits("/{name}.{part}.json", path), fits_both, "{path}");
        }
        assert!(fits("/{name}.json", "/1.json") && !fits("/{name}.json", "/1.xml") && !fits("/{name}.json", "/.json"));
    }

    #[test]
    fn a_template_of_many_parameters_is_matched_without_trying_all_ways() {
        let template = format!("{}z", "{a}x".repeat(50));
        assert!(!fits(&template, &"x".repeat(10_000)));
        assert!(fits(&template, &format!("{}z", "yx".repeat(50))));
    }
}
