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

/// Takes the value of a field out of an error body, if it is of this type.
pub fn take<T: DeserializeOwned>(body: &mut Map<String, Value>, name: &str) -> Option<T> {
    serde_json::from_value(body.remove(name)?).ok()
}

/// The common formats: problem details (RFC 9457), `{"error": …, "message": …}`, and those in which one of them is in
/// the other, such as `{"error": {"message": …}}`.
///
/// What remains of the object are the attributes.
#[derive(Debug, Clone, Copy, Default)]
pub struct CommonErrors;

impl ErrorFormat for CommonErrors {
    fn read(&self, mut body: Map<String, Value>) -> ErrorBody {
        for name in ["error", "message"] {
            if let Some(mut inner) = take::<Map<String, Value>>(&mut body.clone(), name) {
                body.remove(name);
                body.append(&mut inner);
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
            (json!({ "message": 5 }), None, None, None),
            (json!({}), None, None, None),
        ] {
            let Value::Object(object) = body.clone() else { unreachable!() };
            let read = CommonErrors.read(object);
            assert_eq!((read.error.as_deref(), read.message.as_deref()), (error, message), "{body}");
            assert_eq!(read.attributes.map(Value::Object), attributes, "{body}");
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
