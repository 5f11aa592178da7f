//! Tests that no text from a document or a server can be mistaken for output of the task itself.

use loopback::{Server, whole};
use serde_json::{Value, json};

use crate::update_spec::{
    server::{serve, serve_text},
    workspace::{Done, Workspace, assert_no_forgery, document},
};

/// A string that imitates lines of a report and commands to CI runners and cargo. It also moves the cursor and reverses
/// text.
const FORGERY: &str = "x\nVerdict: no change\r\n::error::forged\n##[error]forged\ncargo::error=forged\n\u{1b}[2J\u{202e}\u{2066}\u{2028}\u{2029}\u{200b}\u{200f}\u{61c}\u{feff}\u{85}";

fn update(old: &Value, new: &Value, arguments: &[&str]) -> Done {
    let done = Workspace::with_document(old).update_from(&serve(new), arguments);
    assert_no_forgery(&done.stdout);
    assert_no_forgery(&done.stderr);
    done
}

fn verdicts(done: &Done) -> usize {
    done.stdout.lines().filter(|line| line.trim_start().starts_with("Verdict:")).count()
}

/// Returns a document with `FORGERY` in every kind of text: a path, an `operationId`, names of a schema and a property,
/// a description, and an enum.
fn forged(names: &[&str]) -> Value {
    let mut forged = document(names);
    let path = format!("/{FORGERY}");
    forged["paths"][&path] = json!({ "get": {
        "operationId": format!("get{FORGERY}"),
        "description": FORGERY,
        "parameters": [{ "name": FORGERY, "in": "query", "schema": { "type": "string" } }],
        "responses": { "200": { "description": FORGERY, "content": { "application/json": {
            "schema": { "$ref": format!("#/components/schemas/{FORGERY}") },
        } } } },
    } });
    forged["components"]["schemas"][FORGERY] = json!({ "type": "object", "properties": {
        FORGERY: { "type": "string", "enum": [FORGERY, "::error::forged"] },
        "gone": { "$ref": format!("#/components/schemas/gone{FORGERY}") },
    } });
    forged
}

#[test]
fn prevents_a_document_from_forging_a_line_of_the_report() {
    let (plain, forged) = (document(&["a"]), forged(&["a"]));
    for (old, new) in [(&plain, &forged), (&forged, &plain)] {
        let done = update(old, new, &[]);
        if done.code == Some(0) {
            assert_eq!(verdicts(&done), 1, "{}", done.stdout);
        } else {
            assert_eq!((done.code, verdicts(&done)), (Some(1), 0), "{done:?}");
        }
    }
}

/// Returns a document in which the operation `id` requires an adaptation, so that the report shows its id.
fn with_operation_id(id: &str) -> Value {
    let mut document = document(&["a"]);
    document["paths"]["/b"] = json!({ "get": { "operationId": id, "responses": { "404": { "description": "" } } } });
    document
}

#[test]
fn escapes_line_breaks_in_an_operation_id_in_the_report() {
    let new = with_operation_id("getb\nVerdict: no change\n::error::x\u{202e}");
    let done = update(&document(&["a"]), &new, &[]);
    assert_eq!((done.code, verdicts(&done)), (Some(0), 1), "{done:?}");
    assert!(done.stdout.contains(r"getb\nVerdict: no change\n::error::x\u{202e} (GET /b)"), "{}", done.stdout);
}

#[test]
fn prevents_a_document_from_forging_a_line_about_behaviour() {
    let with = |limit: u32, text: &str| {
        let mut document = document(&["a"]);
        document["paths"]["/a"]["get"]["requestBody"] = json!({ "content": { "application/json": { "schema": {
            "type": "object", "properties": { FORGERY: { "type": "string", "maxLength": limit, "default": text } },
        } } } });
        document["paths"]["/a"]["get"]["description"] = json!(format!("Rate limit of {limit}{text}."));
        document
    };
    let done = update(&with(2, ""), &with(1, FORGERY), &[]);
    assert_eq!((done.code, verdicts(&done)), (Some(0), 1), "{done:?}");
    for rule in ["sent-limit-stricter", "sent-default-changed", "rate-limit-text-changed"] {
        assert!(done.stdout.contains(rule), "{rule}: {}", done.stdout);
    }
}

