//! Each schema says plainly what it is: one `type` or none, values that fit it, and parts that belong to it.
//!
//! Served documents leave `type` out, write the lists of OpenAPI 3.1, put `null` among enum values, and name
//! properties as required that they do not declare. What follows relies on none of that.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::{schema, spec::Spec};
use crate::{adaptation::Rule, log::Log};

/// Settles the type of each schema.
pub fn apply(spec: &mut Spec) {
    spec.each_schema(settle);
}

fn settle(place: &str, schema: &mut Value, log: &mut Log) {
    if schema.get("$ref").is_some() {
        return;
    }
    let Some(map) = schema.as_object_mut() else {
        // `true` and the like are no schemas in OpenAPI 3.0, but what they mean is clear.
        *schema = schema::any();
        return;
    };
    for key in ["properties", "items", "additionalProperties"] {
        let is_flag = |value: &Value| key == "additionalProperties" && value.is_boolean();
        drop_if(map, key, |value| !value.is_object() && !is_flag(value));
    }
    drop_if(map, "format", |value| !value.is_string());
    drop_if(map, "description", |value| !value.is_string());
    for flag in schema::FLAGS {
        drop_if(map, flag, |value| !value.is_boolean());
    }
    for key in ["allOf", "anyOf", "oneOf"] {
        drop_if(map, key, |value| value.as_array().is_none_or(Vec::is_empty));
    }
    drop_if(map, "enum", |value| value.as_array().is_none_or(Vec::is_empty));
    for (_, property) in map.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        if !property.is_object() {
            *property = schema::any();
        }
    }
    settle_type(map);
    settle_enum(place, map, log);
    settle_object(map);
}

fn drop_if(map: &mut Map<String, Value>, key: &str, unfit: impl Fn(&Value) -> bool) {
    if map.get(key).is_some_and(unfit) {
        map.remove(key);
    }
}

fn settle_type(map: &mut Map<String, Value>) {
    let mut kinds: Vec<String> = match map.get("type") {
        Some(Value::String(kind)) => vec![kind.clone()],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let has_null = kinds.iter().any(|kind| kind == "null");
    kinds.retain(|kind| matches!(kind.as_str(), "string" | "number" | "integer" | "boolean" | "array" | "object"));
    if has_null {
        map.insert("nullable".into(), true.into());
        if kinds.is_empty() {
            map.insert("enum".into(), json!([null]));
        }
    }
    drop_if(map, "nullable", |value| value != &Value::Bool(true));
    let kind = match kinds.as_slice() {
        [kind] => Some(kind.clone()),
        [] if !has_null => inferred(map).map(str::to_owned),
        _ => None,
    };
    map.remove("type");
    if let Some(kind) = kind {
        map.insert("type".into(), kind.into());
    }
}

/// The type that a schema without one can only mean.
fn inferred(map: &Map<String, Value>) -> Option<&'static str> {
    let composed = ["allOf", "anyOf", "oneOf"].iter().any(|key| map.contains_key(*key));
    if map.contains_key("properties") || map.contains_key("additionalProperties") && !composed {
        return Some("object");
    }
    if map.contains_key("items") {
        return Some("array");
    }
    let values = map.get("enum")?.as_array()?;
    let mut kinds = values.iter().filter(|value| !value.is_null()).map(|value| match value {
        Value::String(_) => Some("string"),
        Value::Number(number) if number.is_f64() => Some("number"),
        Value::Number(_) => Some("integer"),
        Value::Bool(_) => Some("boolean"),
        _ => None,
    });
    let first = kinds.next()??;
    let rest: Vec<_> = kinds.collect();
    let numeric = |kind: &Option<&str>| matches!(kind, Some("integer" | "number"));
    if rest.iter().all(|kind| *kind == Some(first)) {
        Some(first)
    } else if numeric(&Some(first)) && rest.iter().all(numeric) {
        Some("number")
    } else {
        None
    }
}

/// Texts and numbers have enum types; other lists of values are said in the documentation.
fn settle_enum(place: &str, map: &mut Map<String, Value>, log: &mut Log) {
    let Some(Value::Array(mut values)) = map.remove("enum") else { return };
    if values.contains(&Value::Null) {
        values.retain(|value| !value.is_null());
        map.insert("nullable".into(), true.into());
        if values.is_empty() && !map.contains_key("type") {
            // Nothing but null.
            map.insert("enum".into(), json!([null]));
            return;
        }
    }
    let kind = map.get("type").and_then(Value::as_str);
    let is_text = kind == Some("string");
    if let Some(numbers) = kind.and_then(|kind| numbers(kind, &values)) {
        map.insert("enum".into(), numbers.into());
    } else if is_text && !values.is_empty() && values.iter().all(Value::is_string) {
        let mut seen = HashSet::new();
        values.retain(|value| seen.insert(value.as_str().unwrap_or_default().to_owned()));
        map.insert("enum".into(), values.into());
    } else if !values.is_empty() {
        log.note(Rule::VALUES_TO_DOCS, place);
        if is_text && !values.iter().any(Value::is_string) {
            // The type and the values exclude each other; which of them the service means is not shown.
            map.remove("type");
        }
        let declares = |name: &String| map.get("properties").and_then(|properties| properties.get(name)).is_some();
        let mut fields = values.iter().filter_map(Value::as_object).flatten().map(|(name, _)| name);
        if map.contains_key("properties") && !fields.all(declares) {
            // A value that is allowed must not lose the fields that only the list declares.
            map.insert("additionalProperties".into(), true.into());
        }
        let listed: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        schema::add_description(map, &format!("Known values: {}.", listed.join(", ")));
    }
}

