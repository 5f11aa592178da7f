use serde_json::{Value, json};

use super::{differences_of, document, expect_found, responding, sending};

const SENT: &str = "POST /a body";
const RECEIVED: &str = "POST /a 200 body";

/// Returns pairs of schemas, the second of which is stricter, each with two descriptions: of the change from the first
/// to the second schema, and of the opposite change.
fn narrowing() -> Vec<(Value, Value, &'static str, &'static str)> {
    vec![
        (json!({ "minimum": 1 }), json!({ "minimum": 2 }), "minimum 2, was 1", "minimum 1, was 2"),
        (json!({}), json!({ "minimum": -1 }), "minimum -1, was none", "minimum none, was -1"),
        (
            json!({ "minimum": 1 }),
            json!({ "minimum": 1, "exclusiveMinimum": true }),
            "minimum 1 (exclusive), was 1",
            "minimum 1, was 1 (exclusive)",
        ),
        (
            json!({ "type": "number", "minimum": 0, "exclusiveMinimum": true }),
            json!({ "type": "number", "minimum": 1 }),
            "minimum 1, was 0 (exclusive)",
            "minimum 0 (exclusive), was 1",
        ),
        (json!({ "maximum": 2.5 }), json!({ "maximum": 2 }), "maximum 2, was 2.5", "maximum 2.5, was 2"),
        (
            json!({ "maximum": 2, "exclusiveMaximum": false }),
            json!({ "maximum": 2, "exclusiveMaximum": true }),
            "maximum 2 (exclusive), was 2",
            "maximum 2, was 2 (exclusive)",
        ),
        (json!({}), json!({ "multipleOf": 2 }), "multipleOf 2, was none", "multipleOf none, was 2"),
        (json!({}), json!({ "minLength": 1 }), "minLength 1, was none", "minLength none, was 1"),
        (json!({ "maxLength": 9 }), json!({ "maxLength": 8 }), "maxLength 8, was 9", "maxLength 9, was 8"),
        (json!({ "minItems": 1 }), json!({ "minItems": 2 }), "minItems 2, was 1", "minItems 1, was 2"),
        (json!({}), json!({ "maxItems": 9 }), "maxItems 9, was none", "maxItems none, was 9"),
        (json!({}), json!({ "minProperties": 1 }), "minProperties 1, was none", "minProperties none, was 1"),
        (
            json!({ "maxProperties": 3 }),
            json!({ "maxProperties": 2 }),
            "maxProperties 2, was 3",
            "maxProperties 3, was 2",
        ),
        (json!({}), json!({ "pattern": "^a$" }), "pattern ^a$, was none", "pattern none, was ^a$"),
        (json!({}), json!({ "format": "email" }), "format email, was none", "format none, was email"),
        (json!({}), json!({ "uniqueItems": true }), "uniqueItems true, was none", "uniqueItems none, was true"),
        (
            json!({ "additionalProperties": true }),
            json!({ "additionalProperties": false }),
            "additionalProperties false, was none",
            "additionalProperties none, was false",
        ),
        (json!({}), json!({ "enum": [true] }), "values true, was none", "values none, was true"),
        (
            json!({}),
            json!({ "x-constraint": { "sign": "positive" } }),
            "x-constraint.sign \"positive\", was none",
            "x-constraint.sign none, was \"positive\"",
        ),
        (
            json!({}),
            json!({ "x-format": { "uri": true } }),
            "x-format.uri true, was none",
            "x-format.uri none, was true",
        ),
    ]
}

#[test]
fn reports_stricter_limits_in_requests_and_looser_ones_in_responses() {
    for (wide, narrow, narrowed, widened) in narrowing() {
        let [sent, received] =
            [sending, |schema| responding("200", schema)].map(|of| [of(wide.clone()), of(narrow.clone())]);
        expect_found(&sent[0], &sent[1], &[["sent-limit-stricter", SENT, narrowed]]);
        expect_found(&sent[1], &sent[0], &[]);
        expect_found(&received[0], &received[1], &[]);
        expect_found(&received[1], &received[0], &[["received-limit-looser", RECEIVED, widened]]);
    }
}

