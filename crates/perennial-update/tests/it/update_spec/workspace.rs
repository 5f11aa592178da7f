use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use loopback::Server;
use serde_json::{Value, json};
use tempfile::TempDir;

pub use crate::done::Done;

/// The manifest of a client. Its build dependency on the generator identifies it as one.
const MANIFEST: &str = r#"[workspace]
[package]
name = "scratch"
version = "0.1.0"
edition = "2024"
[build-dependencies]
perennial-codegen = { path = "crates/perennial-codegen" }
"#;
/// The manifest of the generator, which does nothing here.
const GENERATOR: &str = r#"[package]
name = "perennial-codegen"
version = "0.1.0"
edition = "2024"
"#;

pub struct Workspace(TempDir);

impl Workspace {
    pub fn with_files(document: &Value, files: &[(&str, &str)]) -> Self {
        let workspace = Self::with_document(document);
        for (name, text) in files {
            let path = workspace.path().join(name);
            fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
            fs::write(path, text).expect("should be written");
        }
        workspace
    }

    pub fn with_document(document: &Value) -> Self {
        Self::with_text(&document.to_string())
    }

    pub fn with_text(document: &str) -> Self {
        let workspace = Self::empty();
        fs::write(workspace.document_path(), document).expect("should be written");
        workspace
    }

    pub fn empty() -> Self {
        let folder = tempfile::tempdir().expect("should be made");
        for (package, manifest) in [("", MANIFEST), ("crates/perennial-codegen", GENERATOR)] {
            let package = folder.path().join(package);
            fs::create_dir_all(package.join("src")).expect("should be made");
            fs::write(package.join("src/lib.rs"), "").expect("should be written");
            fs::write(package.join("Cargo.toml"), manifest).expect("should be written");
        }
        Self(folder)
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn report_line(&self) -> String {
        format!("Workspace: {}\n", self.path().display())
    }

    pub fn document_path(&self) -> PathBuf {
        self.path().join("openapi.json")
    }

    pub fn read_document(&self) -> String {
        fs::read_to_string(self.document_path()).expect("should be there")
    }

    /// Runs the task `public-api`, which writes `public-api.txt` and `pregenerated/client.rs`.
    pub fn with_public_api(self) -> Self {
        self.run_public_api(&[]).succeeded();
        self
    }

    pub fn read_public_api(&self) -> Option<String> {
        fs::read_to_string(self.path().join("public-api.txt")).ok()
    }

    pub fn read_pregenerated(&self) -> Option<String> {
        fs::read_to_string(self.path().join("pregenerated/client.rs")).ok()
    }

    pub fn run_public_api(&self, arguments: &[&str]) -> Done {
        Done::run(&mut self.task_command("public-api", arguments))
    }

    pub fn run_samples(&self, arguments: &[&str]) -> Done {
        Done::run(&mut self.task_command("samples", arguments))
    }

    pub fn run_drop_former_names(&self, arguments: &[&str]) -> Done {
        Done::run(&mut self.task_command("drop-former-names", arguments))
    }

    pub fn run_diff(&self, arguments: &[&str]) -> Done {
        Done::run(self.task_command("diff", arguments).current_dir(self.path()))
    }

    /// Creates a command for the task `update`, whose arguments have to specify the document.
    pub fn update_command(&self, arguments: &[&str]) -> Command {
        self.task_command("update-spec", arguments)
    }

    /// Runs an update to the document on `server`. `script` replaces the cargo that verifies the document.
    #[cfg(unix)]
    pub fn update_with_script(&self, script: &str, server: &Server, arguments: &[&str]) -> Done {
        Done::run(&mut self.update_command_with_script(script, server, arguments))
    }

    #[cfg(unix)]
    pub fn update_command_with_script(&self, script: &str, server: &Server, arguments: &[&str]) -> Command {
        let mut task = self.update_command(&[&["--base-url", server.url()], arguments].concat());
        let cargo = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/update_spec/cargo.sh");
        task.env("CARGO", cargo).env("REAL_CARGO", env!("CARGO")).env("VERIFICATION", script);
        task
    }

    pub fn task_command(&self, task: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tasks"));
        command.arg(task).args(arguments).env("CARGO_MANIFEST_DIR", self.path());
        command.env("CARGO_TARGET_DIR", self.path().join("target")).env_remove("MONITORING_SERVICE_URL");
        command.stdin(Stdio::null());
        command
    }

    /// Runs an update to the document on `server`, without compiling it.
    pub fn update_from(&self, server: &Server, arguments: &[&str]) -> Done {
        self.run_update(&[&["--base-url", server.url(), "--no-verify"], arguments].concat())
    }

    pub fn run_update(&self, arguments: &[&str]) -> Done {
        Done::run(&mut self.update_command(arguments))
    }
}

/// Checks that `output` contains no invisible characters, and none that move the cursor or change the direction of
/// text. Also checks that no line could be a command to a CI runner.
pub fn assert_no_forgery(output: &str) {
    for line in output.lines() {
        let is_shown = |c: char| !c.is_control() && c.escape_debug().all(|c| c != 'u') || c == 'u';
        assert!(line.chars().all(is_shown), "{line:?}");
        assert!(!line.trim_start().starts_with("::") && !line.contains("##["), "{line:?}");
        assert!(!line.starts_with("cargo::") && !line.starts_with("cargo:"), "{line:?}");
    }
}

/// Returns a document with the operation `GET /name` for each of the `names`.
pub fn document(names: &[&str]) -> Value {
    let operation = |name: &str| json!({ "get": { "operationId": format!("get{name}"), "responses": { "204": { "description": "" } } } });
    let paths: serde_json::Map<String, Value> =
        names.iter().map(|name| (format!("/{name}"), operation(name))).collect();
    json!({ "openapi": "3.0.0", "info": { "title": "An API", "version": "v1" }, "paths": paths })
}
