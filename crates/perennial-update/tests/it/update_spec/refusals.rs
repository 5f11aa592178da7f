//! Tests that the vendored document is unchanged if the new one is refused, and that the error contains a remedy.

use loopback::{Server, whole};
use serde_json::{Value, json};

use crate::update_spec::{
    server::{serve, serve_text},
    workspace::{Workspace, document},
};

/// A valid document that is not formatted as an update would format it.
const VENDORED: &str = "{ \"openapi\":\"3.0.0\",\"info\":{\"title\":\"\",\"version\":\"v1\"},\n\n \
                        \"paths\":{\"/a\":{\"get\":{\"operationId\":\"getA\"}}}}";

fn assert_refused(server: &Server, reason: &str) {
    let workspace = Workspace::with_text(VENDORED);
    let done = workspace.update_from(server, &[]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.starts_with("error: ") && done.stderr.contains(reason), "{reason}: {}", done.stderr);
    assert_eq!(done.stdout, "");
    assert_eq!(workspace.read_document(), VENDORED);
}

/// Serves a document with two operations. `value` replaces the value at the JSON pointer `place`.
fn serve_with(place: &str, value: Value) -> Server {
    let mut served = document(&["a", "b"]);
    *served.pointer_mut(place).expect("should be there") = value;
    serve(&served)
}

#[test]
fn refuses_a_response_that_is_not_a_complete_document() {
    let text = document(&["a", "b"]).to_string();
    assert_refused(&serve_text("<!DOCTYPE html><html><body>Log in</body></html>"), "a web page (HTML or XML)");
    assert_refused(&serve_text(&text[..text.len() - 20]), "truncated after");
    let mut cut = whole(200, &[], text);
    cut.truncate(cut.len() - 20);
    assert_refused(&Server::routes([("/openapi.json", cut)]), "was cut off after");
}

#[test]
fn refuses_swagger_unsupported_openapi_and_another_api_version() {
    let swagger =
        json!({ "swagger": "2.0", "info": { "version": "v1" }, "paths": { "/a": { "get": { "operationId": "a" } } } });
    assert_refused(&serve(&swagger), "use the OpenAPI 3 document of the service, or convert this document");
    for (place, value, reason) in [
        ("/openapi", json!("4.0.0"), "`openapi` is \"4.0.0\", but only OpenAPI 3.0, 3.1 and 3.2 are supported"),
        ("/info/version", json!("v2"), "describes version \"v2\" of the API"),
        ("/paths", json!({}), "no operations"),
    ] {
        assert_refused(&serve_with(place, value), reason);
    }
}

#[test]
fn refusal_names_the_operation_that_cannot_be_generated() {
    let cookie = json!([{ "name": "a b", "in": "cookie", "required": true, "schema": { "type": "string" } }]);
    let operation = json!({ "operationId": "getb", "parameters": cookie, "responses": {} });
    assert_refused(
        &serve_with("/paths/~1b/get", operation),
        "getb (GET /b) parameter `a b`: is not a valid cookie name",
    );
}

#[test]
fn refuses_a_response_with_an_error_status() {
    for (status, reason) in [(404, "check the address"), (503, "try again later"), (204, "204")] {
        assert_refused(&Server::routes([("/openapi.json", whole(status, &[], ""))]), reason);
    }
}

#[test]
fn refuses_an_address_that_does_not_serve_a_document() {
    for (address, reasons) in [
        ("https://api.example.com/swagger.json", ["deprecated", "openapi.json"]),
        ("http://127.0.0.1:1", ["cannot connect to http://127.0.0.1:1/openapi.json", "check the address"]),
    ] {
        let workspace = Workspace::with_text(VENDORED);
        let message = workspace.run_update(&["--base-url", address]).refused();
        assert!(reasons.iter().all(|reason| message.contains(reason)), "{message}");
        assert_eq!(workspace.read_document(), VENDORED);
    }
}

#[test]
fn operation_without_an_id_gets_a_derived_name() {
    let mut served = document(&["a"]);
    served["paths"]["/v1/status-pages/{id}"] = json!({ "get": { "responses": { "204": { "description": "" } } } });
    let workspace = Workspace::with_document(&document(&["a"]));
    let done = workspace.update_from(&serve(&served), &[]).succeeded();
    assert!(done.stdout.contains("`get_v1_status_pages_id()` is new: `GET /v1/status-pages/{id}`"), "{}", done.stdout);
    assert!(done.stdout.contains("the operationId is derived from the method and path"), "{}", done.stdout);
}
