//! Tests the files that are derived from the document. An update reports each of them, and writes either all of them or
//! none.

use std::fs;

use serde_json::{Value, json};

use crate::update_spec::{
    server::serve,
    workspace::{Workspace, document},
};

/// The derived files, each with its key in the JSON report, its name in the text report, and its path.
const FILES: [(&str, &str, &str); 6] = [
    ("names_file", "names.json", "names.json"),
    ("manifest_file", "features in Cargo.toml", "Cargo.toml"),
    ("pregenerated_file", "pregenerated/client.rs", "pregenerated/client.rs"),
    ("public_api_file", "public-api.txt", "public-api.txt"),
    ("readme_file", "README.md", "README.md"),
    ("changelog_file", "CHANGELOG.md", "CHANGELOG.md"),
];

const FEATURES: &str = "[features]\n# These lines are generated, and each update overwrites them. Each feature \
                        enables the operations of a tag, and the types that they use.\nall-tags = []\n# End of the \
                        generated features.\n";

/// Creates a client with all derived files.
fn workspace() -> Workspace {
    let pages = [
        ("README.md", "<!-- operations -->\n<!-- /operations -->\n"),
        ("CHANGELOG.md", "# Changelog\n\n## Unreleased\n"),
    ];
    let workspace = Workspace::with_files(&document(&["a"]), &pages);
    let manifest = workspace.path().join("Cargo.toml");
    let text = fs::read_to_string(&manifest).expect("should be there") + FEATURES;
    fs::write(manifest, text).expect("should be written");
    workspace.with_public_api()
}

/// Returns a document for which all derived files change.
fn served() -> Value {
    let mut served = document(&["a", "b"]);
    served["paths"]["/b"]["get"]["tags"] = json!(["Status pages"]);
    served
}

fn texts(workspace: &Workspace) -> Vec<String> {
    let paths = FILES.iter().map(|(_, _, path)| *path).chain(["openapi.json"]);
    paths.map(|path| fs::read_to_string(workspace.path().join(path)).expect("should be there")).collect()
}

fn outcomes(report: &str) -> Vec<Value> {
    let report: Value = serde_json::from_str(report).expect("should be JSON");
    FILES.iter().map(|(field, ..)| report[*field].clone()).collect()
}

#[test]
fn update_with_check_or_dry_run_writes_no_file() {
    let workspace = workspace();
    let (server, before) = (serve(&served()), texts(&workspace));
    for (argument, code) in [("--check", 1), ("--dry-run", 0)] {
        let done = workspace.update_from(&server, &[argument]);
        assert_eq!(done.code, Some(code), "{done:?}");
        let json = workspace.update_from(&server, &[argument, "--report", "json"]);
        assert_eq!(outcomes(&json.stdout), ["behind"; 6], "{json:?}");
        for part in FILES.map(|(_, name, _)| format!("; {name} would change")) {
            assert!(done.stdout.contains(&part), "{part}: {done:?}");
        }
        for part in ["was left unchanged", "`getb()` is new: `GET /b`"] {
            assert!(done.stdout.contains(part), "{part}: {done:?}");
        }
        assert_eq!(texts(&workspace), before);
    }
    let updated = workspace.update_from(&server, &["--report", "json"]).succeeded();
    assert_eq!(outcomes(&updated.stdout), ["updated"; 6], "{updated:?}");
    let [features, after] = ["all-tags = [\n    \"status-pages\",\n]\nstatus-pages = []\n", "# End"];
    assert!(texts(&workspace)[1].contains(&format!("{features}{after}")), "{}", texts(&workspace)[1]);
    let unchanged = workspace.update_from(&server, &["--check", "--report", "json"]).succeeded();
    assert_eq!(outcomes(&unchanged.stdout), ["unchanged"; 6], "{unchanged:?}");
}

#[test]
fn update_reports_each_file_that_it_writes() {
    let workspace = workspace();
    let text = workspace.update_from(&serve(&served()), &[]).succeeded().stdout;
    let written = FILES.map(|(_, name, _)| format!("; {name} updated")).concat();
    assert!(text.lines().nth(1).is_some_and(|line| line.ends_with(&written)), "{text}");
}

#[test]
fn update_repairs_outdated_files_even_if_the_document_is_unchanged() {
    let (same, workspace) = (document(&["a"]), Workspace::with_document(&document(&["a"])));
    for (arguments, outcome) in [(&["--dry-run"][..], "behind"), (&[], "updated"), (&[], "unchanged")] {
        let done = workspace.update_from(&serve(&same), &[&["--report", "json"], arguments].concat()).succeeded();
        let unchanged = "unchanged";
        assert_eq!(outcomes(&done.stdout), [outcome, unchanged, outcome, outcome, unchanged, unchanged]);
    }
}

#[test]
fn update_changes_no_file_if_one_file_is_read_only() {
    for path in FILES.iter().map(|(_, _, path)| *path).chain(["openapi.json"]) {
        let workspace = workspace();
        let before = texts(&workspace);
        let file = workspace.path().join(path);
        let mut permissions = fs::metadata(&file).expect("should be there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(file, permissions).expect("should be set");
        let message = workspace.update_from(&serve(&served()), &[]).refused();
        assert!(message.contains(&format!("{path} is read-only: make it writable")), "{message}");
        assert_eq!(texts(&workspace), before);
    }
}
