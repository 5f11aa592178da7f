//! Tests that an update writes `names.json` together with the document, and keeps recorded names.

use std::fs;

use serde_json::{Value, json};

use crate::update_spec::{
    server::serve,
    workspace::{Workspace, document},
};

/// Returns a document with a single operation, whose `operationId` is `id`. A parameter of the operation lists
/// `values`.
fn document_with_id(id: &str, values: &[&str]) -> Value {
    let mut document = document(&["a"]);
    let operation = &mut document["paths"]["/a"]["get"];
    operation["operationId"] = id.into();
    operation["parameters"] =
        json!([{ "name": "kind", "in": "query", "schema": { "$ref": "#/components/schemas/Kind" } }]);
    document["components"]["schemas"]["Kind"] = json!({ "type": "string", "enum": values });
    document
}

fn names(workspace: &Workspace) -> Option<Value> {
    let text = fs::read_to_string(workspace.path().join("names.json")).ok()?;
    Some(serde_json::from_str(&text).expect("should be JSON"))
}

fn update(workspace: &Workspace, served: &Value) -> String {
    let done = workspace.update_from(&serve(served), &[]).succeeded();
    done.stdout
}

#[test]
fn records_old_names_with_the_names_in_the_new_document_as_aliases() {
    let workspace = Workspace::with_document(&document_with_id("first", &["GOOD", "BAD"]));
    let report = update(&workspace, &document_with_id("second", &["GOOD"]));
    assert_eq!(
        names(&workspace),
        Some(json!({
            "operations": { "first": { "request": "GET /a", "aliases": ["second"] } },
            "types": { "Kind": {
                "place": "#/components/schemas/Kind",
                "former_variants": { "Bad": { "of": "BAD", "since": "0.1.1" } },
            } },
        }))
    );
    for part in [
        "Verdict: compatible",
        "Version: 0.1.0; the next release must be 0.1.1 or higher",
        "\n  `first()` is now identified in errors and in `operations()` by the operationId `second`, formerly by \
         the operationId `first`",
        "`first()` has the additional name `second`, because the document now uses this name [name-added]\n",
        "\n  `types::Kind`: variant `Bad` (\"BAD\") is deprecated",
    ] {
        assert!(report.contains(part), "{part}\n{report}");
    }
    let outcome = report.lines().nth(1).unwrap_or_default();
    assert!(
        outcome.ends_with("; names.json updated; pregenerated/client.rs updated; public-api.txt updated"),
        "{outcome}"
    );
    let listing = workspace.read_public_api().expect("should be written");
    assert!(listing.contains("other name of operation second = first\n"), "{listing}");

    update(&workspace, &document_with_id("third", &["GOOD"]));
    let operation = json!({ "request": "GET /a", "aliases": ["third"], "former": { "second": "0.1.1" } });
    assert_eq!(names(&workspace).expect("should be there")["operations"], json!({ "first": operation }));
    let again = update(&workspace, &document_with_id("third", &["GOOD"]));
    assert!(again.contains("nothing to do"), "{again}");
}

#[test]
fn former_names_kept_in_a_breaking_update_get_the_breaking_version() {
    let workspace = Workspace::with_document(&document_with_id("first", &["GOOD"]));
    update(&workspace, &document_with_id("second", &["GOOD"]));
    update(&workspace, &document_with_id("third", &["GOOD"]));
    let mut breaking = document_with_id("fourth", &["GOOD"]);
    breaking["paths"]["/a"]["get"]["parameters"] = json!([]);
    let report = update(&workspace, &breaking);
    assert!(report.contains("Verdict: breaking") && !report.contains("dropped"), "{report}");
    let operation =
        json!({ "request": "GET /a", "aliases": ["fourth"], "former": { "second": "0.2.0", "third": "0.2.0" } });
    assert_eq!(names(&workspace), Some(json!({ "operations": { "first": operation } })));
}

#[cfg(unix)]
#[test]
fn update_verifies_the_client_with_the_new_names_json() {
    let workspace = Workspace::with_document(&document_with_id("first", &["GOOD"]));
    workspace
        .update_with_script("grep -q '\"second\"' names.json", &serve(&document_with_id("second", &["GOOD"])), &[])
        .succeeded();
}

#[test]
fn refuses_an_invalid_names_json_without_writing_anything() {
    let server = serve(&document_with_id("second", &["GOOD"]));
    for (found, reason) in [
        (
            r#"{ "operations": { "first": { "request": "GET /a", "aliases": ["x"], "former": { "x": "0.1.0" } } } }"#,
            "names.json: operations.first.former.x: \"x\" is already used by operations.first.aliases.x: change or \
             remove it",
        ),
        (
            r#"{ "types": { "a b": {} } }"#,
            "names.json: types.a b: \"a b\" is not a valid Rust identifier in Unicode normalization form NFC",
        ),
        (
            r#"{ "tags": { "a": { "feature": "x\"] evil = [\"y" } } }"#,
            r#"names.json: tags.a.feature: "x\"] evil = [\"y" is not a valid feature"#,
        ),
        ("{", "names.json: not JSON"),
    ] {
        let workspace = Workspace::with_document(&document_with_id("first", &["GOOD"]));
        let before = workspace.read_document();
        fs::write(workspace.path().join("names.json"), found).expect("should be written");
        for done in [workspace.update_from(&server, &[]), workspace.run_public_api(&[])] {
            assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{done:?}");
            assert!(done.stderr.contains(reason), "{}", done.stderr);
        }
        assert_eq!((workspace.read_document(), workspace.read_public_api()), (before, None));
        let left = fs::read_to_string(workspace.path().join("names.json")).expect("should be there");
        assert_eq!(left, found);
    }
}

#[test]
fn recorded_names_survive_an_unusable_vendored_document() {
    let workspace = Workspace::with_document(&document_with_id("first", &["GOOD"]));
    update(&workspace, &document_with_id("second", &["GOOD"]));
    let before = names(&workspace);
    fs::write(workspace.document_path(), "{").expect("should be written");
    update(&workspace, &document_with_id("second", &["GOOD"]));
    assert_eq!(names(&workspace), before);
}
