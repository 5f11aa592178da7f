use std::fs;

use serde_json::json;

use crate::update_spec::{
    server::{serve, serve_text},
    workspace::{Workspace, document},
};

#[test]
fn update_writes_the_document_formatted_but_in_the_order_served() {
    let served = r#"{"paths":{"/b":{"get":{"operationId":"b"}},"/a":{"get":{"operationId":"a"}}},"openapi":"3.0.0","info":{"version":"v1","title":"é"}}"#;
    let workspace = Workspace::with_document(&document(&["a"]));
    workspace.update_from(&serve_text(served), &[]).succeeded();
    let text = workspace.read_document();
    assert!(text.starts_with("{\n  \"paths\": {\n    \"/b\": {\n      \"get\": {\n"), "{text}");
    assert!(text.ends_with("  \"info\": {\n    \"version\": \"v1\",\n    \"title\": \"é\"\n  }\n}\n"), "{text}");
}

/// Returns the text of a document that contains the number `number` as it is, even if it has more digits than a float.
fn with_number(number: &str) -> String {
    let mut document = document(&["a"]);
    document["paths"]["/a"]["get"]["parameters"] =
        json!([{ "name": "n", "in": "query", "schema": { "type": "number", "x-number": "NUMBER" } }]);
    document.to_string().replace("\"NUMBER\"", number)
}

#[test]
fn update_accepts_schema_limits_beyond_f64() {
    for key in ["maximum", "minimum", "multipleOf", "default", "maxLength"] {
        let served = with_number("1e400").replace("x-number", key);
        let done = Workspace::with_document(&document(&["a"])).update_from(&serve_text(&served), &["--dry-run"]);
        assert_eq!(done.code, Some(0), "{key}: {done:?}");
    }
}

#[test]
fn update_changes_only_the_document_and_its_derived_files() {
    let workspace = Workspace::with_document(&document(&["a"]));
    assert_eq!(workspace.update_from(&serve(&document(&["a", "b"])), &[]).code, Some(0));
    let mut names: Vec<_> =
        fs::read_dir(workspace.path()).expect("should be read").flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    assert_eq!(names, ["Cargo.toml", "crates", "names.json", "openapi.json", "pregenerated", "public-api.txt", "src"]);
}
