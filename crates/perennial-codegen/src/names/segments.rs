//! Splits the path of an operation into segments, from which the short name is built.

use super::words::{is_same_word, words_of};
use crate::text::path;

/// The file name extensions that are not separated from their segment: `report.pdf` is one literal.
const FILE_ENDINGS: [&str; 12] =
    ["atom", "csv", "gif", "html", "jpg", "pdf", "png", "svg", "txt", "xml", "yaml", "zip"];

/// Segments that often precede the resource in a path, but do not belong to its name.
const PREFIXES: [&str; 6] = ["api", "auth", "oauth", "rest", "rpc", "xrpc"];

pub struct Segments<'a> {
    /// The literal segments, without versions, wildcards and the extension `.json`. If the last segment contains dots
    /// or colons, its parts are separate: `documents.list` is two literals.
    pub literals: Vec<&'a str>,
    pub versions: Vec<PathVersion<'a>>,
    pub ends_in_literal: bool,
    /// Whether the path ends in a custom method, which follows a colon and is always a verb: `/jobs/{id}:tag`.
    pub ends_in_method: bool,
}

pub struct PathVersion<'a> {
    /// The segment, such as `v2`.
    pub segment: &'a str,
    /// The number of literals that precede this segment.
    literals_before: usize,
}

impl<'a> Segments<'a> {
    /// Splits a path template. A fragment, which distinguishes operations with the same path, becomes the last segment.
    pub fn new(template: &'a str) -> Self {
        let ((path, _), (_, fragment)) = (path::split_query(template), path::split_fragment(template));
        let (before, last) = path.trim_end_matches('/').rsplit_once('/').unwrap_or(("", path));
        let parts = split_segment(last);
        let ends_in_method = fragment.is_none()
            && matches!(parts.as_slice(), [thing, .., method] if !thing.is_empty() && !method.contains('{') && last.ends_with(&format!(":{method}")));
        let mut segments = Self { literals: Vec::new(), versions: Vec::new(), ends_in_literal: false, ends_in_method };
        for part in before.split('/').chain(parts).chain(fragment) {
            if part.contains('{') {
                segments.ends_in_literal = false;
            } else if is_version(part) {
                segments.versions.push(PathVersion { segment: part, literals_before: segments.literals.len() });
                segments.ends_in_literal = true;
            } else if part.contains(char::is_alphanumeric) {
                segments.literals.push(part);
                segments.ends_in_literal = true;
            }
        }
        segments
    }

    /// Returns the literals that follow those that the tag already names. If the tag names none of them, returns all
    /// literals except the first, or the only literal if there is just one.
    pub fn after_tag(&self, tag: &[String]) -> &[&'a str] {
        match self.count_segments_of_tag(&self.literals, tag) {
            0 if self.literals.len() > 1 => &self.literals[1..],
            named => &self.literals[named..],
        }
    }

    /// Returns how many of the `literals`, counted from the beginning, the tag already names. A tag with a version
    /// names everything before that version: `storage_v1` names `/apis/storage.k8s.io/v1`.
    fn count_segments_of_tag(&self, literals: &[&str], tag: &[String]) -> usize {
        let is_in_tag = |version: &&PathVersion<'_>| tag.iter().any(|word| version.segment.eq_ignore_ascii_case(word));
        let before_version = self.versions.iter().filter(is_in_tag).map(|version| version.literals_before);
        let before_version = before_version.filter(|count| *count <= literals.len()).max();
        count_segments_of_tag(literals, tag).max(before_version.unwrap_or_default())
    }

    /// Returns the literals that name the object of the verb, provided that the last literal is a verb. Literals that
    /// the tag already names are omitted.
    pub fn before_verb(&self, tag: &[String]) -> &[&'a str] {
        let [literals @ .., _] = self.literals.as_slice() else { return &[] };
        match (self.count_segments_of_tag(literals, tag), literals) {
            (0, [first, rest @ ..]) if rest.len() > 1 || PREFIXES.contains(first) => rest,
            (named, _) => &literals[named..],
        }
    }
}

