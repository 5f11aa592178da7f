use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use url::{Host, Url};

use crate::encode::has_dot_segment;

/// The base URL of the service: scheme, host and an optional path prefix.
#[derive(Clone)]
pub(crate) struct BaseUrl(Arc<Url>);

impl BaseUrl {
    /// Parses a base URL. The error describes the mistake, such as `must name a host`, but never shows the argument,
    /// which may contain a password, or be a secret that was passed by mistake.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (scheme, rest) = text.split_once("://").unwrap_or_default();
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let is_dropped = |c: char| c.is_control() || c.is_whitespace() || c == '\\';
        // The `url` crate would silently drop or replace some invalid characters, so they are rejected here.
        let mistakes = [
            (text.contains(is_dropped), "must not contain white space, control characters or `\\`"),
            (!text.contains("://"), "must begin with a scheme and `://`"),
            (!["http", "https"].contains(&&*scheme.to_ascii_lowercase()), "must use the scheme https or http"),
            (authority.is_empty(), "must contain a host"),
            (authority.contains('@'), "must not contain a user name or password"),
            (rest.contains('?'), "must not contain a query"),
            (rest.contains('#'), "must not contain a fragment"),
            (has_dot_segment(rest), "must not contain the path segments `.` or `..`"),
        ];
        let mistake = mistakes.into_iter().find_map(|(is_made, what)| is_made.then(|| what.to_owned()));
        let url = mistake.map_or_else(|| Url::parse(text).map_err(|error| format!("cannot be parsed ({error})")), Err);
        let mut url = url.map_err(|what| format!("{what}: write it like https://api.example.com"))?;
        let prefix = url.path().trim_end_matches('/').to_owned();
        url.set_path(&prefix);
        Ok(Self(Arc::new(url)))
    }

    /// Returns the base URL without its path.
    pub(crate) fn without_path(&self) -> Self {
        let mut url = Url::clone(&self.0);
        url.set_path("");
        Self(Arc::new(url))
    }

    pub(super) fn is_plain_http(&self) -> bool {
        self.0.scheme() == "http"
    }

    pub(super) fn is_loopback(&self) -> bool {
        is_loopback(&self.0)
    }

    /// Returns the host name or address; an IPv6 address has no brackets.
    pub(crate) fn host(&self) -> Option<&str> {
        self.0.host_str().map(|host| host.trim_matches(['[', ']']))
    }

    pub(crate) fn as_url(&self) -> &Url {
        &self.0
    }

    pub(crate) fn shared_url(&self) -> Arc<Url> {
        Arc::clone(&self.0)
    }

    pub(crate) fn port(&self) -> Option<u16> {
        self.0.port_or_known_default()
    }

    /// Parses the URL of a server that an operation declares. Returns `None` unless an `allowed` server has the same
    /// scheme, host and port.
    pub(crate) fn allowed_server(declared: &str, allowed: &[Self]) -> Option<Self> {
        let declared = Self::parse(declared).ok()?;
        allowed.iter().any(|allowed| allowed.0.origin() == declared.0.origin()).then_some(declared)
    }

    /// Appends `path` and `query` to the base URL. Both are already encoded. Returns `None` if parsing the URL changes
    /// the path, as it does with `/a/../b`.
    pub(crate) fn join(&self, path: &str, query: &str) -> Option<Url> {
        let prefix = self.0.path().trim_end_matches('/');
        let is_path = |parsed: &str| parsed.strip_prefix(prefix) == Some(path);
        let reference: Cow<'_, str> = match (prefix, query) {
            ("", "") => path.into(),
            (_, "") => [prefix, path].concat().into(),
            _ => [prefix, path, "?", query].concat().into(),
        };
        // After two slashes, the first segment of the path would be parsed as a host. `/.` in front prevents this.
        let reference = if reference.starts_with("//") { ["/.", &reference].concat().into() } else { reference };
        // Resolving a reference is faster than parsing the complete URL.
        self.0.join(&reference).ok().filter(|url| is_path(url.path()))
    }
}

pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

