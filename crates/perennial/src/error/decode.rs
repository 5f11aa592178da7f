use std::fmt;

use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use super::call::Call;
use super::response::{Head, content_type};
use super::text::{reason_without_values, shorten};
use crate::decode::without_byte_order_mark;
use crate::multipart::media_type;

/// The excerpt around a mismatch contains at most this many bytes before it, and as many after it.
const EXCERPT_BYTES: usize = 100;

/// The excerpt of a response that is text contains at most this many bytes.
const TEXT_BYTES: usize = 64 * 1024;

/// The error for a response body that does not match its type, for example because the service does not follow the
/// document.
///
/// The message contains the JSON path and the reason, but no value from the body. The
/// [`source()`](std::error::Error::source) is the error of serde_json, which quotes the value.
///
/// ```
/// # use perennial::error::{Call, DecodeError};
/// # use perennial::reqwest::Method;
/// fn print(error: &DecodeError) {
///     println!("{error}");
///     println!("The value at {} is invalid: {}", error.path().unwrap_or("?"), error.excerpt().unwrap_or("?"));
/// }
///
/// // An error for a test of `print`:
/// let body = r#"{"pages": "many"}"#;
/// let source = perennial::serde_json::from_str::<u32>(r#""many""#).expect_err("is not a number");
/// print(&DecodeError::new(Call::request(&Method::GET, "/books/7"), body, source).with_path("pages"));
/// ```
pub struct DecodeError(pub(super) Box<DecodeErrorData>);

pub(super) struct DecodeErrorData {
    /// The head of the response; `None` if the body was decoded, but the decoded value is inconsistent.
    pub(super) head: Option<Head>,
    problem: Problem,
}

enum Problem {
    Mismatch(Mismatch),
    Empty,
    TooLarge(TooLarge),
    OtherMediaType { expected: &'static str },
    UnequalLengths(String),
}

/// The part of a response that is larger than its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooLarge {
    /// The name of the part in messages.
    pub(crate) part: &'static str,
    /// The limit in bytes.
    pub(crate) limit: usize,
    /// The name of the setting that changes the limit. `None` if the limit is fixed.
    pub(crate) setting: Option<&'static str>,
}

impl TooLarge {
    /// Creates the problem of a part that exceeds the setting `max_response_bytes`, which is `limit`.
    pub(crate) fn for_response(part: &'static str, limit: usize) -> Self {
        Self { part, limit, setting: Some("max_response_bytes") }
    }
}

struct Mismatch {
    path: Option<String>,
    /// The type of the event that contains the value.
    event: Option<String>,
    /// The reason, without the value that `source` quotes.
    reason: Option<String>,
    excerpt: String,
    source: serde_json::Error,
}

impl DecodeError {
    /// Creates an error for tests, as if the body `body` of a response with status 200 could not be decoded. `source`
    /// is the error that serde_json returned.
    ///
    /// ```
    /// # use perennial::error::{Call, DecodeError};
    /// # use perennial::{reqwest::Method, serde_json};
    /// // Or an operation of the client, in place of the call.
    /// let call = Call::request(&Method::GET, "/books/7");
    /// let body = r#"{ "pages": "many" }"#;
    /// let source = serde_json::from_str::<Vec<u8>>(body).unwrap_err();
    /// let error = DecodeError::new(call, body, source).with_path("pages");
    /// assert_eq!(error.path(), Some("pages"));
    /// ```
    pub fn new(call: impl Into<Call>, body: &str, source: serde_json::Error) -> Self {
        let head = Head::new(call, StatusCode::OK);
        Self::mismatch(head, body.as_bytes(), None, source)
    }

    /// Replaces the JSON path of the error with `to`. Has no effect on an error without a
    /// [`source`](std::error::Error::source), such as the error for a body that is empty or too large.
    #[must_use]
    pub fn with_path(mut self, to: &str) -> Self {
        if let Problem::Mismatch(mismatch) = &mut self.0.problem {
            mismatch.path = Some(to.to_owned());
        }
        self
    }

    /// Replaces the headers of the error. Has no effect on an error whose [`status`](Self::status) is `None`, because
    /// such an error has no headers.
    #[must_use]
    pub fn with_headers(mut self, headers: HeaderMap) -> Self {
        if let Some(head) = &mut self.0.head {
            head.headers = headers;
        }
        self
    }

