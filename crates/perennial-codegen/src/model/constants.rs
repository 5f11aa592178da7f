//! Finds the fields that a builder sets by itself, because the document allows only one value for them.
//!
//! These are fields of structs that are members of a union: required fields, and the tags of unions. They distinguish
//! the struct from other members, so a caller that has chosen the struct has already chosen their values. A tag is
//! often optional with a default, as in the documents of FastAPI, but services reject a union without its tag.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value as Json;

use crate::api::{
    Api, Case, Direction, Discriminant, Enum, EnumOf, Field, Kind, Presence, Type, TypesByName, Union, UnionMember,
};

/// The values that select a struct as a member of its unions: the name of the tag, and the value as JSON.
type TagsOfMember = BTreeSet<(String, String)>;

/// Sets [`Field::constant`] of each required field and each tag with only one possible value, in all structs that are
/// members of a union. Removes it from all other fields.
pub fn set_constants(api: &mut Api) {
    let types = api.types_by_name();
    let members = members_of_unions(api);
    let constants_of = |name: &String, field: &Field| {
        let tags = members.get(name)?;
        let is_tag = tags.iter().any(|(tag, _)| *tag == field.wire_name);
        let is_needed = field.presence() == Presence::Always || is_tag;
        let is_settable = is_needed && field.direction != Direction::ReadOnly;
        is_settable.then(|| only_value(field, tags, &types)).flatten()
    };
    let structs = api.types.iter().map(|def| {
        let fields = def.kind.as_struct().into_iter().flat_map(|body| &body.fields);
        fields.map(|field| constants_of(&def.name, field)).collect::<Vec<_>>()
    });
    let constants: Vec<Vec<Option<String>>> = structs.collect();
    for (def, constants) in api.types.iter_mut().zip(constants) {
        if let Kind::Struct(body) = &mut def.kind {
            body.fields.iter_mut().zip(constants).for_each(|(field, constant)| field.constant = constant);
        }
    }
}

/// Returns the names of all types that are members of a union, with the values that select them.
fn members_of_unions(api: &Api) -> HashMap<String, TagsOfMember> {
    let mut members: HashMap<String, TagsOfMember> = HashMap::new();
    for def in &api.types {
        let Kind::Union(Union { members: listed, by, .. }) = &def.kind else { continue };
        for UnionMember { ty, case, .. } in listed {
            let Type::Named(name) = ty else { continue };
            let tags = members.entry(name.clone()).or_default();
            if let Case::Tag(values) = case {
                let json = |value: &String| match by {
                    Discriminant::Scalar(_) => value.clone(),
                    _ => Json::from(value.as_str()).to_string(),
                };
                if let Discriminant::Tag(tag) | Discriminant::Scalar(tag) = by {
                    tags.extend(values.iter().map(|value| (tag.clone(), json(value))));
                }
            }
        }
    }
    members
}

