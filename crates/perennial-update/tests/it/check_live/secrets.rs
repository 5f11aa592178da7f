//! Tests that the output of `check-live` contains neither credentials nor anything from the responses.

use loopback::whole;
use serde_json::{Value, json};

use crate::check_live::service::{ACCOUNT, KEY, Service, document, ok};

/// Returns a document, and a service that deviates from it in every possible way. Each string in its responses contains
/// `SECRET`.
fn deviating() -> (Value, Service) {
    let text = |marker: &str| json!(format!("SECRET-{marker}"));
    let item = json!({ "type": "object", "required": ["absent"], "properties": {
        "id": { "type": "string" }, "count": { "type": "integer" }, "at": { "type": "string", "format": "date-time" },
        "status": { "type": "string", "enum": ["OPEN"] }, "absent": { "type": "string" },
        "target": { "oneOf": [{ "type": "integer" }, { "type": "boolean" }] },
        "map": { "type": "object", "additionalProperties": { "type": "integer" } }, "free": { "type": "object" },
    } });
    let things = json!([{
        "id": text("id"), "count": text("count"), "at": text("at"), "status": text("status"), "target": text("target"),
        "map": { "SECRET-key-of-map": text("map") }, "free": { "SECRET-key-of-object": text("free") },
        "undeclared": text("undeclared"), "SECRET-me@example.com": 1, "SECRET name": 1, "SECRET-12345": 1,
    }]);
    let paths = ["/things/{id}", "/error", "/html", "/broken", "/cut", "/redirect", "/kind", "/late"];
    let document = document(
        &[
            vec![("/things", json!({ "type": "array", "items": item }))],
            paths.map(|path| (path, item.clone())).to_vec(),
        ]
        .concat(),
    );
    let html = [("content-type", "text/html; charset=SECRET")];
    let service = Service::start([
        ("/things", vec![ok(&things)]),
        ("/things/SECRET-id", vec![whole(418, &[("x-header", "SECRET")], "SECRET")]),
        ("/error", vec![whole(500, &[("content-type", "application/json")], r#"{"message": "SECRET"}"#)]),
        ("/html", vec![whole(200, &html, "<html>SECRET")]),
        ("/broken", vec![whole(200, &[("content-type", "application/json")], r#"{"id": SECRET"#)]),
        ("/cut", vec![b"HTTP/1.1 200 SECRET\r\ncontent-length: 99\r\n\r\nSECRET".to_vec()]),
        ("/redirect", vec![whole(302, &[("location", "https://SECRET.example.com/SECRET")], "")]),
        ("/kind", vec![whole(200, &[("content-type", "SECRET/SECRET")], "SECRET")]),
        ("/late", vec![b"SECRET".to_vec()]),
    ]);
    (document, service)
}

#[test]
fn check_live_output_shows_no_response_value_or_credential() {
    for format in ["text", "json", "markdown"] {
        let (document, service) = deviating();
        let done = service.check(&document, &["--report", format]);
        assert_eq!(done.code, Some(1), "{done:?}");
        // The run must have called all operations and found all deviations.
        assert_eq!(service.lines().len(), 9, "{:?}", service.lines());
        for found in ["undeclared", "target", "status", "418", "302", "text/html", "cut off"] {
            assert!(done.stdout.contains(found), "{found}: {done:?}");
        }
        for secret in ["SECRET", KEY, ACCOUNT, "example.com"] {
            assert!(!done.stdout.contains(secret) && !done.stderr.contains(secret), "{secret}: {done:?}");
        }
    }
}

#[test]
fn documents_and_services_cannot_forge_lines_of_the_check_live_report() {
    let mut document =
        document(&[("/a", json!({ "type": "object", "properties": { "a\n::error::b": { "type": "string" } } }))]);
    document["paths"]["/a"]["get"]["operationId"] = json!("a\u{202e}b\r");
    for format in ["text", "json", "markdown"] {
        let done = Service::with_response(ok(&json!({ "a\n::error::b": 1, "c\nd": 1 })))
            .check(&document, &["--report", format]);
        let is_shown = |c: char| c == '\n' || !c.is_control() && c != '\u{202e}';
        assert!(done.stdout.chars().all(is_shown), "{done:?}");
        assert!(!done.stdout.lines().any(|line| line.trim_start().starts_with("::")), "{done:?}");
        assert!(done.stdout.contains("expects a string"), "{done:?}");
    }
}
