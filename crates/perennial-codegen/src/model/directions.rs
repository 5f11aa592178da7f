//! Adjusts the fields of a struct to whether the struct occurs in requests, in responses or in both.
//!
//! - A read-only field that the document requires is required only in responses. A write-only field that the document
//!   requires is required only in requests.
//! - A field that distinguishes the members of a union is never read-only, because a request without the field would
//!   match no member.
//! - Optional, nullable fields of structs in requests distinguish null from absent: callers send null to clear the
//!   field, and omit the field to keep its value. In structs that only occur in responses, null and absent mean the
//!   same.

use std::collections::{BTreeSet, HashMap};

use crate::api::{Api, Direction, Discriminant, Kind, Union};

/// Sets `direction`, `required`, `required_one_way` and `tells_null` of all fields in `api`. They depend on whether the
/// struct of the field is sent, received or both.
pub fn set_directions(api: &mut Api) {
    let owned = |names: BTreeSet<&str>| names.into_iter().map(str::to_owned).collect::<BTreeSet<String>>();
    let mut tags = discriminating_fields(api);
    let (sent, received) = (owned(api.sent_types()), owned(api.received_types()));
    for def in &mut api.types {
        let Kind::Struct(body) = &mut def.kind else { continue };
        let tags = tags.remove(&def.name).unwrap_or_default();
        let (is_sent, is_received) = (sent.contains(&def.name), received.contains(&def.name));
        for field in &mut body.fields {
            if field.direction == Direction::ReadOnly && tags.contains(&field.wire_name) {
                field.direction = Direction::Both;
            }
            field.required_one_way = field.required
                && match field.direction {
                    Direction::Both => false,
                    Direction::ReadOnly => is_sent,
                    Direction::WriteOnly => is_received,
                };
            field.required &= !field.required_one_way;
            field.tells_null = is_sent && field.value.nullable && !field.required;
        }
    }
}

