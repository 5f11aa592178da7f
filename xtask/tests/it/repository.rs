use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("should have a parent").join(path)
}

#[test]
fn each_sample_in_the_documentation_equals_its_example_file() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let output = command.args(["samples", "--check"]).output().expect("should run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn each_sample_file_of_the_guide_is_shown_on_a_page() {
    let folder = fs::read_dir(file("docs")).expect("should be read");
    let paths = folder.map(|entry| entry.expect("should be read").path()).chain([file("README.md")]);
    let pages: String = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| fs::read_to_string(path).expect("should be text"))
        .collect();
    let parts_of_the_program = ["main.rs", "mock.rs", "programs.rs", "samples.rs"];
    for entry in fs::read_dir(file("examples/guide/src")).expect("should be read") {
        let name = entry.expect("should be read").file_name().into_string().expect("should be text");
        let is_shown = [" -->", ":"].iter().any(|end| pages.contains(&format!("<!-- examples/guide/src/{name}{end}")));
        assert!(is_shown || parts_of_the_program.contains(&&*name), "no page shows {name}");
    }
}

#[test]
fn each_page_of_the_toolkit_is_linked_in_its_docs_and_front_page() {
    let [guide, front] = ["crates/perennial/src/_guide.rs", "crates/perennial/README.md"]
        .map(|path| fs::read_to_string(file(path)).expect("should be there"));
    for entry in fs::read_dir(file("crates/perennial/docs")).expect("should be read") {
        let name = entry.expect("should be read").file_name().into_string().expect("should be text");
        let module = name.trim_end_matches(".md").replace('-', "_");
        let page = format!("#[doc = include_str!(\"../docs/{name}\")]\npub mod {module} {{}}\n");
        assert!(guide.contains(&page) && front.contains(&format!("/perennial/_guide/{module}/)")), "{name}");
    }
}

#[test]
fn re_exports_of_the_client_add_no_docs_to_the_docs_of_their_items() {
    let code = fs::read_to_string(file("src/lib.rs")).expect("should be text");
    let mut lines = code.lines().filter(|line| !line.starts_with("#[")).peekable();
    let mut re_exports = 0;
    while let (Some(line), Some(next)) = (lines.next(), lines.peek()) {
        if next.starts_with("pub use") {
            re_exports += 1;
            assert!(!line.starts_with("///"), "{line}\n{next}");
        }
    }
    assert!(re_exports > 4, "{re_exports}");
}

#[test]
fn runtime_and_generator_define_printable_characters_identically() {
    let [runtime, generator] =
        ["crates/perennial/src/error/printable.rs", "crates/perennial-codegen/src/text/printable/character.rs"]
            .map(|path| fs::read_to_string(file(path)).expect("should be there"));
    assert_eq!(runtime, generator, "copy one of the two files over the other");
}

#[test]
fn each_step_of_ci_run_is_run_by_a_workflow() {
    let text = |path: &str| fs::read_to_string(file(path)).expect("should be text");
    let steps = text(".ci/run");
    for (list, workflow) in [("steps", "ci.yml"), ("weekly", "weekly.yml")] {
        let workflow = text(&format!(".github/workflows/{workflow}"));
        let named: Vec<&str> = workflow.split_whitespace().collect();
        let (_, rest) = steps.split_once(&format!("\n{list}=(")).expect("should be listed");
        let (listed, _) = rest.split_once(')').expect("should be a list");
        for step in listed.split_whitespace() {
            assert!(named.contains(&step), "no job of {list} runs {step}");
        }
    }
}
