//! Tests which files are copied when an update compiles a new document in a copy of the workspace.
#![cfg(unix)]

use std::{
    ffi::OsStr,
    fs,
    os::unix::{ffi::OsStrExt as _, fs::symlink},
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

use crate::update_spec::{
    repository::{self, git},
    server::serve,
    workspace::{Done, Workspace, document},
};

const ALWAYS: [&str; 6] = [
    "Cargo.toml",
    "crates/perennial-codegen/Cargo.toml",
    "crates/perennial-codegen/src/lib.rs",
    "names.json",
    "openapi.json",
    "src/lib.rs",
];

/// Creates a workspace in a git repository, with `files` in addition to the files that every test needs. `ignored` is
/// the text of its `.gitignore`.
fn workspace(ignored: &str, files: &[&str]) -> Workspace {
    let workspace = Workspace::with_document(&document(&["a"]));
    write(workspace.path(), ".gitignore", ignored);
    files.iter().for_each(|path| write(workspace.path(), path, "text"));
    repository::init(workspace.path());
    workspace
}

fn write(folder: &Path, path: impl AsRef<Path>, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
    fs::write(path, text).expect("should be written");
}

/// Runs an update, and returns the files in the copy in which it verified the document.
fn copied_files(workspace: &Workspace, variables: &[(&str, &OsStr)]) -> Vec<PathBuf> {
    let server = serve(&document(&["a", "b"]));
    let mut update = workspace.update_command_with_script("true", &server, &["--dry-run"]);
    Done::from(update.envs(variables.iter().copied()).output().expect("should run")).succeeded();
    let copy = workspace.path().join("target/update-spec");
    let entries = WalkDir::new(&copy).sort_by_file_name().into_iter().map(|entry| entry.expect("should be read"));
    let files = entries.filter(|entry| !entry.file_type().is_dir());
    files.map(|file| file.path().strip_prefix(&copy).expect("is in it").to_owned()).collect()
}

/// Checks that the copy contains the files in `more` in addition to the files of each workspace.
fn assert_copied(workspace: &Workspace, more: &[&str]) {
    let mut expected: Vec<PathBuf> =
        ALWAYS.into_iter().chain([".gitignore"]).chain(more.iter().copied()).map(PathBuf::from).collect();
    expected.sort();
    let mut copied = copied_files(workspace, &[]);
    copied.sort();
    assert_eq!(copied, expected);
}

#[test]
fn verification_copy_contains_tracked_and_unignored_files() {
    let workspace =
        workspace("/data/\n*.log\n", &["data/large", "x.log", "src/new.rs", ".sqlx/query.json", "data/kept", "gone"]);
    git(workspace.path(), &["add", "--force", "data/kept", "gone", "src/lib.rs"]);
    fs::remove_file(workspace.path().join("gone")).expect("should be removed");
    assert_copied(&workspace, &["src/new.rs", ".sqlx/query.json", "data/kept"]);
}

#[test]
fn verification_copy_contains_ignored_files_that_cargo_needs() {
    let workspace = workspace(
        "Cargo.lock\n.cargo\nopenapi.json\nCargo.toml\n/crates\n*.log\n",
        &[".cargo/config.toml", ".cargo/registry/CACHEDIR.TAG", ".cargo/registry/x"],
    );
    write(workspace.path(), ".cargo/config.toml", "");
    write(workspace.path(), "Cargo.lock", "version = 4\n");
    assert_copied(&workspace, &[".cargo/config.toml", "Cargo.lock"]);
}

#[test]
fn verification_copy_has_all_files_of_a_package_that_git_ignores() {
    let workspace = workspace("/crates\n*.log\n", &["x.log", "crates/perennial-codegen/x.log"]);
    assert_copied(&workspace, &["crates/perennial-codegen/x.log"]);
}

#[test]
fn verification_copy_applies_ignore_rules_of_a_surrounding_repository() {
    let workspace = workspace("", &["data/large"]);
    fs::remove_dir_all(workspace.path().join(".git")).expect("should be removed");
    let around = tempfile::tempdir().expect("should be made");
    write(around.path(), ".gitignore", "data\n");
    write(around.path(), "beside", "");
    repository::init(around.path());
    let moved = around.path().join("workspace");
    fs::rename(workspace.path(), &moved).expect("should be moved");
    symlink(&moved, workspace.path()).expect("should be made");
    assert_copied(&workspace, &[]);
    // A surrounding repository that ignores the whole workspace has no effect.
    write(around.path(), ".gitignore", "*\n");
    assert_copied(&workspace, &["data/large"]);
    fs::remove_file(workspace.path()).expect("should be removed");
    fs::rename(&moved, workspace.path()).expect("should be moved back");
}

#[test]
fn verification_copy_applies_ignore_rules_of_nested_repositories() {
    let workspace = workspace("", &["other/kept", "other/x.log"]);
    let submodule = workspace.path().join("submodule");
    for folder in [&submodule, &workspace.path().join("other")] {
        write(folder, ".gitignore", "*.log\n");
        write(folder, "src/x.rs", "");
        write(folder, "x.log", "");
        repository::init(folder);
        git(folder, &["add", "."]);
        git(folder, &["commit", "--quiet", "--message", "x"]);
    }
    // This stages the submodule, as `git submodule add` would.
    git(workspace.path(), &["add", "submodule"]);
    write(&submodule, "new.rs", "");
    assert_copied(
        &workspace,
        &[
            "other/.gitignore",
            "other/kept",
            "other/src/x.rs",
            "submodule/.gitignore",
            "submodule/new.rs",
            "submodule/src/x.rs",
        ],
    );
}

#[test]
fn verification_copy_contains_files_with_unusual_names() {
    let workspace = workspace("", &["a\nb", "\"ü\t", "-x", "text"]);
    let not_utf8 = OsStr::from_bytes(b"\xff.rs");
    write(workspace.path(), not_utf8, "");
    symlink("text", workspace.path().join("link")).expect("should be made");
    symlink("nowhere", workspace.path().join("dangling")).expect("should be made");
    symlink("src", workspace.path().join("folder")).expect("should be made");
    git(workspace.path(), &["add", "."]);
    let copied = copied_files(&workspace, &[]);
    for name in ["a\nb", "\"ü\t", "-x", "link"].map(OsStr::new).into_iter().chain([not_utf8]) {
        assert!(copied.contains(&name.into()), "{name:?}: {copied:?}");
    }
    assert!(!copied.iter().any(|path| path.starts_with("folder") || path.starts_with("dangling")), "{copied:?}");
    let link = workspace.path().join("target/update-spec/link");
    assert!(!link.is_symlink() && fs::read_to_string(link).expect("should be there") == "text");
}

#[test]
fn if_git_is_unusable_only_hidden_and_cache_folders_are_omitted() {
    let workspace = workspace(
        "/data/\n",
        &["data/large", ".hidden/x", ".env", "src/.hidden/x", ".cargo/config.toml", "built/CACHEDIR.TAG", "built/x"],
    );
    write(workspace.path(), ".cargo/config.toml", "");
    let expected = ["data/large", ".env", ".cargo/config.toml"];
    // git refuses to read this repository, just as it refuses to read repositories of other users.
    let config = workspace.path().join(".git/config");
    let valid = fs::read_to_string(&config).expect("should be there");
    fs::write(&config, "[core").expect("should be written");
    assert_copied(&workspace, &expected);
    fs::write(&config, valid).expect("should be written");
    assert_copied(&workspace, &[&expected[1..], &[".hidden/x", "src/.hidden/x"]].concat());
    fs::remove_dir_all(workspace.path().join(".git")).expect("should be removed");
    assert_copied(&workspace, &expected);
}

#[test]
fn environment_of_a_git_hook_does_not_change_which_files_are_copied() {
    let workspace = workspace("*.log\n", &["x.log"]);
    let other = tempfile::tempdir().expect("should be made");
    repository::init(other.path());
    let folder = other.path().join(".git");
    let index = folder.join("index");
    let expected = copied_files(&workspace, &[]);
    let variables = [("GIT_DIR", &folder), ("GIT_INDEX_FILE", &index), ("GIT_WORK_TREE", &folder)];
    assert_eq!(copied_files(&workspace, &variables.map(|(name, value)| (name, value.as_os_str()))), expected);
    assert!(!expected.contains(&"x.log".into()) && expected.contains(&"src/lib.rs".into()), "{expected:?}");
}
