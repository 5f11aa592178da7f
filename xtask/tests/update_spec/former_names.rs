//! `former-names.json` is written with the document, so that what was renamed keeps its former name.

use std::fs;

use serde_json::{Value, json};

use crate::{
    server::serve,
    workspace::{Workspace, document},
};

/// A document whose one operation has this id, and whose parameter takes these values.
fn renamed(id: &str, values: &[&str]) -> Value {
    let mut document = document(&["a"]);
    let operation = &mut document["paths"]["/a"]["get"];
    operation["operationId"] = id.into();
    operation["parameters"] =
        json!([{ "name": "kind", "in": "query", "schema": { "$ref": "#/components/schemas/Kind" } }]);
    document["components"]["schemas"]["Kind"] = json!({ "type": "string", "enum": values });
    document
}

fn former_names(workspace: &Workspace) -> Option<Value> {
    let text = fs::read_to_string(workspace.path().join("former-names.json")).ok()?;
    Some(serde_json::from_str(&text).expect("should be JSON"))
}

fn update(workspace: &Workspace, served: &Value) -> String {
    let done = workspace.update(&serve(served), &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
    done.stdout
}

#[test]
fn an_update_writes_the_former_names_and_lists_them() {
    let workspace = Workspace::of(&renamed("first", &["GOOD", "BAD"]));
    let report = update(&workspace, &renamed("second", &["GOOD"]));
    assert_eq!(
        former_names(&workspace),
        Some(json!({ "operations": { "first": "second" }, "variants": { "Kind": { "Bad": "BAD" } } }))
    );
    for part in [
        "Verdict: compatible",
        "Version: 0.1.0, next at least 0.1.1",
        "\nOperations renamed, former name kept (1): use the new name: the old one is deprecated [name-kept]\n",
        "\n  first -> second  GET /a\n      + has the operationId `second`, was `first`: errors and `operations()` show it [operation-id-changed]\n",
        "Values kept as deprecated (1)\n-----------------------------\n  Kind::Bad (\"BAD\")\n",
    ] {
        assert!(report.contains(part), "{part}\n{report}");
    }
    assert!(!report.contains("not kept") && !report.contains("Operations changed"), "{report}");
    let outcome = report.lines().next().unwrap_or_default();
    assert!(
        outcome.ends_with("; former-names.json updated; pregenerated/client.rs updated; public-api.txt updated"),
        "{outcome}"
    );
    let listing = workspace.public_api().expect("should be written");
    assert!(listing.contains("deprecated operation first = second\n"), "{listing}");

    update(&workspace, &renamed("third", &["GOOD"]));
    assert_eq!(
        former_names(&workspace).expect("should be there")["operations"],
        json!({ "first": "third", "second": "third" })
    );
    let again = update(&workspace, &renamed("third", &["GOOD"]));
    assert!(again.contains("nothing to do"), "{again}");
}

#[test]
fn a_breaking_update_drops_the_former_names_of_earlier_ones() {
    let workspace = Workspace::of(&renamed("first", &["GOOD"]));
    update(&workspace, &renamed("second", &["GOOD"]));
    let mut breaking = renamed("third", &["GOOD"]);
    breaking["paths"]["/b"] = json!({ "get": { "operationId": "b", "responses": { "204": { "description": "" } } } });
    update(&workspace, &breaking);
    let report = update(&workspace, &renamed("fourth", &["GOOD"]));
    assert!(
        report.contains("Verdict: breaking") && report.contains("Former names of operations dropped (2)"),
        "{report}"
    );
    assert!(report.contains("\n  first -> fourth  GET /a\n  second -> fourth  GET /a\n"), "{report}");
    assert_eq!(former_names(&workspace), Some(json!({ "operations": { "third": "fourth" } })));
}

#[test]
fn checks_and_dry_runs_do_not_write_the_former_names() {
    for (argument, code) in [("--check", 1), ("--dry-run", 0)] {
        let workspace = Workspace::of(&renamed("first", &["GOOD"]));
        let done = workspace.update(&serve(&renamed("second", &["GOOD"])), &[argument]);
        assert_eq!(done.code, Some(code), "{done:?}");
        assert!(done.stdout.contains("  first -> second  GET /a\n"), "{}", done.stdout);
        assert_eq!(former_names(&workspace), None);
    }
}

#[test]
fn the_json_report_lists_the_deprecations() {
    let workspace = Workspace::of(&renamed("first", &["GOOD", "BAD"]));
    let served = serve(&renamed("second", &["GOOD"]));
    let done = workspace.update(&served, &["--dry-run", "--report", "json"]);
    let report: Value = serde_json::from_str(&done.stdout).expect("should be JSON");
    assert_eq!((&report["verdict"], &report["next_version"]), (&json!("compatible"), &json!("0.1.1")));
    assert_eq!(
        report["deprecations"],
        json!({
            "renamed": [{ "kind": "operation", "former": "first", "present": "second" }],
            "values": [{ "of": "Kind", "variant": "Bad", "value": "BAD" }],
        })
    );
    assert_eq!(report["operations"]["items"][0]["old_name_is_kept"], json!(true));
}

#[cfg(unix)]
#[test]
fn the_client_is_verified_with_its_former_names() {
    let workspace = Workspace::of(&renamed("first", &["GOOD"]));
    fs::write(workspace.path().join("verify.sh"), "grep -q '\"first\": \"second\"' former-names.json")
        .expect("should be written");
    let server = serve(&renamed("second", &["GOOD"]));
    let done = workspace.run(&["--base-url", server.url(), "--verify-with", "sh verify.sh"]);
    assert_eq!(done.code, Some(0), "{done:?}");
}

#[test]
fn former_names_that_do_not_fit_are_refused_and_nothing_is_written() {
    let server = serve(&renamed("second", &["GOOD"]));
    for (found, reason) in [
        (
            r#"{ "operations": { "zeroth": "gone" } }"#,
            "former-names.json: operations.zeroth: there is no operation `gone`: remove the entry",
        ),
        ("{", "former-names.json: not JSON"),
    ] {
        let workspace = Workspace::of(&renamed("first", &["GOOD"]));
        let before = workspace.text();
        fs::write(workspace.path().join("former-names.json"), found).expect("should be written");
        for done in [workspace.update(&server, &[]), workspace.public_api_task(&[])] {
            assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{done:?}");
            assert!(done.stderr.contains(reason), "{}", done.stderr);
        }
        assert_eq!((workspace.text(), workspace.public_api()), (before, None));
        let left = fs::read_to_string(workspace.path().join("former-names.json")).expect("should be there");
        assert_eq!(left, found);
    }
}

#[test]
fn an_update_stopped_before_the_document_is_finished_by_the_next() {
    let [first, second] = ["first", "second"].map(|id| renamed(id, &["GOOD"]));
    let stopped = Workspace::of(&first);
    update(&stopped, &second);
    let written = [former_names(&stopped).map(|names| names.to_string()), stopped.public_api()];
    fs::write(stopped.document(), first.to_string()).expect("should be written");
    let report = update(&stopped, &second);
    assert!(report.contains("Verdict: compatible"), "{report}");
    assert!(stopped.text().contains("\"second\""));
    assert_eq!([former_names(&stopped).map(|names| names.to_string()), stopped.public_api()], written);
}

#[test]
fn an_unusable_document_loses_no_former_names_that_fit_the_new_one() {
    let workspace = Workspace::of(&renamed("first", &["GOOD"]));
    let second = renamed("second", &["GOOD"]);
    update(&workspace, &second);
    fs::write(workspace.document(), "{").expect("should be written");
    update(&workspace, &second);
    assert_eq!(former_names(&workspace), Some(json!({ "operations": { "first": "second" } })));
    fs::write(workspace.document(), "{").expect("should be written");
    update(&workspace, &renamed("third", &["GOOD"]));
    assert_eq!(former_names(&workspace), Some(json!({})));
}

#[test]
fn the_public_api_is_checked_with_the_former_names() {
    let workspace = Workspace::of(&renamed("first", &["GOOD"]));
    update(&workspace, &renamed("second", &["GOOD"]));
    let done = workspace.public_api_task(&["--check"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    fs::write(workspace.path().join("former-names.json"), "{}").expect("should be written");
    assert_eq!(workspace.public_api_task(&["--check"]).code, Some(1));
}
