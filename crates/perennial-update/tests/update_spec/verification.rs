//! A document is written only after its client was compiled elsewhere.
//!
//! A script stands for `cargo` here; it runs where that would run, with the same arguments.
#![cfg(unix)]

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
};

use crate::{
    server::serve,
    workspace::{Done, Workspace, document},
};

fn workspace(script: &str) -> Workspace {
    let workspace = Workspace::of(&document(&["a"]));
    fs::write(workspace.path().join("verify.sh"), script).expect("should be written");
    workspace
}

fn update(workspace: &Workspace, arguments: &[&str]) -> Done {
    let server = serve(&document(&["a", "b"]));
    workspace.run(&[&["--base-url", server.url(), "--verify-with", "sh verify.sh"], arguments].concat())
}

fn line(stream: &mut impl BufRead) -> String {
    let mut line = String::new();
    assert_ne!(stream.read_line(&mut line).expect("should be read"), 0, "it ended early");
    line
}

#[test]
fn the_new_document_is_verified_in_a_copy_of_the_workspace() {
    let workspace = workspace("grep -q getb openapi.json && test -f src/lib.rs && test -f Cargo.toml");
    fs::write(workspace.path().join("src/lib.rs"), "// kept").expect("should be written");
    let done = update(&workspace, &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(workspace.text().contains("getb"));
}

#[test]
fn a_client_that_does_not_compile_leaves_the_document_as_it_was() {
    let workspace = workspace("echo 'error: reason of the compiler' >&2; exit 101");
    let before = workspace.text();
    let done = update(&workspace, &[]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.contains("| error: reason of the compiler\n"), "{}", done.stderr);
    assert!(done.stderr.contains("does not compile, so openapi.json was left as it was: see"), "{}", done.stderr);
    assert_eq!(done.stdout, "");
    assert_eq!(workspace.text(), before);
}

#[test]
fn a_verification_that_cannot_run_leaves_the_document_as_it_was() {
    let workspace = Workspace::of(&document(&["a"]));
    let before = workspace.text();
    let server = serve(&document(&["a", "b"]));
    let done = workspace.run(&["--base-url", server.url(), "--verify-with", "/nowhere/to/be/found"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.contains("`/nowhere/to/be/found check --all-targets` cannot be run"), "{}", done.stderr);
    assert_eq!(workspace.text(), before);
}

#[test]
fn a_run_killed_while_verifying_changes_nothing_for_the_next_one() {
    // It ends when its input does.
    let script = workspace("echo started >&2; read line");
    let before = script.text();
    let server = serve(&document(&["a", "b"]));
    let mut task = script.task(&["--base-url", server.url(), "--verify-with", "sh verify.sh"]);
    let mut running = task.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("should run");
    let stderr = BufReader::new(running.stderr.take().expect("should be piped"));
    assert!(stderr.lines().map_while(Result::ok).any(|line| line == "| started"));
    assert_eq!(script.text(), before);
    running.kill().expect("should be killed");
    running.wait().expect("should end");
    assert_eq!(script.text(), before);

    fs::write(script.path().join("verify.sh"), "true").expect("should be written");
    let done = update(&script, &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(script.text().contains("getb"));
}

#[test]
fn a_second_update_at_the_same_time_is_refused() {
    let workspace = workspace("echo started >&2; read line");
    let server = serve(&document(&["a", "b"]));
    let mut task = workspace.task(&["--base-url", server.url(), "--verify-with", "sh verify.sh"]);
    let mut running =
        task.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("should run");
    let mut stderr = BufReader::new(running.stderr.take().expect("should be piped"));
    while !line(&mut stderr).contains("started") {}
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
    let other = self::workspace("true");
    refused(other.task(&arguments[..2]).env("CARGO_TARGET_DIR", &target), &target);
    let done = Done::from(other.task(&arguments).env("CARGO_TARGET_DIR", &target).output().expect("should run"));
    assert_eq!(done.code, Some(0), "{done:?}");
    drop(running.stdin.take());
    running.wait().expect("should end");
}

#[test]
fn a_dry_run_verifies_and_a_check_does_not() {
    let workspace = workspace("exit 1");
    assert!(update(&workspace, &["--dry-run"]).stderr.contains("does not compile"));
    assert!(update(&workspace, &["--check"]).stderr.contains("openapi.json is out of date"));
    assert_eq!(update(&workspace, &["--no-verify"]).code, Some(0));
}
