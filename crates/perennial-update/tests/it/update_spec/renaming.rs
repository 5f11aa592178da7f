//! Tests what happens when a maintainer edits names in `names.json`, or drops former names.

use std::fs;

use serde_json::{Value, json};

use crate::update_spec::{
    repository,
    server::serve,
    workspace::{Done, Workspace, document},
};

/// Returns a document with these names for an operation, its path parameter, and the schema of its response.
fn document_with_names(operation: &str, parameter: &str, schema: &str) -> Value {
    let reference = json!({ "$ref": format!("#/components/schemas/{schema}") });
    let mut document = document(&["a"]);
    document["paths"] = json!({ format!("/a/{{{parameter}}}"): { "get": {
        "operationId": operation,
        "parameters": [{ "name": parameter, "in": "path", "required": true, "schema": { "type": "string" } }],
        "responses": { "200": { "content": { "application/json": { "schema": reference } } } },
    } } });
    document["components"]["schemas"][schema] =
        json!({ "type": "object", "properties": { "part": { "type": "object", "properties": { "x": {} } } } });
    document
}

/// Creates a workspace after an update in which the document got new names. The client still has the old ones.
fn workspace_with_old_names() -> Workspace {
    let workspace = Workspace::with_document(&document_with_names("getFirst", "id", "First"));
    workspace.update_from(&serve(&document_with_names("getSecond", "key", "Second")), &[]).succeeded();
    repository::init(workspace.path());
    repository::commit(workspace.path(), &[]);
    workspace
}

/// Creates the same workspace as `workspace_with_old_names`, and edits `names.json` so that the client gets the new
/// names.
fn workspace_with_edited_names() -> (Workspace, Done) {
    let workspace = workspace_with_old_names();
    let former = |name: &str| json!({ name: "unreleased" });
    let edited = json!({
        "operations": { "get_second": {
            "request": "GET /a/{}",
            "setters": { "path key": "key" },
            "former": former("get_first"),
            "other_setters": { "id": { "of": "key", "since": "unreleased" } },
        } },
        "types": {
            "Second": { "place": "#/components/schemas/Second", "former": former("First") },
            "SecondPart": { "place": "Second.part", "former": former("FirstPart") },
        },
    });
    fs::write(workspace.path().join("names.json"), edited.to_string()).expect("should be written");
    let done = workspace.run_public_api(&[]).succeeded();
    (workspace, done)
}

fn names(workspace: &Workspace) -> Value {
    let text = fs::read_to_string(workspace.path().join("names.json")).expect("should be there");
    serde_json::from_str(&text).expect("should be JSON")
}

fn files(workspace: &Workspace) -> Vec<String> {
    let files = ["names.json", "openapi.json", "public-api.txt", "pregenerated/client.rs"];
    files.map(|name| fs::read_to_string(workspace.path().join(name)).expect("should be there")).into()
}

#[test]
fn name_edited_in_names_json_keeps_its_old_name_as_former_name() {
    let (workspace, done) = workspace_with_edited_names();
    for part in [
        "Verdict: compatible",
        "\n      `get_first()` is now called `get_second()`\n",
        "\n      `types::First` is now called `types::Second`\n      `types::FirstPart` is now called \
         `types::SecondPart`\n",
        "setter `id` is now called `key`, and the old name is deprecated",
    ] {
        assert!(done.stdout.contains(part), "{part}\n{}", done.stdout);
    }
    let names = names(&workspace);
    assert_eq!(names["operations"]["get_second"]["former"], json!({ "get_first": "0.1.1" }));
    assert_eq!(names["operations"]["get_second"]["other_setters"], json!({ "id": { "of": "key", "since": "0.1.1" } }));
    assert_eq!(names["types"]["SecondPart"], json!({ "place": "Second.part", "former": { "FirstPart": "0.1.1" } }));
    assert_eq!(workspace.run_public_api(&["--check"]).code, Some(0));
    assert!(workspace.run_public_api(&[]).stdout.ends_with("nothing to do\n"));
}

#[test]
fn editing_one_name_in_names_json_changes_no_other_name() {
    let workspace = workspace_with_old_names();
    let mut edited = names(&workspace);
    let types = edited["types"].as_object_mut().expect("should be an object");
    types.remove("First");
    types["FirstPart"]["place"] = "Second.part".into();
    types.insert(
        "Second".to_owned(),
        json!({ "place": "#/components/schemas/Second", "former": { "First": "unreleased" } }),
    );
    fs::write(workspace.path().join("names.json"), edited.to_string()).expect("should be written");
    let done = workspace.run_public_api(&[]);
    assert!(done.code == Some(0) && done.stdout.contains("Verdict: compatible"), "{done:?}");
    let names = names(&workspace);
    assert_eq!(names["types"]["FirstPart"], json!({ "place": "Second.part" }));
    assert_eq!(names["operations"]["get_first"]["aliases"], json!(["get_second"]));
}

#[test]
fn refuses_an_edit_that_removes_a_name_without_a_former_name() {
    let workspace = workspace_with_old_names();
    let mut edited = names(&workspace);
    let operations = edited["operations"].as_object_mut().expect("should be an object");
    operations.clear();
    operations.insert("get_third".to_owned(), json!({ "request": "GET /a/{}" }));
    fs::write(workspace.path().join("names.json"), edited.to_string()).expect("should be written");
    let before = files(&workspace);
    let message = workspace.run_public_api(&[]).refused();
    assert!(
        message.contains("operation get_first: ") && message.contains("to the `former` list of its original item"),
        "{message}"
    );
    assert_eq!(files(&workspace), before);
}

#[test]
fn removing_former_names_by_age_is_reported_as_breaking() {
    let (workspace, _) = workspace_with_edited_names();
    let none_dropped = workspace.run_drop_former_names(&["--before", "0.1.1"]);
    assert_eq!(none_dropped.stdout, workspace.report_line() + "names.json contains no such names: nothing to do\n");
    let before = files(&workspace);
    assert_eq!(workspace.run_drop_former_names(&["--all", "--dry-run"]).code, Some(0));
    assert_eq!(files(&workspace), before);
    let done = workspace.run_drop_former_names(&["--before", "0.2.0"]).succeeded();
    for part in [
        "Verdict: breaking",
        "\n      the deprecated name `types::First` of `types::Second` is removed; use the current name of the item, if the item still exists",
        "the former name `id` of a setter is removed; call `.key(…)` instead",
    ] {
        assert!(done.stdout.contains(part), "{part}\n{}", done.stdout);
    }
    assert_eq!(names(&workspace)["types"]["Second"], json!({ "place": "#/components/schemas/Second" }));
    assert_eq!(workspace.run_public_api(&["--check"]).code, Some(0));
}

#[test]
fn drop_former_names_only_lists_them_without_before_or_all() {
    let (workspace, _) = workspace_with_edited_names();
    for arguments in [&["--before", "soon"][..], &["--all", "--before", "1.0.0"]] {
        assert_eq!(workspace.run_drop_former_names(arguments).code, Some(2), "{arguments:?}");
    }
    let recorded = names(&workspace);
    let listed = workspace.run_drop_former_names(&[]);
    assert!(listed.code == Some(0) && listed.stdout.contains("`types::First`"), "{listed:?}");
    assert_eq!(names(&workspace), recorded);
}
