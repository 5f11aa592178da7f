//! Tests that the program updates the checkout in which it runs, even if it was compiled in a different one.

use std::{fs, path::Path, process::Command};

use serde_json::{Value, json};

use crate::update_spec::{
    server::serve,
    workspace::{Done, Workspace, document},
};

const XTASK: &str = "[package]\nname = \"xtask\"\nversion = \"0.0.0\"\nedition = \"2024\"\n";

fn checkout() -> Workspace {
    let workspace = Workspace::with_files(&document(&["a"]), &[("xtask/Cargo.toml", XTASK), ("xtask/src/main.rs", "")]);
    let manifest = workspace.path().join("Cargo.toml");
    let text = fs::read_to_string(&manifest).expect("should be there");
    let text = text.replace("[workspace]\n", "[workspace]\nmembers = [\"xtask\"]\n");
    fs::write(manifest, text).expect("should be written");
    workspace
}

/// Runs a task in `folder`. With `package`, it runs as if cargo had started it for the package at that path.
fn run(task: &[&str], folder: &Path, package: Option<&Path>) -> Done {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tasks"));
    command.args(task).current_dir(folder).env_remove("CARGO_MANIFEST_DIR").env_remove("CARGO_TARGET_DIR");
    command.envs(package.map(|package| ("CARGO_MANIFEST_DIR", package)));
    Done::from(command.output().expect("should run"))
}

#[test]
fn task_started_by_cargo_writes_only_the_checkout_of_its_package() {
    let [one, other] = [checkout(), checkout()];
    // The current folder and the package are in different checkouts, as with `cargo run --manifest-path`.
    let done = run(&["public-api"], one.path(), Some(&other.path().join("xtask"))).succeeded();
    assert!(done.stdout.starts_with(&other.report_line()), "{}", done.stdout);
    assert!(other.read_public_api().is_some() && one.read_public_api().is_none());
}

#[test]
fn task_started_without_cargo_writes_to_the_checkout_of_the_current_folder() {
    let checkout = checkout();
    let done = run(&["public-api"], &checkout.path().join("xtask/src"), None).succeeded();
    assert!(done.stdout.starts_with(&checkout.report_line()), "{}", done.stdout);
    assert!(checkout.read_public_api().is_some());
}

#[test]
fn refuses_to_run_a_task_in_a_folder_without_a_client() {
    let none = tempfile::tempdir().expect("should be made");
    let package = "[package]\nname = \"other\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    let other = Workspace::with_files(&document(&["a"]), &[("Cargo.toml", package)]);
    let of_other = format!("error: {} contains no package that depends on", other.path().display());
    for (folder, package, reason) in [
        (other.path(), None, of_other.as_str()),
        (none.path(), Some(other.path()), &of_other),
        (none.path(), None, "error: cargo finds no workspace in the current folder"),
    ] {
        for task in [&["public-api"][..], &["samples"], &["diff", "a", "b"], &["drop-former-names", "--all"]] {
            let message = run(task, folder, package).refused();
            assert!(message.contains(reason) && message.contains("`cargo xtask`"), "{message}");
        }
    }
    assert!(other.read_public_api().is_none());
}

#[test]
fn reports_name_the_checkout_except_in_a_pull_request() {
    let served = serve(&document(&["a", "b"]));
    let report = |format: &str| {
        let workspace = Workspace::with_document(&document(&["a"]));
        let done = workspace.update_from(&served, &["--report", format]).succeeded();
        (workspace, done.stdout)
    };
    let (workspace, text) = report("text");
    assert!(text.starts_with(&workspace.report_line()), "{text}");
    let again = workspace.update_from(&served, &[]).stdout;
    assert!(again.starts_with(&(workspace.report_line() + "openapi.json is up to date")), "{again}");
    let (workspace, json) = report("json");
    let json: Value = serde_json::from_str(&json).expect("should be JSON");
    assert_eq!(json["workspace"], json!(workspace.path()));
    let (workspace, markdown) = report("markdown");
    assert!(!markdown.contains(&workspace.path().display().to_string()), "{markdown}");
}
