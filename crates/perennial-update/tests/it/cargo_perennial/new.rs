//! Tests which files `new` writes, and when it writes none.

use std::{fs, path::Path};

use loopback::Server;
use pulldown_cmark::{Event, Parser, Tag};
use serde_json::json;

use crate::cargo_perennial::program::{BOOKSHELF, Done, Files, bookshelf, cargo_perennial, files, new_bookshelf};

/// Returns the files that `new` should create from `bookshelf.yaml`. They are stored in the repository, so that a test
/// can upgrade a client of an earlier version.
fn stored_files() -> Files {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/cargo_perennial/bookshelf"))
}

/// Returns the manifest with 0.1.0 in place of this program's version, because the stored files must not depend on the
/// version.
fn manifest_without_version(files: &Files) -> String {
    files["Cargo.toml"].replace(&format!("= \"{}\"", env!("CARGO_PKG_VERSION")), "= \"0.1.0\"")
}

fn assert_same(mut made: Files, mut stored: Files) {
    made.insert("Cargo.toml".to_owned(), manifest_without_version(&made));
    stored.insert("Cargo.toml".to_owned(), manifest_without_version(&stored));
    assert_eq!(Vec::from_iter(made.keys()), Vec::from_iter(stored.keys()));
    for (path, text) in made {
        assert_eq!(text, stored[&path], "{path}");
    }
}

/// Checks that `new` was refused for this reason and created no file.
fn assert_nothing_made(folder: &Path, done: Done, reason: &str) {
    let message = done.refused();
    assert!(message.starts_with("error: ") && message.contains(reason), "{reason}: {message}");
    assert_eq!(Vec::from_iter(files(folder).into_keys()), ["document"]);
}

#[test]
fn new_creates_the_stored_files_from_a_yaml_document() {
    let folder = tempfile::tempdir().expect("should be made");
    let done = new_bookshelf(folder.path(), BOOKSHELF).succeeded();
    assert_same(files(&folder.path().join("bookshelf")), stored_files());
    for sentence in
        ["bookshelf: a client with 3 operations and 2 types\n", "  openapi.json\n", "sends GET /books to a mock\n"]
    {
        assert!(done.stdout.contains(sentence), "{sentence}: {}", done.stdout);
    }
    assert!(
        done.stdout.contains("       1  the client does not check the constraint [constraint-to-docs]\n"),
        "{}",
        done.stdout
    );
    let explained = cargo_perennial(folder.path(), &["explain", "constraint-to-docs"]);
    assert!(explained.code == Some(0) && explained.stdout.starts_with("constraint-to-docs: "), "{explained:?}");
    for step in ["  cargo test\n", "  cargo run --example first_call\n", "`cargo perennial update --from URL`"] {
        assert!(done.stdout.contains(step), "{step}: {}", done.stdout);
    }
}

#[test]
fn new_vendors_a_served_document_and_records_its_address() {
    let vendored = &stored_files()["openapi.json"];
    let server = Server::json(vendored);
    let folder = tempfile::tempdir().expect("should be made");
    let url = format!("{}/v1/docs?format=json", server.url());
    cargo_perennial(folder.path(), &["new", "clients/bookshelf", "--from", &url]).succeeded();
    assert_eq!(server.only().line(), "GET /v1/docs?format=json HTTP/1.1");
    let mut made = files(&folder.path().join("clients/bookshelf"));
    let manifest = made.remove("Cargo.toml").expect("should be there");
    assert!(manifest.contains(&format!("[package.metadata.perennial]\nfrom = \"{url}\"\n")), "{manifest}");
    let mut stored = stored_files();
    stored.remove("Cargo.toml");
    assert_eq!(made, stored);
}

#[test]
fn new_does_not_change_a_folder_that_exists() {
    let folder = tempfile::tempdir().expect("should be made");
    fs::create_dir(folder.path().join("bookshelf")).expect("should be made");
    let done = new_bookshelf(folder.path(), BOOKSHELF);
    assert_nothing_made(folder.path(), done, "bookshelf exists already, and was not changed");
}

#[test]
fn new_writes_nothing_if_no_client_can_be_generated() {
    for (document, reason) in [
        ("{\"openapi\": \"4.0.0\", \"paths\": {}}", "document cannot be used"),
        ("openapi: 3.0.0\npaths: { /a: { get: { parameters: [{ name: id, in: nowhere }] } } }", "from document: "),
        ("openapi: [", "document cannot be used"),
        ("<html>", "is a web page"),
    ] {
        let folder = tempfile::tempdir().expect("should be made");
        assert_nothing_made(folder.path(), new_bookshelf(folder.path(), document), reason);
    }
    let folder = tempfile::tempdir().expect("should be made");
    let missing = cargo_perennial(folder.path(), &["new", "bookshelf", "--from", "missing.json"]);
    assert!(missing.code == Some(1) && missing.stderr.contains("missing.json cannot be read"), "{missing:?}");
    let named = cargo_perennial(folder.path(), &["new", "Book Shelf", "--from", "missing.json"]);
    assert!(named.code == Some(1) && named.stderr.contains("`Book Shelf` is not a valid package name"), "{named:?}");
    assert!(files(folder.path()).is_empty());
}

