//! Checks whether a URL moved to a different host, to which requests and the secrets in them would then be sent.

use url::{ParseError, Url};

/// The base of relative URLs in a document without servers.
const UNKNOWN: &str = "https://unknown.invalid/";

/// Checks whether the new URL has a different host or port, or is no longer encrypted. Relative URLs are resolved
/// against the first server of their document.
pub fn is_moved([old, new]: [&str; 2], [old_server, new_server]: [Option<&str>; 2]) -> bool {
    let both_relative = [old, new].iter().all(|url| is_relative(url));
    // If both URLs are relative, only their servers can differ. Servers are compared elsewhere.
    let bases = if both_relative { [None; 2] } else { [old_server.or(new_server), new_server.or(old_server)] };
    match (resolve_url(old, bases[0]), resolve_url(new, bases[1])) {
        (Some(old), Some(new)) => !has_same_host(&old, &new),
        _ => old != new,
    }
}

/// Checks whether two URLs are the same, ignoring differences in the notation of schemes, hosts and default ports.
pub fn is_same_url(one: &str, other: &str) -> bool {
    let after_host = |url: &str| {
        let (_, rest) = url.split_once("://")?;
        rest.find(['/', '?', '#']).map_or(Some(String::new()), |at| Some(rest[at..].to_owned()))
    };
    one == other
        || after_host(one).is_some_and(|rest| after_host(other) == Some(rest))
            && matches!((Url::parse(one), Url::parse(other)), (Ok(one), Ok(other)) if one == other)
}

fn has_same_host(old: &Url, new: &Url) -> bool {
    let is_same_port = old.scheme() == new.scheme() && old.port_or_known_default() == new.port_or_known_default();
    let is_encrypted_now =
        (old.scheme(), new.scheme()) == ("http", "https") && old.port().is_none() && new.port().is_none();
    old.host_str() == new.host_str() && (is_same_port || is_encrypted_now)
}

fn is_relative(url: &str) -> bool {
    Url::parse(url) == Err(ParseError::RelativeUrlWithoutBase)
}

/// Parses a URL, and resolves it if it is relative. A host may contain variables, such as `{tenant}.example.com`.
fn resolve_url(url: &str, base: Option<&str>) -> Option<Url> {
    let parsed = |url: &str| Url::parse(&url.replace(['{', '}'], "-"));
    match parsed(url) {
        Err(ParseError::RelativeUrlWithoutBase) => parsed(base.unwrap_or(UNKNOWN)).ok()?.join(url).ok(),
        parsed => parsed.ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_with_another_host_port_or_scheme_counts_as_moved() {
        for (old, new) in [
            ("https://a.example/token", "https://b.example/token"),
            ("https://a.example", "https://a.example:8443"),
            ("https://a.example", "http://a.example"),
            ("http://a.example:80", "http://a.example:8080"),
            ("http://a.example:8080", "https://a.example:8443"),
            ("https://a.example", "https://a.example.b.example"),
            ("https://a.example", "https://a.example@b.example"),
            ("https://{tenant}.a.example/x", "https://{tenant}.b.example/x"),
            ("/token", "//b.example/token"),
            ("/token", "https://b.example/token"),
            ("https://a.example/token", "/token"),
            ("https://[", "https://]"),
        ] {
            assert!(is_moved([old, new], [None; 2]), "{old} {new}");
        }
    }

    #[test]
    fn url_that_differs_only_in_spelling_does_not_count_as_moved() {
        for (old, new) in [
            ("https://a.example/token", "https://a.example/v2/token?x=1"),
            ("https://a.example", "HTTPS://A.Example:443/"),
            ("http://a.example", "http://a.example:80"),
            ("http://a.example/token", "https://a.example/token"),
            ("https://{tenant}.a.example/x", "https://{tenant}.a.example/y"),
            ("/token", "/v2/token"),
            ("token", "../token"),
            ("https://[", "https://["),
        ] {
            assert!(!is_moved([old, new], [None; 2]), "{old} {new}");
        }
    }

    #[test]
    fn relative_token_urls_are_resolved_against_the_first_server() {
        let [a, b] = [Some("https://a.example/v1"), Some("https://b.example")];
        assert!(!is_moved(["/token", "https://a.example/token"], [a, a]));
        assert!(!is_moved(["/token", "https://a.example/token"], [None, a]));
        assert!(!is_moved(["https://a.example/token", "/token"], [a, None]));
        assert!(is_moved(["/token", "https://b.example/token"], [a, a]));
        assert!(is_moved(["https://a.example/token", "/token"], [a, b]));
        // Relative URLs have not moved, because the change of the server itself is reported.
        assert!(!is_moved(["/token", "/token"], [a, b]));
        assert!(!is_moved(["/token", "/token"], [None, b]));
    }

    #[test]
    fn urls_with_differently_spelled_hosts_are_equal() {
        let same = |one, other| is_same_url(one, other);
        assert!(same("https://a.example/v1", "HTTPS://A.example:443/v1"));
        assert!(same("https://{a}.example", "https://{a}.example"));
        for other in ["https://a.example/", "http://a.example", "https://b.example", "https://a.example:444", "/"] {
            assert!(!same("https://a.example", other), "{other}");
        }
    }
}
