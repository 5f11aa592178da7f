use percent_encoding::percent_decode_str;
use url::Url;

use crate::encode::has_dot_segment;

const OTHER_PATH: &str = "the URL of the next page is not followed: its host is different, or its path is neither \
                          the path of the call nor below the base URL. If the path is correct, allow it with \
                          `following_paths_below` (paths with `..`, `//` or an encoded control character are never \
                          accepted)";

const MALFORMED: &str = "the URL of the next page is not followed, because it is malformed, contains a user name or \
                         a backslash, begins or ends with white space, or has a scheme other than http or https";

/// The rules for a listing whose pages contain the URL of the next page. Only the path and the query of the URL are
/// used, so that credentials are never sent elsewhere.
#[derive(Debug)]
pub(crate) struct Urls {
    /// The base URL of the call. `None` if the call has no URL.
    base: Option<Url>,
    /// The path of the call, without the path of the base URL.
    path: String,
    /// The path of the most recent page, if it differs from the path of the call.
    other_path: Option<String>,
    /// The names of the query parameters that contain credentials.
    authenticating: Vec<String>,
    /// The path below which the caller allows any path.
    pub(super) allowed: Option<String>,
}

impl Urls {
    pub(crate) fn new(base: Option<Url>, path: String, authenticating: Vec<String>) -> Self {
        Self { base, path, other_path: None, authenticating, allowed: None }
    }

    /// Records the position of the page that is requested. Fails if the position contains a path that the rules do not
    /// allow, because positions may come from another process.
    pub(super) fn record_position(&mut self, position: &str) -> Result<(), &'static str> {
        self.other_path = None;
        if position.starts_with('/') {
            // After two slashes, the first segment would be parsed as a host.
            if path_as_written(position).contains("//") {
                return Err(OTHER_PATH);
            }
            let next = self.resolve(position)?;
            if !self.allows_path(&next, position) {
                return Err(OTHER_PATH);
            }
            self.other_path = Some(next.path().to_owned());
        }
        Ok(())
    }

    /// Returns the position of the next page, or the reason why `url` is not followed. The position is a query. If the
    /// path differs from the path of the call, the position begins with the path.
    pub(super) fn position_of_next_page(&self, url: &str) -> Result<String, &'static str> {
        let next = self.resolve(url)?;
        let pairs = self.pairs_without_credentials(&next);
        let has_path = |path: &str| ends_with_path(next.path(), self.prefix(), path);
        let below_base = |path: &str| path.strip_prefix(self.prefix()).is_some_and(has_path);
        if let Some(path) = self.other_path.as_ref().filter(|path| below_base(path)) {
            Ok(position(path, &pairs))
        } else if !has_path(&self.path) {
            let path = self.allows_path(&next, url).then(|| next.path()).ok_or(OTHER_PATH)?;
            Ok(position(path, &pairs))
        } else if pairs.is_empty() {
            Err("the URL of the next page has no query, so it refers to the first page")
        } else {
            // A query that begins with a slash would be mistaken for a path, so the slash is encoded.
            Ok(pairs.strip_prefix('/').map(|rest| format!("%2F{rest}")).unwrap_or(pairs))
        }
    }

    /// Returns the path of the base URL without a trailing slash.
    fn prefix(&self) -> &str {
        self.base.as_ref().map_or("", |base| base.path().trim_end_matches('/'))
    }

    /// Resolves the URL of the next page against the URL of the most recent page.
    fn resolve(&self, url: &str) -> Result<Url, &'static str> {
        let mut page = self.base.clone().ok_or(MALFORMED)?;
        match &self.other_path {
            Some(path) => page.set_path(path),
            None => page.set_path(&[self.prefix(), &self.path].concat()),
        }
        let has_invalid_character = path_as_written(url).contains(|c: char| c == '\\' || c.is_control());
        // Parsing removes white space at the ends, after which `.. ` is a dot segment.
        let is_clean = !has_invalid_character && url.trim() == url;
        let is_usable = |next: &Url| {
            matches!(next.scheme(), "http" | "https") && next.username().is_empty() && next.password().is_none()
        };
        page.join(url).ok().filter(|next| is_clean && is_usable(next)).ok_or(MALFORMED)
    }

    /// Returns whether the path of `next` may be requested, although it is not the path of the call. `url` is the same
    /// URL as the service wrote it, in which `..` has not been resolved yet.
    fn allows_path(&self, next: &Url, url: &str) -> bool {
        let path = next.path();
        if path.contains("//") || has_encoded_control_character(path) {
            return false;
        }
        // A server that decodes `..%2F` before it resolves the path would leave the path that the caller allows.
        let is_allowed = self.allowed.as_ref().is_some_and(|allowed| is_below(path, allowed) && !has_dot_segment(path));
        let is_own = self.base.as_ref().is_some_and(|base| is_same_host(next, base)) && is_below(path, self.prefix());
        is_allowed || is_own && !has_dot_segment(path_as_written(url)) && !has_encoded_separator(path)
    }

    /// Returns the query of the URL without the pairs that contain credentials. Every request gets the credentials
    /// anyway, and they are to be sent only once.
    fn pairs_without_credentials(&self, next: &Url) -> String {
        let is_kept = |pair: &&str| !pair.is_empty() && !self.authenticates(pair);
        next.query().unwrap_or_default().split('&').filter(is_kept).collect::<Vec<_>>().join("&")
    }

    /// Returns whether `pair`, an encoded `name=value`, is a query parameter that contains credentials.
    fn authenticates(&self, pair: &str) -> bool {
        let name = pair.split_once('=').map_or(pair, |(name, _)| name);
        let names = [name.to_owned(), name.replace('+', " ")];
        let is_same = |own: &String| names.iter().any(|name| percent_decode_str(name).eq(own.bytes()));
        self.authenticating.iter().any(is_same)
    }
}

