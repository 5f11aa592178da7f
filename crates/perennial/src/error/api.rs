use std::fmt;
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, from_value};

use super::call::Call;
use super::decode::DecodeError;
use super::fields::{FieldError, field_errors};
use super::response::{BodyText, Head, impl_response_getters};
use super::text::{format_whole_seconds, redacted_line, shorten};
use super::transient::{is_transient, parse_retry_after, requests_wait};
use crate::clock::system_time;
use crate::decode::{OfAny, json, without_byte_order_mark};
use crate::service::ErrorBody;

/// A 4xx or 5xx response of the service, or of a proxy in between.
///
/// Usually, the body is a JSON object in the [`ErrorFormat`](crate::service::ErrorFormat) of the service. If it is not,
/// for example because it is the HTML page of a proxy, the status, the headers and [`body`](Self::body) are still
/// available.
///
/// ```
/// # use perennial::error::{ApiError, Call};
/// # use perennial::{http::StatusCode, reqwest::Method};
/// fn print(error: &ApiError) {
///     println!("{}: {}", error.status(), error.message().unwrap_or("no message"));
///     for error in error.field_errors() {
///         println!("- {error}");
///     }
/// }
///
/// // An error for a test of `print`:
/// let call = Call::request(&Method::POST, "/books");
/// print(&ApiError::new(call, StatusCode::BAD_REQUEST).with_body(r#"{"message": "The title is missing."}"#));
/// ```
#[derive(Clone)]
pub struct ApiError(pub(super) Box<ApiErrorData>);

#[derive(Clone)]
pub(super) struct ApiErrorData {
    pub(super) head: Head,
    retry_after: Option<Duration>,
    details: ErrorBody,
    body: BodyText,
}

/// The kind of an API error, for use in a `match`. Each status that programs commonly distinguish has a variant, and
/// all other statuses share [`Other`](Self::Other).
///
/// ```
/// # use perennial::error::{ApiError, ApiErrorKind};
/// fn advice(error: &ApiError) -> &'static str {
///     match error.kind() {
///         ApiErrorKind::Unauthorized => "Check the key.",
///         ApiErrorKind::Forbidden => "Ask for access.",
///         ApiErrorKind::NotFound => "Check the id.",
///         ApiErrorKind::TooManyRequests => "Wait.",
///         _ => "Read the message.",
///     }
/// }
/// # use perennial::{error::Call, http::StatusCode, reqwest::Method};
/// # let call = Call::request(&Method::GET, "/books/7");
/// # assert_eq!(advice(&ApiError::new(call, StatusCode::NOT_FOUND)), "Check the id.");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ApiErrorKind {
    /// 401: the credentials are missing, or the service does not accept them.
    Unauthorized,
    /// 403: the credentials are valid, but do not permit this request.
    Forbidden,
    /// 404: the resource does not exist.
    NotFound,
    /// 429: a rate limit is exceeded.
    TooManyRequests,
    /// Any other 4xx or 5xx status, which [`ApiError::status`] returns.
    Other,
}

impl ApiError {
    /// Creates an error for tests, with a status and without headers. The body is written in the error format of the
    /// service.
    ///
    /// ```
    /// # use perennial::ApiError;
    /// # use perennial::error::{ApiErrorKind, Call};
    /// # use perennial::reqwest::{Method, StatusCode};
    /// // Or an operation of the client, in place of the call.
    /// let call = Call::request(&Method::GET, "/books/7");
    /// let error = ApiError::new(call, StatusCode::NOT_FOUND).with_body(r#"{ "message": "No such book" }"#);
    /// assert_eq!(error.kind(), ApiErrorKind::NotFound);
    /// assert_eq!(error.message(), Some("No such book"));
    /// ```
    pub fn new(call: impl Into<Call>, status: StatusCode) -> Self {
        let head = Head::new(call, status);
        let body = head.call.operation.error_format().write(status, None).to_string();
        Self::from_response(head, BodyText::new(body.as_bytes(), false))
    }

