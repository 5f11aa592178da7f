//! What holds for every document that may be vendored. What holds for the service is in `service`.

use std::collections::BTreeSet;

use monitoring_service::{operation, operations};
use serde_json::{Map, Value};

const METHODS: [&str; 8] = ["delete", "get", "head", "options", "patch", "post", "put", "trace"];

#[test]
fn the_table_has_each_operation_of_the_document_once() {
    let document: Value = serde_json::from_str(include_str!("../../../../openapi.json")).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let methods = |item: &Map<String, Value>| item.keys().filter(|key| METHODS.contains(&key.as_str())).count();
    let count: usize = paths.values().filter_map(Value::as_object).map(methods).sum();
    let ids: BTreeSet<&str> = operations().iter().map(|operation| operation.operation_id()).collect();
    assert_eq!((operations().len(), ids.len()), (count, count));
}

#[test]
fn an_operation_is_found_by_its_id_and_by_no_other_text() {
    for expected in operations() {
        let found = operation(expected.operation_id()).unwrap();
        assert_eq!((found.method(), found.path()), (expected.method(), expected.path()));
    }
    assert!(operation("").is_none());
}
