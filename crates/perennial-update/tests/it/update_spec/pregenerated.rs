//! Tests that `pregenerated/client.rs` always contains the code that a build script would generate from the adjacent
//! document.

use std::{fs, process::Command};

use perennial_codegen::{generate, names::file::Names};
use serde_json::{Value, json};

use crate::update_spec::{
    server::serve,
    workspace::{Workspace, document},
};

const IS_BEHIND: &str = "pregenerated/client.rs does not match openapi.json: run `cargo xtask public-api`\n";

/// Returns the code that a build script generates from the document and the names of `workspace`, formatted by rustfmt.
fn generated_code(workspace: &Workspace) -> Option<String> {
    let names = fs::read_to_string(workspace.path().join("names.json")).expect("should be there");
    let document = workspace.read_document();
    let generated = generate(&document, &Names::parse(&names).expect("should be legal").for_document(&document));
    let file = workspace.path().join("generated.rs");
    fs::write(&file, generated.expect("should be generated").client).expect("should be written");
    let rustfmt = Command::new("rustfmt").args(["--edition", "2024"]).arg(&file).status();
    assert!(rustfmt.expect("should run").success());
    fs::read_to_string(file).ok()
}

/// Returns a document with the operation `id`, whose query parameter requires an adaptation.
fn with_id(id: &str) -> Value {
    let mut document = document(&["a"]);
    let kind = json!({ "type": "string", "enum": ["ONE", "OTHER"] });
    document["paths"]["/a"]["get"]["operationId"] = id.into();
    document["paths"]["/a"]["get"]["parameters"] = json!([{ "name": "kind", "in": "query", "schema": kind }]);
    document
}

#[test]
fn writes_the_code_that_a_build_script_generates() {
    let workspace = Workspace::with_document(&with_id("first"));
    for id in ["second", "third"] {
        let done = workspace.update_from(&serve(&with_id(id)), &[]).succeeded();
        assert!(done.stdout.lines().nth(1).is_some_and(|line| line.contains("; pregenerated/client.rs updated")));
        let written = workspace.read_pregenerated().expect("should be written");
        assert_eq!(Some(&written), generated_code(&workspace).as_ref());
        assert!(written.starts_with("// @generated from openapi.json.") && written.contains("//   open-enum: 1\n"));
        assert!(written.contains(&format!("fn {id}(")) && written.contains("fn first("), "{written}");
    }
}

#[test]
fn updates_only_the_code_if_only_a_description_changes() {
    let workspace = Workspace::with_document(&document(&["a"])).with_public_api();
    let mut served = document(&["a"]);
    served["paths"]["/a"]["get"]["description"] = "Another.".into();
    let done = workspace.update_from(&serve(&served), &[]).succeeded();
    let first = done.stdout.lines().nth(1).unwrap_or_default();
    assert!(first.ends_with("/openapi.json; pregenerated/client.rs updated"), "{first}");
    assert!(workspace.read_pregenerated().is_some_and(|code| code.contains("Another.")));
}

#[test]
fn restores_missing_or_edited_code_of_an_unchanged_document() {
    let served = document(&["a"]);
    for edit in [|code: &str| code.replace("fn ", "fn x"), |_: &str| String::new()] {
        let workspace = Workspace::with_document(&served).with_public_api();
        let path = workspace.path().join("pregenerated/client.rs");
        let edited = edit(&workspace.read_pregenerated().expect("should be written"));
        match edited.as_str() {
            "" => fs::remove_dir_all(path.parent().expect("should have one")),
            edited => fs::write(&path, edited),
        }
        .expect("should be changed");
        for done in [workspace.update_from(&serve(&served), &["--check"]), workspace.run_public_api(&["--check"])] {
            assert_eq!((done.code, done.stderr.as_str()), (Some(1), IS_BEHIND), "{done:?}");
        }
        let done = workspace.update_from(&serve(&served), &["--dry-run"]);
        assert!(
            done.stdout.ends_with("; pregenerated/client.rs is out of date, and was left unchanged\n"),
            "{}",
            done.stdout
        );
        assert_eq!(workspace.read_pregenerated().unwrap_or_default(), edited);
        let done = workspace.update_from(&serve(&served), &[]);
        assert!(done.stdout.ends_with("; pregenerated/client.rs updated\n"), "{}", done.stdout);
        assert_eq!(workspace.read_pregenerated(), generated_code(&workspace));
        assert!(workspace.update_from(&serve(&served), &["--check"]).stdout.ends_with(": nothing to do\n"));
    }
}

#[test]
fn refuses_to_overwrite_code_that_was_not_generated() {
    let served = serve(&document(&["a", "b"]));
    let workspace = Workspace::with_document(&document(&["a"])).with_public_api();
    fs::write(workspace.path().join("pregenerated/client.rs"), "// by hand").expect("should be written");
    let before = (workspace.read_document(), workspace.read_public_api());
    let update = |arguments: &[&str]| workspace.update_from(&served, arguments);
    let tasks = [
        update(&[]),
        update(&["--check"]),
        update(&["--dry-run"]),
        workspace.run_public_api(&[]),
        workspace.run_public_api(&["--check"]),
        workspace.run_drop_former_names(&["--all"]),
    ];
    for done in tasks {
        assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{done:?}");
        let reason = "the setting `pregenerated` cannot be \"pregenerated/client.rs\": ";
        assert!(done.stderr.contains(reason) && done.stderr.contains("would be overwritten"), "{done:?}");
    }
    assert_eq!((workspace.read_document(), workspace.read_public_api()), before);
    assert_eq!(workspace.read_pregenerated().as_deref(), Some("// by hand"));
}

/// The script writes the file while the update compiles the client.
#[cfg(unix)]
#[test]
fn does_not_overwrite_code_that_appears_during_an_update() {
    let workspace = Workspace::with_document(&document(&["a"])).with_public_api();
    let before = (workspace.read_document(), workspace.read_public_api());
    let path = workspace.path().join("pregenerated/client.rs");
    let script = format!("printf '// by hand' > {}", path.display());
    let message = workspace.update_with_script(&script, &serve(&document(&["a", "b"])), &[]).refused();
    assert!(message.contains("would be overwritten"), "{message}");
    assert_eq!((workspace.read_document(), workspace.read_public_api()), before);
    assert_eq!(workspace.read_pregenerated().as_deref(), Some("// by hand"));
}
