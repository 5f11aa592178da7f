//! Tests each rule with two small documents that differ only in the part to which the rule applies.

mod hostile;
mod operations;
mod schemas;
mod security;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{BehaviourChange, RULES, compare_documents};

/// Returns the differences in behaviour between two documents, each as its rule, place and description.
fn differences_of(old: &Value, new: &Value) -> Vec<[String; 3]> {
    let parts = |BehaviourChange { rule, place, description }| [rule.id.to_owned(), place, description];
    compare_documents(old, new).into_iter().map(parts).collect()
}

/// Checks that the comparison finds exactly the `expected` differences, and that it finds no difference between either
/// document and itself.
#[track_caller]
fn expect_found(old: &Value, new: &Value, expected: &[[&str; 3]]) {
    assert_eq!(differences_of(old, new), expected, "{old} {new}");
    assert_eq!([differences_of(old, old), differences_of(new, new)], [const { Vec::<[String; 3]>::new() }; 2]);
}

fn document(operation: Value) -> Value {
    json!({ "paths": { "/a": { "post": operation } } })
}

/// Creates a document in which the body of `POST /a` has this schema.
fn sending(schema: Value) -> Value {
    document(json!({ "requestBody": { "content": { "application/json": { "schema": schema } } } }))
}

/// Creates a document in which `POST /a` responds with this status and a body with this schema.
fn responding(status: &str, schema: Value) -> Value {
    document(json!({ "responses": { status: { "content": { "application/json": { "schema": schema } } } } }))
}

/// Returns the value with the keys of all objects in the opposite order.
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
fn behaviour_comparison_ignores_the_order_of_json_keys() {
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
    assert_eq!(compare_documents(&document, &reversed(&document)), vec![]);
}

#[test]
fn behaviour_rules_have_distinct_ids_and_titles() {
    let ids: BTreeSet<_> = RULES.iter().map(|rule| rule.id).collect();
    let titles: BTreeSet<_> = RULES.iter().map(|rule| &rule.title).collect();
    assert_eq!((ids.len(), titles.len()), (RULES.len(), RULES.len()));
    assert!(RULES.is_sorted_by_key(|rule| (std::cmp::Reverse(rule.severity), rule.id)));
}

#[test]
fn json_of_a_behaviour_difference_contains_its_rule_and_severity() {
    let found = compare_documents(&sending(json!({ "maxLength": 2 })), &sending(json!({ "maxLength": 1 })));
    assert_eq!(
        serde_json::to_value(&found).expect("should be JSON"),
        json!([{
            "rule": "sent-limit-stricter", "severity": "error", "title": "Values in requests have a stricter limit",
            "place": "POST /a body", "description": "maxLength 1, was 2",
        }])
    );
}
