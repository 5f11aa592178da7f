//! Who reads the vendored document: the package that is generated from it, and nobody else.

use std::{
    fs,
    path::{Component, Path, PathBuf},
};

use super::tree::{files, root};

/// What a refresh replaces.
const REPLACED: [&str; 5] = ["openapi.json", "names.json", "pregenerated/client.rs", "public-api.txt", "CHANGELOG.md"];
/// The packages beside that of the client, and what they have in common.
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

/// The packages that use that client: what is true of it whatever is vendored, and programs, which a refresh may break and
/// whose lines its report lists.
const CONSUMERS: [&str; 2] = ["examples", "tests/client"];

/// The paths in string literals of a source file that lead to what a refresh replaces.
fn read_by(source: &Path, package: &Path) -> Vec<String> {
    let text = fs::read_to_string(root().join(source)).expect("should be readable");
    let parts: Vec<&str> = text.split('"').collect();
    let literals = parts.windows(2).filter(|parts| {
        // A macro reads from the folder of the file, a program from that of its package.
        let is_included = parts[0].ends_with("include_str!(") || parts[0].ends_with("include_bytes!(");
        let folder = if is_included { source.parent().expect("should have one") } else { package };
        let path = normalised(&folder.join(parts[1]));
        parts[1].contains("..") && REPLACED.iter().any(|name| path == Path::new(name))
    });
    literals.map(|parts| format!("{}: {}", source.display(), parts[1])).collect()
}

fn normalised(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut path, component| {
        match component {
            Component::ParentDir => drop(path.pop()),
            component => path.push(component),
        }
        path
    })
}

#[test]
fn no_other_package_reads_what_a_refresh_replaces() {
    let mut found = Vec::new();
    let files = files();
    for package in OTHERS.map(Path::new) {
        let sources = files.iter().filter(|path| path.starts_with(package));
        let sources: Vec<_> = sources.filter(|path| path.extension().is_some_and(|it| it == "rs")).collect();
        assert!(!sources.is_empty(), "{}", package.display());
        found.extend(sources.into_iter().flat_map(|source| read_by(source, package)));
    }
    assert_eq!(found, [""; 0]);
}

/// Those whose manifest has a path to the root: their code may name what the vendored document has.
#[test]
fn no_other_package_depends_on_the_client_of_the_vendored_document() {
    let manifests = files().into_iter().filter(|path| path.ends_with("Cargo.toml") && path != Path::new("Cargo.toml"));
    let mut dependents = manifests.filter(|manifest| {
        let text = fs::read_to_string(root().join(manifest)).expect("should be readable");
        let folder = manifest.parent().expect("should have one");
        let mut paths = text.split("path = \"").skip(1).filter_map(|rest| rest.split('"').next());
        paths.any(|path| normalised(&folder.join(path)) == Path::new(""))
    });
    let of_the_client = |manifest: &PathBuf| CONSUMERS.iter().any(|folder| manifest.starts_with(folder));
    assert_eq!(dependents.find(|manifest| !of_the_client(manifest)), None);
}

#[test]
fn a_package_that_reads_it_is_found() {
    let found = read_by(Path::new("tests/client/tests/it/vendored.rs"), Path::new("tests/client"));
    assert_eq!(found, ["tests/client/tests/it/vendored.rs: ../../../../openapi.json"]);
}
