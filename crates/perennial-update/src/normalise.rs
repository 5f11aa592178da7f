//! Formats documents for the repository, and checks whether documents differ in more than their format.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use chrono::NaiveDateTime;
use perennial_codegen::text::json::Exact;
use serde::{Serialize, Serializer, ser::Error as _};
use serde_json::value::RawValue;

use crate::text_forms::{is_date, is_date_time};

/// Formats a document for the repository. To keep changes small, keys keep their order, numbers keep their digits, and
/// strings are escaped only where JSON requires it. Lines are indented by two spaces.
///
/// # Errors
/// Returns an error if serialization fails, which no document causes.
pub fn format_document(document: &Exact<'_>) -> Result<String> {
    Ok(serde_json::to_string_pretty(&AsServed(document)).context("the document cannot be written")? + "\n")
}

/// Serializes a document. Keys keep their order, and numbers keep their digits.
struct AsServed<'a>(&'a Exact<'a>);

impl Serialize for AsServed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Exact::Null => serializer.serialize_unit(),
            Exact::Bool(value) => serializer.serialize_bool(*value),
            Exact::Number((number, _)) => {
                serde_json::from_str::<&RawValue>(number).map_err(S::Error::custom)?.serialize(serializer)
            }
            Exact::String(text) => serializer.serialize_str(text),
            Exact::Array(elements) => serializer.collect_seq(elements.iter().map(AsServed)),
            Exact::Object(members) => serializer.collect_map(members.iter().map(|(key, value)| (key, AsServed(value)))),
        }
    }
}

/// Returns `true` if two documents differ at most in the order of keys, in white space, or in the timestamps of
/// defaults and examples. Some services set these timestamps to the current time. Numbers are compared digit by digit.
pub fn is_same_document(one: &Exact<'_>, other: &Exact<'_>) -> bool {
    is_same_value_at(ValuePosition::Openapi, one, other)
}

/// The position of a value in a document, on which the meaning of its keys depends.
#[derive(Clone, Copy)]
enum ValuePosition {
    /// A value whose keys are defined by OpenAPI.
    Openapi,
    /// A value whose keys are names that the document chooses, such as the names of properties. A property may be
    /// called `default`.
    Names,
    /// Part of a default or an example.
    Example,
}

impl ValuePosition {
    fn of_member(self, key: &str) -> Self {
        match (self, key) {
            (Self::Example, _) | (Self::Openapi, "default" | "example" | "examples") => Self::Example,
            (Self::Openapi, key) if NAMED.contains(&key) => Self::Names,
            _ => Self::Openapi,
        }
    }
}

/// The keys of OpenAPI below which a document chooses names. A name such as `example` has no special meaning there.
const NAMED: [&str; 3] = ["properties", "responses", "schemas"];

fn is_same_value_at(inside: ValuePosition, one: &Exact<'_>, other: &Exact<'_>) -> bool {
    let is_example = matches!(inside, ValuePosition::Example);
    let are = |is_made: fn(&str) -> bool, one, other| one == other || is_example && is_made(one) && is_made(other);
    match (one, other) {
        (Exact::Null, Exact::Null) => true,
        (Exact::Bool(one), Exact::Bool(other)) => one == other,
        (Exact::Number((one, _)), Exact::Number((other, _))) => are(is_unix_time, one, other),
        (Exact::String(one), Exact::String(other)) => are(is_timestamp, one, other),
        (Exact::Array(one), Exact::Array(other)) => {
            let inside = if is_example { inside } else { ValuePosition::Openapi };
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same_value_at(inside, one, other))
        }
        (Exact::Object(one), Exact::Object(other)) => {
            let others: BTreeMap<_, _> = other.iter().map(|(key, member)| (key, member)).collect();
            let is_same = |key, member, other| is_same_value_at(ValuePosition::of_member(inside, key), member, other);
            one.len() == other.len()
                && one.iter().all(|(key, member)| others.get(key).is_some_and(|other| is_same(key, member, other)))
        }
        _ => false,
    }
}

/// Returns `true` if a string is a date with or without a time, such as `2025-08-10`, `2025-08-10T17:25:40.609Z` or
/// `2022-11-25 12:34:56`.
pub fn is_timestamp(text: &str) -> bool {
    let text = text.replacen(' ', "T", 1);
    is_date(&text) || is_date_time(&text) || text.parse::<NaiveDateTime>().is_ok()
}

