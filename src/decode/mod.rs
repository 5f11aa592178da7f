//! Decoding JSON: response bodies, and the parts of them that generated types decode themselves. This module
//! imports nothing of the crate.

mod strict;
mod union;

use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_path_to_error::{Path, Segment};

use strict::Json;
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
pub(crate) enum BodyError {
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
pub(crate) fn json<T: DeserializeOwned>(body: &[u8]) -> Result<T, BodyError> {
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let value = T::deserialize(Json(&mut deserializer)).and_then(|value| deserializer.end().map(|()| value));
    value.map_err(|error| {
        // Tracking the path costs time at every value, so it is done only for an error.
        let mut deserializer = serde_json::Deserializer::from_slice(body);
        match serde_path_to_error::deserialize::<_, T>(Json(&mut deserializer)) {
            Err(error) => mismatch(error),
            // The value is as declared, but something follows it.
            Ok(_) => BodyError::Mismatch { path: None, source: error },
        }
    })
}

/// Decodes a `T` from a JSON value, by the same rules.
#[allow(dead_code, reason = "the document decides whether the generated code calls it")]
pub(crate) fn from_value<'de, T: Deserialize<'de>>(value: serde_json::Value) -> Result<T, serde_json::Error> {
    T::deserialize(Json(value))
}

/// For `#[serde(deserialize_with)]` on a flattened field: serde buffers its values, which bypasses [`Json`].
#[allow(dead_code, reason = "the document decides whether the generated code calls it")]
pub(crate) fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(Json(deserializer))
}

/// For `#[serde(deserialize_with)]` on an optional field that keeps null: what is there is `Some`.
#[allow(dead_code, reason = "the document decides whether the generated code calls it")]
pub(crate) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

fn mismatch(error: serde_path_to_error::Error<serde_json::Error>) -> BodyError {
    let path = known_path(error.path());
    BodyError::Mismatch { path, source: error.into_inner() }
}

/// The path as far as it is known: serde_path_to_error ends it with `?` where the text breaks off before a key.
/// `None` for the whole body.
fn known_path(path: &Path) -> Option<String> {
    let mut segments: Vec<_> = path.iter().collect();
    while let Some(Segment::Unknown) = segments.last() {
        segments.pop();
    }
    let mut text = String::new();
    for segment in segments {
        let separator = if text.is_empty() || matches!(segment, Segment::Seq { .. }) { "" } else { "." };
        text.push_str(&format!("{separator}{segment}"));
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
    fn a_body_that_is_wrong_as_a_whole_has_no_path() {
        assert_eq!(path_and_source("<html>").0, None);
        assert_eq!(path_and_source("[]").0, None);
        assert_eq!(path_and_source("{]").0, None);
        assert_eq!(path_and_source("").0, None);
    }

    #[test]
    fn what_follows_the_value_is_an_error() {
        assert!(json::<Entries>(b"{\"a\":[1]} \n").is_ok());
        let (path, source) = path_and_source("{} {}");
        assert_eq!(path, None);
        assert!(source.starts_with("trailing characters"), "{source}");
    }
}
