//! One schema for values that fit several schemas at once.

use std::{collections::HashSet, mem};

use serde_json::{Map, Value, json};

use super::{
    components::{Components, Resolved},
    object_union::{self, is_object_union, kind},
    schema,
};
use crate::bounds;

/// What fits all `parts`: the only one that says something, or one object with the fields of all.
pub fn merge_all_of(parts: &[&Value], components: &Components) -> Value {
    let telling: Vec<&Value> = parts.iter().copied().filter(|part| !schema::says_nothing(part)).collect();
    match telling.as_slice() {
        [] => schema::any(),
        [only] => (*only).clone(),
        several => components.merging(several, || all(several, components)),
    }
}

fn all(parts: &[&Value], components: &Components) -> Value {
    let opened: Vec<Resolved<'_>> = parts.iter().map(|part| components.resolve(part)).collect();
    let mut opened = opened.iter().map(|part| &**part).filter(|part| !schema::says_nothing(part));
    let Some(first) = opened.next() else { return schema::any() };
    let mut opened = opened.peekable();
    let mut whole = first.clone();
    while let Some(part) = opened.next() {
        let mut following = std::iter::from_fn(|| opened.next_if(|part| schema::kind(part) == "object"));
        whole = both(whole, part, &mut following, components);
    }
    whole
}

/// What fits both `a` and `b`, and `objects` too if that is an object.
fn both(a: Value, b: &Value, objects: &mut dyn Iterator<Item = &Value>, components: &Components) -> Value {
    if a == *b {
        return a;
    }
    match (kind(&a, components), kind(b, components)) {
        ("object", "object") if is_object_union(&a, components) => distributed(&a, b, components),
        ("object", "object") if is_object_union(b, components) => distributed(b, &a, components),
        ("object", "object") => {
            let mut object = Object::of(a);
            object.add(b, components);
            objects.for_each(|further| object.add(further, components));
            object.into()
        }
        // A choice between kinds, seen through a part that is of one kind.
        ("", kind) if !kind.is_empty() => narrowed(&a, b, components),
        (kind, "") if !kind.is_empty() => narrowed(b, &a, components),
        ("integer", "number") => a,
        ("number", "integer") => b.clone(),
        (one, other) if one == other && !one.is_empty() => {
            let telling = |schema: &&Value| schema.get("enum").is_some() || schema.get("format").is_some();
            [b, &a].into_iter().find(telling).unwrap_or(&a).clone()
        }
        _ => components.any_value(),
    }
}

/// The member of `union` that is of the same kind as `part`, with what both say.
fn narrowed(union: &Value, part: &Value, components: &Components) -> Value {
    let members = union.get("oneOf").and_then(Value::as_array).into_iter().flatten();
    let mut opened = members.map(|member| components.resolve(member));
    match opened.find(|member| kind(member, components) == kind(part, components)) {
        Some(member) => both((*member).clone(), part, &mut std::iter::empty(), components),
        None => components.any_value(),
    }
}

/// The union of objects `union`, each with the fields of `part`.
fn distributed(union: &Value, part: &Value, components: &Components) -> Value {
    let tag = object_union::tag(union);
    let is_of_one = |name: &str| schema::properties(part).any(|(declared, _)| declared == name);
    let marks = |member: &Value| schema::required(&components.resolve(member)).into_iter().any(is_of_one);
    if is_object_union(part, components) || tag.is_none() && object_union::members(union).iter().any(marks) {
        // The members may no longer be distinguishable.
        return components.any_value();
    }
    let part = undescribed(part);
    let mut mapping = Map::new();
    let mut members = Vec::new();
    for member in object_union::members(union) {
        let name = schema::wrapped_reference(member);
        let values = name.map(|name| object_union::mapped(union, name)).unwrap_or_default();
        let merged = with_part(member, &part, tag.map(|tag| (tag, values.as_slice())), components);
        if components.exceeded().is_some() {
            return schema::any();
        }
        if let Some(name) = schema::wrapped_reference(&merged) {
            let target = Value::from(schema::COMPONENT.to_owned() + name);
            mapping
                .extend(object_union::mapped(union, name).into_iter().map(|value| (value.to_owned(), target.clone())));
        }
        members.push(merged);
    }
    match tag {
        Some(tag) => object_union::tagged(tag, mapping, members),
        None => json!({ "oneOf": members }),
    }
}

/// A member of a union with the fields of `part`; as it is, if it has them already. The field that tells it apart, and
/// its values, are written into it otherwise: it has no name any more that they could be mapped to. `part` has no
/// description.
pub fn with_part(
    member: &Value,
    part: &Value,
    tag: Option<(&str, &[impl AsRef<str>])>,
    components: &Components,
) -> Value {
    let opened = components.resolve(member);
    components.spend(bounds::parts(part));
    let merged = merge_all_of(&[&opened, part], components);
    components.spend(bounds::parts(&merged));
    if says_the_same(&merged, &opened) {
        return member.clone();
    }
    match tag {
        Some((tag, values)) if !values.is_empty() => {
            merge_all_of(&[&merged, &object_union::tag_alone(tag, values)], components)
        }
        _ => merged,
    }
}

/// The schema without its description, which is that of one place only.
pub fn undescribed(schema: &Value) -> Value {
    let mut schema = schema.clone();
    schema.as_object_mut().map(|map| map.remove("description"));
    schema
}

/// Whether two schemas differ in no more than their annotations.
fn says_the_same(a: &Value, b: &Value) -> bool {
    let said = |schema: &Value| {
        schema.as_object().into_iter().flatten().filter(|(key, _)| !schema::is_annotation(key)).count()
    };
    let is_in_b = |(key, value): (&String, &Value)| schema::is_annotation(key) || b.get(key) == Some(value);
    said(a) == said(b) && a.as_object().into_iter().flatten().all(is_in_b)
}

/// An object that gets the fields of more and more others.
struct Object {
    properties: Map<String, Value>,
    required: Vec<String>,
    is_required: HashSet<String>,
    /// The description, and the schema of undeclared fields.
    said: [(&'static str, Option<Value>); 2],
}

impl Object {
    fn of(mut schema: Value) -> Self {
        let mut object = Self {
            properties: Map::new(),
            required: Vec::new(),
            is_required: HashSet::new(),
            said: ["description", "additionalProperties"]
                .map(|key| (key, schema.get_mut(key).map(Value::take).filter(|value| !value.is_boolean()))),
        };
        object.require(&schema);
        if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            object.properties = mem::take(properties);
        }
        object
    }

    fn add(&mut self, schema: &Value, components: &Components) {
        for (name, theirs) in schema::properties(schema) {
            let property = match self.properties.get(name) {
                Some(ours) if ours != theirs => merge_all_of(&[ours, theirs], components),
                _ => theirs.clone(),
            };
            self.properties.insert(name.clone(), property);
        }
        self.require(schema);
        for (key, value) in &mut self.said {
            if value.is_none() {
                *value = schema.get(*key).filter(|value| !value.is_boolean()).cloned();
            }
        }
    }

    fn require(&mut self, schema: &Value) {
        for name in schema::required(schema) {
            if self.is_required.insert(name.to_owned()) {
                self.required.push(name.to_owned());
            }
        }
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        let mut schema = json!({ "type": "object" });
        if !object.properties.is_empty() {
            schema["properties"] = object.properties.into();
        }
        if !object.required.is_empty() {
            schema["required"] = object.required.into();
        }
        for (key, value) in object.said {
            if let Some(value) = value {
                schema[key] = value;
            }
        }
        schema
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::document::composed;

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