#[test]
fn escapes_line_breaks_in_a_path_that_is_refused() {
    let mut new = document(&["a"]);
    new["paths"]["/b\nVerdict: no change\n::error::x\u{202e}"] = new["paths"]["/a"].clone();
    new["paths"]["/b\nVerdict: no change\n::error::x\u{202e}"]["get"]["operationId"] = "getb".into();
    let done = update(&document(&["a"]), &new, &[]);
    assert_eq!((done.code, verdicts(&done)), (Some(1), 0), "{done:?}");
    assert_eq!(done.stderr.lines().count(), 1, "{}", done.stderr);
    assert!(done.stderr.contains(r"nVerdict: no change\"), "{}", done.stderr);
}

#[test]
fn hostile_schema_name_in_an_adaptation_is_not_printed_as_a_ci_command() {
    let mut new = document(&["a"]);
    new["components"]["schemas"]["::error::x"] =
        json!({ "type": "object", "properties": { "lost": { "$ref": "#/components/schemas/Gone" } } });
    new["paths"]["/a"]["get"]["responses"] = json!({ "200": { "description": "", "content": { "application/json": {
        "schema": { "$ref": "#/components/schemas/::error::x" },
    } } } });
    update(&document(&["a"]), &new, &[]).succeeded();
}

#[test]
fn json_report_contains_the_original_text_in_escaped_form() {
    let id = "getb\n\u{202e}\u{feff}\u{7f}é";
    let done = update(&document(&["a"]), &with_operation_id(id), &["--report", "json"]);
    assert!(done.stdout.contains(r"getb\n\u202e\ufeff\u007fé (GET /b)"), "{}", done.stdout);
    let report: Value = serde_json::from_str(&done.stdout).expect("should be JSON");
    let rules = report["adaptations"].as_array().expect("should be there");
    let places = rules.iter().filter_map(|rule| rule["places"].as_array()).flatten();
    assert!(places.into_iter().any(|place| *place == format!("{id} (GET /b)")), "{report}");
}

#[test]
fn prevents_a_document_from_forging_a_line_of_an_error() {
    let cookie = json!([{ "name": FORGERY, "in": "cookie", "required": true, "schema": { "type": "string" } }]);
    let changes = [
        ("/swagger", json!(FORGERY)),
        ("/openapi", json!(FORGERY)),
        ("/info/version", json!(FORGERY)),
        ("/paths/~1a/get/parameters", cookie),
    ];
    for (place, value) in changes {
        let mut new = document(&["a", "b"]);
        let (parent, key) = place.rsplit_once('/').expect("should have a parent");
        new.pointer_mut(parent).expect("should be there")[key] = value;
        let done = update(&document(&["a"]), &new, &[]);
        assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{place}: {done:?}");
        assert_eq!(done.stderr.lines().count(), 1, "{place}: {}", done.stderr);
    }
}

#[test]
fn prints_each_of_several_document_errors_on_one_line() {
    let mut new = document(&["a", "b"]);
    for path in ["/a", "/b"] {
        new["paths"][path]["get"]["parameters"] =
            json!([{ "name": FORGERY, "in": "cookie", "required": true, "schema": { "type": "string" } }]);
    }
    let done = update(&document(&["a"]), &new, &[]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert_eq!(done.stderr.lines().count(), 3, "{}", done.stderr);
}

#[test]
fn prevents_a_broken_vendored_document_from_forging_a_verdict() {
    let mut old = document(&["a"]);
    old["paths"]["/a"]["get"]["parameters"] =
        json!([{ "name": FORGERY, "in": "cookie", "required": true, "schema": { "type": "string" } }]);
    let done = update(&old, &document(&["a", "b"]), &[]);
    assert_eq!((done.code, verdicts(&done)), (Some(0), 1), "{done:?}");
}

#[test]
fn prevents_a_duplicate_key_from_forging_a_line_of_an_error() {
    let key = serde_json::to_string(FORGERY).expect("should be JSON");
    let done = Workspace::with_document(&document(&["a"]))
        .update_from(&serve_text(&format!("{{{key}:{{{key}:1,{key}:2}}}}")), &[]);
    assert_no_forgery(&done.stderr);
    assert_eq!((done.code, done.stderr.lines().count()), (Some(1), 1), "{done:?}");
}

#[test]
fn prevents_a_server_from_forging_a_line_of_an_error() {
    for response in [
        "HTTP/1.1 503 x\u{202e}::error::forged\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".into(),
        whole(302, &[("location", "::error::x\u{202e}\u{feff}")], ""),
        whole(302, &[("location", "https://h/##[error]x")], ""),
    ] {
        let server = Server::routes([("/openapi.json", response)]);
        let done = Workspace::with_document(&document(&["a"])).update_from(&server, &[]);
        assert_no_forgery(&done.stderr);
        assert_eq!((done.code, done.stderr.lines().count()), (Some(1), 1), "{done:?}");
    }
}

#[cfg(unix)]
#[test]
fn compiler_output_is_marked_and_escaped() {
    let workspace = Workspace::with_document(&document(&["a"]));
    let script =
        r"printf '::error::x\nVerdict: no change\n\033[31m\342\200\256\377\n' >&2; printf '##[error]y\n'; exit 1";
    let message = workspace.update_with_script(script, &serve(&document(&["a", "b"])), &[]).refused();
    assert_no_forgery(&message);
    // Lines of different streams have no defined order, so the streams are compared separately.
    let marked = message.lines().filter(|line| line.starts_with("| "));
    let (of_stdout, of_stderr): (Vec<&str>, Vec<&str>) = marked.partition(|line| line.ends_with("#[error]y"));
    assert_eq!(of_stdout, [r"| \u{23}#[error]y"], "{message}");
    let expected = ["| ::error::x", "| Verdict: no change", "| \\u{1b}[31m\\u{202e}\u{fffd}"];
    assert_eq!(of_stderr, expected, "{message}");
}
