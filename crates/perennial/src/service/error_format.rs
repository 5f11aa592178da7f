//! How a service describes an error in the body of a 4xx or 5xx response.

use std::panic::RefUnwindSafe;

use reqwest::StatusCode;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// What an error body says. The body itself is always there, too.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ErrorBody {
    /// What kind of error it is, such as `Not Found`: [`ApiError::error`](crate::ApiError::error).
    pub error: Option<String>,
    /// A text for people: [`ApiError::message`](crate::ApiError::message).
    pub message: Option<String>,
    /// What else there is: [`ApiError::attributes`](crate::ApiError::attributes).
    pub attributes: Option<Map<String, Value>>,
}

impl ErrorBody {
    /// Sets what kind of error it is.
    #[must_use]
    pub fn with_error(self, error: Option<String>) -> Self {
        Self { error, ..self }
    }

    /// Sets the text for people.
    #[must_use]
    pub fn with_message(self, message: Option<String>) -> Self {
        Self { message, ..self }
    }

    /// Sets what else there is.
    #[must_use]
    pub fn with_attributes(self, attributes: Option<Map<String, Value>>) -> Self {
        Self { attributes, ..self }
    }
}

/// How the bodies of errors are read, and for tests written.
///
/// ```
/// use perennial::reqwest::StatusCode;
/// use perennial::serde_json::{Map, Value, json};
/// use perennial::service::{ErrorBody, ErrorFormat, take};
///
/// /// `{"fault": "…", "text": "…"}`
/// struct Faults;
///
/// impl ErrorFormat for Faults {
///     fn read(&self, mut body: Map<String, Value>) -> ErrorBody {
///         ErrorBody::default().with_error(take(&mut body, "fault")).with_message(take(&mut body, "text"))
///     }
///
///     fn write(&self, status: StatusCode, message: Option<&str>) -> Value {
///         json!({ "fault": status.canonical_reason(), "text": message })
///     }
/// }
/// ```
pub trait ErrorFormat: RefUnwindSafe + Send + Sync {
    /// Reads the JSON object of an error; it is empty if the body is none.
    fn read(&self, body: Map<String, Value>) -> ErrorBody;

    /// Writes an error, for the mocks and the hand-made errors of tests; without a message, with the one that the
    /// service sends with this status.
    fn write(&self, status: StatusCode, message: Option<&str>) -> Value;
}

/// Takes the value of a field out of an error body, if it is of this type; otherwise it stays there.
pub fn take<T: DeserializeOwned>(body: &mut Map<String, Value>, name: &str) -> Option<T> {
    let value = T::deserialize(body.get(name)?).ok()?;
    body.remove(name);
    Some(value)
}

/// The common formats: problem details (RFC 9457), `{"error": …, "message": …}`, and those in which one of them is in
/// the other, such as `{"error": {"message": …}}`.
///
/// What remains of the object are the attributes: also a field of another type, and what the inner object says of a field
/// that the outer one has.
#[derive(Debug, Clone, Copy, Default)]
pub struct CommonErrors;

impl ErrorFormat for CommonErrors {
    fn read(&self, mut body: Map<String, Value>) -> ErrorBody {
        for name in ["error", "message"] {
            if let Some(inner) = take::<Map<String, Value>>(&mut body, name) {
                let (twice, once): (Map<_, _>, Map<_, _>) =
                    inner.into_iter().partition(|(field, _)| body.contains_key(field));
                if !twice.is_empty() {
                    body.insert(name.to_owned(), twice.into());
                }
                body.extend(once);
            }
        }
        let mut first = |names: [&str; 3]| names.iter().find_map(|name| take(&mut body, name));
        let (error, message) = (first(["error", "title", "code"]), first(["message", "detail", "error_description"]));
        ErrorBody { error, message, attributes: (!body.is_empty()).then_some(body) }
    }

    fn write(&self, status: StatusCode, message: Option<&str>) -> Value {
        let reason = status.canonical_reason().unwrap_or_default();
        json!({ "error": reason, "message": message.unwrap_or(reason) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_formats_are_read_and_the_rest_are_attributes() {
        for (body, error, message, attributes) in [
            (json!({ "error": "Gone", "message": "It left" }), Some("Gone"), Some("It left"), None),
            (
                json!({ "type": "about:blank", "title": "Gone", "detail": "It left" }),
                Some("Gone"),
                Some("It left"),
                Some(json!({ "type": "about:blank" })),
            ),
            (
                json!({ "error": { "code": "gone", "message": "It left", "param": "id" } }),
                Some("gone"),
                Some("It left"),
                Some(json!({ "param": "id" })),
            ),
            (
                json!({ "error": "invalid_grant", "error_description": "It left" }),
                Some("invalid_grant"),
                Some("It left"),
                None,
            ),
            (json!({}), None, None, None),
        ] {
            let Value::Object(object) = body.clone() else { unreachable!() };
            let read = CommonErrors.read(object);
            assert_eq!((read.error.as_deref(), read.message.as_deref()), (error, message), "{body}");
            assert_eq!(read.attributes.map(Value::Object), attributes, "{body}");
        }
    }

    #[test]
    fn nothing_that_an_error_says_is_lost() {
        for (body, error, message, attributes) in [
            (json!({ "message": 5 }), None, None, json!({ "message": 5 })),
            (json!({ "error": ["a", "b"], "message": "m" }), None, Some("m"), json!({ "error": ["a", "b"] })),
            (json!({ "error": "e", "message": ["a", "b"] }), Some("e"), None, json!({ "message": ["a", "b"] })),
            (json!({ "title": 5, "code": "c", "detail": "d" }), Some("c"), Some("d"), json!({ "title": 5 })),
            (
                json!({ "error": { "code": 404, "message": "m", "status": "NOT_FOUND" } }),
                None,
                Some("m"),
                json!({ "code": 404, "status": "NOT_FOUND" }),
            ),
            (
                json!({ "error": { "code": "c", "message": "inner" }, "message": "outer" }),
                Some("c"),
                Some("outer"),
                json!({ "error": { "message": "inner" } }),
            ),
            (
                json!({ "error": "outer", "message": { "error": "inner", "text": "t" } }),
                Some("outer"),
                None,
                json!({ "message": { "error": "inner" }, "text": "t" }),
            ),
            (json!({ "error": { "error": { "a": 1 } } }), None, None, json!({ "error": { "a": 1 } })),
        ] {
            let Value::Object(object) = body.clone() else { unreachable!() };
            let read = CommonErrors.read(object);
            assert_eq!((read.error.as_deref(), read.message.as_deref()), (error, message), "{body}");
            assert_eq!(read.attributes.map(Value::Object), Some(attributes), "{body}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let written = CommonErrors.write(StatusCode::NOT_FOUND, Some("It left"));
        let Value::Object(object) = written else { unreachable!() };
        let expected = ErrorBody { error: Some("Not Found".into()), message: Some("It left".into()), attributes: None };
        assert_eq!(CommonErrors.read(object), expected);
    }
}
