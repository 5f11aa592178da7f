//! Reads the output of `cargo check --message-format=json`.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{CodePlace, ConsumerPlaces};

#[derive(Debug)]
pub struct CompilerResults {
    root: PathBuf,
    /// The folder of the examples, each of which is a file or a package.
    examples: PathBuf,
    /// The lines of examples with errors or warnings.
    pub consumers: ConsumerPlaces,
    /// Whether there are errors outside of the examples.
    pub is_defect: bool,
}

#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum OutputLine {
    CompilerMessage {
        target: CompiledTarget,
        message: CompilerMessage,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct CompiledTarget {
    kind: Vec<String>,
    src_path: PathBuf,
}

#[derive(Deserialize)]
struct CompilerMessage {
    message: String,
    level: String,
    code: Option<DiagnosticCode>,
    spans: Vec<SourceSpan>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct DiagnosticCode {
    code: String,
}

/// The part of a source file to which a message refers. The path of a file inside the workspace is relative to its
/// root.
#[derive(Deserialize)]
struct SourceSpan {
    file_name: PathBuf,
    line_start: usize,
    is_primary: bool,
    expansion: Option<Box<MacroExpansion>>,
}

#[derive(Deserialize)]
struct MacroExpansion {
    span: SourceSpan,
}

impl CompilerResults {
    pub fn new(root: PathBuf, examples: PathBuf) -> Self {
        Self { root, examples, consumers: ConsumerPlaces::default(), is_defect: false }
    }

    /// Reads a line of cargo's output. Returns the text to show to the user, if any: an error that is not in an
    /// example, or a line that is not a message of the compiler.
    pub fn read_line(&mut self, line: &str) -> Option<String> {
        let (target, message) = match serde_json::from_str(line) {
            Ok(OutputLine::CompilerMessage { target, message }) => (target, message),
            Ok(OutputLine::Other) => return None,
            Err(_) => return Some(line.to_owned()),
        };
        let is_of_example =
            target.kind.iter().any(|kind| kind == "example") || target.src_path.starts_with(&self.examples);
        let is_deprecated = message.code.as_ref().is_some_and(|code| code.code == "deprecated");
        if !message.is_error() {
            let deprecated = (is_of_example && is_deprecated).then(|| place_of_message(&target, &message, &self.root));
            self.consumers.deprecated.extend(deprecated);
            return None;
        }
        if is_of_example {
            self.consumers.to_change.push(place_of_message(&target, &message, &self.root));
            return None;
        }
        self.is_defect = true;
        Some(message.rendered.unwrap_or(message.message))
    }
}

impl CompilerMessage {
    fn is_error(&self) -> bool {
        let is_summary = self.spans.is_empty() && self.message.starts_with("aborting due to ");
        self.level.starts_with("error") && !is_summary
    }
}

fn place_of_message(target: &CompiledTarget, message: &CompilerMessage, root: &Path) -> CodePlace {
    // An error inside a macro is reported at the line of the target that calls the macro, wherever the macro is
    // defined.
    let folder = target.src_path.parent().unwrap_or(root);
    let primary = message.spans.iter().find(|span| span.is_primary).map(|span| span.called_below(root, folder));
    let (file, line) = primary.map_or((&target.src_path, 1), |span| (&span.file_name, span.line_start));
    CodePlace::new(file, line, &message.message, root)
}

impl SourceSpan {
    /// For a span inside a macro, follows the macro calls outwards to the first one in a file below `folder`. Returns
    /// this span if there is none.
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

    fn read_lines(lines: &[String]) -> (CompilerResults, Vec<String>) {
        let mut found = CompilerResults::new("/root".into(), "/root/examples".into());
        let shown = lines.iter().filter_map(|line| found.read_line(line)).collect();
        (found, shown)
    }

    fn display_all(places: &[CodePlace]) -> Vec<String> {
        places.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn compiler_errors_in_examples_are_listed() {
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
        let (found, shown) = read_lines(&lines);
        let lines_to_change =
            ["examples/a/main.rs:3", "examples/a/main.rs:7", "examples/a/main.rs:1", "examples/b/src/main.rs:5"];
        assert_eq!(display_all(&found.consumers.to_change), lines_to_change.map(|at| format!("{at}: no method")));
        assert_eq!(display_all(&found.consumers.deprecated), ["examples/b/src/main.rs:4: no method"]);
        assert_eq!((shown, found.is_defect), (Vec::new(), false));

        lines.extend([message("lib", "error: internal compiler error", json!([])), "no JSON".to_owned()]);
        let (found, shown) = read_lines(&lines);
        assert_eq!((shown, found.is_defect), (vec!["shown".to_owned(), "no JSON".to_owned()], true));
    }

    #[test]
    fn final_message_of_rustc_that_counts_errors_is_not_an_error() {
        let text = message("lib", "error", json!([])).replace("no\\nmethod", "aborting due to 2 previous errors");
        assert!(!read_lines(&[text]).0.is_defect);
    }
}
