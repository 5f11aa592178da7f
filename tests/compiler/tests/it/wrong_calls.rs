//! A wrong call gets one error, about what the caller wrote.

use compiler::{Compiler, Crate};
use perennial_codegen::{generate, names::file::Names};
use serde_json::json;

/// Each wrong call, and the code of its error.
const WRONG: [(&str, &str); 13] = [
    ("client.put_thing().id(true)", "E0277"),
    ("client.put_thing().id(Some(\"\"))", "E0277"),
    ("client.put_thing().limit(\"5\")", "E0277"),
    ("client.put_thing().limit(Some(\"5\"))", "E0277"),
    ("client.put_thing().limit(())", "E0277"),
    ("client.put_thing().since(true)", "E0277"),
    ("client.put_thing().body(true)", "E0277"),
    ("client.put_thing().body_map(|body| true)", "E0308"),
    ("client.put_thing().body_map(|body| body.name(true))", "E0277"),
    ("client.put_thing().missing(1)", "E0599"),
    ("client.things().update(true)", "E0277"),
    ("client.things().update()", "E0061"),
    ("client.things().update(\"\").send(1)", "E0061"),
];

#[test]
fn a_wrong_call_gets_one_error_without_macros() {
    let parameter = |name: &str, place: &str, schema| json!({ "name": name, "in": place, "required": place == "path", "schema": schema });
    let uuid = json!({ "type": "string", "format": "uuid" });
    let time = json!({ "type": "string", "format": "date-time" });
    let thing = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
    let put = json!({
        "operationId": "putThing",
        "tags": ["Things"],
        "parameters": [
            parameter("id", "path", uuid),
            parameter("limit", "query", json!({ "type": "integer" })),
            parameter("since", "query", time),
        ],
        "requestBody": { "content": { "application/json": { "schema": thing } } },
        "responses": { "204": {} },
    });
    let document = json!({ "openapi": "3.0.0", "paths": { "/things/{id}": { "put": put } } });
    let generated = generate(&document.to_string(), &Names::default()).expect("should be generated");
    let mut compiler = Compiler::new();
    compiler.write("client.rs", &generated.client);
    let library = Crate { name: "things", source: include_str!("client_root.rs"), features: &["things"] };
    let messages = compiler.library(&library);
    assert!(messages.is_empty(), "{messages:#?}");
    for (call, code) in WRONG {
        let source = format!("pub fn call(client: things::Client) {{ let _ = {call}; }}");
        let messages = compiler.check(&Crate { name: "wrong", source: &source, features: &[] });
        let errors: Vec<_> = messages.iter().filter(|message| message.is_error()).collect();
        let [error] = errors.as_slice() else { panic!("{call}: {errors:#?}") };
        assert_eq!(error.code, code, "{call}: {}", error.rendered);
        assert!(!error.rendered.contains("__private"), "{call}: {}", error.rendered);
    }
}