#[test]
fn changed_patterns_and_formats_are_reported_as_changed_limits() {
    for (one, other, expected) in [
        (json!({ "pattern": "a" }), json!({ "pattern": "b" }), "pattern b, was a"),
        (json!({ "format": "email" }), json!({ "format": "uri" }), "format uri, was email"),
        (json!({ "multipleOf": 2 }), json!({ "multipleOf": 3 }), "multipleOf 3, was 2"),
        (json!({ "enum": [true] }), json!({ "enum": [false] }), "values false, was true"),
        (
            json!({ "x-constraint": { "length": 1 } }),
            json!({ "x-constraint": { "length": 2 } }),
            "x-constraint.length 2, was 1",
        ),
    ] {
        expect_found(&sending(one.clone()), &sending(other.clone()), &[["sent-limit-changed", SENT, expected]]);
        expect_found(
            &responding("200", one),
            &responding("200", other),
            &[["received-limit-changed", RECEIVED, expected]],
        );
    }
}

#[test]
fn does_not_report_schema_limits_that_accept_the_same_values() {
    for (one, other) in [
        (json!({}), json!({ "minLength": 0, "minItems": 0, "minProperties": 0, "uniqueItems": false })),
        (json!({ "minimum": 1 }), json!({ "minimum": 1.0, "exclusiveMinimum": false })),
        (
            json!({ "type": "integer", "minimum": 1 }),
            json!({ "type": "integer", "minimum": 0, "exclusiveMinimum": true }),
        ),
        (
            json!({ "type": "integer", "maximum": 4 }),
            json!({ "type": "integer", "maximum": 5, "exclusiveMaximum": true }),
        ),
        (json!({}), json!({ "exclusiveMinimum": true, "exclusiveMaximum": true })),
        // OpenAPI 3.0 writes an exclusive minimum as a flag, and later versions write it as a number.
        (json!({ "minimum": 0.5, "exclusiveMinimum": true }), json!({ "exclusiveMinimum": 0.5 })),
        (json!({ "type": "integer", "maximum": 4 }), json!({ "type": ["integer", "null"], "exclusiveMaximum": 5 })),
        (json!({}), json!({ "minLength": -1 })),
        (json!({ "format": "float" }), json!({ "format": "double" })),
        (json!({}), json!({ "additionalProperties": true })),
        (json!({}), json!({ "x-format": { "guid": true, "uri": false }, "x-constraint": { "single": true } })),
        (json!({ "enum": [true, false] }), json!({ "enum": [false, true] })),
        (json!({ "description": "a" }), json!({ "description": "b", "title": "c", "example": 1 })),
    ] {
        expect_found(&sending(one.clone()), &sending(other.clone()), &[]);
        expect_found(&sending(other), &sending(one), &[]);
    }
}

#[test]
fn changes_of_rust_types_are_not_reported_as_changes_of_behaviour() {
    for (one, other) in [
        (json!({ "type": "string" }), json!({ "type": "number" })),
        (json!({ "type": "string" }), json!({ "type": "string", "format": "date-time" })),
        (json!({ "format": "int32" }), json!({ "format": "int64" })),
        (json!({ "enum": ["a"] }), json!({ "enum": ["a", "b"] })),
        (json!({ "properties": { "a": {} } }), json!({ "properties": { "a": {}, "b": {} }, "required": ["a"] })),
        (json!({}), json!({ "nullable": true })),
    ] {
        expect_found(&sending(one.clone()), &sending(other.clone()), &[]);
        expect_found(&responding("200", one), &responding("200", other), &[]);
    }
}

