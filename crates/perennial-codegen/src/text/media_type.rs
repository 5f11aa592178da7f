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
    /// Parts with bytes of their own: a form with files, among others.
    Multipart,
    /// Any text, XML among it.
    Text,
    /// Anything else: bytes.
    Other,
}

impl MediaType {
    /// The kind of `media_type`, whatever its parameters and case.
    pub fn parse(media_type: &str) -> Self {
        let parameters =
            media_type.split_once(';').map(|(_, parameters)| parameters.to_lowercase()).unwrap_or_default();
        match Self::essence(media_type).as_str() {
            "application/json" => Self::Json,
            "*/*" | "application/*" => Self::JsonLike,
            other if other.ends_with("+json") || other.ends_with("/json") => Self::JsonLike,
            "application/x-www-form-urlencoded" => Self::Form,
            other if other.starts_with("multipart/") => Self::Multipart,
            // Text in Rust is UTF-8.
            _ if charset(&parameters).is_some_and(|charset| !["utf-8", "us-ascii"].contains(&charset)) => Self::Other,
            other if other.starts_with("text/") => Self::Text,
            other if other == "application/xml" || other.ends_with("+xml") => Self::Text,
            _ => Self::Other,
        }
    }

    /// Returns `true` if `media_type` leaves a choice: it is a range, or several, separated by commas.
    pub fn is_choice(media_type: &str) -> bool {
        media_type.contains(['*', ','])
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

/// The encoding of text, of the parameters of a media type in lower case.
fn charset(parameters: &str) -> Option<&str> {
    let pairs = parameters.split(';').filter_map(|pair| pair.split_once('='));
    pairs.filter(|(name, _)| name.trim() == "charset").map(|(_, value)| value.trim().trim_matches('"')).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_a_media_type_is_that_of_its_essence_and_of_its_charset() {
        for (media_type, kind) in [
            ("Application/JSON; charset=utf-8", MediaType::Json),
            ("text/plain; x=y; charset=\"UTF-8\"", MediaType::Text),
            ("text/plain;charset=us-ascii", MediaType::Text),
            ("text/plain; charset=iso-8859-1", MediaType::Other),
            ("multipart/Related; type=a", MediaType::Multipart),
        ] {
            assert_eq!(MediaType::parse(media_type), kind, "{media_type}");
        }
    }
}
