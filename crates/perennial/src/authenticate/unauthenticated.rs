use std::fmt;

use http::header::{COOKIE, HeaderName, HeaderValue};
use http::{HeaderMap, Method};
use url::Url;

use super::cookie;
use crate::encode::component;
use crate::headers;
use crate::operation::Alternatives;

/// A request that is about to be sent, and lacks what authenticates it. It exposes none of its headers.
pub struct Unauthenticated<'a> {
    method: &'a Method,
    url: &'a mut Url,
    headers: &'a mut HeaderMap,
    /// The first reason why it cannot be sent like this.
    refused: &'a mut Option<String>,
    call: Option<About<'a>>,
}

/// The call that a request is for.
#[derive(Clone, Copy)]
pub(crate) struct About<'a> {
    pub(crate) http: &'a reqwest::Client,
    pub(crate) base_url: &'a Url,
    /// What it needs, if its operation says that.
    pub(crate) security: Option<Alternatives>,
    /// The headers that a derived client sends in place of others.
    pub(crate) overrides: &'a HeaderMap,
}

impl<'a> Unauthenticated<'a> {
    pub(crate) fn new(
        method: &'a Method,
        url: &'a mut Url,
        headers: &'a mut HeaderMap,
        refused: &'a mut Option<String>,
    ) -> Self {
        Self { method, url, headers, refused, call: None }
    }

    pub(crate) fn about(self, call: About<'a>) -> Self {
        Self { call: Some(call), ..self }
    }

    pub(super) fn http(&self) -> Option<&'a reqwest::Client> {
        self.call.map(|call| call.http)
    }

    /// The base URL of the client.
    pub(super) fn base_url(&self) -> Option<&'a Url> {
        self.call.map(|call| call.base_url)
    }

    /// What its operation says that it needs.
    pub(super) fn security(&self) -> Option<Alternatives> {
        self.call.and_then(|call| call.security)
    }

    /// `true` if a derived client sends another value of this header.
    pub(super) fn is_overridden(&self, header: &HeaderName) -> bool {
        self.call.is_some_and(|call| call.overrides.contains_key(header))
    }

    /// The method.
    pub fn method(&self) -> &Method {
        self.method
    }

    /// The URL, with the query.
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Sets a header. A secret one should be [marked as sensitive](HeaderValue::set_sensitive), so that no `Debug` shows
    /// it.
    ///
    /// The call fails for a header that `Client::with_headers` refuses: `host`, `content-length`, and the headers of the
    /// connection.
    pub fn set_header(&mut self, name: HeaderName, value: HeaderValue) {
        let set = headers::check(&name, "set_header").and_then(|()| {
            // `insert` would panic when the map is full.
            self.headers.try_insert(name, value).map_err(|_| headers::TOO_MANY.to_owned())
        });
        if let Err(reason) = set {
            self.refused.get_or_insert(reason);
        }
    }

    /// Adds a pair to the query, which traces and errors never show.
    /// [`Authenticate::query_names`](super::Authenticate::query_names) lists its name.
    pub fn append_query(&mut self, name: &str, value: &str) {
        let pair = format!("{}={}", component(name), component(value));
        let query = match self.url.query() {
            Some(query) if !query.is_empty() => [query, &pair].join("&"),
            _ => pair,
        };
        self.url.set_query(Some(&query));
    }

    /// Adds a cookie, which is marked as sensitive. The value is sent as it is.
    ///
    /// The call fails for a name that is not a token, and for a value that a cookie cannot have (RFC 6265, section 4.1.1):
    /// printable ASCII without spaces, `"`, `,`, `;` and `\`, all of it in double quotes or not.
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
        // The added pair is visible ASCII.
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
mod tests {
    use super::*;

    #[test]
    fn pairs_and_cookies_are_added_to_those_that_there_are() {
        let mut headers = HeaderMap::new();
        let mut url: Url = "http://localhost/a?b=c".parse().unwrap();
        let mut refused = None;
        let mut request = Unauthenticated::new(&Method::GET, &mut url, &mut headers, &mut refused);
        request.append_query("k y", "s&t");
        request.append_cookie("a", "b+/c==");
        request.append_cookie("d", "e");
        assert_eq!(request.url(), "http://localhost/a?b=c&k%20y=s%26t");
        assert_eq!(headers[COOKIE], "a=b+/c==; d=e");
        assert!(headers[COOKIE].is_sensitive());
    }

    #[test]
    fn a_cookie_that_cannot_be_sent_is_refused_and_not_added() {
        for (name, value, what) in [
            ("a b", "c", "`a b`, passed to `append_cookie`, is not a name that a cookie can have"),
            ("a", "s3cret;b=c", "the value of `a`, passed to `append_cookie`, has white space, a quote, `,`, `;`, "),
        ] {
            let (mut url, mut headers, mut refused) = ("http://h".parse().unwrap(), HeaderMap::new(), None);
            Unauthenticated::new(&Method::GET, &mut url, &mut headers, &mut refused).append_cookie(name, value);
            let refused = refused.unwrap();
            assert!(refused.starts_with(what) && !refused.contains("s3cret") && headers.is_empty(), "{refused}");
        }
    }

    #[test]
    fn a_cookie_that_is_not_ascii_stays() {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::from_bytes(b"a=\xff").unwrap());
        let (mut url, mut refused) = ("http://localhost/a".parse().unwrap(), None);
        Unauthenticated::new(&Method::GET, &mut url, &mut headers, &mut refused).append_cookie("b", "c");
        assert_eq!(headers[COOKIE].as_bytes(), b"a=\xff; b=c");
        assert_eq!(refused, None);
    }
}
