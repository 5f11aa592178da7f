//! The package of a new document, with a program beside it.

use std::{collections::BTreeSet, fs, path::Path, process::Stdio};

use serde_json::Value;

use super::program::Program;
use crate::{cargo, scratch};

/// The lines of `program` that do not compile beside the client of `document` with `former` names.
///
/// The package is always at the same place, so that each document costs one build of it.
pub fn failing_lines(document: &str, former: &str, program: &Program) -> BTreeSet<usize> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("should be in the workspace");
    let target = cargo::metadata(root).expect("should be known").target_directory;
    let copy = target.join("programs");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("should be there");
    let manifest = manifest + "\n[[bin]]\nname = \"program\"\npath = \"program.rs\"\n";
    let text = program.text();
    let files = [
        ("Cargo.toml", manifest.as_str()),
        ("openapi.json", document),
        ("former-names.json", former),
        ("program.rs", &text),
    ];
    scratch::mirror(root, &copy, &target, &files).expect("should be copied");
    let mut command = cargo::command();
    command.args(["check", "--offline", "--all-features", "--bin", "program", "--message-format", "json", "--quiet"]);
    command.arg("--target-dir").arg(&target).current_dir(&copy).stderr(Stdio::null());
    let output = command.output().expect("should run");
    let messages = String::from_utf8(output.stdout).expect("should be UTF-8");
    let lines: BTreeSet<usize> = messages.lines().flat_map(lines_of_error).collect();
    assert_eq!(output.status.success(), lines.is_empty(), "{messages}");
    lines
}

/// The lines that a message of the compiler calls wrong.
fn lines_of_error(message: &str) -> Vec<usize> {
    let message: Value = serde_json::from_str(message).expect("should be JSON");
    let message = &message["message"];
    if message["level"] != "error" {
        return Vec::new();
    }
    let spans = message["spans"].as_array().into_iter().flatten().filter(|span| span["is_primary"] == true);
    let lines = spans.map(|span| {
        assert_eq!(span["file_name"], "program.rs", "the client should compile: {}", message["rendered"]);
        span["line_start"].as_u64().and_then(|line| usize::try_from(line).ok()).expect("should be a line")
    });
    lines.collect()
}
