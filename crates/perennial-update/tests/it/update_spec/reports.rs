use serde_json::{Value, json};

use crate::update_spec::{
    server::serve,
    workspace::{Workspace, document},
};

fn report(old: &Value, new: &Value, arguments: &[&str]) -> String {
    let done = Workspace::with_document(old).update_from(&serve(new), arguments).succeeded();
    done.stdout
}

#[test]
fn update_report_begins_with_summary_and_next_version() {
    let text = report(&document(&["a", "b"]), &document(&["a", "c"]), &[]);
    let mut lines = text.lines();
    assert!(lines.next().is_some_and(|line| line.starts_with("Workspace: ")), "{text}");
    assert!(lines.next().is_some_and(|line| line.starts_with("openapi.json updated from http://127.0.0.1:")), "{text}");
    let rest: Vec<&str> = lines.filter(|line| !line.starts_with("Since the release")).collect();
    assert_eq!(
        rest,
        [
            "",
            "Verdict: breaking: some consumers have to change their code",
            "Version: 0.1.0; the next release must be 0.2.0 or higher",
            "Operations: 2 before, 2 after, 1 added, 1 removed, 1 breaking",
            "Types: 0 before, 0 after",
            "",
            "Breaking changes (1)",
            "--------------------",
            "  `getb()` is removed: `GET /b` [operation-removed]",
            "",
            "Compatible changes (1)",
            "----------------------",
            "  `getc()` is new: `GET /c` [operation-added]",
            "",
            "Rule ids are shown in brackets: `cargo xtask explain ID` explains a rule.",
        ]
    );
}

/// Returns the number before `what` in the line that begins with `name` and a colon, or 0 if the line does not contain
/// `what`.
fn counts(text: &str, name: &str, what: &str) -> usize {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).expect("should be there");
    line.split(", ").find_map(|count| count.strip_suffix(what)?.trim().parse().ok()).unwrap_or_default()
}

fn listed(text: &str, begin: &str, says: &str) -> usize {
    text.lines().filter(|line| line.trim_start().starts_with(begin) && line.contains(says)).count()
}

