//! The report.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{
    server::serve,
    workspace::{Workspace, document},
};

fn report(old: &Value, new: &Value, arguments: &[&str]) -> String {
    let done = Workspace::of(old).update(&serve(new), arguments);
    assert_eq!(done.code, Some(0), "{done:?}");
    done.stdout
}

#[test]
fn the_summary_comes_first_with_the_version_to_publish() {
    let text = report(&document(&["a", "b"]), &document(&["a", "c"]), &[]);
    let mut lines = text.lines();
    assert!(lines.next().is_some_and(|line| line.starts_with("Workspace: ")), "{text}");
    assert!(lines.next().is_some_and(|line| line.starts_with("openapi.json updated from http://127.0.0.1:")), "{text}");
    let rest: Vec<&str> = lines.filter(|line| !line.starts_with("Since the release")).take(7).collect();
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

/// The numbers in the table's line of `name`, by column.
fn counts(text: &str, name: &str) -> BTreeMap<String, usize> {
    let line =
        |start: &str| text.lines().find(|line| line.starts_with(start)).expect("should be there").split_whitespace();
    let numbers = line(name).skip(1).map(|number| number.parse().expect("should be a number"));
    line("             before").map(str::to_owned).zip(numbers).collect()
}

/// What is listed under each heading that begins so.
fn listed(text: &str, start: &str) -> usize {
    let headings = text.lines().filter(|line| line.starts_with(start) && line.contains('('));
    let numbers = headings.filter_map(|line| line.split_once('(')?.1.split_once(')')?.0.parse::<usize>().ok());
    numbers.sum()
}

#[test]
fn each_operation_and_type_is_listed_once_as_the_table_counts_them() {
    let of = |schema: &str, field: &str, ids: [&str; 3]| {
        let thing = json!({ "type": "object", "required": ["a"], "properties": { "a": { "type": field } } });
        let reference = json!({ "$ref": format!("#/components/schemas/{schema}") });
        let content = json!({ "application/json": { "schema": reference } });
        let get = |id: &str, tag: &str| json!({ "get": { "operationId": id, "tags": [tag], "responses": { "200": { "description": "", "content": content } } } });
        let [first, second, third] = ids;
        let mut document = document(&["x"]);
        document["paths"]["/first"] = get(first, "One");
        document["paths"]["/second"] = get(second, "Two");
        document["paths"]["/third"] = get(third, "Two");
        document["components"]["schemas"] = json!({ schema: thing });
        document
    };
    let old = of("Old", "string", ["one", "two", "three"]);
    // A type that becomes one with another.
    let mut two = old.clone();
    let other = old.to_string().replace("schemas/Old", "schemas/Other").parse::<Value>().expect("should be JSON");
    two["paths"]["/third"] = other["paths"]["/third"].clone();
    two["components"]["schemas"]["Other"] = old["components"]["schemas"]["Old"].clone();
    for (old, new, columns) in [
        // Names stay, whatever the document calls things.
        (&old, of("New", "string", ["one", "deux", "three"]), [0, 0]),
        (&old, of("New", "integer", ["un", "deux", "three"]), [0, 1]),
        (&two, old.clone(), [1, 0]),
    ] {
        let text = report(old, &new, &[]);
        let (operations, types) = (counts(&text, "operations"), counts(&text, "types"));
        assert_eq!([operations["renamed"] + types["renamed"], types["breaking"]], columns, "{text}");
        for (name, counts) in [("Operations", operations), ("Types", types)] {
            for column in ["added", "removed", "renamed", "changed"] {
                assert_eq!(listed(&text, &format!("{name} {column}")), counts[column], "{name} {column}\n{text}");
            }
        }
    }
}

#[test]
fn an_operation_in_another_tag_is_told_in_one_line_for_each_name() {
    let of = |tag: &str| {
        let mut document = document(&["a", "b"]);
        document["paths"]["/a"]["get"]["tags"] = json!([tag]);
        document["paths"]["/b"]["get"]["tags"] = json!([tag]);
        document
    };
    let text = report(&of("Old"), &of("New"), &[]);
    for part in [
        "Other former names kept as deprecated (2)\n-----------------------------------------\n  feature old -> new\n  tag old() -> new()\n",
        "  geta  GET /a\n      + comes with the feature `new`, formerly with the feature `old` [feature-forwarded]\n      + is called `new().a()`, formerly `old().a()` [short-name-kept]\n  getb",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let text = report(&of("Old"), &of("New"), &["--report", "json"]);
    let report: Value = serde_json::from_str(&text).expect("should be JSON");
    assert_eq!(
        report["deprecations"],
        json!({ "renamed": [
            { "kind": "feature", "former": "old", "present": "new" },
            { "kind": "tag", "former": "old", "present": "new" },
        ] })
    );
    assert_eq!(
        report["operations"]["items"][0]["changes"],
        json!([
            { "rule": "feature-forwarded", "effect": "compatible", "description": "comes with the feature `new`, formerly with the feature `old`" },
            { "rule": "short-name-kept", "effect": "compatible", "description": "is called `new().a()`, formerly `old().a()`" },
        ])
    );
}

#[test]
fn types_that_became_one_are_told() {
    let of = |schemas: [&str; 2], tag: &str| {
        let mut document = document(&["a", "b"]);
        for (path, schema) in [("/a", schemas[0]), ("/b", schemas[1])] {
            let reference = json!({ "$ref": format!("#/components/schemas/{schema}") });
            let content = json!({ "application/json": { "schema": reference } });
            document["paths"][path]["get"]["responses"] = json!({ "200": { "description": "", "content": content } });
            document["paths"][path]["get"]["tags"] = json!([tag]);
            document["components"]["schemas"][schema] =
                json!({ "type": "object", "properties": { "a": { "type": "string" } } });
        }
        document
    };
    let text = report(&of(["A", "B"], "One"), &of(["A", "A"], "One"), &[]);
    for part in [
        "Verdict: compatible",
        "\n1 of the renamed types merged into another\n",
        "\nTypes renamed (1): use the new name: the old one is deprecated [name-kept]\n",
        "--\n  B -> A\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn the_json_report_has_the_same_contents() {
    let text = report(&document(&["a", "b"]), &document(&["a", "c"]), &["--report", "json", "--dry-run"]);
    let mut report: Value = serde_json::from_str(&text).expect("should be JSON");
    assert!(report["workspace"].take().is_string(), "{text}");
    assert!(report["source"].take().as_str().is_some_and(|source| source.ends_with("/openapi.json")));
    assert!(report["release"]["not_compared"].take().as_str().is_some_and(|reason| reason.contains("git")), "{text}");
    assert_eq!(
        report,
        json!({
            "workspace": null,
            "source": null,
            "outcome": "behind",
            "names_file": "behind",
            "manifest_file": "unchanged",
            "pregenerated_file": "behind",
            "public_api_file": "behind",
            "changelog_file": "unchanged",
            "verdict": "breaking",
            "version": "0.1.0",
            "next_version": "0.2.0",
            "release": { "version": "0.1.0", "not_compared": null },
            "operations": { "before": 2, "after": 2, "items": [
                { "name": "getb", "kind": "removed", "rule": "operation-removed", "effect": "breaking", "request": "GET /b", "action": "do not use it: the document no longer has it" },
                { "name": "getc", "kind": "added", "rule": "operation-added", "effect": "compatible", "request": "GET /c" },
            ] },
            "types": { "before": 0, "after": 0, "items": [] },
        })
    );
}

#[test]
fn the_report_is_the_same_each_time() {
    let (old, new) = (document(&["a", "b", "c", "d"]), document(&["d", "e", "c", "f"]));
    let [one, other] = [Workspace::of(&old), Workspace::of(&old)];
    let server = serve(&new);
    let [first, second] = [&one, &other].map(|workspace| workspace.update(&server, &[]).stdout);
    assert_eq!(first.replace(&one.line(), ""), second.replace(&other.line(), ""));
}

#[test]
fn an_unchanged_document_has_a_json_report_too() {
    let text = report(&document(&["a"]), &document(&["a"]), &["--report", "json"]);
    let report: Value = serde_json::from_str(&text).expect("should be JSON");
    assert_eq!((&report["outcome"], &report["verdict"]), (&json!("unchanged"), &json!("no change")));
}

#[test]
fn what_no_rust_name_shows_is_listed_and_has_no_effect_on_the_verdict() {
    let with = |limit: u32| {
        let mut document = document(&["a"]);
        document["paths"]["/a"]["get"]["parameters"] =
            json!([{ "name": "n", "in": "query", "schema": { "type": "integer", "maximum": limit } }]);
        document
    };
    let text = report(&with(20), &with(10), &[]);
    assert!(text.contains("Verdict: no change") && !text.contains("next at least"), "{text}");
    let section = "What no Rust name shows (1), with no effect on the verdict\n";
    let finding = "  error sent-limit-stricter: What may be sent is limited more strictly (1)\n      \
                   GET /a query n: maximum 10, was 20\n";
    assert!(text.contains(section) && text.ends_with(finding), "{text}");
    let json: Value =
        serde_json::from_str(&report(&with(20), &with(10), &["--report", "json"])).expect("should be JSON");
    assert_eq!(json["verdict"], "no change");
    assert_eq!(json["behaviour"][0]["rule"], "sent-limit-stricter");
    assert_eq!(json["behaviour"][0]["severity"], "error");
    assert_eq!(json["behaviour"][0]["place"], "GET /a query n");
}

#[test]
fn without_a_document_to_compare_with_nothing_is_said_of_what_no_name_shows() {
    let done = Workspace::of_text("{").update(&serve(&document(&["a"])), &["--report", "json"]);
    let json: Value = serde_json::from_str(&done.stdout).expect("should be JSON");
    assert_eq!(json.get("behaviour"), None, "{json}");
}