    /// Creates the error for a body that does not match the declared type. `path` is the position of the first
    /// mismatch.
    pub(crate) fn mismatch(head: Head, body: &[u8], path: Option<String>, source: serde_json::Error) -> Self {
        let body = without_byte_order_mark(body);
        if body.trim_ascii().is_empty() && path.is_none() {
            return Self::from_problem(head, Problem::Empty);
        }
        let reason = reason_without_values(&source);
        let is_text = content_type(&head.headers).is_some_and(|it| media_type::essence(it) == "text/plain");
        let excerpt = match is_text {
            true => String::from_utf8_lossy(&body[..body.len().min(TEXT_BYTES)]).into_owned(),
            false => excerpt_around(body, source.line(), source.column()),
        };
        let source = shorten_message(source);
        Self::from_problem(head, Problem::Mismatch(Mismatch { path, event: None, reason, excerpt, source }))
    }

    /// Sets the type of the event whose data does not match the declared type.
    pub(crate) fn in_event(mut self, event: Option<String>) -> Self {
        if let Problem::Mismatch(mismatch) = &mut self.0.problem {
            mismatch.event = event;
        }
        self
    }

    pub(crate) fn too_large(head: Head, problem: TooLarge) -> Self {
        Self::from_problem(head, Problem::TooLarge(problem))
    }

    pub(crate) fn other_media_type(head: Head, expected: &'static str) -> Self {
        Self::from_problem(head, Problem::OtherMediaType { expected })
    }

    pub(crate) fn unequal_lengths(lengths: &str) -> Self {
        Self(Box::new(DecodeErrorData { head: None, problem: Problem::UnequalLengths(lengths.to_owned()) }))
    }

    fn from_problem(head: Head, problem: Problem) -> Self {
        Self(Box::new(DecodeErrorData { head: Some(head), problem }))
    }

    /// Returns the status of the response.
    ///
    /// Returns `None` for one kind of error: a value contains several arrays whose elements at the same index belong
    /// together, but the arrays differ in length. This error is detected after decoding, when the response is no longer
    /// known.
    pub fn status(&self) -> Option<StatusCode> {
        self.0.head.as_ref().map(|head| head.status)
    }

    /// Returns the JSON path of the first mismatch, for example `entries[0].severity`.
    ///
    /// For a value of a [stream](crate::stream), the path begins with the index of the value: `[3].severity`. Returns
    /// `None` if the body as a whole does not match: it is empty, too large, invalid JSON, or an object that lacks a
    /// required field.
    pub fn path(&self) -> Option<&str> {
        self.as_mismatch()?.path.as_deref()
    }

    /// Returns the type of the event that contains the mismatch, for example `error`. Returns `None` if the event has
    /// no type, or if the response is not a stream of events.
    ///
    /// In a [stream of events](crate::stream), services report failures as events of a type that the document does not
    /// declare. Such an event causes this error if its data does not match the declared type.
    pub fn event(&self) -> Option<&str> {
        self.as_mismatch()?.event.as_deref()
    }

    /// Returns at most 200 bytes of the body around the mismatch. For a `text/plain` response, returns up to 64 KiB
    /// from the beginning of the text, because some services send plain text instead of the declared JSON.
    ///
    /// Returns `None` if the body is empty or too large, if a stream has an unexpected media type, or if
    /// [`status`](Self::status) is `None`. The excerpt may contain private data, so neither `Display` nor `Debug` shows
    /// it.
    pub fn excerpt(&self) -> Option<&str> {
        Some(&self.as_mismatch()?.excerpt)
    }

    /// Returns the headers of the response, or `None` if [`status`](Self::status) is `None`.
    pub fn headers(&self) -> Option<&HeaderMap> {
        self.0.head.as_ref().map(|head| &head.headers)
    }

    /// Returns the `x-request-id` header of the response, which you can quote when you contact the service's support.
    /// Returns `None` if the response does not contain this header.
    pub fn request_id(&self) -> Option<&str> {
        self.0.head.as_ref()?.request_id()
    }

    /// Returns the id of the operation that was called, such as `listBooks`, or `None` if [`status`](Self::status) is
    /// `None`.
    pub fn operation_id(&self) -> Option<&'static str> {
        self.call().map(|call| call.operation.operation_id())
    }

    /// Returns the URL to which the request was sent: scheme, host and path, without the query, which may be private.
    /// Returns `None` if [`status`](Self::status) is `None`.
    pub fn url(&self) -> Option<&str> {
        self.call().map(Call::url)
    }

    /// Returns the number of attempts of the call, or 0 if the error does not belong to a response
    /// ([`status`](Self::status) is `None`).
    pub fn attempts(&self) -> u32 {
        self.call().map_or(0, |call| call.attempts)
    }

    fn content_type(&self) -> Option<&str> {
        content_type(self.headers()?)
    }

    fn as_mismatch(&self) -> Option<&Mismatch> {
        if let Problem::Mismatch(mismatch) = &self.0.problem { Some(mismatch) } else { None }
    }

    fn call(&self) -> Option<&Call> {
        self.0.head.as_ref().map(|head| &head.call)
    }
}

