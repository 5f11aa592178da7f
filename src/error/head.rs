use std::fmt;

use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use super::call::Call;
use super::text::{Short, StatusLine};

/// What comes before the body of a response, and the call that it belongs to.
#[derive(Clone)]
pub(crate) struct Head {
    pub(crate) call: Call,
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
}

impl Head {
    pub(crate) fn request_id(&self) -> Option<&str> {
        request_id(&self.headers)
    }
}

/// What support asks for. The service documents no such header; this is the name that most services use.
pub(crate) fn request_id(headers: &HeaderMap) -> Option<&str> {
    headers.get("x-request-id")?.to_str().ok().filter(|id| !id.is_empty())
}

/// Writes `getThing: 200 OK from https://api.example.com/thing`.
impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} from {}", self.call, StatusLine(self.status), Short(self.call.url()))
    }
}
