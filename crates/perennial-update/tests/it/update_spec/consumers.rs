//! Tests updates that break examples. Examples are written as consumers would write them, so errors in them are
//! reported and do not fail the update.
//!
//! These tests compile a small package with cargo. Its build script writes a function for each operation.

use std::fs;

use serde_json::{Value, json};

use crate::update_spec::{
    server::serve,
    workspace::{Done, Workspace, document},
};

const BUILD: &str = r#"fn main() {
    let document = std::fs::read_to_string("openapi.json").unwrap();
    let ids = document.split("\"operationId\"").skip(1).map(|rest| rest.split('"').nth(1).unwrap());
    let functions: String = ids.map(|id| format!("/// Calls {id}.\npub fn {id}() {{}}\n")).collect();
    std::fs::write(std::path::Path::new(&std::env::var("OUT_DIR").unwrap()).join("client.rs"), functions).unwrap();
}
"#;
const LIB: &str = "include!(concat!(env!(\"OUT_DIR\"), \"/client.rs\"));

/// A macro with which an example calls a function.
#[macro_export]
macro_rules! call {
    ($name:ident) => {
        $crate::$name()
    };
}
";
const EXAMPLE: &str =
    "fn main() {\n    scratch::getkept();\n    scratch::gettaken();\n    scratch::call!(gettaken);\n}\n";
/// A page of the documentation. Its sample is copied from the example.
const PAGE: &str = "# Page\n<!-- examples/small.rs -->\n```rust,ignore\nscratch::gettaken();\n```\n";

/// Creates a package that calls `getkept` and `gettaken`, the two operations of its document. `test` is the code of its
/// test.
fn package(test: &str) -> Workspace {
    let files = [
        ("build.rs", BUILD),
        ("src/lib.rs", LIB),
        ("docs/page.md", PAGE),
        ("examples/small.rs", EXAMPLE),
        ("tests/it.rs", test),
    ];
    Workspace::with_files(&document(&["kept", "taken"]), &files).with_public_api()
}

fn update(workspace: &Workspace, served: &Value, arguments: &[&str]) -> Done {
    let server = serve(served);
    workspace.run_update(&[&["--base-url", server.url()], arguments].concat())
}

const CALLS_KEPT: &str = "#[test]\nfn kept() {\n    scratch::getkept();\n}\n";

#[test]
fn breaking_update_lists_the_lines_of_examples_to_change() {
    let served = document(&["kept"]);
    let workspace = package(CALLS_KEPT);
    let done = update(&workspace, &served, &["--report", "json", "--dry-run"]).succeeded();
    let report: Value = serde_json::from_str(&done.stdout).expect("should be JSON");
    let place = |place: &Value| {
        let [file, reason] = ["file", "reason"].map(|key| place[key].as_str().expect("should be text").to_owned());
        assert!(reason.starts_with("cannot find function `gettaken`") && reason.lines().count() == 1, "{reason}");
        (file, place["line"].as_u64().expect("should be a number"), reason)
    };
    let places: Vec<_> = report["to_change"].as_array().expect("should be there").iter().map(place).collect();
    // Only the examples are listed. The page is not, because its sample is a copy.
    let expected = [("examples/small.rs", 3), ("examples/small.rs", 4)];
    assert_eq!(places.iter().map(|(file, line, _)| (file.as_str(), *line)).collect::<Vec<_>>(), expected);

    let text = update(&workspace, &served, &["--report", "markdown", "--dry-run"]).succeeded().stdout;
    let (_, listed) = text
        .split_once("\n## Examples that have to be changed by hand (2)\n\n- `examples/small.rs` (2)\n")
        .expect("listed");
    let lines = Vec::from_iter(listed.lines().take_while(|line| line.starts_with("  - ")));
    assert!(
        lines.len() == 2 && lines[0].contains(" `examples/small.rs:3`: cannot find function `gettaken`"),
        "{listed}"
    );
    assert!(listed.contains("\n\nThen run `cargo xtask samples`, "), "{listed}");

    let done = update(&workspace, &served, &[]).succeeded();
    assert!(done.stderr.contains("verified in "), "{}", done.stderr);
    assert!(!workspace.read_document().contains("gettaken"));
    let listed: String = places.iter().map(|(file, line, reason)| format!("      {file}:{line}: {reason}\n")).collect();
    let title = "Examples that have to be changed by hand (2)\n--------------------------------------------\n  examples/small.rs \
                 (2)\n";
    assert!(done.stdout.contains(&format!("{title}{listed}\nThen run `cargo xtask samples`, ")), "{}", done.stdout);

    // These errors existed before, so a compatible update may leave them.
    let done = update(&workspace, &document(&["kept", "more"]), &[]).succeeded();
    assert!(done.stdout.contains("Verdict: compatible") && done.stdout.contains(&listed), "{}", done.stdout);
}