#[test]
fn changed_defaults_are_reported_only_in_requests() {
    let (none, one, two) = (json!({}), json!({ "default": 1 }), json!({ "default": 2 }));
    for (old, new, found) in [
        (&none, &one, None),
        (&one, &none, Some(["sent-default-removed", SENT, "no default, was 1"])),
        (&one, &two, Some(["sent-default-changed", SENT, "default 2, was 1"])),
    ] {
        expect_found(&sending(old.clone()), &sending(new.clone()), found.as_slice());
        let [old, new] = [old, new].map(|schema| responding("200", schema.clone()));
        expect_found(&old, &new, &[]);
    }
}

#[test]
fn changed_timestamp_default_is_not_reported() {
    let with = |default: Value| sending(json!({ "default": default }));
    expect_found(&with(json!("2025-08-10")), &with(json!("2025-12-01T02:49:44.394Z")), &[]);
    expect_found(&with(json!({ "to": [1_754_846_740] })), &with(json!({ "to": [1_764_557_384] })), &[]);
    expect_found(&with(json!(1)), &with(json!(1.0)), &[]);
    let expected = [["sent-default-changed", SENT, "default null, was \"2025-08-10\""]];
    expect_found(&with(json!("2025-08-10")), &with(json!(null)), &expected);
}

#[test]
fn reports_read_only_sent_fields_and_write_only_received_fields() {
    let (free, read, write) = (json!({}), json!({ "readOnly": true }), json!({ "writeOnly": true }));
    expect_found(&sending(free.clone()), &sending(read.clone()), &[["field-read-only", SENT, "is read-only"]]);
    expect_found(&sending(free.clone()), &sending(write.clone()), &[]);
    let [free, read, write] = [free, read, write].map(|schema| responding("200", schema));
    expect_found(&free, &write, &[["field-write-only", RECEIVED, "is write-only"]]);
    expect_found(&free, &read, &[]);
}

#[test]
fn field_is_deprecated_by_its_flag_or_its_description() {
    let with = |field: Value| responding("200", json!({ "properties": { "a": field } }));
    for deprecated in [
        json!({ "deprecated": true }),
        json!({ "description": "[DEPRECATED] Not used." }),
        json!({ "description": "<b>[Deprecated]</b> Not used." }),
        json!({ "description": "**[DEPRECATED]** Not used." }),
    ] {
        let (plain, deprecated) = (with(json!({ "description": "Not used. [deprecated]" })), with(deprecated));
        let place = "POST /a 200 body.a";
        expect_found(&plain, &deprecated, &[["field-deprecated", place, "is deprecated"]]);
        expect_found(&deprecated, &plain, &[]);
    }
}

/// Creates a document with these named schemas. A request body refers to the schema `name`.
fn referring(name: &str, schemas: Value) -> Value {
    let mut document = sending(json!({ "$ref": format!("#/components/schemas/{name}") }));
    document["components"]["schemas"] = schemas;
    document
}

#[test]
fn difference_inside_a_named_schema_is_reported_under_its_name() {
    let with = |limit: u32| {
        let inner = json!({ "type": "array", "items": { "additionalProperties": { "maxLength": limit } } });
        referring("Incident", json!({ "Incident": { "properties": { "tags": inner } } }))
    };
    expect_found(&with(2), &with(1), &[["sent-limit-stricter", "Incident.tags[].*", "maxLength 1, was 2"]]);
}

#[test]
fn difference_in_a_schema_named_model1_is_reported_where_it_is_used() {
    let with = |name: &str, limit: u32| {
        let inner = json!({ "$ref": "#/components/schemas/text" });
        let fields = json!({ "properties": { "a": inner, "b": inner } });
        referring(name, json!({ name: fields, "text": { "maxLength": limit } }))
    };
    let place = "POST /a body.a and elsewhere";
    expect_found(&with("Model7", 2), &with("Model7", 1), &[["sent-limit-stricter", place, "maxLength 1, was 2"]]);
    expect_found(&with("Model7", 2), &with("Model8", 1), &[["sent-limit-stricter", place, "maxLength 1, was 2"]]);
    let place = "Incident.a and elsewhere";
    expect_found(&with("Incident", 2), &with("Incident", 1), &[["sent-limit-stricter", place, "maxLength 1, was 2"]]);
}

