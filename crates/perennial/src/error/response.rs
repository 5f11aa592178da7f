//! The responses that errors contain: their heads and bodies. Also the error for an unexpected status.

use std::fmt;

use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, HeaderMap};

use super::call::Call;
use super::text::shorten;
use crate::decode::without_byte_order_mark;

#[derive(Clone)]
pub(crate) struct Head {
    pub(crate) call: Call,
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
}

impl Head {
    pub(super) fn new(call: impl Into<Call>, status: StatusCode) -> Self {
        Self { call: call.into(), status, headers: HeaderMap::new() }
    }

    pub(crate) fn redact_headers(&mut self) {
        self.call.secrets().redact_headers(&mut self.headers);
    }

    pub(crate) fn request_id(&self) -> Option<&str> {
        request_id(&self.headers)
    }

    /// Writes the call, the status, `phrase` unless it is empty, and the URL.
    pub(super) fn fmt_with_phrase(&self, f: &mut fmt::Formatter<'_>, phrase: &str) -> fmt::Result {
        write!(f, "{}: {}", self.call, self.status.as_u16())?;
        if !phrase.is_empty() {
            write!(f, " {}", shorten(phrase))?;
        }
        write!(f, " from {}", shorten(self.call.url()))
    }
}

/// Returns the value of the header `Content-Type`; `None` if it is absent or not text.
pub(crate) fn content_type(headers: &HeaderMap) -> Option<&str> {
    headers.get(CONTENT_TYPE)?.to_str().ok()
}

/// Returns the id to quote to the service's support. Most services send it as `x-request-id`, although few document
/// this header.
pub(crate) fn request_id(headers: &HeaderMap) -> Option<&str> {
    headers.get("x-request-id")?.to_str().ok().filter(|id| !id.is_empty())
}

/// Writes `getThing: 200 OK from https://api.example.com/thing`.
impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_with_phrase(f, self.status.canonical_reason().unwrap_or_default())
    }
}

/// The body of an error response as text, up to the client's limit.
#[derive(Clone, Default)]
pub(crate) struct BodyText {
    pub(crate) text: String,
    /// Whether `text` is only the beginning of the body: the body exceeded the client's limit, or did not arrive
    /// completely.
    pub(crate) truncated: bool,
}

impl BodyText {
    /// Converts a body to text. Invalid UTF-8 is replaced by U+FFFD.
    pub(crate) fn new(bytes: &[u8], truncated: bool) -> Self {
        Self { text: String::from_utf8_lossy(bytes).into_owned(), truncated }
    }
}

/// Implements the getters of the two errors that contain a response with its body.
macro_rules! impl_response_getters {
    ($error:ty) => {
        impl $error {
            /// Returns the status of the response.
            pub fn status(&self) -> StatusCode {
                self.0.head.status
            }

            /// Returns the headers of the response.
            pub fn headers(&self) -> &HeaderMap {
                &self.0.head.headers
            }

            /// Returns the `x-request-id` header of the response, which you can quote when you contact the service's
            /// support. Returns `None` if the response does not contain this header.
            pub fn request_id(&self) -> Option<&str> {
                self.0.head.request_id()
            }

            /// Returns the body as text, up to the limit set by `ClientBuilder::max_error_bytes`. Invalid UTF-8 is
            /// replaced by U+FFFD.
            pub fn body(&self) -> &str {
                &self.0.body.text
            }

            /// Returns whether [`body`](Self::body) is only the beginning of the body, because the body exceeded the
            /// limit or did not arrive completely.
            pub fn is_body_truncated(&self) -> bool {
                self.0.body.truncated
            }

            /// Returns the id of the operation that was called.
            pub fn operation_id(&self) -> &'static str {
                self.0.head.call.operation.operation_id()
            }

            /// Returns the URL to which the request was sent: scheme, host and path, without the query, which may be
            /// private.
            pub fn url(&self) -> &str {
                self.0.head.call.url()
            }

            /// Returns the number of times that the request was sent, including the first.
            pub fn attempts(&self) -> u32 {
                self.0.head.call.attempts
            }
        }
    };
}
pub(super) use impl_response_getters;

/// The maximum number of characters of a web page that a message shows.
const WEB_PAGE_START: usize = 60;