    /// Replaces the headers of the error. [`retry_after`](Self::retry_after) changes accordingly.
    #[must_use]
    pub fn with_headers(self, headers: HeaderMap) -> Self {
        let ApiErrorData { head, body, .. } = *self.0;
        Self::from_response(Head { headers, ..head }, body)
    }

    /// Replaces the body of the error. The name, the message and the attributes of the error change accordingly.
    #[must_use]
    pub fn with_body(self, body: &str) -> Self {
        Self::from_response(self.0.head, BodyText::new(body.as_bytes(), false))
    }

    pub(crate) fn from_response(head: Head, body: BodyText) -> Self {
        let read = serde_json::from_slice(without_byte_order_mark(body.text.as_bytes()));
        let object = match read.unwrap_or_default() {
            Value::Object(object) => object,
            // The body is a list of errors. Its first error is treated as the body.
            Value::Array(list) => list.into_iter().next().and_then(|first| from_value(first).ok()).unwrap_or_default(),
            _ => Map::new(),
        };
        let details = head.call.operation.error_format().read(object);
        Self(Box::new(ApiErrorData {
            retry_after: parse_retry_after(&head.headers, system_time()),
            head,
            details,
            body,
        }))
    }

    /// Returns the kind of the error, which is determined by the status.
    pub fn kind(&self) -> ApiErrorKind {
        match self.status() {
            StatusCode::UNAUTHORIZED => ApiErrorKind::Unauthorized,
            StatusCode::FORBIDDEN => ApiErrorKind::Forbidden,
            StatusCode::NOT_FOUND => ApiErrorKind::NotFound,
            StatusCode::TOO_MANY_REQUESTS => ApiErrorKind::TooManyRequests,
            _ => ApiErrorKind::Other,
        }
    }

    /// Returns the name of the error from the body, for example `Unauthorized`.
    ///
    /// If the body contains no name, returns the standard phrase for the status, or an empty string if the status has
    /// no standard phrase.
    pub fn error(&self) -> &str {
        match &self.0.details.error {
            Some(error) => error,
            None => self.status().canonical_reason().unwrap_or_default(),
        }
    }

    /// Returns the human-readable message in the body, for example `No such book`.
    pub fn message(&self) -> Option<&str> {
        self.0.details.message.as_deref()
    }

    /// Returns all fields of the body except the name of the error and the message. Returns `None` if the
    /// [`ErrorFormat`](crate::service::ErrorFormat) of the service finds no such fields.
    pub fn attributes(&self) -> Option<&Map<String, Value>> {
        self.0.details.attributes.as_ref()
    }

    /// Returns the messages of a validation error about individual fields, such as `litres: Field required`.
    ///
    /// These formats are supported:
    ///
    /// - FastAPI: a list `detail` of objects with `loc` and `msg`,
    /// - NestJS: a list of messages,
    /// - ASP.NET: an object `errors`,
    /// - Django: an object from field names to messages, with the status 400 or 422.
    ///
    /// At most 1000 errors are returned. If the body contains them as a list, their order is kept. No errors are
    /// returned for a body in another format, or for a body that exceeds the client's limit for error bodies
    /// (`ClientBuilder::max_error_bytes`).
    ///
    /// The message (`Display`) of an `ApiError` contains at most three field errors.
    ///
    /// ```
    /// # use perennial::ApiError;
    /// # use perennial::error::Call;
    /// # use perennial::reqwest::{Method, StatusCode};
    /// # let call = Call::request(&Method::POST, "/tanks");
    /// let body = r#"{ "detail": [{ "loc": ["body", "litres"], "msg": "Field required" }] }"#;
    /// let error = ApiError::new(call, StatusCode::UNPROCESSABLE_ENTITY).with_body(body);
    /// let errors = error.field_errors();
    /// assert_eq!(errors[0].field.as_deref(), Some("litres"));
    /// assert_eq!(errors[0].message, "Field required");
    /// assert!(error.to_string().ends_with(": litres: Field required"));
    /// ```
    pub fn field_errors(&self) -> Vec<FieldError> {
        let body = serde_json::from_slice(without_byte_order_mark(self.body().as_bytes())).unwrap_or_default();
        let is_validation = matches!(self.status(), StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY);
        field_errors(&body, is_validation)
    }

