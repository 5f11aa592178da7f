use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::encode::Query;
use crate::headers;
use crate::secret::Secrets;

/// The changes that a derived client makes to the query and headers of each request.
#[derive(Clone, Default)]
pub(crate) struct Overrides {
    pub(crate) query: Query,
    /// The query of the requested page, which replaces the query of the call.
    pub(crate) page: Option<Query>,
    /// The path of the requested page on the client's host, if it differs from the path of the call.
    pub(crate) page_path: Option<String>,
    pub(crate) headers: HeaderMap,
    /// The reason why the derived client cannot send any request; `None` if it can.
    invalid: Option<String>,
}

impl Overrides {
    /// Sets the headers in `pairs`, replacing their earlier values. If a header is invalid, every request fails. The
    /// reason does not reveal `secrets`.
    pub(crate) fn set_headers(&mut self, pairs: impl Iterator<Item = (String, String)>, secrets: &Secrets) {
        let mut added = Vec::new();
        for (name, value) in pairs {
            match headers::parse(&name, &value, "with_headers", secrets) {
                Ok(header) => added.push(header),
                Err(reason) => self.refuse(reason),
            }
        }
        self.replace_headers(added);
    }

    pub(crate) fn replace_headers(&mut self, headers: Vec<(HeaderName, HeaderValue)>) {
        let mut added = HeaderMap::new();
        let all = headers.into_iter().try_for_each(|(name, value)| append_header(&mut added, name, value));
        if let Err(reason) = all.and_then(|()| replace_headers_of_same_names(&mut self.headers, &added)) {
            self.refuse(reason);
        }
    }

    /// Drops the override of this header, so that the client's own value is sent.
    pub(crate) fn remove_header(&mut self, header: &HeaderName) {
        self.headers.remove(header);
    }

    /// Makes every request fail with `reason`. If this is called several times, the first reason is reported.
    pub(crate) fn refuse(&mut self, reason: String) {
        self.invalid.get_or_insert(reason);
    }

    /// Returns the reason why the derived client cannot send any request, if there is one.
    pub(crate) fn refusal(&self) -> Option<&str> {
        self.invalid.as_deref()
    }

    /// Applies the header overrides to the headers of a request.
    pub(crate) fn apply(&self, headers: &mut HeaderMap) -> Result<(), String> {
        replace_headers_of_same_names(headers, &self.headers)
    }
}

fn replace_headers_of_same_names(headers: &mut HeaderMap, with: &HeaderMap) -> Result<(), String> {
    for name in with.keys() {
        headers.remove(name);
        for value in with.get_all(name) {
            append_header(headers, name.clone(), value.clone())?;
        }
    }
    Ok(())
}

/// Adds a header without replacing others of the same name. Unlike `HeaderMap::append`, returns an error instead of
/// panicking if the map is full.
fn append_header(headers: &mut HeaderMap, name: HeaderName, value: HeaderValue) -> Result<(), String> {
    headers.try_append(name, value).map_err(|_| headers::TOO_MANY)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overrides_from(calls: &[&[(&str, &str)]]) -> Overrides {
        let mut overrides = Overrides::default();
        for pairs in calls {
            overrides.set_headers(
                pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())),
                &Secrets::default(),
            );
        }
        overrides
    }

    fn values_of_name<'a>(headers: &'a HeaderMap, name: &str) -> Vec<&'a str> {
        let values = headers.get_all(name).iter();
        values.map(|value| value.to_str().unwrap()).collect()
    }

    #[test]
    fn with_headers_replaces_all_values_of_a_header() {
        let mut headers = HeaderMap::new();
        headers.insert("x-a", "client".parse().unwrap());
        headers.insert("x-b", "client".parse().unwrap());
        overrides_from(&[&[("X-A", "1"), ("x-a", "2")]]).apply(&mut headers).unwrap();
        assert_eq!(values_of_name(&headers, "x-a"), ["1", "2"]);
        assert_eq!(values_of_name(&headers, "x-b"), ["client"]);
    }

    #[test]
    fn later_with_headers_replaces_headers_of_an_earlier_call() {
        let mut headers = HeaderMap::new();
        overrides_from(&[&[("x-a", "1"), ("x-b", "1")], &[("x-a", "2")]]).apply(&mut headers).unwrap();
        assert_eq!(values_of_name(&headers, "x-a"), ["2"]);
        assert_eq!(values_of_name(&headers, "x-b"), ["1"]);
    }

    #[test]
    fn error_for_an_invalid_header_does_not_contain_its_value() {
        for (name, value) in [("x a", "v"), ("", "v"), ("x-a", "s3cret\r\nx-b: 1")] {
            let reason = overrides_from(&[&[(name, value)]]).invalid.unwrap();
            assert!(reason.contains("`with_headers`"), "{reason}");
            assert!(!reason.contains("s3cret"), "{reason}");
        }
    }

    #[test]
    fn refuses_more_added_headers_than_a_request_can_have() {
        let pairs: Vec<_> = (0..40_000).map(|n| (format!("x-{n}"), String::new())).collect();
        let mut overrides = Overrides::default();
        overrides.set_headers(pairs.into_iter(), &Secrets::default());
        assert!(overrides.refusal().is_some());
    }
}