/// Returns the only possible value of `field` as JSON. `tags` are the values that select the struct of the field in
/// unions.
fn only_value(field: &Field, tags: &TagsOfMember, types: &TypesByName<'_>) -> Option<String> {
    let listed = field.value.ty.type_name().and_then(|name| types.get(name)).map(|def| &def.kind);
    match (&field.value.ty, listed) {
        (_, Some(Kind::Enum(Enum { of, values, .. }))) => match values.as_slice() {
            [only] if *of == EnumOf::Text => Some(Json::from(only.wire_name.as_str()).to_string()),
            [only] => Some(only.wire_name.clone()),
            _ => None,
        },
        (Type::Boolean, _) => field.constant.clone(),
        (Type::Null, _) => Some("null".to_owned()),
        // A mapping may list the only value of a tag that is declared as any string.
        (Type::Text, _) => {
            let mut values = tags.iter().filter(|(tag, _)| *tag == field.wire_name).map(|(_, value)| value);
            values.next().filter(|_| values.next().is_none()).cloned()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    /// Returns the constants of the fields of the struct `A`, by the names of the fields. The response of the only
    /// operation has the schema `body`.
    fn constants(a: Value, body: Value) -> Vec<(String, String)> {
        let content = json!({ "content": { "application/json": { "schema": body } } });
        let operation =
            json!({ "operationId": "putA", "requestBody": content, "responses": { "200": { "description": "" } } });
        let b = json!({ "type": "object", "required": ["b", "kind"], "properties": { "b": {}, "kind": { "type": "string" } } });
        let root = json!({
            "openapi": "3.1.0", "paths": { "/a": { "put": operation } }, "components": { "schemas": { "A": a, "B": b } },
        });
        let (api, _) = crate::model_of(root).expect("legal");
        let fields = api.types_by_name()["A"].kind.as_struct().map(|body| body.fields.clone()).unwrap_or_default();
        fields.into_iter().filter_map(|field| Some((field.wire_name, field.constant?))).collect()
    }

    fn union(key: &str) -> Value {
        json!({ key: [{ "$ref": "#/components/schemas/A" }, { "$ref": "#/components/schemas/B" }] })
    }

    #[test]
    fn required_field_of_a_union_member_with_one_possible_value_is_a_constant() {
        let properties = json!({
            "kind": { "const": "a" }, "version": { "type": "integer", "enum": [2] }, "ratio": { "const": 0.5 },
            "on": { "type": "boolean", "const": true }, "off": { "enum": [false] }, "null": { "enum": ["a", null] },
            "many": { "enum": ["a", "b"] }, "optional": { "const": "a" }, "shown": { "const": "a", "readOnly": true },
            "any": { "type": "string" }, "flag": { "type": "boolean" }, "nothing": { "const": null },
        });
        let required: Vec<&String> =
            properties.as_object().into_iter().flat_map(|all| all.keys()).filter(|name| *name != "optional").collect();
        let a = json!({ "type": "object", "required": required, "properties": properties });
        let expected = [
            ("kind", "\"a\""),
            ("version", "2"),
            ("ratio", "0.5"),
            ("on", "true"),
            ("off", "false"),
            ("nothing", "null"),
        ];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        for key in ["oneOf", "anyOf"] {
            let mut found = constants(a.clone(), union(key));
            found.sort_by_key(|(name, _)| expected.iter().position(|(other, _)| other == name));
            assert_eq!(found, expected);
        }
        assert_eq!(constants(a, json!({ "$ref": "#/components/schemas/A" })), []);
    }

    #[test]
    fn optional_tag_with_one_possible_value_is_a_constant() {
        let a = json!({
            "type": "object", "properties": {
                "kind": { "const": "a", "default": "a" }, "x": { "type": "string" }, "optional": { "const": "a" },
            },
        });
        let mut tagged = union("oneOf");
        tagged["discriminator"] = json!({ "propertyName": "kind", "mapping": { "a": "A", "b": "B" } });
        assert_eq!(constants(a, tagged), [("kind".to_owned(), "\"a\"".to_owned())]);
    }

    #[test]
    fn the_only_value_that_selects_a_union_member_is_a_constant() {
        let a = json!({
            "type": "object", "required": ["kind", "x"],
            "properties": { "kind": { "type": "string" }, "x": { "type": "string" } },
        });
        let tagged = |mapping: Value| {
            let mut union = union("oneOf");
            union["discriminator"] = json!({ "propertyName": "kind", "mapping": mapping });
            union
        };
        let kind = |value: &str| vec![("kind".to_owned(), format!("{value:?}"))];
        assert_eq!(constants(a.clone(), tagged(json!({ "a": "A", "b": "B" }))), kind("a"));
        assert_eq!(constants(a.clone(), tagged(json!({}))), kind("A"));
        assert_eq!(constants(a.clone(), tagged(json!({ "a": "A", "c": "A", "b": "B" }))), []);
        let list = json!({ "type": "array", "items": tagged(json!({ "a": "A", "b": "B" })) });
        assert_eq!(constants(a, list), kind("a"));
    }
}
