//! Creates documents of several shapes, each with a given number of operations.

use perennial_codegen::{
    diagnostics::Diagnostics,
    generate,
    names::file::{Names, OtherName},
};
use serde_json::{Map, Value, json};

/// The shapes of documents: a typical service, the same service with every name changed since its release (`renamed`),
/// and shapes that may be difficult for one part of the generator.
pub const ALL: [&str; 7] = ["service", "renamed", "one tag", "many tags", "one type", "own types", "chains"];

/// The number of operations in each tag, and the number of schemas in each chain of `allOf`.
const TOGETHER: usize = 10;

pub fn document(shape: &str, operations: usize) -> Value {
    let (mut paths, mut schemas) = (Map::new(), Map::new());
    schemas.insert("Error".into(), json!({ "type": "object", "properties": { "message": text() } }));
    for index in 0..operations {
        let resource = match shape {
            "one type" => 0,
            "own types" => index,
            _ => index / 2,
        };
        let tag = match shape {
            "one tag" => "All".to_owned(),
            "many tags" => short_tag(index),
            _ => format!("Tag {}", index / TOGETHER),
        };
        let key = format!("key{}", index / TOGETHER);
        paths.insert(
            format!("/v1/resources{index}/{{{key}}}"),
            path_item(index, &tag, &key, &format!("Resource{resource}")),
        );
        add_resource(&mut schemas, shape, resource);
    }
    json!({ "openapi": "3.0.3", "info": { "title": "Made", "version": "1" }, "paths": paths, "components": { "schemas": schemas } })
}

/// Returns the names to record for a client generated from `document`, as if every name had changed since the last
/// release.
pub fn names_after_renames(document: &str) -> Result<Names, Diagnostics> {
    let mut names = Names::default().recording(&generate(document, &Names::default())?.api);
    let former = |name: &str| [(format!("old_{name}"), "1.0.0".to_owned())].into();
    names.operations.iter_mut().for_each(|(name, it)| it.former = former(name));
    for (name, it) in &mut names.types {
        it.former = [(format!("Old{name}"), "1.0.0".to_owned())].into();
    }
    for (name, it) in &mut names.operations {
        let setter = OtherName { of: "filter".into(), since: Some("1.0.0".into()) };
        it.other_setters = [(format!("where_{name}"), setter)].into();
    }
    for it in names.tags.values_mut() {
        let old = |(name, short): (&String, &String)| {
            (format!("old_{short}"), OtherName { of: name.clone(), since: Some("1.0.0".into()) })
        };
        it.former = it.short_names.iter().map(old).collect();
    }
    Ok(names)
}

/// Creates the path item of the operation number `index`, which gets or replaces the resource `name`.
fn path_item(index: usize, tag: &str, key: &str, name: &str) -> Value {
    let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
    let content = json!({ "application/json": { "schema": schema } });
    let responses = json!({ "200": { "description": "Done.", "content": content },
        "default": { "description": "Not done.", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } } } });
    let parameters = json!([
        { "name": key, "in": "path", "required": true, "description": "Which one.", "schema": text() },
        { "name": "filter", "in": "query", "description": "Which part of it.", "schema": text() },
        { "name": "order", "in": "query", "schema": { "type": "string", "enum": ["ascending", "descending"] } }
    ]);
    let (method, body) =
        if index.is_multiple_of(2) { ("get", None) } else { ("put", Some(json!({ "content": content }))) };
    let mut operation = json!({ "operationId": format!("{method}Resource{index}"), "tags": [tag],
        "summary": format!("Works on resource {index}."), "parameters": parameters, "responses": responses });
    if let Some(body) = body {
        operation["requestBody"] = body;
    }
    json!({ method: operation })
}

/// Adds the schema of the resource number `index`, and the schemas to which it refers.
fn add_resource(schemas: &mut Map<String, Value>, shape: &str, index: usize) {
    let name = format!("Resource{index}");
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let mut own = json!({ "type": "object", "description": "A resource.", "required": ["name"], "properties": {
        "name": text(), "size": { "type": "integer" }, "createdAt": { "type": "string", "format": "date-time" },
        "state": { "type": "string", "enum": ["new", "ready", "gone"] }, "labels": { "type": "object", "additionalProperties": text() } } });
    if index.is_multiple_of(5) {
        let [one, other] = ["Cat", "Dog"].map(|kind| format!("{name}{kind}"));
        for kind in [&one, &other] {
            let tag = json!({ "type": "string", "enum": [kind] });
            schemas.insert(
                kind.clone(),
                json!({ "type": "object", "required": ["kind"], "properties": { "kind": tag, "age": { "type": "integer" } } }),
            );
        }
        own["properties"]["pet"] =
            json!({ "oneOf": [reference(&one), reference(&other)], "discriminator": { "propertyName": "kind" } });
    }
    if !index.is_multiple_of(TOGETHER) {
        let before = reference(&format!("Resource{}", index - 1));
        if shape == "chains" {
            own = json!({ "allOf": [before, { "type": "object", "properties": { format!("own{index}"): text() } }] });
        } else if shape != "own types" {
            own["properties"]["before"] = before;
        }
    }
    schemas.insert(name, own);
}

fn text() -> Value {
    json!({ "type": "string" })
}

/// Returns a tag name of three characters. The name is short because each tag becomes a feature, and the total length
/// of a package's features is limited.
fn short_tag(index: usize) -> String {
    let character = |index: usize| char::from(b"abcdefghijklmnopqrstuvwxyz0123456789"[index]);
    [index / 36 / 36 % 26, index / 36 % 36, index % 36].map(character).iter().collect()
}
