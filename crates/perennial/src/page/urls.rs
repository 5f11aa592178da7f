use percent_encoding::percent_decode_str;
use url::Url;

/// The rules for a listing whose pages contain the URL of the next page. Only the query of the URL is used, so that
/// credentials are never sent elsewhere.
#[derive(Debug)]
pub(crate) struct Urls {
    /// The URL of the call without its query, or `None` if the call has no URL.
    address: Option<Url>,
    /// The names of the query parameters that contain credentials.
    authenticating: Vec<String>,
}

impl Urls {
    pub(crate) fn new(address: Option<Url>, authenticating: Vec<String>) -> Self {
        Self { address, authenticating }
    }

    /// Returns the query with which to request the next page, or the reason why `url` is not followed.
    pub(super) fn query_of_next_page(&self, url: &str) -> Result<String, &'static str> {
        let next = self.address.as_ref().and_then(|address| {
            let is_same = |next: &Url| {
                next.origin() == address.origin()
                    && next.path() == address.path()
                    && next.username().is_empty()
                    && next.password().is_none()
            };
            address.join(url).ok().filter(is_same)
        });
        let next = next.ok_or(
            "the URL of the next page is not followed, since it has another scheme, host, port or path than the call",
        )?;
        // Every request gets the credentials anyway. If the service repeats them in this URL, they are removed, so that
        // they are sent only once.
        let is_kept = |pair: &&str| !pair.is_empty() && !self.authenticates(pair);
        let pairs: Vec<&str> = next.query().unwrap_or_default().split('&').filter(is_kept).collect();
        if pairs.is_empty() {
            return Err("the URL of the next page has no query, and leads to the first one");
        }
        Ok(pairs.join("&"))
    }

    /// Returns whether `pair`, an encoded `name=value`, is a query parameter that contains credentials.
    fn authenticates(&self, pair: &str) -> bool {
        let name = pair.split_once('=').map_or(pair, |(name, _)| name);
        let names = [name.to_owned(), name.replace('+', " ")];
        let is_same = |own: &String| names.iter().any(|name| percent_decode_str(name).eq(own.bytes()));
        self.authenticating.iter().any(is_same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls() -> Urls {
        Urls::new(Url::parse("https://h:8443/v1/a%20b").ok(), vec!["api key".to_owned(), "a+b".to_owned()])
    }

    fn query(url: &str) -> Option<String> {
        urls().query_of_next_page(url).ok()
    }

    #[test]
    fn refuses_a_next_page_url_with_another_host_or_path() {
        for url in [
            "https://h:8443/v1/a%20b?p=2&q=%26",
            "HTTPS://H:8443/v1/a%20b?p=2&q=%26#x",
            "/v1/a%20b?p=2&q=%26",
            "?&p=2&q=%26",
        ] {
            assert_eq!(query(url).as_deref(), Some("p=2&q=%26"), "{url}");
        }
        for url in [
            "https://other:8443/v1/a%20b?p=2",
            "//other/v1/a%20b?p=2",
            "http://h:8443/v1/a%20b?p=2",
            "https://h/v1/a%20b?p=2",
            "https://h:8443/v1/a%20b/?p=2",
            "https://h:8443/v1/x/../c?p=2",
            "https://u@h:8443/v1/a%20b?p=2",
            "https://:p@h:8443/v1/a%20b?p=2",
            "data:text/plain,?p=2",
            "https://h:x/?p=2",
            "?",
            "#p=2",
        ] {
            assert_eq!(query(url), None, "{url}");
        }
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
