//! The files of a new client, and when there are none.

use std::{fs, path::Path};

use loopback::Server;
use pulldown_cmark::{Event, Parser, Tag};
use serde_json::json;

use crate::program::{BOOKSHELF, Done, Files, cargo_perennial, files, new_bookshelf};

/// What `new` makes of the document beside it, which is kept: a later version has to upgrade it.
fn kept() -> Files {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cargo_perennial/bookshelf"))
}

fn version_of(files: &Files) -> String {
    files["Cargo.toml"].replace(&format!("= \"{}\"", env!("CARGO_PKG_VERSION")), "= \"0.1.0\"")
}

fn assert_same(mut made: Files, mut kept: Files) {
    made.insert("Cargo.toml".to_owned(), version_of(&made));
    kept.insert("Cargo.toml".to_owned(), version_of(&kept));
    assert_eq!(Vec::from_iter(made.keys()), Vec::from_iter(kept.keys()));
    for (path, text) in made {
        assert_eq!(text, kept[&path], "{path}");
    }
}

/// A refusal with this reason, after which nothing is there but `document`.
fn assert_nothing_made(folder: &Path, done: &Done, reason: &str) {
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.starts_with("error: ") && done.stderr.contains(reason), "{reason}: {done:?}");
    assert_eq!(Vec::from_iter(files(folder).into_keys()), ["document"]);
}

#[test]
fn a_document_in_yaml_becomes_the_files_that_are_kept() {
    let folder = tempfile::tempdir().expect("should be made");
    let done = new_bookshelf(folder.path(), BOOKSHELF);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_same(files(&folder.path().join("bookshelf")), kept());
    for said in
        ["bookshelf: a client of 3 operations and 2 types\n", "  openapi.json\n", "calls GET /books of a mock\n"]
    {
        assert!(done.stdout.contains(said), "{said}: {}", done.stdout);
    }
    assert!(done.stdout.contains("(1) [constraint-to-docs]\n"), "{}", done.stdout);
    for step in ["  cargo test\n", "  cargo run --example first_call\n", "`cargo perennial update --from URL`"] {
        assert!(done.stdout.contains(step), "{step}: {}", done.stdout);
    }
}

#[test]
fn a_document_that_is_served_is_vendored_and_its_address_kept() {
    let vendored = &kept()["openapi.json"];
    let server = Server::json(vendored);
    let folder = tempfile::tempdir().expect("should be made");
    let url = format!("{}/v1/docs?format=json", server.url());
    let done = cargo_perennial(folder.path(), &["new", "clients/bookshelf", "--from", &url]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(server.only().line(), "GET /v1/docs?format=json HTTP/1.1");
    let mut made = files(&folder.path().join("clients/bookshelf"));
    let manifest = made.remove("Cargo.toml").expect("should be there");
    assert!(manifest.contains(&format!("[package.metadata.perennial]\nfrom = \"{url}\"\n")), "{manifest}");
    let mut kept = kept();
    kept.remove("Cargo.toml");
    assert_eq!(made, kept);
}

#[test]
fn a_folder_that_exists_is_left_as_it_is() {
    let folder = tempfile::tempdir().expect("should be made");
    fs::create_dir(folder.path().join("bookshelf")).expect("should be made");
    let done = new_bookshelf(folder.path(), BOOKSHELF);
    assert_nothing_made(folder.path(), &done, "bookshelf exists, and is left as it is");
}

#[test]
fn where_no_client_can_be_generated_nothing_is_written() {
    for (document, reason) in [
        ("{\"openapi\": \"4.0.0\", \"paths\": {}}", "document cannot be used"),
        ("openapi: 3.0.0\npaths: { /a: { get: { parameters: [{ name: id, in: nowhere }] } } }", "from document: "),
        ("openapi: [", "document cannot be used"),
        ("<html>", "is a web page"),
    ] {
        let folder = tempfile::tempdir().expect("should be made");
        assert_nothing_made(folder.path(), &new_bookshelf(folder.path(), document), reason);
    }
    let folder = tempfile::tempdir().expect("should be made");
    let missing = cargo_perennial(folder.path(), &["new", "bookshelf", "--from", "missing.json"]);
    assert!(missing.code == Some(1) && missing.stderr.contains("missing.json cannot be read"), "{missing:?}");
    let named = cargo_perennial(folder.path(), &["new", "Book Shelf", "--from", "missing.json"]);
    assert!(named.code == Some(1) && named.stderr.contains("`Book Shelf` is no name of a package"), "{named:?}");
    assert!(files(folder.path()).is_empty());
}

#[test]
fn what_is_in_the_path_is_an_argument_of_a_short_name_and_set_elsewhere() {
    for (tags, call) in [(json!(["Books"]), "books().get(\"text\")."), (json!([]), "get_book().id(\"text\").")] {
        let parameter = json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } });
        let get =
            json!({ "operationId": "getBook", "tags": tags, "parameters": [parameter], "responses": { "204": {} } });
        let document = json!({ "openapi": "3.0.0", "paths": { "/books/{id}": { "get": get } } });
        let folder = tempfile::tempdir().expect("should be made");
        assert_eq!(new_bookshelf(folder.path(), &document.to_string()).code, Some(0));
        let test = &files(&folder.path().join("bookshelf"))["tests/first_call.rs"];
        assert!(test.contains(&format!("client.{call}send().await?;")), "{test}");
    }
}

/// What a document says is shown, and becomes neither settings, nor code, nor Markdown that does something.
#[test]
fn no_text_of_a_document_becomes_more_than_text() {
    let hostile = "x\"\n[lib]\nproc-macro = true\n{{mock}} <script> @me ``` */ \"#; boom() r#\"";
    let document = json!({
        "openapi": "3.0.0",
        "info": { "title": hostile, "version": "1" },
        "paths": { "/a|`b`": { "get": {
            "operationId": "getA",
            "summary": hostile,
            "parameters": [{ "name": "a", "in": "query", "required": true, "schema": { "type": "string", "enum": [hostile] } }],
            "responses": { "200": { "description": "", "content": {
                "application/json": { "schema": { "type": "string", "enum": [hostile] } } } } },
        } } },
    });
    let folder = tempfile::tempdir().expect("should be made");
    let done = new_bookshelf(folder.path(), &document.to_string());
    assert_eq!(done.code, Some(0), "{done:?}");
    let made = files(&folder.path().join("bookshelf"));
    let manifest: toml_edit::DocumentMut = made["Cargo.toml"].parse().expect("should be TOML");
    let tables = ["package", "features", "dependencies", "build-dependencies", "dev-dependencies"];
    assert_eq!(Vec::from_iter(manifest.iter().map(|(key, _)| key)), tables);
    let readme = &made["README.md"];
    assert!(readme.contains("`GET /a\\|'b'`"), "{readme}");
    let is_active =
        |event: &Event| matches!(event, Event::Html(_) | Event::InlineHtml(_) | Event::Start(Tag::Link { .. }));
    let active = Vec::from_iter(Parser::new(readme).filter(is_active));
    let is_code = |event: &Event| matches!(event, Event::InlineHtml(tag) if matches!(&**tag, "<code>" | "</code>"));
    assert!(active.iter().all(is_code), "{active:?}");
    for source in ["examples/first_call.rs", "tests/first_call.rs"] {
        let file = syn::parse_file(&made[source]).expect("should be Rust");
        assert!(file.items.len() == 3 && made[source].contains(&format!("{hostile:?}")), "{}", made[source]);
    }
    let answer: String = serde_json::from_str(&made["examples/answer.json"]).expect("should be JSON");
    assert_eq!(answer, hostile);
}
