//! Tests of types that contain each other. To prove that a type is `Send`, rustc visits all types that it contains.

use compiler::{Compiler, Crate};
use perennial_codegen::{generate, names::file::Names};
use serde_json::{Map, json};

#[test]
fn client_with_a_cycle_of_40_types_compiles() {
    const RING: usize = 40;
    let link = |index: usize| json!({ "$ref": format!("#/components/schemas/Thing{index}") });
    let thing = |index| json!({ "type": "object", "properties": { "next": link((index + 1) % RING) } });
    let schemas: Map<_, _> = (0..RING).map(|index| (format!("Thing{index}"), thing(index))).collect();
    let content = json!({ "application/json": { "schema": link(0) } });
    let put = json!({ "operationId": "putThing", "requestBody": { "content": content }, "responses": { "204": {} } });
    let document =
        json!({ "openapi": "3.0.0", "paths": { "/thing": { "put": put } }, "components": { "schemas": schemas } });
    let generated = generate(&document.to_string(), &Names::default()).expect("a client should be generated");
    let mut compiler = Compiler::new();
    compiler.write_client(&generated.client);
    let library = Crate { name: "things", source: include_str!("client_root.rs"), features: &[] };
    let messages = compiler.library(&library);
    assert!(messages.is_empty(), "{messages:#?}");
}
