//! Tests that an update is refused if the public API has changed, but the document has not. The cause may be a damaged
//! or edited `names.json`, or a different version of the generator.

use std::fs;

use serde_json::{Value, json};

use crate::update_spec::{
    repository,
    server::serve,
    workspace::{Done, Workspace, document},
};

const FILES: [&str; 5] = ["names.json", "openapi.json", "public-api.txt", "pregenerated/client.rs", "CHANGELOG.md"];

/// Returns a document with the GET operations `names`. The `operationId` of the first one is `id`.
fn document_with_id(id: &str, names: &[&str]) -> Value {
    let mut document = document(names);
    document["paths"][format!("/{}", names[0])]["get"]["operationId"] = id.into();
    document
}

/// Creates a git repository with these tags, which contains a client after one update. `names.json` therefore contains
/// the names of two documents.
fn workspace_with_names(tags: &[&str]) -> Workspace {
    let workspace = workspace_without_repository();
    repository::init(workspace.path());
    repository::commit(workspace.path(), tags);
    workspace
}

fn workspace_without_repository() -> Workspace {
    let files = [("CHANGELOG.md", "# Changelog\n\n## Unreleased\n")];
    let workspace = Workspace::with_files(&document_with_id("first", &["a"]), &files).with_public_api();
    workspace.update_from(&serve(&document_with_id("second", &["a"])), &[]).succeeded();
    workspace
}

fn write(workspace: &Workspace, file: &str, text: &str) {
    fs::write(workspace.path().join(file), text).expect("should be written");
}

fn files(workspace: &Workspace) -> [Option<String>; 5] {
    FILES.map(|name| fs::read_to_string(workspace.path().join(name)).ok())
}

fn assert_refused(done: &Done, parts: &[&str]) {
    assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{done:?}");
    parts.iter().for_each(|part| assert!(done.stderr.contains(part), "{part}: {}", done.stderr));
}

#[test]
fn damaged_names_are_refused_even_if_the_document_is_unchanged() {
    let other = r#"{ "operations": { "other": { "request": "GET /other" } } }"#;
    for (damaged, expected) in
        [("{}", "+ operation second() -> ()\n"), (other, "- other name of operation second = first")]
    {
        let workspace = workspace_with_names(&[]);
        write(&workspace, "names.json", damaged);
        let before = files(&workspace);
        for served in [document_with_id("second", &["a"]), document_with_id("second", &["a", "b"])] {
            for arguments in [&[][..], &["--dry-run"]] {
                let done = workspace.update_from(&serve(&served), arguments);
                let remedies = ["`git checkout names.json public-api.txt`", "`cargo xtask public-api`"];
                let counts = "public-api.txt contains 4 lines that do not result from openapi.json and names.json, and lacks 3 lines that do";
                assert_refused(&done, &[&remedies[..], &[expected, counts]].concat());
                assert_eq!(done.stderr.lines().last().map(|line| line.starts_with("error: ")), Some(true));
                assert_eq!(files(&workspace), before);
            }
        }
        assert_refused(&workspace.run_drop_former_names(&["--all"]), &["public-api.txt contains 4 lines"]);
    }
}

#[test]
fn refuses_a_missing_names_json_beside_a_public_api_txt() {
    let workspace = workspace_with_names(&[]);
    fs::remove_file(workspace.path().join("names.json")).expect("should be there");
    let before = files(&workspace);
    let server = serve(&document_with_id("second", &["a", "b"]));
    for done in [
        workspace.update_from(&server, &[]),
        workspace.run_public_api(&[]),
        workspace.run_drop_former_names(&["--all"]),
    ] {
        assert_refused(
            &done,
            &["names.json is missing", "`git checkout names.json`", "you can delete public-api.txt instead"],
        );
        assert_eq!(files(&workspace), before);
    }
    fs::remove_file(workspace.path().join("public-api.txt")).expect("should be there");
    assert_eq!(workspace_without_repository().update_from(&server, &[]).code, Some(0));
}

#[test]
fn refuses_an_edited_public_api_txt_until_a_task_restores_it() {
    let workspace = workspace_with_names(&["v0.1.0"]);
    let original = files(&workspace);
    for edited in ["", "type Forged struct\n"] {
        write(&workspace, "public-api.txt", edited);
        let served = document_with_id("second", &["a", "b"]);
        assert_refused(
            &workspace.update_from(&serve(&served), &[]),
            &["lacks 4 lines that do", "+ operation first() -> ()\n"],
        );
        workspace.run_public_api(&[]).succeeded();
        assert_eq!(files(&workspace)[..4], original[..4]);
    }
    // The order of lines and the kind of line endings make no difference.
    let lines: Vec<&str> = original[2].as_deref().unwrap_or_default().lines().rev().collect();
    write(&workspace, "public-api.txt", &lines.join("\r\n"));
    let done = workspace.update_from(&serve(&document_with_id("second", &["a"])), &[]);
    assert!(done.code == Some(0) && done.stdout.ends_with("; public-api.txt updated\n"), "{done:?}");
}

