use std::fmt;

use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use super::call::Call;
use super::text::Short;

/// The head of a response, which comes before its body, and the call that it belongs to.
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

    /// With this phrase beside the status; an empty one is left out.
    pub(super) fn fmt_with(&self, f: &mut fmt::Formatter<'_>, phrase: &str) -> fmt::Result {
        write!(f, "{}: {}", self.call, self.status.as_u16())?;
        if !phrase.is_empty() {
            write!(f, " {}", Short(phrase))?;
        }
        write!(f, " from {}", Short(self.call.url()))
    }
}

/// Returns the id that support asks for. Few services document such a header; this is the name that most of them use.
pub(crate) fn request_id(headers: &HeaderMap) -> Option<&str> {
    headers.get("x-request-id")?.to_str().ok().filter(|id| !id.is_empty())
}

/// Writes `getThing: 200 OK from https://api.example.com/thing`.
impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt_with(f, self.status.canonical_reason().unwrap_or_default())
    }
}
