//! Decoding JSON: response bodies, and the parts of them that generated types decode themselves.

mod object_union;
mod strict;
mod tree;
mod union;

use serde::de::{Deserialize, DeserializeOwned, DeserializeSeed, Error as _};
use serde_path_to_error::{Segment, Track};

#[allow(unused_imports, reason = "the document decides whether there are unions of objects")]
pub(crate) use object_union::{By, Found, ObjectUnion, object_union};
use strict::Json;
use tree::{Fill, Reader, Step, Trail, Tree};
#[allow(unused_imports, reason = "the document decides whether there are unions")]
pub(crate) use union::{Union, scalar, union};

/// A body type that depends on the status: an operation that declares several 2xx responses.
#[allow(dead_code, reason = "the document decides whether the generated code has one")]
pub(crate) trait ByStatus: Sized {
    /// Decodes the body that the document declares for `status`.
    fn decode(status: u16, body: &[u8]) -> Result<Self, BodyError>;
}

/// Why a 2xx body could not be decoded.
#[derive(Debug)]
pub enum BodyError {
    Mismatch { path: Option<String>, source: serde_json::Error },
    UndeclaredStatus,
}

#[allow(dead_code, reason = "the document decides whether the generated code calls it")]
impl BodyError {
    /// A 2xx status that the document does not declare.
    pub(crate) fn undeclared_status() -> Self {
        Self::UndeclaredStatus
    }
}

/// Decodes a whole JSON text, with nothing after it.
pub fn json<T: DeserializeOwned>(body: &[u8]) -> Result<T, BodyError> {
    // Checked once and as a whole, the encoding costs a fraction of what it does string by string.
    let value = utf8(body).and_then(|text| {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        T::deserialize(Json(&mut deserializer)).and_then(|value| deserializer.end().map(|()| value))
    });
    value.map_err(|source| BodyError::Mismatch { path: path_to::<T>(&source, body), source })
}

fn utf8(body: &[u8]) -> Result<&str, serde_json::Error> {
    str::from_utf8(body).map_err(|error| {
        // serde_json says where it is wrong.
        serde_json::from_slice::<serde_json::Value>(body).err().unwrap_or_else(|| serde_json::Error::custom(error))
    })
}

/// The path to the value that `error` is about; `None` for the whole body. Tracking it costs time at every value, so
/// that it is done only now.
fn path_to<T: DeserializeOwned>(error: &serde_json::Error, body: &[u8]) -> Option<String> {
    let (mut tree, mut track) = (Tree::default(), Track::new());
    let mut text = serde_json::Deserializer::from_slice(body);
    let read = Fill(&mut tree).deserialize(serde_path_to_error::Deserializer::new(&mut text, &mut track));
    if error.is_data() {
        // Whatever is wrong with the text comes after it.
        let trail = Trail::default();
        T::deserialize(Json(Reader::<serde_json::Error>::tracked(&tree, &trail))).err()?;
        return shown(trail.into_inner().into_iter().rev());
    }
    read.err()?;
    // The path as far as it is known: it ends with an unknown step where the text breaks off before a key.
    shown(track.path().iter().filter_map(|segment| match segment {
        Segment::Seq { index } => Some(Step::Index(*index)),
        Segment::Map { key } => Some(Step::Key(key.clone())),
        Segment::Enum { .. } | Segment::Unknown => None,
    }))
}

/// Decodes a `T` from a JSON value, by the same rules.
#[allow(dead_code, reason = "the document decides whether the generated code calls it")]
pub(crate) fn from_value<'de, T: Deserialize<'de>>(value: serde_json::Value) -> Result<T, serde_json::Error> {
    T::deserialize(Json(value))
}

/// `entries[0].severity`; `None` for no steps.
fn shown(steps: impl Iterator<Item = Step>) -> Option<String> {
    let mut text = String::new();
    for step in steps {
        match step {
            Step::Index(index) => text.push_str(&format!("[{index}]")),
            Step::Key(key) if text.is_empty() => text = key,
            Step::Key(key) => text.push_str(&format!(".{key}")),
        }
    }
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    type Entries = BTreeMap<String, Vec<u8>>;

    fn path_and_source(body: &str) -> (Option<String>, String) {
        match json::<Entries>(body.as_bytes()) {
            Err(BodyError::Mismatch { path, source }) => (path, source.to_string()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_mismatch_has_the_path_that_leads_to_it() {
        let (path, source) = path_and_source(r#"{"a":[1],"b":[1,"x"]}"#);
        assert_eq!(path.as_deref(), Some("b[1]"));
        assert!(source.starts_with("invalid type: string \"x\""), "{source}");
    }

    #[test]
    fn the_first_error_of_a_body_with_several_has_its_path() {
        assert_eq!(path_and_source(r#"{"a":[1,"x"],"b":[1,]"#).0.as_deref(), Some("a[1]"));
        assert_eq!(path_and_source(r#"{"a":[1],"b":[1,]"#).0.as_deref(), Some("b"));
        assert_eq!(path_and_source(r#"{"a":[1],"b":[1,2"#).0.as_deref(), Some("b"));
    }

    #[test]
    fn a_body_that_is_wrong_as_a_whole_has_no_path() {
        assert_eq!(path_and_source("<html>").0, None);
        assert_eq!(path_and_source("[]").0, None);
        assert_eq!(path_and_source("{]").0, None);
        assert_eq!(path_and_source("").0, None);
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
    fn what_follows_the_value_is_an_error() {
        assert!(json::<Entries>(b"{\"a\":[1]} \n").is_ok());
        let (path, source) = path_and_source("{} {}");
        assert_eq!(path, None);
        assert!(source.starts_with("trailing characters"), "{source}");
    }
}
