//! Tests the parts of OpenAPI 3.1 and 3.2 that OpenAPI 3.0 lacks or writes differently.

use perennial_codegen::{Generated, generate, names::file::Names};
use serde_json::{Value, json};

fn generated(document: &Value) -> Generated {
    generate(&document.to_string(), &Names::default()).unwrap_or_else(|error| panic!("{error}\n{document}"))
}

fn error_of(document: &Value) -> String {
    generate(&document.to_string(), &Names::default()).expect_err("should be refused").to_string()
}

/// Returns a document whose only operation sends and receives the named schema `A`, and has two parameters. `schema` is
/// the schema of both parameters, and of `A`.
fn document(version: &str, schema: Value) -> Value {
    let a = || json!({ "$ref": "#/components/schemas/A" });
    let content = json!({ "application/json": { "schema": a() } });
    json!({
        "openapi": version, "info": { "title": "t", "version": "1" },
        "paths": { "/a": { "post": {
            "operationId": "send",
            "parameters": [
                { "name": "filter", "in": "query", "schema": schema.clone() },
                { "name": "X-Filter", "in": "header", "schema": schema.clone() },
            ],
            "requestBody": { "content": content }, "responses": { "200": { "content": content } },
        } } },
        "components": { "schemas": {
            "A": schema,
            "Cat": { "type": "object", "required": ["kind"], "properties": { "kind": { "enum": ["cat"] }, "lives": { "type": "integer" } } },
            "Dog": { "type": "object", "required": ["kind"], "properties": { "kind": { "enum": ["dog"] }, "barks": { "type": "boolean" } } },
            "Text": { "type": "string", "format": "uuid" },
        } },
    })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn with(mut schema: Value, key: &str, value: Value) -> Value {
    schema[key] = value;
    schema
}

/// Returns pairs of equivalent schemas, the first one written for OpenAPI 3.1 and the second one for OpenAPI 3.0.
fn equivalent_schemas() -> Vec<(Value, Value)> {
    let object = |properties: Value| json!({ "type": "object", "properties": properties });
    let no_value = || json!({ "type": "null" });
    let nullable = |schema: Value| with(schema, "nullable", true.into());
    let cat = |kind: Value| object(json!({ "kind": kind, "lives": {} }));
    let pairs = [
        (json!({ "type": ["string", "null"] }), nullable(json!({ "type": "string" }))),
        (json!({ "type": ["null", "array"], "items": {} }), nullable(json!({ "type": "array", "items": {} }))),
        (json!({ "type": ["integer"] }), json!({ "type": "integer" })),
        (json!({ "type": ["string", "integer"] }), json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] })),
        (
            json!({ "type": ["string", "boolean", "null"], "enum": ["auto", true, null] }),
            nullable(json!({ "anyOf": [{ "type": "string", "enum": ["auto"] }, { "type": "boolean" }] })),
        ),
        (
            json!({ "type": ["object", "string"], "properties": { "a": { "type": "integer" } } }),
            json!({ "anyOf": [object(json!({ "a": { "type": "integer" } })), { "type": "string" }] }),
        ),
        (json!({ "anyOf": [{ "type": "integer" }, no_value()] }), nullable(json!({ "type": "integer" }))),
        (json!({ "oneOf": [no_value(), reference("Text")] }), nullable(json!({ "allOf": [reference("Text")] }))),
        (json!({ "anyOf": [reference("Cat"), no_value()] }), nullable(json!({ "allOf": [reference("Cat")] }))),
        (
            json!({ "oneOf": [object(json!({ "a": {} })), no_value()] }),
            nullable(json!({ "oneOf": [object(json!({ "a": {} }))] })),
        ),
        (
            json!({ "type": ["string", "null"], "enum": ["a", null] }),
            nullable(json!({ "type": "string", "enum": ["a"] })),
        ),
        (json!({ "const": "a" }), json!({ "enum": ["a"] })),
        (json!({ "const": 5 }), json!({ "enum": [5] })),
        (json!({ "const": null }), json!({ "enum": [null] })),
        (
            json!({ "oneOf": [cat(json!({ "const": "c" })), reference("Dog")] }),
            json!({ "oneOf": [cat(json!({ "enum": ["c"] })), reference("Dog")] }),
        ),
        (
            json!({ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1.5 }),
            json!({ "type": "number", "minimum": 0, "exclusiveMinimum": true, "maximum": 1.5, "exclusiveMaximum": true }),
        ),
        (json!({ "type": "string", "examples": ["a", "b"] }), json!({ "type": "string", "example": "a" })),
        (
            with(reference("Cat"), "description", "Ours.".into()),
            json!({ "description": "Ours.", "allOf": [reference("Cat")] }),
        ),
        (with(reference("Text"), "default", "a".into()), json!({ "allOf": [reference("Text")], "default": "a" })),
        (
            with(reference("Cat"), "properties", json!({ "age": { "type": "integer" } })),
            json!({ "allOf": [reference("Cat")], "properties": { "age": { "type": "integer" } } }),
        ),
        (
            json!({ "type": "object", "properties": { "a": true, "b": { "items": true, "type": "array" } } }),
            json!({ "type": "object", "properties": { "a": {}, "b": { "items": {}, "type": "array" } } }),
        ),
        (json!({ "type": "string", "contentEncoding": "base64" }), json!({ "type": "string", "format": "byte" })),
        (json!({ "type": "string", "contentMediaType": "image/png" }), json!({ "type": "string", "format": "binary" })),
        (json!({ "type": "string", "contentMediaType": "application/json" }), json!({ "type": "string" })),
        (
            json!({ "patternProperties": { "^x": { "type": "integer" } }, "additionalProperties": false }),
            json!({ "additionalProperties": { "type": "integer" } }),
        ),
        (
            json!({ "patternProperties": { "^x": { "type": "integer" }, "^y": { "type": "string" } } }),
            json!({ "additionalProperties": { "anyOf": [{ "type": "integer" }, { "type": "string" }] } }),
        ),
        (json!({ "propertyNames": { "pattern": "^a" } }), json!({ "additionalProperties": true })),
        (
            with(object(json!({ "a": {} })), "unevaluatedProperties", false.into()),
            with(object(json!({ "a": {} })), "additionalProperties", false.into()),
        ),
        (json!({ "$ref": "#dog" }), reference("Dog")),
        (json!({ "$dynamicRef": "#dog" }), reference("Dog")),
        (json!({ "$ref": "https://example.com/cat" }), reference("Cat")),
        (json!({ "$ref": "https://example.com/cat#cat" }), reference("Cat")),
        (json!({ "$dynamicRef": "https://example.com/cat#cat" }), reference("Cat")),
    ];
    pairs.into()
}

