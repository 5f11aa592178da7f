//! Tests clients with settings other than the defaults: with other names and folders, and with fewer files.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

use crate::update_spec::{
    server::serve,
    workspace::{Done, Workspace, document},
};

/// Runs a task as cargo does for the package at `folder`. `settings` selects the settings of the task runner.
fn tasks(settings: &str, folder: &Path, arguments: &[&str]) -> Done {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tasks"));
    command.args(arguments).env("TASKS", settings).env("CARGO_MANIFEST_DIR", folder);
    command.env_remove("SCRATCH_URL").env_remove("CARGO_TARGET_DIR");
    Done::from(command.output().expect("should run"))
}

fn update(settings: &str, folder: &Path, served: &Value, arguments: &[&str]) -> Done {
    let server = serve(served);
    tasks(settings, folder, &[&["update-spec", "--base-url", server.url()], arguments].concat())
}

/// Returns the manifest of a client. `above` is the relative path to the workspace's root, where `crates` contains the
/// generator.
fn client(name: &str, above: &str) -> String {
    let head = format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
    format!("{head}[build-dependencies]\nperennial-codegen = {{ path = \"{above}crates/perennial-codegen\" }}\n")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("should be read");
    let mut names = Vec::from_iter(entries.map(|entry| entry.expect("should be read").file_name()));
    names.sort();
    names.into_iter().map(|name| name.into_string().expect("should be text")).collect()
}

/// Creates a workspace with a client in each of these folders. The root of the workspace is not a package.
fn members(folders: &[&str]) -> Workspace {
    let root = format!("[workspace]\nresolver = \"3\"\nmembers = {folders:?}\n");
    let workspace = Workspace::with_files(&document(&["a"]), &[("Cargo.toml", &root)]);
    for folder in folders {
        let path = workspace.path().join(folder);
        fs::create_dir_all(path.join("src")).expect("should be made");
        let document = document(&["a"]).to_string();
        for (name, text) in
            [("Cargo.toml", client(folder, "../").as_str()), ("src/lib.rs", ""), ("openapi.json", &document)]
        {
            fs::write(path.join(name), text).expect("should be written");
        }
    }
    workspace
}

#[test]
fn package_with_only_a_document_gets_the_standard_files() {
    let workspace = Workspace::with_files(&document(&["a"]), &[("Cargo.toml", &client("weather", ""))]);
    let mut served = document(&["a", "b"]);
    served["info"]["version"] = "2024-05".into();
    let done = update("plain", workspace.path(), &served, &["--no-verify"]).succeeded();
    assert!(workspace.read_document().contains("getb"));
    let expected = ["Cargo.toml", "crates", "names.json", "openapi.json", "public-api.txt", "src"];
    assert_eq!(names(workspace.path()), expected);
    assert!(
        done.stdout.lines().nth(1).is_some_and(|line| line.ends_with("; names.json updated; public-api.txt updated"))
    );
    assert!(
        done.stdout.ends_with("\nRule ids are shown in brackets: `cargo tasks explain ID` explains a rule.\n"),
        "{}",
        done.stdout
    );
    for (task, expected) in
        [("public-api", "public-api.txt is up to date"), ("samples", "all samples are up to date: nothing to do")]
    {
        let done = tasks("plain", workspace.path(), &[task]);
        assert!(done.code == Some(0) && done.stdout.contains(expected), "{done:?}");
    }
}

#[test]
fn help_and_messages_show_the_configured_command_and_variables() {
    let workspace = Workspace::with_files(&document(&["a"]), &[("Cargo.toml", &client("weather", ""))]);
    for (task, parts) in [
        ("update-spec", ["Usage: cargo tasks update ", "SCRATCH_URL"]),
        ("check-live", ["Usage: cargo tasks check-live", "SCRATCH_URL"]),
    ] {
        let help = tasks("plain", workspace.path(), &[task, "--help"]).stdout;
        assert!(parts.iter().all(|part| help.contains(part)) && !help.contains("SERVICE_URL"), "{help}");
    }
    let behind = tasks("plain", workspace.path(), &["public-api", "--check"]);
    assert!(behind.code == Some(1) && behind.stderr.contains("`cargo tasks public-api`"), "{behind:?}");
    let server = serve(&document(&["a"]));
    let mut command = Command::new(env!("CARGO_BIN_EXE_tasks"));
    command.args(["update-spec", "--dry-run"]).env("TASKS", "plain").env("SCRATCH_URL", server.url());
    let done =
        Done::from(command.env("CARGO_MANIFEST_DIR", workspace.path()).output().expect("should run")).succeeded();
    assert!(!format!("{done:?}{behind:?}").contains("xtask"), "{done:?}{behind:?}");
}

#[test]
fn client_outside_of_a_workspace_can_be_verified_and_updated() {
    let workspace = Workspace::with_files(&document(&["a"]), &[("Cargo.toml", &client("weather", ""))]);
    let done = update("plain", workspace.path(), &document(&["a", "b"]), &[]).succeeded();
    assert!(done.stderr.contains("verified in") && workspace.read_document().contains("getb"), "{done:?}");
}

