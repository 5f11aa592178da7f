//! A small repository with three packages that are released together.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;

const FILES: [(&str, &str); 9] = [
    (
        "Cargo.toml",
        "[workspace]\nmembers = [\"crates/*\"]\n\n[workspace.dependencies]\n\
         runtime = { version = \"0.1.0\", path = \"crates/runtime\" } # by caret\n\n\
         [package]\nname = \"a-client\"\nversion = '0.1.0'  # of all\nedition = \"2024\"\n\n\
         [dependencies]\nruntime.workspace = true\n\n\
         [build-dependencies]\nperennial-codegen = { path = \"crates/perennial-codegen\", version = \"0.1.0\" }\n",
    ),
    ("src/lib.rs", ""),
    ("crates/runtime/Cargo.toml", "[package]\nname = \"runtime\"\nversion = \"0.1.0\"\nedition = \"2024\"\n"),
    ("crates/runtime/src/lib.rs", ""),
    (
        "crates/perennial-codegen/Cargo.toml",
        "[package]\nname = \"perennial-codegen\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nruntime.workspace = true\n",
    ),
    ("crates/perennial-codegen/src/lib.rs", ""),
    (
        "crates/fixture/Cargo.toml",
        "[package]\nname = \"fixture\"\nversion = \"0.1.0\"\nedition = \"2024\"\npublish = false\n",
    ),
    ("crates/fixture/src/lib.rs", ""),
    (".gitignore", "/target\n"),
];

/// With what a release changes in it, below a heading of its own.
pub const CHANGELOG: &str = "# Changelog\n\n## Unreleased\n\n- One thing.\n";

pub struct Repository(TempDir);

impl Repository {
    /// With a document that has these operations, at version 0.1.0, and something to release.
    pub fn with(operations: &[&str]) -> Self {
        let repository = Self(tempfile::tempdir().expect("should be made"));
        FILES.iter().for_each(|(name, text)| repository.write(name, text));
        repository.write("CHANGELOG.md", CHANGELOG);
        repository.serve(operations);
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["generate-lockfile", "--offline"]).current_dir(repository.path());
        assert!(cargo.output().expect("should run").status.success());
        repository.git(&["init", "--quiet"]);
        repository.commit("Begin");
        repository
    }

    /// As after the release of 0.1.0, with something to release.
    pub fn released(operations: &[&str]) -> Self {
        let repository = Self::with(operations);
        repository.git(&["tag", "v0.1.0"]);
        repository
    }

    /// Has another document with what follows from it.
    pub fn serve(&self, operations: &[&str]) {
        let paths = operations.iter().map(|name| {
            let responses = serde_json::json!({ "204": { "description": "" } });
            let operation = serde_json::json!({ "get": { "operationId": name, "responses": responses } });
            (format!("/{name}"), operation)
        });
        let paths: serde_json::Map<_, _> = paths.collect();
        let info = serde_json::json!({ "title": "An API", "version": "v1" });
        let document = serde_json::json!({ "openapi": "3.0.0", "info": info, "paths": paths });
        self.write("openapi.json", &document.to_string());
        let changelog = self.text("CHANGELOG.md");
        let done = self.run("public-api", &["--accept-breaking"]);
        assert_eq!(done.code, Some(0), "{done:?}");
        self.write("CHANGELOG.md", &changelog);
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
        fs::write(path, text).expect("should be written");
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect("should be there")
    }

    /// Commits all that there is.
    pub fn commit(&self, message: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", message]);
    }

    /// Runs git with none of the settings of this machine, and returns what it prints.
    pub fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        git.args(arguments).current_dir(self.path());
        let done = Done::from(isolated(&mut git).output().expect("git should run"));
        assert_eq!(done.code, Some(0), "{arguments:?}: {done:?}");
        done.stdout
    }

    /// What git has, and where the working tree differs from it.
    pub fn state(&self) -> [String; 2] {
        [self.git(&["log", "--format=%H %s"]), self.git(&["status", "--porcelain"])]
    }

    /// Runs the task.
    pub fn release(&self, arguments: &[&str]) -> Done {
        self.run("release", arguments)
    }

    /// Checks that the task refuses, for this reason, and leaves everything as it was.
    pub fn refuses(&self, arguments: &[&str], reason: &str) {
        let before = self.state();
        let done = self.release(arguments);
        assert!(done.code == Some(1) && done.stderr.contains(reason), "{done:?}");
        assert_eq!((self.state(), done.stdout.as_str()), (before, ""));
    }

    fn run(&self, task: &str, arguments: &[&str]) -> Done {
        Done::from(isolated(&mut self.command(task, arguments)).output().expect("should run"))
    }

    fn command(&self, task: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tasks"));
        command.arg(task).args(arguments).env("CARGO_MANIFEST_DIR", self.path()).stdin(Stdio::null());
        command.env("CARGO_TARGET_DIR", self.path().join("target"));
        command
    }

    /// Runs the task where git does not know who commits.
    pub fn release_by_nobody(&self) -> Done {
        let mut command = self.command("release", &[]);
        isolated(&mut command).env("GIT_CONFIG_COUNT", "1");
        command.env("GIT_CONFIG_KEY_0", "user.useConfigOnly").env("GIT_CONFIG_VALUE_0", "true");
        for name in ["AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL"] {
            command.env_remove(format!("GIT_{name}"));
        }
        Done::from(command.env_remove("EMAIL").output().expect("should run"))
    }
}

fn isolated(command: &mut Command) -> &mut Command {
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(name);
    }
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "a").env(format!("GIT_{who}_EMAIL"), "a@b.example");
    }
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1")
}

/// What a program did.
#[derive(Debug)]
pub struct Done {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Done {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("should be UTF-8");
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}