/// Returns an excerpt of `body` around a position. `line` and `column` count from 1.
fn excerpt_around(body: &[u8], line: usize, column: usize) -> String {
    let before: usize = body.split_inclusive(|byte| *byte == b'\n').take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    let at = before.saturating_add(column).min(body.len());
    let start = at.saturating_sub(EXCERPT_BYTES);
    let end = body.len().min(start + 2 * EXCERPT_BYTES);
    String::from_utf8_lossy(body.get(start..end).unwrap_or_default()).into_owned()
}

/// Shortens the message of an error, because serde quotes the unexpected value in it without limiting its length.
fn shorten_message(error: serde_json::Error) -> serde_json::Error {
    let text = error.to_string();
    let shortened = shorten(&text);
    if shortened == text {
        return error;
    }
    let (line, column) = (error.line(), error.column());
    // serde_json extracts the position from the end of a custom message.
    serde::de::Error::custom(format_args!("{shortened} at line {line} column {column}"))
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(head) = &self.0.head {
            write!(f, "{head}: ")?;
        }
        match &self.0.problem {
            Problem::Mismatch(Mismatch { path, event, reason, .. }) => {
                match event {
                    Some(event) => write!(f, "the event `{}` is not of the declared type", shorten(event))?,
                    None => f.write_str("the body is not of the declared type")?,
                }
                path.iter().try_for_each(|path| write!(f, " at `{}`", shorten(path)))?;
                reason.iter().try_for_each(|reason| write!(f, ": {}", shorten(reason)))
            }
            Problem::Empty => f.write_str("the body is empty"),
            Problem::TooLarge(TooLarge { part, limit, setting }) => {
                write!(f, "{part} is larger than {limit} bytes")?;
                setting.map_or(Ok(()), |setting| write!(f, ", the limit set by `{setting}`"))
            }
            Problem::OtherMediaType { expected } => {
                write!(f, "the body is `{}`, not `{expected}`", shorten(self.content_type().unwrap_or_default()))
            }
            Problem::UnequalLengths(lengths) => {
                write!(f, "the arrays that form the series differ in length: {lengths}")
            }
        }?;
        // The status is 2xx, so the service has acted on the call even though the body does not match.
        self.call().map_or(Ok(()), |call| call.fmt_details(f, call.may_have_acted(true), self.request_id()))
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = match &self.0.head {
            Some(head) => head.call.debug_struct(f, "DecodeError"),
            None => f.debug_struct("DecodeError"),
        };
        debug.field("status", &self.status());
        match &self.0.problem {
            Problem::Mismatch(Mismatch { path, source, .. }) => {
                debug.field("path", &path.as_ref().map(|path| shorten(path))).field("source", source)
            }
            Problem::Empty => debug.field("problem", &"Empty"),
            Problem::TooLarge(TooLarge { limit, .. }) => debug.field("limit", limit),
            Problem::OtherMediaType { .. } => debug.field("content_type", &self.content_type()),
            Problem::UnequalLengths(lengths) => debug.field("lengths", lengths),
        };
        debug.finish_non_exhaustive()
    }
}

impl std::error::Error for DecodeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.as_mismatch()?.source)
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use super::*;
    use crate::operation::Operation;

    static OPERATION: Operation = Operation::new("getThing", "GET", "/thing");

    fn head_of_success() -> Head {
        Head::new(Call::of(&OPERATION).at("https://h/thing"), StatusCode::OK)
    }

    fn mismatch(body: &str) -> DecodeError {
        let source = serde_json::from_str::<Vec<u8>>(body).unwrap_err();
        DecodeError::mismatch(head_of_success(), body.as_bytes(), None, source)
    }

    #[test]
    fn decode_error_excerpt_is_short_and_contains_the_mismatch() {
        let body = format!("[\n{}\n\"here\",{}]", "1,\n".repeat(5000), "2,".repeat(5000));
        let error = mismatch(&body);
        let excerpt = error.excerpt().unwrap();
        assert!(excerpt.contains("\"here\""), "{excerpt}");
        assert!(excerpt.len() <= 2 * EXCERPT_BYTES, "{}", excerpt.len());
    }

    #[test]
    fn source_of_a_decode_error_is_short_but_keeps_line_and_column() {
        let error = mismatch(&format!("[\"{}\"]", "x".repeat(5000)));
        let source = error.source().unwrap();
        assert!(source.to_string().len() < 300, "{source}");
        let source = source.downcast_ref::<serde_json::Error>().unwrap();
        assert_eq!((source.line(), source.column()), (1, 5003));
    }

    #[test]
    fn display_and_debug_of_a_decode_error_omit_the_excerpt() {
        let error = mismatch("[true, \"private\"]");
        assert!(error.excerpt().unwrap().contains("private"));
        assert!(!format!("{error} {error:?} {error:#?}").contains("private"));
    }
}
