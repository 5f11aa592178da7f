//! Tests the build script. It runs as a separate process in a temporary folder.

use std::{env, fs, path::Path, process::Command};

const DOCUMENT: &str =
    r#"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "a", "responses": {} } } } }"#;

#[test]
#[ignore = "is the build script, which the other tests run"]
fn helper_process_runs_the_build_script() {
    let _ = perennial_codegen::build();
}

fn run_build_script(folder: &Path) -> String {
    let mut command = Command::new(env::current_exe().expect("should be known"));
    command.args(["--exact", "build_script::helper_process_runs_the_build_script", "--ignored", "--nocapture"]);
    let output = command.current_dir(folder).env("OUT_DIR", folder).output().expect("should run");
    String::from_utf8(output.stdout).expect("should be UTF-8")
}

#[test]
fn generates_a_client_from_a_document_without_recorded_names() {
    let folder = tempfile::tempdir().expect("should be made");
    fs::write(folder.path().join("openapi.json"), DOCUMENT).expect("should be written");
    let text = run_build_script(folder.path());
    let client = fs::read_to_string(folder.path().join("client.rs")).unwrap_or_default();
    assert!(client.contains("pub fn a(&self) -> builder::A {"), "{text}");
    let module = fs::read_to_string(folder.path().join("generated.rs")).unwrap_or_default();
    assert_eq!(module, "#[path = \"client.rs\"]\nmod generated;\n");
    let instructions: Vec<&str> = text.lines().filter(|line| line.starts_with("cargo::")).collect();
    let files = ["openapi.json", "names.json", "build.rs"];
    assert_eq!(instructions, files.map(|file| format!("cargo::rerun-if-changed={file}")));
}

#[test]
fn reports_a_missing_document_and_names_the_remedy() {
    let folder = tempfile::tempdir().expect("should be made");
    let text = run_build_script(folder.path());
    let error = "cargo::error=no client can be generated from openapi.json: the file does not exist: restore it from \
                 version control\n";
    assert!(text.contains(error), "{text}");
}

/// If the build script opened the named pipe, it would block until another program writes to it.
#[cfg(unix)]
#[test]
fn refuses_an_input_file_that_is_a_named_pipe() {
    use std::thread;
    for name in ["openapi.json", "names.json"] {
        let folder = tempfile::tempdir().expect("should be made");
        fs::write(folder.path().join("openapi.json"), DOCUMENT).expect("should be written");
        let path = folder.path().join(name);
        let _ = fs::remove_file(&path);
        assert!(Command::new("mkfifo").arg(&path).status().expect("should run").success());
        // If the build script does read the pipe, this thread keeps it from blocking.
        let writer = thread::spawn({
            let path = path.clone();
            move || fs::write(path, "{}")
        });
        let text = run_build_script(folder.path());
        let error = format!("openapi.json: {name}: cannot be read: it is not a regular file: remove it, and restore");
        assert!(text.contains(&format!("cargo::error=no client can be generated from {error}")), "{text}");
        let _reader = fs::File::options().read(true).write(true).open(&path).expect("should be opened");
        writer.join().expect("should end").expect("should be written");
    }
}
