use reqwest::header::CONTENT_TYPE;
use serde::de::Error as _;

use crate::decode::BodyError;
use crate::error::{DecodeError, Error, Head, TooLarge, TransportError};

/// The response that contains a stream, for errors about the stream's values.
pub(crate) struct StreamContext {
    pub(super) head: Head,
    /// The maximum size of one value, in bytes.
    pub(crate) limit: usize,
}

impl StreamContext {
    /// Creates the error for a value of the stream that does not match the declared type. `number` is the index of the
    /// value, counted from 0, and `event` the type of the event that contains it.
    pub(crate) fn mismatch_of_value(
        &self,
        number: usize,
        event: Option<&str>,
        value: &[u8],
        error: BodyError,
    ) -> Error {
        let (inside, source) = error.into_parts();
        let inside = inside.unwrap_or_default();
        let dot = if inside.is_empty() || inside.starts_with('[') { "" } else { "." };
        let path = Some(format!("[{number}]{dot}{inside}"));
        let event = event.map(|event| self.head.call.secrets().redact_text(event));
        mismatch_error(self.head.clone(), value, path, source).in_event(event).into()
    }

    pub(crate) fn too_large_error(&self, problem: TooLarge) -> Error {
        DecodeError::too_large(self.redacted_head(), problem).into()
    }

    /// Refuses a response whose `Content-Type` is not `expected`. Parsing the body of this response as `expected` might
    /// yield an empty stream instead of an error.
    pub(crate) fn check_media_type(&self, expected: &'static str) -> Result<(), Error> {
        let Some(found) = self.head.headers.get(CONTENT_TYPE) else { return Ok(()) };
        let found = String::from_utf8_lossy(found.as_bytes());
        if found.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(expected) {
            return Ok(());
        }
        Err(DecodeError::other_media_type(self.redacted_head(), expected).into())
    }

    /// Creates the error for a stream that ended before it was complete.
    pub(crate) fn truncated_error(&self, reason: &'static str) -> Error {
        TransportError::truncated(self.head.call.clone(), self.head.request_id(), reason).into()
    }

    fn redacted_head(&self) -> Head {
        let mut head = self.head.clone();
        head.redact_headers();
        head
    }
}

pub(super) fn mismatch_error(
    mut head: Head,
    body: &[u8],
    path: Option<String>,
    source: serde_json::Error,
) -> DecodeError {
    head.redact_headers();
    let secrets = head.call.secrets();
    let mut body = Vec::from(body);
    secrets.redact(&mut body);
    let path = path.map(|path| secrets.redact_text(&path));
    let text = source.to_string();
    let redacted = secrets.redact_text(&text);
    // The redacted error is created from its message. It keeps the line and column, but not serde_json's error
    // category.
    let source = if redacted == text { source } else { serde_json::Error::custom(redacted) };
    DecodeError::mismatch(head, &body, path, source)
}
