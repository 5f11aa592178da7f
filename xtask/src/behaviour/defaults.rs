//! What the service takes where nothing is sent.

use serde_json::Value;

use crate::normalise::{is_timestamp, is_unix_time};

/// Whether two defaults are the same. Moments are: each is of when its document was made.
pub fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::String(one), Value::String(other)) => one == other || is_timestamp(one) && is_timestamp(other),
        (Value::Number(number), Value::Number(other_number)) => {
            let [text, other_text] = [number, other_number].map(ToString::to_string);
            number.as_f64() == other_number.as_f64() || is_unix_time(&text) && is_unix_time(&other_text)
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let has_same = |(key, member): (&String, &Value)| other.get(key).is_some_and(|it| is_same(member, it));
            one.len() == other.len() && one.iter().all(has_same)
        }
        _ => one == other,
    }
}
