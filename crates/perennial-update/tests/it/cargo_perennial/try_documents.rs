use std::{fs, path::Path};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cargo_perennial::program::{Done, cargo_perennial};

const TAKEN: &str = r##"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "tags": ["things"],
    "responses": { "200": { "description": "", "content": { "application/json": { "schema": {
        "$ref": "#/components/schemas/A" } } } } } } } },
    "components": { "schemas": { "A": { "type": "object", "properties": { "size": { "type": "integer" }, "more": {}, "union": { "oneOf": [{}, { "type": "string" }, { "type": "string", "format": "date" }] } } } } } }"##;
const IN_YAML: &str = "openapi: 3.0.0
paths:
  /b:
    get:
      operationId: getB
      responses:
        200:
          description: one
          content: &json
            application/json:
              schema: { type: string }
        201:
          description: other
          content: *json
";
const REFUSED: &str = r#"{ "openapi": "4.0.0", "paths": {} }"#;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("should be made");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
        fs::write(path, text).expect("should be written");
    }
    folder
}

fn run_try(folder: &Path, arguments: &[&str]) -> Done {
    cargo_perennial(folder, &[&["try"], arguments].concat())
}

#[test]
fn try_describes_the_client_of_a_document() {
    let folder = folder(&[("a.json", TAKEN)]);
    let Done { code, stdout, stderr } = run_try(folder.path(), &["a.json"]);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stdout.starts_with("a.json: accepted, in "), "{stdout}");
    assert!(stdout.contains("\n  1 operation, 1 tag, 1 type, "), "{stdout}");
    let untyped = concat!(
        "       1  the document does not describe the value, or gives it more than one type [no-type]\n",
        "          A.more\n"
    );
    assert!(stdout.contains(untyped), "{stdout}");
    assert!(stdout.ends_with("\n\n1 of 1 documents accepted\n"), "{stdout}");
}

/// Returns a document with `paths` listings whose pages are selected by a cursor, and one listing without a pager.
fn with_pages(paths: usize) -> Value {
    let listing = |parameter: &str| {
        let list = json!({ "type": "array", "items": { "type": "string" } });
        let page = json!({ "type": "object", "required": ["items"], "properties": { "items": list, "cursor": { "type": "string" } } });
        let fault = json!({ "$ref": "#/components/schemas/Fault" });
        json!({ "get": {
            "tags": ["Letters"],
            "parameters": [{ "name": parameter, "in": "query", "schema": { "type": "string" } }],
            "responses": {
                "200": { "description": "", "content": { "application/json": { "schema": page } } },
                "default": { "description": "", "content": { "application/json": { "schema": fault } } },
            },
        } })
    };
    let paged = (0..paths).map(|number| (format!("/letters{number}"), listing("cursor")));
    let paths: serde_json::Map<String, Value> = paged.chain([("/drafts".to_owned(), listing("page"))]).collect();
    json!({
        "openapi": "3.0.0", "paths": paths, "servers": [{ "url": "https://letters.example/v1" }],
        "components": {
            "schemas": { "Fault": { "type": "object", "properties": { "code": { "type": "string" } } } },
            "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" }, "tls": { "type": "mutualTLS" } },
        },
    })
}

