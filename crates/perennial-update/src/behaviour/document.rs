//! Access to a document that may be anything: what is not there, or not as it should be, is null or nothing.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// The maximum number of references that may lead to each other.
const MAX_HOPS: usize = 64;
/// The maximum number of characters shown of a value or name.
const SHOWN: usize = 80;

static NULL: Value = Value::Null;

/// A document whose references are followed.
#[derive(Clone, Copy)]
pub struct Document<'a>(pub &'a Value);

impl<'a> Document<'a> {
    /// Resolves a value that may be a reference, and returns it with the name at the end of the last reference.
    pub fn resolve(self, value: &'a Value) -> (&'a Value, Option<&'a str>) {
        let (mut value, mut name) = (value, None);
        for _ in 0..MAX_HOPS {
            let Some(reference) = text(value, "$ref") else { return (value, name) };
            let found = reference.strip_prefix('#').and_then(|pointer| self.0.pointer(pointer));
            value = found.unwrap_or(&NULL);
            name = reference.rsplit('/').next();
        }
        (&NULL, None)
    }

    /// Returns a member of `value`, resolved if it is a reference.
    pub fn member(self, value: &'a Value, key: &str) -> &'a Value {
        self.resolve(&value[key]).0
    }

    /// The members of the object that a member of `value` is.
    pub fn members(self, value: &'a Value, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
        members(&value[key]).map(move |(name, member)| (name, self.resolve(member).0))
    }
}

/// The members of an object.
pub fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

/// The elements of an array.
pub fn elements(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// A member that is a text.
pub fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key)?.as_str()
}

/// Checks whether a member is `true`.
pub fn is_set(value: &Value, key: &str) -> bool {
    value.get(key).and_then(Value::as_bool) == Some(true)
}

/// Takes out what has one key on both sides, in pairs.
pub fn take_pairs<T: Copy>(old: &mut Vec<T>, new: &mut Vec<T>, key: impl Fn(&T) -> Option<String>) -> Vec<[T; 2]> {
    let mut by_key: BTreeMap<String, T> = new.iter().filter_map(|it| Some((key(it)?, *it))).collect();
    let mut pairs = Vec::new();
    old.retain(|before| {
        let after = key(before).and_then(|key| by_key.remove(&key));
        pairs.extend(after.map(|after| [*before, after]));
        after.is_none()
    });
    new.retain(|after| key(after).is_none_or(|key| by_key.contains_key(&key)));
    pairs
}

/// A value as it is shown: its beginning, if it is long.
pub fn shown(value: &Value) -> String {
    shortened(&value.to_string())
}

/// The beginning of a text, or all of it.
pub fn shortened(text: &str) -> String {
    shortened_to(SHOWN, text)
}

/// The beginning of a text, or all of it if it is not longer than this.
pub fn shortened_to(length: usize, text: &str) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn references_are_followed_to_their_end_and_circles_lead_nowhere() {
        let document = json!({
            "a": { "$ref": "#/b" }, "b": { "$ref": "#/c~1d" }, "c/d": { "type": "string" },
            "circle": { "$ref": "#/circle" }, "lost": { "$ref": "#/gone" }, "far": { "$ref": "https://example.com/#/a" },
        });
        let resolve = |key: &str| Document(&document).resolve(&document[key]);
        assert_eq!(resolve("a"), (&document["c/d"], Some("c~1d")));
        assert_eq!(resolve("c/d"), (&document["c/d"], None));
        for key in ["circle", "lost", "far", "none"] {
            assert!(resolve(key).0.is_null(), "{key}");
        }
    }

    #[test]
    fn of_a_long_value_the_beginning_is_shown() {
        assert_eq!(shown(&json!("é".repeat(100))), format!("\"{}…", "é".repeat(79)));
        assert_eq!(shown(&json!({ "a": [1, "b"] })), r#"{"a":[1,"b"]}"#);
    }
}
