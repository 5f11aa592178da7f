//! Tests that the table in a client's README lists the operations of its document.

use std::fs;

use crate::update_spec::{
    server::serve,
    workspace::{Workspace, document},
};

const MARKS: &str = "# A client\n\n<!-- operations -->\n<!-- /operations -->\n\nBy  hand\n";

fn workspace(readme: &str) -> Workspace {
    Workspace::with_files(&document(&["a", "b"]), &[("README.md", readme)]).with_public_api()
}

fn readme(workspace: &Workspace) -> String {
    fs::read_to_string(workspace.path().join("README.md")).expect("should be there")
}

/// Returns a README whose table lists these operations, each given as the name of its method and its path.
fn table(operations: &[(&str, &str)]) -> String {
    let row = |(name, path): &(&str, &str)| format!("| `GET /{path}` | `{name}()` |  |\n");
    let rows: String = operations.iter().map(row).collect();
    let table = format!("| request | method of `Client` | |\n|---|---|---|\n{rows}");
    MARKS.replace("-->\n<!--", &format!("-->\n\n{table}\n<!--"))
}

#[test]
fn readme_table_lists_the_operations_of_the_new_document() {
    let workspace = workspace(MARKS);
    let before = table(&[("geta", "a"), ("getb", "b")]);
    assert_eq!(readme(&workspace), before);
    let server = serve(&document(&["b", "c"]));
    workspace.update_from(&server, &[]).succeeded();
    assert_eq!(readme(&workspace), table(&[("getb", "b"), ("getc", "c")]));
    let again = workspace.update_from(&server, &["--check"]);
    assert_eq!(again.code, Some(0), "{again:?}");
}

#[test]
fn readme_table_lists_a_renamed_operation_by_its_new_name() {
    let workspace = workspace(MARKS);
    let path = workspace.path().join("names.json");
    let names = fs::read_to_string(&path).expect("should be there");
    assert!(names.contains("\"getb\": {"), "{names}");
    fs::write(path, names.replace("\"getb\": {", "\"read_b\": {")).expect("should be written");
    let done = workspace.run_public_api(&["--accept-breaking"]);
    assert!(done.code == Some(0) && done.stdout.contains("README.md updated\n"), "{done:?}");
    assert_eq!(readme(&workspace), table(&[("geta", "a"), ("read_b", "b")]));
}

#[test]
fn check_reports_an_outdated_operations_table_and_tasks_repair_it() {
    let workspace = workspace(MARKS);
    let complete = readme(&workspace);
    let damage = || fs::write(workspace.path().join("README.md"), MARKS).expect("should be written");
    let server = serve(&document(&["a", "b"]));
    let reason = "README.md does not list the operations of openapi.json: run `cargo xtask public-api`\n";
    damage();
    for done in [workspace.run_public_api(&["--check"]), workspace.update_from(&server, &["--check"])] {
        assert!(done.code == Some(1) && done.stderr.ends_with(reason), "{done:?}");
        assert_eq!(readme(&workspace), MARKS);
    }
    assert_eq!((workspace.run_public_api(&[]).code, readme(&workspace)), (Some(0), complete.clone()));
    damage();
    assert_eq!((workspace.update_from(&server, &[]).code, readme(&workspace)), (Some(0), complete));
}

#[test]
fn readme_without_markers_is_not_changed_and_none_is_created() {
    for text in [Some("# A client\n\n| `GET /gone` | `gone()` |\n"), Some("caf\u{e9}\r\n"), None] {
        let workspace = Workspace::with_document(&document(&["a"]));
        let path = workspace.path().join("README.md");
        // The second text is written in Latin-1 and is therefore not valid UTF-8.
        let bytes = text.map(|text| text.chars().map(|c| u8::try_from(c).expect("is Latin-1")).collect::<Vec<u8>>());
        bytes.iter().for_each(|bytes| fs::write(&path, bytes).expect("should be written"));
        let done = workspace.update_from(&serve(&document(&["a", "b"])), &[]);
        assert!(done.code == Some(0) && !done.stdout.contains("README.md"), "{done:?}");
        assert_eq!(fs::read(&path).ok(), bytes);
    }
}
