//! Tests how `new` fits a client into the workspace and the repository in which it runs.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;
use tempfile::TempDir;

use crate::cargo_perennial::program::{BOOKSHELF, Done, Files, cargo_perennial, files};

const PACKAGE: &str = "[package]\nname = \"a\"\nedition = \"2024\"\n";

/// Creates a folder with these files, and with the document in the file `document`.
fn folder_with(texts: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("should be made");
    for (path, text) in texts.iter().chain(&[("document", BOOKSHELF)]) {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
        fs::write(path, text).expect("should be written");
    }
    folder
}

fn new_client(folder: &TempDir, name: &str) -> Done {
    cargo_perennial(folder.path(), &["new", name, "--from", "document"])
}

/// Returns the root of the workspace to which cargo assigns the package in `folder`, relative to `root`.
fn workspace_of(folder: &Path, root: &Path) -> PathBuf {
    let arguments = ["metadata", "--no-deps", "--format-version", "1"];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(folder).output().expect("should run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("should be JSON");
    let found = Path::new(metadata["workspace_root"].as_str().expect("should be text"));
    found.strip_prefix(root.canonicalize().expect("should be there")).expect("should be below").to_owned()
}

/// Returns the files outside of the client, which must not change.
fn files_outside(folder: &TempDir, client: &str) -> Files {
    files(folder.path()).into_iter().filter(|(path, _)| !path.starts_with(client)).collect()
}

/// Checks that `new` was refused for this reason, and that neither a file nor a folder was created or changed.
fn assert_nothing_changed(folder: &TempDir, before: &Files, done: Done, reason: &str) {
    let message = done.refused();
    assert!(message.starts_with("error: ") && message.contains(reason), "{reason}: {message}");
    assert_eq!((message.lines().count(), &files(folder.path())), (1, before));
    assert!(!folder.path().join("clients").exists());
}

#[test]
fn new_client_becomes_a_member_of_its_workspace() {
    for (manifest, is_package, expected) in [
        (
            "# The workspace\n[workspace]\nmembers = [\n  \"a\", # first\n]\n\n[workspace.package]\nedition = '2021'\n",
            false,
            "# The workspace\n[workspace]\nmembers = [\n  \"clients/bookshelf\",\n  \"a\", # first\n]\n\n[workspace.package]\nedition = '2021'\n",
        ),
        (
            "[workspace]\nresolver = \"2\"\nmembers = [\"a\"]\nexclude = [\"clients\"]\n",
            false,
            "[workspace]\nresolver = \"2\"\nmembers = [\"a\"]\nexclude = [\"clients\"]\n",
        ),
        (
            "[package]\nname = \"root\" # kept\n\n[workspace]\n",
            true,
            "[package]\nname = \"root\" # kept\n\n[workspace]\nmembers = [\"clients/bookshelf\"]\n",
        ),
    ] {
        let folder = folder_with(&[("Cargo.toml", manifest), ("a/Cargo.toml", PACKAGE), ("a/src/lib.rs", "")]);
        if is_package {
            fs::create_dir(folder.path().join("src")).expect("should be made");
            fs::write(folder.path().join("src/lib.rs"), "").expect("should be written");
        }
        let mut before = files(folder.path());
        let done = new_client(&folder, "clients/bookshelf").succeeded();
        before.insert("Cargo.toml".to_owned(), expected.to_owned());
        assert_eq!(files_outside(&folder, "clients"), before);
        let root = workspace_of(&folder.path().join("clients/bookshelf"), folder.path());
        let is_member = manifest != expected;
        assert_eq!(root, Path::new(if is_member { "" } else { "clients/bookshelf" }), "{manifest}");
        assert_eq!(done.stdout.contains("clients/bookshelf was added to `members` in /"), is_member, "{done:?}");
    }
}

#[test]
fn new_does_not_change_a_workspace_whose_pattern_includes_the_client() {
    let manifest = "[workspace]\nmembers = ['clients/*', \"a\"]";
    let folder = folder_with(&[("Cargo.toml", manifest), ("a/Cargo.toml", PACKAGE), ("a/src/lib.rs", "")]);
    let before = files(folder.path());
    new_client(&folder, "clients/bookshelf").succeeded();
    assert_eq!(files_outside(&folder, "clients"), before);
    assert_eq!(workspace_of(&folder.path().join("clients/bookshelf"), folder.path()), Path::new(""));
}

#[test]
fn new_joins_the_nearest_workspace_that_does_not_exclude_the_client() {
    let inner = "[workspace]\nexclude = [\"clients\"]\n";
    for (excluded, changed) in [(inner, "Cargo.toml"), ("[workspace]\n", "inner/Cargo.toml")] {
        let outer = "[workspace]\nmembers = [\"a\", \"inner/clients\"]\nexclude = [\"inner\"]\n";
        let texts = [
            ("Cargo.toml", outer),
            ("inner/Cargo.toml", excluded),
            ("a/Cargo.toml", PACKAGE),
            ("a/src/lib.rs", ""),
            ("inner/clients/Cargo.toml", "[package]\nname = \"b\"\n"),
            ("inner/clients/src/lib.rs", ""),
        ];
        let folder = folder_with(&texts);
        let before = files(folder.path());
        new_client(&folder, "inner/clients/bookshelf").succeeded();
        let after = files_outside(&folder, "inner/clients/bookshelf");
        let differ: Vec<_> =
            after.iter().filter(|(path, text)| before[*path] != **text).map(|(path, _)| path).collect();
        assert_eq!(differ, [changed]);
    }
}

#[test]
fn failed_new_changes_nothing_in_the_workspace() {
    let twin = "[package]\nname = \"bookshelf\"\n";
    for (manifest, package, reason) in [
        ("[workspace]\nmembers = [\"a\"]\n", twin, "two packages named `bookshelf` in this workspace"),
        ("[workspace]\nmembers = [\"a\", \"gone\"]\n", PACKAGE, "failed to load manifest for workspace member"),
        ("[workspace]\nmembers = [\"*\"]\n", PACKAGE, "failed to load manifest for workspace member"),
        ("[workspace]\nmembers = \"a\"\n", PACKAGE, "`members` in it is not a list"),
    ] {
        let folder = folder_with(&[("Cargo.toml", manifest), ("a/Cargo.toml", package), ("a/src/lib.rs", "")]);
        let before = files(folder.path());
        assert_nothing_changed(&folder, &before, new_client(&folder, "clients/more/bookshelf"), reason);
    }
}

#[cfg(unix)]
#[test]
fn new_does_not_change_a_manifest_that_is_read_only_or_in_use() {
    let folder = folder_with(&[("Cargo.toml", "[workspace]\n")]);
    let before = files(folder.path());
    let used = fs::File::open(folder.path()).expect("should be opened");
    used.lock().expect("should be locked");
    assert_nothing_changed(&folder, &before, new_client(&folder, "clients/bookshelf"), "another task is running in");
    drop(used);
    let manifest = folder.path().join("Cargo.toml");
    let mut permissions = fs::metadata(&manifest).expect("should be there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&manifest, permissions).expect("should be set");
    assert_nothing_changed(&folder, &before, new_client(&folder, "clients/bookshelf"), "Cargo.toml is read-only");
}

fn init_repository(folder: &TempDir) {
    let init = Command::new("git").args(["init", "--quiet"]).current_dir(folder.path()).status();
    assert!(init.expect("should run").success());
}

#[test]
fn new_prints_the_workflow_for_a_client_inside_a_repository() {
    let folder = folder_with(&[("Cargo.toml", "[workspace]\n")]);
    init_repository(&folder);
    let done = new_client(&folder, "my clients/bookshelf").succeeded();
    assert!(!files(&folder.path().join("my clients")).keys().any(|path| path.contains(".github")), "{done:?}");
    let root = folder.path().canonicalize().expect("should be there");
    let mark = format!("as {}/.github/workflows/refresh-bookshelf.yml:\n\n", root.display());
    let (before, workflow) = done.stdout.split_once(&mark).expect("should be printed");
    assert!(before.contains("\n  git add . ../../Cargo.toml && git commit --message \"A client\"\n"), "{before}");
    assert!(!before.contains("git init"), "{before}");
    let workflow: Value = serde_saphyr::from_str(workflow).expect("should be YAML");
    let job = &workflow["jobs"]["refresh"];
    assert_eq!(job["defaults"]["run"]["working-directory"], "my clients/bookshelf");
    assert_eq!(job["steps"][4]["env"]["GH_TOKEN"], "${{ github.token }}");
    assert_eq!(workflow["concurrency"], "refresh-bookshelf");
}

#[test]
fn new_writes_the_workflow_of_a_client_that_no_repository_tracks() {
    for ignored in [None, Some("/clients/\n"), Some("*\n")] {
        let folder = folder_with(&[]);
        if let Some(ignored) = ignored {
            init_repository(&folder);
            fs::write(folder.path().join(".gitignore"), ignored).expect("should be written");
        }
        let done = new_client(&folder, "clients/bookshelf").succeeded();
        assert!(done.stdout.contains("\n  git init && git add . && git commit"), "{done:?}");
        let workflow = &files(&folder.path().join("clients/bookshelf"))[".github/workflows/refresh.yml"];
        assert!(workflow.contains("\n    timeout-minutes: 60\n    steps:\n"), "{workflow}");
    }
}
