//! A named schema that is no object with fields and no enum or union is written out where it is referred to:
//! `tags: Vec<String>` instead of a newtype `Tags` that each consumer would have to take apart.
//!
//! Only a list or map that contains itself keeps its name, since it could not be written out. A named schema that
//! admits null does so where it is referred to: typify would wrap it in a newtype of an `Option`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::schema;
use super::spec::Spec;
use crate::adaptation::Rule;

/// Writes out the aliases.
pub fn apply(spec: &mut Spec) {
    open_circles(spec);
    let components = spec.schemas();
    let aliases: Map<String, Value> = components
        .iter()
        .filter(|(name, component)| !is_named(component) && !reaches(name, component, &components))
        .map(|(name, component)| (name.clone(), component.clone()))
        .collect();
    spec.each_root_schema(|_, schema, _| write_out(schema, &aliases));
    spec.schemas_mut().retain(|name, _| !aliases.contains_key(name));
    let nullable: BTreeSet<String> = spec
        .schemas()
        .into_iter()
        .filter(|(_, component)| schema::is_nullable(component))
        .map(|(name, _)| name)
        .collect();
    spec.each_root_schema(|_, schema, _| pass_on_null(schema, &nullable));
    for (_, component) in spec.schemas_mut() {
        if let Some(map) = component.as_object_mut() {
            map.remove("nullable");
        }
    }
}

/// A name that stands for another name, and so on back to itself, says nothing.
fn open_circles(spec: &mut Spec) {
    let components = spec.schemas();
    for name in components.keys() {
        let mut seen = BTreeSet::from([name.as_str()]);
        let mut next = name.as_str();
        while let Some(target) = components.get(next).and_then(schema::wrapped_reference) {
            next = target;
            if !seen.insert(target) {
                spec.note(Rule::SELF_ALIAS, name);
                spec.schemas_mut().insert(name.clone(), schema::any());
                break;
            }
        }
    }
}

fn pass_on_null(schema: &mut Value, nullable: &BTreeSet<String>) {
    if schema::wrapped_reference(schema).is_some_and(|name| nullable.contains(name)) {
        schema::set_nullable(schema);
    } else if let Some(map) = schema.as_object_mut() {
        schema::each_child(map, &mut |_, child| pass_on_null(child, nullable));
    }
}

/// Whether a schema has a type of its own in Rust: a struct, an enum or a union.
pub fn is_named(schema: &Value) -> bool {
    schema::has_properties(schema) || schema::is_enum(schema) || schema.get("oneOf").is_some()
}

/// Whether the alias `name` leads back to itself through aliases alone.
fn reaches(name: &str, component: &Value, components: &Map<String, Value>) -> bool {
    let mut open = schema::references(component);
    let mut seen = BTreeSet::new();
    while let Some(next) = open.pop() {
        if next == name {
            return true;
        }
        if let Some(component) = components.get(&next).filter(|component| !is_named(component))
            && seen.insert(next)
        {
            open.extend(schema::references(component));
        }
    }
    false
}

fn write_out(schema: &mut Value, aliases: &Map<String, Value>) {
    while let Some(alias) = schema::wrapped_reference(schema).and_then(|name| aliases.get(name)) {
        let mut written = alias.clone();
        if schema.get("$ref").is_none() {
            schema::copy_annotations(schema, &mut written);
        }
        if schema::is_nullable(alias) {
            schema::set_nullable(&mut written);
        }
        *schema = written;
    }
    if let Some(map) = schema.as_object_mut() {
        schema::each_child(map, &mut |_, child| write_out(child, aliases));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::repair::only;

    fn written(schemas: Value) -> Value {
        only(apply, json!({ "components": { "schemas": schemas } })).root["components"]["schemas"].clone()
    }

    #[test]
    fn lists_scalars_and_references_are_written_out_and_structs_and_enums_are_not() {
        let left = written(json!({
            "A": { "type": "object", "properties": {
                "tags": { "$ref": "#/components/schemas/Tags" },
                "kind": { "$ref": "#/components/schemas/Kind" },
            } },
            "Tags": { "type": "array", "items": { "$ref": "#/components/schemas/Tag" } },
            "Tag": { "$ref": "#/components/schemas/Text" },
            "Text": { "type": "string", "nullable": true },
            "Kind": { "type": "string", "enum": ["a"] },
        }));
        assert_eq!(
            left["A"]["properties"]["tags"],
            json!({ "type": "array", "items": { "type": "string", "nullable": true } })
        );
        assert_eq!(
            left.as_object().map(|map| map.keys().collect::<Vec<_>>()),
            Some(vec![&"A".to_owned(), &"Kind".to_owned()])
        );
    }

    #[test]
    fn what_is_said_at_the_reference_counts() {
        let left = written(json!({
            "A": { "type": "object", "properties": {
                "x": { "description": "Mine.", "nullable": true, "allOf": [{ "$ref": "#/components/schemas/T" }] },
            } },
            "T": { "type": "string", "description": "Theirs." },
        }));
        assert_eq!(left["A"]["properties"]["x"], json!({ "type": "string", "description": "Mine.", "nullable": true }));
    }

    #[test]
    fn a_named_schema_that_admits_null_does_so_where_it_is_referred_to() {
        let left = written(json!({
            "A": { "type": "object", "properties": { "s": { "$ref": "#/components/schemas/S" } } },
            "S": { "type": "object", "nullable": true, "properties": { "x": {} } },
        }));
        assert_eq!(
            left["A"]["properties"]["s"],
            json!({ "allOf": [{ "$ref": "#/components/schemas/S" }], "nullable": true })
        );
        assert_eq!(left["S"].get("nullable"), None);
    }

    #[test]
    fn names_that_stand_for_each_other_take_any_value() {
        let left = written(json!({
            "A": { "$ref": "#/components/schemas/B" },
            "B": { "allOf": [{ "$ref": "#/components/schemas/A" }] },
            "C": { "type": "object", "properties": { "a": { "$ref": "#/components/schemas/A" } } },
        }));
        assert_eq!(left, json!({ "C": { "type": "object", "properties": { "a": {} } } }));
    }

    #[test]
    fn a_list_of_itself_keeps_its_name() {
        let tree = json!({ "T": { "type": "array", "items": { "$ref": "#/components/schemas/T" } } });
        assert_eq!(written(tree.clone()), tree);
    }
}