#[test]
fn without_public_api_txt_the_names_of_the_release_are_required() {
    let workspace = workspace_with_names(&["v0.1.0"]);
    fs::remove_file(workspace.path().join("public-api.txt")).expect("should be there");
    let undamaged = fs::read_to_string(workspace.path().join("names.json")).expect("should be there");
    write(&workspace, "names.json", "{}");
    let before = files(&workspace);
    for served in [document_with_id("second", &["a"]), document_with_id("second", &["a", "b"])] {
        let done = workspace.update_from(&serve(&served), &[]);
        assert_refused(
            &done,
            &[
                "operation first: ",
                "[operation-removed]\n",
                "some names of the release 0.1.0 are missing from names.json",
            ],
        );
        assert_eq!(files(&workspace), before);
    }
    write(&workspace, "names.json", &undamaged);
    assert_eq!(workspace.update_from(&serve(&document_with_id("second", &["a", "b"])), &[]).code, Some(0));
}

#[test]
fn removes_names_that_users_have_only_with_accept_breaking() {
    for (tags, of) in [(&["v0.1.0"][..], "the release 0.1.0"), (&[], "the last commit")] {
        let workspace = workspace_with_names(tags);
        write(&workspace, "names.json", "{}");
        let before = files(&workspace);
        let refused = workspace.run_public_api(&[]);
        let reason = format!("some names of {of} are missing from names.json, or belong to different items there");
        assert_refused(
            &refused,
            &["operation first: ", "[operation-removed]\n", &reason, "`cargo xtask public-api --accept-breaking`"],
        );
        assert_eq!(files(&workspace), before);

        let done = workspace.run_public_api(&["--accept-breaking"]).succeeded();
        let since = if tags.is_empty() { "not compared: " } else { "breaking: " };
        for part in [
            "public-api.txt updated\nCHANGELOG.md updated\n\n",
            &format!("Changes from {of} to openapi.json and names.json\n\nVerdict: breaking: "),
            &format!("Since the release 0.1.0: {since}"),
            "Version: 0.1.0; the next release must be 0.2.0 or higher\n",
        ] {
            assert!(done.stdout.contains(part), "{part}: {}", done.stdout);
        }
        let [_, _, listing, _, changelog] = files(&workspace).map(Option::unwrap_or_default);
        assert!(listing.contains("operation second() -> ()\n") && !listing.contains("first"), "{listing}");
        let mark = if tags.is_empty() { "" } else { "**Breaking:** " };
        assert!(changelog.contains(&format!("\n- {mark}`first()` is removed: `GET /a`\n")), "{changelog}");
        assert!(workspace.run_public_api(&[]).stdout.ends_with("nothing to do\n"));
    }
}

#[test]
fn names_that_were_damaged_in_the_last_commit_are_still_refused() {
    let workspace = workspace_with_names(&[]);
    write(&workspace, "names.json", "{}");
    repository::commit(workspace.path(), &[]);
    let before = files(&workspace);
    for done in
        [workspace.run_public_api(&[]), workspace.update_from(&serve(&document_with_id("second", &["a", "b"])), &[])]
    {
        assert_refused(&done, &["- operation first() -> ()\n", "or take them from an earlier commit"]);
        assert_eq!(files(&workspace), before);
    }
}

#[test]
fn refuses_a_damaged_names_json_even_if_it_looks_like_an_interrupted_update() {
    let damaged = [json!({ "next": { "document": "0", "names": {} } }), {
        let names = json!({ "operations": { "zed": { "request": "GET /a" } } });
        json!({ "operations": names["operations"], "next": { "document": "0", "names": names } })
    }];
    for damaged in damaged {
        let workspace = workspace_with_names(&["v0.1.0"]);
        write(&workspace, "names.json", &damaged.to_string());
        let before = files(&workspace);
        for served in [document_with_id("second", &["a"]), document_with_id("second", &["a", "b"])] {
            let done = workspace.update_from(&serve(&served), &[]);
            assert_refused(
                &done,
                &["operation first: ", "some names of the release 0.1.0 are missing from names.json"],
            );
            assert_eq!(files(&workspace), before);
        }
    }
}

