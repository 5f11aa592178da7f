//! Tests the tasks in the folder of a client, with the settings in its `Cargo.toml`.

use loopback::{Server, whole};

use crate::cargo_perennial::program::{BOOKSHELF, bookshelf, cargo_perennial, commit, edit, files};

#[test]
fn updates_a_new_client_to_the_document_that_its_settings_name() {
    let (_folder, client) = bookshelf(BOOKSHELF);
    let before = files(&client);
    for arguments in
        [&["public-api", "--check"][..], &["samples", "--check"], &["update", "--from", "../document", "--no-verify"]]
    {
        cargo_perennial(&client, arguments).succeeded();
        assert_eq!(files(&client), before);
    }
    let unnamed = cargo_perennial(&client.join("src"), &["update"]);
    assert!(unnamed.code == Some(2) && unnamed.stderr.contains("--from <URL|FILE>"), "{unnamed:?}");

    // Like cargo, the tasks find the package from any folder inside it.
    let renamed = BOOKSHELF.replace("operationId: getBook", "operationId: readBook").replace("POEM]", "POEM, PLAY]");
    let server = Server::routes([("/docs.yaml", whole(200, &[], renamed))]);
    let from = format!("from = \"{}/docs.yaml\"", server.url());
    edit(&client, "Cargo.toml", "# from = \"https://api.example.com/openapi.json\"", &from);
    let updated = cargo_perennial(&client.join("src"), &["update", "--no-verify"]).succeeded();
    assert!(updated.stdout.contains("`cargo perennial explain ID`"), "{}", updated.stdout);
    let after = files(&client);
    assert!(after["openapi.json"].contains("PLAY") && after["public-api.txt"].contains("get_book"));
    assert!(after["CHANGELOG.md"].contains("types::Kind"), "{}", after["CHANGELOG.md"]);
    assert_eq!(after["README.md"], before["README.md"]);

    // The document no longer lists the value `Play`. Its variant is deprecated, and remains until a maintainer removes
    // it.
    assert_eq!(cargo_perennial(&client, &["update", "--from", "../document", "--no-verify"]).code, Some(0));
    let before_removal = files(&client);
    let listed = cargo_perennial(&client, &["names"]);
    assert!(listed.code == Some(0) && listed.stdout.contains("`Play`"), "{listed:?}");
    assert_eq!(files(&client), before_removal);
    assert_eq!(cargo_perennial(&client, &["names", "--all"]).code, Some(0));
    assert!(before_removal["public-api.txt"].contains("Play") && !files(&client)["public-api.txt"].contains("Play"));
}

#[test]
fn refuses_to_write_code_to_a_file_that_is_not_generated_rust() {
    let (folder, client) = bookshelf(BOOKSHELF);
    commit(&client);
    let mut present = "# from = \"https://api.example.com/openapi.json\"".to_owned();
    for path in ["../x.rs", "src/lib.rs"] {
        let setting = format!("pregenerated = \"{path}\"");
        edit(&client, "Cargo.toml", &present, &setting);
        present = setting;
        let before = files(&client);
        let update = ["update", "--from", "../document", "--no-verify"];
        for arguments in [&["public-api"][..], &["public-api", "--check"], &update, &["public-api", "--upgrade"]] {
            let message = cargo_perennial(&client, arguments).refused();
            assert!(message.contains("the setting `pregenerated` cannot be \""), "{path} {arguments:?} {message}");
            assert_eq!(files(&client), before);
        }
    }
    assert!(!folder.path().join("x.rs").exists());
    edit(&client, "Cargo.toml", &present, "pregenerated = \"src/client.rs\"");
    for _ in 0..2 {
        cargo_perennial(&client, &["public-api"]).succeeded();
    }
    assert!(files(&client)["src/client.rs"].starts_with("// @generated from openapi.json"));
}

#[test]
fn help_shows_the_first_steps_and_the_variables_of_the_client() {
    let (folder, client) = bookshelf(BOOKSHELF);
    let help = cargo_perennial(folder.path(), &["--help"]).stdout;
    for expected in
        ["Usage: cargo perennial", "\n  new ", "\n  update ", "cargo perennial new bookshelf --from https://"]
    {
        assert!(help.contains(expected), "{expected}: {help}");
    }
    let help = cargo_perennial(&client, &["check-live", "--help"]).stdout;
    assert!(help.contains("[env: BOOKSHELF_URL]"), "{help}");
}

#[test]
fn update_writes_the_operations_table_in_the_readme_of_a_client() {
    let (folder, client) = bookshelf(BOOKSHELF);
    let before = files(&client);
    assert!(
        before["README.md"].contains("\n| `GET /books` | `books().list()` | Lists books |\n"),
        "{}",
        before["README.md"]
    );
    let moved = BOOKSHELF.replace("  /books:\n", "  /volumes:\n").replace("Lists books", "'Lists @volumes | #1'");
    std::fs::write(folder.path().join("document"), moved).expect("should be written");
    cargo_perennial(&client, &["update", "--from", "../document", "--no-verify"]).succeeded();
    let after = &files(&client)["README.md"];
    assert!(!after.contains("`GET /books`") && after.contains("| Lists `@volumes` `\\|` `#1` |\n"), "{after}");
    let outside = |readme: &str| {
        let (before, rest) = readme.split_once("<!-- operations -->\n").expect("should have marks");
        (before.to_owned(), rest.split_once("<!-- /operations -->\n").expect("should have marks").1.to_owned())
    };
    assert_eq!(outside(after), outside(&before["README.md"]));
}