#[test]
fn equivalent_openapi_3_1_and_3_0_schemas_generate_the_same_client() {
    for (new, old) in equivalent_schemas() {
        let client_of = |version: &str, schema: &Value| {
            let mut document = document(version, schema.clone());
            document["components"]["schemas"]["Dog"]["$anchor"] = "dog".into();
            // `Cat` has an `$id`, so a reference to its anchor begins with that URL.
            document["components"]["schemas"]["Cat"]["$anchor"] = "cat".into();
            document["components"]["schemas"]["Cat"]["$id"] = "https://example.com/cat".into();
            generated(&document).client
        };
        let old_client = client_of("3.0.3", &old);
        for version in ["3.1.0", "3.2.0"] {
            let client = client_of(version, &new);
            let line = client.lines().zip(old_client.lines()).find(|(one, other)| one != other);
            assert!(client == old_client, "{new}\n{old}\n{line:#?}");
        }
    }
}

#[test]
fn resolves_references_to_path_items_in_components() {
    let get = json!({ "get": { "operationId": "getA", "responses": { "204": {} } } });
    let by_reference = json!({
        "openapi": "3.1.0", "paths": { "/a": { "$ref": "#/components/pathItems/a" } },
        "components": { "pathItems": { "a": get } },
    });
    let inline = json!({ "openapi": "3.0.0", "paths": { "/a": get } });
    assert!(generated(&by_reference).client == generated(&inline).client);
}

#[test]
fn resolves_references_to_media_types_in_components() {
    let inline = document("3.2.0", json!({ "type": "object", "properties": { "a": { "type": "string" } } }));
    let mut by_reference = inline.clone();
    by_reference["components"]["mediaTypes"] = json!({ "A": { "schema": reference("A") } });
    for place in ["requestBody", "responses/200"] {
        let media = by_reference.pointer_mut(&format!("/paths/~1a/post/{place}/content/application~1json")).unwrap();
        *media = json!({ "$ref": "#/components/mediaTypes/A" });
    }
    assert!(generated(&by_reference).client == generated(&inline).client);
}

