//! How a service describes an error in the body of a 4xx or 5xx response.

use std::panic::RefUnwindSafe;

use reqwest::StatusCode;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

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

/// The common formats: problem details (RFC 9457), `{"error": …, "message": …}`, those in which one of them is in the
/// other, such as `{"error": {"message": …}}`, the names that public APIs use instead (`code`, `errorCode`, `detail`,
/// `error_description`, `reason` …), and lists of errors, of which the first has the message.
///
/// What remains of the object are the attributes: also a field of another type, lists, and what the inner object says of a
/// field that the outer one has.
#[derive(Debug, Clone, Copy, Default)]
pub struct CommonErrors;

/// The fields that say what kind of error it is, the most telling first; in lower case, without `_` and `-`.
const KINDS: [&str; 5] = ["error", "title", "code", "errorcode", "errortype"];

/// The fields that are texts for people, in the same way.
const TEXTS: [&str; 8] =
    ["message", "detail", "errordescription", "errormessage", "description", "msg", "reason", "details"];

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
        let mut first = |names: &[&str]| {
            let (name, _) = named(&body, names, Value::is_string)?;
            let name = name.clone();
            take(&mut body, &name)
        };
        let (error, message) = (first(&KINDS), first(&TEXTS));
        let message = message.or_else(|| of_list(&body));
        ErrorBody { error, message, attributes: (!body.is_empty()).then_some(body) }
    }

    fn write(&self, status: StatusCode, message: Option<&str>) -> Value {
        ErrorFields::new("error", "message").write(status, message)
    }
}

/// A format whose fields are elsewhere: each has a path of names with dots between them, such as `fault.text`.
///
/// ```
/// use perennial::Service;
/// use perennial::service::ErrorFields;
///
/// static SERVICE: Service = Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
///     .error_format(&ErrorFields::new("fault.kind", "fault.text"));
/// ```
///
/// The other fields of the body are the attributes; where neither is a text, the body is read as [`CommonErrors`] says.
#[derive(Debug, Clone, Copy)]
pub struct ErrorFields {
    error: &'static str,
    message: &'static str,
}

impl ErrorFields {
    /// The paths to what kind of error it is, and to the text for people.
    pub const fn new(error: &'static str, message: &'static str) -> Self {
        Self { error, message }
    }
}

impl ErrorFormat for ErrorFields {
    fn read(&self, mut body: Map<String, Value>) -> ErrorBody {
        let (error, message) = (take_at(&mut body, self.error), take_at(&mut body, self.message));
        if error.is_none() && message.is_none() {
            return CommonErrors.read(body);
        }
        ErrorBody { error, message, attributes: (!body.is_empty()).then_some(body) }
    }

    fn write(&self, status: StatusCode, message: Option<&str>) -> Value {
        let reason = status.canonical_reason().unwrap_or_default();
        let mut body = Map::new();
        for (path, text) in [(self.error, reason), (self.message, message.unwrap_or(reason))] {
            put_at(&mut body, path, text);
        }
        body.into()
    }
}

/// Takes the text at a path out of `body`, and the objects that it leaves empty.
fn take_at(body: &mut Map<String, Value>, path: &str) -> Option<String> {
    let Some((outer, rest)) = path.split_once('.') else { return take(body, path) };
    let Some(Value::Object(inner)) = body.get_mut(outer) else { return None };
    let text = take_at(inner, rest);
    if text.is_some() && inner.is_empty() {
        body.remove(outer);
    }
    text
}

fn put_at(body: &mut Map<String, Value>, path: &str, text: &str) {
    let Some((outer, rest)) = path.split_once('.') else {
        body.insert(path.to_owned(), text.into());
        return;
    };
    if let Value::Object(inner) = body.entry(outer).or_insert_with(|| Map::new().into()) {
        put_at(inner, rest, text);
    }
}

/// The field of `body` that has the first of these names, and such a value.
fn named<'a>(
    body: &'a Map<String, Value>,
    names: &[&str],
    is_such: fn(&Value) -> bool,
) -> Option<(&'a String, &'a Value)> {
    let is_called = |field: &str, name: &str| {
        let letters = field.chars().filter(|c| !matches!(c, '_' | '-'));
        letters.map(|c| c.to_ascii_lowercase()).eq(name.chars())
    };
    names.iter().find_map(|name| body.iter().find(|(field, value)| is_such(value) && is_called(field, name)))
}

/// The text of the first error of a list, which is a text or an object with one.
fn of_list(body: &Map<String, Value>) -> Option<String> {
    let (_, list) = named(body, &["errors", "detail", "details", "error", "message"], Value::is_array)?;
    let text = match list.get(0)? {
        Value::Object(error) => named(error, &TEXTS, Value::is_string)?.1,
        other => other,
    };
    text.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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
            (json!({ "errorCode": "gone", "errorMessage": "It left" }), Some("gone"), Some("It left"), None),
            (json!({ "Code": "gone", "Message": "It left" }), Some("gone"), Some("It left"), None),
            (json!({ "error": "Gone", "reason": "It left" }), Some("Gone"), Some("It left"), None),
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
            (json!({ "error": "e", "message": ["a", "b"] }), Some("e"), Some("a"), json!({ "message": ["a", "b"] })),
            (json!({ "errors": [{ "field": "id" }] }), None, None, json!({ "errors": [{ "field": "id" }] })),
            (json!({ "errors": [] }), None, None, json!({ "errors": [] })),
            (
                json!({ "title": "t", "errors": [{ "title": "u", "detail": "d" }] }),
                Some("t"),
                Some("d"),
                json!({ "errors": [{ "title": "u", "detail": "d" }] }),
            ),
            (
                json!({ "detail": [{ "loc": ["query"], "msg": "d" }] }),
                None,
                Some("d"),
                json!({ "detail": [{ "loc": ["query"], "msg": "d" }] }),
            ),
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
    fn fields_at_other_places_are_taken_from_there() {
        let fields = ErrorFields::new("fault.kind", "fault.text");
        let read = |body: Value| {
            let Value::Object(body) = body else { unreachable!() };
            let ErrorBody { error, message, attributes } = fields.read(body);
            (error.unwrap_or_default(), message.unwrap_or_default(), attributes.map(Value::Object))
        };
        let said = |error: &str, message: &str, attributes| (error.to_owned(), message.to_owned(), attributes);
        let all = json!({ "fault": { "kind": "gone", "text": "It left" } });
        assert_eq!(read(all), said("gone", "It left", None));
        let more = json!({ "fault": { "kind": 5, "text": "It left" }, "id": 7 });
        assert_eq!(read(more), said("", "It left", Some(json!({ "fault": { "kind": 5 }, "id": 7 }))));
        assert_eq!(read(json!({ "fault": 5, "title": "gone" })), said("gone", "", Some(json!({ "fault": 5 }))));
        let written = fields.write(StatusCode::GONE, Some("It left"));
        assert_eq!(written, json!({ "fault": { "kind": "Gone", "text": "It left" } }));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let written = CommonErrors.write(StatusCode::NOT_FOUND, Some("It left"));
        let Value::Object(object) = written else { unreachable!() };
        let expected = ErrorBody { error: Some("Not Found".into()), message: Some("It left".into()), attributes: None };
        assert_eq!(CommonErrors.read(object), expected);
    }
}
