//! Path items, parameters, bodies and responses are put where they are referred to.
//!
//! progenitor looks up some references, takes others for granted and panics on the rest.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::spec::Spec;
use crate::adaptation::Rule;

/// Puts every part in its place.
pub fn apply(spec: &mut Spec) {
    let source = spec.root.clone();
    path_items(spec, &source);
    operation_parts(spec, &source);
}

/// What `reference` points to, through further references.
pub fn target<'a>(source: &'a Value, reference: &str) -> Option<&'a Value> {
    let mut reference = reference.to_owned();
    let mut seen = BTreeSet::new();
    while seen.insert(reference.clone()) {
        let found = source.pointer(&decoded(reference.strip_prefix('#')?))?;
        match found.get("$ref").and_then(Value::as_str) {
            Some(next) => reference = next.to_owned(),
            None => return Some(found),
        }
    }
    None
}

/// `%7Bid%7D` as `{id}`: a reference is a URL, the keys that it names are not.
pub fn decoded(pointer: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = pointer.bytes();
    while let Some(byte) = rest.next() {
        let hex = (byte == b'%').then(|| rest.clone().take(2).map(char::from).collect::<String>());
        match hex.and_then(|digits| u8::from_str_radix(&digits, 16).ok()) {
            Some(code) => {
                bytes.push(code);
                rest.nth(1);
            }
            None => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn path_items(spec: &mut Spec, source: &Value) {
    let mut dangling = Vec::new();
    for (path, item) in spec.root.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten() {
        let Some(reference) = item.get("$ref").and_then(Value::as_str) else { continue };
        match target(source, reference) {
            Some(found) => *item = found.clone(),
            None => dangling.push((path.clone(), reference.to_owned())),
        }
    }
    for (path, reference) in dangling {
        spec.diagnostics.push(format!("path {path}"), format!("refers to {reference}, which is not in the document"));
    }
}

fn operation_parts(spec: &mut Spec, source: &Value) {
    // Parameters of the path item belong to each of its operations, unless one has its own of that name.
    let mut shared = BTreeMap::<String, Vec<Value>>::new();
    for (path, item) in spec.root.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten() {
        if let Some(Value::Array(parameters)) = item.as_object_mut().and_then(|item| item.remove("parameters")) {
            shared.insert(path.clone(), parameters);
        }
    }
    spec.each_operation(|place, operation, log| {
        let mut merged = Vec::<Value>::new();
        let own = operation.remove("parameters").unwrap_or_default();
        for parameter in shared.get(&place.path).into_iter().chain(own.as_array()).flatten() {
            let Some(parameter) = resolved(source, parameter) else {
                log.note(Rule::DROPPED_REFERENCE, format!("{place} parameter {}", parameter["$ref"]));
                continue;
            };
            merged.retain(|other| other["name"] != parameter["name"] || other["in"] != parameter["in"]);
            merged.push(parameter);
        }
        operation.insert("parameters".into(), merged.into());

        if let Some(body) = operation.get_mut("requestBody") {
            if let Some(found) = resolved(source, body) {
                *body = found;
            } else {
                log.note(Rule::DANGLING_REFERENCE, format!("{place} body {}", body["$ref"]));
                *body = json!({ "content": { "application/json": { "schema": {} } } });
            }
        }
        let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
        for (status, response) in responses.into_iter().flatten() {
            if let Some(found) = resolved(source, response) {
                *response = found;
            } else {
                log.note(Rule::DANGLING_REFERENCE, format!("{place} response {status} {}", response["$ref"]));
                *response = json!({ "content": { "application/json": { "schema": {} } } });
            }
        }
    });
}

/// The part itself, or the one that it refers to.
fn resolved(source: &Value, part: &Value) -> Option<Value> {
    match part.get("$ref").and_then(Value::as_str) {
        Some(reference) => target(source, reference).cloned(),
        None => Some(part.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repair::only;

    fn operation(spec: &Spec) -> &Value {
        &spec.root["paths"]["/a"]["get"]
    }

    #[test]
    fn parameters_of_the_path_are_merged_and_those_of_the_operation_win() {
        let spec = only(
            apply,
            json!({
                "components": { "parameters": { "Limit": { "name": "limit", "in": "query" } } },
                "paths": { "/a": {
                    "parameters": [{ "name": "id", "in": "path" }, { "$ref": "#/components/parameters/Limit" }],
                    "get": { "parameters": [{ "name": "id", "in": "path", "required": true }] },
                } },
            }),
        );
        assert_eq!(
            operation(&spec)["parameters"],
            json!([{ "name": "limit", "in": "query" }, { "name": "id", "in": "path", "required": true }])
        );
    }

    #[test]
    fn bodies_and_responses_are_put_where_they_are_referred_to() {
        let spec = only(
            apply,
            json!({
                "components": {
                    "requestBodies": { "B": { "content": {} } },
                    "responses": { "R": { "$ref": "#/components/responses/S" }, "S": { "description": "ok" } },
                },
                "paths": { "/a": { "get": {
                    "requestBody": { "$ref": "#/components/requestBodies/B" },
                    "responses": { "200": { "$ref": "#/components/responses/R" } },
                } } },
            }),
        );
        assert_eq!(operation(&spec)["requestBody"], json!({ "content": {} }));
        assert_eq!(operation(&spec)["responses"]["200"], json!({ "description": "ok" }));
    }
}