#[test]
fn report_lists_as_many_operations_and_types_as_it_counts() {
    let document_with = |schema: &str, field: &str, ids: [&str; 3]| {
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
    let old = document_with("Old", "string", ["one", "two", "three"]);
    // The second type in this document equals the first. The update merges the two.
    let mut two = old.clone();
    let other = old.to_string().replace("schemas/Old", "schemas/Other").parse::<Value>().expect("should be JSON");
    two["paths"]["/third"] = other["paths"]["/third"].clone();
    two["components"]["schemas"]["Other"] = old["components"]["schemas"]["Old"].clone();
    for (old, new, columns) in [
        // Only the document gets new names. The client keeps its names, so no operation or type is removed.
        (&old, document_with("New", "string", ["one", "deux", "three"]), [0, 0]),
        (&old, document_with("New", "integer", ["un", "deux", "three"]), [0, 1]),
        (&two, old.clone(), [1, 0]),
    ] {
        let text = report(old, &new, &[]);
        let renamed = counts(&text, "Operations", "renamed") + counts(&text, "Types", "renamed");
        assert_eq!([renamed, counts(&text, "Types", "breaking")], columns, "{text}");
        assert_eq!(counts(&text, "Types", "merged into another"), usize::from(*old == two), "{text}");
        for (name, begin) in [("Operations", "`"), ("Types", "`types::")] {
            for (what, says) in [("added", " is new"), ("removed", " is removed"), ("renamed", " is now called ")] {
                let of_types = if name == "Types" { 0 } else { listed(&text, "`types::", says) };
                assert_eq!(listed(&text, begin, says) - of_types, counts(&text, name, what), "{name} {what}\n{text}");
            }
        }
    }
}

#[test]
fn report_on_a_renamed_tag_groups_changes_by_kind_of_name() {
    let document_with = |tag: &str| {
        let mut document = document(&["a", "b"]);
        document["paths"]["/a"]["get"]["tags"] = json!([tag]);
        document["paths"]["/b"]["get"]["tags"] = json!([tag]);
        document
    };
    let text = report(&document_with("Old"), &document_with("New"), &[]);
    for part in [
        "\n  the feature `old` is now called `new`; use the new name: the old name is deprecated [name-kept]\n",
        concat!(
            "(2) [feature-forwarded]\n      `geta()` is enabled by the feature `new`, formerly by the feature `old`\n",
            "      `getb()` is enabled"
        ),
        "(2) [short-name-kept]\n      `geta()` is called `new().a()`, formerly `old().a()`\n      `getb()` is called",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let text = report(&document_with("Old"), &document_with("New"), &["--report", "json"]);
    let report: Value = serde_json::from_str(&text).expect("should be JSON");
    assert_eq!(
        report["features"],
        json!([{ "name": "old", "present": "new", "rule": "name-kept", "effect": "compatible" }])
    );
    assert_eq!(
        report["operations"]["items"][0]["changes"],
        json!([
            { "rule": "feature-forwarded", "effect": "compatible", "description": "is enabled by the feature `new`, \
                                                                                   formerly by the feature `old`" },
            { "rule": "short-name-kept", "effect": "compatible", "description": "is called `new().a()`, formerly `old().a()`" },
        ])
    );
}

#[test]
fn update_report_can_be_rendered_as_json() {
    let text = report(&document(&["a", "b"]), &document(&["a", "c"]), &["--report", "json", "--dry-run"]);
    let mut report: Value = serde_json::from_str(&text).expect("should be JSON");
    assert!(report["workspace"].take().is_string(), "{text}");
    assert!(report["source"].take().as_str().is_some_and(|source| source.ends_with("/openapi.json")));
    assert!(report["release"]["not_compared"].take().as_str().is_some_and(|reason| reason.contains("git")), "{text}");
    assert_eq!(
        report,
        json!({
            "report_version": 2,
            "workspace": null,
            "source": null,
            "outcome": "behind",
            "names_file": "behind",
            "manifest_file": "unchanged",
            "pregenerated_file": "behind",
            "public_api_file": "behind",
            "readme_file": "unchanged",
            "changelog_file": "unchanged",
            "verdict": "breaking",
            "version": "0.1.0",
            "next_version": "0.2.0",
            "release": { "version": "0.1.0", "not_compared": null },
            "operations": { "before": 2, "after": 2, "items": [
                { "name": "getb", "kind": "removed", "rule": "operation-removed", "effect": "breaking", "request": "GET /b", "action": "do \
                                                                                                                                        not \
                                                                                                                                        use \
                                                                                                                                        it: \
                                                                                                                                        the \
                                                                                                                                        document \
                                                                                                                                        no \
                                                                                                                                        longer \
                                                                                                                                        contains \
                                                                                                                                        it" },
                { "name": "getc", "kind": "added", "rule": "operation-added", "effect": "compatible", "request": "GET /c" },
            ] },
            "types": { "before": 0, "after": 0, "items": [] },
        })
    );
}

/// Returns a document whose operation returns a value of the schema `schema`. `schemas` are the named schemas.
fn document_returning(schema: &Value, schemas: &Value) -> Value {
    let mut document = document(&["a"]);
    let content = json!({ "application/json": { "schema": schema } });
    document["paths"]["/a"]["get"]["responses"] = json!({ "200": { "description": "", "content": content } });
    document["components"]["schemas"] = schemas.clone();
    document
}

#[test]
fn reports_a_removed_type_with_its_replacement() {
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let object_with = |field: &str, ty: &Value| json!({ "type": "object", "properties": { field: ty } });
    let item = object_with("id", &json!({ "type": "string" }));
    let list = object_with("entries", &json!({ "type": "array", "items": reference("Item") }));
    let old = document_returning(&reference("ItemList"), &json!({ "Item": item, "ItemList": list }));
    let new = document_returning(&json!({ "type": "array", "items": reference("Item") }), &json!({ "Item": item }));
    let gives = "\n  `types::ItemList` is removed: `geta()` now returns `Vec<types::Item>` [type-removed]\n";
    let text = report(&old, &new, &[]);
    assert!(text.contains(gives), "{text}");

    let old = document_returning(&object_with("item", &reference("Item")), &json!({ "Item": item }));
    let new = document_returning(&object_with("item", &json!({ "type": "string" })), &json!({}));
    let text = report(&old, &new, &[]);
    assert!(
        text.contains("`types::Item` is removed: field `item` of `types::GetaResponse` is now `Option<String>`"),
        "{text}"
    );

    let taking = |schema: &Value, schemas: &Value| {
        let mut document = document_returning(&json!({}), schemas);
        document["paths"]["/a"]["get"]["parameters"] = json!([{ "name": "q", "in": "query", "schema": schema }]);
        document
    };
    let old = taking(&reference("Kind"), &json!({ "Kind": { "type": "string", "enum": ["A"] } }));
    let text = report(&old, &taking(&json!({ "type": "integer" }), &json!({})), &[]);
    assert!(text.contains("`types::Kind` is removed: `geta().q(…)` now accepts `i64`"), "{text}");
}

#[test]
fn report_lists_only_the_first_twelve_compatible_changes_of_a_kind() {
    let names: Vec<String> = (0..20).map(|number| format!("x{number:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).chain(["a"]).collect();
    let text = report(&document(&["a"]), &document(&names), &[]);
    let listed = "\n  An operation is new (20) [operation-added]\n      `getx00()` is new: `GET /x00`\n";
    assert!(text.contains(listed) && text.contains("`GET /x11`\n      and 8 more\n"), "{text}");
    assert!(text.ends_with("`cargo xtask diff HEAD openapi.json --report json` lists them.\n"), "{text}");
    let text = report(&document(&names), &document(&["a"]), &[]);
    assert!(text.contains("`GET /x19`\n") && !text.contains(" more\n"), "{text}");
}

#[test]
fn report_sections_are_ordered_by_importance() {
    let document_with = |field: &str, maximum: u32, text: &str, more: usize| {
        let ids: Vec<String> =
            ["a"].into_iter().map(str::to_owned).chain((0..more).map(|id| format!("new{id}"))).collect();
        let mut document = document(&ids.iter().map(String::as_str).collect::<Vec<_>>());
        let fields: Value = (0..30).map(|number| (format!("f{number:02}"), json!({ "type": field }))).collect();
        let schema = json!({ "type": "object", "properties": fields });
        let operation = &mut document["paths"]["/a"]["get"];
        operation["summary"] = text.into();
        operation["parameters"] = (0..30)
            .map(|number| json!({ "name": format!("p{number:02}"), "in": "query", "schema": { "type": "integer", "maximum": maximum } }))
            .collect();
        operation["responses"] =
            json!({ "200": { "description": text, "content": { "application/json": { "schema": schema } } } });
        document
    };
    let text = report(&document_with("string", 20, "one", 0), &document_with("integer", 10, "two", 30), &[]);
    let parts = [
        "Breaking changes (30)\n",
        "  A field has another type (30); use the new type [field-type-changed]\n",
        "Changes that affect neither the Rust API nor the verdict (30)\n",
        "  error: Values in requests have a stricter limit (30) [sent-limit-stricter]\n",
        "` and 29 more: maximum 10, was 20\n",
        "Compatible changes (30)\n",
        "  An operation is new (30) [operation-added]\n",
        "      and 18 more\n",
        "Summaries and descriptions that differ (2)\n",
        "  in `paths` (2)\n      `/paths/~1a/get/summary`\n",
    ];
    let mut rest = text.as_str();
    for part in parts {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part} is not there, or not in its place\n{text}")).1;
    }
    assert!(text.lines().count() < 100, "{text}");
}

#[test]
fn report_shows_places_of_new_adaptations_only() {
    let document_with = |fields: &[&str]| {
        let mut document = document(&["a"]);
        let lost = json!({ "$ref": "#/components/schemas/Gone" });
        let fields: Value = fields.iter().map(|field| ((*field).to_owned(), lost.clone())).collect();
        let schema = json!({ "type": "object", "properties": fields });
        document["paths"]["/a"]["get"]["responses"] =
            json!({ "200": { "description": "", "content": { "application/json": { "schema": schema } } } });
        document
    };
    let text = report(&document_with(&["one"]), &document_with(&["one", "two"]), &[]);
    assert!(
        text.contains("a value whose `$ref` has no target can be any JSON value (2, was 1)\n")
            && text.contains(".two #"),
        "{text}"
    );
    assert!(!text.contains(".one #"), "{text}");
}

#[test]
fn report_of_an_update_is_the_same_each_time() {
    let (old, new) = (document(&["a", "b", "c", "d"]), document(&["d", "e", "c", "f"]));
    let [one, other] = [Workspace::with_document(&old), Workspace::with_document(&old)];
    let server = serve(&new);
    let [first, second] = [&one, &other].map(|workspace| workspace.update_from(&server, &[]).stdout);
    assert_eq!(first.replace(&one.report_line(), ""), second.replace(&other.report_line(), ""));
}

#[test]
fn report_on_an_unchanged_document_can_be_rendered_as_json() {
    let text = report(&document(&["a"]), &document(&["a"]), &["--report", "json"]);
    let report: Value = serde_json::from_str(&text).expect("should be JSON");
    assert_eq!((&report["outcome"], &report["verdict"]), (&json!("unchanged"), &json!("no change")));
}

#[test]
fn report_lists_behaviour_changes_that_do_not_affect_the_verdict() {
    let with_maximum = |limit: u32| {
        let mut document = document(&["a"]);
        document["paths"]["/a"]["get"]["parameters"] =
            json!([{ "name": "n", "in": "query", "schema": { "type": "integer", "maximum": limit } }]);
        document
    };
    let text = report(&with_maximum(20), &with_maximum(10), &[]);
    assert!(text.contains("Verdict: no change") && !text.contains("next at least"), "{text}");
    let section = "Changes that affect neither the Rust API nor the verdict (1)\n";
    let finding = "  error: Values in requests have a stricter limit (1) [sent-limit-stricter]\n      `GET /a query \
                   n`: maximum 10, was 20\n";
    assert!(text.contains(section) && text.contains(finding), "{text}");
    let json: Value = serde_json::from_str(&report(&with_maximum(20), &with_maximum(10), &["--report", "json"]))
        .expect("should be JSON");
    assert_eq!(json["verdict"], "no change");
    assert_eq!(json["behaviour"][0]["rule"], "sent-limit-stricter");
    assert_eq!(json["behaviour"][0]["severity"], "error");
    assert_eq!(json["behaviour"][0]["place"], "GET /a query n");
}

#[test]
fn report_omits_behaviour_changes_if_the_old_document_is_unusable() {
    let done = Workspace::with_text("{").update_from(&serve(&document(&["a"])), &["--report", "json"]);
    let json: Value = serde_json::from_str(&done.stdout).expect("should be JSON");
    assert_eq!(json.get("behaviour"), None, "{json}");
}

#[test]
fn report_mentions_progenitor_only_if_the_client_is_built_with_it() {
    let parts = json!({ "multipart/form-data": { "schema": { "type": "object", "properties": { "a": { "type": "string" } } } } });
    let mut served = document(&["a"]);
    served["paths"]["/b"] =
        json!({ "post": { "operationId": "sendB", "requestBody": { "content": parts }, "responses": { "204": {} } } });
    let plain = "perennial-codegen = { path = \"crates/perennial-codegen\" }";
    let with_feature = plain.replace(" }", ", features = [\"progenitor\"] }");
    let by_feature = format!("{plain}\n[features]\nsecond = [\"perennial-codegen/progenitor\"]");
    for (dependency, is_reported) in [(plain, false), (&with_feature, true), (&by_feature, true)] {
        let workspace = Workspace::with_document(&document(&["a"]));
        for (path, from, to) in [
            ("Cargo.toml", plain, dependency),
            ("crates/perennial-codegen/Cargo.toml", "2024\"\n", "2024\"\n[features]\nprogenitor = []\n"),
        ] {
            let path = workspace.path().join(path);
            let text = std::fs::read_to_string(&path).expect("should be there");
            std::fs::write(&path, text.replace(from, to)).expect("should be written");
        }
        for format in ["text", "json", "markdown"] {
            let done = workspace.update_from(&serve(&served), &["--dry-run", "--report", format]);
            assert!(
                done.code == Some(0) && done.stdout.contains("progenitor") == is_reported,
                "{dependency}: {done:?}"
            );
        }
    }
}