#[cfg(unix)]
#[test]
fn finds_the_only_client_of_a_workspace_and_verifies_it() {
    let workspace = members(&["weather"]);
    let folder = workspace.path().join("weather");
    let script = "grep -q getb openapi.json && grep -q weather Cargo.toml && test -f ../weather/src/lib.rs";
    let root = workspace.read_document();
    let server = serve(&document(&["a", "b"]));
    let mut task = workspace.update_command_with_script(script, &server, &[]);
    let done = Done::from(task.env("TASKS", "plain").output().expect("should run")).succeeded();
    assert!(done.stdout.starts_with(&format!("Workspace: {}\n", folder.display())), "{}", done.stdout);
    assert!(fs::read_to_string(folder.join("openapi.json")).is_ok_and(|text| text.contains("getb")));
    assert!(folder.join("public-api.txt").exists() && !workspace.path().join("public-api.txt").exists());
    assert_eq!(workspace.read_document(), root);
}

#[test]
fn updates_each_of_two_clients_in_a_workspace_by_its_own_settings() {
    let workspace = members(&["one", "two"]);
    let [one, two] = ["one", "two"].map(|name| workspace.path().join(name));
    let unclear = tasks("plain", workspace.path(), &["public-api"]);
    assert!(unclear.code == Some(1) && unclear.stderr.ends_with(" to one of `one`, `two`\n"), "{unclear:?}");

    let mut served = document(&["a", "b"]);
    let refused = update("two", workspace.path(), &served, &["--no-verify"]);
    assert!(refused.code == Some(1) && refused.stderr.contains("client for version \"2.0\""), "{refused:?}");
    assert_eq!(update("one", workspace.path(), &served, &["--no-verify"]).code, Some(0));
    assert!(fs::read_to_string(one.join("src/generated.rs")).is_ok_and(|code| code.contains("fn getb(")));
    assert_eq!(names(&two), ["Cargo.toml", "openapi.json", "src"]);

    served["info"]["version"] = "2.0".into();
    assert_eq!(update("two", workspace.path(), &served, &["--no-verify"]).code, Some(0));
    assert!(two.join("public-api.txt").exists() && !two.join("src/generated.rs").exists());

    // The outdated page belongs to the client `two`. The task for `one` must not report it.
    fs::create_dir(two.join("samples")).expect("should be made");
    fs::write(two.join("samples/a.rs"), "new();\n").expect("should be written");
    fs::write(two.join("guide.md"), "<!-- samples/a.rs -->\n```rust\nold();\n```\n").expect("should be written");
    assert!(tasks("one", workspace.path(), &["samples", "--check"]).code == Some(0));
    let behind = tasks("two", workspace.path(), &["samples", "--check"]);
    assert!(
        behind.code == Some(1)
            && behind.stderr.contains("differs from its source in `samples/`: run `cargo tasks samples`"),
        "{behind:?}"
    );
    assert_eq!(tasks("two", workspace.path(), &["samples"]).code, Some(0));
    assert!(fs::read_to_string(two.join("guide.md")).is_ok_and(|page| page.contains("new();")));
}

#[test]
fn refuses_settings_that_name_a_package_without_a_client() {
    let done = tasks("two", members(&["one"]).path(), &["public-api"]);
    assert!(done.code == Some(1) && done.stderr.contains("contains no package `two`"), "{done:?}");
}

/// The task runner contains no code of the client, so the tasks run even if the client is broken.
#[test]
fn tasks_report_and_repair_broken_files_of_a_client() {
    let served = document(&["a"]);
    for (file, broken, expected, repair) in [
        ("openapi.json", "{", "the vendored openapi.json", &["update-spec"][..]),
        ("names.json", "{", "names.json", &["restore"]),
        (
            "pregenerated/client.rs",
            "// @generated from nothing\nfn {",
            "pregenerated/client.rs does not match openapi.json",
            &["public-api"],
        ),
        ("src/lib.rs", "fn {", "", &["public-api"]),
    ] {
        let workspace = Workspace::with_document(&served).with_public_api();
        let path = workspace.path().join(file);
        let good = fs::read_to_string(&path).expect("should be there");
        fs::write(&path, broken).expect("should be written");
        let checked = workspace.run_public_api(&["--check"]);
        assert_eq!(checked.code, Some(i32::from(!expected.is_empty())), "{file}: {checked:?}");
        assert!(checked.stderr.contains(expected), "{file}: {checked:?}");
        let repaired = match repair {
            ["update-spec"] => workspace.update_from(&serve(&served), &[]),
            ["restore"] => {
                assert!(checked.stderr.contains("restore the file"), "{checked:?}");
                fs::write(&path, &good).expect("should be written");
                workspace.run_public_api(&[])
            }
            task => workspace.run_public_api(&task[1..]),
        };
        assert_eq!(repaired.code, Some(0), "{file}: {repaired:?}");
        assert_eq!(workspace.run_public_api(&["--check"]).code, Some(0), "{file}");
    }
}
