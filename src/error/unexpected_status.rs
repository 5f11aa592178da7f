use std::fmt;

use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use super::call::Call;
use super::head::Head;
use super::text::BodyText;

/// A response with a status that is neither success nor error here: 1xx, 3xx (redirects are not followed), 600 and
/// above, or a 2xx that the document does not declare.
#[derive(Clone)]
pub struct UnexpectedStatus(Box<Inner>);

#[derive(Clone)]
struct Inner {
    head: Head,
    body: BodyText,
}

impl UnexpectedStatus {
    /// A hand-made error, for tests: this status, without headers and body.
    pub fn new(call: impl Into<Call>, status: StatusCode) -> Self {
        Self::from_response(Head { call: call.into(), status, headers: HeaderMap::new() }, BodyText::default())
    }

    /// The same error with other headers.
    pub fn with_headers(mut self, headers: HeaderMap) -> Self {
        self.0.head.headers = headers;
        self
    }

    /// The same error with another body.
    pub fn with_body(mut self, body: &str) -> Self {
        self.0.body = BodyText::new(body.as_bytes(), false);
        self
    }

    pub(crate) fn from_response(head: Head, body: BodyText) -> Self {
        Self(Box::new(Inner { head, body }))
    }

    /// The status of the response.
    pub fn status(&self) -> StatusCode {
        self.0.head.status
    }

    /// The headers of the response; for a redirect, `location` is its target.
    pub fn headers(&self) -> &HeaderMap {
        &self.0.head.headers
    }

    /// The `x-request-id` header of the response, to quote to the service's support. `None` if it is absent: the header
    /// is common, but the service does not document it.
    pub fn request_id(&self) -> Option<&str> {
        self.0.head.request_id()
    }

    /// The body as text, up to the limit set by [`max_error_bytes`](crate::ClientBuilder::max_error_bytes). Invalid
    /// UTF-8 is replaced by U+FFFD.
    pub fn body(&self) -> &str {
        &self.0.body.text
    }

    /// Whether the response had more than [`body`](Self::body) contains.
    pub fn is_body_truncated(&self) -> bool {
        self.0.body.truncated
    }

    /// The operation that was called.
    pub fn operation_id(&self) -> &'static str {
        self.0.head.call.operation.operation_id()
    }

    /// Where the request went: scheme, host and path, without the query, which may be private.
    pub fn url(&self) -> &str {
        self.0.head.call.url()
    }

    /// How many times the request was sent, including the first.
    pub fn attempts(&self) -> u32 {
        self.0.head.call.attempts
    }

    /// The three digits.
    pub(super) fn status_text(&self) -> &str {
        self.0.head.status.as_str()
    }

    /// Unknown for all of them: a redirect may be the answer to a request that was carried out.
    pub(super) fn may_have_been_processed(&self) -> bool {
        self.call().may_have_acted(true)
    }

    pub(super) fn call(&self) -> &Call {
        &self.0.head.call
    }
}

impl fmt::Display for UnexpectedStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = self.0.head.status;
        // 304 leads nowhere: it answers a condition, such as an `if-none-match` of the caller's own.
        let what = if status.is_redirection() && status != StatusCode::NOT_MODIFIED {
            "a redirect, which is not followed"
        } else {
            "a status that the operation does not declare"
        };
        write!(f, "{}: {what}", self.0.head)?;
        self.call().fmt_end(f, self.may_have_been_processed(), self.request_id())
    }
}

impl fmt::Debug for UnexpectedStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnexpectedStatus")
            .field("operation_id", &self.operation_id())
            .field("url", &self.url())
            .field("attempts", &self.attempts())
            .field("status", &self.0.head.status)
            .field("body_length", &self.body().len())
            .finish_non_exhaustive()
    }
}

impl std::error::Error for UnexpectedStatus {}