    /// Returns up to three field errors as one line, or `None` if there are none.
    fn field_errors_line(&self) -> Option<String> {
        let errors = self.field_errors();
        if errors.is_empty() {
            return None;
        }
        let shown: Vec<String> = errors.iter().take(3).map(ToString::to_string).collect();
        let more = errors.len() - shown.len();
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        // Secrets have been redacted in the body, but joining the parts of a field name may have formed a secret again.
        let line = redacted_line(self.0.head.call.secrets(), &shown.join("; "));
        Some(line + &more)
    }

    /// Decodes the whole body as a `T`, which is the type that was generated for this error, or a type of your own.
    ///
    /// ```
    /// # use perennial::ApiError;
    /// #[derive(serde::Deserialize)]
    /// struct Fault { field: String }
    ///
    /// fn field(error: &ApiError) -> Option<String> {
    ///     error.body_as::<Fault>().ok().map(|fault| fault.field)
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a [`DecodeError`] if the body does not match the type, or if it exceeds the client's limit for error
    /// bodies.
    pub fn body_as<T: DeserializeOwned>(&self) -> Result<T, DecodeError> {
        let body = self.body().as_bytes();
        json(body).map(|OfAny(value)| value).map_err(|error| {
            let (path, source) = error.into_parts();
            DecodeError::mismatch(self.0.head.clone(), body, path, source)
        })
    }

    /// Returns how long the response asks the client to wait, counted from the arrival of the response. Returns `None`
    /// if the response requests no wait, or if the wait cannot be parsed.
    ///
    /// The wait is the time in `retry-after-ms`. If this header is absent or cannot be parsed, or if the time in
    /// `Retry-After` is more than a second longer, the wait is the time in `Retry-After`, which is zero for a date in
    /// the past.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    pub(crate) fn has_unreadable_retry_after(&self) -> bool {
        self.0.retry_after.is_none() && requests_wait(self.headers())
    }

    pub(super) fn is_transient(&self) -> bool {
        is_transient(self.status(), self.headers())
    }

    /// Returns whether the service may have acted on the call: a 4xx means that it refused the call, but a 5xx error
    /// may have occurred at any point.
    pub(super) fn may_have_been_processed(&self) -> bool {
        self.0.head.call.may_have_acted(self.status().is_server_error())
    }
}

impl_response_getters!(ApiError);

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (error, call) = (self.error(), &self.0.head.call);
        self.0.head.fmt_with_phrase(f, error)?;
        let fields = self.field_errors_line();
        // The message is omitted if it was taken from a field error that is shown anyway.
        let is_repeated = |message: &str| fields.as_ref().is_some_and(|fields| fields.contains(&shorten(message)));
        if let Some(message) = self.message().filter(|message| *message != error && !is_repeated(message)) {
            write!(f, ": {}", shorten(message))?;
        }
        if let Some(fields) = &fields {
            write!(f, ": {fields}")?;
        }
        if let Some(wait) = self.retry_after().filter(|wait| !wait.is_zero()) {
            write!(f, "; retry after {}", format_whole_seconds(wait))?;
        }
        let repeated = Some(call).filter(|_| self.status() == StatusCode::NOT_FOUND);
        if let Some(prefix) = repeated.and_then(Call::repeated_prefix) {
            write!(f, "; leave `{}` out of the base URL: the path of the operation begins with it", shorten(&prefix))?;
        }
        call.fmt_details(f, self.may_have_been_processed(), self.request_id())
    }
}

