//! Tests that an update is compared both with the previous document and with the last release.

use std::{fs, process::Command};

use serde_json::{Value, json};

use crate::update_spec::{
    repository,
    server::{serve, serve_text},
    workspace::{Workspace, document},
};

/// Creates a workspace whose document has the operations `names`, and commits it with these tags.
fn workspace_with_tags(names: &[&str], tags: &[&str]) -> Workspace {
    let workspace = Workspace::with_document(&document(names));
    repository::init(workspace.path());
    repository::commit(workspace.path(), tags);
    workspace
}

fn update(workspace: &Workspace, names: &[&str]) -> Value {
    let done = workspace.update_from(&serve(&document(names)), &["--report", "json"]).succeeded();
    serde_json::from_str(&done.stdout).expect("should be JSON")
}

fn verdicts(report: &Value) -> [&Value; 3] {
    [&report["verdict"], &report["release"]["verdict"], &report["next_version"]]
}

#[test]
fn next_version_follows_from_all_updates_since_the_release() {
    for tag in ["scratch-v0.1.0", "v0.1.0", "0.1.0"] {
        let workspace = workspace_with_tags(&["a", "b"], &[tag]);
        assert_eq!(verdicts(&update(&workspace, &["a"])), ["breaking", "breaking", "0.2.0"]);
        let second = update(&workspace, &["a", "c"]);
        assert_eq!(verdicts(&second), ["compatible", "breaking", "0.2.0"]);
        assert_eq!(second["release"]["version"], "0.1.0");
    }
}

/// In a repository with several packages, `v0.1.0` may be the tag of another package.
#[test]
fn a_tag_with_the_name_of_the_package_is_preferred() {
    let workspace = workspace_with_tags(&["a"], &["scratch-v0.1.0"]);
    fs::write(workspace.document_path(), document(&["a", "b"]).to_string()).expect("should be written");
    repository::commit(workspace.path(), &["v0.1.0"]);
    let report = update(&workspace, &["a"]);
    assert_eq!(verdicts(&report), [&json!("breaking"), &json!("no change"), &Value::Null]);
}

#[test]
fn requires_no_new_version_if_an_update_restores_the_release() {
    let workspace = workspace_with_tags(&["a", "b"], &["v0.1.0"]);
    update(&workspace, &["a"]);
    let report = update(&workspace, &["a", "b"]);
    assert_eq!(verdicts(&report), [&json!("compatible"), &json!("no change"), &Value::Null]);
}

#[test]
fn keeps_names_of_the_release_if_the_vendored_document_is_damaged() {
    let called = |id: &str| {
        let mut document = document(&["a"]);
        document["paths"]["/a"]["get"]["operationId"] = id.into();
        document
    };
    let workspace = Workspace::with_document(&called("first")).with_public_api();
    repository::init(workspace.path());
    repository::commit(workspace.path(), &["v0.1.0"]);
    let text = workspace.read_document();
    for damaged in [Some(format!("<<<<<<< HEAD\n{text}")), None] {
        match damaged {
            Some(damaged) => fs::write(workspace.document_path(), damaged).expect("should be written"),
            None => fs::remove_file(workspace.document_path()).expect("should be removed"),
        }
        workspace.update_from(&serve(&called("second")), &[]).succeeded();
        let listed = workspace.read_public_api().unwrap_or_default();
        assert!(listed.contains("operation first() -> ()\nother name of operation second = first\n"), "{listed}");
    }
}

