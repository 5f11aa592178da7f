//! Tests of properties that hold for every document that may be vendored. Properties of the service are tested in
//! `service`.

use std::collections::BTreeSet;

use monitoring_service::{operation, operations};
use serde_json::{Map, Value};

const METHODS: [&str; 8] = ["delete", "get", "head", "options", "patch", "post", "put", "trace"];

#[test]
fn operations_lists_each_operation_of_the_document_once() {
    let document: Value = serde_json::from_str(include_str!("../../../../openapi.json")).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let methods = |item: &Map<String, Value>| item.keys().filter(|key| METHODS.contains(&key.as_str())).count();
    let count: usize = paths.values().filter_map(Value::as_object).map(methods).sum();
    let ids: BTreeSet<&str> = operations().iter().map(|operation| operation.operation_id()).collect();
    assert_eq!((operations().len(), ids.len()), (count, count));
}

#[test]
fn operation_is_found_only_by_its_operation_id() {
    for expected in operations() {
        let found = operation(expected.operation_id()).unwrap();
        assert_eq!((found.method(), found.path()), (expected.method(), expected.path()));
    }
    assert!(operation("").is_none());
}
