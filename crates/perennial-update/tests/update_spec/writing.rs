//! How the document is written.

use std::fs;

use serde_json::json;

use crate::{
    server::{serve, serve_text},
    workspace::{Workspace, document},
};

#[test]
fn the_document_is_written_formatted_in_the_order_served() {
    let served = r#"{"paths":{"/b":{"get":{"operationId":"b"}},"/a":{"get":{"operationId":"a"}}},"openapi":"3.0.0","info":{"version":"v1","title":"é"}}"#;
    let workspace = Workspace::of(&document(&["a"]));
    workspace.update(&serve_text(served), &[]).succeeded();
    let text = workspace.text();
    assert!(text.starts_with("{\n  \"paths\": {\n    \"/b\": {\n      \"get\": {\n"), "{text}");
    assert!(text.ends_with("  \"info\": {\n    \"version\": \"v1\",\n    \"title\": \"é\"\n  }\n}\n"), "{text}");
}

#[test]
fn the_same_document_gives_the_same_bytes_whatever_was_there() {
    let server = serve(&document(&["a", "b"]));
    let [one, other] = [Workspace::of(&document(&["a"])), Workspace::of(&document(&["c", "d"]))];
    for workspace in [&one, &other] {
        assert_eq!(workspace.update(&server, &[]).code, Some(0));
    }
    assert_eq!(one.text(), other.text());
    let again = one.update(&server, &[]);
    assert!(again.stdout.contains("nothing to do"), "{}", again.stdout);
    assert_eq!(one.text(), other.text());
}

/// A document whose text has `number` in it.
fn with_number(number: &str) -> String {
    let mut document = document(&["a"]);
    document["paths"]["/a"]["get"]["parameters"] =
        json!([{ "name": "n", "in": "query", "schema": { "type": "number", "x-number": "NUMBER" } }]);
    document.to_string().replace("\"NUMBER\"", number)
}

#[test]
fn each_number_is_written_as_it_was_served() {
    for number in ["123456789012345678901234567890", "0.1000", "1e400", "-1E-400", "1e2", "-0", "18446744073709551616"]
    {
        let workspace = Workspace::of(&document(&["a"]));
        let done = workspace.update(&serve_text(&with_number(number)), &[]);
        assert_eq!(done.code, Some(0), "{number}: {done:?}");
        assert!(workspace.text().contains(&format!("\"x-number\": {number}\n")), "{number}: {}", workspace.text());
    }
}

#[test]
fn another_last_digit_of_a_long_number_is_a_change() {
    let [one, other] = ["123456789012345678901234567890", "123456789012345678901234567891"].map(with_number);
    let workspace = Workspace::of_text(&one).with_public_api();
    workspace.update(&serve_text(&one), &["--check"]).succeeded();
    workspace.update(&serve_text(&other), &[]).succeeded();
    assert!(workspace.text().contains("67891"), "{}", workspace.text());
}

#[test]
fn a_limit_beyond_f64_is_accepted() {
    for key in ["maximum", "minimum", "multipleOf", "default", "maxLength"] {
        let served = with_number("1e400").replace("x-number", key);
        let done = Workspace::of(&document(&["a"])).update(&serve_text(&served), &["--dry-run"]);
        assert_eq!(done.code, Some(0), "{key}: {done:?}");
    }
}

#[test]
fn a_manifest_without_the_end_of_its_features_leaves_the_document_as_it_was() {
    let workspace = Workspace::of(&document(&["a"]));
    let manifest = workspace.path().join("Cargo.toml");
    let begin = "[features]\n# Written by updates: each feature brings the operations of a tag, and what they reach.\n";
    let package = fs::read_to_string(&manifest).expect("should be there");
    fs::write(&manifest, package + begin).expect("should be written");
    let before = workspace.text();
    let message = workspace.update(&serve(&document(&["c"])), &[]).refused();
    assert!(message.contains("in `[features]`: restore both"), "{message}");
    assert_eq!(workspace.text(), before);
}

#[test]
fn nothing_but_the_document_and_what_follows_from_it_changes() {
    let workspace = Workspace::of(&document(&["a"]));
    assert_eq!(workspace.update(&serve(&document(&["a", "b"])), &[]).code, Some(0));
    let mut names: Vec<_> =
        fs::read_dir(workspace.path()).expect("should be read").flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    assert_eq!(names, ["Cargo.toml", "crates", "names.json", "openapi.json", "pregenerated", "public-api.txt", "src"]);
}