#[test]
fn reports_and_repairs_a_page_with_an_outdated_sample() {
    let workspace = package(CALLS_KEPT);
    fs::write(workspace.path().join("README.md"), "# Scratch\n").expect("should be written");
    let page = || fs::read_to_string(workspace.path().join("docs/page.md")).expect("should be there");
    let message = workspace.run_samples(&["--check"]).refused();
    assert!(
        message.contains("docs/page.md: a sample differs from its source in `examples/`: run `cargo xtask samples`\n")
    );
    assert_eq!(page(), PAGE);

    let done = workspace.run_samples(&[]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{done:?}");
    assert!(done.stdout.ends_with("docs/page.md updated\n"), "{done:?}");
    assert_eq!(page(), format!("# Page\n<!-- examples/small.rs -->\n```rust,ignore\n{EXAMPLE}```\n"));
    assert_eq!(workspace.run_samples(&["--check"]).code, Some(0));
    let nothing = workspace.report_line() + "all samples are up to date: nothing to do\n";
    assert_eq!(workspace.run_samples(&[]).stdout, nothing);

    fs::write(workspace.path().join("README.md"), "```rust\n```\n").expect("should be written");
    let message = workspace.run_samples(&[]).refused();
    assert!(message.contains("README.md: a sample has no comment such as `<!-- examples/… -->` before it"));
}

#[test]
fn compatible_update_lists_no_lines_to_change() {
    let done = update(&package(CALLS_KEPT), &document(&["kept", "more", "taken"]), &["--report", "json"]).succeeded();
    let report: Value = serde_json::from_str(&done.stdout).expect("should be JSON");
    assert_eq!((&report["verdict"], &report["to_change"]), (&json!("compatible"), &json!([])));
}

#[test]
fn report_lists_uses_of_deprecated_names_in_examples() {
    let workspace = package(CALLS_KEPT);
    let build = BUILD.replace("pub fn", "#[deprecated] pub fn");
    fs::write(workspace.path().join("build.rs"), build).expect("should be written");
    let done = update(&workspace, &document(&["kept", "more", "taken"]), &[]).succeeded();
    let (_, listed) =
        done.stdout.split_once("\nExamples that compile, but use deprecated names (3)\n").expect("should be listed");
    let lines: Vec<&str> = listed.lines().skip(2).take_while(|line| !line.is_empty()).collect();
    let expected = [("getkept", 2), ("gettaken", 3), ("gettaken", 4)]
        .map(|(name, line)| format!("      examples/small.rs:{line}: use of deprecated function `scratch::{name}`"));
    assert_eq!(lines, expected);
    assert!(workspace.read_document().contains("getmore"));
}

#[test]
fn update_fails_if_a_test_does_not_compile() {
    let workspace = package("#[test]\nfn taken() {\n    scratch::gettaken();\n}\n");
    let before = workspace.read_document();
    let message = update(&workspace, &document(&["kept"]), &[]).refused();
    assert!(message.contains("|  --> tests/it.rs:3:14\n"), "{message}");
    assert!(
        message.contains(
            "does not compile, so openapi.json was not replaced: see the output of `cargo check --all-targets` above"
        ),
        "{message}"
    );
    assert_eq!(workspace.read_document(), before);
}

#[test]
fn update_fails_if_the_client_does_not_compile() {
    let workspace = package(CALLS_KEPT);
    let before = workspace.read_document();
    let mut served = document(&["kept", "taken"]);
    // `loop` is a keyword that the build script does not escape, so the client does not compile.
    served["paths"]["/more"] = json!({ "get": { "operationId": "loop", "responses": { "204": {} } } });
    let message = update(&workspace, &served, &[]).refused();
    assert!(message.contains("out/client.rs:6:8\n"), "{message}");
    assert_eq!(workspace.read_document(), before);
}

#[test]
fn writes_nothing_if_a_document_reported_as_compatible_breaks_an_example() {
    let workspace = package(CALLS_KEPT);
    // This build script omits `gettaken` once the document contains `more`, which a comparison of the documents cannot
    // detect.
    let filtered = ".filter(|id| *id != \"gettaken\" || !document.contains(\"getmore\")).map(|id| format!";
    let build = BUILD.replace(".map(|id| format!", filtered);
    assert_ne!(build, BUILD);
    fs::write(workspace.path().join("build.rs"), build).expect("should be written");
    let before = workspace.read_document();
    let message = update(&workspace, &document(&["kept", "more", "taken"]), &[]).refused();
    assert!(message.contains("\nexamples/small.rs:3: cannot find function `gettaken`"), "{message}");
    assert!(message.contains("error: the comparison found no breaking change"), "{message}");
    assert_eq!(workspace.read_document(), before);
}
