//! Decoding JSON: response bodies, and the parts of them that generated types decode themselves.

mod tree;
mod types;

use serde::de::{DeserializeSeed, Error as _, IgnoredAny};
use serde_path_to_error::{Path, Segment, Track};

pub(crate) use tree::{CHOICE, Tree};
pub(crate) use types::Decoded;
pub use types::{Decode, OfAny, text};

use crate::doing::Doing;
use tree::Fill;

/// The reason why a 2xx body could not be decoded.
#[derive(Debug)]
pub enum BodyError {
    /// It is not JSON, or not of the type that the document declares.
    Mismatch {
        /// The path of the first mismatch.
        path: Option<String>,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The document does not declare the status.
    UndeclaredStatus,
}

impl BodyError {
    /// The path of what is wrong, if it is inside, and what that is.
    pub(crate) fn into_parts(self) -> (Option<String>, serde_json::Error) {
        match self {
            Self::Mismatch { path, source } => (path, source),
            Self::UndeclaredStatus => (None, serde::de::Error::custom("its status is not declared")),
        }
    }
}

/// `body` without the byte order mark that some services begin JSON with, although RFC 8259 forbids it to them.
pub(crate) fn without_byte_order_mark(body: &[u8]) -> &[u8] {
    body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body)
}

/// Decodes a whole JSON text, with nothing after it.
pub fn json<T: Decode>(body: &[u8]) -> Result<T, BodyError> {
    Doing::Receiving.during(|| received(without_byte_order_mark(body)))
}

fn received<T: Decode>(body: &[u8]) -> Result<T, BodyError> {
    // Checked once and as a whole, the encoding costs a fraction of what it does string by string.
    let read = utf8(body).and_then(|text| match serde_json::from_str(text) {
        // serde_json skips, but cannot read, a number beyond `f64`, more than 128 levels, half a surrogate pair. Where
        // nobody asked for them, they do not fail a call; except where a union has to read them.
        Err(error) if error.is_syntax() => Doing::SkippingUndeclared.during(|| serde_json::from_str(text)),
        read => read,
    });
    match read {
        Ok(Decoded(value)) => Ok(value),
        Err(source) => Err(BodyError::Mismatch { path: path_to::<T>(&source, body), source }),
    }
}

/// Reads a body of which the document declares nothing: it may be empty, or JSON that is not declared. Anything else,
/// such as the page of a login, comes from somebody else than the service.
pub fn nothing(body: &[u8]) -> Result<(), BodyError> {
    let body = without_byte_order_mark(body);
    if body.trim_ascii().is_empty() {
        return Ok(());
    }
    let read = utf8(body).and_then(serde_json::from_str).map(|IgnoredAny| ());
    read.map_err(|source| BodyError::Mismatch { path: None, source })
}

fn utf8(body: &[u8]) -> Result<&str, serde_json::Error> {
    str::from_utf8(body).map_err(|error| {
        // serde_json says where it is wrong.
        serde_json::from_slice::<serde_json::Value>(body).err().unwrap_or_else(|| serde_json::Error::custom(error))
    })
}

/// The path to the value that `error` is about; `None` for the whole body, and after a field that had to be skipped.
/// Tracking it costs time at every value, so that it is done only now.
fn path_to<T: Decode>(error: &serde_json::Error, body: &[u8]) -> Option<String> {
    let (mut tree, mut track) = (Tree::default(), Track::new());
    let mut text = serde_json::Deserializer::from_slice(body);
    let read = Fill(&mut tree).deserialize(serde_path_to_error::Deserializer::new(&mut text, &mut track));
    let place = |error: &serde_json::Error| (error.line(), error.column());
    if read.as_ref().is_err_and(|skipped| place(skipped) < place(error)) {
        return None;
    }
    if error.is_data() {
        // Any fault in the text comes after it.
        track = Track::new();
        T::decode(serde_path_to_error::Deserializer::new(&tree, &mut track)).err()?;
    } else {
        read.err()?;
    }
    shown(&track.path())
}

/// `entries[0].severity`; `None` for no steps. Those without a name are left out: inside a union, and where the text
/// breaks off before a key.
fn shown(path: &Path) -> Option<String> {
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

    type Entries = BTreeMap<String, Vec<i32>>;

    fn path_and_source(body: &str) -> (Option<String>, String) {
        match json::<Entries>(body.as_bytes()) {
            Err(BodyError::Mismatch { path, source }) => (path, source.to_string()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_first_error_of_a_body_with_several_has_its_path() {
        assert_eq!(path_and_source(r#"{"a":[1,"x"],"b":[1,]"#).0.as_deref(), Some("a[1]"));
        assert_eq!(path_and_source(r#"{"a":[1],"b":[1,]"#).0.as_deref(), Some("b"));
        assert_eq!(path_and_source(r#"{"a":[1],"b":[1,2"#).0.as_deref(), Some("b"));
    }

    #[test]
    fn a_body_that_is_not_utf_8_is_an_error_with_its_place() {
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
    fn one_byte_order_mark_before_the_value_is_skipped_and_moves_no_error() {
        assert!(json::<Entries>("\u{feff} {\"a\":[1]}".as_bytes()).is_ok());
        for more in [" \u{feff}{}", "\u{feff}\u{feff}{}", "{}\u{feff}", "\u{feff}"] {
            assert!(json::<Entries>(more.as_bytes()).is_err(), "{more:?}");
        }
        let body = r#"{"a":[1],"b":[1,"x"]}"#;
        assert_eq!(path_and_source(&format!("\u{feff}{body}")), path_and_source(body));
    }

    #[test]
    fn what_follows_the_value_is_an_error() {
        assert!(json::<Entries>(b"{\"a\":[1]} \n").is_ok());
        let (path, source) = path_and_source("{} {}");
        assert_eq!(path, None);
        assert!(source.starts_with("trailing characters"), "{source}");
    }
}
