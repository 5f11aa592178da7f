//! What `cargo perennial new` makes of a document: this client, and those of invented services, differ from it in what is
//! listed alone.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

/// The files of this client that differ, and why.
const DIFFERENT: [(&str, &str); 12] = [
    (
        ".github/workflows/refresh.yml",
        "the service's address is a variable of the repository; `.ci/refresh` does it by hand, too",
    ),
    (".gitignore", "the repository has benchmarks, whose lock files are made"),
    ("CHANGELOG.md", "it has what was done by hand for this service"),
    ("Cargo.toml", "the repository has more packages, and the package its code for builds without the generator"),
    ("README.md", "the account, the key and the limits of the service are explained by hand"),
    ("build.rs", "without the feature `generate`, the package has the code"),
    ("examples/answer.json", "the examples show what this service is for"),
    ("examples/first_call.rs", "the examples show what this service is for"),
    ("names.json", "the account and the key are credentials by hand, and no operation takes them"),
    ("public-api.txt", "the account and the key are credentials by hand, and no operation takes them"),
    ("src/lib.rs", "the credentials, the default rate limit and the format of errors are the service's"),
    ("tests/first_call.rs", "the tests of this client are in `tests/client`"),
];

/// As `examples/clients/parcels/README.md` says.
const DIFFERENT_IN_PARCELS: [(&str, &str); 6] = [
    ("Cargo.toml", "it has the crate whose type stands for decimals, and what the samples take"),
    ("README.md", "it tells what was changed by hand"),
    ("examples/answer.json", "`new` knows no value of a type of one's own"),
    ("examples/guide.rs", "the samples of the guide"),
    ("names.json", "decimals have a type of one's own"),
    ("public-api.txt", "follows from `names.json`"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("should be in the repository").to_owned()
}

/// The files of `folder`, by their paths in it, without the version that is released.
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

/// What `new` makes of the document of a client.
fn made(client: &Path, name: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().expect("should be made");
    let made = folder.path().join(name);
    let arguments = ["cargo-perennial".as_ref(), "new".as_ref(), made.as_os_str(), "--from".as_ref()];
    let document = client.join("openapi.json");
    perennial_update::cargo_perennial(arguments.into_iter().chain([document.as_os_str()]).map(ToOwned::to_owned));
    files(&made)
}

/// The files of an invented service's client that differ from what `new` makes, or that it does not make.
fn different_in(name: &str) -> Vec<String> {
    let client = root().join("examples/clients").join(name);
    let (made, mut kept) = (made(&client, name), files(&client));
    let missing = made.keys().filter(|name| !kept.contains_key(*name)).cloned().collect::<Vec<_>>();
    kept.retain(|name, text| made.get(name) != Some(text));
    kept.into_keys().chain(missing).collect()
}

#[test]
fn what_new_makes_of_the_vendored_document_differs_in_what_is_listed() {
    let root = root();
    let is_same = |name: &str, text: &Vec<u8>| fs::read(root.join(name)).is_ok_and(|kept| kept == *text);
    let made = made(&root, "monitoring-service");
    let (same, different): (Vec<_>, Vec<_>) = made.iter().partition(|(name, text)| is_same(name, text));
    assert_eq!(Vec::from_iter(same.into_iter().map(|(name, _)| name)), ["openapi.json"]);
    assert_eq!(Vec::from_iter(different.into_iter().map(|(name, _)| name)), DIFFERENT.map(|(file, _)| file));
}

#[test]
fn a_client_of_an_invented_service_is_as_new_makes_it_but_for_what_is_listed() {
    assert_eq!(different_in("tides"), [""; 0]);
    assert_eq!(different_in("parcels"), DIFFERENT_IN_PARCELS.map(|(file, _)| file));
}
