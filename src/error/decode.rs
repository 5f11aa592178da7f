use std::fmt;

use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, HeaderMap};

use super::call::Call;
use super::head::Head;
use super::text::{BodyText, Short};

/// How many bytes of the body an error keeps before and after the mismatch.
const EXCERPT: usize = 100;

/// How many characters of a web page the message shows.
const START: usize = 60;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A 2xx response that is not what the document declares.
pub struct DecodeError(Box<Inner>);

struct Inner {
    /// `None` if a value that had been decoded is inconsistent.
    head: Option<Head>,
    problem: Problem,
}

enum Problem {
    Mismatch {
        path: Option<String>,
        excerpt: String,
        source: serde_json::Error,
    },
    /// Markup where JSON is declared: the page of a proxy, a login, or another server.
    Page {
        start: String,
        excerpt: String,
        source: serde_json::Error,
    },
    Empty,
    TooLarge {
        limit: usize,
    },
    UnequalLengths(String),
}

impl DecodeError {
    /// A hand-made error, for tests: a response with status 200 and this body, which serde could not read.
    ///
    /// ```
    /// use monitoring_service::{error::DecodeError, operations};
    ///
    /// for operation in operations() {
    ///     let body = r#"{ "length": "many" }"#;
    ///     let source = serde_json::from_str::<Vec<u8>>(body).unwrap_err();
    ///     let error = DecodeError::new(operation, body, source).with_path("length");
    ///     assert_eq!(error.path(), Some("length"));
    /// }
    /// ```
    pub fn new(call: impl Into<Call>, body: &str, source: serde_json::Error) -> Self {
        let head = Head { call: call.into(), status: StatusCode::OK, headers: HeaderMap::new() };
        Self::mismatch(head, body.as_bytes(), None, source)
    }

    /// The same error with another JSON path. An error without a mismatch stays without a path.
    #[must_use]
    pub fn with_path(mut self, to: &str) -> Self {
        if let Problem::Mismatch { path, .. } = &mut self.0.problem {
            *path = Some(to.to_owned());
        }
        self
    }

    /// The same error with other headers. An error about a decoded value stays without headers.
    #[must_use]
    pub fn with_headers(mut self, headers: HeaderMap) -> Self {
        if let Some(head) = &mut self.0.head {
            head.headers = headers;
        }
        self
    }

