//! Whether null fits what is composed of several schemas.
//!
//! `nullable: true` adds null to the type beside it, and a `type` without null excludes null. A part of an `allOf` without a
//! `type` does neither, even if it lists fields, elements or values. A part with nothing but `nullable: true` is how
//! documents write "or null".

use super::Schema;

/// Checks whether null fits all `parts`. If there are parts with a type, these decide.
pub fn fits_all<'a>(parts: impl IntoIterator<Item = &'a Schema> + Clone) -> bool {
    let mut typed = parts.clone().into_iter().filter(|part| !leaves_open(part)).peekable();
    if typed.peek().is_some() { typed.all(|part| part.nullable) } else { parts.into_iter().any(|part| part.nullable) }
}

/// Returns `true` if `schema` declares no type, so that it does not exclude null as a part of an `allOf`.
pub fn leaves_open(schema: &Schema) -> bool {
    schema.untyped || schema.is_of_any_kind()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::schema::tests::{both_ways, composed, reference};

    #[test]
    fn null_fits_a_whole_if_it_fits_each_part_with_a_type_in_any_order() {
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
            // Without a type, a part says nothing of null.
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
            // A part that says only this adds null.
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
    fn null_fits_a_schema_that_admits_it_beside_what_it_is_composed_of() {
        let named = json!({
            "Null": { "type": "object", "nullable": true, "properties": { "a": {} } }, "Value": { "nullable": true },
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
            assert_eq!(whole(json!({ key: [{}, { "type": "string" }] })), json!({}));
            assert_eq!(whole(json!({ key: [reference("Value"), { "type": "string" }] })), json!({ "nullable": true }));
        }
    }

    #[test]
    fn only_null_is_left_if_a_part_is_null_and_the_others_admit_it() {
        let text = |nullable: bool| json!({ "type": "string", "nullable": nullable });
        for whole in both_ways(&[text(true), json!({ "const": null })], &json!({})) {
            assert_eq!(whole, json!({ "enum": [null], "nullable": true }));
        }
        for whole in both_ways(&[text(false), json!({ "type": "null" })], &json!({})) {
            assert_eq!(whole, json!({}));
        }
    }
}
