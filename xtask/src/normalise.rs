//! The form in which a document is kept, and the form in which two are compared.

use anyhow::{Context as _, Result};
use serde_json::{Map, Value};

/// The text of a document as it is kept: the service's order of keys, two spaces for each level.
///
/// # Errors
/// None that a document can cause.
pub fn formatted(document: &Value) -> Result<String> {
    let text = serde_json::to_string_pretty(document).context("the document cannot be written as JSON")?;
    Ok(text + "\n")
}

/// Whether two documents differ in nothing but the order of keys, white space, and moments baked into them.
pub fn is_same(one: &Value, other: &Value) -> bool {
    one == other || without_moments(one) == without_moments(other)
}

/// Keys under which the names are the document's, not OpenAPI's: a property may be called `default`.
const NAMED: [&str; 14] = [
    "properties",
    "schemas",
    "parameters",
    "responses",
    "requestBodies",
    "headers",
    "examples",
    "links",
    "callbacks",
    "securitySchemes",
    "paths",
    "content",
    "variables",
    "x-alt-definitions",
];

/// The document with one mark in the place of each moment in a default or an example: the service puts there the
/// time at which it made the document.
fn without_moments(document: &Value) -> Value {
    match document {
        Value::Object(map) => {
            let kept = map.iter().map(|(key, value)| {
                let value = match (key.as_str(), value) {
                    ("default" | "example" | "examples", value) => marked(value),
                    (key, Value::Object(named)) if NAMED.contains(&key) => Value::Object(
                        named.iter().map(|(name, value)| (name.clone(), without_moments(value))).collect(),
                    ),
                    (_, value) => without_moments(value),
                };
                (key.clone(), value)
            });
            Value::Object(kept.collect::<Map<_, _>>())
        }
        Value::Array(values) => values.iter().map(without_moments).collect(),
        other => other.clone(),
    }
}

fn marked(value: &Value) -> Value {
    match value {
        Value::Object(map) => Value::Object(map.iter().map(|(key, value)| (key.clone(), marked(value))).collect()),
        Value::Array(values) => values.iter().map(marked).collect(),
        Value::String(text) if is_moment(text) => "a moment".into(),
        Value::Number(number) if number.as_u64().is_some_and(is_unix_time) => "a UNIX time".into(),
        other => other.clone(),
    }
}

/// Whether a text is a date, or one with a time: `2025-08-10`, `2025-08-10T17:25:40.609Z`, `2022-11-25 12:34:56`.
fn is_moment(text: &str) -> bool {
    let Some((date, time)) = text.split_at_checked(10) else { return false };
    let has_form = date.bytes().zip(*b"dddd-dd-dd").all(|(byte, form)| match form {
        b'd' => byte.is_ascii_digit(),
        _ => byte == form,
    });
    let is_time = time.strip_prefix(['T', 't', ' ']).is_some_and(|time| {
        time.starts_with(|c: char| c.is_ascii_digit())
            && time.chars().all(|c| c.is_ascii_digit() || ":.+-Zz".contains(c))
    });
    has_form && (time.is_empty() || is_time)
}

/// Whether a number is a moment of the years 2014 to 2037, in seconds or milliseconds. Powers of two are not.
fn is_unix_time(number: u64) -> bool {
    let seconds = if number > 1_000_000_000_000 { number / 1000 } else { number };
    (1_400_000_000..2_145_000_000).contains(&seconds)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parsed(text: &str) -> Value {
        serde_json::from_str(text).expect("should be JSON")
    }

    #[test]
    fn the_order_of_keys_is_kept_and_the_form_is_stable() {
        let document = parsed(r#"{"b":[1,2.50],"a":{"z":null,"é":"\u00e9"}}"#);
        let text = formatted(&document).expect("should be written");
        assert_eq!(
            text,
            "{\n  \"b\": [\n    1,\n    2.5\n  ],\n  \"a\": {\n    \"z\": null,\n    \"é\": \"é\"\n  }\n}\n"
        );
        assert_eq!(formatted(&parsed(&text)).expect("should be written"), text);
    }

    #[test]
    fn the_order_of_keys_and_white_space_make_no_difference_and_the_order_of_elements_does() {
        assert!(is_same(&parsed(r#"{"a":1,"b":{"c":2,"d":3}}"#), &parsed(r#"{ "b": { "d": 3, "c": 2 }, "a": 1 }"#)));
        assert!(!is_same(&json!([1, 2]), &json!([2, 1])));
    }

    #[test]
    fn moments_in_defaults_and_examples_make_no_difference() {
        for (key, one, other) in [
            ("default", json!("2025-08-10T17:25:40.609Z"), json!("2025-12-01T02:49:44.394Z")),
            ("default", json!("2025-08-10"), json!("2025-12-01")),
            ("example", json!("2022-11-25 12:34:56"), json!("2022-11-25 13:34:56")),
            ("example", json!(1_648_573_423_995_u64), json!(1_748_573_423_995_u64)),
            ("example", json!([{ "at": "2025-08-10T17:25:40+02:00" }]), json!([{ "at": "2025-12-01T17:25:40+02:00" }])),
            ("examples", json!({ "a": { "value": 1_648_573_423 } }), json!({ "a": { "value": 1_748_573_423 } })),
        ] {
            let with = |value: &Value| json!({ "components": { "schemas": { "A": { "properties": { "p": { key: value } } } } } });
            assert!(is_same(&with(&one), &with(&other)), "{key} {one} {other}");
        }
    }

    #[test]
    fn other_differences_in_defaults_and_examples_count() {
        for (one, other) in [
            (json!("a"), json!("b")),
            (json!(20), json!(25)),
            (json!(1_073_741_824), json!(2_147_483_648_u64)),
            (json!("2025-08-10"), json!("2025-08-10T17:25:40Z and later")),
            (json!("2025-08-10"), json!(null)),
        ] {
            assert!(!is_same(&json!({ "default": one }), &json!({ "default": other })), "{one} {other}");
        }
    }

    #[test]
    fn a_property_that_is_called_default_is_no_default() {
        let with = |date: &str| json!({ "properties": { "default": { "enum": [date] } } });
        assert!(!is_same(&with("2025-08-10"), &with("2025-12-01")));
    }
}