#[test]
fn refuses_an_operation_that_refers_to_another_file() {
    let link = || json!({ "$ref": "common.yaml#/A" });
    let mut document = document("3.1.0", json!({ "type": "string" }));
    document["components"]["schemas"]["Unused"] = link();
    generated(&document);
    for place in ["/components/schemas/A", "/paths/~1a/post/requestBody", "/paths/~1a/post/responses/200", "/paths/~1a"]
    {
        let mut document = document.clone();
        *document.pointer_mut(place).unwrap() = link();
        let error = error_of(&document);
        assert!(
            error.contains("refers to common.yaml#/A, which is in another file: bundle all files into one document"),
            "{error}"
        );
    }
}

#[test]
fn generates_operations_for_the_methods_of_openapi_3_2() {
    let id = json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } });
    let operation = |name: &str| json!({ "operationId": name, "parameters": [id], "responses": { "204": {} } });
    let document = json!({ "openapi": "3.2.0", "paths": { "/a/{id}": {
        "query": operation("queryA"), "additionalOperations": { "COPY": operation("copyA") }, "get": operation("getA"),
    } } });
    let Generated { api, client, .. } = generated(&document);
    let methods: Vec<String> = api.operations.iter().map(|it| format!("{} {}", it.name, it.method)).collect();
    assert_eq!(methods, ["query_a QUERY", "copy_a COPY", "get_a GET"]);
    let code = client.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(code.contains(r#"method: "COPY", path: "/a/{id}","#), "{client}");
    let unknown =
        json!({ "openapi": "3.2.0", "paths": { "/a": { "additionalOperations": { "FLY": operation("f") } } } });
    assert!(error_of(&unknown).contains("`paths` contains no operations"));
    let unknown = json!({ "openapi": "3.2.0", "paths": { "/a": {
        "get": operation("getA"), "additionalOperations": { "FLY": operation("f") } } } });
    assert_eq!(
        error_of(&unknown),
        "path /a: contains \"FLY\", which is not an HTTP method that OpenAPI defines (`get`, `put`, …)"
    );
}

fn with_webhooks() -> Value {
    let sent = |schema: Value| json!({ "post": { "requestBody": { "content": { "application/json": { "schema": schema } } } } });
    json!({
        "openapi": "3.1.0",
        "paths": { "/a": { "post": {
            "operationId": "subscribe", "tags": ["Webhooks"],
            "responses": { "200": { "content": { "application/json": { "schema": reference("Both") } } } },
            "callbacks": { "on|Data": { "{$request.query.url}": sent(reference("Both")) } },
        } } },
        "webhooks": {
            "petMade": sent(json!({ "type": "object", "properties": { "pet": reference("Pet") } })),
            "petsGone": sent(json!({ "type": "array", "items": reference("Pet") })),
        },
        "components": { "schemas": {
            "Both": { "type": "object", "properties": { "a": { "type": "string" } } },
            "Pet": { "type": "object", "properties": { "name": { "type": "string" } } },
        } },
    })
}

#[test]
fn the_feature_webhooks_enables_types_of_webhooks_and_callbacks() {
    let Generated { surface, client, .. } = generated(&with_webhooks());
    let features = |name: &str| surface.types[name].features.iter().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(features("PetMadeBody"), "webhooks");
    assert_eq!(features("Pet"), "webhooks");
    // The feature `webhooks` is reserved, so the tag `Webhooks` has a feature with a different name.
    assert_eq!(features("Both"), "webhooks webhooks-operations");
    for row in [
        "| `on\\|Data`, a callback of `subscribe` | `types::Both` |",
        "| `petMade` | `types::PetMadeBody` |",
        "| `petsGone` | `Vec<types::Pet>` |",
    ] {
        assert!(client.contains(row), "{row}\n{client}");
    }
}

#[test]
fn generates_types_from_a_document_with_only_webhooks() {
    let mut document = with_webhooks();
    document.as_object_mut().unwrap().remove("paths");
    let Generated { api, surface, client, .. } = generated(&document);
    assert_eq!(api.operations.len(), 0);
    assert_eq!(surface.types.keys().collect::<Vec<_>>(), ["Pet", "PetMadeBody"]);
    assert!(client.contains("pub struct Client"));
    document.as_object_mut().unwrap().remove("webhooks");
    assert!(error_of(&document).contains("a client would have nothing to call"));
}