    /// A body that does not match the declared type; `path` points to the first mismatch.
    pub(crate) fn mismatch(head: Head, body: &[u8], path: Option<String>, source: serde_json::Error) -> Self {
        let text = body.trim_ascii();
        if text.is_empty() {
            return Self::about(head, Problem::Empty);
        }
        let is_syntax = source.is_syntax();
        let (excerpt, source) = (excerpt(body, source.line(), source.column()), bounded(source));
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).trim_ascii_start();
        let is_page = text.starts_with(b"<") || is_syntax && is_html(&head.headers);
        let problem = if is_page {
            Problem::Page { start: start_of(text), excerpt, source }
        } else {
            Problem::Mismatch { path, excerpt, source }
        };
        Self::about(head, problem)
    }

    pub(crate) fn too_large(head: Head, limit: usize) -> Self {
        Self::about(head, Problem::TooLarge { limit })
    }

    pub(crate) fn unequal_lengths(lengths: &str) -> Self {
        Self(Box::new(Inner { head: None, problem: Problem::UnequalLengths(lengths.to_owned()) }))
    }

    fn about(head: Head, problem: Problem) -> Self {
        Self(Box::new(Inner { head: Some(head), problem }))
    }

    /// The status of the response; `None` if `samples()` found arrays of different lengths in a decoded value.
    pub fn status(&self) -> Option<StatusCode> {
        self.head().map(|head| head.status)
    }

    /// The JSON path of the first mismatch, for example `entries[0].severity`; `None` if it is the whole body: not
    /// JSON, empty, too large.
    pub fn path(&self) -> Option<&str> {
        match &self.0.problem {
            Problem::Mismatch { path, .. } => path.as_deref(),
            _ => None,
        }
    }

    /// The body around the mismatch, at most 200 bytes; `None` if the body is empty or was not read. It may contain
    /// private data, so neither `Display` nor `Debug` shows it, except for the first characters of a web page.
    pub fn excerpt(&self) -> Option<&str> {
        match &self.0.problem {
            Problem::Mismatch { excerpt, .. } | Problem::Page { excerpt, .. } => Some(excerpt),
            _ => None,
        }
    }

    /// The headers of the response; `None` as with [`status`](Self::status).
    pub fn headers(&self) -> Option<&HeaderMap> {
        self.head().map(|head| &head.headers)
    }

    /// The `x-request-id` header of the response, to quote to the service's support. `None` if it is absent: the header
    /// is common, but the service does not document it.
    pub fn request_id(&self) -> Option<&str> {
        self.head()?.request_id()
    }

    fn content_type(&self) -> Option<&str> {
        self.headers()?.get(CONTENT_TYPE)?.to_str().ok().filter(|text| !text.is_empty())
    }

    /// The operation that was called; `None` as with [`status`](Self::status).
    pub fn operation_id(&self) -> Option<&'static str> {
        self.call().map(|call| call.operation.operation_id())
    }

    /// Where the request went: scheme, host and path, without the query, which may be private. `None` as with
    /// [`status`](Self::status).
    pub fn url(&self) -> Option<&str> {
        self.call().map(Call::url)
    }

    /// How many times the request was sent, including the first; 0 as with [`status`](Self::status).
    pub fn attempts(&self) -> u32 {
        self.call().map_or(0, |call| call.attempts)
    }

    /// The status is a success, whatever the body. An error about a decoded value is not about a call.
    pub(super) fn may_have_been_processed(&self) -> bool {
        self.call().is_some_and(|call| call.may_have_acted(true))
    }

    fn call(&self) -> Option<&Call> {
        self.head().map(|head| &head.call)
    }

    pub(super) fn head(&self) -> Option<&Head> {
        self.0.head.as_ref()
    }

    pub(super) fn head_mut(&mut self) -> Option<&mut Head> {
        self.0.head.as_mut()
    }
}

/// Whether the response calls its body a web page. Some pages have no markup.
fn is_html(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|value| value.as_bytes().to_ascii_lowercase().starts_with(b"text/html"))
}

/// The bytes of `body` around a position; lines and columns count from 1.
fn excerpt(body: &[u8], line: usize, column: usize) -> String {
    let before: usize = body.split_inclusive(|byte| *byte == b'\n').take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    let at = before.saturating_add(column).min(body.len());
    let start = at.saturating_sub(EXCERPT);
    let around = body.get(start..).unwrap_or_default();
    BodyText::cut(around, 2 * EXCERPT).text
}

