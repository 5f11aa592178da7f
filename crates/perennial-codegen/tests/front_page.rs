//! The client that the front page makes from scratch compiles, as it stands there.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::{env, fs, path::Path, process::Command};

const PAGE: &str = include_str!("../README.md");

/// The sample under `<!-- name -->`.
fn sample(name: &str) -> &'static str {
    let (_, after) = PAGE.split_once(&format!("<!-- {name} -->\n```")).expect("should be there");
    let (_, sample) = after.split_once('\n').expect("should have lines");
    sample.split_once("\n```\n").expect("should end").0
}

/// With the crates of this repository, which are not published yet, and the versions that are built with it.
#[test]
fn the_client_of_the_front_page_compiles_without_a_warning() {
    let folder = tempfile::tempdir().expect("should be made");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let crates = ["perennial", "perennial-codegen"]
        .map(|name| format!("{name} = {{ path = {:?} }}\n", root.join("crates").join(name)));
    let patch = format!("\n\n[workspace]\n\n[patch.crates-io]\n{}", crates.concat());
    fs::copy(root.join("Cargo.lock"), folder.path().join("Cargo.lock")).expect("should be copied");
    for name in ["Cargo.toml", "build.rs", "src/lib.rs", "openapi.json", "examples/title.rs"] {
        let path = folder.path().join(name);
        let after = match name {
            "Cargo.toml" => &patch,
            "examples/title.rs" => "\n\nfn main() {}",
            _ => "",
        };
        fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
        fs::write(path, format!("{}{after}\n", sample(name))).expect("should be written");
    }
    // What is built of dependencies stays for the next run.
    let target = env::current_exe().expect("should be known").ancestors().nth(3).expect("should be in one").to_owned();
    let mut command = Command::new(env!("CARGO"));
    command.args(["check", "--offline", "--quiet", "--examples", "--no-default-features"]);
    command.args(["--features", "all-tags,mock,rate-limit"]);
    command.current_dir(folder.path()).env("CARGO_TARGET_DIR", target.join("front-page"));
    let output = command.output().expect("should run");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !said.contains("warning"), "{said}");
}
