//! Pages that have the URL of the next one.

use std::fmt;

use percent_encoding::percent_decode_str;
use url::Url;

use super::steps::{Cursors, Steps};

/// Pages of which each has the URL of the next one. Only its query is used: no credentials go elsewhere.
#[doc(hidden)]
pub struct Urls {
    /// The URL of the call without its query, if it has one.
    address: Option<Url>,
    /// The names of the pairs that authenticate each request.
    authenticating: Vec<String>,
    seen: Cursors<String>,
    /// The reason why the next page is not asked for.
    refused: Option<&'static str>,
}

impl fmt::Debug for Urls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Urls").finish_non_exhaustive()
    }
}

impl Urls {
    pub(crate) fn new(address: Option<Url>, authenticating: Vec<String>) -> Self {
        Self { address, authenticating, seen: Cursors::default(), refused: None }
    }

    /// Returns the query that asks for the next page; `None` after the last one, and if the URL is refused.
    pub fn next(&mut self, url: Result<Option<&str>, &'static str>) -> Option<String> {
        let query = match url {
            Ok(None | Some("")) => return None,
            Ok(Some(url)) => self.query(url),
            Err(reason) => Err(reason),
        };
        query.map_err(|reason| self.refused = Some(reason)).ok()
    }

    fn query(&self, url: &str) -> Result<String, &'static str> {
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
        // What authenticates a request is added to each; a service may repeat it.
        let is_kept = |pair: &&str| !pair.is_empty() && !self.authenticates(pair);
        let pairs: Vec<&str> = next.query().unwrap_or_default().split('&').filter(is_kept).collect();
        match pairs.is_empty() {
            true => Err("the URL of the next page has no query, and leads to the first one"),
            false => Ok(pairs.join("&")),
        }
    }

    /// Whether a pair has one of the names, however that is encoded.
    fn authenticates(&self, pair: &str) -> bool {
        let name = pair.split_once('=').map_or(pair, |(name, _)| name);
        let names = [name.to_owned(), name.replace('+', " ")];
        let is_same = |own: &String| names.iter().any(|name| percent_decode_str(name).eq(own.bytes()));
        self.authenticating.iter().any(is_same)
    }
}

impl Steps for Urls {
    type At = String;

    fn refusal(&self) -> Option<&'static str> {
        self.refused
    }

    fn ask(&mut self, at: Option<&String>) -> Result<(), &'static str> {
        self.seen.ask(at).map_err(|_| "the URL of a next page came twice, so the listing would not end")
    }

    fn shown(at: Option<&String>, count: u64) -> String {
        Cursors::shown(at, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls() -> Urls {
        Urls::new(Url::parse("https://h:8443/v1/a%20b").ok(), vec!["api key".to_owned(), "a+b".to_owned()])
    }

    fn query(url: &str) -> Option<String> {
        urls().query(url).ok()
    }

    #[test]
    fn only_the_query_of_a_url_of_the_same_scheme_host_port_and_path_is_used() {
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
    fn only_pairs_that_authenticate_are_left_out_however_their_names_are_encoded() {
        let others = "api=1&api%20key%5B%5D=2&API%20KEY=3&key=api%20key&b&c=&c=+&c=%2b&c=&e==&%ff=%&f=%e4;g=h";
        for own in
            ["api key=s", "api%20key=s", "api+key=", "%61pi%20ke%79", "a+b=s", "a%2Bb=s", "a%2bb", "a+b&api+key=t"]
        {
            assert_eq!(query(&format!("?{own}&{others}&{own}")).as_deref(), Some(others), "{own}");
            assert_eq!(query(&format!("?{own}")), None, "{own}");
        }
    }

    #[test]
    fn a_url_that_is_refused_is_not_the_end() {
        let mut steps = urls();
        for end in [None, Some("")] {
            assert_eq!((steps.next(Ok(end)), steps.refusal()), (None, None));
        }
        let at = steps.next(Ok(Some("?p=2")));
        assert_eq!((steps.refusal(), steps.ask(at.as_ref()), steps.ask(at.as_ref()).is_err()), (None, Ok(()), true));
        assert_eq!((steps.next(Ok(Some("https://other/?p=2"))), steps.refusal().is_some()), (None, true));
        assert_eq!((urls().next(Err("no")), steps.next(Err("no")), steps.refusal()), (None, None, Some("no")));
    }
}