/// The first characters of a page, and `…` if there are more.
fn start_of(page: &[u8]) -> String {
    // No character takes more than 4 bytes.
    let text = BodyText::cut(page, 4 * (START + 1)).text;
    match text.char_indices().nth(START) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// The same error with a bounded text: serde quotes the unexpected value, however long it is.
fn bounded(error: serde_json::Error) -> serde_json::Error {
    let text = error.to_string();
    let short = Short(&text).to_string();
    if short == text {
        return error;
    }
    let (line, column) = (error.line(), error.column());
    // serde_json parses the position from the end of a custom text.
    serde::de::Error::custom(format_args!("{short} at line {line} column {column}"))
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(head) = self.head() {
            write!(f, "{head}: ")?;
        }
        match &self.0.problem {
            Problem::Mismatch { path: Some(path), .. } => {
                write!(f, "the body is not of the declared type at `{}`", Short(path))
            }
            Problem::Mismatch { path: None, .. } => f.write_str("the body is not of the declared type"),
            Problem::Page { start, .. } => {
                let content_type = self.content_type();
                let is_xml = start.starts_with("<?xml") || content_type.is_some_and(|text| text.contains("/xml"));
                write!(f, "the body is {}", if is_xml { "XML" } else { "a web page" })?;
                if let Some(content_type) = content_type {
                    write!(f, " ({})", Short(content_type))?;
                }
                write!(f, ", not JSON: {}", Short(start))
            }
            Problem::Empty => f.write_str("the body is empty"),
            Problem::TooLarge { limit } => {
                write!(f, "the body is larger than {limit} bytes, the limit set by `max_response_bytes`")
            }
            Problem::UnequalLengths(lengths) => {
                write!(f, "the arrays of the series differ in length: {lengths}")
            }
        }?;
        let end = |call: &Call| call.fmt_end(f, self.may_have_been_processed(), self.request_id());
        self.call().map_or(Ok(()), end)
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = match self.head() {
            Some(head) => head.call.debug_struct(f, "DecodeError"),
            None => f.debug_struct("DecodeError"),
        };
        debug.field("status", &self.status());
        match &self.0.problem {
            Problem::Mismatch { path, source, .. } => {
                debug.field("path", &path.as_ref().map(|path| Short(path).to_string())).field("source", source)
            }
            Problem::Page { source, .. } => debug.field("problem", &"Page").field("source", source),
            Problem::Empty => debug.field("problem", &"Empty"),
            Problem::TooLarge { limit } => debug.field("limit", limit),
            Problem::UnequalLengths(lengths) => debug.field("lengths", lengths),
        };
        debug.finish_non_exhaustive()
    }
}

impl std::error::Error for DecodeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.problem {
            Problem::Mismatch { source, .. } | Problem::Page { source, .. } => Some(source),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use super::*;
    use crate::operation::Operation;

    static OPERATION: Operation = Operation::new("getThing", "GET", "/thing");

    fn head() -> Head {
        Head { call: Call::of(&OPERATION).at("https://h/thing"), status: StatusCode::OK, headers: HeaderMap::new() }
    }

    fn mismatch(body: &str) -> DecodeError {
        let source = serde_json::from_str::<Vec<u8>>(body).unwrap_err();
        DecodeError::mismatch(head(), body.as_bytes(), None, source)
    }

    #[test]
    fn the_excerpt_is_bounded_and_lies_around_the_mismatch() {
        let body = format!("[\n{}\n\"here\",{}]", "1,\n".repeat(5000), "2,".repeat(5000));
        let error = mismatch(&body);
        let excerpt = error.excerpt().unwrap();
        assert!(excerpt.contains("\"here\""), "{excerpt}");
        assert!(excerpt.len() <= 2 * EXCERPT, "{}", excerpt.len());
    }

    #[test]
    fn the_source_is_bounded_and_keeps_its_position() {
        let error = mismatch(&format!("[\"{}\"]", "x".repeat(5000)));
        let source = error.source().unwrap();
        assert!(source.to_string().len() < 300, "{source}");
        let source = source.downcast_ref::<serde_json::Error>().unwrap();
        assert_eq!((source.line(), source.column()), (1, 5003));
    }

    #[test]
    fn neither_display_nor_debug_shows_the_excerpt() {
        let error = mismatch("[true, \"private\"]");
        assert!(error.excerpt().unwrap().contains("private"));
        assert!(!format!("{error} {error:?} {error:#?}").contains("private"));
    }

    #[test]
    fn an_empty_body_is_called_empty() {
        assert_eq!(mismatch(" \n").to_string(), "getThing: 200 OK from https://h/thing: the body is empty");
    }

    #[test]
    fn a_body_over_the_limit_names_the_limit_and_the_setting() {
        assert_eq!(
            DecodeError::too_large(head(), 10).to_string(),
            "getThing: 200 OK from https://h/thing: the body is larger than 10 bytes, the limit set by `max_response_bytes`"
        );
    }
}
