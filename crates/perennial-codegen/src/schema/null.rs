//! Decides whether a composition allows null.
//!
//! A part of an `allOf` that declares a `type` excludes null, unless the part is nullable itself. A part without a
//! `type` does not affect null, even if it declares fields, elements or values. The exception is a part that contains
//! only `nullable: true`: the composition then allows null.

use super::Schema;

/// Returns `true` if the composition of `parts` allows null. Parts without a type are considered only if no part
/// declares one.
pub fn fits_all<'a>(parts: impl IntoIterator<Item = &'a Schema> + Clone) -> bool {
    let mut typed = parts.clone().into_iter().filter(|part| !is_untyped(part)).peekable();
    if typed.peek().is_some() { typed.all(|part| part.nullable) } else { parts.into_iter().any(|part| part.nullable) }
}

pub fn is_untyped(schema: &Schema) -> bool {
    schema.untyped || schema.is_of_any_kind()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::schema::tests::{both_ways, composed, reference};

    #[test]
    fn an_allof_allows_null_if_every_part_with_a_type_does() {
        let text = |nullable: bool| json!({ "type": "string", "nullable": nullable });
        let list = |nullable: bool| json!({ "type": "array", "items": {}, "nullable": nullable });
        let object = |nullable: bool| json!({ "type": "object", "properties": { "a": {} }, "nullable": nullable });
        let union = |nullable: bool| json!({ "type": ["integer", "boolean"], "nullable": nullable });
        let values = || json!({ "type": "string", "enum": ["a"] });
        let others = json!({
            "Null": text(true), "Text": text(false), "Only": { "nullable": true, "title": "Or null." },
            "Members": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
        });
        for (parts, expected) in [
            (vec![text(true), text(true)], true),
            (vec![text(true), text(false)], false),
            (vec![list(true), list(false)], false),
            (vec![list(true), list(true)], true),
            (vec![object(true), object(false)], false),
            (vec![object(true), object(true), object(false)], false),
            (vec![union(true), json!({ "type": "integer" })], false),
            (vec![union(true), json!({ "type": "integer", "nullable": true })], true),
            (vec![text(true), values()], false),
            (vec![json!({ "type": ["string", "null"] }), text(false)], false),
            (vec![reference("Null"), reference("Text")], false),
            (vec![reference("Members"), text(true)], true),
            (vec![reference("Members"), text(false)], false),
            (vec![json!({ "allOf": [reference("Null"), text(true)] }), text(false)], false),
            // A part without a type does not affect whether null is allowed.
            (vec![text(true), json!({ "enum": ["a"] })], true),
            (vec![text(true), json!({ "const": "a" })], true),
            (vec![text(false), json!({ "enum": ["a", null] })], false),
            (vec![list(true), json!({ "items": { "type": "string" } })], true),
            (vec![object(true), json!({ "properties": { "b": {} } })], true),
            (vec![object(true), json!({ "required": ["a"] })], true),
            (
                vec![object(true), json!({ "anyOf": [{ "properties": { "b": {} } }, { "properties": { "c": {} } }] })],
                true,
            ),
            (vec![object(true), json!({ "anyOf": [object(false), object(false)] })], false),
            (vec![json!({ "properties": { "a": {} }, "nullable": true }), json!({ "properties": { "b": {} } })], true),
            (vec![text(true), json!({ "description": "x" })], true),
            // A part that contains only `nullable: true` allows null.
            (vec![text(false), json!({ "nullable": true, "description": "x" })], true),
            (vec![text(false), text(false), reference("Only")], true),
            (vec![reference("Text"), json!({ "nullable": true })], true),
            (vec![reference("Text"), json!({ "nullable": true, "type": "string" })], false),
            (vec![reference("Text"), json!({ "allOf": [{ "nullable": true }] })], true),
        ] {
            for whole in both_ways(&parts, &others) {
                assert_eq!(whole.get("nullable").is_some(), expected, "{parts:?}: {whole}");
            }
        }
    }

    #[test]
    fn a_composition_allows_null_that_is_declared_beside_it() {
        let named = json!({
            "Null": { "type": "object", "nullable": true, "properties": { "a": {} } },
            "Value": { "nullable": true, "description": "Nothing." }, "Alias": reference("Value"), "Any": {},
        });
        let whole = |declared: Value| {
            let mut schemas = named.clone();
            schemas["A"] = declared;
            composed(schemas)
        };
        let is_nullable = |declared: Value| whole(declared).get("nullable").is_some();
        let allowed = json!({ "type": "object", "allOf": [reference("Null"), reference("Null")], "nullable": true });
        assert!(is_nullable(allowed.clone()));
        let mut refused = allowed;
        refused["nullable"].take();
        assert_eq!(whole(refused), json!({ "type": "object", "properties": { "a": {} } }));
        for key in ["anyOf", "oneOf"] {
            let empty = json!({ "enum": [null], "nullable": true });
            for null in [json!({ "nullable": true, "title": "x" }), json!({ "type": "null" }), empty] {
                let text = json!({ "type": "string" });
                assert_eq!(whole(json!({ key: [(null), text] })), json!({ "type": "string", "nullable": true }));
            }
            assert_eq!(whole(json!({ key: [{ "nullable": true }] })), json!({ "nullable": true }));
            let with_type = json!({ "type": "string", key: [{ "type": "null" }, { "enum": ["a"] }] });
            assert!(is_nullable(with_type));
            let only_null = json!({ "enum": [null], "nullable": true });
            assert_eq!(whole(json!({ key: [{ "type": "null" }, { "const": null, "title": "x" }] })), only_null);
            assert_eq!(whole(json!({ key: [{}, { "type": "string" }] })), json!({}));
            for name in ["Value", "Alias"] {
                let or_null = json!({ "type": "string", "nullable": true });
                assert_eq!(whole(json!({ key: [reference(name), { "type": "string" }] })), or_null);
                let list = json!({ "type": "array", "items": { key: [{ "type": "string" }, reference(name)] } });
                assert_eq!(whole(list)["items"], or_null);
            }
            let any = json!({ key: [{ "$ref": "#/components/schemas/Any", "nullable": true }, { "type": "string" }] });
            assert_eq!(whole(any), json!({ "nullable": true }));
        }
    }

    #[test]
    fn elements_and_map_values_are_nullable_by_a_member_or_part_for_null() {
        let nothing = json!({ "nullable": true });
        for key in ["anyOf", "oneOf", "allOf"] {
            let either = json!({ key: [reference("B"), nothing] });
            let b = json!({ "type": "object", "properties": { "b": {} } });
            let values = json!({ "properties": {
                "list": { "type": "array", "items": either },
                "map": { "type": "object", "additionalProperties": either },
            } });
            let whole = composed(json!({ "A": values, "B": b }));
            let expected = json!({ "allOf": [reference("B")], "nullable": true });
            assert_eq!(whole["properties"]["list"]["items"], expected);
            assert_eq!(whole["properties"]["map"]["additionalProperties"], expected);
        }
    }

    #[test]
    fn an_allof_with_a_part_of_type_null_allows_only_null() {
        let text = |nullable: bool| json!({ "type": "string", "nullable": nullable });
        for whole in both_ways(&[text(true), json!({ "const": null })], &json!({})) {
            assert_eq!(whole, json!({ "enum": [null], "nullable": true }));
        }
        for whole in both_ways(&[text(false), json!({ "type": "null" })], &json!({})) {
            assert_eq!(whole, json!({}));
        }
    }
}
