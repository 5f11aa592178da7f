//! Determines which kinds of JSON values a schema allows, such as strings or objects. Many documents omit `type`, or
//! list several types.

use serde_json::Value;

use crate::{api::EnumOf, document::json::array};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// Only used if no other kind is allowed.
    Null,
    Boolean,
    /// A string or a number.
    Scalar(EnumOf),
    List,
    Object,
}

/// Returns the values that the schema `declared` lists in `const` or `enum`. `const` takes precedence.
pub fn listed_values(declared: &Value) -> impl Iterator<Item = &Value> {
    let only = declared.get("const");
    let several = array(declared, "enum").filter(move |_| only.is_none());
    only.into_iter().chain(several)
}

fn type_names(declared: &Value) -> impl Iterator<Item = &str> {
    let one = declared.get("type").and_then(Value::as_str);
    one.into_iter().chain(array(declared, "type").filter_map(Value::as_str))
}

pub fn is_typed(declared: &Value) -> bool {
    type_names(declared).next().is_some()
}

pub fn lists_null(declared: &Value) -> bool {
    type_names(declared).any(|name| name == "null")
}

/// Returns the kinds of values that the schema `declared` allows. The result is empty if any value is allowed, and
/// contains `Null` only if no other kind is allowed. If `is_composed` is set, `additionalProperties` and similar
/// keywords do not imply that the value is an object.
pub fn kinds(declared: &Value, is_composed: bool) -> Vec<ValueKind> {
    // Some documents list null as the only value of a string, because OpenAPI 3.0 has no type for null.
    if listed_values(declared).next().is_some() && listed_values(declared).all(Value::is_null) {
        return vec![ValueKind::Null];
    }
    let mut kinds: Vec<ValueKind> = Vec::new();
    for name in type_names(declared) {
        let kind = match name {
            "boolean" => ValueKind::Boolean,
            "integer" => ValueKind::Scalar(EnumOf::Integer),
            "number" => ValueKind::Scalar(EnumOf::Number),
            "string" => ValueKind::Scalar(EnumOf::Text),
            "array" => ValueKind::List,
            "object" => ValueKind::Object,
            _ => continue,
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.contains(&ValueKind::Scalar(EnumOf::Number)) {
        kinds.retain(|kind| *kind != ValueKind::Scalar(EnumOf::Integer));
    }
    if kinds.is_empty() {
        kinds.extend(if lists_null(declared) { Some(ValueKind::Null) } else { infer_kind(declared, is_composed) });
    }
    kinds
}

/// Infers the kind of values that a schema without `type` allows. Returns `None` if its keywords apply to several
/// kinds, or to any kind.
fn infer_kind(declared: &Value, is_composed: bool) -> Option<ValueKind> {
    let has_object = |key: &str| declared.get(key).is_some_and(Value::is_object);
    let says_additional = has_object("additionalProperties") || declared["additionalProperties"].is_boolean();
    let is_map = ["patternProperties", "propertyNames"].into_iter().any(has_object);
    if has_object("properties") || (says_additional || is_map) && !is_composed {
        return Some(ValueKind::Object);
    }
    if has_object("items") || declared["prefixItems"].is_array() {
        return Some(ValueKind::List);
    }
    let is_text = |key: &str| declared.get(key).is_some_and(Value::is_string);
    if ["contentMediaType", "contentEncoding"].into_iter().any(is_text) {
        return Some(ValueKind::Scalar(EnumOf::Text));
    }
    let kinds = listed_values(declared).filter(|value| !value.is_null()).map(|value| match value {
        Value::String(_) => Some(ValueKind::Scalar(EnumOf::Text)),
        Value::Number(number) if number.is_f64() => Some(ValueKind::Scalar(EnumOf::Number)),
        Value::Number(_) => Some(ValueKind::Scalar(EnumOf::Integer)),
        Value::Bool(_) => Some(ValueKind::Boolean),
        _ => None,
    });
    let kinds = kinds.collect::<Option<Vec<ValueKind>>>()?;
    let first = *kinds.first()?;
    if kinds.iter().all(|kind| *kind == first) {
        return Some(first);
    }
    let is_number = |kind: &ValueKind| matches!(kind, ValueKind::Scalar(EnumOf::Integer | EnumOf::Number));
    kinds.iter().all(is_number).then_some(ValueKind::Scalar(EnumOf::Number))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::schema::tests::read_schema;

    #[test]
    fn infers_a_missing_type_from_other_keywords_of_the_schema() {
        assert_eq!(read_schema(json!({ "properties": { "a": {} } }))["type"], "object");
        assert_eq!(read_schema(json!({ "items": {} }))["type"], "array");
        assert_eq!(read_schema(json!({ "enum": ["a"] }))["type"], "string");
        for keyword in ["contentMediaType", "contentEncoding"] {
            assert_eq!(read_schema(json!({ (keyword): "image/png" }))["type"], "string", "{keyword}");
        }
        assert_eq!(read_schema(json!({ "enum": [1, 2.5] }))["type"], "number");
        assert_eq!(read_schema(json!({ "description": "x" })).get("type"), None);
        assert_eq!(read_schema(json!({ "enum": [1, "a"] })).get("type"), None);
    }

    #[test]
    fn a_schema_that_allows_null_in_any_notation_is_nullable() {
        assert_eq!(read_schema(json!({ "type": ["string", "null"] })), json!({ "nullable": true, "type": "string" }));
        let with_null = read_schema(json!({ "type": "string", "enum": ["a", null], "nullable": true }));
        assert_eq!(with_null, json!({ "nullable": true, "type": "string", "enum": ["a"] }));
        let only_null = json!({ "nullable": true, "enum": [null] });
        assert_eq!(read_schema(json!({ "type": "string", "nullable": true, "enum": [null] })), only_null);
        assert_eq!(read_schema(json!({ "type": "null" })), only_null);
        assert_eq!(read_schema(json!({ "enum": [null] })), only_null);
    }
}
