//! Tests that for a call that does not compile, rustc prints a single error, which does not mention private items of
//! generated code.

use compiler::{Compiler, Crate};
use perennial_codegen::{generate, names::file::Names};

const DOCUMENT: &str = r##"{
    "openapi": "3.0.3",
    "info": { "title": "Things", "version": "1" },
    "paths": {
        "/things/{id}": {
            "get": {
                "operationId": "getThing",
                "tags": ["things"],
                "parameters": [
                    { "name": "id", "in": "path", "required": true, "schema": { "type": "string", "format": "uuid" } },
                    { "name": "limit", "in": "query", "schema": { "type": "integer" } },
                    { "name": "since", "in": "query", "schema": { "type": "string", "format": "date-time" } },
                    { "name": "kind", "in": "query", "schema": { "type": "string", "enum": ["a", "b"] } }
                ],
                "responses": { "200": { "description": "", "content": {
                    "application/json": { "schema": { "$ref": "#/components/schemas/Thing" } }
                } } }
            }
        },
        "/things": {
            "post": {
                "operationId": "createThing",
                "tags": ["things"],
                "requestBody": { "required": true, "content": {
                    "application/json": { "schema": { "$ref": "#/components/schemas/Thing" } }
                } },
                "responses": { "204": { "description": "" } }
            }
        }
    },
    "components": { "schemas": { "Thing": {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": { "type": "string" },
            "count": { "type": "integer" },
            "tags": { "type": "array", "items": { "type": "string" } }
        }
    } } }
}"##;

/// Calls that do not compile, each with a part of the single error that rustc prints.
const CALLS: [(&str, &str); 14] = [
    ("client.get_thing().id(1.5)", "is not satisfied"),
    ("client.get_thing().limit(\"ten\")", ""),
    ("client.get_thing().limit(Some(\"ten\"))", ""),
    ("client.get_thing().since(true)", ""),
    ("client.get_thing().kind(Some(2))", ""),
    ("client.get_thing().limits(1)", "no method named `limits`"),
    ("client.get_thing().limit()", "takes 1 argument but 0 arguments were supplied"),
    ("client.things().get(1.5)", "is not satisfied"),
    ("client.things().get()", "takes 1 argument but 0 arguments were supplied"),
    ("client.create_thing().body(1)", ""),
    ("client.create_thing().body_map(|body| { body.name(\"x\"); })", "mismatched types"),
    ("types::Thing::builder().name(1)", ""),
    ("types::Thing::builder().count(Some(\"one\"))", ""),
    ("types::Thing::builder().tags(1)", ""),
];

/// Returns each call of [`CALLS`], the expected part of its error, and the errors that rustc actually prints.
fn errors() -> Vec<(&'static str, &'static str, Vec<String>)> {
    let generated = generate(DOCUMENT, &Names::default()).expect("a client should be generated");
    let mut compiler = Compiler::new();
    compiler.write_client(&generated.client);
    let library = Crate { name: "things", source: include_str!("client_root.rs"), features: &["things"] };
    let messages = compiler.library(&library);
    assert!(messages.is_empty(), "{messages:#?}");
    let errors = CALLS.map(|(call, part)| {
        let source = format!(
            "#![allow(unused)]\nuse things::{{Client, types}};\npub fn call(client: &Client) {{\n    let _ = {call};\n}}\n"
        );
        let messages = compiler.check(&Crate { name: "program", source: &source, features: &[] });
        (call, part, messages.into_iter().map(|message| message.rendered).collect())
    });
    errors.into()
}

#[test]
fn rustc_prints_exactly_one_error_for_each_wrong_call() {
    for (call, part, errors) in errors() {
        assert!(errors.len() == 1 && errors[0].contains(part), "{call}:\n{}", errors.concat());
    }
}

#[test]
fn rustc_errors_for_wrong_calls_mention_no_private_item() {
    let named: Vec<String> = errors()
        .into_iter()
        .filter(|(_, _, errors)| errors.concat().contains("__private"))
        .map(|(call, _, errors)| format!("== {call}\n{}", errors.concat()))
        .collect();
    assert!(named.is_empty(), "{}", named.concat());
}
