//! Reads untyped JSON objects, whose values may be missing or have an unexpected type.

use serde_json::Value;

/// Returns the string at `key`, or an empty string if there is none.
pub fn string_or_empty<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Returns a copy of the string at `key`, if there is one.
pub fn optional_string(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(str::to_owned)
}

/// Returns `true` if the value at `key` is the boolean `true`.
pub fn is_set(value: &Value, key: &str) -> bool {
    value.get(key) == Some(&Value::Bool(true))
}

/// Returns the elements of the array at `key`, or no elements if there is no array.
pub fn array<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice).iter()
}

/// Returns the entries of the object at `key`, or no entries if there is no object.
pub fn entries<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    value.get(key).and_then(Value::as_object).into_iter().flatten()
}
