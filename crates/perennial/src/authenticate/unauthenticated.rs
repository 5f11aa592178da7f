use std::fmt;
use std::time::Duration;

use http::header::{COOKIE, HeaderName, HeaderValue};
use http::{HeaderMap, Method};
use url::Url;

use super::{TokenHttp, cookie};
use crate::encode::component;
use crate::headers;
use crate::operation::Alternatives;
use crate::retry::RetryPolicy;

/// A request without credentials, which is passed to [`Authenticate::authenticate`](super::Authenticate::authenticate).
/// You can add credentials, and read the HTTP method and the URL. The headers cannot be read.
pub struct Unauthenticated<'a> {
    pub(crate) method: &'a Method,
    pub(crate) url: &'a mut Url,
    pub(crate) headers: &'a mut HeaderMap,
    /// The first reason why the request cannot be sent with these credentials.
    pub(crate) refused: &'a mut Option<String>,
    pub(crate) token_http: &'a TokenHttp,
    pub(crate) base_url: &'a Url,
    /// The operation's security requirements; `None` if the document's apply.
    pub(crate) security: Option<Alternatives>,
    /// The headers of a derived client. They replace headers of the same names.
    pub(crate) overrides: &'a HeaderMap,
    pub(crate) retry: &'a RetryPolicy,
    /// The time that authentication may take.
    pub(crate) time: Duration,
    /// The timeout of an attempt, which also limits a request for a token that several calls share.
    pub(crate) timeout: Duration,
}

impl Unauthenticated<'_> {
    /// Returns the HTTP method of the request.
    pub fn method(&self) -> &Method {
        self.method
    }

    /// Returns the URL of the request, including its query.
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Sets a header of the request. If the value is a secret, [mark it as sensitive](HeaderValue::set_sensitive), so
    /// that `Debug` output omits it.
    ///
    /// The call fails for headers that only the HTTP client can set: `host`, `content-length`, and headers that
    /// describe the connection, such as `transfer-encoding`.
    pub fn set_header(&mut self, name: HeaderName, value: HeaderValue) {
        let set = headers::check_name(&name, "set_header").and_then(|()| {
            // `HeaderMap::insert` would panic if the map is full.
            self.headers.try_insert(name, value).map_err(|_| headers::TOO_MANY.to_owned())
        });
        if let Err(reason) = set {
            self.refused.get_or_insert(reason);
        }
    }

    /// Adds `name=value` to the query of the request. The names that
    /// [`Authenticate::query_names`](super::Authenticate::query_names) returns must include `name`.
    ///
    /// Traces and errors never show the query.
    pub fn append_query(&mut self, name: &str, value: &str) {
        let pair = format!("{}={}", component(name), component(value));
        let query = match self.url.query() {
            Some(query) if !query.is_empty() => [query, &pair].join("&"),
            _ => pair,
        };
        self.url.set_query(Some(&query));
    }

    /// Adds a cookie and marks it as sensitive. The value is sent unchanged.
    ///
    /// The call fails if the name or the value is not valid in a cookie (RFC 6265, section 4.1.1). A valid value
    /// consists of printable ASCII characters except spaces, `"`, `,`, `;` and `\`. It may be enclosed in double
    /// quotes.
    pub fn append_cookie(&mut self, name: &str, value: &str) {
        let checked = match (cookie::check_name(name), cookie::check_value(value)) {
            (Err(reason), _) => Err(format!("`{name}`, passed to `append_cookie`, {reason}")),
            (_, Err(reason)) => Err(format!("the value of `{name}`, passed to `append_cookie`, {reason}")),
            _ => Ok(()),
        };
        if let Err(reason) = checked {
            self.refused.get_or_insert(reason);
            return;
        }
        let pair = [name, "=", value].concat();
        let cookies = match self.headers.get(COOKIE) {
            Some(cookies) => [cookies.as_bytes(), pair.as_bytes()].join(&b"; "[..]),
            None => pair.into(),
        };
        // This cannot fail: the existing cookies come from a valid header value, and the added pair is visible ASCII.
        if let Ok(mut cookies) = HeaderValue::try_from(cookies) {
            cookies.set_sensitive(true);
            self.set_header(COOKIE, cookies);
        }
    }
}

impl fmt::Debug for Unauthenticated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unauthenticated").field("method", &self.method).finish_non_exhaustive()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Applies `change` to a request with this URL and these headers. If the request cannot be sent after the change,
    /// returns the reason.
    pub(in super::super) fn apply_change(
        url: &mut Url,
        headers: &mut HeaderMap,
        change: impl FnOnce(Unauthenticated<'_>),
    ) -> Option<String> {
        let mut refused = None;
        let (base_url, overrides) = (url.clone(), HeaderMap::new());
        let token_http = TokenHttp::shared_with_calls(reqwest::Client::new());
        change(Unauthenticated {
            method: &Method::GET,
            url,
            headers,
            refused: &mut refused,
            token_http: &token_http,
            base_url: &base_url,
            security: None,
            overrides: &overrides,
            retry: &RetryPolicy::none(),
            time: Duration::MAX,
            timeout: Duration::MAX,
        });
        refused
    }

    #[test]
    fn credentials_are_appended_to_existing_query_and_cookies() {
        let mut headers = HeaderMap::new();
        let mut url: Url = "http://localhost/a?b=c".parse().unwrap();
        let refused = apply_change(&mut url, &mut headers, |mut request| {
            request.append_query("k y", "s&t");
            request.append_cookie("a", "b+/c==");
            request.append_cookie("d", "e");
            assert_eq!(request.url(), "http://localhost/a?b=c&k%20y=s%26t");
        });
        assert_eq!(headers[COOKIE], "a=b+/c==; d=e");
        assert!(headers[COOKIE].is_sensitive() && refused.is_none());
    }

    #[test]
    fn appending_a_cookie_keeps_an_existing_non_ascii_cookie() {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::from_bytes(b"a=\xff").unwrap());
        let mut url = "http://localhost/a".parse().unwrap();
        let refused = apply_change(&mut url, &mut headers, |mut request| request.append_cookie("b", "c"));
        assert_eq!(headers[COOKIE].as_bytes(), b"a=\xff; b=c");
        assert_eq!(refused, None);
    }
}