#[test]
fn refuses_an_edit_after_which_a_name_refers_to_something_else() {
    let parameter = |name: &str| json!({ "name": name, "in": "query", "schema": { "type": "string" } });
    let mut document = document(&["a"]);
    document["paths"]["/a"]["get"]["parameters"] = json!([parameter("from"), parameter("to")]);
    let workspace = Workspace::with_document(&document).with_public_api();
    repository::init(workspace.path());
    repository::commit(workspace.path(), &["v0.1.0"]);
    let swapped = json!({ "operations": { "geta": {
        "request": "GET /a",
        "setters": { "query from": "to", "query to": "from" },
    } } });
    write(&workspace, "names.json", &swapped.to_string());
    let done = workspace.run_public_api(&[]);
    assert_refused(&done, &["[setter-sent-elsewhere]\n", "or belong to different items there"]);
    assert_eq!(workspace.run_public_api(&["--accept-breaking"]).code, Some(0));
}

#[test]
fn public_api_txt_is_up_to_date_right_after_it_was_written() {
    let schema = json!({ "type": "object", "properties": { "part": { "type": "object", "properties": { "x": {} } } } });
    let mut document = document(&["a"]);
    document["paths"]["/a"]["get"]["responses"]["200"] =
        json!({ "content": { "application/json": { "schema": schema } } });
    let workspace = Workspace::with_document(&document).with_public_api();
    let names = fs::read_to_string(workspace.path().join("names.json")).expect("should be there");
    let mut names: Value = serde_json::from_str(&names).expect("should be JSON");
    names["types"].as_object_mut().expect("should be an object").values_mut().for_each(|of| of["place"] = "Err".into());
    names["types"].as_object_mut().expect("should be an object").retain(|name, _| name.ends_with("Part"));
    write(&workspace, "names.json", &names.to_string());
    assert_eq!(workspace.run_public_api(&["--accept-breaking"]).code, Some(0));
    let checked = workspace.run_public_api(&["--check"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
}

#[test]
fn keeps_all_lines_of_public_api_txt_if_users_are_unknown() {
    let workspace = workspace_without_repository();
    write(&workspace, "names.json", "{}");
    let before = files(&workspace);
    assert_refused(
        &workspace.run_public_api(&[]),
        &["- operation first() -> ()\n", "4 lines of public-api.txt would be removed"],
    );
    assert_eq!(files(&workspace), before);
    assert_eq!(workspace.run_public_api(&["--accept-breaking"]).code, Some(0));
    assert!(workspace.read_public_api().is_some_and(|listing| !listing.contains("first")));
}

#[test]
fn public_api_task_applies_generator_changes_that_remove_no_name() {
    let workspace = workspace_with_names(&["v0.1.0"]);
    let original = files(&workspace);
    let listed = original[2].clone().unwrap_or_default();
    write(&workspace, "public-api.txt", &listed.replace(" -> ()", " -> Option<()>"));
    assert_refused(
        &workspace.update_from(&serve(&document_with_id("second", &["a"])), &[]),
        &["if the names or the generator were changed on purpose"],
    );
    let done = workspace.run_public_api(&[]).succeeded();
    assert!(
        done.stdout.contains("Verdict: no change")
            && done.stdout.contains("Changes caused by a different version of the generator"),
        "{done:?}"
    );
    assert_eq!(files(&workspace)[..4], original[..4]);
}

#[test]
fn former_name_that_was_dropped_is_not_restored_from_the_release() {
    let workspace = workspace_with_names(&[]);
    // Release a version in which `first` is a former name.
    let names = json!({
        "operations": { "second": { "request": "GET /a", "former": { "first": "unreleased" } } },
        "tags": {},
        "types": {},
    });
    write(&workspace, "names.json", &names.to_string());
    assert_eq!(workspace.run_public_api(&[]).code, Some(0));
    repository::commit(workspace.path(), &["v0.1.0"]);
    assert_eq!(workspace.run_drop_former_names(&["--all"]).code, Some(0));
    for names in [&["a", "b"][..], &["a", "c"]] {
        workspace.update_from(&serve(&document_with_id("second", names)), &[]).succeeded();
        let names: Value = serde_json::from_str(&files(&workspace)[0].clone().unwrap_or_default()).expect("JSON");
        assert_eq!(names["operations"]["second"], json!({ "request": "GET /a" }));
    }
}

#[test]
fn names_of_the_release_return_after_an_update_that_removed_them() {
    let workspace = workspace_with_names(&["v0.1.0"]);
    let released = files(&workspace);
    let between = workspace.update_from(&serve(&document(&["b"])), &[]);
    assert!(between.stdout.contains("  `first()` is removed: `GET /a`"), "{}", between.stdout);
    let back = workspace.update_from(&serve(&document_with_id("second", &["a"])), &[]);
    assert!(back.stdout.contains("Since the release 0.1.0: no change"), "{}", back.stdout);
    assert_eq!(files(&workspace)[2], released[2]);
}
