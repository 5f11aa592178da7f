//! Tests that a new client compiles without changes, and that its example and its test run.

use std::{fs, path::Path, process::Command};

use crate::cargo_perennial::program::{BOOKSHELF, cargo_perennial, crates};

/// Although this test is ignored by default, `.ci/run` runs it.
#[test]
#[ignore = "compiles a client, with the dependencies that are already built for this repository"]
fn compiles_a_new_client_and_runs_its_example_and_test() {
    let folder = tempfile::tempdir().expect("should be made");
    fs::write(folder.path().join("document.yaml"), BOOKSHELF).expect("should be written");
    let crates = crates();
    let crates_argument = crates.to_str().expect("should be text");
    let arguments = ["new", "bookshelf", "--from", "document.yaml", "--crates", crates_argument];
    cargo_perennial(folder.path(), &arguments).succeeded();
    let client = folder.path().join("bookshelf");
    // With the lock file of this repository, cargo selects the dependency versions that are already built in its target
    // folder, and does not build them again.
    let lock = crates.parent().expect("should be in the repository").join("Cargo.lock");
    fs::copy(lock, client.join("Cargo.lock")).expect("should be copied");
    let tested = cargo(&client, &["test", "--tests"]);
    assert!(tested.contains("test sends_the_first_call_and_decodes_the_response ... ok"), "{tested}");
    let shown = cargo(&client, &["run", "--example", "first_call"]);
    assert!(shown.contains("status: 200") && shown.contains("Novel"), "{shown}");
}

fn cargo(folder: &Path, arguments: &[&str]) -> String {
    let built =
        Path::new(env!("CARGO_BIN_EXE_cargo-perennial")).ancestors().nth(2).expect("should be in a target folder");
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).current_dir(folder).env("CARGO_TARGET_DIR", built);
    let output = command.env_remove("CARGO_MANIFEST_DIR").output().expect("should run");
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "cargo {arguments:?}\n{text}");
    text
}
