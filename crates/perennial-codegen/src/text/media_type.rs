//! Classifies media types by how callers pass and receive bodies of that type.

/// A class of media types whose bodies are handled in the same way. The variants are ordered by preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MediaType {
    /// `application/json`.
    Json,
    /// Another media type for JSON, such as `application/problem+json`, or a range that includes `application/json`.
    JsonLike,
    /// An HTML form.
    Form,
    /// A body with several parts, such as a form with files (`multipart/…`).
    Multipart,
    /// Text in UTF-8, including XML.
    Text,
    /// Any other media type. Its bodies are handled as bytes.
    Other,
}

impl MediaType {
    /// Returns the class of `media_type`, case-insensitively. The only relevant parameter is `charset`.
    pub fn parse(media_type: &str) -> Self {
        let parameters =
            media_type.split_once(';').map(|(_, parameters)| parameters.to_lowercase()).unwrap_or_default();
        match Self::essence(media_type).as_str() {
            "application/json" => Self::Json,
            "*/*" | "application/*" => Self::JsonLike,
            other if other.ends_with("+json") || other.ends_with("/json") => Self::JsonLike,
            "application/x-www-form-urlencoded" => Self::Form,
            other if other.starts_with("multipart/") => Self::Multipart,
            // Text in other encodings is handled as bytes, because Rust strings are UTF-8.
            _ if charset(&parameters).is_some_and(|charset| !["utf-8", "us-ascii"].contains(&charset)) => Self::Other,
            other if other.starts_with("text/") => Self::Text,
            other if other == "application/xml" || other.ends_with("+xml") => Self::Text,
            _ => Self::Other,
        }
    }

    /// Returns `true` if `media_type` stands for several types, as a range or as a list separated by commas.
    pub fn is_choice(media_type: &str) -> bool {
        media_type.contains(['*', ','])
    }

    /// Returns `true` if `declared`, a media type or a range such as `application/*+json`, includes `media_type`.
    pub fn includes(declared: &str, media_type: &str) -> bool {
        let declared = Self::essence(declared);
        match declared.split_once('*') {
            Some(("", "/*")) => true,
            Some((start, end)) => media_type.starts_with(start) && media_type.ends_with(end),
            None => declared == media_type,
        }
    }

    /// Returns `media_type` in lower case and without its parameters.
    pub fn essence(media_type: &str) -> String {
        media_type.split(';').next().unwrap_or_default().trim().to_lowercase()
    }

    /// Returns `true` if `media_type` is a valid header value.
    pub fn is_sendable(media_type: &str) -> bool {
        !media_type.is_empty() && media_type.bytes().all(|byte| matches!(byte, b' '..=b'~'))
    }

    /// Returns `true` if an object body may be sent as JSON although `media_type` is not a media type for JSON:
    /// `text/plain`, or an `application/…` type that does not name a different format.
    pub fn may_be_json(media_type: &str) -> bool {
        const OTHERS: [&str; 9] =
            ["octet-stream", "avro", "cbor", "msgpack", "pdf", "protobuf", "smile", "thrift", "zip"];
        match (Self::parse(media_type), Self::essence(media_type).as_str()) {
            (Self::Text, essence) => essence == "text/plain",
            (Self::Other, essence) => {
                essence.starts_with("application/")
                    && Self::is_sendable(media_type)
                    && !OTHERS.iter().any(|other| essence.contains(other))
            }
            _ => false,
        }
    }

    /// Returns `true` if bodies of this class are JSON.
    pub fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::JsonLike)
    }
}

/// Returns the value of `charset` in the `parameters` of a media type, which are in lower case.
fn charset(parameters: &str) -> Option<&str> {
    let pairs = parameters.split(';').filter_map(|pair| pair.split_once('='));
    pairs.filter(|(name, _)| name.trim() == "charset").map(|(_, value)| value.trim().trim_matches('"')).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classifies_media_types_by_their_essence_and_charset() {
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
