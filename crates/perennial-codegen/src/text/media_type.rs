//! The meaning of a media type for a body.

/// The kinds of media type that bodies are told apart by, the preferred one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MediaType {
    /// `application/json`.
    Json,
    /// JSON under another name: `application/problem+json`, or a range that JSON is in.
    JsonLike,
    /// An HTML form.
    Form,
    /// A form whose fields are parts with bytes of their own: files.
    Multipart,
    /// Any text, XML among it.
    Text,
    /// Anything else: bytes.
    Other,
}

impl MediaType {
    /// The kind of `media_type`, whatever its parameters and case.
    pub fn parse(media_type: &str) -> Self {
        match Self::essence(media_type).as_str() {
            "application/json" => Self::Json,
            "*/*" | "application/*" => Self::JsonLike,
            other if other.ends_with("+json") || other.ends_with("/json") => Self::JsonLike,
            "application/x-www-form-urlencoded" => Self::Form,
            "multipart/form-data" => Self::Multipart,
            other if other.starts_with("text/") => Self::Text,
            other if other == "application/xml" || other.ends_with("+xml") => Self::Text,
            _ => Self::Other,
        }
    }

    /// `media_type` in lower case, without its parameters.
    pub fn essence(media_type: &str) -> String {
        media_type.split(';').next().unwrap_or_default().trim().to_lowercase()
    }

    /// Returns `true` if `media_type` can stand in a header.
    pub fn is_sendable(media_type: &str) -> bool {
        !media_type.is_empty() && media_type.bytes().all(|byte| matches!(byte, b' '..=b'~'))
    }

    /// Returns `true` if a body of this kind is JSON.
    pub fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::JsonLike)
    }
}
