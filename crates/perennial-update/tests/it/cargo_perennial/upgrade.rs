//! Tests the upgrade of a client that a different version of the generator created.

use std::path::Path;

use tempfile::TempDir;

use crate::cargo_perennial::program::{BOOKSHELF, bookshelf, cargo_perennial, commit, edit, files};

// The lines of `Cargo.toml` with the crates of this project, up to the version.
const DEPENDENCIES: [&str; 2] = ["perennial = \"", "perennial-codegen = \""];

/// Creates the client `bookshelf`, changes it as if a different version of the generator had created it, and commits
/// it. A method has a different name, and one line of `public-api.txt` differs.
fn client_of_another_generator() -> TempDir {
    let (folder, client) = bookshelf(BOOKSHELF);
    edit(&client, "names.json", "get_book", "fetch_book");
    assert_eq!(cargo_perennial(&client, &["public-api", "--accept-breaking"]).code, Some(0));
    for dependency in DEPENDENCIES {
        edit(
            &client,
            "Cargo.toml",
            &format!("\n{dependency}{}\"", env!("CARGO_PKG_VERSION")),
            &format!("\n{dependency}0.0.9\""),
        );
    }
    edit(&client, "public-api.txt", "type Book.pages:", "type Book.number_of_pages:");
    commit(&client);
    folder
}

fn upgrade(client: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let done = cargo_perennial(client, &[&["public-api", "--upgrade"], arguments].concat());
    (done.code, done.stdout + &done.stderr)
}

#[test]
fn upgrade_reports_changes_and_writes_them_to_the_changelog() {
    let folder = client_of_another_generator();
    let client = folder.path().join("bookshelf");
    edit(&client, "CHANGELOG.md", "The first version.", "## 0.0.9\n\nThe first version.");
    let before = files(&client);
    let (code, output) = upgrade(&client, &["--check"]);
    assert_eq!((code, &files(&client)), (Some(1), &before), "{output}");
    let (code, output) = upgrade(&client, &[]);
    assert_eq!(code, Some(0), "{output}");
    for line in [
        "has to change (1)\n  - type Book.number_of_pages",
        "public API (1)\n  + type Book.pages",
        "Next: run `cargo test` to compile",
    ] {
        assert!(output.contains(line), "{line}: {output}");
    }
    let mut after = files(&client);
    let mut expected = before;
    for dependency in DEPENDENCIES {
        let manifest = expected["Cargo.toml"]
            .replace(&format!("{dependency}0.0.9"), &format!("{dependency}{}", env!("CARGO_PKG_VERSION")));
        expected.insert("Cargo.toml".to_owned(), manifest);
    }
    let listing = expected["public-api.txt"].replace("number_of_pages", "pages");
    expected.insert("public-api.txt".to_owned(), listing);
    assert!(expected["names.json"].contains("\"fetch_book\""));
    let version = env!("CARGO_PKG_VERSION");
    let entry = format!(
        "## Unreleased\n\n- **Breaking:** version {version} of the generator does not have: `type \
         Book.number_of_pages: Option<i64>`\n- version {version} of the generator has: `type Book.pages: \
         Option<i64>`\n\n"
    );
    let changelog = expected["CHANGELOG.md"].replace("## Unreleased\n\n", &entry);
    expected.insert("CHANGELOG.md".to_owned(), changelog);
    after.retain(|path, _| !path.starts_with(".git/"));
    expected.retain(|path, _| !path.starts_with(".git/"));
    assert_eq!(after, expected);
}

#[test]
fn upgrade_reports_that_the_new_generator_changes_nothing() {
    let (_folder, client) = bookshelf(BOOKSHELF);
    let before = files(&client);
    let (code, output) = upgrade(&client, &["--check"]);
    assert_eq!(code, Some(0), "{output}");
    let (code, output) = upgrade(&client, &[]);
    assert_eq!((code, files(&client)), (Some(0), before), "{output}");
    assert!(output.ends_with("The new generator does not change the public API.\n"), "{output}");
}

#[test]
fn refuses_to_upgrade_if_files_were_edited_since_the_last_commit() {
    let folder = client_of_another_generator();
    let client = folder.path().join("bookshelf");
    edit(&client, "openapi.json", "maxLength", "minLength");
    let before = files(&client);
    let (code, output) = upgrade(&client, &[]);
    assert_eq!((code, files(&client)), (Some(1), before));
    assert!(output.contains("openapi.json differs from the last commit"), "{output}");
}
