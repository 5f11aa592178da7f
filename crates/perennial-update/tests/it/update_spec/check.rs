//! Tests that `--check` and `--dry-run` write nothing.

use crate::update_spec::{
    server::serve,
    workspace::{Workspace, document},
};

#[test]
fn check_of_an_outdated_document_exits_with_1_and_names_the_command() {
    let workspace = Workspace::with_document(&document(&["a"]));
    let before = workspace.read_document();
    let server = serve(&document(&["a", "b"]));
    let done = workspace.run_update(&["--check", "--base-url", &format!("{}/", server.url())]);
    assert_eq!(done.code, Some(1), "{done:?}");
    let command = format!("run `cargo xtask update --base-url {}`\n", server.url());
    assert!(done.stderr.ends_with(&command), "{}", done.stderr);
    assert!(done.stdout.contains("`getb()` is new: `GET /b`"), "{}", done.stdout);
    assert_eq!(workspace.read_document(), before);
}

#[test]
fn check_of_a_current_document_exits_with_0() {
    let served = document(&["a"]);
    let workspace = Workspace::with_document(&served).with_public_api();
    let done = workspace.run_update(&["--check", "--base-url", serve(&served).url()]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{done:?}");
}