#[test]
fn any_of_members_are_matched_by_reference_then_position() {
    let member = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let with = |any_of: [Value; 3], limit: u32| {
        let object = json!({ "properties": { "x": { "maximum": limit } } });
        referring(
            "U",
            json!({ "U": { "anyOf": any_of, "allOf": [{ "maxProperties": limit }] }, "A": object, "B": object }),
        )
    };
    let old = with([member("A"), json!({ "minLength": 1 }), member("B")], 2);
    let new = with([member("B"), member("A"), json!({ "minLength": 2 })], 1);
    let expected = "maximum 1, was 2";
    expect_found(
        &old,
        &new,
        &[
            ["sent-limit-stricter", "A.x", expected],
            ["sent-limit-stricter", "B.x", expected],
            ["sent-limit-stricter", "U", "maxProperties 1, was 2"],
            ["sent-limit-stricter", "U (anyOf 3)", "minLength 2, was 1"],
        ],
    );
}

#[test]
fn schema_change_in_requests_and_responses_is_reported_once() {
    let with = |limit: u32| {
        let content = json!({ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } });
        let mut document = document(json!({ "requestBody": content, "responses": { "200": content, "400": content } }));
        document["components"]["schemas"]["A"] = json!({ "properties": { "a": { "maxLength": limit } } });
        document
    };
    expect_found(&with(2), &with(1), &[["sent-limit-stricter", "A.a", "maxLength 1, was 2"]]);
    expect_found(&with(1), &with(2), &[["received-limit-looser", "A.a", "maxLength 2, was 1"]]);
}

#[test]
fn reports_changed_fields_and_types_of_error_bodies() {
    let error = |fields: Value| responding("429", json!({ "properties": fields }));
    let (old, new) =
        (error(json!({ "a": { "type": "string" }, "b": {} })), error(json!({ "a": { "type": "number" }, "c": {} })));
    let place = "POST /a 429 body";
    expect_found(
        &old,
        &new,
        &[
            ["error-body-changed", place, "field `b` is removed"],
            ["error-body-changed", "POST /a 429 body.a", "is of type number, was string"],
        ],
    );
}

#[test]
fn fields_of_a_schema_shared_by_error_and_success_are_not_compared() {
    let with = |field: &str| {
        let content = json!({ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } });
        let mut document = document(json!({ "responses": { "200": content, "400": content } }));
        document["components"]["schemas"]["A"] = json!({ "properties": { field: {} } });
        document
    };
    expect_found(&with("a"), &with("b"), &[]);
}

#[test]
fn same_change_to_two_schemas_with_the_same_name_is_reported_once() {
    let with = |limit: u32| {
        let body = |place: &str| json!({ "content": { "application/json": { "schema": { "$ref": format!("#/{place}/A") } } } });
        let responses = json!({ "200": body("components/schemas"), "202": body("x-alt-definitions") });
        let mut document = document(json!({ "responses": responses }));
        document["components"]["schemas"]["A"] = json!({ "properties": { "a": { "maxLength": limit } } });
        document["x-alt-definitions"]["A"] = json!({ "properties": { "a": { "maxLength": limit } } });
        document
    };
    expect_found(&with(1), &with(2), &[["received-limit-looser", "A.a", "maxLength 2, was 1"]]);
}

#[test]
fn changed_schema_used_by_1000_operations_is_reported_once() {
    let with = |limit: u32| {
        let content = json!({ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } });
        let operation = json!({ "get": { "responses": { "200": content, "201": content } } });
        let paths: serde_json::Map<_, _> = (0..1000).map(|n| (format!("/{n}"), operation.clone())).collect();
        json!({ "paths": paths, "components": { "schemas": { "A": { "properties": { "a": { "maxLength": limit } } } } } })
    };
    assert_eq!(differences_of(&with(1), &with(2)), [["received-limit-looser", "A.a", "maxLength 2, was 1"]]);
}
