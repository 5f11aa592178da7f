//! How the document is written.

use std::fs;

use crate::{
    server::Server,
    workspace::{Workspace, document},
};

#[test]
fn the_document_is_written_formatted_in_the_order_served() {
    let served = r#"{"paths":{"/b":{"get":{"operationId":"b"}},"/a":{"get":{"operationId":"a"}}},"openapi":"3.0.0","info":{"version":"v1","title":"é"}}"#;
    let workspace = Workspace::of(&document(&["a"]));
    let done = workspace.update(&Server::of_body(served), &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let text = workspace.text();
    assert!(text.starts_with("{\n  \"paths\": {\n    \"/b\": {\n      \"get\": {\n"), "{text}");
    assert!(text.ends_with("  \"info\": {\n    \"version\": \"v1\",\n    \"title\": \"é\"\n  }\n}\n"), "{text}");
}

#[test]
fn the_same_document_gives_the_same_bytes_whatever_was_there() {
    let server = Server::of(&document(&["a", "b"]));
    let [one, other] = [Workspace::of(&document(&["a"])), Workspace::of(&document(&["c", "d"]))];
    for workspace in [&one, &other] {
        assert_eq!(workspace.update(&server, &[]).code, Some(0));
    }
    assert_eq!(one.text(), other.text());
    let again = one.update(&server, &[]);
    assert!(again.stdout.contains("nothing to do"), "{}", again.stdout);
    assert_eq!(one.text(), other.text());
}

#[test]
fn a_missing_or_broken_document_is_replaced_without_comparison() {
    for workspace in [Workspace::empty(), Workspace::of_text("{ \"openapi\": <<<<<<< HEAD"), Workspace::of_text("")] {
        let done = workspace.update(&Server::of(&document(&["a"])), &[]);
        assert_eq!(done.code, Some(0), "{done:?}");
        assert!(done.stdout.contains("Verdict: none, there is nothing to compare with"), "{}", done.stdout);
        assert!(workspace.text().contains("geta"));
    }
}

#[test]
fn nothing_but_the_document_changes_in_the_tree() {
    let workspace = Workspace::of(&document(&["a"]));
    assert_eq!(workspace.update(&Server::of(&document(&["a", "b"])), &[]).code, Some(0));
    let mut names: Vec<_> =
        fs::read_dir(workspace.path()).expect("should be read").flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    assert_eq!(names, ["Cargo.toml", "openapi.json", "src", "target"]);
}
