use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use crate::encode::Query;
use crate::headers;
use crate::secret::Secrets;

/// The parts that derived clients add to each request or override in it.
#[derive(Clone, Default)]
pub(crate) struct Overrides {
    pub(crate) query: Query,
    /// The query of the page that is asked for, in place of that of the call.
    pub(crate) page: Option<Query>,
    pub(crate) headers: HeaderMap,
    /// The reason why nothing can be sent.
    invalid: Option<String>,
}

impl Overrides {
    /// Overrides the headers of these names. The `secrets` are in no reason against them.
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

    /// As [`set_headers`](Self::set_headers), with headers that have been checked.
    pub(crate) fn replace_headers(&mut self, headers: Vec<(HeaderName, HeaderValue)>) {
        let mut added = HeaderMap::new();
        let all = headers.into_iter().try_for_each(|(name, value)| insert(&mut added, name, value));
        if let Err(reason) = all.and_then(|()| replace(&mut self.headers, &added)) {
            self.refuse(reason);
        }
    }

    /// Drops the override of this header, so that the client's own value is sent.
    pub(crate) fn restore(&mut self, header: &HeaderName) {
        self.headers.remove(header);
    }

    /// Makes every request fail; the first reason is kept.
    pub(crate) fn refuse(&mut self, reason: String) {
        self.invalid.get_or_insert(reason);
    }

    /// Overrides the headers in `headers`.
    pub(crate) fn apply(&self, headers: &mut HeaderMap) -> Result<(), String> {
        match &self.invalid {
            Some(reason) => Err(reason.clone()),
            None => replace(headers, &self.headers),
        }
    }
}

fn replace(headers: &mut HeaderMap, with: &HeaderMap) -> Result<(), String> {
    for name in with.keys() {
        headers.remove(name);
        for value in with.get_all(name) {
            insert(headers, name.clone(), value.clone())?;
        }
    }
    Ok(())
}

/// Adds a value to those of the same name; `append` would panic when the map is full.
fn insert(headers: &mut HeaderMap, name: HeaderName, value: HeaderValue) -> Result<(), String> {
    headers.try_append(name, value).map_err(|_| headers::TOO_MANY)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overrides(calls: &[&[(&str, &str)]]) -> Overrides {
        let mut overrides = Overrides::default();
        for pairs in calls {
            overrides.set_headers(
                pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())),
                &Secrets::default(),
            );
        }
        overrides
    }

    fn values<'a>(headers: &'a HeaderMap, name: &str) -> Vec<&'a str> {
        let values = headers.get_all(name).iter();
        values.map(|value| value.to_str().unwrap()).collect()
    }

    #[test]
    fn a_name_replaces_what_was_there_and_its_pairs_are_all_sent() {
        let mut headers = HeaderMap::new();
        headers.insert("x-a", "client".parse().unwrap());
        headers.insert("x-b", "client".parse().unwrap());
        overrides(&[&[("X-A", "1"), ("x-a", "2")]]).apply(&mut headers).unwrap();
        assert_eq!(values(&headers, "x-a"), ["1", "2"]);
        assert_eq!(values(&headers, "x-b"), ["client"]);
    }

    #[test]
    fn a_later_call_replaces_the_same_names_of_an_earlier_one() {
        let mut headers = HeaderMap::new();
        overrides(&[&[("x-a", "1"), ("x-b", "1")], &[("x-a", "2")]]).apply(&mut headers).unwrap();
        assert_eq!(values(&headers, "x-a"), ["2"]);
        assert_eq!(values(&headers, "x-b"), ["1"]);
    }

    #[test]
    fn what_a_header_cannot_carry_is_an_error_without_the_value() {
        for (name, value) in [("x a", "v"), ("", "v"), ("x-a", "s3cret\r\nx-b: 1")] {
            let reason = overrides(&[&[(name, value)]]).apply(&mut HeaderMap::new()).unwrap_err();
            assert!(reason.contains("`with_headers`"), "{reason}");
            assert!(!reason.contains("s3cret"), "{reason}");
        }
    }

    #[test]
    fn too_many_headers_are_an_error() {
        let pairs: Vec<_> = (0..40_000).map(|n| (format!("x-{n}"), String::new())).collect();
        let mut overrides = Overrides::default();
        overrides.set_headers(pairs.into_iter(), &Secrets::default());
        assert!(overrides.apply(&mut HeaderMap::new()).is_err());
    }
}