#[test]
fn example_of_a_new_client_calls_the_first_operation() {
    for (tags, call) in [(json!(["Books"]), "books().get(\"text\")."), (json!([]), "get_book().id(\"text\").")] {
        let parameter = json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } });
        let get =
            json!({ "operationId": "getBook", "tags": tags, "parameters": [parameter], "responses": { "204": {} } });
        let document = json!({ "openapi": "3.0.0", "paths": { "/books/{id}": { "get": get } } });
        let (_folder, client) = bookshelf(&document.to_string());
        let test = &files(&client)["tests/first_call.rs"];
        assert!(test.contains(&format!("client.{call}send().await?;")), "{test}");
    }
}

/// The document has a small tag, and 500 tags whose operations use all types, which together are too many for rustc.
#[test]
fn default_feature_is_the_largest_tag_that_rustc_can_compile() {
    let schema = |next: usize| json!({ "type": "object", "properties": { "next": { "$ref": format!("#/components/schemas/S{next}") } } });
    let schemas: serde_json::Map<String, _> = (0..900).map(|at| (format!("S{at}"), schema((at + 1) % 900))).collect();
    let get = |id: &str, tag: &str, schema| {
        let content = json!({ "application/json": { "schema": schema } });
        json!({ "get": { "operationId": id, "tags": [tag], "responses": { "200": { "content": content } } } })
    };
    let many = (0..500).map(|at| {
        let schema = json!({ "$ref": "#/components/schemas/S0" });
        (format!("/t{at}/many"), get(&format!("getMany{at}"), &format!("t{at}"), schema))
    });
    let few = ("/few".to_owned(), get("listFew", "Few", json!({ "type": "string" })));
    let paths: serde_json::Map<String, _> = many.chain([few]).collect();
    let document = json!({ "openapi": "3.0.0", "components": { "schemas": schemas }, "paths": paths });
    let folder = tempfile::tempdir().expect("should be made");
    let done = new_bookshelf(folder.path(), &document.to_string()).succeeded();
    assert!(
        done.stdout
            .contains("`t0`, the feature of the largest tag that rustc can compile. Add the tags that you need.\n"),
        "{}",
        done.stdout
    );
    let made = files(&folder.path().join("bookshelf"));
    for line in ["\ndefault = [\"t0\", \"rustls\"]\n", "\n    \"few\",\n", "\n    \"t499\",\n"] {
        assert!(made["Cargo.toml"].contains(line), "{line}");
    }
    assert!(made["tests/first_call.rs"].contains(" client.t0().many().send()"), "{}", made["tests/first_call.rs"]);
    assert!(made["public-api.txt"].contains("list_few"));
}

