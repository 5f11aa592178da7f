//! Tests the report in Markdown, which becomes the text of a pull request.

use serde_json::{Value, json};

use crate::update_spec::{
    server::serve,
    workspace::{Workspace, assert_no_forgery, document},
};

fn markdown(workspace: &Workspace, served: &Value) -> String {
    let done = workspace.update_from(&serve(served), &["--report", "markdown"]).succeeded();
    done.stdout
}

#[test]
fn pull_request_lists_breaking_changes_before_folded_compatible_ones() {
    let text = markdown(&Workspace::with_document(&document(&["a", "b"])), &document(&["a", "c"]));
    let begin = "- Verdict: breaking: some consumers have to change their code\n";
    assert!(
        text.contains(begin) && text.contains("\n- Version: 0.1.0; the next release must be 0.2.0 or higher\n"),
        "{text}"
    );
    let end = "\n## Breaking changes (1)\n\n- `getb()` is removed: `GET /b`\n\n<details><summary>Compatible changes \
               (1)</summary>\n\n- `getc()` is new: `GET /c`\n\n</details>\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn texts_of_a_document_cannot_forge_markdown_in_a_pull_request() {
    let hostile = "x</details>`|@team #1\n## Verdict\u{202e}::error::";
    let document_with = |values: &[&str], name: &str| {
        let mut document = document(&["a"]);
        document["paths"]["/a"]["get"]["parameters"] =
            json!([{ "name": name, "in": "query", "schema": { "$ref": "#/components/schemas/Kind" } }]);
        document["components"]["schemas"]["Kind"] = json!({ "type": "string", "enum": values });
        document["paths"][format!("/{hostile}")] =
            json!({ "get": { "operationId": hostile, "responses": { "204": { "description": "" } } } });
        document
    };
    let text = markdown(&Workspace::with_document(&document_with(&["a", hostile], hostile)), &{
        let mut served = document_with(&["a"], "name");
        served["paths"].as_object_mut().expect("should be one").shift_remove(&format!("/{hostile}"));
        served
    });
    assert_no_forgery(&text);
    assert!(text.contains("Verdict"), "{text}");
    assert!(!text.contains("\n## Verdict"), "{text}");
    let folds = text.lines().filter(|line| line.starts_with("<details>")).count();
    assert_eq!((folds, text.matches("</details>").count()), (2, 2), "{text}");
}

#[test]
fn long_pull_request_report_is_cut_to_a_size_that_github_accepts() {
    let names: Vec<String> = (0..900).map(|number| format!("{}{number}", "operation".repeat(6))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let old: Vec<&str> = names.iter().copied().take(450).chain(["a"]).collect();
    let new: Vec<&str> = names.iter().copied().skip(450).chain(["a"]).collect();
    let text = markdown(&Workspace::with_document(&document(&old)), &document(&new));
    assert!(text.len() <= 60_000, "{}", text.len());
    let listed = text.lines().filter(|line| line.contains("()` is removed")).count();
    assert!(listed > 100 && text.contains(&format!("\n  - and {} more\n", 450 - listed)), "{listed}");
    assert!(!text.contains("cargo xtask diff"), "{text}");
    assert!(text.ends_with("</details>\n"), "{text}");
}