/// Returns the fields that distinguish the members of a union, by the struct that declares them. If a member is itself
/// a union, its members are included.
fn discriminating_fields(api: &Api) -> HashMap<String, BTreeSet<String>> {
    let types = api.types_by_name();
    let mut tags: HashMap<String, BTreeSet<String>> = HashMap::new();
    for def in &api.types {
        let Kind::Union(Union { by: Discriminant::Tag(tag) | Discriminant::Scalar(tag), .. }) = &def.kind else {
            continue;
        };
        let (mut open, mut seen) = (vec![def.name.as_str()], BTreeSet::new());
        while let Some(name) = open.pop() {
            match types.get(name).map(|def| &def.kind) {
                Some(Kind::Union(union)) if seen.insert(name) => {
                    open.extend(union.members.iter().filter_map(|member| member.ty.type_name()));
                }
                Some(Kind::Struct(_)) => drop(tags.entry(name.to_owned()).or_default().insert(tag.clone())),
                _ => {}
            }
        }
    }
    tags
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::api::Presence;

    /// Returns the `Presence` of a field with this schema, first in a request body and then in a response.
    fn presences(schema: &Value, required: bool) -> [Presence; 2] {
        let object = |name: &str| {
            let properties = json!({ "a": schema, (name): { "type": "string" } });
            let required: &[&str] = if required { &["a"] } else { &[] };
            let schema = json!({ "type": "object", "properties": properties, "required": required });
            json!({ "content": { "application/json": { "schema": schema } } })
        };
        let operation =
            json!({ "operationId": "putA", "requestBody": object("b"), "responses": { "200": object("c") } });
        let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "put": operation } } });
        let (api, _) = crate::model_of(root).expect("legal");
        ["PutABody", "PutAResponse"].map(|name| match &api.types_by_name()[name].kind {
            Kind::Struct(body) => body.fields[0].presence(),
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn only_structs_that_are_sent_distinguish_null_from_absent() {
        let nullable = json!({ "type": "string", "nullable": true });
        assert_eq!(presences(&nullable, false), [Presence::OrNull, Presence::Optional]);
        assert_eq!(presences(&nullable, true), [Presence::Optional, Presence::Optional]);
        assert_eq!(presences(&json!({ "type": "string" }), false), [Presence::Optional, Presence::Optional]);
        assert_eq!(presences(&json!({ "type": "string" }), true), [Presence::Always, Presence::Always]);
    }

    #[test]
    fn read_only_and_write_only_fields_are_required_in_one_direction() {
        let read_only = json!({ "type": "string", "readOnly": true });
        assert_eq!(presences(&read_only, true), [Presence::Optional, Presence::Always]);
        let write_only = json!({ "type": "string", "writeOnly": true });
        assert_eq!(presences(&write_only, true), [Presence::Always, Presence::Optional]);
        let both = json!({ "type": "string", "writeOnly": true, "readOnly": true });
        assert_eq!(presences(&both, true), [Presence::Always, Presence::Always]);
    }

    /// Returns the name and direction of each field that is read-only or write-only, and whether the field is required
    /// in that direction.
    fn directions(schemas: &Value) -> Vec<(String, Direction, bool)> {
        let content = json!({ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } });
        let operation = json!({ "operationId": "putA", "requestBody": content, "responses": { "200": content } });
        let paths = json!({ "/a": { "put": operation } });
        let root = json!({ "openapi": "3.0.0", "paths": paths, "components": { "schemas": schemas } });
        let (api, _) = crate::model_of(root).expect("legal");
        let structs = api.types.iter().filter_map(|def| match &def.kind {
            Kind::Struct(body) => Some((&def.name, body)),
            _ => None,
        });
        let fields = structs.flat_map(|(name, body)| body.fields.iter().map(move |field| (name, field)));
        let fields = fields.filter(|(_, field)| field.direction != Direction::Both);
        fields.map(|(name, it)| (format!("{name}.{}", it.wire_name), it.direction, it.required_one_way)).collect()
    }

    #[test]
    fn field_inherits_read_only_from_its_referenced_schema_or_all_of_part() {
        let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
        let beside = json!({ "$ref": "#/components/schemas/B", "readOnly": true });
        let object = |properties: Value| json!({ "type": "object", "properties": properties });
        let part = object(json!({ "merged": { "readOnly": true }, "one": { "type": "string", "readOnly": true } }));
        let whole = object(json!({ "merged": { "type": "string" }, "one": { "type": "string", "format": "uuid" },
            "text": reference("Text"), "object": reference("Secret"), "beside": beside, "b": reference("B") }));
        let found = directions(&json!({
            "A": { "required": ["merged", "object"], "allOf": [whole, part] },
            "B": object(json!({ "b": {} })),
            "Text": { "type": "string", "readOnly": true },
            "Secret": { "type": "object", "writeOnly": true, "properties": { "a": {} } },
        }));
        let found: Vec<_> =
            found.iter().map(|(name, direction, required)| (name.as_str(), *direction, *required)).collect();
        let expected = [
            ("A.merged", Direction::ReadOnly, true),
            ("A.one", Direction::ReadOnly, false),
            ("A.text", Direction::ReadOnly, false),
            ("A.object", Direction::WriteOnly, true),
            ("A.beside", Direction::ReadOnly, false),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_field_that_distinguishes_union_members_is_never_read_only() {
        let member = |kind: &str| {
            let kind = json!({ "type": "string", "enum": [kind], "readOnly": true });
            let properties = json!({ "kind": kind, "id": { "type": "string", "readOnly": true } });
            json!({ "type": "object", "required": ["kind"], "properties": properties })
        };
        let found = directions(&json!({ "A": { "oneOf": [member("b"), member("c")] } }));
        let found: Vec<&str> = found.iter().map(|(name, ..)| name.as_str()).collect();
        assert_eq!(found, ["Ab.id", "Ac.id"]);
    }

    #[test]
    fn field_common_to_union_members_is_read_only_if_it_is_so_in_all() {
        let member =
            |is: bool| json!({ "type": "object", "properties": { "a": { "type": "string", "readOnly": is } } });
        let found = |one: bool, other: bool| {
            directions(&json!({ "A": { "anyOf": [
            { "type": "object", "properties": { "b": {} } }, member(one), member(other) ] } }))
            .len()
        };
        assert_eq!([found(true, true), found(true, false), found(false, false)], [1, 0, 0]);
    }
}
