//! Compiles small crates for tests with rustc alone, against libraries that cargo has built for these tests.
//!
//! A crate is type-checked and borrow-checked, but no machine code is generated. This takes one second, compared with
//! ten for a build with cargo, and leaves nothing in the target folder.

#![forbid(unsafe_code)]
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

use serde_json::Value;
use tempfile::TempDir;

// Because of this dependency, cargo builds the runtime before the tests of every package that uses this crate.
use perennial as _;

/// Compiles crates that use the runtime and each other, in a temporary folder.
#[derive(Debug)]
pub struct Compiler {
    folder: TempDir,
    /// The libraries that later crates can use, as arguments of `--extern`.
    dependencies: Vec<String>,
}

/// A message from rustc about the source of a crate.
#[derive(Debug)]
pub struct Message {
    /// `error` or `warning`.
    pub level: String,
    /// The code of an error, or the name of a lint. It is empty if the message has neither.
    pub code: String,
    /// The lines of the compiled file that the message is about, counted from 1.
    pub lines: Vec<usize>,
    /// The text as rustc shows it.
    pub rendered: String,
    /// Whether the message is about a line of a different file, such as an included file.
    pub is_elsewhere: bool,
}

impl Message {
    /// Whether the message is an error, so that the crate does not compile.
    pub fn is_error(&self) -> bool {
        self.level == "error"
    }
}

/// A crate to compile.
#[derive(Debug)]
pub struct Crate<'a> {
    /// The name that other crates use for this crate.
    pub name: &'a str,
    /// The source code of the root module.
    pub source: &'a str,
    /// The enabled features.
    pub features: &'a [&'a str],
}

