//! A client that another version of the generator made.

use std::path::Path;

use tempfile::TempDir;

use crate::cargo_perennial::program::{BOOKSHELF, bookshelf, cargo_perennial, commit, edit, files};

const MADE: [&str; 2] = ["perennial = \"", "perennial-codegen = \""];

/// A committed client in `bookshelf`, as a generator made it that gave another name, lacked a line of the public API, and had
/// another one.
fn made_by_another() -> TempDir {
    let (folder, client) = bookshelf(BOOKSHELF);
    edit(&client, "names.json", "get_book", "fetch_book");
    assert_eq!(cargo_perennial(&client, &["public-api", "--accept-breaking"]).code, Some(0));
    for made in MADE {
        edit(&client, "Cargo.toml", &format!("\n{made}{}\"", env!("CARGO_PKG_VERSION")), &format!("\n{made}0.0.9\""));
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
fn what_another_generator_changes_in_the_public_api_is_told_and_written() {
    let folder = made_by_another();
    let client = folder.path().join("bookshelf");
    let before = files(&client);
    let (code, told) = upgrade(&client, &["--check"]);
    assert_eq!((code, &files(&client)), (Some(1), &before), "{told}");
    let (code, told) = upgrade(&client, &[]);
    assert_eq!(code, Some(0), "{told}");
    for line in [
        "has to change (1)\n  - type Book.number_of_pages",
        "public API (1)\n  + type Book.pages",
        "Next: `cargo test` compiles",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    let mut after = files(&client);
    let mut expected = before;
    for made in MADE {
        let manifest =
            expected["Cargo.toml"].replace(&format!("{made}0.0.9"), &format!("{made}{}", env!("CARGO_PKG_VERSION")));
        expected.insert("Cargo.toml".to_owned(), manifest);
    }
    let listing = expected["public-api.txt"].replace("number_of_pages", "pages");
    expected.insert("public-api.txt".to_owned(), listing);
    assert!(expected["names.json"].contains("\"fetch_book\""));
    let version = env!("CARGO_PKG_VERSION");
    let entry = format!(
        "## Unreleased\n\n- **Breaking:** version {version} of the generator does not have: `type Book.number_of_pages: Option<i64>`\n\
         - version {version} of the generator has: `type Book.pages: Option<i64>`\n\n"
    );
    let changelog = expected["CHANGELOG.md"].replace("## Unreleased\n\n", &entry);
    expected.insert("CHANGELOG.md".to_owned(), changelog);
    after.retain(|path, _| !path.starts_with(".git/"));
    expected.retain(|path, _| !path.starts_with(".git/"));
    assert_eq!(after, expected);
}

#[test]
fn where_the_generator_changes_nothing_that_is_said() {
    let (_folder, client) = bookshelf(BOOKSHELF);
    let before = files(&client);
    let (code, told) = upgrade(&client, &["--check"]);
    assert_eq!(code, Some(0), "{told}");
    let (code, told) = upgrade(&client, &[]);
    assert_eq!((code, files(&client)), (Some(0), before), "{told}");
    assert!(told.ends_with("The generator changes nothing in the public API.\n"), "{told}");
}

#[test]
fn what_was_edited_since_the_last_commit_is_not_taken_for_the_generators() {
    let folder = made_by_another();
    let client = folder.path().join("bookshelf");
    edit(&client, "openapi.json", "maxLength", "minLength");
    let before = files(&client);
    let (code, told) = upgrade(&client, &[]);
    assert_eq!((code, files(&client)), (Some(1), before));
    assert!(told.contains("openapi.json is not as in the last commit"), "{told}");
}
