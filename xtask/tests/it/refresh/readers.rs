//! Tests that the vendored document is read only by the package that is generated from it.

use std::{
    fs,
    path::{Component, Path, PathBuf},
};

use super::tree::{files, root};

/// The files that a refresh replaces.
const REPLACED: [&str; 5] = ["openapi.json", "names.json", "pregenerated/client.rs", "public-api.txt", "CHANGELOG.md"];
/// The folders of all packages except the client.
const OTHERS: [&str; 13] = [
    "benches",
    "crates/perennial",
    "crates/perennial-codegen",
    "crates/perennial-update",
    "fuzz",
    "tests/compiler",
    "tests/credentials",
    "tests/kitchen-sink",
    "tests/large-document",
    "tests/layer",
    "tests/loopback",
    "tests/own-types",
    "xtask",
];

/// The folders with packages that use the client: programs, and tests that hold for any vendored document. A refresh
/// may break the programs. Its report lists the lines that it breaks.
const CONSUMERS: [&str; 2] = ["examples", "tests/client"];

/// Returns the string literals of `source` that are paths of files that a refresh replaces.
fn replaced_files_read_by(source: &Path, package: &Path) -> Vec<String> {
    let text = fs::read_to_string(root().join(source)).expect("should be readable");
    let parts: Vec<&str> = text.split('"').collect();
    let literals = parts.windows(2).filter(|parts| {
        // `include_str!` and `include_bytes!` resolve a path relative to the source file. A path that a program opens
        // is relative to the package.
        let is_included = parts[0].ends_with("include_str!(") || parts[0].ends_with("include_bytes!(");
        let folder = if is_included { source.parent().expect("should have one") } else { package };
        let path = normalise(&folder.join(parts[1]));
        parts[1].contains("..") && REPLACED.iter().any(|name| path == Path::new(name))
    });
    literals.map(|parts| format!("{}: {}", source.display(), parts[1])).collect()
}

fn normalise(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut path, component| {
        match component {
            Component::ParentDir => drop(path.pop()),
            component => path.push(component),
        }
        path
    })
}

#[test]
fn no_other_package_reads_a_file_that_a_refresh_replaces() {
    let mut found = Vec::new();
    let files = files();
    for package in OTHERS.map(Path::new) {
        let sources = files.iter().filter(|path| path.starts_with(package));
        let sources: Vec<_> = sources.filter(|path| path.extension().is_some_and(|it| it == "rs")).collect();
        assert!(!sources.is_empty(), "{}", package.display());
        found.extend(sources.into_iter().flat_map(|source| replaced_files_read_by(source, package)));
    }
    assert_eq!(found, [""; 0]);
}

/// If a package's manifest contains a path to the root, the package may use names from the vendored document.
#[test]
fn only_consumers_depend_on_the_vendored_client() {
    let manifests = files().into_iter().filter(|path| path.ends_with("Cargo.toml") && path != Path::new("Cargo.toml"));
    let mut dependents = manifests.filter(|manifest| {
        let text = fs::read_to_string(root().join(manifest)).expect("should be readable");
        let folder = manifest.parent().expect("should have one");
        let mut paths = text.split("path = \"").skip(1).filter_map(|rest| rest.split('"').next());
        paths.any(|path| normalise(&folder.join(path)) == Path::new(""))
    });
    let of_the_client = |manifest: &PathBuf| CONSUMERS.iter().any(|folder| manifest.starts_with(folder));
    assert_eq!(dependents.find(|manifest| !of_the_client(manifest)), None);
}

#[test]
fn finds_a_package_that_reads_the_vendored_document() {
    let found = replaced_files_read_by(Path::new("tests/client/tests/it/vendored.rs"), Path::new("tests/client"));
    assert_eq!(found, ["tests/client/tests/it/vendored.rs: ../../../../openapi.json"]);
}
