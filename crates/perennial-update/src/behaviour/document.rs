//! Reads a document that may be malformed. A missing value, or a value of an unexpected type, is treated as null or
//! empty.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// The maximum length of a chain of references. The end of a longer chain is treated as null.
const MAX_HOPS: usize = 64;
/// The maximum number of characters of a JSON value or a name in a report.
const SHOWN: usize = 80;

static NULL: Value = Value::Null;

#[derive(Clone, Copy)]
pub struct RawDocument<'a>(pub &'a Value);

impl<'a> RawDocument<'a> {
    /// Resolves `value` if it is a reference. Returns the referenced value, and the last segment of the last `$ref`,
    /// such as `Thing` for `#/components/schemas/Thing`.
    pub fn resolve(self, value: &'a Value) -> (&'a Value, Option<&'a str>) {
        let (mut value, mut name) = (value, None);
        for _ in 0..MAX_HOPS {
            let Some(reference) = string_member(value, "$ref") else { return (value, name) };
            let found = reference.strip_prefix('#').and_then(|pointer| self.0.pointer(pointer));
            value = found.unwrap_or(&NULL);
            name = reference.rsplit('/').next();
        }
        (&NULL, None)
    }

    pub fn member(self, value: &'a Value, key: &str) -> &'a Value {
        self.resolve(&value[key]).0
    }

    pub fn members(self, value: &'a Value, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
        members(&value[key]).map(move |(name, member)| (name, self.resolve(member).0))
    }
}

pub fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

pub fn elements(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

pub fn string_member<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key)?.as_str()
}

pub fn is_true(value: &Value, key: &str) -> bool {
    value.get(key).and_then(Value::as_bool) == Some(true)
}

/// Matches each element of `old` with the element of `new` that has the same `key`. Removes the matched elements from
/// both lists, and returns them as pairs.
pub fn take_matches<T: Copy>(old: &mut Vec<T>, new: &mut Vec<T>, key: impl Fn(&T) -> Option<String>) -> Vec<[T; 2]> {
    let mut by_key: BTreeMap<String, T> = new.iter().filter_map(|it| Some((key(it)?, *it))).collect();
    let mut matches = Vec::new();
    old.retain(|before| {
        let after = key(before).and_then(|key| by_key.remove(&key));
        matches.extend(after.map(|after| [*before, after]));
        after.is_none()
    });
    new.retain(|after| key(after).is_none_or(|key| by_key.contains_key(&key)));
    matches
}

pub fn shortened_json(value: &Value) -> String {
    shortened(&value.to_string())
}

pub fn shortened(text: &str) -> String {
    shortened_to(SHOWN, text)
}

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
    fn circular_references_resolve_to_null() {
        let document = json!({
            "a": { "$ref": "#/b" }, "b": { "$ref": "#/c~1d" }, "c/d": { "type": "string" },
            "circle": { "$ref": "#/circle" }, "lost": { "$ref": "#/gone" }, "far": { "$ref": "https://example.com/#/a" },
        });
        let resolve = |key: &str| RawDocument(&document).resolve(&document[key]);
        assert_eq!(resolve("a"), (&document["c/d"], Some("c~1d")));
        assert_eq!(resolve("c/d"), (&document["c/d"], None));
        for key in ["circle", "lost", "far", "none"] {
            assert!(resolve(key).0.is_null(), "{key}");
        }
    }

    #[test]
    fn long_json_value_is_shortened_to_80_characters_in_reports() {
        assert_eq!(shortened_json(&json!("é".repeat(100))), format!("\"{}…", "é".repeat(79)));
        assert_eq!(shortened_json(&json!({ "a": [1, "b"] })), r#"{"a":[1,"b"]}"#);
    }
}