/// Returns `true` if a number is a UNIX time from 2014 to 2037, in seconds or milliseconds. The range contains no power
/// of two, because powers of two occur as limits.
pub fn is_unix_time(number: &str) -> bool {
    let Ok(number) = number.parse::<u64>() else { return false };
    let seconds = if number > 1_000_000_000_000 { number / 1000 } else { number };
    (1_400_000_000..2_145_000_000).contains(&seconds)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use perennial_codegen::text::json;

    fn exact(text: &str) -> Exact<'_> {
        json::parse_exact(text).expect("should be JSON")
    }

    fn format_text(text: &str) -> String {
        format_document(&exact(text)).expect("should be written")
    }

    fn is_same_text(one: &str, other: &str) -> bool {
        is_same_document(&exact(one), &exact(other))
    }

    fn is_same_value(one: &Value, other: &Value) -> bool {
        is_same_text(&one.to_string(), &other.to_string())
    }

    #[test]
    fn formatting_a_document_keeps_key_order_and_number_spelling() {
        let text = format_text(
            r#"{"b":[1,2.50,1e400,-0,123456789012345678901234567890],"a":{"z":null,"é\/":"\u00e9\ud83d\ude00\n\u0001"},"c":[],"d":{}}"#,
        );
        assert_eq!(
            text,
            "{\n  \"b\": [\n    1,\n    2.50,\n    1e400,\n    -0,\n    123456789012345678901234567890\n  ],\n  \"a\": {\n    \
             \"z\": null,\n    \"é/\": \"é😀\\n\\u0001\"\n  },\n  \"c\": [],\n  \"d\": {}\n}\n"
        );
        assert_eq!(format_text(&text), text);
    }

    #[test]
    fn formatting_a_formatted_document_changes_nothing() {
        let text = include_str!("../../../tests/layer/openapi.json");
        assert_eq!(format_text(text), text);
    }

    #[test]
    fn document_comparison_ignores_key_order_and_white_space() {
        assert!(is_same_text(r#"{"a":1,"b":{"c":2,"d":3}}"#, r#"{ "b": { "d": 3, "c": 2 }, "a": 1 }"#));
        assert!(is_same_text(r#"{"a":"\u00e9"}"#, r#"{"a":"é"}"#));
        assert!(!is_same_text("[1, 2]", "[2, 1]"));
        assert!(!is_same_text(r#"{"a":1}"#, r#"{"a":1,"b":2}"#));
        assert!(!is_same_text(r#"{"a":1,"b":2}"#, r#"{"a":1}"#));
        assert!(!is_same_text(r#"{"a":null}"#, r#"{"b":null}"#));
        assert!(!is_same_text(r#"{"a":"1"}"#, r#"{"a":1}"#));
    }

    #[test]
    fn document_comparison_compares_every_digit_of_long_numbers() {
        for (one, other) in [
            ("123456789012345678901234567890", "123456789012345678901234567891"),
            ("0.1234567890123456789012345678", "0.1234567890123456789012345679"),
            ("1e400", "1e401"),
        ] {
            assert!(is_same_text(one, one) && !is_same_text(one, other), "{one}");
            let [one, other] = [one, other].map(|number| format!(r#"{{"default": {number}}}"#));
            assert!(is_same_text(&one, &one) && !is_same_text(&one, &other), "{one}");
        }
    }

    #[test]
    fn document_comparison_ignores_timestamps_in_defaults_and_examples() {
        for (key, one, other) in [
            ("default", json!("2025-08-10T17:25:40.609Z"), json!("2025-12-01T02:49:44.394Z")),
            ("default", json!("2025-08-10"), json!("2025-12-01")),
            ("example", json!("2022-11-25 12:34:56"), json!("2022-11-25 13:34:56")),
            ("example", json!(1_648_573_423_995_u64), json!(1_748_573_423_995_u64)),
            ("example", json!([{ "at": "2025-08-10T17:25:40+02:00" }]), json!([{ "at": "2025-12-01T17:25:40+02:00" }])),
            ("examples", json!({ "a": { "value": 1_648_573_423 } }), json!({ "a": { "value": 1_748_573_423 } })),
        ] {
            let with = |value: &Value| json!({ "components": { "schemas": { "A": { "properties": { "p": { key: value } } } } } });
            assert!(is_same_value(&with(&one), &with(&other)), "{key} {one} {other}");
        }
    }

    #[test]
    fn document_comparison_detects_changed_defaults_that_are_not_timestamps() {
        for (one, other) in [
            (json!("a"), json!("b")),
            (json!(20), json!(25)),
            (json!(1_073_741_824), json!(2_147_483_648_u64)),
            (json!("2025-08-10"), json!("2025-08-10T17:25:40Z and later")),
            (json!("2025-08-10"), json!(null)),
        ] {
            assert!(!is_same_value(&json!({ "default": one }), &json!({ "default": other })), "{one} {other}");
        }
    }

    #[test]
    fn property_called_default_is_not_treated_as_a_default_value() {
        let with = |date: &str| json!({ "properties": { "default": { "enum": [date] } } });
        assert!(!is_same_value(&with("2025-08-10"), &with("2025-12-01")));
    }
}
