//! Tests that another test runs in a process of their own.

use std::env;
use std::process::Command;

/// Returns a command that runs the ignored test `test` in a separate process. The name includes the test's module.
pub fn own_process(test: &str) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"]);
    command
}

/// Runs a command that `own_process` returned, and checks that the test passes. If it fails, its output is shown.
#[track_caller]
pub fn assert_passes(mut test: Command) {
    let output = test.output().unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && stdout.contains("1 passed"), "{stdout}{stderr}");
}
