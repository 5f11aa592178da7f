//! A maintainer sees the names that things have, takes over those of the document, and drops former ones.

use std::fs;

use serde_json::{Value, json};

use crate::{
    server::serve,
    workspace::{Workspace, document},
};

/// A document whose operation, path parameter and response are called so.
fn called(operation: &str, parameter: &str, schema: &str) -> Value {
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

/// A workspace with the names of the first of two documents, and the second.
fn renamed() -> Workspace {
    let workspace = Workspace::of(&called("getFirst", "id", "First"));
    let done = workspace.update(&serve(&called("getSecond", "key", "Second")), &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
    workspace
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
fn the_names_beside_the_own_ones_are_listed_and_those_by_the_rules() {
    let workspace = renamed();
    let before = files(&workspace);
    let listed = workspace.names(&[]);
    assert_eq!(
        listed.stdout,
        workspace.line()
            + "1 operations, 0 tags, 2 types\n  operation get_first: get_second, in the document\n  setter get_first.id: key, in the document\n  type First: Second, in the document\n"
    );
    let fresh = workspace.names(&["--fresh"]);
    assert_eq!(
        fresh.stdout,
        workspace.line()
            + "operation get_first -> get_second\nsetter get_first.id -> key\ntype First -> Second\ntype FirstPart -> SecondPart\n"
    );
    assert_eq!(files(&workspace), before);
}

#[test]
fn adopted_names_are_the_present_ones_and_the_others_former_ones() {
    let workspace = renamed();
    let done = workspace.names(&["--adopt"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    for part in [
        "Verdict: compatible",
        "\n      `get_first()` is now called `get_second()`\n",
        "\n      `types::First` is now called `types::Second`\n      `types::FirstPart` is now called `types::SecondPart`\n",
        "setter `id` is now called `key`, and the old name is deprecated",
    ] {
        assert!(done.stdout.contains(part), "{part}\n{}", done.stdout);
    }
    assert_eq!(
        names(&workspace),
        json!({
            "operations": { "get_second": {
                "request": "GET /a/{}",
                "setters": { "path key": "key" },
                "former": { "get_first": "0.1.1" },
                "other_setters": { "id": { "of": "key", "since": "0.1.1" } },
            } },
            "types": {
                "Second": { "place": "#/components/schemas/Second", "former": { "First": "0.1.1" } },
                "SecondPart": { "place": "Second.part", "former": { "FirstPart": "0.1.1" } },
            },
        })
    );
    assert_eq!(workspace.public_api_task(&["--check"]).code, Some(0));
    assert_eq!(workspace.names(&["--fresh"]).stdout, workspace.line() + "all names are those by the rules\n");
    let again = workspace.names(&["--adopt"]);
    let nothing = workspace.line() + "names.json has no such names: nothing to do\n";
    assert_eq!((again.code, again.stdout), (Some(0), nothing));
}

#[test]
fn one_name_is_adopted_and_the_others_stay() {
    let workspace = renamed();
    let done = workspace.names(&["--adopt", "First"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let names = names(&workspace);
    assert_eq!(
        names["types"]["Second"],
        json!({ "place": "#/components/schemas/Second", "former": { "First": "0.1.1" } })
    );
    assert_eq!(names["types"]["FirstPart"], json!({ "place": "Second.part" }));
    assert_eq!(names["operations"]["get_first"]["aliases"], json!(["get_second"]));
}

#[test]
fn a_name_that_cannot_be_adopted_is_refused_and_nothing_is_written() {
    let workspace = renamed();
    let before = files(&workspace);
    let done = workspace.names(&["--adopt", "Third"]);
    assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{done:?}");
    assert!(done.stderr.contains("`Third` has no other name by the rules"), "{}", done.stderr);
    assert_eq!(workspace.names(&["--adopt", "--dry-run"]).code, Some(0));
    assert_eq!(files(&workspace), before);
}

#[test]
fn former_names_are_dropped_by_age_or_all_and_that_breaks() {
    let workspace = renamed();
    let done = workspace.names(&["--adopt"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let kept = workspace.drop_former_names(&["--before", "0.1.1"]);
    assert_eq!(kept.stdout, workspace.line() + "names.json has no such names: nothing to do\n");
    let before = files(&workspace);
    assert_eq!(workspace.drop_former_names(&["--all", "--dry-run"]).code, Some(0));
    assert_eq!(files(&workspace), before);
    let done = workspace.drop_former_names(&["--before", "0.2.0"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    for part in [
        "Verdict: breaking",
        "\n      the deprecated name `types::First` of `types::Second` is removed; use the present name",
        "the former name `id` of a setter is gone; call `.key(…)` instead",
    ] {
        assert!(done.stdout.contains(part), "{part}\n{}", done.stdout);
    }
    assert_eq!(names(&workspace)["types"]["Second"], json!({ "place": "#/components/schemas/Second" }));
    assert_eq!(workspace.public_api_task(&["--check"]).code, Some(0));
}

#[test]
fn dropping_asks_for_an_age_or_for_all() {
    let workspace = renamed();
    for arguments in [&[][..], &["--before", "soon"], &["--all", "--before", "1.0.0"]] {
        assert_eq!(workspace.drop_former_names(arguments).code, Some(2), "{arguments:?}");
    }
}