impl Compiler {
    /// Creates a compiler for crates that use the runtime: its most recent build with the features `mock` and
    /// `rate-limit`.
    ///
    /// # Panics
    ///
    /// Panics if the folder of the running test contains no such build of the runtime.
    #[expect(clippy::new_without_default, reason = "it takes what is built, and may panic")]
    #[must_use]
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder should be created");
        let mut compiler = Self { folder, dependencies: Vec::new() };
        compiler.add_built("perennial", "pub use perennial::{bytes, httpmock, mock::Mock, rate_limit::FileStore};");
        compiler
    }

    /// Makes the library `name` of this workspace available to crates that are compiled later. `probe` is code that has
    /// to compile with the library. If several builds of the library qualify, the most recent one is used.
    ///
    /// A build of outdated code is never used, because cargo has built the current code for this test since.
    ///
    /// # Panics
    ///
    /// Panics if the folder of the running test contains no build with which `probe` compiles.
    pub fn add_built(&mut self, name: &str, probe: &str) {
        let folder = libraries_folder();
        let prefix = format!("lib{name}-");
        let entries = fs::read_dir(&folder).expect("the folder of built libraries should be readable");
        let mut candidates: Vec<(SystemTime, PathBuf)> = entries
            .flatten()
            .filter(|entry| {
                let file = entry.file_name();
                file.to_str().is_some_and(|file| file.starts_with(&prefix) && file.ends_with(".rlib"))
            })
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        candidates.sort();
        for (_, path) in candidates.iter().rev() {
            self.dependencies.push(format!("{name}={}", path.display()));
            let probe = Crate { name: "probe", source: probe, features: &[] };
            if self.check(&probe).iter().all(|message| !message.is_error()) {
                return;
            }
            self.dependencies.pop();
        }
        panic!("{} has no library {name} with which the probe compiles", folder.display());
    }

    /// Writes a file that a crate can include by its path, or by `concat!(env!("OUT_DIR"), "/<name>")`.
    ///
    /// # Panics
    ///
    /// Panics if the file cannot be written.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::write(path, text).expect("a file in a temporary folder should be writable");
    }

    /// Writes the files that the build script of a client writes. `code` is the generated code.
    ///
    /// # Panics
    ///
    /// Panics if a file cannot be written.
    pub fn write_client(&self, code: &str) {
        self.write("client.rs", code);
        self.write("generated.rs", "#[path = \"client.rs\"]\nmod generated;\n");
    }

    /// Compiles a library that later crates can use, and returns rustc's messages. If one of the messages is an
    /// error, the library does not exist.
    ///
    /// # Panics
    ///
    /// Panics if rustc cannot be run, or fails without a message.
    pub fn library(&mut self, library: &Crate<'_>) -> Vec<Message> {
        let messages = self.check(library);
        let path = self.folder.path().join(format!("lib{}.rmeta", library.name));
        self.dependencies.push(format!("{}={}", library.name, path.display()));
        messages
    }

    /// Compiles a crate against the libraries that were added so far, and returns rustc's messages.
    ///
    /// # Panics
    ///
    /// Panics if rustc cannot be run, or fails without a message.
    pub fn check(&self, checked: &Crate<'_>) -> Vec<Message> {
        self.compile(checked, "lib")
    }

    /// Same as [`check`](Self::check), but for a program, which has a function `main`.
    ///
    /// # Panics
    ///
    /// Panics if rustc cannot be run, or fails without a message.
    pub fn check_program(&self, program: &Crate<'_>) -> Vec<Message> {
        self.compile(program, "bin")
    }

    fn compile(&self, Crate { name, source, features }: &Crate<'_>, crate_type: &str) -> Vec<Message> {
        let folder = self.folder.path();
        let file = format!("{name}.rs");
        fs::write(folder.join(&file), source).expect("a file in a temporary folder should be writable");
        let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        command.args(["--edition", "2024", "--crate-type", crate_type, "--emit", "metadata"]);
        command.args(["--error-format", "json", "--crate-name", name, &file]).arg("--out-dir").arg(folder);
        command.arg("-L").arg(format!("dependency={}", libraries_folder().display()));
        command.arg("-L").arg(format!("dependency={}", folder.display()));
        for dependency in &self.dependencies {
            command.args(["--extern", dependency]);
        }
        for feature in *features {
            command.args(["--cfg", &format!("feature={feature:?}")]);
        }
        // In a normal build, cargo sets these variables.
        command.env("CARGO_PKG_NAME", name).env("CARGO_PKG_VERSION", "0.0.0").env("OUT_DIR", folder);
        let output = command.current_dir(folder).output().expect("rustc should run");
        let text = String::from_utf8_lossy(&output.stderr);
        let messages: Vec<Message> = text.lines().filter_map(|line| parse_message(line, &file)).collect();
        let fails = messages.iter().any(Message::is_error);
        assert_eq!(output.status.success(), !fails, "{text}");
        messages
    }
}

/// Returns the folder in which cargo builds libraries. The running test is in the same folder.
fn libraries_folder() -> PathBuf {
    let program = env::current_exe().expect("the path of the running program should be known");
    program.parent().map(Path::to_owned).expect("the running program should be in a folder")
}

/// Parses a line that rustc printed while it compiled `file`. Returns `None` unless the line is an error or a warning
/// about the source.
fn parse_message(line: &str, file: &str) -> Option<Message> {
    let message: Value = serde_json::from_str(line).expect("rustc should print JSON");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let level = text(&message["level"]);
    let spans: Vec<&Value> =
        message["spans"].as_array().into_iter().flatten().filter(|span| span["is_primary"] == true).collect();
    let is_summary = spans.is_empty() && text(&message["message"]).starts_with("aborting due to");
    if !["error", "warning"].contains(&level.as_str()) || is_summary {
        return None;
    }
    let line = |span: &&Value| span["line_start"].as_u64().and_then(|line| usize::try_from(line).ok());
    let (here, elsewhere): (Vec<&Value>, Vec<&Value>) = spans.into_iter().partition(|span| span["file_name"] == file);
    Some(Message {
        level,
        code: text(&message["code"]["code"]),
        lines: here.iter().filter_map(line).collect(),
        rendered: text(&message["rendered"]),
        is_elsewhere: !elsewhere.is_empty(),
    })
}
