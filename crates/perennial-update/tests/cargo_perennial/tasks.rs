//! The tasks in the folder of a client, with the settings of its `Cargo.toml`.

use loopback::{Server, whole};

use crate::program::{BOOKSHELF, cargo_perennial, commit, edit, files, new_bookshelf};

#[test]
fn a_new_client_is_up_to_date_and_follows_what_its_settings_name() {
    let folder = tempfile::tempdir().expect("should be made");
    assert_eq!(new_bookshelf(folder.path(), BOOKSHELF).code, Some(0));
    let client = folder.path().join("bookshelf");
    let before = files(&client);
    for arguments in
        [&["public-api", "--check"][..], &["samples", "--check"], &["update", "--from", "../document", "--no-verify"]]
    {
        let done = cargo_perennial(&client, arguments);
        assert_eq!(done.code, Some(0), "{done:?}");
        assert_eq!(files(&client), before);
    }
    let unnamed = cargo_perennial(&client.join("src"), &["update"]);
    assert!(unnamed.code == Some(2) && unnamed.stderr.contains("--from <URL|FILE>"), "{unnamed:?}");

    // From below, as cargo does it.
    let renamed = BOOKSHELF.replace("operationId: getBook", "operationId: readBook").replace("POEM]", "POEM, PLAY]");
    let server = Server::routes([("/docs.yaml", whole(200, &[], renamed))]);
    let from = format!("from = \"{}/docs.yaml\"", server.url());
    edit(&client, "Cargo.toml", "# from = \"https://api.example.com/openapi.json\"", &from);
    let updated = cargo_perennial(&client.join("src"), &["update", "--no-verify"]);
    assert_eq!(updated.code, Some(0), "{updated:?}");
    assert!(updated.stdout.contains("`cargo perennial explain ID`"), "{}", updated.stdout);
    let after = files(&client);
    assert!(after["openapi.json"].contains("PLAY") && after["public-api.txt"].contains("get_book"));
    assert!(after["CHANGELOG.md"].contains("types::Kind"), "{}", after["CHANGELOG.md"]);
    assert_eq!(after["README.md"], before["README.md"]);

    // What the service takes back is deprecated, until a maintainer removes it.
    assert_eq!(cargo_perennial(&client, &["update", "--from", "../document", "--no-verify"]).code, Some(0));
    let kept = files(&client);
    let listed = cargo_perennial(&client, &["names"]);
    assert!(listed.code == Some(0) && listed.stdout.contains("`Play`"), "{listed:?}");
    assert_eq!(files(&client), kept);
    assert_eq!(cargo_perennial(&client, &["names", "--all"]).code, Some(0));
    assert!(kept["public-api.txt"].contains("Play") && !files(&client)["public-api.txt"].contains("Play"));
}

#[test]
fn refuses_to_write_code_to_a_file_that_is_not_generated_rust() {
    let folder = tempfile::tempdir().expect("should be made");
    assert_eq!(new_bookshelf(folder.path(), BOOKSHELF).code, Some(0));
    let client = folder.path().join("bookshelf");
    commit(&client);
    let from = "# from = \"https://api.example.com/openapi.json\"";
    let mut present = from.to_owned();
    for path in ["openapi.json", "../x.rs", "src/lib.rs"] {
        let setting = format!("pregenerated = \"{path}\"");
        edit(&client, "Cargo.toml", &present, &setting);
        present = setting;
        let before = files(&client);
        for arguments in [
            &["public-api"][..],
            &["public-api", "--check"],
            &["update", "--from", "../document", "--no-verify"],
            &["public-api", "--upgrade"],
        ] {
            let done = cargo_perennial(&client, arguments);
            assert_eq!((done.code, files(&client) == before), (Some(1), true), "{path} {arguments:?} {done:?}");
            assert!(done.stderr.contains("the setting `pregenerated` cannot be \""), "{path} {done:?}");
        }
    }
    assert!(!folder.path().join("x.rs").exists());
    edit(&client, "Cargo.toml", &present, "pregenerated = \"src/client.rs\"");
    for _ in 0..2 {
        let done = cargo_perennial(&client, &["public-api"]);
        assert_eq!(done.code, Some(0), "{done:?}");
    }
    assert!(files(&client)["src/client.rs"].starts_with("// @generated from openapi.json"));
}

#[test]
fn the_help_names_the_first_steps_and_the_variables_of_the_client() {
    let folder = tempfile::tempdir().expect("should be made");
    let help = cargo_perennial(folder.path(), &["--help"]).stdout;
    for said in ["Usage: cargo perennial", "\n  new ", "\n  update ", "cargo perennial new bookshelf --from https://"] {
        assert!(help.contains(said), "{said}: {help}");
    }
    assert_eq!(new_bookshelf(folder.path(), BOOKSHELF).code, Some(0));
    let help = cargo_perennial(&folder.path().join("bookshelf"), &["check-live", "--help"]).stdout;
    assert!(help.contains("[env: BOOKSHELF_URL]"), "{help}");
}

#[test]
fn the_readme_of_a_client_follows_an_update() {
    let folder = tempfile::tempdir().expect("should be made");
    assert_eq!(new_bookshelf(folder.path(), BOOKSHELF).code, Some(0));
    let client = folder.path().join("bookshelf");
    let before = files(&client);
    assert!(
        before["README.md"].contains("\n| `GET /books` | `books().list()` | Lists books |\n"),
        "{}",
        before["README.md"]
    );
    let moved = BOOKSHELF.replace("  /books:\n", "  /volumes:\n").replace("Lists books", "'Lists @volumes | #1'");
    std::fs::write(folder.path().join("document"), moved).expect("should be written");
    let updated = cargo_perennial(&client, &["update", "--from", "../document", "--no-verify"]);
    assert_eq!(updated.code, Some(0), "{updated:?}");
    let after = &files(&client)["README.md"];
    assert!(!after.contains("`GET /books`") && after.contains("| Lists `@volumes` `\\|` `#1` |\n"), "{after}");
    let outside = |readme: &str| {
        let (before, rest) = readme.split_once("<!-- operations -->\n").expect("should have marks");
        (before.to_owned(), rest.split_once("<!-- /operations -->\n").expect("should have marks").1.to_owned())
    };
    assert_eq!(outside(after), outside(&before["README.md"]));
}
