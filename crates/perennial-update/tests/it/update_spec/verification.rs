//! A document is written only after its client was compiled elsewhere. A script stands for `cargo` here.
#![cfg(unix)]

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use loopback::Server;

use crate::update_spec::{
    server::serve,
    workspace::{Done, Workspace, document},
};

fn workspace() -> (Workspace, Server) {
    (Workspace::of(&document(&["a"])), serve(&document(&["a", "b"])))
}

/// Starts an update, and returns when it verifies its document, which takes as long as there is a file `hold`.
fn verifying(workspace: &Workspace, server: &Server) -> Child {
    let hold = workspace.path().join("target/hold");
    fs::create_dir(workspace.path().join("target")).expect("should be made");
    fs::write(&hold, "").expect("should be written");
    let script = format!("echo started; while test -e {}; do sleep 0.1; done", hold.display());
    let mut task = workspace.verified_task(&script, server, &[]);
    let mut running = task.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("should run");
    let lines = BufReader::new(running.stderr.take().expect("should be piped")).lines();
    assert!(lines.map_while(Result::ok).any(|line| line == "| started"));
    running
}

#[test]
fn the_new_document_is_verified_in_a_copy_of_the_workspace() {
    let (workspace, server) = workspace();
    fs::write(workspace.path().join("src/lib.rs"), "// kept").expect("should be written");
    let script = "grep -q getb openapi.json && grep -q kept src/lib.rs && test -f Cargo.toml && ! grep -q getb ../../openapi.json";
    workspace.verified_by(script, &server, &[]).succeeded();
    assert!(workspace.text().contains("getb"));
}

#[test]
fn a_run_killed_while_verifying_changes_nothing_for_the_next_one() {
    let (workspace, server) = workspace();
    let before = workspace.text();
    let mut running = verifying(&workspace, &server);
    assert_eq!(workspace.text(), before);
    running.kill().expect("should be killed");
    running.wait().expect("should end");
    fs::remove_file(workspace.path().join("target/hold")).expect("should be there");
    assert_eq!(workspace.text(), before);
    workspace.verified_by("true", &server, &[]).succeeded();
    assert!(workspace.text().contains("getb"));
}

#[test]
fn a_second_update_at_the_same_time_is_refused() {
    let (workspace, server) = workspace();
    let mut running = verifying(&workspace, &server);
    let refused = |task: &mut Command, folder: &Path| {
        let second = Done::from(task.output().expect("should run"));
        assert_eq!((second.code, second.stdout.as_str()), (Some(1), ""), "{second:?}");
        let reason = format!("error: another task is at work in {}: wait for it\n", folder.display());
        assert!(second.stderr.ends_with(&reason), "{}", second.stderr);
    };
    // Wherever it builds.
    let elsewhere = tempfile::tempdir().expect("should be made");
    let arguments = ["--base-url", server.url(), "--no-verify"];
    refused(workspace.task(&arguments).env("CARGO_TARGET_DIR", elsewhere.path()), workspace.path());
    // Another checkout that shares the target folder waits only to compile there.
    let target = workspace.path().join("target");
    let (other, _) = self::workspace();
    refused(other.task(&arguments[..2]).env("CARGO_TARGET_DIR", &target), &target);
    Done::from(other.task(&arguments).env("CARGO_TARGET_DIR", &target).output().expect("should run")).succeeded();
    fs::remove_file(target.join("hold")).expect("should be there");
    running.wait().expect("should end");
}

#[test]
fn a_dry_run_verifies_and_a_check_does_not() {
    let (workspace, server) = workspace();
    for (argument, reason) in [("--dry-run", "does not compile"), ("--check", "openapi.json is out of date")] {
        let done = workspace.verified_by("exit 1", &server, &[argument]);
        assert!(done.code == Some(1) && done.stderr.contains(reason), "{done:?}");
    }
    assert_eq!(workspace.verified_by("exit 1", &server, &["--no-verify"]).code, Some(0));
}
