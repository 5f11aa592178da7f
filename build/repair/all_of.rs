//! One schema for values that fit several schemas at once.

use serde_json::{Map, Value, json};

use super::composition::{Components, says_nothing};
use super::schema;

/// What fits all `parts`: the only one that says something, or one object with the fields of all.
pub fn merged(parts: &[Value], components: &Components) -> Value {
    let telling: Vec<&Value> = parts.iter().filter(|part| !says_nothing(part)).collect();
    match telling.as_slice() {
        [] => schema::any(),
        [only] => (*only).clone(),
        several => {
            let opened: Vec<Value> = several.iter().map(|part| components.open(part)).collect();
            opened
                .into_iter()
                .filter(|part| !says_nothing(part))
                .reduce(|a, b| both(&a, &b, components))
                .unwrap_or_default()
        }
    }
}

fn both(a: &Value, b: &Value, components: &Components) -> Value {
    if a == b {
        return a.clone();
    }
    match (schema::kind(a), schema::kind(b)) {
        ("object", "object") => object_of_both(a, b, components),
        // A choice between kinds, seen through a part that is of one kind.
        ("", kind) if !kind.is_empty() => narrowed(a, b, components),
        (kind, "") if !kind.is_empty() => narrowed(b, a, components),
        ("integer", "number") => a.clone(),
        ("number", "integer") => b.clone(),
        (one, other) if one == other && !one.is_empty() => {
            let telling = |schema: &&Value| schema.get("enum").is_some() || schema.get("format").is_some();
            [b, a].into_iter().find(telling).unwrap_or(a).clone()
        }
        _ => components.give_up(),
    }
}

/// The member of `union` that is of the same kind as `part`, with what both say.
fn narrowed(union: &Value, part: &Value, components: &Components) -> Value {
    let members = union.get("oneOf").and_then(Value::as_array).into_iter().flatten();
    let mut opened = members.map(|member| components.open(member));
    match opened.find(|member| schema::kind(member) == schema::kind(part)) {
        Some(member) => both(&member, part, components),
        None => components.give_up(),
    }
}

fn object_of_both(a: &Value, b: &Value, components: &Components) -> Value {
    let mut properties: Map<String, Value> = schema::properties(a).map(|(k, v)| (k.clone(), v.clone())).collect();
    for (name, theirs) in schema::properties(b) {
        let merged = match properties.get(name) {
            Some(ours) if ours != theirs => merged(&[ours.clone(), theirs.clone()], components),
            _ => theirs.clone(),
        };
        properties.insert(name.clone(), merged);
    }
    let mut required = schema::required(a);
    required.extend(schema::required(b).into_iter().filter(|name| !schema::required(a).contains(name)));
    let mut object = json!({ "type": "object" });
    if !properties.is_empty() {
        object["properties"] = properties.into();
    }
    if !required.is_empty() {
        object["required"] = required.into();
    }
    for key in ["description", "additionalProperties"] {
        if let Some(value) = a.get(key).or_else(|| b.get(key)) {
            object[key] = value.clone();
        }
    }
    object
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::composition::tests::composed;

    #[test]
    fn objects_become_one_with_the_fields_of_all() {
        let merged = composed(json!({
            "A": { "description": "Both.", "allOf": [
                { "$ref": "#/components/schemas/Base" },
                { "type": "object", "properties": { "b": { "type": "string" } }, "required": ["b"] },
            ] },
            "Base": { "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] },
        }));
        assert_eq!(merged["properties"], json!({ "a": { "type": "string" }, "b": { "type": "string" } }));
        assert_eq!(merged["required"], json!(["a", "b"]));
        assert_eq!(merged["description"], "Both.");
    }

    #[test]
    fn a_part_that_only_describes_adds_nothing() {
        let merged = composed(json!({
            "A": { "allOf": [{ "$ref": "#/components/schemas/B" }, { "description": "Told again." }] },
            "B": { "type": "string" },
        }));
        assert_eq!(merged, json!({ "$ref": "#/components/schemas/B" }));
    }

    #[test]
    fn a_field_that_two_parts_declare_is_what_both_say() {
        let merged = composed(json!({ "A": { "allOf": [
            { "type": "object", "properties": { "kind": { "type": "string" } } },
            { "type": "object", "properties": { "kind": { "type": "string", "enum": ["cat"] } } },
        ] } }));
        assert_eq!(merged["properties"]["kind"], json!({ "type": "string", "enum": ["cat"] }));
    }

    #[test]
    fn parts_that_exclude_each_other_take_any_value() {
        let merged = composed(json!({ "A": { "allOf": [{ "type": "string" }, { "type": "boolean" }] } }));
        assert_eq!(merged, json!({}));
    }
}
