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
    let done = workspace.update(&serve_text(served), &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
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
    let done = workspace.update(&serve_text(&one), &["--check"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let done = workspace.update(&serve_text(&other), &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
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

#[cfg(unix)]
#[test]
fn a_read_only_document_is_not_replaced() {
    use std::os::unix::fs::PermissionsExt as _;
    let workspace = Workspace::of(&document(&["a"]));
    let before = workspace.text();
    fs::set_permissions(workspace.document(), fs::Permissions::from_mode(0o444)).expect("should be set");
    let done = workspace.update(&serve(&document(&["a", "b"])), &[]);
    assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{done:?}");
    assert!(done.stderr.contains("openapi.json is read-only: make it writable"), "{}", done.stderr);
    assert_eq!(workspace.text(), before);
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_not_replaced() {
    let workspace = Workspace::empty();
    std::os::unix::fs::symlink("gone.json", workspace.document()).expect("should be made");
    let done = workspace.update(&serve(&document(&["a"])), &[]);
    assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{done:?}");
    assert!(done.stderr.contains("openapi.json is a link that leads to no file"), "{}", done.stderr);
    assert!(workspace.document().is_symlink() && !workspace.path().join("gone.json").exists());
}

#[test]
fn the_features_of_tags_are_written_with_the_document() {
    let workspace = Workspace::of(&document(&["a"]));
    let manifest = workspace.path().join("Cargo.toml");
    let marked = "[features]\nmock = []\n# Written by updates: each feature brings the operations of a tag, and \
                  what they reach.\nall-tags = []\n# End of the features of tags.\n";
    let package = fs::read_to_string(&manifest).expect("should be there");
    fs::write(&manifest, format!("{package}{marked}")).expect("should be written");
    let mut served = document(&["a", "b"]);
    for (_, item) in served["paths"].as_object_mut().expect("should be one") {
        for (_, operation) in item.as_object_mut().expect("should be one") {
            operation["tags"] = json!(["Status pages"]);
        }
    }
    let done = workspace.update(&serve(&served), &["--dry-run"]);
    assert!(done.stdout.contains("; features in Cargo.toml would change"), "{}", done.stdout);
    assert!(fs::read_to_string(&manifest).expect("should be there").contains("\nall-tags = []\n"));
    let done = workspace.update(&serve(&served), &[]);
    assert!(done.stdout.contains("; features in Cargo.toml updated"), "{}", done.stdout);
    let written = fs::read_to_string(&manifest).expect("should be there");
    assert!(written.contains("\nmock = []\n"), "{written}");
    assert!(written.contains("\nall-tags = [\n    \"status-pages\",\n]\nstatus-pages = []\n# End"), "{written}");

    fs::write(&manifest, written.replace("# End of the features of tags.\n", "")).expect("should be written");
    let before = workspace.text();
    let done = workspace.update(&serve(&document(&["c"])), &[]);
    assert!(done.stderr.contains("in `[features]`: restore both"), "{}", done.stderr);
    assert_eq!((done.code, workspace.text()), (Some(1), before));
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
