use perennial_codegen::names::file::ClientSettings;
use serde_json::{Map, json};

use super::*;

/// Returns the deviations of these bodies from the schema that an operation declares, one per line.
fn find_deviations(schema: &Value, bodies: &[Value]) -> Vec<String> {
    let responses = json!({ "200": { "content": { "application/json": { "schema": schema } } } });
    let document =
        json!({ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "a", "responses": responses } } } });
    let document = CheckedDocument::parse(&document.to_string(), &ClientSettings::default()).expect("should be legal");
    let mut findings = Findings::default();
    for body in bodies {
        let media_type = Some("application/json".to_owned());
        let answer = Answer { status: 200, media_type, body: body.to_string().into() };
        check_response(&document, &document.api.operations[0], &answer, &mut findings, &mut |_, _, _| {});
    }
    findings.list_deviations().iter().map(ToString::to_string).collect()
}

fn object(fields: &Value) -> Value {
    json!({ "type": "object", "properties": fields })
}

#[test]
fn check_live_accepts_values_of_each_declared_type() {
    for (schema, values) in [
        (json!({}), json!([null, 1, "a", {}])),
        (json!({ "type": "boolean" }), json!([true])),
        (json!({ "type": "integer" }), json!([1, -1, 1.0])),
        (json!({ "type": "integer", "format": "int32" }), json!([1])),
        (json!({ "type": "integer", "format": "uint64" }), json!([u64::MAX])),
        (json!({ "type": "number" }), json!([1, 1.5])),
        (json!({ "type": "string" }), json!([""])),
        (json!({ "type": "string", "format": "uuid" }), json!(["6ba7b810-9dad-11d1-80b4-00c04fd430c8"])),
        (json!({ "type": "string", "format": "date-time" }), json!(["2024-05-01T10:00:00+02:00"])),
        (json!({ "type": "string", "format": "date" }), json!(["2024-05-01"])),
        (json!({ "type": "string", "nullable": true }), json!([null, "a"])),
        (json!({ "type": "array", "items": { "type": "integer" } }), json!([[], [1]])),
        (json!({ "type": "object" }), json!([{ "a": [] }])),
        (json!({ "type": "object", "additionalProperties": { "type": "integer" } }), json!([{ "a": 1 }])),
        (json!({ "type": "string", "enum": ["A"] }), json!(["A"])),
        (json!({ "type": "integer", "enum": [1] }), json!([1, 1.0])),
        (object(&json!({ "a": { "type": "integer" } })), json!([{}, { "a": 1 }])),
    ] {
        assert_eq!(find_deviations(&schema, values.as_array().expect("a list")), [""; 0], "{schema}");
    }
}

#[test]
fn check_live_reports_expected_and_actual_type_of_a_value() {
    for (schema, value, says) in [
        (json!({ "type": "boolean" }), json!("true"), "expects a boolean, found a string"),
        (json!({ "type": "integer" }), json!(1.5), "expects an integer, found a number with a fractional part"),
        (
            json!({ "type": "integer", "format": "int32" }),
            json!(1_u64 << 40),
            "expects a 32-bit integer, found an integer",
        ),
        (
            json!({ "type": "integer", "format": "uint64" }),
            json!(-1),
            "expects a non-negative integer, found an integer",
        ),
        (json!({ "type": "number" }), json!("1"), "expects a number, found a string"),
        (json!({ "type": "string" }), json!(1), "expects a string, found an integer"),
        (json!({ "type": "string", "format": "uuid" }), json!("a"), "expects a UUID, found a string"),
        (
            json!({ "type": "string", "format": "date-time" }),
            json!("2024-05-01"),
            "expects a point in time, found a string",
        ),
        (json!({ "type": "string", "format": "date" }), json!("May"), "expects a date, found a string"),
        (json!({ "type": "array", "items": {} }), json!({}), "expects a list, found an object"),
        (json!({ "type": "object" }), json!([]), "expects an object, found a list"),
        (object(&json!({ "a": {} })), json!(true), "expects an object, found a boolean"),
        (json!({ "type": "string", "enum": ["A"] }), json!(1), "expects a string, found an integer"),
        (json!({ "type": "string" }), json!(null), "null, which is not declared"),
        (
            json!({ "type": "string", "format": "date" }),
            json!("2024-05-01T10:00:00.000Z"),
            "a timestamp, where the document declares a date",
        ),
        (object(&json!({})), json!([]), "expects an object, found a list"),
    ] {
        assert_eq!(find_deviations(&schema, &[value]), [format!("the body: {says} (1 of 1)")], "{schema}");
    }
}

