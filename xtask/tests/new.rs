//! This client is one like any other: what `cargo perennial new` makes of its document differs from it in what is true of the
//! service, or of this repository, alone.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::{collections::BTreeSet, fs, path::Path};

/// The files that differ, and why.
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

#[test]
fn what_new_makes_of_the_vendored_document_differs_in_what_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("should be in the repository");
    let folder = tempfile::tempdir().expect("should be made");
    let made = folder.path().join("monitoring-service");
    let arguments = ["cargo-perennial".as_ref(), "new".as_ref(), made.as_os_str(), "--from".as_ref()];
    let document = root.join("openapi.json");
    perennial_update::cargo_perennial(arguments.into_iter().chain([document.as_os_str()]).map(ToOwned::to_owned));

    let (mut same, mut different) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![made.clone()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(
                fs::read_dir(&path).expect("should be read").map(|entry| entry.expect("should be read").path()),
            );
            continue;
        }
        let name = path.strip_prefix(&made).expect("is in it");
        let is_same = fs::read(&path).ok() == fs::read(root.join(name)).ok();
        let files = if is_same { &mut same } else { &mut different };
        files.insert(name.to_string_lossy().into_owned());
    }
    assert_eq!(Vec::from_iter(same), ["openapi.json"]);
    assert_eq!(Vec::from_iter(different), DIFFERENT.map(|(file, _)| file));
}