#[test]
fn try_lists_pages_credentials_errors_and_servers() {
    let folder = folder(&[("a.json", &with_pages(7).to_string())]);
    let Done { stdout, .. } = run_try(folder.path(), &["a.json"]);
    for part in [
        "       7  cursor-field: a cursor parameter, and a response field with the same name\n          GET \
         /letters0: `letters().",
        "          … and 2 more\n",
        "       1  the parameter `page`\n          GET /drafts: `letters().",
        "  `api_key` sets the credentials for the scheme `key`; they are sent in the header `X-Key`\n",
        "8 of 8 operations declare error bodies, all of the type `types::Fault`. Types for error bodies are \
         generated only",
        "Servers\n  https://letters.example/v1 (default)\n",
    ] {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
    let Done { stdout, .. } = run_try(folder.path(), &["a.json", "--report", "json"]);
    let report: Value = serde_json::from_str(&stdout).expect("should be JSON");
    let overview = &report["each"][0]["outcome"]["accepted"]["overview"];
    assert_eq!(overview["pages"]["cursor-field"]["places"].as_array().map(Vec::len), Some(7), "{stdout}");
    let error = json!({ "name": "Fault", "operations": 8, "of_operations": 8, "all_operations": 8, "is_only": true });
    assert_eq!(overview["error"], error, "{stdout}");
}

#[test]
fn try_reports_the_same_adaptations_as_new() {
    let folder = folder(&[("a.json", &with_pages(1).to_string())]);
    let tried = run_try(folder.path(), &["a.json"]).stdout;
    let made = cargo_perennial(folder.path(), &["new", "letters", "--from", "a.json"]).stdout;
    let adaptations = |report: &str| -> Vec<String> {
        report.lines().filter(|line| line.ends_with(']')).map(str::to_owned).collect()
    };
    assert_eq!(adaptations(&tried), adaptations(&made));
    for rule in ["[dropped-scheme]", "[undeclared-security]"] {
        assert!(tried.contains(rule) && made.contains(rule), "{rule}: {tried}{made}");
    }
    assert!(tried.contains("[undeclared-security]\n          a.json\n"), "{tried}");
    assert!(made.contains("letters: a client with 2 operations and ") && made.contains("cursor-field: "), "{made}");
}

#[test]
fn try_command_accepts_documents_that_repeat_an_operation_id() {
    let get = json!({ "operationId": "list", "responses": { "204": { "description": "" } } });
    let document =
        json!({ "openapi": "3.0.0", "paths": { "/keys": { "get": get, "head": get }, "/users": { "get": get } } });
    let folder = folder(&[("a.json", &document.to_string())]);
    let Done { code, stdout, .. } = run_try(folder.path(), &["a.json"]);
    assert_eq!(code, Some(0), "{stdout}");
    assert!(stdout.contains("       2  ") && stdout.contains("list (HEAD /keys) as headKeys\n"), "{stdout}");
}

#[test]
fn try_reads_yaml_with_numeric_statuses_and_anchors() {
    let folder = folder(&[("b.yml", IN_YAML)]);
    let Done { code, stdout, .. } = run_try(folder.path(), &["b.yml", "--report", "json"]);
    let report: Value = serde_json::from_str(&stdout).expect("should be JSON");
    let accepted = &report["each"][0]["outcome"]["accepted"];
    assert_eq!((code, &accepted["operations"]), (Some(0), &1.into()), "{stdout}");
    // Two success responses with the same content are merged, which is not an adaptation.
    assert_eq!((&accepted["adaptations"], &accepted["untyped"]), (&json!({}), &json!({})), "{stdout}");
}

#[test]
fn try_reports_references_whose_target_depends_on_the_dynamic_scope() {
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let page = |of: &str| json!({ "$id": of, "$ref": "page", "$defs": { "T": { "$dynamicAnchor": "T", "$ref": reference(of)["$ref"] } } });
    let get = |page: &str| {
        let content = json!({ "application/json": { "schema": reference(page) } });
        json!({ "get": { "responses": { "200": { "description": "", "content": content } } } })
    };
    let document = json!({
        "openapi": "3.1.0", "paths": { "/users": get("Users"), "/books": get("Books") },
        "components": { "schemas": {
            "Page": { "$id": "page", "type": "object", "$defs": { "T": { "$dynamicAnchor": "T" } },
                "properties": { "items": { "type": "array", "items": { "$dynamicRef": "#T" } } } },
            "Users": page("User"), "Books": page("Book"),
            "User": { "type": "object", "properties": { "name": { "type": "string" } } },
            "Book": { "type": "object", "properties": { "title": { "type": "string" } } },
        } },
    });
    let folder = folder(&[("a.json", &document.to_string())]);
    let Done { stdout, .. } = run_try(folder.path(), &["a.json"]);
    let title = "a value whose `$dynamicRef` has several possible targets can be any JSON value [dynamic-reference]";
    for place in ["Page.items[]", "Page.items"] {
        assert!(stdout.contains(&format!("       1  {title}\n          {place}\n")), "{stdout}");
    }
}

#[test]
fn try_reports_where_an_error_is_and_exits_with_1() {
    let folder = folder(&[("c.json", REFUSED), ("d.json", "{}")]);
    let Done { code, stdout, .. } = run_try(folder.path(), &["c.json"]);
    assert_eq!(code, Some(1), "{stdout}");
    assert!(stdout.starts_with("c.json: refused\n  ") && stdout.contains("4.0.0"), "{stdout}");
    assert!(stdout.ends_with("\n\n0 of 1 documents accepted\n"), "{stdout}");
    let Done { code, stdout, .. } = run_try(folder.path(), &["d.json"]);
    let reason = "  not an OpenAPI document: the top level contains neither `openapi` nor `swagger`\n";
    assert_eq!((code, stdout.contains(reason)), (Some(1), true), "{stdout}");
    fs::write(folder.path().join("e.json"), "{ \"openapi\": \"3.0.0\", ").expect("should be written");
    let Done { stdout, .. } = run_try(folder.path(), &["e.json"]);
    assert!(stdout.contains("  e.json: not JSON: ") && !stdout.contains("openapi.json"), "{stdout}");
}

#[test]
fn try_reports_each_of_several_documents_and_counts_accepted_ones() {
    let folder = folder(&[("a.json", TAKEN), ("b.yaml", IN_YAML), ("c.json", REFUSED)]);
    let names = ["a.json", "b.yaml", "c.json"];
    let Done { code, stdout, .. } = run_try(folder.path(), &names);
    assert_eq!(code, Some(1), "{stdout}");
    for document in ["a.json: accepted, in ", "\n\nb.yaml: accepted, in ", "\n\nc.json: refused\n  "] {
        assert!(stdout.contains(document), "{document}: {stdout}");
    }
    assert!(stdout.ends_with("\n\n2 of 3 documents accepted\n"), "{stdout}");
    let Done { stdout, stderr, .. } = run_try(folder.path(), &[&names[..], &["--report=json"]].concat());
    let report: Value = serde_json::from_str(&stdout).expect("should be JSON");
    assert_eq!((&report["documents"], &report["accepted"]), (&3.into(), &2.into()), "{stdout}");
    assert_eq!(report["each"][2]["path"], "c.json", "{stdout}");
    assert!(stderr.ends_with("2 of 3 documents accepted\n"), "{stderr}");
}

#[test]
fn try_command_accepts_a_document_with_numbers_beyond_the_largest_float() {
    let large = TAKEN.replace(r#""type": "integer""#, r#""type": "integer", "maximum": 1e999"#);
    let folder = folder(&[("a.json", &large), ("b.yml", IN_YAML)]);
    let Done { code, stdout, stderr } = run_try(folder.path(), &["a.json", "b.yml"]);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stdout.ends_with("\n\n2 of 2 documents accepted\n"), "{stdout}");
}

#[test]
fn try_command_refuses_a_folder_and_a_missing_file() {
    let folder = folder(&[("x/a.json", TAKEN)]);
    for (path, message) in [
        ("x", "error: x is a folder: specify the documents in it, such as `x/*.json`\n"),
        ("none.json", "error: none.json cannot be read: "),
    ] {
        let Done { code, stdout, stderr } = run_try(folder.path(), &[path]);
        assert_eq!((code, &*stdout), (Some(1), ""), "{stderr}");
        assert!(stderr.starts_with(message), "{stderr}");
    }
}
