//! A copy of this repository in which a test refreshes the vendored document.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use loopback::Server;
use serde_json::Value;
use tempfile::TempDir;

const PACKAGE: &str = "monitoring-service";

pub struct Tree(TempDir);

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("should have a parent")
}

/// Returns the paths of this repository's files, relative to its root.
pub fn files() -> Vec<PathBuf> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(root());
    let output = git.output().expect("git should run");
    assert!(output.status.success(), "{output:?}");
    let names = String::from_utf8(output.stdout).expect("should be UTF-8");
    names.split_terminator('\0').map(PathBuf::from).filter(|path| root().join(path).is_file()).collect()
}

impl Tree {
    pub fn copy_of_this_repository() -> Self {
        let folder = tempfile::tempdir().expect("should be made");
        for path in files() {
            let target = folder.path().join(&path);
            fs::create_dir_all(target.parent().expect("should have one")).expect("should be made");
            fs::copy(root().join(&path), target).expect("should be copied");
        }
        Self(folder)
    }

    pub fn document(&self) -> Value {
        let text = fs::read_to_string(self.0.path().join("openapi.json")).expect("should be there");
        serde_json::from_str(&text).expect("should be JSON")
    }

    /// Refreshes the vendored document from `server`, and returns the report.
    pub fn update(&self, server: &Server) -> Value {
        let output = self.xtask(&["update-spec", "--report", "json", "--base-url", server.url()]);
        assert!(output.status.success(), "{}", lossy_text(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("should be JSON")
    }

    /// Checks that the files that are generated from the vendored document are up to date.
    pub fn expect_current(&self) {
        let output = self.xtask(&["public-api", "--check"]);
        assert!(output.status.success(), "{}", lossy_text(&output.stderr));
    }

    pub fn expect_success(&self, arguments: &[&str]) {
        let output = self.cargo(arguments);
        assert!(output.status.success(), "{}{}", lossy_text(&output.stdout), lossy_text(&output.stderr));
    }

    /// Compiles the examples, and returns the file and line of each error.
    pub fn failing_lines_of_examples(&self) -> BTreeSet<(String, usize)> {
        let packages = ["--package=example-*", "--all-targets", "--keep-going", "--message-format=short"];
        let output = self.cargo(&[&["check"], &packages[..]].concat());
        // The line of an error begins with `examples/a/src/main.rs:7:9: error[E0599]: no method`. In the tests of the
        // examples, the path is `examples/tests/src/../../a/src/main.rs`.
        let place = |line: &str| {
            let mut parts = line.split_once(": error")?.0.splitn(3, ':');
            let file = parts.next()?.replace("examples/tests/src/../../", "examples/");
            Some((file, parts.next()?.parse().ok()?))
        };
        lossy_text(&output.stderr).lines().filter_map(place).collect()
    }

    /// Runs the samples of the documentation, and returns the source of each failing sample. The source is in the
    /// comment above a sample, for example `examples/a/src/main.rs`. Without a comment, it is the text of the line
    /// above the sample.
    pub fn sources_of_failing_samples(&self) -> BTreeSet<String> {
        let output = self.cargo(&["test", "--doc", "--no-fail-fast"]);
        // The list at the end of the output contains lines such as `    src/../README.md - (line 70)`.
        let source = |line: &str| {
            let (file, rest) = line.strip_prefix("    ")?.split_once(" - ")?;
            let fence: usize = rest.rsplit_once("(line ")?.1.strip_suffix(')')?.parse().ok()?;
            let text = fs::read_to_string(self.0.path().join(file)).ok()?;
            let above = text.lines().nth(fence.checked_sub(2)?)?.trim_start_matches("<!-- ").trim_end_matches(" -->");
            Some(above.split(':').next()?.to_owned())
        };
        lossy_text(&output.stdout).lines().filter_map(source).collect()
    }

    fn xtask(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.args(arguments).env("CARGO_MANIFEST_DIR", self.0.path());
        self.with_built_dependencies(&mut command).output().expect("should run")
    }

    /// Runs cargo in the copy, for the package of the client. Separate profile settings keep cargo from reusing what it
    /// built for the original, or for `update-spec`.
    fn cargo(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO"));
        command.args(arguments).args(["--package", PACKAGE]);
        command.arg(format!("--config=profile.dev.package.{PACKAGE}.codegen-units=253"));
        self.with_built_dependencies(&mut command).output().expect("should run")
    }

    /// Makes `command` run in the copy, with the target folder of this repository, so that dependencies are not built
    /// again.
    fn with_built_dependencies<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        let built = PathBuf::from(env!("CARGO_BIN_EXE_xtask")).ancestors().nth(2).map(Path::to_owned);
        command.current_dir(self.0.path()).env("CARGO_TERM_COLOR", "never");
        command.env("CARGO_TARGET_DIR", built.expect("should be in a target folder"))
    }
}

fn lossy_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
