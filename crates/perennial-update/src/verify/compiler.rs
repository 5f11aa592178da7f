//! The messages of `cargo check --message-format=json`.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{Consumers, Place};

/// The messages of the compiler so far, by what they mean.
#[derive(Debug)]
pub struct Found {
    /// The root of the workspace that is compiled.
    root: PathBuf,
    /// The folder of examples: files, and packages of their own.
    examples: PathBuf,
    /// Of examples, which are consumer code.
    pub consumers: Consumers,
    /// Set if anything else does not compile.
    pub is_defect: bool,
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

/// The source position of a part of a message. The file is relative to the root of the workspace if it is below it.
#[derive(Deserialize)]
struct Span {
    file_name: PathBuf,
    line_start: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

impl Found {
    /// Nothing yet, of a check in `root` with these `examples`.
    pub fn new(root: PathBuf, examples: PathBuf) -> Self {
        Self { root, examples, consumers: Consumers::default(), is_defect: false }
    }

    /// Reads a line of the output of the check. What of it has to be shown: errors that are not of examples, and what is no
    /// message.
    pub fn read(&mut self, line: &str) -> Option<String> {
        let (target, message) = match serde_json::from_str(line) {
            Ok(Line::CompilerMessage { target, message }) => (target, message),
            Ok(Line::Other) => return None,
            Err(_) => return Some(line.to_owned()),
        };
        let is_of_example =
            target.kind.iter().any(|kind| kind == "example") || target.src_path.starts_with(&self.examples);
        let is_deprecated = message.code.as_ref().is_some_and(|code| code.code == "deprecated");
        if !message.is_error() {
            let deprecated = (is_of_example && is_deprecated).then(|| place(&target, &message, &self.root));
            self.consumers.deprecated.extend(deprecated);
            return None;
        }
        if is_of_example {
            self.consumers.to_change.push(place(&target, &message, &self.root));
            return None;
        }
        self.is_defect = true;
        Some(message.rendered.unwrap_or(message.message))
    }
}

impl Message {
    fn is_error(&self) -> bool {
        let is_summary = self.spans.is_empty() && self.message.starts_with("aborting due to ");
        self.level.starts_with("error") && !is_summary
    }
}

fn place(target: &Target, message: &Message, root: &Path) -> Place {
    // A macro is called in the file of the target, wherever it is defined.
    let folder = target.src_path.parent().unwrap_or(root);
    let primary = message.spans.iter().find(|span| span.is_primary).map(|span| span.called_below(root, folder));
    let (file, line) = primary.map_or((&target.src_path, 1), |span| (&span.file_name, span.line_start));
    Place::new(file, line, &message.message, root)
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
        message_of("/root/src/lib.rs", kind, level, spans)
    }

    fn message_of(src_path: &str, kind: &str, level: &str, spans: Value) -> String {
        let code = if level == "warning" { "deprecated" } else { "E0599" };
        let code = json!({ "code": code });
        let message =
            json!({ "message": "no\nmethod", "level": level, "code": code, "spans": spans, "rendered": "shown" });
        let target = json!({ "kind": [kind], "src_path": src_path });
        json!({ "reason": "compiler-message", "target": target, "message": message }).to_string()
    }

    fn span(file: &str, line: usize, expansion: Value) -> Value {
        json!({ "file_name": file, "line_start": line, "is_primary": true, "expansion": expansion })
    }

    fn read(lines: &[String]) -> (Found, Vec<String>) {
        let mut found = Found::new("/root".into(), "/root/examples".into());
        let shown = lines.iter().filter_map(|line| found.read(line)).collect();
        (found, shown)
    }

    fn told(places: &[Place]) -> Vec<String> {
        places.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn errors_of_examples_are_listed_and_all_others_are_shown() {
        let null = || Value::Null;
        let example = |level, spans| message_of("/root/examples/a/main.rs", "example", level, spans);
        let package = |level, spans| message_of("/root/examples/b/src/main.rs", "bin", level, spans);
        let call = json!({ "span": span("examples/a/main.rs", 7, null()) });
        let mut lines = vec![
            example("error", json!([span("examples/a/main.rs", 3, null())])),
            example("error", json!([span("src/macros.rs", 30, call)])),
            example("error", json!([])),
            package("error", json!([span("examples/b/src/main.rs", 5, null())])),
            package("warning", json!([span("examples/b/src/main.rs", 4, null())])),
            message("test", "warning", json!([span("tests/it.rs", 4, null())])),
            json!({ "reason": "build-finished", "success": false }).to_string(),
        ];
        let (found, shown) = read(&lines);
        let lines_to_change =
            ["examples/a/main.rs:3", "examples/a/main.rs:7", "examples/a/main.rs:1", "examples/b/src/main.rs:5"];
        assert_eq!(told(&found.consumers.to_change), lines_to_change.map(|at| format!("{at}: no method")));
        assert_eq!(told(&found.consumers.deprecated), ["examples/b/src/main.rs:4: no method"]);
        assert_eq!((shown, found.is_defect), (Vec::new(), false));

        lines.extend([message("lib", "error: internal compiler error", json!([])), "no JSON".to_owned()]);
        let (found, shown) = read(&lines);
        assert_eq!((shown, found.is_defect), (vec!["shown".to_owned(), "no JSON".to_owned()], true));
    }

    #[test]
    fn the_count_of_errors_is_none() {
        let text = message("lib", "error", json!([])).replace("no\\nmethod", "aborting due to 2 previous errors");
        assert!(!read(&[text]).0.is_defect);
    }
}
