//! Tests that an update writes a document only after its client has compiled in a copy of the workspace. In these
//! tests, a script replaces cargo.
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
    (Workspace::with_document(&document(&["a"])), serve(&document(&["a", "b"])))
}

/// Starts an update, and returns once it verifies its document. The verification lasts until the file `hold` is
/// removed.
fn start_verification(workspace: &Workspace, server: &Server) -> Child {
    let hold = workspace.path().join("target/hold");
    fs::create_dir(workspace.path().join("target")).expect("should be made");
    fs::write(&hold, "").expect("should be written");
    let script = format!("echo started; while test -e {}; do sleep 0.1; done", hold.display());
    let mut task = workspace.update_command_with_script(&script, server, &[]);
    let mut running = task.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("should run");
    let lines = BufReader::new(running.stderr.take().expect("should be piped")).lines();
    assert!(lines.map_while(Result::ok).any(|line| line == "| started"));
    running
}

#[test]
fn update_verifies_the_new_document_in_a_copy_of_the_workspace() {
    let (workspace, server) = workspace();
    fs::write(workspace.path().join("src/lib.rs"), "// kept").expect("should be written");
    let script = "grep -q getb openapi.json && grep -q kept src/lib.rs && test -f Cargo.toml && ! grep -q getb \
                  ../../openapi.json";
    workspace.update_with_script(script, &server, &[]).succeeded();
    assert!(workspace.read_document().contains("getb"));
}

#[test]
fn update_succeeds_after_a_run_that_was_killed_while_verifying() {
    let (workspace, server) = workspace();
    let before = workspace.read_document();
    let mut running = start_verification(&workspace, &server);
    assert_eq!(workspace.read_document(), before);
    running.kill().expect("should be killed");
    running.wait().expect("should end");
    fs::remove_file(workspace.path().join("target/hold")).expect("should be there");
    assert_eq!(workspace.read_document(), before);
    workspace.update_with_script("true", &server, &[]).succeeded();
    assert!(workspace.read_document().contains("getb"));
}

#[test]
fn refuses_a_second_update_while_another_one_is_running() {
    let (workspace, server) = workspace();
    let mut running = start_verification(&workspace, &server);
    let refused = |task: &mut Command, folder: &Path| {
        let second = Done::from(task.output().expect("should run"));
        assert_eq!((second.code, second.stdout.as_str()), (Some(1), ""), "{second:?}");
        let reason = format!("error: another task is running in {}: wait until it has finished\n", folder.display());
        assert!(second.stderr.ends_with(&reason), "{}", second.stderr);
    };
    // A second update of the same checkout is refused, even if it uses a different target folder.
    let elsewhere = tempfile::tempdir().expect("should be made");
    let arguments = ["--base-url", server.url(), "--no-verify"];
    refused(workspace.update_command(&arguments).env("CARGO_TARGET_DIR", elsewhere.path()), workspace.path());
    // An update of another checkout with the same target folder is refused only if it compiles a client, because only
    // then would both use that folder.
    let target = workspace.path().join("target");
    let (other, _) = self::workspace();
    refused(other.update_command(&arguments[..2]).env("CARGO_TARGET_DIR", &target), &target);
    Done::from(other.update_command(&arguments).env("CARGO_TARGET_DIR", &target).output().expect("should run"))
        .succeeded();
    fs::remove_file(target.join("hold")).expect("should be there");
    running.wait().expect("should end");
}

#[test]
fn dry_run_verifies_the_document_but_check_does_not() {
    let (workspace, server) = workspace();
    for (argument, reason) in [("--dry-run", "does not compile"), ("--check", "openapi.json is out of date")] {
        let done = workspace.update_with_script("exit 1", &server, &[argument]);
        assert!(done.code == Some(1) && done.stderr.contains(reason), "{done:?}");
    }
    assert_eq!(workspace.update_with_script("exit 1", &server, &["--no-verify"]).code, Some(0));
}

#[test]
fn update_verifies_a_client_whose_target_folder_is_inside_another_workspace() {
    let (workspace, server) = workspace();
    let manifest = fs::read_to_string(workspace.path().join("Cargo.toml")).expect("should be there");
    let alone = manifest.strip_prefix("[workspace]\n").expect("should begin like this");
    let outer = tempfile::tempdir().expect("should be made");
    fs::create_dir(outer.path().join("a")).expect("should be made");
    fs::write(outer.path().join("Cargo.toml"), "[workspace]\nmembers = [\"a\"]\n").expect("should be written");
    fs::write(outer.path().join("a/Cargo.toml"), "[package]\nname = \"a\"\n[lib]\npath = \"a.rs\"\n")
        .expect("should be written");
    fs::write(outer.path().join("a/a.rs"), "").expect("should be written");
    fs::write(workspace.path().join("Cargo.toml"), alone).expect("should be written");
    // The copy has one member, because the path dependency of the client is not a member of the original either.
    let script = "\"$REAL_CARGO\" metadata --offline --no-deps --format-version 1 > metadata.json && grep -q \
                  '\"workspace_members\":\\[[^,]*\\]' metadata.json && rm metadata.json";
    let mut task = workspace.update_command_with_script(script, &server, &[]);
    Done::run(task.env("CARGO_TARGET_DIR", outer.path().join("target"))).succeeded();
    let kept = fs::read_to_string(workspace.path().join("Cargo.toml")).expect("should be there");
    assert_eq!(kept, alone);
}
