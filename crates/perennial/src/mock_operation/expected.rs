use std::fmt;

use httpmock::HttpMockRequest;
use serde_json::Value;

use crate::operation::{Operation, template};

/// The conditions for requests that a mock responds to.
pub(super) struct Expected {
    pub(super) operation: &'static Operation,
    /// The path template, in which the path parameters set by the test have been replaced with their values.
    pub(super) path: String,
    /// The names and values of the expected query parameters, before percent-encoding. If the value is `None`, the
    /// parameter must be absent.
    pub(super) query: Vec<(String, Option<String>)>,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Option<Value>,
    pub(super) fields: Vec<(String, Option<Value>)>,
    pub(super) predicates: Vec<Predicate>,
}

pub(super) type Predicate = Box<dyn Fn(&HttpMockRequest) -> bool + Send + Sync>;

impl Expected {
    pub(super) fn new(operation: &'static Operation) -> Self {
        Self {
            operation,
            path: operation.path().to_owned(),
            query: Vec::new(),
            headers: Vec::new(),
            body: None,
            fields: Vec::new(),
            predicates: Vec::new(),
        }
    }

    pub(super) fn first_difference(&self, request: &HttpMockRequest) -> Option<String> {
        if request.method_str() != self.operation.method() {
            return Some("the method differs".to_owned());
        }
        if !template::matches_path(&self.path, request.uri().path()) {
            return Some("the path differs".to_owned());
        }
        self.query_difference(request)
            .or_else(|| self.header_difference(request))
            .or_else(|| self.body_difference(request))
            .or_else(|| {
                let is_met = self.predicates.iter().all(|predicate| predicate(request));
                (!is_met).then(|| "a condition of `matching` is not met".to_owned())
            })
    }

    fn query_difference(&self, request: &HttpMockRequest) -> Option<String> {
        let received = request.query_params();
        self.query.iter().find_map(|(name, expected)| {
            let mut values = received.iter().filter(|(received, _)| received == name).map(|(_, value)| value);
            let is_met = match expected {
                Some(expected) => values.any(|value| value == expected),
                None => values.next().is_none(),
            };
            (!is_met).then(|| describe_difference(&format!("`{name}` in the query"), expected.as_ref()))
        })
    }

    fn header_difference(&self, request: &HttpMockRequest) -> Option<String> {
        self.headers.iter().find_map(|(name, value)| {
            let mut received = request.headers_vec().iter();
            let is_met = received.any(|(received, text)| received.eq_ignore_ascii_case(name) && text == value);
            // The message does not show the value, which may be a secret.
            (!is_met).then(|| format!("the header `{name}` differs"))
        })
    }

    fn body_difference(&self, request: &HttpMockRequest) -> Option<String> {
        if self.body.is_none() && self.fields.is_empty() {
            return None;
        }
        let Ok(received) = serde_json::from_slice::<Value>(request.body_ref()) else {
            return Some("the body is not JSON".to_owned());
        };
        if self.body.as_ref().is_some_and(|body| *body != received) {
            return Some("the body differs".to_owned());
        }
        self.fields.iter().find_map(|(name, expected)| {
            let is_met = expected.as_ref() == received.get(name);
            (!is_met).then(|| describe_difference(&format!("`{name}` in the body"), expected.as_ref()))
        })
    }
}

fn describe_difference<T>(place: &str, expected: Option<&T>) -> String {
    if expected.is_some() { format!("{place} differs") } else { format!("unexpected {place}") }
}

/// Writes the operation and the expected request: `getThing: GET /things/1?from=2`.
impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation, path, query, .. } = self;
        write!(f, "{}: {} {path}", operation.operation_id(), operation.method())?;
        let present = query.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        for (index, (name, value)) in present.enumerate() {
            write!(f, "{}{name}={value}", if index == 0 { '?' } else { '&' })?;
        }
        Ok(())
    }
}