#[test]
fn check_live_reports_but_does_not_show_an_unlisted_enum_value() {
    let schema = json!({ "type": "array", "items": { "type": "string", "enum": ["A", "B"] } });
    let bodies = [json!(["A", "secret"]), json!(["se", "B"])];
    assert_eq!(find_deviations(&schema, &bodies), ["`[]`: a string that is not one of the declared values (2 of 4)"]);
    let schema = json!({ "type": "integer", "enum": [1, 2] });
    assert_eq!(
        find_deviations(&schema, &[json!(3)]),
        ["the body: a number that is not one of the declared values (1 of 1)"]
    );
}

#[test]
fn check_live_reports_how_many_objects_lack_or_add_a_field() {
    let mut owner = object(&json!({ "name": { "type": "string" } }));
    owner["required"] = json!(["name"]);
    let schema = json!({ "type": "array", "items": object(&json!({ "owner": owner })) });
    let body = json!([{ "owner": { "email": 1 } }, { "owner": { "name": null, "email": 1 } }, {}]);
    assert_eq!(
        find_deviations(&schema, &[body]),
        [
            "`[].owner`: the required field `name` is absent (1 of 2)",
            "`[].owner`: the field `email`, which is not declared (2 of 2)",
            "`[].owner.name`: null, which is not declared (1 of 1)",
        ]
    );
}

#[test]
fn check_live_never_shows_the_keys_of_a_map() {
    let schema = json!({ "type": "object", "properties": { "a": {} }, "additionalProperties": { "type": "integer" } });
    let body = json!({ "secret": "x", "other": 1 });
    assert_eq!(find_deviations(&schema, &[body]), ["`{}`: expects an integer, found a string (1 of 2)"]);
    let schema = json!({ "type": "object", "additionalProperties": { "type": "integer" } });
    assert_eq!(find_deviations(&schema, &[json!({ "secret": null })]), ["`{}`: null, which is not declared (1 of 1)"]);
}

#[test]
fn check_live_does_not_name_more_than_16_undeclared_fields() {
    let body: Map<String, Value> = (0..17).map(|index| (format!("secret{index}"), Value::Null)).collect();
    let found = find_deviations(&object(&json!({ "a": {} })), &[body.into()]);
    assert_eq!(
        found,
        ["the body: more than 16 undeclared fields; their names are omitted, because they may be keys of a map (1 of \
          1)"]
    );
}

#[test]
fn check_live_compares_a_union_value_with_the_member_its_tag_selects() {
    let member = |kind: &str, field: &str| {
        let mut member = object(&json!({ "type": { "type": "string", "enum": [kind] }, field: { "type": "integer" } }));
        member["required"] = json!(["type"]);
        member
    };
    let schema = json!({ "oneOf": [member("http", "url"), member("tcp", "port")] });
    assert_eq!(
        find_deviations(&schema, &[json!({ "type": "http", "url": 1 }), json!({ "type": "tcp", "port": 1 })]),
        [""; 0]
    );
    assert_eq!(
        find_deviations(&schema, &[json!({ "type": "tcp", "url": 1 })]),
        ["the body: the field `url`, which is not declared (1 of 1)"]
    );
    let none = ["the body: an object that matches no member of the union (1 of 1)"];
    assert_eq!(find_deviations(&schema, &[json!({ "type": "secret" })]), none);
    assert_eq!(find_deviations(&schema, &[json!({})]), none);

    let schema = json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }] });
    assert_eq!(find_deviations(&schema, &[json!("a"), json!(1)]), [""; 0]);
    assert_eq!(
        find_deviations(&schema, &[json!(true)]),
        ["the body: a boolean that matches no member of the union (1 of 1)"]
    );

    let member = |field: &str| json!({ "type": "object", "properties": { field: { "type": "integer" } }, "required": [field], "additionalProperties": false });
    let schema = json!({ "oneOf": [member("after"), member("before")] });
    assert_eq!(find_deviations(&schema, &[json!({ "after": 1 })]), [""; 0]);
    assert_eq!(
        find_deviations(&schema, &[json!({ "before": "1" })]),
        ["`before`: expects an integer, found a string (1 of 1)"]
    );
    assert_eq!(find_deviations(&schema, &[json!({ "after": 1, "before": 1 })]), none);
}

#[test]
fn media_type_comparison_ignores_parameters_and_case() {
    let declared = ["application/json; charset=utf-8", "image/*"];
    for actual in ["Application/JSON", "application/json;v=2", "image/svg+xml"] {
        assert!(is_declared_media_type(actual, &declared), "{actual}");
    }
    assert!(!is_declared_media_type("text/html", &declared) && !is_declared_media_type("", &declared));
    assert!(is_declared_media_type("text/html", &["*/*"]));
}