/// The error for a response whose status is neither a success nor an error, such as a redirect, or for a success whose
/// body is a web page.
///
/// These responses are unexpected:
///
/// - The status is 1xx, 3xx, or 600 and above. However, a redirect that the document declares is a success if the
///   operation returns no value (`()`).
/// - The status is a 2xx that the document does not declare, for an operation whose response type depends on the
///   status.
/// - The status is a 2xx, and the body is a web page that the operation does not declare, for example from a proxy, a
///   login form or the wrong server.
///
/// The client does not follow redirects. The target of a redirect is in the `location` header.
///
/// ```
/// # use perennial::error::UnexpectedStatus;
/// fn print(error: &UnexpectedStatus) {
///     if error.status().is_redirection() {
///         println!("The client does not follow the redirect to {:?}", error.headers().get("location"));
///     }
/// }
/// # use perennial::{error::Call, http::StatusCode, reqwest::Method};
/// # print(&UnexpectedStatus::new(Call::request(&Method::GET, "/books"), StatusCode::FOUND));
/// ```
#[derive(Clone)]
pub struct UnexpectedStatus(pub(super) Box<UnexpectedStatusData>);

#[derive(Clone)]
pub(super) struct UnexpectedStatusData {
    pub(super) head: Head,
    body: BodyText,
}

impl UnexpectedStatus {
    /// Creates an error for tests, with a status and without headers and body.
    pub fn new(call: impl Into<Call>, status: StatusCode) -> Self {
        Self::from_response(Head::new(call, status), BodyText::default())
    }

    /// Replaces the headers of the error.
    #[must_use]
    pub fn with_headers(mut self, headers: HeaderMap) -> Self {
        self.0.head.headers = headers;
        self
    }

    /// Replaces the body of the error.
    #[must_use]
    pub fn with_body(mut self, body: &str) -> Self {
        self.0.body = BodyText::new(body.as_bytes(), false);
        self
    }

    pub(crate) fn from_response(head: Head, body: BodyText) -> Self {
        Self(Box::new(UnexpectedStatusData { head, body }))
    }

    pub(super) fn is_web_page(&self) -> bool {
        let UnexpectedStatusData { head, body } = &*self.0;
        head.status.is_success() && is_web_page(&head.headers, body.text.as_bytes())
    }

    fn fmt_web_page(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let content_type = content_type(self.headers()).unwrap_or_default();
        let page = self.body().trim_start_matches('\u{feff}').trim();
        let is_xml = page.starts_with("<?xml") || content_type.contains("/xml");
        write!(f, "the body is {}", if is_xml { "XML" } else { "a web page" })?;
        if !content_type.is_empty() {
            write!(f, " ({})", shorten(content_type))?;
        }
        let start: String = page.chars().take(WEB_PAGE_START).collect();
        let more = if start.len() < page.len() { "…" } else { "" };
        write!(f, ", which the operation does not declare: {}{more}", shorten(&start))
    }
}

impl_response_getters!(UnexpectedStatus);

impl fmt::Display for UnexpectedStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Head { call, status, .. } = &self.0.head;
        // A 304 is not a redirect, but the answer to a conditional request, such as one with an `if-none-match` header
        // that the caller set.
        write!(f, "{}: ", self.0.head)?;
        if self.is_web_page() {
            self.fmt_web_page(f)?;
        } else {
            let is_declared = call.operation.declares_redirect(*status);
            let is_redirect = status.is_redirection() && *status != StatusCode::NOT_MODIFIED;
            f.write_str(match (is_redirect, is_declared) {
                (true, true) => "a redirect that the operation declares, but that the client does not follow",
                (true, false) => "a redirect, which the client does not follow",
                (false, true) => "a status that the operation declares, but whose response contains no value to return",
                (false, false) => "a status that the operation does not declare",
            })?;
        }
        // The service may have processed the request even if it responded with a redirect.
        call.fmt_details(f, call.may_have_acted(true), self.request_id())
    }
}

/// Returns whether a body that is not JSON is a web page or other markup: it begins with `<`, or its `content-type` is
/// `text/html`.
pub(crate) fn is_web_page(headers: &HeaderMap, body: &[u8]) -> bool {
    let is_html = |value: &[u8]| value.to_ascii_lowercase().starts_with(b"text/html");
    without_byte_order_mark(body).trim_ascii().starts_with(b"<")
        || headers.get(CONTENT_TYPE).is_some_and(|value| is_html(value.as_bytes()))
}

impl fmt::Debug for UnexpectedStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Head { call, status, .. } = &self.0.head;
        call.debug_struct(f, "UnexpectedStatus")
            .field("status", status)
            .field("body_length", &self.body().len())
            .finish_non_exhaustive()
    }
}

impl std::error::Error for UnexpectedStatus {}
