//! Each rule with a small pair of documents that differ in exactly it.

mod hostile;
mod operations;
mod schemas;
mod security;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Finding, RULES, compare};

/// Returns the findings, each as rule, place and description.
fn found(old: &Value, new: &Value) -> Vec<[String; 3]> {
    let parts = |Finding { rule, place, description }| [rule.id.to_owned(), place, description];
    compare(old, new).into_iter().map(parts).collect()
}

/// Checks that exactly this is found, and nothing between each document and itself.
#[track_caller]
fn is_found(old: &Value, new: &Value, expected: &[[&str; 3]]) {
    assert_eq!(found(old, new), expected, "{old} {new}");
    assert_eq!([found(old, old), found(new, new)], [const { Vec::<[String; 3]>::new() }; 2]);
}

/// A document with one operation.
fn document(operation: Value) -> Value {
    json!({ "paths": { "/a": { "post": operation } } })
}

/// A document whose operation takes this in its body.
fn sending(schema: Value) -> Value {
    document(json!({ "requestBody": { "content": { "application/json": { "schema": schema } } } }))
}

/// A document whose operation gives this with a status.
fn responding(status: &str, schema: Value) -> Value {
    document(json!({ "responses": { status: { "content": { "application/json": { "schema": schema } } } } }))
}

/// The same with the keys of all objects in the opposite order.
fn reversed(value: &Value) -> Value {
    match value {
        Value::Array(elements) => elements.iter().map(reversed).collect(),
        Value::Object(members) => {
            Value::Object(members.iter().rev().map(|(key, member)| (key.clone(), reversed(member))).collect())
        }
        other => other.clone(),
    }
}

#[test]
fn the_order_of_keys_makes_no_difference() {
    let document = json!({
        "security": [{ "Bearer": ["a", "b"], "Key": [] }],
        "components": {
            "schemas": { "A": { "properties": { "x": { "default": { "a": 1, "b": [2] } }, "y": { "maximum": 1 } } } },
            "securitySchemes": { "Bearer": { "type": "http" }, "Key": { "type": "apiKey" } },
        },
        "paths": {
            "/a/{id}": { "get": { "responses": { "200": { "content": {
                "a/b": { "schema": { "$ref": "#/components/schemas/A" } }, "c/d": {},
            } }, "404": {} } } },
            "/b": { "put": { "parameters": [{ "name": "q", "in": "query", "schema": { "enum": [true], "minimum": 1 } }] } },
        },
    });
    assert_eq!(compare(&document, &reversed(&document)), vec![]);
}

#[test]
fn ids_and_titles_of_rules_are_distinct_and_the_gravest_come_first() {
    let ids: BTreeSet<_> = RULES.iter().map(|rule| rule.id).collect();
    let titles: BTreeSet<_> = RULES.iter().map(|rule| &rule.title).collect();
    assert_eq!((ids.len(), titles.len()), (RULES.len(), RULES.len()));
    assert!(RULES.is_sorted_by_key(|rule| (std::cmp::Reverse(rule.severity), rule.id)));
}

#[test]
fn a_finding_is_written_with_the_id_severity_and_title_of_its_rule() {
    let found = compare(&sending(json!({ "maxLength": 2 })), &sending(json!({ "maxLength": 1 })));
    assert_eq!(
        serde_json::to_value(&found).expect("should be JSON"),
        json!([{
            "rule": "sent-limit-stricter", "severity": "error", "title": "What may be sent is limited more strictly",
            "place": "POST /a body", "description": "maxLength 1, was 2",
        }])
    );
}