fn position(path: &str, pairs: &str) -> String {
    if pairs.is_empty() { path.to_owned() } else { format!("{path}?{pairs}") }
}

/// Returns the part of a URL before its query: the scheme and the host, if the URL has them, and the path.
fn path_as_written(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

/// Returns whether `path` ends with `own`, the path of a call below the base URL. `prefix` is the path of the base URL.
/// `path` may begin with another prefix.
fn ends_with_path(path: &str, prefix: &str, own: &str) -> bool {
    let (path, own) = (path_segments(path), path_segments(own));
    // Every path ends with an empty path, so if `own` is empty, `path` must be empty too, or equal to `prefix`.
    if own.is_empty() { path.is_empty() || path == path_segments(prefix) } else { path.ends_with(&own) }
}

/// Returns the decoded segments of a path without a trailing slash. An encoded slash does not separate segments.
fn path_segments(path: &str) -> Vec<Vec<u8>> {
    let path = path.strip_suffix('/').unwrap_or(path);
    path.split('/').skip(1).map(|segment| percent_decode_str(segment).collect()).collect()
}

/// Returns whether a path begins with the segments of `outer`, and has further segments.
fn is_below(path: &str, outer: &str) -> bool {
    let rest = path.strip_prefix(outer.trim_end_matches('/'));
    rest.and_then(|rest| rest.strip_prefix('/')).is_some_and(|rest| !rest.is_empty())
}

/// Returns whether both URLs have the same host, and the same port unless both have the default port of their scheme.
fn is_same_host(next: &Url, base: &Url) -> bool {
    let are_default = next.port().is_none() && base.port().is_none();
    next.host() == base.host() && (are_default || next.port_or_known_default() == base.port_or_known_default())
}

/// Returns whether a path contains an encoded slash or backslash, or an encoded percent sign, which servers that decode
/// twice read as the start of an encoded slash.
fn has_encoded_separator(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    ["%2f", "%5c", "%25"].iter().any(|encoded| path.contains(encoded))
}

/// Returns whether a path contains an encoded control character. A server that ends a string at a zero byte, for
/// example, would read `..%00` as `..`.
fn has_encoded_control_character(path: &str) -> bool {
    percent_decode_str(path).any(|byte| byte.is_ascii_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls() -> Urls {
        let names = vec!["api key".to_owned(), "a+b".to_owned()];
        Urls::new(Url::parse("https://h:8443/v1").ok(), "/a%20b".to_owned(), names)
    }

    fn query(url: &str) -> Option<String> {
        urls().position_of_next_page(url).ok()
    }

    #[test]
    fn next_page_url_with_the_path_of_the_call_contributes_only_its_query() {
        for url in [
            "https://h:8443/v1/a%20b?p=2&q=%26",
            "HTTPS://H:8443/v1/a%20b?p=2&q=%26#x",
            "/v1/a%20b?p=2&q=%26",
            "?&p=2&q=%26",
            "http://h/v1/a%20b?p=2&q=%26",
            "https://h:8443/v1/a%20b/?p=2&q=%26",
            "https://h:8443/v1/%61%20b?p=2&q=%26",
            "https://other/a b?p=2&q=%26",
            "//other:1/x/y/v1/a%20b?p=2&q=%26",
            "https://h:8443/v1/x/../a%20b?p=2&q=%26",
        ] {
            assert_eq!(query(url).as_deref(), Some("p=2&q=%26"), "{url}");
        }
        assert_eq!(query("?/a=b").as_deref(), Some("%2Fa=b"));
    }

    #[test]
    fn next_page_url_with_another_path_below_the_base_url_is_followed() {
        for (url, position) in [
            ("https://h:8443/v1/c/7?p=2", "/v1/c/7?p=2"),
            ("/v1/c%C3%A4?p=2#x", "/v1/c%C3%A4?p=2"),
            ("/v1/c/?api+key=s", "/v1/c/"),
            ("http://h:8443/v1/c", "/v1/c"),
            ("c?p=2", "/v1/c?p=2"),
            ("?p=2", "p=2"),
        ] {
            assert_eq!(query(url).as_deref(), Some(position), "{url}");
        }
        let mut default_ports = Urls::new(Url::parse("https://h").ok(), "/a".to_owned(), Vec::new());
        assert_eq!(default_ports.position_of_next_page("http://h:80/b?p=2").as_deref(), Ok("/b?p=2"));
        // Later URLs are relative to the page that contains them.
        default_ports.record_position("/b/c?p=2").unwrap();
        for (url, position) in [
            ("?p=3", "/b/c?p=3"),
            ("d?p=3", "/b/d?p=3"),
            ("http://other/b/c/?p=3", "/b/c?p=3"),
            ("http://other/a?p=3", "p=3"),
        ] {
            assert_eq!(default_ports.position_of_next_page(url).as_deref(), Ok(position), "{url}");
        }
        default_ports.record_position("p=4").unwrap();
        assert_eq!(default_ports.position_of_next_page("?p=5").as_deref(), Ok("p=5"));
    }

    const OTHER_PATHS: [&str; 26] = [
        "https://other:8443/v1/c?p=2",
        "//other/v1/c?p=2",
        "https://h/v1/c?p=2",
        "https://h:8443/v2/c?p=2",
        "https://h:8443/v1?p=2",
        "https://h:8443/v1/?p=2",
        "https://h:8443/v10/c?p=2",
        "https://h:8443?p=2",
        "/c?p=2",
        "/a%20b/c?p=2",
        "../c?p=2",
        "/v1/x/../c?p=2",
        "/v1/x/%2e%2E/c?p=2",
        "/v1/x/.%2e;a=1/c?p=2",
        "/v1/../v1/c?p=2",
        "/v1/x%2fc?p=2",
        "/v1/x%2F..%2Fc?p=2",
        "/v1/x%5Cc?p=2",
        "/v1/x%252fc?p=2",
        "/v1//c?p=2",
        "/v1/c%00?p=2",
        "/v1/x/..%00/c?p=2",
        "/v1/c%0d%0A?p=2",
        "/v1/c%7f?p=2",
        "https://other/v1/xa%20b?p=2",
        "/v1/a%2520b?p=2",
    ];

    #[test]
    fn refuses_a_next_page_url_with_another_host_or_an_ambiguous_path() {
        for url in OTHER_PATHS {
            assert_eq!(urls().position_of_next_page(url), Err(OTHER_PATH), "{url}");
        }
        for url in [
            "https://u@h:8443/v1/a%20b?p=2",
            "https://:p@h:8443/v1/a%20b?p=2",
            "data:text/plain,?p=2",
            "ftp://h:8443/v1/a%20b?p=2",
            "https://h:x/?p=2",
            "http://[x",
            "\\\\h:8443\\v1\\a%20b?p=2",
            "/v1\\c?p=2",
            "/v1/.\t./c?p=2",
            "/v1/x/y/.. ",
            " /v1/c?p=2",
            "/v1/c?p=2\n",
            "?p=2 ",
        ] {
            assert_eq!(urls().position_of_next_page(url), Err(MALFORMED), "{url}");
        }
        assert!(query("?").is_none() && query("#p=2").is_none() && query("https://other/a%20b").is_none());
    }

    #[test]
    fn operation_at_the_base_url_accepts_no_longer_path() {
        let root = Urls::new(Url::parse("https://h/v1").ok(), "/".to_owned(), Vec::new());
        for (url, position) in [
            ("http://other/?p=2", Ok("p=2")),
            ("http://other?p=2", Ok("p=2")),
            ("http://other/v1?p=2", Ok("p=2")),
            ("http://other/v2/?p=2", Err(OTHER_PATH)),
        ] {
            assert_eq!(root.position_of_next_page(url).as_deref(), position.as_deref(), "{url}");
        }
    }

    #[test]
    fn caller_can_allow_further_paths() {
        let mut urls = urls();
        urls.allowed = Some("/v2/".to_owned());
        for (url, position) in [
            ("http://other/v2/c?p=2", Ok("/v2/c?p=2")),
            ("/v2/x%2Fc", Ok("/v2/x%2Fc")),
            ("/v1/../v2/c", Ok("/v2/c")),
            ("/v2?p=2", Err(OTHER_PATH)),
            ("/v20/c?p=2", Err(OTHER_PATH)),
            ("/v2/../v3/c?p=2", Err(OTHER_PATH)),
            ("/v2/x%2F..%2F..%2Fv3", Err(OTHER_PATH)),
            ("/v2//c", Err(OTHER_PATH)),
            ("/v2/c%00", Err(OTHER_PATH)),
            ("/v2/x/.. ", Err(MALFORMED)),
            ("https://u@h/v2/c", Err(MALFORMED)),
        ] {
            assert_eq!(urls.position_of_next_page(url).as_deref(), position.as_deref(), "{url}");
        }
        urls.allowed = Some("/".to_owned());
        assert_eq!(urls.position_of_next_page("/c?p=2").as_deref(), Ok("/c?p=2"));
        for url in ["https://x//evil.example/y", "https://h:8443//evil.example/y?p=2", "https://x/y//?p=2"] {
            assert_eq!(urls.position_of_next_page(url), Err(OTHER_PATH), "{url}");
        }
        for position in ["//evil.example/y", "///evil.example/y", "//h:8443/v1/c?p=2", "/y//?p=2", "/y%00"] {
            assert_eq!(urls.record_position(position), Err(OTHER_PATH), "{position}");
        }
        assert_eq!(urls.record_position("/y/.. "), Err(MALFORMED));
        assert_eq!(urls.record_position("/y?p=//2"), Ok(()));
    }

    #[test]
    fn stored_position_with_a_path_is_checked_like_a_url() {
        assert_eq!(urls().record_position("/v1/c?p=2"), Ok(()));
        for position in OTHER_PATHS.iter().filter(|url| url.starts_with('/')) {
            assert!(urls().record_position(position).is_err(), "{position}");
        }
        // This path ends with the path of the call, so the position of such a page would only contain the query.
        assert_eq!(urls().record_position("/x/a%20b?p=2"), Err(OTHER_PATH));
    }

    #[test]
    fn next_page_url_loses_only_the_query_pairs_with_credentials() {
        let others = "api=1&api%20key%5B%5D=2&API%20KEY=3&key=api%20key&b&c=&c=+&c=%2b&c=&e==&%ff=%&f=%e4;g=h";
        for own in
            ["api key=s", "api%20key=s", "api+key=", "%61pi%20ke%79", "a+b=s", "a%2Bb=s", "a%2bb", "a+b&api+key=t"]
        {
            assert_eq!(query(&format!("?{own}&{others}&{own}")).as_deref(), Some(others), "{own}");
            assert_eq!(query(&format!("?{own}")), None, "{own}");
        }
    }
}
