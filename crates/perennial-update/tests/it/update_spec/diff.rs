//! Tests the task `diff`, which compares two documents, each in a file or revision.

use std::fs;

use serde_json::{Value, json};

use crate::update_spec::{
    repository,
    workspace::{Done, Workspace, assert_no_forgery, document},
};

/// Creates a workspace with the documents `old.json` and `new.json`. Only the latter contains the operation `b`.
fn two_documents() -> Workspace {
    let [old, new] = [&["a"][..], &["a", "b"]].map(|names| document(names).to_string());
    Workspace::with_files(&document(&["a"]), &[("old.json", &old), ("new.json", &new)])
}

fn report(done: &Done) -> Value {
    assert_eq!(done.code, Some(0), "{done:?}");
    serde_json::from_str(&done.stdout).expect("should be JSON")
}

#[test]
fn diff_compares_two_files_without_writing_anything() {
    let workspace = two_documents();
    let done = workspace.run_diff(&["old.json", "new.json"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{done:?}");
    let head = "Changes from old.json to new.json\n\nVerdict: compatible: the code of consumers still compiles\n";
    assert!(done.stdout.starts_with(&(workspace.report_line() + head)), "{}", done.stdout);
    assert!(done.stdout.contains("\n  `getb()` is new: `GET /b` [operation-added]\n"), "{}", done.stdout);
    assert!(!workspace.path().join("public-api.txt").exists());
}

#[test]
fn diff_exits_with_0_after_reporting_a_breaking_difference() {
    let report = report(&two_documents().run_diff(&["new.json", "./old.json", "--report", "json"]));
    assert_eq!([&report["before"], &report["after"], &report["verdict"]], ["new.json", "./old.json", "breaking"]);
    assert!(report["outcome"].is_null() && report["release"].is_null(), "{report}");
}

#[test]
fn diff_compares_revisions_with_each_other_and_with_files() {
    let workspace = two_documents();
    repository::init(workspace.path());
    repository::commit(workspace.path(), &["first"]);
    fs::write(workspace.document_path(), document(&["a", "b", "c"]).to_string()).expect("should be written");
    repository::commit(workspace.path(), &[]);
    for (before, after, added) in
        [("first", "HEAD", 2), ("HEAD~1", "main", 2), ("first", "new.json", 1), ("first", "openapi.json", 2)]
    {
        let report = report(&workspace.run_diff(&[before, after, "--report", "json"]));
        assert_eq!(report["operations"]["items"].as_array().map(Vec::len), Some(added), "{before} {after}: {report}");
    }
}

#[test]
fn diff_argument_is_a_file_rather_than_a_revision_but_never_a_folder() {
    let workspace = two_documents();
    repository::init(workspace.path());
    repository::commit(workspace.path(), &["old.json", "src"]);
    fs::write(workspace.path().join("old.json"), "{").expect("should be written");
    assert_eq!(workspace.run_diff(&["old.json", "new.json"]).code, Some(1));
    assert_eq!(report(&workspace.run_diff(&["src", "new.json", "--report", "json"]))["verdict"], "compatible");
}

#[test]
fn diff_uses_recorded_names_or_else_those_an_update_would_assign() {
    let with_id = |id: &str| {
        let mut document = document(&["a"]);
        document["paths"]["/a"]["get"]["operationId"] = id.into();
        document.to_string()
    };
    let files = [
        ("old.json", with_id("first")),
        ("new.json", with_id("second")),
        ("kept/openapi.json", with_id("second")),
        ("kept/names.json", json!({ "operations": { "first": { "request": "GET /a" } } }).to_string()),
        ("other/openapi.json", with_id("second")),
        ("other/names.json", "{}".to_owned()),
    ];
    let workspace =
        Workspace::with_files(&document(&["a"]), &files.each_ref().map(|(name, text)| (*name, text.as_str())));
    for (after, verdict) in
        [("new.json", "compatible"), ("kept/openapi.json", "compatible"), ("other/openapi.json", "breaking")]
    {
        let report = report(&workspace.run_diff(&["old.json", after, "--report", "json"]));
        assert_eq!(report["verdict"], verdict, "{after}: {report}");
    }
}

#[test]
fn diff_refuses_arguments_that_are_neither_a_file_nor_a_revision() {
    let workspace = two_documents();
    let reason = |arguments: [&str; 2]| {
        let message = workspace.run_diff(&arguments).refused();
        assert_no_forgery(&message);
        message
    };
    assert!(reason(["gone", "new.json"]).contains("gone is neither a file nor a revision: git: not a git repository"));
    repository::init(workspace.path());
    fs::rename(workspace.document_path(), workspace.path().join("kept.json")).expect("should be moved");
    fs::write(workspace.document_path(), "{}").expect("should be written");
    repository::commit(workspace.path(), &["empty"]);
    for (before, expected) in [
        (
            "gone",
            "gone is neither a file nor a revision in the git repository of the workspace: if it is a path, \
                  write `./gone`",
        ),
        ("HEAD..HEAD", "HEAD..HEAD is neither a file nor a revision in the git repository"),
        ("./gone", "./gone cannot be read"),
        ("empty", "no client can be generated from empty"),
        ("src", "src is neither a file nor a revision in the git repository"),
    ] {
        let reason = reason([before, "new.json"]);
        assert!(reason.starts_with(&format!("error: {expected}")), "{reason}");
    }
}

#[test]
fn diff_does_not_pass_a_revision_to_git_as_an_option() {
    let workspace = two_documents();
    repository::init(workspace.path());
    repository::commit(workspace.path(), &[]);
    let done = workspace.run_diff(&["new.json", "--", "--output=new.json"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.contains("`--output=new.json` is not a revision"), "{}", done.stderr);
    assert_eq!(workspace.run_diff(&["new.json", "--output=new.json"]).code, Some(2));
}