/// Splits a segment at its dots and colons, unless it is a version or ends in a file name extension. Dots and colons
/// within a parameter are ignored. The extension `.json` is removed.
fn split_segment(segment: &str) -> Vec<&str> {
    if is_version(segment) {
        return vec![segment];
    }
    let mut is_in_braces = false;
    let is_mark = |c: char| {
        is_in_braces = c == '{' || is_in_braces && c != '}';
        matches!(c, '.' | ':') && !is_in_braces
    };
    let mut parts: Vec<&str> = segment.split(is_mark).collect();
    let is_last = |endings: &[&str]| parts.len() > 1 && parts.last().is_some_and(|last| endings.contains(last));
    if is_last(&FILE_ENDINGS) {
        return vec![segment];
    }
    if is_last(&["json"]) {
        parts.pop();
    }
    parts
}

/// Returns how many of the `literals`, counted from the beginning, the tag already names. The last of them contains a
/// word of the tag that no earlier literal contains, or is the tag without spaces.
fn count_segments_of_tag(literals: &[&str], tag: &[String]) -> usize {
    let mut matched = vec![false; tag.len()];
    let mut named = 0;
    let joined = tag.concat();
    for (index, literal) in literals.iter().enumerate() {
        let words = words_of(literal);
        if named == 0 && is_same_word(&words.concat(), &joined) {
            matched.fill(true);
            named = index + 1;
            continue;
        }
        let places = words.iter().map(|word| tag.iter().position(|other| is_same_word(word, other)));
        let Some(places) = places.collect::<Option<Vec<usize>>>() else { continue };
        for place in places {
            if !std::mem::replace(&mut matched[place], true) {
                named = index + 1;
            }
        }
    }
    named
}

/// Returns whether a segment is a version of the API: `v2`, `v1.1`, `v1beta1`, `2.0` or a date.
pub fn is_version(segment: &str) -> bool {
    let is_number = |number: &str, marks: &str| {
        number.starts_with(|c: char| c.is_ascii_digit())
            && number.chars().all(|c| c.is_ascii_digit() || marks.contains(c))
    };
    let is_date = || segment.len() == "2024-01-01".len() && is_number(segment, "-");
    match segment.strip_prefix(['v', 'V']) {
        Some(number) => {
            is_number(&["alpha", "beta", "p"].iter().fold(number.to_owned(), |it, of| it.replace(of, "")), ".")
        }
        None => segment.contains('.') && is_number(segment, ".") || is_date(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_the_last_segment_at_dots_and_colons() {
        let literals = |path| Segments::new(path).literals.join(" ");
        assert_eq!(literals("/xrpc/com.shop.repo.uploadBlob"), "xrpc com shop repo uploadBlob");
        assert_eq!(literals("/v1/{name}:restart"), "restart");
        assert_eq!(literals("/apis/storage.k8s.io/v1/volumes"), "apis storage.k8s.io volumes");
        assert_eq!(literals("/Accounts/{Sid}.json"), "Accounts");
        assert_eq!(literals("/static-ips.txt"), "static-ips.txt");
        assert_eq!(literals("/files/*/{proxy+}/**"), "files");
        assert_eq!(literals("/jobs/{id}#cancel"), "jobs cancel");
    }

    #[test]
    fn distinguishes_paths_that_end_in_a_literal_from_other_paths() {
        let ends = |path| (Segments::new(path).ends_in_literal, Segments::new(path).ends_in_method);
        assert_eq!(ends("/Accounts.json"), (true, false));
        assert_eq!(ends("/Accounts/{Sid}.json"), (false, false));
        assert_eq!(ends("/jobs/{id}:tag"), (true, true));
        assert_eq!(ends("/jobs/:id"), (true, false));
        assert_eq!(ends("/{org:[a-z]+}/{name:.*}"), (false, false));
    }

    #[test]
    fn a_tag_with_a_version_covers_the_segments_before_it() {
        let after = |path, tag| Segments::new(path).after_tag(&words_of(tag)).join(" ");
        assert_eq!(after("/apis/storage.k8s.io/v1/volumes/{name}/status", "storage_v1"), "volumes status");
        assert_eq!(after("/api/v1/namespaces/{namespace}/pods", "core_v1"), "namespaces pods");
        assert_eq!(after("/shops/v2/oralquestions/list", "Oral Questions"), "list");
    }

    #[test]
    fn recognises_versions_in_path_segments() {
        for version in ["v1", "V2", "v1.1", "v1beta1", "v2alpha", "v1p3beta1", "2.0", "2010-04-01"] {
            assert!(is_version(version), "{version}");
        }
        for segment in ["v", "vpn", "v2x", "2", "1-2", "static-ips.txt", ""] {
            assert!(!is_version(segment), "{segment}");
        }
    }
}