#[test]
fn report_contains_a_separate_verdict_since_the_release() {
    let workspace = workspace_with_tags(&["a", "b"], &["v0.1.0"]);
    update(&workspace, &["a"]);
    let text = workspace.update_from(&serve(&document(&["a", "c"])), &[]).stdout;
    let expected = "\nVerdict: compatible: the code of consumers still compiles\nSince the release 0.1.0: breaking: \
                    some consumers have to change their code\nVersion: 0.1.0; the next release must be 0.2.0 or \
                    higher\n";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn reports_dropping_a_former_name_of_the_release_as_breaking() {
    let tagged = |tag: &str, names: &[&str]| {
        let mut document = document(names);
        document["paths"]["/a"]["get"]["tags"] = json!([tag]);
        document
    };
    let workspace = Workspace::with_document(&tagged("One", &["a"]));
    workspace.update_from(&serve(&tagged("Two", &["a"])), &[]);
    repository::init(workspace.path());
    repository::commit(workspace.path(), &["v0.1.0"]);
    let path = workspace.path().join("names.json");
    let text = fs::read_to_string(&path).expect("should be there");
    let mut names: Value = serde_json::from_str(&text).expect("should be JSON");
    assert!(names.as_object_mut().and_then(|names| names.remove("features")).is_some(), "{text}");
    fs::write(&path, names.to_string()).expect("should be written");
    assert_eq!(workspace.run_public_api(&["--accept-breaking"]).code, Some(0));
    let done = workspace.update_from(&serve(&tagged("Two", &["a", "b"])), &["--report", "json"]);
    let report: Value = serde_json::from_str(&done.stdout).expect("should be JSON");
    assert_eq!(verdicts(&report), ["compatible", "breaking", "0.2.0"], "{}", done.stdout);
}

#[test]
fn without_a_usable_release_the_next_version_follows_from_the_update() {
    let unusable = workspace_with_tags(&["a"], &[]);
    fs::write(unusable.document_path(), "{}").expect("should be written");
    repository::commit(unusable.path(), &["v0.1.0"]);
    fs::write(unusable.document_path(), document(&["a"]).to_string()).expect("should be written");
    for (workspace, reason) in [
        (Workspace::with_document(&document(&["a"])), "git: not a git repository"),
        (
            workspace_with_tags(&["a"], &["v0.0.9"]),
            "there is no git tag `scratch-v0.1.0`, `v0.1.0` or `0.1.0` whose commit contains an openapi.json",
        ),
        (unusable, "no client can be generated from its openapi.json"),
    ] {
        let report = update(&workspace, &["a", "b"]);
        assert_eq!(verdicts(&report), [&json!("compatible"), &Value::Null, &json!("0.1.1")]);
        let found = report["release"]["not_compared"].as_str().unwrap_or_default();
        assert!(found.starts_with(reason), "{found}");
    }
}

#[test]
fn ignores_tags_of_a_repository_around_the_workspace() {
    let around = workspace_with_tags(&["z"], &["v0.1.0"]);
    let inside = around.path().join("target/inside");
    fs::create_dir_all(inside.join("src")).expect("should be made");
    fs::create_dir_all(inside.join("crates/perennial-codegen/src")).expect("should be made");
    let generator = ["Cargo.toml", "src/lib.rs"].map(|file| format!("crates/perennial-codegen/{file}"));
    let client = ["Cargo.toml", "src/lib.rs", "openapi.json"].map(str::to_owned);
    for file in client.iter().chain(&generator) {
        fs::copy(around.path().join(file), inside.join(file)).expect("should be copied");
    }
    let server = serve(&document(&["z", "y"]));
    let mut task = Command::new(env!("CARGO_BIN_EXE_tasks"));
    task.args(["update-spec", "--no-verify", "--dry-run", "--report", "json", "--base-url", server.url()]);
    let output = task.env("CARGO_MANIFEST_DIR", inside).output().expect("should run");
    let report: Value = serde_json::from_slice(&output.stdout).expect("should be JSON");
    assert_eq!(
        report["release"]["not_compared"],
        "there is no git tag `scratch-v0.1.0`, `v0.1.0` or `0.1.0` whose commit contains an openapi.json"
    );
}

#[test]
fn environment_of_a_git_hook_does_not_change_which_release_is_found() {
    let (workspace, other) = (workspace_with_tags(&["a"], &["v0.1.0"]), workspace_with_tags(&["z"], &["v0.1.0"]));
    let server = serve(&document(&["a", "b"]));
    let mut task = workspace.update_command(&["--no-verify", "--report", "json", "--base-url", server.url()]);
    task.env("GIT_DIR", other.path().join(".git")).env("GIT_WORK_TREE", other.path());
    let output = task.output().expect("should run");
    let report: Value = serde_json::from_slice(&output.stdout).expect("should be JSON");
    assert_eq!(verdicts(&report), ["compatible", "compatible", "0.1.1"]);
}

#[test]
fn update_after_an_unusable_document_is_compared_with_the_release() {
    let workspace = workspace_with_tags(&["a", "b"], &["v0.1.0"]);
    fs::write(workspace.document_path(), "{}").expect("should be written");
    let done = workspace.update_from(&serve_text(&document(&["a"]).to_string()), &["--report", "json"]);
    let report: Value = serde_json::from_str(&done.stdout).expect("should be JSON");
    assert_eq!(verdicts(&report), [&Value::Null, &json!("breaking"), &json!("0.2.0")]);
}
