//! A refused document leaves the vendored one as it was, byte for byte, and the error has the remedy.

use loopback::{Server, whole};
use serde_json::{Value, json};

use crate::update_spec::{
    server::{serve, serve_text},
    workspace::{Workspace, document},
};

/// In a form in which the task would not write it.
const VENDORED: &str = "{ \"openapi\":\"3.0.0\",\"info\":{\"title\":\"\",\"version\":\"v1\"},\n\n \"paths\":{\"/a\":{\"get\":{\"operationId\":\"getA\"}}}}";

fn is_refused(server: &Server, reason: &str) {
    let workspace = Workspace::of_text(VENDORED);
    let done = workspace.update(server, &[]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.starts_with("error: ") && done.stderr.contains(reason), "{reason}: {}", done.stderr);
    assert_eq!(done.stdout, "");
    assert_eq!(workspace.text(), VENDORED);
}

/// A document with two operations, and this value at a place.
fn with(place: &str, value: Value) -> Server {
    let mut served = document(&["a", "b"]);
    *served.pointer_mut(place).expect("should be there") = value;
    serve(&served)
}

#[test]
fn a_response_that_is_not_a_whole_document_is_refused() {
    let text = document(&["a", "b"]).to_string();
    is_refused(&serve_text("<!DOCTYPE html><html><body>Log in</body></html>"), "a web page (HTML or XML)");
    is_refused(&serve_text(&text[..text.len() - 20]), "truncated after");
    let mut cut = whole(200, &[], text);
    cut.truncate(cut.len() - 20);
    is_refused(&Server::routes([("/openapi.json", cut)]), "was cut off after");
}

#[test]
fn a_document_of_something_else_is_refused() {
    let swagger =
        json!({ "swagger": "2.0", "info": { "version": "v1" }, "paths": { "/a": { "get": { "operationId": "a" } } } });
    is_refused(&serve(&swagger), "take the service's OpenAPI 3 document, or convert this one");
    for (place, value, reason) in [
        ("/openapi", json!("4.0.0"), "`openapi` is \"4.0.0\", and OpenAPI 3.0, 3.1 and 3.2 are supported"),
        ("/info/version", json!("v2"), "describes version \"v2\" of the API"),
        ("/paths", json!({}), "no operations"),
    ] {
        is_refused(&with(place, value), reason);
    }
}

#[test]
fn an_operation_that_cannot_be_generated_is_refused_by_name() {
    let twice = with("/paths/~1b/get/operationId", json!("geta"));
    is_refused(&twice, "operationId `geta`: used twice, by GET /a and by GET /b");
    let cookie = json!([{ "name": "a b", "in": "cookie", "required": true, "schema": { "type": "string" } }]);
    let operation = json!({ "operationId": "getb", "parameters": cookie, "responses": {} });
    is_refused(
        &with("/paths/~1b/get", operation),
        "getb (GET /b) parameter `a b`: is not a name that a cookie can have",
    );
}

#[test]
fn an_error_status_is_refused() {
    for (status, reason) in [(404, "check the address"), (503, "try again later"), (204, "204")] {
        is_refused(&Server::routes([("/openapi.json", whole(status, &[], ""))]), reason);
    }
}

#[test]
fn an_address_without_a_document_is_refused() {
    for (address, reasons) in [
        ("https://api.example.com/swagger.json", ["deprecated", "openapi.json"]),
        ("http://127.0.0.1:1", ["http://127.0.0.1:1/openapi.json cannot be reached", "check the address"]),
    ] {
        let workspace = Workspace::of_text(VENDORED);
        let message = workspace.run(&["--base-url", address]).refused();
        assert!(reasons.iter().all(|reason| message.contains(reason)), "{message}");
        assert_eq!(workspace.text(), VENDORED);
    }
}

#[test]
fn a_missing_operation_id_is_derived_and_not_refused() {
    let mut served = document(&["a"]);
    served["paths"]["/v1/status-pages/{id}"] = json!({ "get": { "responses": { "204": { "description": "" } } } });
    let workspace = Workspace::of(&document(&["a"]));
    let done = workspace.update(&serve(&served), &[]).succeeded();
    assert!(done.stdout.contains("`get_v1_statuspages_id()` is new: `GET /v1/status-pages/{id}`"), "{}", done.stdout);
    assert!(done.stdout.contains("operationId derived from method and path"), "{}", done.stdout);
}
