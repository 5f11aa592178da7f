//! Finds the errors of single fields in the body of a validation error, in the formats of common web frameworks.

use std::fmt;

use serde_json::Value;

use super::text::shorten;

/// The maximum number of field errors of one response.
const MAX_ERRORS: usize = 1_000;

/// The maximum length of a field name in characters.
const MAX_NAME: usize = 200;

/// Keys that contain errors of the request as a whole, rather than errors of a field with the same name as the key.
const NOT_FIELDS: [&str; 6] = ["", "$", "__all__", "detail", "non_field_errors", "nonFieldErrors"];

/// Keys that contain messages in many error formats. If a body has only such keys, they are not names of fields.
const MESSAGE_KEYS: [&str; 4] = ["error", "errors", "message", "messages"];

/// A message from the service about one field of the request. [`ApiError::field_errors`](super::ApiError::field_errors)
/// returns these messages.
///
/// ```
/// # use perennial::error::{ApiError, Call};
/// # use perennial::{http::StatusCode, reqwest::Method};
/// let body = r#"{"detail": [{"loc": ["body", "title"], "msg": "Field required", "type": "missing"}]}"#;
/// let call = Call::request(&Method::POST, "/books");
/// let error = ApiError::new(call, StatusCode::UNPROCESSABLE_ENTITY).with_body(body);
/// let errors = error.field_errors();
/// assert_eq!(errors[0].field.as_deref(), Some("title"));
/// assert_eq!(errors[0].message, "Field required");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldError {
    /// The name of the field in the notation of the service, such as `litres` or `items[0].name`. `None` if no name is
    /// found, for example because the message is about the request as a whole.
    ///
    /// A longer name is truncated to 200 characters. If the service sends the name only as part of the message, it is
    /// found only in messages such as `litres must be a number` or `each value in tags must be a string`.
    pub field: Option<String>,
    /// The human-readable message, such as `Field required`.
    pub message: String,
}

/// Writes the field and the message on one line, as in `litres: Field required`, each shortened to 200 characters. The
/// field is omitted if the message contains its name as a word.
impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(field) = self.field.as_ref().filter(|field| self.message.split(' ').all(|word| word != *field)) {
            write!(f, "{}: ", shorten(field))?;
        }
        f.write_str(&shorten(&self.message))
    }
}

/// Finds the field errors in a body. `is_validation` states whether services use the status for invalid input. Only
/// then is the format of Django recognized: it consists of nothing but fields and messages, as many other objects do.
pub(super) fn field_errors(body: &Value, is_validation: bool) -> Vec<FieldError> {
    let list = |name| body.get(name).and_then(Value::as_array).into_iter().flatten();
    let mut errors: Vec<FieldError> = list("detail").filter_map(fastapi_error).take(MAX_ERRORS).collect();
    if errors.is_empty() {
        errors.extend(list("message").filter_map(Value::as_str).map(nest_error).take(MAX_ERRORS));
        if !body.get("statusCode").is_some_and(Value::is_number) && errors.iter().any(|error| error.field.is_none()) {
            errors.clear();
        }
    }
    if errors.is_empty() {
        let has_fields = body.as_object().is_none_or(|body| !body.keys().all(|key| MESSAGE_KEYS.contains(&&**key)));
        let consists_of_messages = match body.get("errors").filter(|errors| errors.is_object()) {
            Some(by_field) => add_errors_by_field(&mut errors, "", by_field),
            None => {
                is_validation
                    && has_fields
                    && add_errors_by_field(&mut errors, "", body)
                    && errors.iter().any(|error| reads_as_message(&error.message))
            }
        };
        if !consists_of_messages {
            errors.clear();
        }
    }
    errors
}

/// Reads `{"loc": ["body", "items", 0], "msg": "Field required"}`, the format of FastAPI. `loc` begins with the part of
/// the request that contains the field.
fn fastapi_error(detail: &Value) -> Option<FieldError> {
    let (location, message) = (detail.get("loc")?.as_array()?, detail.get("msg")?.as_str()?);
    let steps = match &**location {
        [Value::String(part), rest @ ..]
            if ["body", "query", "path", "header", "cookie"].contains(&&**part)
                && rest.first().is_some_and(Value::is_string) =>
        {
            rest
        }
        all => all,
    };
    let field = steps.iter().try_fold(String::new(), |outer, step| match step {
        Value::String(name) => Some(field_below(&outer, name)),
        Value::Number(index) => Some(format!("{outer}[{index}]")),
        _ => None,
    });
    Some(FieldError::new(&field?, message))
}

