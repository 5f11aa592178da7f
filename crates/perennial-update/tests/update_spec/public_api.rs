//! `public-api.txt` stands beside the document; one that is of another document is reported or replaced. So does
//! `pregenerated/client.rs`, with tests of its own: here, it is there or missing with the other.

use std::fs;

use serde_json::{Value, json};

use crate::{
    server::serve,
    workspace::{Workspace, assert_no_forgery, document},
};

const ALL_ARE_BEHIND: &str = "names.json does not record all names: restore it if it was edited by mistake (`git checkout names.json`), or run `cargo xtask public-api`\n\
    pregenerated/client.rs does not match openapi.json: run `cargo xtask public-api`\n\
    public-api.txt does not match openapi.json and names.json: restore what was edited by mistake (`git checkout names.json public-api.txt`), or run `cargo xtask public-api`\n";

/// The public API of a document, as the task of its own writes it.
fn listing(document: &Value) -> String {
    Workspace::of(document).with_public_api().public_api().expect("should be written")
}

#[test]
fn an_update_writes_the_public_api_with_the_document() {
    let workspace = Workspace::of(&document(&["a"])).with_public_api();
    let done = workspace.update(&serve(&document(&["a", "b"])), &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let first = done.stdout.lines().nth(1).unwrap_or_default();
    assert!(first.ends_with("; public-api.txt updated"), "{first}");
    assert_eq!(
        workspace.public_api().as_deref(),
        Some(
            "operation geta calls GET /a\n\
             operation geta has the operationId \"geta\"\n\
             operation geta() -> ()\n\
             operation getb calls GET /b\n\
             operation getb has the operationId \"getb\"\n\
             operation getb() -> ()\n"
        )
    );
}

#[test]
fn a_document_with_the_same_api_leaves_the_file_unmentioned() {
    let workspace = Workspace::of(&document(&["a"])).with_public_api();
    let before = workspace.public_api();
    let mut served = document(&["a"]);
    served["info"]["title"] = "Another".into();
    let done = workspace.update(&serve(&served), &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(workspace.text().contains("Another") && !done.stdout.contains("public-api.txt"), "{}", done.stdout);
    assert_eq!(workspace.public_api(), before);
}

#[test]
fn a_missing_file_of_an_unchanged_document_is_written() {
    let served = document(&["a"]);
    let workspace = Workspace::of(&served);
    let before = workspace.text();
    let done = workspace.update(&serve(&served), &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(done.stdout.ends_with("; public-api.txt updated\n"), "{}", done.stdout);
    assert_eq!(workspace.public_api(), Some(listing(&served)));
    assert_eq!(workspace.text(), before);
    assert!(workspace.update(&serve(&served), &[]).stdout.ends_with(": nothing to do\n"));
}

#[test]
fn a_check_of_an_unchanged_document_exits_1_where_the_file_is_behind() {
    let served = document(&["a"]);
    let workspace = Workspace::of(&served);
    let done = workspace.update(&serve(&served), &["--check"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(1), ALL_ARE_BEHIND), "{done:?}");
    assert_eq!(workspace.public_api(), None);
}

#[test]
fn checks_and_dry_runs_do_not_write_the_file() {
    for served in [document(&["a"]), document(&["a", "b"])] {
        for (argument, code) in [("--check", 1), ("--dry-run", 0)] {
            let workspace = Workspace::of(&document(&["a"]));
            let done = workspace.update(&serve(&served), &[argument]);
            assert_eq!(done.code, Some(code), "{done:?}");
            assert!(done.stdout.contains("; public-api.txt "), "{}", done.stdout);
            assert_eq!(workspace.public_api(), None);
        }
    }
}

#[test]
fn the_json_report_says_what_became_of_the_file() {
    let [same, other] = [document(&["a"]), document(&["a", "b"])];
    for (served, arguments, outcome) in [
        (&same, &[][..], "updated"),
        (&same, &["--dry-run"], "behind"),
        (&other, &[], "updated"),
        (&other, &["--dry-run"], "behind"),
    ] {
        let workspace = Workspace::of(&same);
        let report = |arguments: &[&str]| -> Value {
            let done = workspace.update(&serve(served), &[&["--report", "json"], arguments].concat());
            serde_json::from_str(&done.stdout).expect("should be JSON")
        };
        assert_eq!(report(arguments)["public_api_file"], json!(outcome), "{arguments:?}");
        if arguments.is_empty() {
            assert_eq!(report(arguments)["public_api_file"], json!("unchanged"));
        }
    }
}

#[cfg(unix)]
#[test]
fn a_read_only_file_leaves_the_document_as_it_was() {
    use std::os::unix::fs::PermissionsExt as _;
    let workspace = Workspace::of(&document(&["a"])).with_public_api();
    let (document_before, listing_before) = (workspace.text(), workspace.public_api());
    let path = workspace.path().join("public-api.txt");
    fs::set_permissions(path, fs::Permissions::from_mode(0o444)).expect("should be set");
    let done = workspace.update(&serve(&document(&["a", "b"])), &[]);
    assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{done:?}");
    assert!(done.stderr.contains("public-api.txt is read-only: make it writable"), "{}", done.stderr);
    assert_eq!((workspace.text(), workspace.public_api()), (document_before, listing_before));
}

#[test]
fn a_file_that_cannot_be_replaced_leaves_the_document_as_it_was() {
    let workspace = Workspace::of(&document(&["a"]));
    let before = workspace.text();
    fs::create_dir_all(workspace.path().join("pregenerated/client.rs/in the way")).expect("should be made");
    let done = workspace.update(&serve(&document(&["a", "b"])), &[]);
    assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{done:?}");
    assert!(done.stderr.contains("pregenerated/client.rs is not a regular file: remove it"), "{}", done.stderr);
    assert_eq!(workspace.text(), before);
}

#[test]
fn the_task_of_its_own_writes_the_file_and_its_check_does_not() {
    let workspace = Workspace::of(&document(&["a"]));
    let done = workspace.public_api_task(&["--check"]);
    assert_eq!((done.code, done.stdout.as_str(), done.stderr.as_str()), (Some(1), "", ALL_ARE_BEHIND), "{done:?}");
    assert_eq!(workspace.public_api(), None);
    let done = workspace.public_api_task(&[]);
    let expected = "names.json updated\npregenerated/client.rs updated\npublic-api.txt updated\n";
    assert_eq!((done.code, &done.stdout), (Some(0), &(workspace.line() + expected)), "{done:?}");
    assert!(workspace.public_api().is_some_and(|listing| listing.contains("operation geta() -> ()\n")));
    for arguments in [&[][..], &["--check"]] {
        let done = workspace.public_api_task(arguments);
        let nothing = "public-api.txt and pregenerated/client.rs are up to date: nothing to do\n";
        let expected = (Some(0), &*(workspace.line() + nothing), "");
        assert_eq!((done.code, done.stdout.as_str(), done.stderr.as_str()), expected, "{done:?}");
    }
}

#[test]
fn without_a_usable_document_the_task_fails_and_leaves_the_file() {
    for (workspace, reason) in [
        (Workspace::empty(), "there is no openapi.json yet"),
        (Workspace::of_text("{"), "no client can be generated from the vendored openapi.json"),
    ] {
        fs::write(workspace.path().join("public-api.txt"), "old").expect("should be written");
        fs::write(workspace.path().join("names.json"), "{}").expect("should be written");
        for arguments in [&[][..], &["--check"]] {
            let done = workspace.public_api_task(arguments);
            assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{done:?}");
            assert!(done.stderr.contains(reason), "{}", done.stderr);
            assert_eq!(workspace.public_api().as_deref(), Some("old"));
        }
    }
}

#[test]
fn a_document_cannot_forge_a_line_of_the_file() {
    let forged = |text: &str| {
        let mut forged = document(&["a"]);
        forged["paths"]["/a"]["get"]["parameters"] =
            json!([{ "name": text, "in": "query", "description": text, "schema": { "type": "string" } }]);
        listing(&forged)
    };
    let text = forged("x\ntype Forged struct\r\n::error::x\n##[error]x\u{202e}\u{feff}\u{2028}");
    assert_no_forgery(&text);
    assert_eq!(text.lines().count(), forged("x").lines().count(), "{text}");
}
