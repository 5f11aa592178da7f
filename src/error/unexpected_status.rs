use std::fmt;

use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use super::call::Call;
use super::head::Head;
use super::of_response::of_response;
use super::text::BodyText;

/// A response with a status that is neither a success nor an error here: 1xx, 3xx (redirects are not followed), 600 and
/// above, or, for an operation whose response type depends on the status, a 2xx that the document does not declare. The
/// target of a redirect is in its `location` header.
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
    #[must_use]
    pub fn with_headers(mut self, headers: HeaderMap) -> Self {
        self.0.head.headers = headers;
        self
    }

    /// The same error with another body.
    #[must_use]
    pub fn with_body(mut self, body: &str) -> Self {
        self.0.body = BodyText::new(body.as_bytes(), false);
        self
    }

    pub(crate) fn from_response(head: Head, body: BodyText) -> Self {
        Self(Box::new(Inner { head, body }))
    }

    /// Unknown for all of them: a redirect may be the answer to a request that was carried out.
    pub(super) fn may_have_been_processed(&self) -> bool {
        self.head().call.may_have_acted(true)
    }
}

of_response!(UnexpectedStatus);

impl fmt::Display for UnexpectedStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Head { call, status, .. } = self.head();
        // 304 leads nowhere: it answers a condition, such as an `if-none-match` of the caller's own.
        let what = if status.is_redirection() && *status != StatusCode::NOT_MODIFIED {
            "a redirect, which is not followed"
        } else {
            "a status that the operation does not declare"
        };
        write!(f, "{}: {what}", self.head())?;
        call.fmt_end(f, self.may_have_been_processed(), self.request_id())
    }
}

impl fmt::Debug for UnexpectedStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Head { call, status, .. } = self.head();
        call.debug_struct(f, "UnexpectedStatus")
            .field("status", status)
            .field("body_length", &self.body().len())
            .finish_non_exhaustive()
    }
}

impl std::error::Error for UnexpectedStatus {}
