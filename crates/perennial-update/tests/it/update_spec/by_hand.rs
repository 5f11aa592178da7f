//! Tests the section `client` of `names.json`, which lists hand-written parts of the client. All tasks must respect it:
//! an operation has no argument for a header that the client itself sends, and no operation is named like a
//! hand-written method.

use std::fs;

use serde_json::{Value, json};

use crate::update_spec::{
    repository,
    server::serve,
    workspace::{Done, Workspace, document},
};

const BY_HAND: &str = r#"{ "client": { "headers": ["x-tenant"], "methods": ["getb"] } }"#;

/// Returns a document whose operations require a header that the client itself sends.
fn with_header(names: &[&str]) -> Value {
    let mut document = document(names);
    for name in names {
        document["paths"][format!("/{name}")]["get"]["parameters"] =
            json!([{ "name": "X-Tenant", "in": "header", "required": true, "schema": { "type": "string" } }]);
    }
    document
}

/// Creates a client that sends a header itself, and that has a hand-written method.
fn workspace(document: &Value) -> Workspace {
    Workspace::with_files(document, &[("names.json", BY_HAND)]).with_public_api()
}

fn recorded(workspace: &Workspace) -> Value {
    let text = fs::read_to_string(workspace.path().join("names.json")).expect("should be there");
    serde_json::from_str(&text).expect("should be JSON")
}

fn by_hand() -> Value {
    serde_json::from_str::<Value>(BY_HAND).expect("should be JSON")["client"].clone()
}

/// Checks that the section `client` is unchanged, and that `public-api.txt` and the code respect it.
fn assert_conforms(workspace: &Workspace) {
    assert_eq!(recorded(workspace)["client"], by_hand());
    let listing = workspace.read_public_api().expect("should be written");
    let code = workspace.read_pregenerated().expect("should be written");
    for text in [listing, code] {
        assert!(
            text.contains("geta") && !text.to_lowercase().contains("tenant") && !text.contains("fn getb("),
            "{text}"
        );
    }
    workspace.run_public_api(&["--check"]).succeeded();
}

fn report(done: &Done) -> Value {
    assert_eq!(done.code, Some(0), "{done:?}");
    serde_json::from_str(&done.stdout).expect("should be JSON")
}

fn update(workspace: &Workspace, served: &Value) -> Value {
    report(&workspace.update_from(&serve(served), &["--report", "json"]))
}

fn operations(report: &Value) -> Vec<&str> {
    let items = report["operations"]["items"].as_array().expect("should be there").iter();
    items.filter_map(|item| item["name"].as_str()).collect()
}

#[test]
fn update_keeps_the_client_section_of_names_json() {
    let workspace = workspace(&document(&["a"]));
    assert_conforms(&workspace);
    let report = update(&workspace, &with_header(&["a", "b"]));
    assert_eq!((&report["verdict"], operations(&report)), (&json!("compatible"), vec!["getb_op2"]));
    assert_conforms(&workspace);
    let report = update(&workspace, &document(&["a", "b"]));
    assert_eq!((&report["verdict"], operations(&report)), (&json!("no change"), vec![]));
    assert_conforms(&workspace);
}

#[test]
fn keeps_the_section_client_if_the_vendored_document_is_unusable() {
    for vendored in [None, Some("{")] {
        let workspace = Workspace::empty();
        fs::write(workspace.path().join("names.json"), BY_HAND).expect("should be written");
        if let Some(text) = vendored {
            fs::write(workspace.document_path(), text).expect("should be written");
        }
        update(&workspace, &with_header(&["a", "b"]));
        assert_conforms(&workspace);
    }
}

#[test]
fn diff_leaves_out_headers_that_the_client_sends_itself() {
    let [old, new] = [document(&["a"]), with_header(&["a"])].map(|document| document.to_string());
    let workspace = workspace(&document(&["a"]));
    fs::remove_file(workspace.path().join("names.json")).expect("should be removed");
    repository::init(workspace.path());
    // The commit tagged `unrecorded` contains no `names.json`.
    fs::write(workspace.document_path(), &new).expect("should be written");
    repository::commit(workspace.path(), &["unrecorded"]);
    for (name, text) in [("names.json", BY_HAND), ("old.json", &old), ("new.json", &new)] {
        fs::write(workspace.path().join(name), text).expect("should be written");
    }
    for [before, after] in [
        ["old.json", "new.json"],
        ["new.json", "old.json"],
        ["unrecorded", "old.json"],
        ["old.json", "unrecorded"],
        ["openapi.json", "old.json"],
        ["old.json", "openapi.json"],
    ] {
        let report = report(&workspace.run_diff(&[before, after, "--report", "json"]));
        assert_eq!((&report["verdict"], operations(&report)), (&json!("no change"), vec![]), "{before} {after}");
    }
}

#[test]
fn release_without_a_section_client_is_read_with_the_present_one() {
    for (names, verdict) in [(None, "compatible"), (Some(r#"{ "client": { "methods": ["getb"] } }"#), "breaking")] {
        let workspace = Workspace::with_document(&with_header(&["a"]));
        repository::init(workspace.path());
        if let Some(names) = names {
            fs::write(workspace.path().join("names.json"), names).expect("should be written");
        }
        repository::commit(workspace.path(), &["v0.1.0"]);
        fs::write(workspace.path().join("names.json"), BY_HAND).expect("should be written");
        workspace.run_public_api(&["--accept-breaking"]).succeeded();
        let report = update(&workspace, &with_header(&["a", "b"]));
        assert_eq!([&report["verdict"], &report["release"]["verdict"]], ["compatible", verdict], "{report}");
        assert_conforms(&workspace);
    }
}

#[test]
fn keeps_the_section_client_when_former_names_are_dropped() {
    let workspace = workspace(&with_header(&["a"]));
    let mut names = recorded(&workspace);
    names["operations"]["geta"]["former"] = json!({ "fetch": "0.1.0" });
    fs::write(workspace.path().join("names.json"), names.to_string()).expect("should be written");
    assert_eq!(workspace.run_public_api(&[]).code, Some(0));
    workspace.run_drop_former_names(&["--all"]).succeeded();
    assert_eq!(recorded(&workspace)["operations"]["geta"], json!({ "request": "GET /a" }));
    assert_conforms(&workspace);
}

#[test]
fn refuses_a_hand_written_method_with_the_name_of_an_operation() {
    let workspace = workspace(&with_header(&["a"]));
    let mut names = recorded(&workspace);
    names["client"]["methods"] = json!(["geta"]);
    fs::write(workspace.path().join("names.json"), names.to_string()).expect("should be written");
    let before = workspace.read_document();
    for done in [workspace.update_from(&serve(&with_header(&["a", "b"])), &[]), workspace.run_public_api(&[])] {
        let reason =
            r#"names.json: operations.geta: "geta" is already used by client.methods.geta: change or remove it"#;
        assert!(done.code == Some(1) && done.stderr.contains(reason), "{done:?}");
    }
    assert_eq!(workspace.read_document(), before);
}
