//! Tests that the client on the generator's front page compiles exactly as printed.

use std::{env, fs, path::Path, process::Command};

use compiler::{Compiler, Crate};
use perennial_codegen::{generate, names::file::Names};

const PAGE: &str = include_str!("../../../../crates/perennial-codegen/README.md");

/// Returns the code block below `<!-- name -->` on the front page.
fn sample(name: &str) -> &'static str {
    let (_, after) = PAGE.split_once(&format!("<!-- {name} -->\n```")).expect("should be there");
    let (_, sample) = after.split_once('\n').expect("should have lines");
    sample.split_once("\n```\n").expect("should end").0
}

#[test]
fn client_of_the_docs_front_page_compiles_without_a_warning() {
    let generated = generate(sample("openapi.json"), &Names::default()).expect("should be generated");
    let mut compiler = Compiler::new();
    compiler.write_client(&generated.client);
    compiler.add_built("perennial_codegen", "pub use perennial_codegen::build;");
    let program = Crate { name: "build", source: sample("build.rs"), features: &[] };
    let library = Crate { name: "bookshelf", source: sample("src/lib.rs"), features: &["books", "mock", "rate-limit"] };
    let example = Crate { name: "title", source: sample("examples/title.rs"), features: &[] };
    for messages in [compiler.check_program(&program), compiler.library(&library), compiler.check(&example)] {
        assert!(messages.is_empty(), "{messages:#?}");
    }
}

/// The crates of this repository are not published yet. The test therefore replaces their versions in the manifest with
/// their paths.
#[test]
fn manifest_on_the_docs_front_page_is_accepted_by_cargo() {
    let folder = tempfile::tempdir().expect("should be made");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let crates = ["perennial", "perennial-codegen"]
        .map(|name| format!("{name} = {{ path = {:?} }}\n", root.join("crates").join(name)));
    let manifest = format!("{}\n\n[workspace]\n\n[patch.crates-io]\n{}", sample("Cargo.toml"), crates.concat());
    fs::write(folder.path().join("Cargo.toml"), manifest).expect("should be written");
    fs::copy(root.join("Cargo.lock"), folder.path().join("Cargo.lock")).expect("should be copied");
    fs::create_dir(folder.path().join("src")).expect("should be made");
    fs::write(folder.path().join("src/lib.rs"), sample("src/lib.rs")).expect("should be written");
    let mut command = Command::new(env!("CARGO"));
    command.args(["tree", "--offline", "--edges", "features", "--no-default-features"]);
    command.args(["--features", "all-tags,mock,rate-limit"]).current_dir(folder.path());
    let output = command.output().expect("should run");
    let printed = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success() && !printed.contains("warning"), "{printed}");
}
