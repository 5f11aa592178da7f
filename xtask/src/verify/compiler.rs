//! What `cargo check --message-format=json` says.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Place;

/// What the compiler says of a workspace.
#[derive(Debug, Default)]
pub struct Messages<'a> {
    /// What does not compile.
    pub errors: Vec<Error>,
    /// Where examples use what is deprecated.
    pub deprecated: Vec<Place>,
    /// The lines that are not messages.
    pub rest: Vec<&'a str>,
}

/// An error of the compiler.
#[derive(Debug)]
pub struct Error {
    /// Whether it is in an example, which is consumer code.
    pub is_of_example: bool,
    /// Where it is, and what it says.
    pub place: Place,
    /// Where all its parts are.
    pub spans: Vec<Span>,
    /// The message as the compiler shows it.
    pub rendered: String,
}

/// Where a part of an error is.
#[derive(Debug, Clone, Deserialize)]
pub struct Span {
    /// The file, from the root of the workspace if it is below it.
    pub file_name: PathBuf,
    /// The line, from 1.
    pub line_start: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

#[derive(Debug, Clone, Deserialize)]
struct Expansion {
    span: Span,
}

#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Line {
    CompilerMessage {
        target: Target,
        message: Message,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
    src_path: PathBuf,
}

#[derive(Deserialize)]
struct Message {
    message: String,
    level: String,
    code: Option<Code>,
    spans: Vec<Span>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

/// Reads the output of a check in `root`.
pub fn messages<'a>(output: &'a [String], root: &Path) -> Messages<'a> {
    let mut messages = Messages::default();
    for line in output {
        match serde_json::from_str(line) {
            Ok(Line::CompilerMessage { target, message }) if message.is_error() => {
                messages.errors.push(error(&target, message, root));
            }
            Ok(Line::CompilerMessage { target, message }) if message.is_of_deprecated() && target.is_example() => {
                messages.deprecated.push(error(&target, message, root).place);
            }
            Ok(_) => {}
            Err(_) => messages.rest.push(line.as_str()),
        }
    }
    messages
}

impl Target {
    fn is_example(&self) -> bool {
        self.kind.iter().any(|kind| kind == "example")
    }
}

impl Message {
    fn is_error(&self) -> bool {
        let is_summary = self.spans.is_empty() && self.message.starts_with("aborting due to ");
        self.level.starts_with("error") && !is_summary
    }

    fn is_of_deprecated(&self) -> bool {
        self.code.as_ref().is_some_and(|code| code.code == "deprecated")
    }
}

fn error(target: &Target, message: Message, root: &Path) -> Error {
    let Message { message, spans, rendered, .. } = message;
    let primary = spans.iter().find(|span| span.is_primary);
    // A macro is called in the file of the target, wherever it is defined.
    let folder = target.src_path.parent().unwrap_or(root);
    let own = primary.map(|span| span.called_below(root, folder));
    let (file, line) = own.map_or((target.src_path.as_path(), 1), |span| (span.file_name.as_path(), span.line_start));
    Error {
        is_of_example: target.is_example(),
        place: Place::new(file, line, &message, root),
        rendered: rendered.unwrap_or(message),
        spans,
    }
}

impl Span {
    /// The first of it and the calls of macros around it that is below `folder`, or it.
    fn called_below(&self, root: &Path, folder: &Path) -> &Self {
        let mut calls = std::iter::successors(Some(self), |span| Some(&span.expansion.as_ref()?.span));
        calls.find(|span| root.join(&span.file_name).starts_with(folder)).unwrap_or(self)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn message(kind: &str, level: &str, spans: Value) -> String {
        let code = if level == "warning" { "deprecated" } else { "E0599" };
        let code = json!({ "code": code });
        let message =
            json!({ "message": "no\nmethod", "level": level, "code": code, "spans": spans, "rendered": "shown" });
        let target = json!({ "kind": [kind], "src_path": "/root/examples/a/main.rs" });
        json!({ "reason": "compiler-message", "target": target, "message": message }).to_string()
    }

    fn span(file: &str, line: usize, expansion: Value) -> Value {
        json!({ "file_name": file, "line_start": line, "is_primary": true, "expansion": expansion })
    }

    #[test]
    fn errors_are_told_by_target_with_their_line_and_reason() {
        let null = || Value::Null;
        let call = json!({ "span": span("examples/a/main.rs", 7, null()) });
        let output = [
            message("example", "error", json!([span("examples/a/main.rs", 3, null())])),
            message("example", "error", json!([span("src/macros.rs", 30, call)])),
            message("example", "warning", json!([span("examples/a/main.rs", 4, null())])),
            message("test", "warning", json!([span("tests/it.rs", 4, null())])),
            message("lib", "error: internal compiler error", json!([])),
            json!({ "reason": "build-finished", "success": false }).to_string(),
            "no JSON".to_owned(),
        ];
        let Messages { errors, deprecated, rest } = messages(&output, Path::new("/root"));
        let told: Vec<_> = errors.iter().map(|error| (error.is_of_example, error.place.to_string())).collect();
        let told: Vec<_> = told.iter().map(|(is_of_example, place)| (*is_of_example, place.as_str())).collect();
        assert_eq!(
            told,
            [
                (true, "examples/a/main.rs:3: no method"),
                (true, "examples/a/main.rs:7: no method"),
                (false, "examples/a/main.rs:1: no method"),
            ]
        );
        assert_eq!(deprecated.iter().map(ToString::to_string).collect::<Vec<_>>(), ["examples/a/main.rs:4: no method"]);
        assert_eq!(rest, ["no JSON"]);
    }

    #[test]
    fn the_count_of_errors_is_none() {
        let text = message("lib", "error", json!([])).replace("no\\nmethod", "aborting due to 2 previous errors");
        assert!(messages(&[text], Path::new("/root")).errors.is_empty());
    }
}
