//! Tests what remains if `new` is stopped while it writes, and what happens if it runs twice at the same time.
//!
//! A script replaces `rustfmt`, which `new` runs once it has written all files. The script blocks until the test lets
//! it continue.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
};

use tempfile::TempDir;

use crate::cargo_perennial::program::{BOOKSHELF, Done, cargo_perennial, command, files};

/// A temporary folder. It contains `clients`, the folder in which `new` runs, and beside it a fake `rustfmt` with the
/// two pipes that make it wait.
struct Scene(TempDir);

impl Scene {
    fn new() -> Self {
        let scene = Self(tempfile::tempdir().expect("should be made"));
        fs::create_dir(scene.folder()).expect("should be made");
        fs::create_dir(scene.path("bin")).expect("should be made");
        fs::write(scene.path("document"), BOOKSHELF).expect("should be written");
        let script = "#!/bin/sh\n: >\"$SCENE/started\"\nread -r line <\"$SCENE/go-on\"\n";
        fs::write(scene.path("bin/rustfmt"), script).expect("should be written");
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(scene.path("bin/rustfmt"), executable).expect("should be set");
        let pipes = Command::new("mkfifo").args(["started", "go-on"].map(|pipe| scene.path(pipe))).status();
        assert!(pipes.expect("should run").success());
        scene
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn folder(&self) -> PathBuf {
        self.path("clients")
    }

    /// Starts `new`, and returns once all files are written.
    fn start_until_written(&self, name: &str) -> Child {
        let path = std::env::var("PATH").expect("should be set");
        let path = format!("{}:{path}", self.path("bin").display());
        let mut new = command(&self.folder(), &["new", name, "--from", "../document"]);
        let new = new.env("PATH", path).env("SCENE", self.0.path()).stdout(Stdio::null()).spawn().expect("should run");
        // Reading from the pipe blocks until the script opens it for writing.
        assert_eq!(fs::read(self.path("started")).expect("should be read"), b"");
        new
    }

    /// Kills `new` once all files are written.
    fn kill_new(&self, name: &str) {
        let mut new = self.start_until_written(name);
        new.kill().expect("should be killed");
        wait_for(new);
        self.go_on();
    }

    /// Lets the script continue, and with it `new`.
    fn go_on(&self) {
        fs::write(self.path("go-on"), "\n").expect("should be written");
    }

    fn new_client(&self, name: &str) -> Done {
        cargo_perennial(&self.folder(), &["new", name, "--from", "../document"])
    }

    /// Returns the names of everything in the folder in which `new` runs, sorted.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder()).expect("should be read").map(|entry| entry.expect("should be read"));
        let mut names = Vec::from_iter(entries.map(|entry| entry.file_name().to_string_lossy().into_owned()));
        names.sort();
        names
    }

    /// Returns the files that git would add from the folder in which `new` runs.
    fn added(&self) -> String {
        for arguments in [&["init", "--quiet"][..], &["add", "."]] {
            assert!(git(&self.folder(), arguments).status.success());
        }
        String::from_utf8(git(&self.folder(), &["ls-files"]).stdout).expect("should be UTF-8")
    }
}

fn git(folder: &Path, arguments: &[&str]) -> std::process::Output {
    Command::new("git").args(arguments).current_dir(folder).output().expect("should run")
}

fn wait_for(mut new: Child) -> ExitStatus {
    new.wait().expect("should end")
}

#[test]
fn new_removes_leftovers_of_a_killed_run_which_git_ignores() {
    let scene = Scene::new();
    scene.kill_new("first");
    let left = scene.names();
    assert!(left.len() == 1 && left[0].starts_with(".new-"), "{left:?}");
    assert_eq!(scene.added(), "");
    fs::remove_dir_all(scene.folder().join(".git")).expect("should be removed");

    let done = scene.new_client("second");
    assert_eq!((done.code, scene.names()), (Some(0), vec!["second".to_owned()]), "{done:?}");
}

#[test]
fn workspace_can_be_built_after_new_was_killed() {
    let scene = Scene::new();
    let member = scene.folder().join("a");
    fs::create_dir_all(member.join("src")).expect("should be made");
    fs::write(member.join("src/lib.rs"), "").expect("should be written");
    fs::write(member.join("Cargo.toml"), "[package]\nname = \"a\"\n").expect("should be written");
    fs::write(scene.path("Cargo.toml"), "[workspace]\nmembers = [\"clients/*\"]\n").expect("should be written");
    scene.kill_new("first");
    let metadata = ["metadata", "--no-deps", "--format-version", "1"];
    let built = Command::new(env!("CARGO")).args(metadata).current_dir(scene.folder()).output().expect("should run");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
}

#[test]
fn new_does_not_touch_the_files_of_a_concurrent_run() {
    let scene = Scene::new();
    let running = scene.start_until_written("first");
    let second = scene.new_client("second");
    assert_eq!(second.code, Some(0), "{second:?}");
    let names = scene.names();
    assert!(names.len() == 2 && names[0].starts_with(".new-"), "{names:?}");
    scene.go_on();
    assert!(wait_for(running).success());
    assert_eq!(scene.names(), ["first", "second"]);
    let [first, second] = ["first", "second"].map(|name| files(&scene.folder().join(name)));
    assert!(first.keys().eq(second.keys()), "{first:?}");
}

#[test]
fn new_does_not_remove_folders_that_it_has_not_created() {
    let scene = Scene::new();
    scene.kill_new("first");
    let mark = fs::read_to_string(scene.folder().join(&scene.names()[0]).join(".gitignore")).expect("should be there");
    let make = |name: &str, ignored: &str| {
        fs::create_dir(scene.folder().join(name)).expect("should be made");
        fs::write(scene.folder().join(name).join(".gitignore"), ignored).expect("should be written");
    };
    make(".new-ideas", "*\n");
    make("new-123456", &mark);
    fs::create_dir(scene.folder().join(".new-empty")).expect("should be made");
    fs::write(scene.folder().join(".new-file"), &mark).expect("should be written");
    fs::create_dir(scene.path("elsewhere")).expect("should be made");
    fs::write(scene.path("elsewhere/.gitignore"), &mark).expect("should be written");
    std::os::unix::fs::symlink(scene.path("elsewhere"), scene.folder().join(".new-link")).expect("should be made");
    assert_eq!(scene.new_client("second").code, Some(0));
    let remaining = [".new-empty", ".new-file", ".new-ideas", ".new-link", "new-123456", "second"];
    assert_eq!(scene.names(), remaining);
    assert!(scene.path("elsewhere/.gitignore").exists());
}