impl fmt::Debug for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Head { call, status, .. } = &self.0.head;
        call.debug_struct(f, "ApiError")
            .field("status", status)
            .field("error", &format_args!("\"{}\"", shorten(self.error())))
            .field("message", &self.message().map(shorten))
            .field("body_length", &self.body().len())
            .finish_non_exhaustive()
    }
}

impl std::error::Error for ApiError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::operation::Operation;

    static GET: Operation = Operation::new("getThing", "GET", "/thing");
    static POST: Operation = Operation::new("postThing", "POST", "/thing");

    fn api_error(operation: &'static Operation, status: u16, body: &str) -> ApiError {
        let call = Call::of(operation).at("https://h/thing");
        let head = Head::new(call, StatusCode::from_u16(status).unwrap());
        ApiError::from_response(head, BodyText::new(body.as_bytes(), false))
    }

    #[test]
    fn error_body_can_be_decoded_as_another_type() {
        let error = api_error(&GET, 400, r#"{"fields":{"name":["too long"],"size":5}}"#);
        type Fields<T> = std::collections::BTreeMap<String, T>;
        assert_eq!(error.body_as::<Fields<Fields<Value>>>().unwrap()["fields"]["size"], 5);
        let other = error.body_as::<Fields<Fields<Vec<String>>>>().unwrap_err();
        assert_eq!(other.path(), Some("fields.size"));
        assert!(!other.to_string().contains("too long"), "{other}");
        assert!(api_error(&GET, 502, "<html>").body_as::<Value>().is_err());
    }

    #[test]
    fn message_comes_from_the_first_object_if_the_error_body_is_a_list() {
        let error = api_error(&GET, 400, r#"[{"error":"GONE","message":"It left"},{"message":"Other"}]"#);
        assert_eq!((error.error(), error.message()), ("GONE", Some("It left")));
        assert_eq!(api_error(&GET, 400, "[]").message(), None);
    }

    #[test]
    fn display_and_debug_of_an_api_error_omit_body_and_headers() {
        let mut error = api_error(&GET, 500, r#"{"message":"m","private":"secret"}"#);
        error.0.head.headers.insert("x-private", "secret".parse().unwrap());
        assert!(!format!("{error} {error:?} {error:#?}").contains("secret"));
    }

    #[test]
    fn display_of_an_api_error_contains_at_most_three_field_errors() {
        let line = |status, body: &str| api_error(&POST, status, body).to_string();
        let start = "postThing: 400 Bad Request from https://h/thing";
        for (body, end) in [
            (r#"{"a":["too big now"],"b":["b is wrong"]}"#, ": a: too big now; b is wrong"),
            (r#"{"id":["invalid value"]}"#, ": id: invalid value"),
            (
                r#"{"statusCode":400,"message":["a must be 1","b must be 2","c must be 3","d must be 4"],"error":"Bad Request"}"#,
                ": a must be 1; b must be 2; c must be 3; and 1 more",
            ),
            (r#"{"message":"Invalid","errors":{"a":["x"]}}"#, ": Invalid: a: x"),
            (r#"{"detail":[{"loc":["body","a\n\u202e"],"msg":"x"}]}"#, r": a\n\u{202e}: x"),
        ] {
            assert_eq!(line(400, body), format!("{start}{end}"));
        }
        let long = "x ".repeat(5_000);
        let line = line(400, &format!(r#"{{"errors":{{"{long}":["{long}","{long}","{long}","{long}"]}}}}"#));
        assert!(line.chars().count() < 300 && line.ends_with("…; and 1 more"), "{line}");
    }

    #[test]
    fn post_is_retryable_after_no_status_but_429() {
        for status in [408, 425, 429, 502, 503, 504, 520, 521, 522, 523, 524, 529] {
            assert!(Error::from(api_error(&GET, status, "")).is_retryable());
            assert_eq!(Error::from(api_error(&POST, status, "")).is_retryable(), status == 429);
        }
        for status in [400, 401, 403, 404, 500, 501, 519, 525, 530] {
            assert!(!Error::from(api_error(&GET, status, "")).is_retryable());
        }
    }
}
