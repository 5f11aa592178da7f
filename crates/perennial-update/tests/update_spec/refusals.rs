//! A refused document leaves the vendored one as it was, byte for byte, and the error has the remedy.

use loopback::{Server, whole};
use serde_json::{Value, json};

use crate::{
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

fn is_refused_with(place: &str, value: Value, reason: &str) {
    let mut served = document(&["a", "b"]);
    *served.pointer_mut(place).expect("should be there") = value;
    is_refused(&serve(&served), reason);
}

#[test]
fn an_empty_response_is_refused() {
    is_refused(&serve_text(" \n"), "the document is empty");
}

#[test]
fn a_web_page_is_refused() {
    is_refused(&serve_text("<!DOCTYPE html><html><body>Log in</body></html>"), "a web page (HTML or XML)");
}

#[test]
fn invalid_json_is_refused() {
    is_refused(&serve_text("{openapi: 3.0.0, info: {}}"), "not JSON");
}

#[test]
fn two_equal_keys_are_refused_with_their_place() {
    let schemas = r#","components":{"schemas":{"A":{"properties":{"id":{},"x":{},"id":{}}}}}}"#;
    let served = document(&["a"]).to_string();
    let served = served.strip_suffix('}').expect("should be an object").to_owned() + schemas;
    is_refused(&serve_text(&served), r#"/components/schemas/A/properties: the key "id" is there twice"#);
}

#[test]
fn deep_nesting_is_refused_with_the_bound() {
    is_refused(&serve_text(&"[".repeat(10_000_000)), "nested deeper than 128 levels");
    is_refused(&serve_text(&"{\"a\":".repeat(2_000_000)), "nested deeper than 128 levels");
}

#[test]
fn text_after_the_document_and_lone_surrogates_are_refused() {
    is_refused(&serve_text(&(document(&["a"]).to_string() + " x")), "something follows the end of the document");
    is_refused(&serve_text(r#"{"openapi": "\ud800", "a": "b"}"#), "escaped surrogate");
}

#[test]
fn a_truncated_document_is_refused() {
    let whole = document(&["a", "b"]).to_string();
    is_refused(&serve_text(&whole[..whole.len() - 20]), "truncated after");
}

#[test]
fn a_connection_that_is_closed_early_is_refused() {
    let mut cut = whole(200, &[], document(&["a", "b"]).to_string());
    cut.truncate(cut.len() - 20);
    is_refused(&Server::routes([("/openapi.json", cut)]), "was cut off after");
}

#[test]
fn a_swagger_2_document_is_refused() {
    let swagger =
        json!({ "swagger": "2.0", "info": { "version": "v1" }, "paths": { "/a": { "get": { "operationId": "a" } } } });
    is_refused(&serve(&swagger), "take the service's OpenAPI 3 document, or convert this one");
}

#[test]
fn the_address_of_swagger_json_is_refused() {
    let workspace = Workspace::of_text(VENDORED);
    let done = workspace.run(&["--base-url", "https://api.example.com/swagger.json"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.contains("deprecated") && done.stderr.contains("openapi.json"), "{}", done.stderr);
    assert_eq!(workspace.text(), VENDORED);
}

#[test]
fn a_document_of_an_unknown_version_of_openapi_is_refused() {
    is_refused_with("/openapi", json!("4.0.0"), "`openapi` is \"4.0.0\", and OpenAPI 3.0, 3.1 and 3.2 are supported");
}

#[test]
fn a_document_of_another_version_of_the_api_is_refused() {
    is_refused_with("/info/version", json!("v2"), "describes version \"v2\" of the API");
}

#[test]
fn a_document_without_paths_is_refused() {
    is_refused_with("/paths", json!({}), "no operations");
}

#[test]
fn a_duplicate_operation_id_is_refused() {
    is_refused_with(
        "/paths/~1b/get/operationId",
        json!("geta"),
        "operationId `geta`: used twice, by GET /a and by GET /b",
    );
}

#[test]
fn an_operation_that_cannot_be_generated_is_named() {
    let cookie = json!([{ "name": "a b", "in": "cookie", "required": true, "schema": { "type": "string" } }]);
    let mut served = document(&["a", "b"]);
    served["paths"]["/b"]["get"]["parameters"] = cookie;
    is_refused(&serve(&served), "getb (GET /b) parameter `a b`: is not a name that a cookie can have");
}

#[test]
fn an_error_status_is_refused() {
    for (status, reason) in [(404, "check the address"), (503, "try again later"), (204, "204")] {
        is_refused(&Server::routes([("/openapi.json", whole(status, &[], ""))]), reason);
    }
}

#[test]
fn a_service_that_is_not_there_is_refused() {
    let workspace = Workspace::of_text(VENDORED);
    let done = workspace.run(&["--base-url", "http://127.0.0.1:1"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(
        done.stderr.contains("http://127.0.0.1:1/openapi.json cannot be reached: check the address"),
        "{}",
        done.stderr
    );
    assert_eq!(workspace.text(), VENDORED);
}

#[test]
fn a_missing_operation_id_is_derived_and_not_refused() {
    let mut served = document(&["a"]);
    served["paths"]["/v1/status-pages/{id}"] = json!({ "get": { "responses": { "204": { "description": "" } } } });
    let workspace = Workspace::of(&document(&["a"]));
    let done = workspace.update(&serve(&served), &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(done.stdout.contains("`get_v1_statuspages_id()` is new: `GET /v1/status-pages/{id}`"), "{}", done.stdout);
    assert!(done.stdout.contains("operationId derived from method and path"), "{}", done.stdout);
}
