//! Tests which changes for consumers an update writes to the changelog.

use std::fs;

use serde_json::{Value, json};

use crate::update_spec::{
    repository,
    server::serve,
    workspace::{Workspace, document},
};

const EMPTY: &str = "# Changelog\n\n## Unreleased\n\n- by hand\n";

fn workspace(document: &Value) -> Workspace {
    Workspace::with_files(document, &[("CHANGELOG.md", EMPTY)])
}

fn changelog(workspace: &Workspace) -> String {
    fs::read_to_string(workspace.path().join("CHANGELOG.md")).expect("should be there")
}

fn update(workspace: &Workspace, served: &Value) -> String {
    let done = workspace.update_from(&serve(served), &[]).succeeded();
    done.stdout
}

fn with_lines(lines: &[&str]) -> String {
    let lines = lines.join("\n");
    format!("{EMPTY}\n<!-- update-spec -->\n### API of the service\n\n{lines}\n<!-- /update-spec -->\n")
}

/// Returns a document with the operation `id`. Its body has the schema `schema`, which has these fields.
fn with_body(id: &str, schema: &str, fields: &Value) -> Value {
    let mut document = document(&["a"]);
    let reference = json!({ "$ref": format!("#/components/schemas/{schema}") });
    document["paths"]["/a"] = json!({ "put": {
        "operationId": id,
        "requestBody": { "content": { "application/json": { "schema": reference } } },
        "responses": { "204": { "description": "" } },
    } });
    document["components"]["schemas"][schema] = json!({ "type": "object", "properties": fields });
    document
}

#[test]
fn changelog_describes_changes_in_words_with_breaking_changes_first() {
    let text = json!({ "type": "string" });
    let workspace = workspace(&with_body("putA", "Old", &json!({ "kept": text, "gone": text })));
    repository::init(workspace.path());
    repository::commit(workspace.path(), &["v0.1.0"]);
    let mut served = with_body("putA", "Old", &json!({ "kept": text, "severity": text }));
    served["paths"]["/b"] = document(&["b"])["paths"]["/b"].clone();
    let report = update(&workspace, &served);
    assert!(report.lines().nth(1).is_some_and(|line| line.ends_with("; CHANGELOG.md updated")), "{report}");
    let lines = [
        "- **Breaking:** `types::Old`: field `gone` is removed; do not use it",
        "- `getb()` is new: `GET /b`",
        "- `types::Old`: field `severity` is new: `Option<String>`",
    ];
    assert_eq!(changelog(&workspace), with_lines(&lines));
}

/// Returns a document with two operations in the tag `tag`. `schemas` are the schemas of their responses.
fn with_responses(tag: &str, schemas: [&str; 2]) -> Value {
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
}

fn assert_lines(workspace: &Workspace, lines: &[&str]) {
    let changelog = changelog(workspace);
    for line in lines {
        assert!(changelog.contains(&format!("\n{line}\n")), "{line}\n{changelog}");
    }
}

#[test]
fn changelog_describes_renamed_tags_features_and_types() {
    let workspace = workspace(&with_responses("One", ["A", "B"]));
    update(&workspace, &with_responses("Two", ["A", "A"]));
    let renamed = [
        "- An item has a new name (2); use the new name: the old name is deprecated",
        "  - the feature `one` is now called `two`",
        "  - `types::B` is now called `types::A`",
        "  - `getb()` is enabled by the feature `two`, formerly by the feature `one`",
        "  - `getb()` is called `two().b()`, formerly `one().b()`",
    ];
    assert_lines(&workspace, &renamed);

    // Release the former names, so that dropping them is a change.
    repository::init(workspace.path());
    repository::commit(workspace.path(), &["v0.1.0"]);
    let path = workspace.path().join("names.json");
    let text = fs::read_to_string(&path).expect("should be there");
    let mut names: Value = serde_json::from_str(&text).expect("should be JSON");
    names.as_object_mut().expect("should be one").remove("features");
    names["types"]["A"].as_object_mut().expect("should be one").remove("former");
    fs::write(&path, names.to_string()).expect("should be written");
    assert_eq!(workspace.run_public_api(&["--accept-breaking"]).code, Some(0));
    let mut served = with_responses("Two", ["A", "A"]);
    served["paths"].as_object_mut().expect("should be one").remove("/b");
    update(&workspace, &served);
    let dropped = [
        "- **Breaking:** the feature `one` is removed, or enables fewer operations than before; enable `two`",
        "- **Breaking:** the deprecated name `types::B` of `types::A` is removed; use the current name of the item, \
         if the item still exists",
        "- **Breaking:** `getb()` is removed: `GET /b`",
    ];
    assert_lines(&workspace, &dropped);
}

#[test]
fn changelog_entry_since_a_release_is_replaced_or_removed_if_empty() {
    let workspace = workspace(&document(&["a"]));
    repository::init(workspace.path());
    repository::commit(workspace.path(), &["v0.1.0"]);
    update(&workspace, &document(&["a", "b"]));
    assert_eq!(changelog(&workspace), with_lines(&["- `getb()` is new: `GET /b`"]));
    update(&workspace, &document(&["a", "c"]));
    assert_eq!(changelog(&workspace), with_lines(&["- `getc()` is new: `GET /c`"]));
    update(&workspace, &document(&["a"]));
    assert_eq!(changelog(&workspace).trim_end(), EMPTY.trim_end());
}

/// Removes the commit's id from the marker, because it differs in each run.
fn without_commit(changelog: &str) -> String {
    let (before, rest) = changelog.split_once("<!-- update-spec since ").expect("should name a commit");
    let (commit, after) = rest.split_once(" -->").expect("should end");
    assert!(commit.len() == 40 && commit.bytes().all(|b| b.is_ascii_hexdigit()), "{commit}");
    format!("{before}<!-- update-spec -->{after}")
}

