use crate::text::path;

/// Resolves the URL `reference` against `base` (RFC 3986, section 5.2). `reference` must not contain a fragment. If
/// `base` is empty, a relative `reference` becomes a path that begins with `/`.
pub fn resolve(base: &str, reference: &str) -> String {
    if scheme_length(reference) > 0 {
        return reference.to_owned();
    }
    let scheme = scheme_length(base);
    if reference.starts_with("//") {
        return format!("{}{reference}", &base[..scheme]);
    }
    let host = base[scheme..].strip_prefix("//").map_or(0, |rest| 2 + rest.find(['/', '?']).unwrap_or(rest.len()));
    let (origin, path) = base.split_at(scheme + host);
    let path = path.split('?').next().unwrap_or_default();
    let (relative, query) = reference.split_at(reference.find('?').unwrap_or(reference.len()));
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = match relative {
        "" => path.to_owned(),
        _ if relative.starts_with('/') => without_dots(relative),
        _ => without_dots(&format!("{folder}/{relative}")),
    };
    format!("{origin}{path}{query}")
}

/// Returns the length of the scheme of `url` including the colon, such as 6 for `https:`, or 0 if there is no scheme.
fn scheme_length(url: &str) -> usize {
    path::scheme(url).map_or(0, |scheme| scheme.len() + 1)
}

fn without_dots(path: &str) -> String {
    let mut steps = Vec::new();
    for step in path.split('/').skip(1) {
        match step {
            "." => {}
            ".." => _ = steps.pop(),
            step => steps.push(step),
        }
    }
    if path.ends_with("/.") || path.ends_with("/..") {
        steps.push("");
    }
    format!("/{}", steps.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolves_relative_urls_against_a_base() {
        let base = "https://example.com/schemas/page?v=1";
        for (base, reference, expected) in [
            (base, "https://other.example/a", "https://other.example/a"),
            (base, "urn:uuid:1", "urn:uuid:1"),
            (base, "//other.example/a", "https://other.example/a"),
            (base, "/a", "https://example.com/a"),
            (base, "user", "https://example.com/schemas/user"),
            (base, "./user?v=2", "https://example.com/schemas/user?v=2"),
            (base, "../user", "https://example.com/user"),
            (base, "../../../user", "https://example.com/user"),
            (base, "..", "https://example.com/"),
            (base, "?v=2", "https://example.com/schemas/page?v=2"),
            ("https://example.com", "user", "https://example.com/user"),
            ("", "user", "/user"),
            ("", "./a/user", "/a/user"),
            ("/a/user", "page", "/a/page"),
            ("/a/user", "a:b", "a:b"),
            ("/a/user", "7:b", "/a/7:b"),
        ] {
            assert_eq!(resolve(base, reference), expected, "{reference} in {base}");
        }
    }
}
