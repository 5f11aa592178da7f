//! Tests that `cargo perennial` accepts the commands and settings in the documentation of `perennial`.

use std::fs;

use perennial_codegen::names::file::Names;

use crate::cargo_perennial::program::{cargo_perennial, crates};

fn pages() -> Vec<(String, String)> {
    let pages = fs::read_dir(crates().join("perennial/docs")).expect("should be read");
    let pages = pages.map(|page| page.expect("should be read").path()).chain([crates().join("perennial/README.md")]);
    pages.map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("should be text"))).collect()
}

/// Returns all parts of the pages between `begin` and the next character that is in `end`, each with the path of its
/// page.
fn texts_between(begin: &str, end: &[char]) -> Vec<(String, String)> {
    let mut parts = Vec::new();
    for (path, page) in pages() {
        parts.extend(page.split(begin).skip(1).map(|rest| {
            let (part, _) = rest.split_once(end).expect("should have an end");
            (path.clone(), part.to_owned())
        }));
    }
    assert!(!parts.is_empty(), "no page has {begin}");
    parts
}

#[test]
fn each_names_json_in_the_guide_can_be_parsed() {
    for (page, block) in texts_between("\n```json\n", &['`']) {
        let names = Names::parse(&block).unwrap_or_else(|error| panic!("{page}: {error:?}"));
        assert_ne!(names, Names::default(), "{page}");
    }
}

#[test]
fn each_client_setting_in_the_guide_is_accepted() {
    for (page, block) in texts_between("\n```toml\n", &['`']) {
        block.parse::<toml_edit::DocumentMut>().unwrap_or_else(|error| panic!("{page}: {error}"));
        let folder = tempfile::tempdir().expect("should be made");
        let manifest = format!("[package]\nname = \"parcels\"\n{block}");
        fs::write(folder.path().join("Cargo.toml"), manifest).expect("should be written");
        let done = cargo_perennial(folder.path(), &["explain", "field-removed"]);
        assert_eq!(done.code, Some(0), "{page}: {done:?}");
    }
}

/// With `--help`, a command does nothing, but clap reports wrong arguments first.
#[test]
fn each_command_in_the_guide_is_accepted() {
    let folder = tempfile::tempdir().expect("should be made");
    for (page, command) in texts_between("cargo perennial ", &['`', '\n']) {
        let arguments: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let done = cargo_perennial(folder.path(), &arguments);
        assert_eq!(done.code, Some(0), "{page}: {command}: {done:?}");
    }
}
