//! Tests how `public-api.txt` is kept up to date. If it belongs to a different document, it is reported or replaced.
//! Other tests check `pregenerated/client.rs`, which exists here if and only if `public-api.txt` does.

use std::fs;

use serde_json::{Value, json};

use crate::update_spec::{
    server::serve,
    workspace::{Workspace, assert_no_forgery, document},
};

const ALL_ARE_BEHIND: &str = "some names are missing from names.json: if it was edited by mistake, restore it (`git \
                              checkout names.json`); otherwise, run `cargo xtask public-api`\npregenerated/client.rs \
                              does not match openapi.json: run `cargo xtask public-api`\npublic-api.txt does not match \
                              openapi.json and names.json: restore the files if they were edited by mistake (`git \
                              checkout names.json public-api.txt`), or run `cargo xtask public-api`\n";

/// Returns the text that the task `public-api` writes to `public-api.txt` for a document.
fn listing(document: &Value) -> String {
    Workspace::with_document(document).with_public_api().read_public_api().expect("should be written")
}

#[test]
fn update_writes_public_api_txt_with_the_document() {
    let workspace = Workspace::with_document(&document(&["a"])).with_public_api();
    let done = workspace.update_from(&serve(&document(&["a", "b"])), &[]).succeeded();
    let first = done.stdout.lines().nth(1).unwrap_or_default();
    assert!(first.ends_with("; public-api.txt updated"), "{first}");
    assert_eq!(
        workspace.read_public_api().as_deref(),
        Some(
            "operation geta calls GET /a\noperation geta has the operationId \"geta\"\noperation geta() -> \
             ()\noperation getb calls GET /b\noperation getb has the operationId \"getb\"\noperation getb() -> ()\n"
        )
    );
}

#[test]
fn public_api_task_writes_public_api_txt_but_its_check_does_not() {
    let workspace = Workspace::with_document(&document(&["a"]));
    assert_eq!(workspace.run_public_api(&["--check"]).refused(), ALL_ARE_BEHIND);
    let done = workspace.update_from(&serve(&document(&["a"])), &["--check"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(1), ALL_ARE_BEHIND), "{done:?}");
    assert_eq!(workspace.read_public_api(), None);
    let done = workspace.run_public_api(&[]);
    let expected = "names.json updated\npregenerated/client.rs updated\npublic-api.txt updated\n";
    assert_eq!((done.code, &done.stdout), (Some(0), &(workspace.report_line() + expected)), "{done:?}");
    assert!(workspace.read_public_api().is_some_and(|listing| listing.contains("operation geta() -> ()\n")));
    for arguments in [&[][..], &["--check"]] {
        let done = workspace.run_public_api(arguments);
        let nothing = "public-api.txt and pregenerated/client.rs are up to date: nothing to do\n";
        let expected = (Some(0), &*(workspace.report_line() + nothing), "");
        assert_eq!((done.code, done.stdout.as_str(), done.stderr.as_str()), expected, "{done:?}");
    }
}

#[test]
fn keeps_public_api_txt_if_the_vendored_document_is_unusable() {
    for (workspace, reason) in [
        (Workspace::empty(), "openapi.json does not exist yet"),
        (Workspace::with_text("{"), "no client can be generated from the vendored openapi.json"),
    ] {
        fs::write(workspace.path().join("public-api.txt"), "old").expect("should be written");
        fs::write(workspace.path().join("names.json"), "{}").expect("should be written");
        for arguments in [&[][..], &["--check"]] {
            let message = workspace.run_public_api(arguments).refused();
            assert!(message.contains(reason), "{message}");
            assert_eq!(workspace.read_public_api().as_deref(), Some("old"));
        }
    }
}

#[test]
fn prevents_a_document_from_forging_a_line_of_public_api_txt() {
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