impl fmt::Debug for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn join_to_base(base: &str) -> String {
        let base = BaseUrl::parse(base).unwrap();
        base.join("/v1/x", "").unwrap().to_string()
    }

    #[test]
    fn request_path_is_appended_to_the_path_of_the_base_url() {
        for (base, url) in [
            ("https://h", "https://h/v1/x"),
            ("https://h/", "https://h/v1/x"),
            ("HTTPS://H:8443//", "https://h:8443/v1/x"),
            ("https://h/api", "https://h/api/v1/x"),
            ("https://h/api/", "https://h/api/v1/x"),
            ("https://h/a%20b/c/", "https://h/a%20b/c/v1/x"),
            ("http://[::1]:80/api", "http://[::1]/api/v1/x"),
        ] {
            assert_eq!(join_to_base(base), url, "{base}");
        }
    }

    #[test]
    fn error_for_an_invalid_base_url_describes_the_mistake() {
        for (base, what) in [
            ("", "begin with a scheme"),
            ("s3cret", "begin with a scheme"),
            ("api.example.com", "begin with a scheme"),
            ("localhost:8080", "begin with a scheme"),
            ("https:h", "begin with a scheme"),
            ("/v1", "begin with a scheme"),
            ("https://", "contain a host"),
            ("https:///v1", "contain a host"),
            ("https://?s3cret", "contain a host"),
            ("ftp://h", "scheme https"),
            ("://h", "scheme https"),
            ("https://user:s3cret@h", "user name or password"),
            ("https://s3cret@h", "user name or password"),
            ("https://@h", "user name or password"),
            ("https://h?key=s3cret", "query"),
            ("https://h/?", "query"),
            ("https://h#s3cret", "fragment"),
            ("https://h/#", "fragment"),
            (" https://h", "white space"),
            ("https://h/\n", "white space"),
            ("https://h\\api", "white space"),
            ("https://h/a/../b", "`..`"),
            ("https://h/%2E%2e/b", "`..`"),
            ("https://h/.", "`.`"),
            ("https://h:99999", "cannot be parsed"),
            ("https://[::1", "cannot be parsed"),
        ] {
            let Err(reason) = BaseUrl::parse(base) else {
                panic!("{base:?} was accepted");
            };
            assert!(reason.contains(what), "{base:?}: {reason}");
            assert!(!reason.contains("s3cret"), "{reason}");
        }
    }

    #[test]
    fn allowed_server_must_match_in_scheme_host_and_port() {
        let allowed = [BaseUrl::parse("https://up.example.com").unwrap()];
        let url = BaseUrl::allowed_server("https://up.example.com:443/v2", &allowed).unwrap();
        assert_eq!(format!("{url:?}"), "https://up.example.com/v2");
        for other in ["http://up.example.com", "https://up.example.com:8443", "https://example.com", "/v2", ""] {
            assert!(BaseUrl::allowed_server(other, &allowed).is_none(), "{other}");
        }
    }

    #[test]
    fn only_localhost_and_loopback_addresses_are_loopback() {
        for (host, loopback) in [
            ("localhost", true),
            ("LOCALHOST", true),
            ("127.0.0.1", true),
            ("127.8.8.8", true),
            ("[::1]", true),
            ("localhost.example.com", false),
            ("127.0.0.1.example.com", false),
            ("10.0.0.1", false),
            ("0.0.0.0", false),
            ("[::2]", false),
        ] {
            let base = BaseUrl::parse(&format!("http://{host}:80/")).unwrap();
            assert_eq!(base.is_loopback(), loopback, "{host}");
        }
    }

    #[test]
    fn refuses_a_request_path_that_url_parsing_would_change() {
        let base = BaseUrl::parse("https://h/api").unwrap();
        for path in ["/v1/../x", "/v1/./x", "/v1/%2e%2E/x", "/v1/a\\b", "/v1/a\tb", "/v1/a?b"] {
            assert!(base.join(path, "").is_none(), "{path:?}");
        }
        let url = base.join("/v1/a%2Fb%5C%25..", "q=%20").unwrap();
        assert_eq!(url.as_str(), "https://h/api/v1/a%2Fb%5C%25..?q=%20");
    }

    #[test]
    fn request_path_that_starts_with_two_slashes_cannot_change_the_host() {
        for (base, path, url) in [
            ("https://h", "//evil.example.com/x", "https://h//evil.example.com/x?q"),
            ("https://h//a", "/x", "https://h//a/x?q"),
            ("https://h", "//", "https://h//?q"),
        ] {
            let base = BaseUrl::parse(base).unwrap();
            assert_eq!(base.join(path, "q").unwrap().as_str(), url);
            assert_eq!(format!("{}?q", base.join(path, "").unwrap()), url);
        }
        let base = BaseUrl::parse("https://h").unwrap();
        for path in ["/\\evil.example.com/x", "\\\\evil.example.com", "https://evil.example.com", "?x", "#x", "x#y"] {
            assert!(base.join(path, "").is_none(), "{path:?}");
        }
    }
}
