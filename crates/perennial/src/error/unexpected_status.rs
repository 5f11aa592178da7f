use std::fmt;

use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, HeaderMap};

use super::call::Call;
use super::head::Head;
use super::of_response::of_response;
use super::text::{BodyText, Short};
use crate::decode::without_byte_order_mark;

/// The number of characters of a web page that the message shows.
const START: usize = 60;

/// A response with a status that is neither a success nor an error here: 1xx, 3xx (redirects are not followed), 600 and
/// above, or, for an operation whose response type depends on the status, a 2xx that the document does not declare; or a
/// 2xx whose body is a web page, that of a proxy, a login or another server. The target of a redirect is in its `location`
/// header.
#[derive(Clone)]
pub struct UnexpectedStatus(pub(super) Box<Inner>);

#[derive(Clone)]
pub(super) struct Inner {
    pub(super) head: Head,
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

    /// `true` if the body of a success is a web page, or other markup. Some pages have no markup, and are called so in
    /// the header.
    pub(super) fn is_web_page(&self) -> bool {
        let Inner { head, body } = &*self.0;
        head.status.is_success() && is_web_page(&head.headers, body.text.as_bytes())
    }

    fn fmt_web_page(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let content_type = self.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let page = self.body().trim_start_matches('\u{feff}').trim();
        let is_xml = page.starts_with("<?xml") || content_type.contains("/xml");
        write!(f, "the body is {}", if is_xml { "XML" } else { "a web page" })?;
        if !content_type.is_empty() {
            write!(f, " ({})", Short(content_type))?;
        }
        let start: String = page.chars().take(START).collect();
        let more = if start.len() < page.len() { "…" } else { "" };
        write!(f, ", which the operation does not declare: {}{more}", Short(&start))
    }
}

of_response!(UnexpectedStatus);

impl fmt::Display for UnexpectedStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Head { call, status, .. } = &self.0.head;
        // 304 leads nowhere: it answers a condition, such as an `if-none-match` of the caller's own.
        write!(f, "{}: ", self.0.head)?;
        if self.is_web_page() {
            self.fmt_web_page(f)?;
        } else if status.is_redirection() && *status != StatusCode::NOT_MODIFIED {
            f.write_str("a redirect, which is not followed")?;
        } else {
            f.write_str("a status that the operation does not declare")?;
        }
        // A redirect may be the answer to a request that was carried out.
        call.fmt_end(f, call.may_have_acted(true), self.request_id())
    }
}

/// `true` if a body that is no JSON is markup, or is called a web page.
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