/// Reads `litres must be a number`, the format of NestJS, in which most messages begin with the name of the field.
fn nest_error(message: &str) -> FieldError {
    let starts = ["each value in nested property ", "each value in ", "nested property ", "property "];
    let rest = starts.iter().find_map(|start| message.strip_prefix(start)).unwrap_or(message);
    let (name, rest) = rest.split_once(' ').unwrap_or_default();
    let is_name = name.chars().all(|c| c.is_alphanumeric() || "_-.[]$".contains(c));
    let states_a_rule = ["must ", "should "].iter().any(|start| rest.starts_with(start));
    FieldError::new(if is_name && states_a_rule { name } else { "" }, message)
}

/// Adds the errors in an object such as `{"litres": ["Field required"]}`, the format of ASP.NET and Django. With
/// Django, the value of a field can also be such an object, or a list of such objects. `outer` is the name of the
/// enclosing field. Returns whether `value` consists only of fields and messages.
fn add_errors_by_field(errors: &mut Vec<FieldError>, outer: &str, value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.iter().all(|(name, value)| {
            let name = name.strip_prefix("$.").unwrap_or(name);
            let field = if NOT_FIELDS.contains(&name) { outer.to_owned() } else { field_below(outer, name) };
            value.as_object().is_none_or(|object| !object.is_empty()) && add_errors_by_field(errors, &field, value)
        }),
        Value::Array(list) if !list.is_empty() => {
            // Django can write a message as an object that contains the message and a code.
            let message =
                |value: &'_ Value| value.as_str().or_else(|| value.get("message")?.as_str()).map(str::to_owned);
            let messages: Option<Vec<String>> = list.iter().map(message).collect();
            match messages {
                Some(messages) => {
                    let room = MAX_ERRORS.saturating_sub(errors.len());
                    errors.extend(messages.iter().map(|message| FieldError::new(outer, message)).take(room));
                    true
                }
                None => list.iter().enumerate().all(|(index, value)| {
                    value.is_object() && add_errors_by_field(errors, &format!("{outer}[{index}]"), value)
                }),
            }
        }
        _ => false,
    }
}

/// Returns whether a string reads as a message, such as `Required.` or `Invalid`, rather than as a value or a code.
/// Text that is not ASCII needs no spaces, because some languages do not use them.
fn reads_as_message(text: &str) -> bool {
    let is_capitalized = || {
        let mut letters = text.chars();
        letters.next().is_some_and(|c| c.is_ascii_uppercase()) && letters.all(|c| c.is_ascii_lowercase())
    };
    text.contains(' ') || !text.is_ascii() || text.ends_with(['.', '!', '?']) || (text.len() > 1 && is_capitalized())
}

fn field_below(outer: &str, name: &str) -> String {
    cut(if outer.is_empty() { name.to_owned() } else { format!("{outer}.{name}") })
}

/// Truncates a field name to [`MAX_NAME`] characters. Otherwise, the names of deeply nested fields could take far more
/// memory than the body.
fn cut(mut name: String) -> String {
    if let Some((end, _)) = name.char_indices().nth(MAX_NAME) {
        name.truncate(end);
    }
    name
}

