//! Tests that this client, and the example clients, differ from the output of `cargo perennial new` only in the listed
//! files.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

/// The files of this client that differ from the files of a new client, each with the reason.
const DIFFERENT: [(&str, &str); 12] = [
    (
        ".github/workflows/refresh.yml",
        "the address of the service is a variable of the repository, and `.ci/refresh` runs the same steps by hand",
    ),
    (".gitignore", "the repository contains benchmarks, whose lock files are generated"),
    ("CHANGELOG.md", "it lists what was changed by hand for this service"),
    (
        "Cargo.toml",
        "the repository contains more packages, and the package contains its code for builds without the generator",
    ),
    ("README.md", "the account, the key and the limits of the service are explained by hand"),
    ("build.rs", "the package contains the code for builds without the feature `generate`"),
    ("examples/answer.json", "the examples show what this service is for"),
    ("examples/first_call.rs", "the examples show what this service is for"),
    ("names.json", "the account and the key are credentials by hand, and no operation takes them"),
    ("public-api.txt", "the account and the key are credentials by hand, and no operation takes them"),
    ("src/lib.rs", "the credentials, the default rate limit and the format of errors are the service's"),
    ("tests/first_call.rs", "the tests of this client are in `tests/client`"),
];

/// The files of the client `parcels` that differ from the files of a new client, each with the reason.
/// `examples/clients/parcels/README.md` lists the same files.
const DIFFERENT_IN_PARCELS: [(&str, &str); 6] = [
    ("Cargo.toml", "it contains the dependency whose type represents decimals"),
    ("README.md", "it describes what was changed by hand"),
    ("examples/answer.json", "`new` knows no value of an own type"),
    ("examples/guide.rs", "the samples of the guide"),
    ("names.json", "decimals have an own type"),
    ("public-api.txt", "follows from `names.json`"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("should be in the repository").to_owned()
}

/// Reads the files of `folder`, by their relative paths. Lines with the version of the toolkit are removed.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = WalkDir::new(folder).into_iter().filter_entry(|entry| entry.file_name() != "target");
    let paths = entries.map(|entry| entry.expect("should be read").into_path()).filter(|path| path.is_file());
    paths
        .map(|path| {
            let name = path.strip_prefix(folder).expect("is in it").to_string_lossy().into_owned();
            let mut text = fs::read(&path).expect("should be read");
            if name == "Cargo.toml" {
                let manifest = String::from_utf8(text).expect("should be text");
                let others = manifest.lines().filter(|line| !line.starts_with("perennial"));
                text = others.flat_map(|line| [line, "\n"]).collect::<String>().into_bytes();
            }
            (name, text)
        })
        .collect()
}

/// Returns the files that `new` creates for a client called `name`, from the document of `client`.
fn files_of_new(client: &Path, name: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().expect("should be made");
    let made = folder.path().join(name);
    let arguments = ["cargo-perennial".as_ref(), "new".as_ref(), made.as_os_str(), "--from".as_ref()];
    let document = client.join("openapi.json");
    perennial_update::cargo_perennial(arguments.into_iter().chain([document.as_os_str()]).map(ToOwned::to_owned));
    files(&made)
}

/// Compares the example client `name` with the files that `new` creates. Returns the files that differ, or that exist
/// only on one side.
fn different_in(name: &str) -> Vec<String> {
    let client = root().join("examples/clients").join(name);
    let (made, mut present) = (files_of_new(&client, name), files(&client));
    let missing = made.keys().filter(|name| !present.contains_key(*name)).cloned().collect::<Vec<_>>();
    present.retain(|name, text| made.get(name) != Some(text));
    present.into_keys().chain(missing).collect()
}

#[test]
fn this_client_differs_from_a_new_client_only_in_the_listed_files() {
    let root = root();
    let is_same = |name: &str, text: &Vec<u8>| fs::read(root.join(name)).is_ok_and(|present| present == *text);
    let made = files_of_new(&root, "monitoring-service");
    let (same, different): (Vec<_>, Vec<_>) = made.iter().partition(|(name, text)| is_same(name, text));
    assert_eq!(Vec::from_iter(same.into_iter().map(|(name, _)| name)), ["openapi.json"]);
    assert_eq!(Vec::from_iter(different.into_iter().map(|(name, _)| name)), DIFFERENT.map(|(file, _)| file));
}

#[test]
fn example_clients_differ_from_new_clients_only_in_the_listed_files() {
    assert_eq!(different_in("tides"), [""; 0]);
    assert_eq!(different_in("parcels"), DIFFERENT_IN_PARCELS.map(|(file, _)| file));
}
