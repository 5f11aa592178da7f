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
        if let Some(difference) = self.body.as_ref().and_then(|body| describe_first_difference("", body, &received)) {
            return Some(difference);
        }
        self.fields.iter().find_map(|(name, expected)| {
            let is_met = expected.as_ref() == received.get(name);
            (!is_met).then(|| describe_difference(&format!("`{name}` in the body"), expected.as_ref()))
        })
    }
}

/// Describes the first difference between two JSON bodies by its JSON pointer, without the values, which may be
/// secrets. Returns `None` if the bodies are equal. `pointer` is the position of the two values in their bodies.
fn describe_first_difference(pointer: &str, expected: &Value, received: &Value) -> Option<String> {
    let below = |key: &str| format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
    match (expected, received) {
        (Value::Object(expected), Value::Object(received)) => {
            let differing = expected.iter().find_map(|(key, value)| match received.get(key) {
                Some(received) => describe_first_difference(&below(key), value, received),
                None => Some(format!("`{}` is missing from the body", below(key))),
            });
            let mut unexpected = received.keys().filter(|key| !expected.contains_key(*key));
            differing.or_else(|| unexpected.next().map(|key| format!("unexpected `{}` in the body", below(key))))
        }
        (Value::Array(expected), Value::Array(received)) if expected.len() == received.len() => {
            let mut pairs = expected.iter().zip(received).enumerate();
            pairs.find_map(|(index, (expected, received))| {
                describe_first_difference(&below(&index.to_string()), expected, received)
            })
        }
        _ if expected == received => None,
        _ if pointer.is_empty() => Some("the body differs".to_owned()),
        _ => Some(format!("`{pointer}` in the body differs")),
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn describes_the_first_difference_between_two_bodies_without_values() {
        let expected = json!({ "name": "Ada", "items": [{ "id": 1 }, { "id": 2 }], "a/b": null });
        let describe = |received: Value| describe_first_difference("", &expected, &received);
        let cases = [
            (json!({ "name": "Bob", "items": [{ "id": 1 }, { "id": 2 }], "a/b": null }), "`/name` in the body differs"),
            (
                json!({ "name": "Ada", "items": [{ "id": 1 }, { "id": 3 }], "a/b": null }),
                "`/items/1/id` in the body differs",
            ),
            (json!({ "name": "Ada", "items": [], "a/b": null }), "`/items` in the body differs"),
            (json!({ "name": "Ada", "items": [{ "id": 1 }, { "id": 2 }] }), "`/a~1b` is missing from the body"),
            (json!(["Ada"]), "the body differs"),
        ];
        for (received, difference) in cases {
            assert_eq!(describe(received).as_deref(), Some(difference));
        }
        let received = json!({ "name": "Ada", "items": [{ "id": 1 }, { "id": 2, "secret": 5 }], "a/b": null });
        assert_eq!(describe(received).as_deref(), Some("unexpected `/items/1/secret` in the body"));
        assert_eq!(describe(expected.clone()), None);
    }
}
