//! Tests that comparing hostile documents takes little time and never panics.

use proptest::{collection::vec, prelude::*, sample::Index};
use serde_json::{Map, Value, json};

use super::{differences_of, sending};
use crate::behaviour::compare_documents;

/// Creates a document with these schemas, which are called `S0`, `S1` and so on. A request body refers to `S0`.
fn with_schemas(schemas: impl IntoIterator<Item = Value>) -> Value {
    let mut document = sending(json!({ "$ref": "#/components/schemas/S0" }));
    let named = schemas.into_iter().enumerate().map(|(index, schema)| (format!("S{index}"), schema));
    document["components"]["schemas"] = Value::Object(named.collect());
    document
}

fn reference(index: usize) -> Value {
    json!({ "$ref": format!("#/components/schemas/S{index}") })
}

#[test]
fn behaviour_comparison_ignores_dangling_and_circular_references() {
    for schema in [reference(0), reference(1), json!({ "$ref": "https://example.com" })] {
        let (old, new) = (with_schemas([schema.clone()]), with_schemas([json!({ "maximum": 1 })]));
        assert_eq!((compare_documents(&old, &new), compare_documents(&new, &old)), (vec![], vec![]), "{schema}");
    }
}

#[test]
fn schemas_that_contain_each_other_are_compared_once() {
    let with = |limit: u32| {
        with_schemas([
            json!({ "properties": { "next": reference(1), "own": reference(0), "n": { "maximum": limit } } }),
            json!({ "allOf": [reference(0), reference(1), { "properties": { "m": { "maximum": limit } } }] }),
        ])
    };
    let expected = "maximum 1, was 2";
    assert_eq!(
        differences_of(&with(2), &with(1)),
        [["sent-limit-stricter", "S0.n", expected], ["sent-limit-stricter", "S1.m", expected]]
    );
}

#[test]
fn behaviour_comparison_follows_a_chain_of_10000_schemas() {
    let with = |last: Value| {
        let links = (1..10_000).map(|next| json!({ "properties": { "a": reference(next) } }));
        with_schemas(links.chain([last]))
    };
    let (old, new) = (with(json!({ "maximum": 2 })), with(json!({ "maximum": 1 })));
    assert_eq!(differences_of(&old, &new), [["sent-limit-stricter", "S9998.a", "maximum 1, was 2"]]);
}

#[test]
fn path_of_a_deeply_nested_schema_is_shortened_to_its_end() {
    let nested = |limit: u32| {
        let mut schema = json!({ "maximum": limit });
        for _ in 0..10_000 {
            schema = Value::Object(Map::from_iter([("items".to_owned(), schema)]));
        }
        // The document is never dropped, because serde_json drops nested values recursively, which would overflow the
        // stack.
        let mut document = std::mem::ManuallyDrop::new(sending(Value::Null));
        document["paths"]["/a"]["post"]["requestBody"]["content"]["application/json"]["schema"] = schema;
        document
    };
    let found = differences_of(&nested(2), &nested(1));
    assert_eq!(
        found,
        [["sent-limit-stricter".to_owned(), format!("…{}", "[]".repeat(151)), "maximum 1, was 2".to_owned()]]
    );
}

#[test]
fn changed_schema_with_20000_references_is_reported_once() {
    let with = |limit: u32| {
        let fields: Map<_, _> = (0..20_000).map(|index| (format!("f{index}"), reference(1))).collect();
        with_schemas([json!({ "properties": fields }), json!({ "maxLength": limit })])
    };
    assert_eq!(
        differences_of(&with(2), &with(1)),
        [["sent-limit-stricter", "S0.f0 and elsewhere", "maxLength 1, was 2"]]
    );
}

#[test]
fn comparison_of_two_long_schema_cycles_is_cut_off() {
    // The lengths of the two cycles have no common divisor, so each schema of one is matched with each schema of the
    // other: a hundred million matches.
    let circle =
        |length: usize| with_schemas((1..=length).map(|next| json!({ "items": reference(next % length), "x": 0 })));
    let expected = ["not-listed", "the whole API", "the schemas, because there are too many to compare"];
    assert_eq!(differences_of(&circle(10_007), &circle(10_009)), [expected]);
}

#[test]
fn behaviour_differences_beyond_5000_are_only_counted() {
    let with = |limit: u32| {
        let fields: Map<_, _> = (0..6_000).map(|index| (format!("f{index}"), json!({ "maxLength": limit }))).collect();
        sending(json!({ "properties": fields }))
    };
    let found = differences_of(&with(2), &with(1));
    assert_eq!(found.len(), 5_001);
    assert_eq!(found[5_000], ["not-listed", "the whole API", "1000 more differences"]);
}

/// Creates a document with everything that the comparison reads.
fn full() -> Value {
    let schema = json!({
        "type": "object", "description": "[DEPRECATED] Removed on 2026-01-01.", "default": { "a": [1] }, "maximum": 1,
        "exclusiveMaximum": true, "multipleOf": 2, "enum": [true], "additionalProperties": { "items": { "pattern": "a" } },
        "x-constraint": { "sign": "positive" }, "x-format": { "uri": true }, "allOf": [{ "$ref": "#/components/schemas/S" }],
        "oneOf": [{ "minLength": 1 }], "properties": { "p": { "readOnly": true, "uniqueItems": true } },
    });
    json!({
        "info": { "description": "The rate limit is 5 requests per day." },
        "security": [{ "Bearer": ["r"] }, {}],
        "components": { "schemas": { "S": schema }, "securitySchemes": { "Bearer": { "type": "oauth2", "flows": { "a": { "tokenUrl": "b" } } } } },
        "paths": { "/a/{id}": {
            "parameters": [{ "name": "id", "in": "path", "schema": schema }],
            "post": {
                "operationId": "a", "security": [{ "Bearer": [] }], "x-sunset": "2026", "description": "Sunset March 2026.",
                "parameters": [{ "name": "q", "in": "query", "x-constraint": { "sign": "a" }, "content": { "a/b": { "schema": {} } } }],
                "requestBody": { "content": { "application/json": { "schema": schema } } },
                "responses": { "200": { "headers": { "Sunset": {}, "X": {} }, "content": { "a/b": { "schema": schema } } } },
            },
        } },
    })
}

fn pointers(value: &Value, at: &str, pointers: &mut Vec<String>) {
    pointers.push(at.to_owned());
    let inside: Vec<(String, &Value)> = match value {
        Value::Array(elements) => elements.iter().enumerate().map(|(index, it)| (index.to_string(), it)).collect(),
        Value::Object(members) => members.iter().map(|(key, it)| (key.replace('/', "~1"), it)).collect(),
        _ => Vec::new(),
    };
    inside.iter().for_each(|(step, it)| self::pointers(it, &format!("{at}/{step}"), pointers));
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        "[<{}#é/.\\[ ]{0,8}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        Just(json!([[], {}, "a", 1])),
        Just(json!({ "$ref": "#" })),
        Just(json!({ "$ref": "#/components/schemas/S" })),
    ]
}

proptest! {
    #[test]
    fn behaviour_comparison_of_arbitrary_documents_does_not_panic(changes in vec((any::<Index>(), any_value()), 1..6)) {
        let old = full();
        let mut new = old.clone();
        for (index, value) in changes {
            let mut places = Vec::new();
            pointers(&new, "", &mut places);
            if let Some(place) = new.pointer_mut(index.get(places.as_slice()).as_str()) {
                *place = value;
            }
        }
        prop_assert_eq!(compare_documents(&new, &new), vec![]);
        compare_documents(&old, &new);
        compare_documents(&new, &old);
    }
}
