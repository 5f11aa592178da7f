mod tree;
mod types;

use std::borrow::Cow;

use serde::de::{DeserializeSeed, Error as _, IgnoredAny};
use serde_path_to_error::{Path, Segment, Track};

pub(crate) use tree::{CHOICE, Tree};
pub(crate) use types::Decoded;
pub use types::{Decode, OfAny, scalar_text, text};

use crate::doing::Doing;
use tree::FillTree;

/// The reason why the body of a 2xx response could not be decoded.
#[derive(Debug)]
pub enum BodyError {
    /// The body is not valid JSON, or does not have the type that the document declares.
    Mismatch {
        /// The path of the first value that does not match. `None` if the error concerns the whole body, or if the path
        /// is unknown.
        path: Option<String>,
        /// The error of serde_json.
        source: serde_json::Error,
    },
    /// The document does not declare the status of the response.
    UndeclaredStatus,
    /// The document declares no body for the response, but the response has a body that is not JSON.
    UndeclaredBody,
}

impl BodyError {
    pub(crate) fn into_parts(self) -> (Option<String>, serde_json::Error) {
        match self {
            Self::Mismatch { path, source } => (path, source),
            Self::UndeclaredStatus => (None, serde::de::Error::custom("the document does not declare the status")),
            Self::UndeclaredBody => (None, serde::de::Error::custom("the body is not declared")),
        }
    }
}

/// Returns `body` without a leading byte order mark. Some services send one before JSON, although RFC 8259 forbids it.
pub(crate) fn without_byte_order_mark(body: &[u8]) -> &[u8] {
    body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body)
}

/// Decodes a body that consists of one JSON value. Anything after the value is an error.
///
/// An empty body is decoded as null if the type `T` allows null, because some services send an empty body instead of
/// null.
pub fn json<T: Decode>(body: &[u8]) -> Result<T, BodyError> {
    Doing::Receiving.during(|| decode_text(without_byte_order_mark(body)))
}

fn decode_text<T: Decode>(body: &[u8]) -> Result<T, BodyError> {
    // Checking the encoding of the whole body once is much faster than checking each string.
    let read = parse_utf8(body).and_then(|text| match serde_json::from_str(text) {
        // serde_json cannot read some valid JSON: numbers beyond `f64`, more than 128 levels of nesting, and lone
        // surrogates. It can skip such values, however. So the second attempt skips undeclared fields, whose values
        // then do not matter. A union still has to read some of them.
        Err(error) if error.is_syntax() => Doing::SkippingUndeclared.during(|| serde_json::from_str(text)),
        read => read,
    });
    let read = match read {
        Err(_) if T::IS_NULL_IF_EMPTY && body.trim_ascii().is_empty() => serde_json::from_str("null"),
        read => read,
    };
    match read {
        Ok(Decoded(value)) => Ok(value),
        Err(source) => Err(BodyError::Mismatch { path: path_to_mismatch::<T>(&source, body), source }),
    }
}

/// Checks the body of a response for which the document declares no body. Accepts an empty body, and any JSON value.
/// For any other body, returns [`BodyError::UndeclaredBody`].
///
/// The client reports this error only if the response is a web page, such as the error page of a proxy. Otherwise, the
/// client ignores the error. This function cannot recognize a web page, because it does not receive the headers.
pub fn nothing(body: &[u8]) -> Result<(), BodyError> {
    let body = without_byte_order_mark(body);
    if body.trim_ascii().is_empty() {
        return Ok(());
    }
    let read = parse_utf8(body).and_then(serde_json::from_str).map(|IgnoredAny| ());
    read.map_err(|_| BodyError::UndeclaredBody)
}

/// The start of the error message for text in an unsupported charset. The message names the charset, but does not quote
/// the text.
pub(crate) const UNREADABLE_CHARSET: &str = "the charset of the text is ";

/// Converts a body of text into a JSON string. A leading byte order mark is removed. `charset` is the charset that the
/// response declares. An empty `charset` means UTF-8. Text in UTF-8 or ISO 8859-1 is converted. Text in another charset
/// is only converted if it is ASCII.
pub(crate) fn text_as_json(body: &[u8], charset: &str) -> Result<Vec<u8>, BodyError> {
    let text: Result<Cow<'_, str>, serde_json::Error> = match charset {
        "" | "utf-8" | "utf8" | "us-ascii" => {
            str::from_utf8(without_byte_order_mark(body)).map(Cow::from).map_err(serde_json::Error::custom)
        }
        "iso-8859-1" | "latin1" => Ok(body.iter().copied().map(char::from).collect()),
        // UTF-16 and UTF-32 are refused, because text in them may look like ASCII: all of its bytes may be ASCII bytes.
        other => match str::from_utf8(body).ok().filter(|text| text.is_ascii() && !other.starts_with("utf-")) {
            Some(text) => Ok(text.into()),
            None => Err(serde_json::Error::custom(format!(
                "{UNREADABLE_CHARSET}`{}`, but only UTF-8 and ISO-8859-1 are supported",
                other.escape_default()
            ))),
        },
    };
    text.and_then(|text| serde_json::to_vec(&text)).map_err(|source| BodyError::Mismatch { path: None, source })
}

fn parse_utf8(body: &[u8]) -> Result<&str, serde_json::Error> {
    str::from_utf8(body).map_err(|error| {
        // The body is parsed again with serde_json, whose error contains the position of the invalid UTF-8.
        serde_json::from_slice::<serde_json::Value>(body).err().unwrap_or_else(|| serde_json::Error::custom(error))
    })
}