impl FieldError {
    fn new(field: &str, message: &str) -> Self {
        let field = (!field.is_empty()).then(|| cut(field.to_owned()));
        Self { field, message: message.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns the field errors of a body with the status 400, each as `field: message`.
    fn lines(body: Value) -> Vec<String> {
        let line = |FieldError { field, message }| format!("{}: {message}", field.as_deref().unwrap_or("-"));
        field_errors(&body, true).into_iter().map(line).collect()
    }

    #[test]
    fn finds_the_fields_of_validation_errors_of_fastapi() {
        for (location, field) in [
            (json!(["body", "litres"]), "litres"),
            (json!(["body", "items", 0, "name"]), "items[0].name"),
            (json!(["query", "body"]), "body"),
            (json!(["body"]), "body"),
            (json!(["body", 12]), "body[12]"),
            (json!(["litres"]), "litres"),
            (json!([]), "-"),
        ] {
            let body = json!({ "detail": [{ "type": "missing", "loc": location, "msg": "Field required" }] });
            assert_eq!(lines(body), [format!("{field}: Field required")]);
        }
        let broken =
            json!({ "detail": [{ "loc": ["a"] }, { "loc": "a", "msg": "m" }, { "loc": [null], "msg": "m" }, 5] });
        assert_eq!(lines(broken), [""; 0]);
    }

    #[test]
    fn finds_the_fields_in_the_messages_of_nestjs() {
        let messages = [
            ("litres must be a number", "litres"),
            ("a.0.b should not be empty", "a.0.b"),
            ("each value in tags must be a string", "tags"),
            ("property x should not exist", "x"),
            ("nested property address must be an object", "address"),
            ("Too small", "-"),
            ("You must agree", "You"),
        ];
        let list: Vec<_> = messages.iter().map(|(message, _)| *message).collect();
        let body = json!({ "statusCode": 400, "message": list, "error": "Bad Request" });
        assert_eq!(lines(body), messages.map(|(message, field)| format!("{field}: {message}")));
        let unmarked = json!({ "message": ["litres must be a number"] });
        assert_eq!(lines(unmarked), ["litres: litres must be a number"]);
    }

    #[test]
    fn finds_the_fields_in_the_errors_of_aspnet() {
        let errors =
            json!({ "Litres": ["Required", "Too small"], "$.b": ["Not a number"], "": ["Bad"], "$": ["Worse"] });
        let body = json!({ "title": "One or more validation errors occurred.", "status": 400, "errors": errors });
        let mut found = lines(body);
        found.sort();
        assert_eq!(found, ["-: Bad", "-: Worse", "Litres: Required", "Litres: Too small", "b: Not a number"]);
    }

    #[test]
    fn finds_the_fields_in_the_map_of_django() {
        let required = || json!(["This field is required."]);
        for (body, expected) in [
            (json!({ "litres": required() }), "litres: This field is required."),
            (json!({ "address": { "street": required() } }), "address.street: This field is required."),
            (json!({ "items": [{}, { "name": required() }] }), "items[1].name: This field is required."),
            (json!([{}, { "name": required() }]), "[1].name: This field is required."),
            (json!(["The dates overlap."]), "-: The dates overlap."),
            (json!({ "non_field_errors": ["The dates overlap."] }), "-: The dates overlap."),
            (json!({ "litres": [{ "message": "Not a number.", "code": "invalid" }] }), "litres: Not a number."),
            (json!({ "litres": ["必須項目です。"] }), "litres: 必須項目です。"),
            (json!({ "litres": ["Required."] }), "litres: Required."),
            (json!({ "litres": ["Invalid"] }), "litres: Invalid"),
            (json!(["Closed."]), "-: Closed."),
        ] {
            assert_eq!(lines(body), [expected]);
        }
        let all = lines(json!({ "message": required(), "name": required() }));
        assert_eq!(all, ["message: This field is required.", "name: This field is required."]);
        let mixed = lines(json!({ "name": required(), "size": ["max_value"] }));
        assert_eq!(mixed, ["name: This field is required.", "size: max_value"]);
        let body = json!({ "litres": required() });
        assert_eq!(field_errors(&body, false), []);
    }

    #[test]
    fn bodies_that_only_resemble_validation_errors_have_no_field_errors() {
        for body in [
            json!(null),
            json!({}),
            json!([]),
            json!(["required", 5]),
            json!({ "detail": "Not found." }),
            json!({ "detail": ["one two"], "code": 5 }),
            json!({ "message": "It left" }),
            json!({ "message": ["It left", "litres must be a number"] }),
            json!({ "message": ["It left now"], "errors": ["It left now"] }),
            json!({ "message": [] }),
            json!({ "errors": { "code": "E1", "message": "Bad request" } }),
            json!({ "errors": { "litres": ["Required"], "code": 5 } }),
            json!({ "errors": [{ "field": "id" }] }),
            json!({ "errors": {} }),
            json!({ "allowed": ["GET", "POST"] }),
            json!({ "codes": ["E12", "too_big"], "size": ["X"] }),
            json!({ "litres": ["This field is required."], "code": 5 }),
            json!({ "litres": [] }),
            json!({ "litres": {} }),
            json!({ "litres": ["This field is required.", 5] }),
            json!({ "error": { "scopes": ["read", "write"] } }),
        ] {
            assert_eq!(lines(body.clone()), [""; 0], "{body}");
        }
    }

    #[test]
    fn number_of_field_errors_and_length_of_their_names_are_bounded() {
        let long = "é".repeat(5_000);
        let many: Vec<_> = (0..5_000).map(|n| format!("message {n}")).collect();
        for body in [
            json!({ long.clone(): { long.clone(): many } }),
            json!({ "statusCode": 400, "message": many }),
            json!({ "detail": many.iter().map(|msg| json!({ "loc": [long, long], "msg": msg })).collect::<Vec<_>>() }),
        ] {
            let errors = field_errors(&body, true);
            assert_eq!(errors.len(), MAX_ERRORS);
            let length = errors[0].field.as_ref().map_or(0, |field| field.chars().count());
            assert!(length <= MAX_NAME, "{length}");
        }
    }
}
