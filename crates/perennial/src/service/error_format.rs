//! Formats of the bodies in which services describe errors (4xx and 5xx responses).

use std::panic::RefUnwindSafe;

use reqwest::StatusCode;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The information that an [`ErrorFormat`] extracts from an error body.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ErrorBody {
    /// The name of the error, such as `Not Found`. [`ApiError::error`](crate::ApiError::error) returns it.
    pub error: Option<String>,
    /// The human-readable message. [`ApiError::message`](crate::ApiError::message) returns it.
    pub message: Option<String>,
    /// The attributes, which are all other fields of the body. [`ApiError::attributes`](crate::ApiError::attributes)
    /// returns them.
    pub attributes: Option<Map<String, Value>>,
}

impl ErrorBody {
    /// Sets the name of the error, such as `Not Found`.
    #[must_use]
    pub fn with_error(self, error: Option<String>) -> Self {
        Self { error, ..self }
    }

    /// Sets the human-readable message.
    #[must_use]
    pub fn with_message(self, message: Option<String>) -> Self {
        Self { message, ..self }
    }

    /// Sets the attributes: all fields of the error body except the name of the error and the message.
    #[must_use]
    pub fn with_attributes(self, attributes: Option<Map<String, Value>>) -> Self {
        Self { attributes, ..self }
    }
}

/// Defines how clients read the error bodies of a service, and how tests write them.
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
    /// Extracts the information from `body`, the JSON object in an error response. If the response contains a list,
    /// `body` is the first element. If there is no object, `body` is empty.
    fn read(&self, body: Map<String, Value>) -> ErrorBody;

    /// Writes an error body, for mocks and for errors that tests create. If `message` is `None`, the body contains the
    /// message that the service usually sends with this status.
    fn write(&self, status: StatusCode, message: Option<&str>) -> Value;
}

/// Removes a field from an error body and returns its value. If the value is not of type `T`, returns `None` and keeps
/// the field.
pub fn take<T: DeserializeOwned>(body: &mut Map<String, Value>, name: &str) -> Option<T> {
    let value = T::deserialize(body.get(name)?).ok()?;
    body.remove(name);
    Some(value)
}

/// An [`ErrorFormat`] that recognizes the common formats of error bodies.
///
/// The formats are:
///
/// - problem details (RFC 9457),
/// - `{"error": …, "message": …}`,
/// - objects in which one of these two fields contains the other, such as `{"error": {"message": …}}`,
/// - all of these with other common names of the two fields (`code`, `errorCode`, `detail`, `error_description`,
///   `reason` …),
/// - lists of errors, whose first element contains the message.
///
/// All other fields of the object become the attributes. These include fields of an unexpected type, lists, and fields
/// of an inner object whose names also occur in the outer one.
#[derive(Debug, Clone, Copy, Default)]
pub struct CommonErrors;

/// The names of fields that contain the name of an error, the most specific first. The names are in lower case, without
/// `_` and `-`.
const KINDS: [&str; 5] = ["error", "title", "code", "errorcode", "errortype"];

/// The names of fields that contain a human-readable message, in the same order and notation.
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
            let (name, _) = find_field(&body, names, Value::is_string)?;
            let name = name.clone();
            take(&mut body, &name)
        };
        let (error, message) = (first(&KINDS), first(&TEXTS));
        let message = message.or_else(|| first_text_of_list(&body));
        ErrorBody { error, message, attributes: (!body.is_empty()).then_some(body) }
    }

    fn write(&self, status: StatusCode, message: Option<&str>) -> Value {
        ErrorFields::new("error", "message").write(status, message)
    }
}

/// An [`ErrorFormat`] for bodies in which the name of the error and the message have fixed paths. A path consists of
/// field names separated by dots, such as `fault.text`.
///
/// ```
/// use perennial::Service;
/// use perennial::service::ErrorFields;
///
/// static SERVICE: Service = Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
///     .error_format(&ErrorFields::new("fault.kind", "fault.text"));
/// ```
///
/// All other fields of the body become the attributes. If there is no string at either path, the body is read by
/// [`CommonErrors`].
#[derive(Debug, Clone, Copy)]
pub struct ErrorFields {
    error: &'static str,
    message: &'static str,
}

impl ErrorFields {
    /// Creates a format. `error` is the path of the field that contains the error's name, and `message` is the path of
    /// the field that contains the human-readable message.
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

/// Removes the string at a path in `body` and returns it. Also removes objects that are empty afterwards.
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

/// Finds a field of `body` that has one of these names, and whose value passes the check `accepts`. Earlier names take
/// precedence.
fn find_field<'a>(
    body: &'a Map<String, Value>,
    names: &[&str],
    accepts: fn(&Value) -> bool,
) -> Option<(&'a String, &'a Value)> {
    let is_called = |field: &str, name: &str| {
        let letters = field.chars().filter(|c| !matches!(c, '_' | '-'));
        letters.map(|c| c.to_ascii_lowercase()).eq(name.chars())
    };
    names.iter().find_map(|name| body.iter().find(|(field, value)| accepts(value) && is_called(field, name)))
}

/// Returns the message in the first element of a list of errors. The element may be a string, or an object that
/// contains the message.
fn first_text_of_list(body: &Map<String, Value>) -> Option<String> {
    let (_, list) = find_field(body, &["errors", "detail", "details", "error", "message"], Value::is_array)?;
    let text = match list.get(0)? {
        Value::Object(error) => find_field(error, &TEXTS, Value::is_string)?.1,
        other => other,
    };
    text.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn common_error_formats_keep_unknown_fields_as_attributes() {
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
    fn error_body_with_unusual_fields_is_kept_as_attributes() {
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
    fn error_body_fields_can_be_at_configured_paths() {
        let fields = ErrorFields::new("fault.kind", "fault.text");
        let read = |body: Value| {
            let Value::Object(body) = body else { unreachable!() };
            let ErrorBody { error, message, attributes } = fields.read(body);
            (error.unwrap_or_default(), message.unwrap_or_default(), attributes.map(Value::Object))
        };
        let expected = |error: &str, message: &str, attributes| (error.to_owned(), message.to_owned(), attributes);
        let all = json!({ "fault": { "kind": "gone", "text": "It left" } });
        assert_eq!(read(all), expected("gone", "It left", None));
        let more = json!({ "fault": { "kind": 5, "text": "It left" }, "id": 7 });
        assert_eq!(read(more), expected("", "It left", Some(json!({ "fault": { "kind": 5 }, "id": 7 }))));
        assert_eq!(read(json!({ "fault": 5, "title": "gone" })), expected("gone", "", Some(json!({ "fault": 5 }))));
        let written = fields.write(StatusCode::GONE, Some("It left"));
        assert_eq!(written, json!({ "fault": { "kind": "Gone", "text": "It left" } }));
    }

    #[test]
    fn mock_error_bodies_are_parsed_like_real_error_bodies() {
        let written = CommonErrors.write(StatusCode::NOT_FOUND, Some("It left"));
        let Value::Object(object) = written else { unreachable!() };
        let expected = ErrorBody { error: Some("Not Found".into()), message: Some("It left".into()), attributes: None };
        assert_eq!(CommonErrors.read(object), expected);
    }
}
