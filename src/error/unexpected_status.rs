use std::fmt;

use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use super::call::Call;
use super::text::{BodyText, StatusLine};

/// A response with a status that is neither success nor error here: 1xx, 3xx (redirects are not followed), 600 and
/// above, or a 2xx that the document does not declare.
#[derive(Clone)]
pub struct UnexpectedStatus(Box<Inner>);

#[derive(Clone)]
struct Inner {
    call: Call,
    status: StatusCode,
    headers: HeaderMap,
    body: BodyText,
}

impl UnexpectedStatus {
    pub(crate) fn new(call: Call, status: StatusCode, headers: HeaderMap, body: BodyText) -> Self {
        Self(Box::new(Inner { call, status, headers, body }))
    }

    /// The status of the response.
    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    /// The headers of the response; for a redirect, `location` is its target.
    pub fn headers(&self) -> &HeaderMap {
        &self.0.headers
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
        self.0.call.operation.operation_id()
    }

    /// How many times the request was sent, including the first.
    pub fn attempts(&self) -> u32 {
        self.0.call.attempts
    }

    pub(super) fn call(&self) -> Call {
        self.0.call
    }
}

impl fmt::Display for UnexpectedStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.0.status.is_redirection() {
            "a redirect, which is not followed"
        } else {
            "a status that the operation does not declare"
        };
        write!(f, "{}: {}: {what}", self.0.call, StatusLine(self.0.status))?;
        self.0.call.fmt_attempts(f)
    }
}

impl fmt::Debug for UnexpectedStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnexpectedStatus")
            .field("operation_id", &self.operation_id())
            .field("attempts", &self.attempts())
            .field("status", &self.0.status)
            .field("body_length", &self.body().len())
            .finish_non_exhaustive()
    }
}

impl std::error::Error for UnexpectedStatus {}