#[test]
fn without_a_release_the_changelog_covers_the_updates_since_a_commit() {
    let workspace = workspace(&document(&["a", "b"]));
    repository::init(workspace.path());
    repository::commit(workspace.path(), &["v0.0.9"]);
    for is_committed in [true, false] {
        update(&workspace, &document(&["a", "b", "c"]));
        assert_eq!(without_commit(&changelog(&workspace)), with_lines(&["- `getc()` is new: `GET /c`"]));
        if is_committed {
            repository::commit(workspace.path(), &[]);
        }
        update(&workspace, &document(&["a", "d"]));
        let lines = ["- `getb()` is removed: `GET /b`", "- `getd()` is new: `GET /d`"];
        assert_eq!(without_commit(&changelog(&workspace)), with_lines(&lines));
        // Without changes, only the marker with the commit remains.
        update(&workspace, &document(&["a", "b"]));
        assert!(!changelog(&workspace).contains("getd"), "{}", changelog(&workspace));
    }
    // From the first release on, the entry describes the changes since the last release.
    repository::commit(workspace.path(), &["v0.1.0"]);
    update(&workspace, &document(&["a", "b", "e"]));
    assert_eq!(changelog(&workspace), with_lines(&["- `gete()` is new: `GET /e`"]));
}

#[test]
fn changes_before_the_first_release_are_not_marked_as_breaking() {
    let removed = |prepare: &dyn Fn(&Workspace)| {
        let workspace = workspace(&document(&["a", "b"]));
        prepare(&workspace);
        update(&workspace, &document(&["a"]));
        let changelog = changelog(&workspace);
        assert!(changelog.contains("`getb()` is removed: `GET /b`\n"), "{changelog}");
        changelog.contains("- **Breaking:** ")
    };
    let commit = |workspace: &Workspace, tags: &[&str]| {
        repository::init(workspace.path());
        repository::commit(workspace.path(), tags);
    };
    assert!(!removed(&|_| {}));
    assert!(!removed(&|workspace| commit(workspace, &[])));
    assert!(removed(&|workspace| commit(workspace, &["v0.1.0"])));
    for heading in ["## 0.0.9", "## [0.0.9] - 2024-05-01"] {
        let text = format!("{EMPTY}\n{heading}\n\n- old\n");
        let write = |workspace: &Workspace| fs::write(workspace.path().join("CHANGELOG.md"), &text);
        assert!(removed(&|workspace| write(workspace).expect("should be written")), "{heading}");
    }
}

#[test]
fn without_release_or_commit_each_update_is_appended_to_the_changelog() {
    let workspace = workspace(&document(&["a"]));
    update(&workspace, &document(&["a", "b"]));
    update(&workspace, &document(&["a", "b", "c"]));
    let later = "Changes since the previous update (no release or commit was found to compare with):";
    assert_eq!(
        changelog(&workspace),
        with_lines(&["- `getb()` is new: `GET /b`", "", later, "", "- `getc()` is new: `GET /c`"])
    );
}

#[test]
fn long_changelog_entry_is_shortened_to_counts_by_kind() {
    let names: Vec<String> = (0..100).map(|number| format!("x{number:03}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (old, new) = ([&["a"], &names[..50]].concat(), [&["a"], &names[50..]].concat());
    let workspace = workspace(&document(&old));
    repository::init(workspace.path());
    repository::commit(workspace.path(), &["v0.1.0"]);
    update(&workspace, &document(&new));
    let changelog = changelog(&workspace);
    for part in [
        "\n- **Breaking:** An operation is removed (50)\n",
        "`GET /x049`\n- An operation is new (50)\n",
        "\n  - and 46 more\n",
    ] {
        assert!(changelog.contains(part), "{part}\n{changelog}");
    }
    assert!(changelog.lines().count() < 70 && !changelog.contains("cargo xtask"), "{changelog}");
}

#[test]
fn changelog_gets_no_entry_for_changes_that_consumers_do_not_see() {
    let workspace = workspace(&document(&["a"]));
    let mut served = document(&["a"]);
    served["info"]["title"] = "Another title".into();
    let report = update(&workspace, &served);
    assert!(!report.contains("CHANGELOG.md"), "{report}");
    assert_eq!(changelog(&workspace), EMPTY);
}

#[test]
fn refuses_a_changelog_in_which_the_end_marker_is_missing() {
    let changelog = [("CHANGELOG.md", "## Unreleased\n<!-- update-spec -->\n")];
    let workspace = Workspace::with_files(&document(&["a"]), &changelog);
    let before = workspace.read_document();
    let message = workspace.update_from(&serve(&document(&["a", "b"])), &[]).refused();
    assert!(message.contains("CHANGELOG.md"), "{message}");
    assert_eq!(workspace.read_document(), before);
}

#[test]
fn refuses_a_changelog_with_a_merge_conflict_before_writing_anything() {
    let conflict = "# Changelog\n\n## Unreleased\n\n<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> main\n";
    let workspace = Workspace::with_files(&document(&["a"]), &[("CHANGELOG.md", conflict)]);
    let before = workspace.read_document();
    let done = workspace.update_from(&serve(&document(&["a", "b"])), &[]);
    assert_eq!(
        (done.code, workspace.read_document(), workspace.read_public_api()),
        (Some(1), before, None),
        "{done:?}"
    );
    let reason = "error: CHANGELOG.md:5: the file contains a merge conflict (`<<<<<<<`): resolve the conflict, and \
                  remove its marker lines\n";
    assert!(done.stderr.ends_with(reason), "{}", done.stderr);
    assert_eq!(changelog(&workspace), conflict);
}
