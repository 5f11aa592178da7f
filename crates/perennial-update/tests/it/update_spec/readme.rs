//! The table of operations in the README of a client is that of its document.

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

/// The README with the operations of these names, as a method of `Client` and with the path of each.
fn table(operations: &[(&str, &str)]) -> String {
    let row = |(name, path): &(&str, &str)| format!("| `GET /{path}` | `{name}()` |  |\n");
    let rows: String = operations.iter().map(row).collect();
    let table = format!("| request | method of `Client` | |\n|---|---|---|\n{rows}");
    MARKS.replace("-->\n<!--", &format!("-->\n\n{table}\n<!--"))
}

#[test]
fn an_update_lists_the_operations_of_its_document() {
    let workspace = workspace(MARKS);
    let before = table(&[("geta", "a"), ("getb", "b")]);
    assert_eq!(readme(&workspace), before);
    let server = serve(&document(&["b", "c"]));
    workspace.update(&server, &[]).succeeded();
    assert_eq!(readme(&workspace), table(&[("getb", "b"), ("getc", "c")]));
    let again = workspace.update(&server, &["--check"]);
    assert_eq!(again.code, Some(0), "{again:?}");
}

#[test]
fn an_operation_that_is_renamed_is_listed_by_its_new_name() {
    let workspace = workspace(MARKS);
    let path = workspace.path().join("names.json");
    let names = fs::read_to_string(&path).expect("should be there");
    assert!(names.contains("\"getb\": {"), "{names}");
    fs::write(path, names.replace("\"getb\": {", "\"read_b\": {")).expect("should be written");
    let done = workspace.public_api_task(&["--accept-breaking"]);
    assert!(done.code == Some(0) && done.stdout.contains("README.md updated\n"), "{done:?}");
    assert_eq!(readme(&workspace), table(&[("geta", "a"), ("read_b", "b")]));
}

#[test]
fn checks_fail_and_tasks_mend_a_table_of_something_else() {
    let workspace = workspace(MARKS);
    let whole = readme(&workspace);
    let damage = || fs::write(workspace.path().join("README.md"), MARKS).expect("should be written");
    let server = serve(&document(&["a", "b"]));
    let reason = "README.md does not list the operations of openapi.json: run `cargo xtask public-api`\n";
    damage();
    for done in [workspace.public_api_task(&["--check"]), workspace.update(&server, &["--check"])] {
        assert!(done.code == Some(1) && done.stderr.ends_with(reason), "{done:?}");
        assert_eq!(readme(&workspace), MARKS);
    }
    assert_eq!((workspace.public_api_task(&[]).code, readme(&workspace)), (Some(0), whole.clone()));
    damage();
    assert_eq!((workspace.update(&server, &[]).code, readme(&workspace)), (Some(0), whole));
}

#[test]
fn a_readme_without_marks_stays_and_a_missing_one_is_not_made() {
    for text in [Some("# A client\n\n| `GET /gone` | `gone()` |\n"), Some("caf\u{e9}\r\n"), None] {
        let workspace = Workspace::of(&document(&["a"]));
        let path = workspace.path().join("README.md");
        // The second is not UTF-8 as it is written here.
        let bytes = text.map(|text| text.chars().map(|c| u8::try_from(c).expect("is Latin-1")).collect::<Vec<u8>>());
        bytes.iter().for_each(|bytes| fs::write(&path, bytes).expect("should be written"));
        let done = workspace.update(&serve(&document(&["a", "b"])), &[]);
        assert!(done.code == Some(0) && !done.stdout.contains("README.md"), "{done:?}");
        assert_eq!(fs::read(&path).ok(), bytes);
    }
}
