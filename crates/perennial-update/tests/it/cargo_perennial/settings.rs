//! Tests updates to documents that lack an operation or schema to which `names.json` refers.

use std::path::Path;

use serde_json::{Value, json};

use crate::cargo_perennial::program::{Done, bookshelf, cargo_perennial, commit, edit, files};

/// Returns a document with these operations, each given as a path and an `operationId`. All responses have the schema
/// `schema`.
fn document(operations: &[(&str, &str)], schema: &str) -> String {
    let responses = json!({ "200": { "content": { "application/json": {
        "schema": { "$ref": format!("#/components/schemas/{schema}") } } } } });
    let operation = |(path, id): &(&str, &str)| {
        ((*path).to_owned(), json!({ "get": { "operationId": id, "responses": responses } }))
    };
    let paths: serde_json::Map<String, Value> = operations.iter().map(operation).collect();
    let object = json!({ "type": "object", "properties": { "amount": { "type": "string" } } });
    json!({ "openapi": "3.0.0", "paths": paths, "components": { "schemas": { schema: object } } }).to_string()
}

fn with_settings(client: &Path, from: &str, to: &str, arguments: &[&str]) -> Done {
    edit(client, "names.json", from, to);
    cargo_perennial(client, arguments)
}

fn update(client: &Path, document: &str) -> Done {
    std::fs::write(client.parent().expect("has one").join("document"), document).expect("should be written");
    cargo_perennial(client, &["update", "--from", "../document", "--no-verify"])
}

#[test]
fn selected_operation_keeps_its_name_after_its_operation_id_changes() {
    let old = document(&[("/a", "getA"), ("/b", "getB"), ("/c", "getC")], "Money");
    let (_folder, client) = bookshelf(&old);
    let chosen = "\"client\": {\n    \"operations\": { \"ids\": [\"getA\", \"getB\"] },";
    assert_eq!(with_settings(&client, "\"client\": {", chosen, &["public-api", "--accept-breaking"]).code, Some(0));
    commit(&client);

    // Changes the first operation's `operationId`, and removes the second operation.
    let new = document(&[("/a", "readA"), ("/c", "getC")], "Money");
    let before = files(&client);
    let refused = update(&client, &new);
    assert_eq!((refused.code, files(&client)), (Some(1), before), "{refused:?}");
    for line in [
        "names.json has entries for items that ../document does not contain: correct or remove these entries, and run \
         the command again",
        "names.json: client.operations.ids.getA: no operation has this tag or id",
        "names.json: client.operations.ids.getB: no operation has this tag or id",
    ] {
        assert!(refused.stderr.contains(line), "{line}: {refused:?}");
    }
    edit(&client, "names.json", "\"getA\",", "\"readA\"");
    edit(&client, "names.json", "\"getB\"", "");
    let updated = update(&client, &new);
    assert_eq!(updated.code, Some(0), "{updated:?}");
    let api = &files(&client)["public-api.txt"];
    assert!(api.contains("operation get_a() -> ") && !api.contains("get_c"), "{api}");
}

#[test]
fn refuses_a_document_without_a_schema_that_an_own_type_replaces() {
    let (_folder, client) = bookshelf(&document(&[("/a", "getA")], "Money"));
    let replaced = "\"client\": {\n    \"types\": { \"#/components/schemas/Money\": \"crate::Money\" },";
    assert_eq!(with_settings(&client, "\"client\": {", replaced, &["public-api", "--accept-breaking"]).code, Some(0));
    commit(&client);

    let new = document(&[("/a", "getA")], "Price");
    let refused = update(&client, &new);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(
        refused.stderr.contains("names.json: client.types.#/components/schemas/Money: no operation uses this schema"),
        "{refused:?}"
    );
    edit(&client, "names.json", "#/components/schemas/Money", "#/components/schemas/Price");
    let updated = update(&client, &new);
    assert_eq!(updated.code, Some(0), "{updated:?}");
    assert!(files(&client)["public-api.txt"].contains("crate::Money"), "{updated:?}");
}
