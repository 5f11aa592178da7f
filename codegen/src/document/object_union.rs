//! Unions of objects, once they are composed: a `oneOf` of objects, with a `discriminator` if the values of one field
//! tell them apart. Any other `oneOf` is a union of JSON kinds.

use serde_json::{Map, Value, json};

use super::{components::Components, schema};

/// Whether `schema`, which is composed, is a union of objects.
pub fn is_object_union(schema: &Value, components: &Components) -> bool {
    let is_object = |member: &Value| schema::kind(&components.resolve(member)) == "object";
    match members(schema) {
        // Of a union of kinds, no more than one is an object.
        [first, second, ..] => schema.get("discriminator").is_some() || is_object(first) && is_object(second),
        _ => false,
    }
}

/// The `type` of a composed schema, which is that of the members for a union of objects.
pub fn kind<'a>(schema: &'a Value, components: &Components) -> &'a str {
    if is_object_union(schema, components) { "object" } else { schema::kind(schema) }
}

/// The members of a `oneOf`.
pub fn members(schema: &Value) -> &[Value] {
    schema.get("oneOf").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// The field that tells the members of `union` apart by its values.
pub fn tag(union: &Value) -> Option<&str> {
    union.pointer("/discriminator/propertyName")?.as_str()
}

/// The values that `union` maps to the component `name`.
pub fn mapped<'a>(union: &'a Value, name: &str) -> Vec<&'a str> {
    let mapping = union.pointer("/discriminator/mapping").and_then(Value::as_object);
    let leads_there =
        |target: &Value| target.as_str().and_then(|target| target.strip_prefix(schema::COMPONENT)) == Some(name);
    mapping.into_iter().flatten().filter(|(_, target)| leads_there(target)).map(|(value, _)| value.as_str()).collect()
}

/// A union of `members` that the values of `tag` tell apart: `mapping` has those of named schemas, and the others list
/// theirs.
pub fn tagged(tag: &str, mapping: Map<String, Value>, members: Vec<Value>) -> Value {
    let mut discriminator = json!({ "propertyName": tag });
    if !mapping.is_empty() {
        discriminator["mapping"] = mapping.into();
    }
    json!({ "oneOf": members, "discriminator": discriminator })
}

/// An object with nothing but the required field `tag`, which has one of `values`.
pub fn tag_alone(tag: &str, values: &[impl AsRef<str>]) -> Value {
    let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
    json!({ "type": "object", "properties": { (tag): { "type": "string", "enum": values } }, "required": [tag] })
}
