//! The report.

use serde_json::{Value, json};

use crate::{
    server::Server,
    workspace::{Workspace, document},
};

fn report(old: &Value, new: &Value, arguments: &[&str]) -> String {
    let done = Workspace::of(old).update(&Server::of(new), arguments);
    assert_eq!(done.code, Some(0), "{done:?}");
    done.stdout
}

#[test]
fn the_summary_comes_first_with_the_version_to_publish() {
    let text = report(&document(&["a", "b"]), &document(&["a", "c"]), &[]);
    let mut lines = text.lines();
    assert!(lines.next().is_some_and(|line| line.starts_with("openapi.json updated from http://127.0.0.1:")), "{text}");
    let rest: Vec<&str> = lines.take(7).collect();
    assert_eq!(
        rest,
        [
            "",
            "Verdict: breaking: some consumers have to change their code",
            "Version: 0.1.0, next at least 0.2.0",
            "",
            "             before    after    added  removed  renamed  dropped  changed breaking",
            "operations        2        2        1        1        0        0        0        1",
            "types             0        0        0        0        0        0        0        0",
        ]
    );
    let [removed, added] = ["Operations removed (1)", "Operations added (1)"].map(|heading| text.find(heading));
    assert!(removed.is_some() && removed < added, "{text}");
}

#[test]
fn an_added_operation_needs_a_compatible_version() {
    let text = report(&document(&["a"]), &document(&["a", "b"]), &[]);
    assert!(text.contains("Verdict: compatible") && text.contains("Version: 0.1.0, next at least 0.1.1"), "{text}");
}

#[test]
fn adaptations_are_counted_and_the_rare_ones_have_their_places() {
    let mut new = document(&["a"]);
    new["components"]["schemas"]["Thing"] =
        json!({ "type": "object", "properties": { "lost": { "$ref": "#/components/schemas/Gone" } } });
    new["paths"]["/a"]["get"]["responses"] = json!({
        "200": { "description": "", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Thing" } } } },
    });
    let text = report(&document(&["a"]), &new, &[]);
    assert!(
        text.contains(
            "    1  dangling reference takes any value (was 0)\n         Thing.lost #/components/schemas/Gone\n"
        ),
        "{text}"
    );
}

#[test]
fn the_json_report_has_the_same_contents() {
    let text = report(&document(&["a", "b"]), &document(&["a", "c"]), &["--report", "json", "--dry-run"]);
    let mut report: Value = serde_json::from_str(&text).expect("should be JSON");
    assert!(report["source"].take().as_str().is_some_and(|source| source.ends_with("/openapi.json")));
    assert_eq!(
        report,
        json!({
            "source": null,
            "outcome": "behind",
            "former_names_file": "unchanged",
            "manifest_file": "unchanged",
            "public_api_file": "behind",
            "verdict": "breaking",
            "version": "0.1.0",
            "next_version": "0.2.0",
            "operations": { "before": 2, "after": 2, "items": [
                { "name": "getb", "kind": "removed", "effect": "breaking", "request": "GET /b", "action": "do not use it: the document no longer has it" },
                { "name": "getc", "kind": "added", "effect": "compatible", "request": "GET /c" },
            ] },
            "types": { "before": 0, "after": 0, "items": [] },
        })
    );
}

#[test]
fn the_report_is_the_same_each_time() {
    let (old, new) = (document(&["a", "b", "c", "d"]), document(&["d", "e", "c", "f"]));
    let [one, other] = [Workspace::of(&old), Workspace::of(&old)];
    let server = Server::of(&new);
    assert_eq!(one.update(&server, &[]).stdout, other.update(&server, &[]).stdout);
}

#[test]
fn an_unchanged_document_has_a_json_report_too() {
    let text = report(&document(&["a"]), &document(&["a"]), &["--report", "json"]);
    let report: Value = serde_json::from_str(&text).expect("should be JSON");
    assert_eq!((&report["outcome"], &report["verdict"]), (&json!("unchanged"), &json!("no change")));
}