/// `values` as numbers of `kind`, each once; `None` if one of them is no such number.
fn numbers(kind: &str, values: &[Value]) -> Option<Vec<Value>> {
    let number = |value: &Value| match kind {
        "integer" => {
            let whole = |number: f64| (number.fract() == 0.0 && number.abs() < EXACT_BELOW).then_some(number as i64);
            value.as_i64().or_else(|| value.as_f64().and_then(whole)).map(Value::from)
        }
        "number" => value.as_f64().map(Value::from),
        _ => None,
    };
    let numbers: Option<Vec<Value>> = values.iter().map(number).collect();
    let mut seen = HashSet::new();
    let numbers = numbers?.into_iter().filter(|number| seen.insert(number.to_string())).collect::<Vec<_>>();
    (!numbers.is_empty()).then_some(numbers)
}

/// Below this, `f64` represents every integer exactly.
const EXACT_BELOW: f64 = (1_u64 << 53) as f64;

fn settle_object(map: &mut Map<String, Value>) {
    let kind = map.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    if !kind.is_empty() && kind != "object" {
        for key in ["properties", "additionalProperties", "required"] {
            map.remove(key);
        }
    }
    if kind == "array" {
        map.entry("items").or_insert_with(schema::any);
    } else {
        map.remove("items");
    }
    let mut required: Vec<Value> = match map.remove("required") {
        Some(Value::Array(names)) => names,
        _ => Vec::new(),
    };
    let properties = map.get("properties").and_then(Value::as_object);
    let composed = ["allOf", "anyOf", "oneOf"].iter().any(|key| map.contains_key(*key));
    let declares = |name: &str| composed || properties.is_some_and(|properties| properties.contains_key(name));
    let mut seen = HashSet::new();
    required.retain(|name| name.as_str().is_some_and(|name| declares(name) && seen.insert(name.to_owned())));
    let has_properties = properties.is_some_and(|properties| !properties.is_empty());
    if !required.is_empty() {
        map.insert("required".into(), required.into());
    }
    if !has_properties {
        map.remove("properties");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::only;

    fn settled(schema: Value) -> Value {
        only(apply, json!({ "components": { "schemas": { "A": schema } } })).schemas()["A"].clone()
    }

    #[test]
    fn a_missing_type_is_what_the_schema_can_only_mean() {
        assert_eq!(settled(json!({ "properties": { "a": {} } }))["type"], "object");
        assert_eq!(settled(json!({ "items": {} }))["type"], "array");
        assert_eq!(settled(json!({ "enum": ["a"] }))["type"], "string");
        assert_eq!(settled(json!({ "enum": [1, 2.5] }))["type"], "number");
        assert_eq!(settled(json!({ "description": "x" })).get("type"), None);
        assert_eq!(settled(json!({ "enum": [1, "a"] })).get("type"), None);
    }

    #[test]
    fn null_is_nullable_however_it_is_written() {
        assert_eq!(settled(json!({ "type": ["string", "null"] })), json!({ "nullable": true, "type": "string" }));
        let with_null = settled(json!({ "type": "string", "enum": ["a", null], "nullable": true }));
        assert_eq!(with_null, json!({ "nullable": true, "type": "string", "enum": ["a"] }));
        let only_null = json!({ "nullable": true, "enum": [null] });
        assert_eq!(settled(json!({ "type": "null" })), only_null);
        assert_eq!(settled(json!({ "enum": [null] })), only_null);
    }

    #[test]
    fn numbers_are_values_of_an_enum_each_once() {
        let numbers = settled(json!({ "type": "number", "enum": [30, 0.5, 30.0, null] }));
        assert_eq!(numbers, json!({ "type": "number", "enum": [30.0, 0.5], "nullable": true }));
        let integers = settled(json!({ "type": "integer", "enum": [-1, 2.0, 2] }));
        assert_eq!(integers, json!({ "type": "integer", "enum": [-1, 2] }));
    }

    #[test]
    fn enums_of_neither_text_nor_numbers_are_plain_values_listed_in_docs() {
        let fraction = settled(json!({ "type": "integer", "enum": [1, 2.5] }));
        assert_eq!(fraction, json!({ "type": "integer", "description": "Known values: `1`, `2.5`." }));
        let mixed = settled(json!({ "enum": [1, "a"], "description": "Either." }));
        assert_eq!(mixed, json!({ "description": "Either.\n\nKnown values: `1`, `\"a\"`." }));
    }

    #[test]
    fn values_that_do_not_fit_the_type_leave_it_open() {
        let mistyped = settled(json!({ "type": "string", "enum": [1] }));
        assert_eq!(mistyped, json!({ "description": "Known values: `1`." }));
    }

    #[test]
    fn fields_that_only_a_listed_value_has_are_kept() {
        let object = settled(json!({ "type": "object", "properties": { "a": {} }, "enum": [{ "value": {} }] }));
        assert_eq!(object["additionalProperties"], true);
    }

    #[test]
    fn parts_that_do_not_belong_are_dropped() {
        assert_eq!(settled(json!(true)), json!({}));
        assert_eq!(settled(json!({ "type": "string", "properties": { "a": {} } })), json!({ "type": "string" }));
        let object = settled(json!({ "type": "object", "required": ["a", "gone"], "properties": { "a": true } }));
        assert_eq!(object, json!({ "type": "object", "required": ["a"], "properties": { "a": {} } }));
        assert_eq!(settled(json!({ "type": "object", "required": true })), json!({ "type": "object" }));
        assert_eq!(settled(json!({ "type": "array" })), json!({ "type": "array", "items": {} }));
    }
}
