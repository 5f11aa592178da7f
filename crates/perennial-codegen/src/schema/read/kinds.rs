//! What kind of value a schema is of, where it is of one.
//!
//! Served documents leave `type` out, and list several.

use serde_json::Value;

use crate::{api::EnumOf, document::json::array};

/// One kind of value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Nothing but null.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A text or a number.
    Scalar(EnumOf),
    /// A list.
    List,
    /// An object.
    Object,
}

/// The values that `declared` lists: `enum`, or the one that is its `const`.
pub fn listed(declared: &Value) -> impl Iterator<Item = &Value> {
    let only = declared.get("const");
    let several = array(declared, "enum").filter(move |_| only.is_none());
    only.into_iter().chain(several)
}

/// The names in `type`.
fn names(declared: &Value) -> impl Iterator<Item = &str> {
    let one = declared.get("type").and_then(Value::as_str);
    one.into_iter().chain(array(declared, "type").filter_map(Value::as_str))
}

/// Returns `true` if `declared` has a `type`.
pub fn is_typed(declared: &Value) -> bool {
    names(declared).next().is_some()
}

/// Returns `true` if null is among the types.
pub fn lists_null(declared: &Value) -> bool {
    names(declared).any(|name| name == "null")
}

/// The kinds that `declared` is of; none if it may be any value. Null is among them only if it is alone.
pub fn kinds(declared: &Value, is_composed: bool) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for name in names(declared) {
        let kind = match name {
            "boolean" => Kind::Boolean,
            "integer" => Kind::Scalar(EnumOf::Integer),
            "number" => Kind::Scalar(EnumOf::Number),
            "string" => Kind::Scalar(EnumOf::Text),
            "array" => Kind::List,
            "object" => Kind::Object,
            _ => continue,
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.contains(&Kind::Scalar(EnumOf::Number)) {
        kinds.retain(|kind| *kind != Kind::Scalar(EnumOf::Integer));
    }
    if kinds.is_empty() {
        let is_null = || listed(declared).next().is_some() && listed(declared).all(Value::is_null);
        let null = (lists_null(declared) || is_null()).then_some(Kind::Null);
        kinds.extend(if lists_null(declared) { null } else { inferred(declared, is_composed).or(null) });
    }
    kinds
}

/// The kind that a schema without `type` can only mean.
fn inferred(declared: &Value, is_composed: bool) -> Option<Kind> {
    let has_object = |key: &str| declared.get(key).is_some_and(Value::is_object);
    let says_additional = has_object("additionalProperties") || declared["additionalProperties"].is_boolean();
    let is_map = ["patternProperties", "propertyNames"].into_iter().any(has_object);
    if has_object("properties") || (says_additional || is_map) && !is_composed {
        return Some(Kind::Object);
    }
    if has_object("items") || declared["prefixItems"].is_array() {
        return Some(Kind::List);
    }
    let is_text = |key: &str| declared.get(key).is_some_and(Value::is_string);
    if ["contentMediaType", "contentEncoding"].into_iter().any(is_text) {
        return Some(Kind::Scalar(EnumOf::Text));
    }
    let kinds = listed(declared).filter(|value| !value.is_null()).map(|value| match value {
        Value::String(_) => Some(Kind::Scalar(EnumOf::Text)),
        Value::Number(number) if number.is_f64() => Some(Kind::Scalar(EnumOf::Number)),
        Value::Number(_) => Some(Kind::Scalar(EnumOf::Integer)),
        Value::Bool(_) => Some(Kind::Boolean),
        _ => None,
    });
    let kinds = kinds.collect::<Option<Vec<Kind>>>()?;
    let first = *kinds.first()?;
    if kinds.iter().all(|kind| *kind == first) {
        return Some(first);
    }
    let is_number = |kind: &Kind| matches!(kind, Kind::Scalar(EnumOf::Integer | EnumOf::Number));
    kinds.iter().all(is_number).then_some(Kind::Scalar(EnumOf::Number))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::schema::tests::read_schema;

    #[test]
    fn a_missing_type_is_what_the_schema_can_only_mean() {
        assert_eq!(read_schema(json!({ "properties": { "a": {} } }))["type"], "object");
        assert_eq!(read_schema(json!({ "items": {} }))["type"], "array");
        assert_eq!(read_schema(json!({ "enum": ["a"] }))["type"], "string");
        assert_eq!(read_schema(json!({ "enum": [1, 2.5] }))["type"], "number");
        assert_eq!(read_schema(json!({ "description": "x" })).get("type"), None);
        assert_eq!(read_schema(json!({ "enum": [1, "a"] })).get("type"), None);
    }

    #[test]
    fn null_is_nullable_however_it_is_written() {
        assert_eq!(read_schema(json!({ "type": ["string", "null"] })), json!({ "nullable": true, "type": "string" }));
        let with_null = read_schema(json!({ "type": "string", "enum": ["a", null], "nullable": true }));
        assert_eq!(with_null, json!({ "nullable": true, "type": "string", "enum": ["a"] }));
        let only_null = json!({ "nullable": true, "enum": [null] });
        assert_eq!(read_schema(json!({ "type": "null" })), only_null);
        assert_eq!(read_schema(json!({ "enum": [null] })), only_null);
    }
}