#[test]
fn new_reports_the_error_type_that_most_operations_declare() {
    let object = json!({ "type": "object", "properties": { "code": { "type": "string" } } });
    let with = |errors: &[&[(&str, &str)]]| {
        let operation = |errors: &&[(&str, &str)]| {
            let json = |name: &str| json!({ "content": { "application/json": { "schema": { "$ref": format!("#/components/schemas/{name}") } } } });
            let errors = errors.iter().map(|(status, name)| ((*status).to_owned(), json(name)));
            let responses: serde_json::Map<String, _> = errors.chain([("204".to_owned(), json!({}))]).collect();
            json!({ "get": { "responses": responses } })
        };
        let paths: serde_json::Map<String, _> =
            errors.iter().enumerate().map(|(at, errors)| (format!("/a{at}"), operation(errors))).collect();
        let document = json!({ "openapi": "3.0.0", "paths": paths,
            "components": { "schemas": { "Fault": object, "Other": { "type": "object", "properties": { "a": object } } } } });
        let folder = tempfile::tempdir().expect("should be made");
        let done = new_bookshelf(folder.path(), &document.to_string());
        let made = files(&folder.path().join("bookshelf"));
        let sentences = done.stdout.lines().find(|line| line.contains("errors") && line.contains(" bod"));
        let with_errors = made["names.json"].contains("\"errors\": true");
        assert_eq!(
            with_errors,
            made["public-api.txt"].contains("type Fault") || made["public-api.txt"].contains("type Other")
        );
        (sentences.unwrap_or_default().to_owned(), with_errors)
    };
    let (fault, other) = ([("default", "Fault")].as_slice(), [("400", "Other")].as_slice());
    let setting = "Types for error bodies are generated only if `client.errors` in names.json is `true`.";
    let rest = "The documentation of `send` lists the types of the other error bodies. `ApiError::body_as` decodes a \
                body as one of these types.";
    for (errors, expected) in [
        (
            vec![fault, &[]],
            format!("1 of 2 operations declare error bodies, all of the type `types::Fault`. {setting}"),
        ),
        (
            vec![fault, &[], &[("404", "Fault"), ("409", "Fault"), ("422", "Other")], other],
            format!("Of the 3 operations that declare error bodies, 2 use the type `types::Fault`. {setting} {rest}"),
        ),
        (
            vec![&[("404", "Fault"), ("default", "Other")]],
            format!("Of the 1 operations that declare error bodies, 1 use the type `types::Other`. {setting} {rest}"),
        ),
        (
            vec![&[("4XX", "Fault"), ("default", "Other")]],
            format!("Of the 1 operations that declare error bodies, 1 use the type `types::Fault`. {setting} {rest}"),
        ),
    ] {
        assert_eq!(with(&errors), (expected, true));
    }
    for errors in [[fault, other].as_slice(), &[&[("404", "Fault"), ("429", "Other")]]] {
        let (sentence, with_errors) = with(errors);
        assert_eq!((sentence.contains("no common type"), with_errors), (true, false), "{sentence}");
    }
}

#[test]
fn new_writes_formatted_rust() {
    let parameters: Vec<_> = (0..6)
        .map(|at| json!({ "name": format!("parameter{at}"), "in": "query", "required": true, "schema": { "type": "string" } }))
        .collect();
    let get = json!({ "operationId": "getA", "tags": ["Long"], "parameters": parameters,
        "responses": { "201": { "content": { "text/plain": { "schema": { "type": "string" } } } } } });
    let document = json!({ "openapi": "3.0.0", "paths": { "/a": { "get": get } } });
    let (_folder, client) = bookshelf(&document.to_string());
    for source in ["build.rs", "src/lib.rs", "examples/first_call.rs", "tests/first_call.rs"] {
        let mut rustfmt = std::process::Command::new("rustfmt");
        let checked = rustfmt.args(["--check", "--edition", "2024", source]).current_dir(&client).output();
        let checked = checked.expect("comes with cargo");
        assert!(checked.status.success(), "{source}: {}", String::from_utf8_lossy(&checked.stdout));
    }
}

/// The title and other text of a document occur in the client's files. Such text must not become code or a setting, and
/// must have no effect in Markdown.
#[test]
fn hostile_document_text_has_no_effect_in_the_files_of_a_new_client() {
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
    let (_folder, client) = bookshelf(&document.to_string());
    let made = files(&client);
    let manifest: toml_edit::DocumentMut = made["Cargo.toml"].parse().expect("should be TOML");
    let tables = ["package", "features", "dependencies", "build-dependencies", "dev-dependencies"];
    assert_eq!(Vec::from_iter(manifest.iter().map(|(key, _)| key)), tables);
    let readme = &made["README.md"];
    assert!(readme.contains("`GET /a\\|'b'`"), "{readme}");
    let is_active =
        |event: &Event| matches!(event, Event::Html(_) | Event::InlineHtml(_) | Event::Start(Tag::Link { .. }));
    let of_template =
        ["examples/first_call.rs:call", "operations", "/operations"].map(|mark| format!("<!-- {mark} -->\n"));
    let is_of_template = |event: &Event| match event {
        Event::Html(html) => of_template.iter().any(|mark| **html == **mark),
        Event::Start(Tag::Link { dest_url, .. }) => **dest_url == *"https://docs.rs/perennial/latest/perennial/_guide/",
        _ => false,
    };
    let active = Vec::from_iter(Parser::new(readme).filter(|event| is_active(event) && !is_of_template(event)));
    let is_code = |event: &Event| matches!(event, Event::InlineHtml(tag) if matches!(&**tag, "<code>" | "</code>"));
    assert!(active.iter().all(is_code), "{active:?}");
    for (source, items) in [("examples/first_call.rs", 4), ("tests/first_call.rs", 3)] {
        let file = syn::parse_file(&made[source]).expect("should be Rust");
        assert!(file.items.len() == items && made[source].contains(&format!("{hostile:?}")), "{}", made[source]);
    }
    let answer: String = serde_json::from_str(&made["examples/answer.json"]).expect("should be JSON");
    assert_eq!(answer, hostile);
}