/// Returns the path to the value that caused `error`. Returns `None` if the error concerns the body as a whole, or if
/// serde_json cannot read an earlier value, only skip it. The body is decoded again for this, because tracking the path
/// of every value would slow down decoding.
fn path_to_mismatch<T: Decode>(error: &serde_json::Error, body: &[u8]) -> Option<String> {
    let (mut tree, mut track) = (Tree::default(), Track::new());
    let mut text = serde_json::Deserializer::from_slice(body);
    let read = FillTree(&mut tree).deserialize(serde_path_to_error::Deserializer::new(&mut text, &mut track));
    let place = |error: &serde_json::Error| (error.line(), error.column());
    if read.as_ref().is_err_and(|skipped| place(skipped) < place(error)) {
        return None;
    }
    if error.is_data() {
        // Up to this error, such as a wrong type, the body is valid JSON, so the tree contains everything before the
        // error. Decoding the tree fails at the same value.
        track = Track::new();
        T::decode(serde_path_to_error::Deserializer::new(&tree, &mut track)).err()?;
    } else {
        read.err()?;
    }
    display_path(&track.path())
}

/// Returns the path as a string, such as `entries[0].severity`. Omits steps without a name or index: steps into a
/// union's variant, and the last step if the JSON ends before a key. Returns `None` if nothing remains.
fn display_path(path: &Path) -> Option<String> {
    let mut text = String::new();
    for step in path.iter() {
        match step {
            Segment::Seq { index } => text.push_str(&format!("[{index}]")),
            Segment::Map { key } if text.is_empty() => text.push_str(key),
            Segment::Map { key } => text.push_str(&format!(".{key}")),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    type ListsByName = BTreeMap<String, Vec<i32>>;

    fn path_and_source(body: &str) -> (Option<String>, String) {
        match json::<ListsByName>(body.as_bytes()) {
            Err(BodyError::Mismatch { path, source }) => (path, source.to_string()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn decode_error_contains_the_path_of_the_first_mistake() {
        assert_eq!(path_and_source(r#"{"a":[1,"x"],"b":[1,]"#).0.as_deref(), Some("a[1]"));
        assert_eq!(path_and_source(r#"{"a":[1],"b":[1,]"#).0.as_deref(), Some("b"));
        assert_eq!(path_and_source(r#"{"a":[1],"b":[1,2"#).0.as_deref(), Some("b"));
    }

    #[test]
    fn decode_error_contains_the_position_of_invalid_utf_8() {
        match json::<BTreeMap<String, String>>(b"{\"a\":\"b\",\n\"c\":\"\xff\"}") {
            Err(BodyError::Mismatch { path, source }) => {
                assert_eq!(
                    (path.as_deref(), source.to_string().as_str()),
                    (Some("c"), "invalid unicode code point at line 2 column 6")
                );
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn byte_order_mark_before_json_does_not_move_error_positions() {
        assert!(json::<ListsByName>("\u{feff} {\"a\":[1]}".as_bytes()).is_ok());
        for more in [" \u{feff}{}", "\u{feff}\u{feff}{}", "{}\u{feff}", "\u{feff}"] {
            assert!(json::<ListsByName>(more.as_bytes()).is_err(), "{more:?}");
        }
        let body = r#"{"a":[1],"b":[1,"x"]}"#;
        assert_eq!(path_and_source(&format!("\u{feff}{body}")), path_and_source(body));
    }

    #[test]
    fn an_empty_body_is_null_if_the_type_declares_null() {
        for body in ["", " \r\n", "\u{feff}"] {
            assert_eq!(json::<()>(body.as_bytes()).ok(), Some(()), "{body:?}");
            assert_eq!(json::<Option<i32>>(body.as_bytes()).ok(), Some(None), "{body:?}");
            assert_eq!(json::<serde_json::Value>(body.as_bytes()).ok(), Some(serde_json::Value::Null), "{body:?}");
            assert!(json::<i32>(body.as_bytes()).is_err(), "{body:?}");
        }
        assert!(json::<()>(b"{}").is_err());
        assert!(json::<Option<i32>>(b"[").is_err());
    }

    #[test]
    fn text_is_converted_from_iso_8859_1() {
        let text = |body: &[u8], charset: &str| match text_as_json(body, charset) {
            Ok(json) => String::from_utf8(json).unwrap(),
            Err(BodyError::Mismatch { source, .. }) => source.to_string(),
            Err(other) => panic!("{other:?}"),
        };
        assert_eq!(text(b"\xe4", "iso-8859-1"), "\"\u{e4}\"");
        assert_eq!(text("\u{feff}\u{e4}".as_bytes(), ""), "\"\u{e4}\"");
        assert_eq!(text(b"a", "windows-1252"), "\"a\"");
        let refused = |charset: &str| {
            format!("the charset of the text is `{charset}`, but only UTF-8 and ISO-8859-1 are supported")
        };
        assert_eq!(text(b"\x80", "windows-1252"), refused("windows-1252"));
        assert_eq!(text(b"a\0", "utf-16le"), refused("utf-16le"));
        assert_eq!(text(b"\xe4", "utf-8"), "incomplete utf-8 byte sequence from index 0");
    }

    #[test]
    fn rejects_text_after_the_json_value_of_a_body() {
        assert!(json::<ListsByName>(b"{\"a\":[1]} \n").is_ok());
        let (path, source) = path_and_source("{} {}");
        assert_eq!(path, None);
        assert!(source.starts_with("trailing characters"), "{source}");
    }
}
