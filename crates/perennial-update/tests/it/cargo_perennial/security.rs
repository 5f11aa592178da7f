//! Tests which security schemes are refused, what is reported about them, and which version number an update requires.

use std::path::Path;

use loopback::Server;
use serde_json::{Value, json};

use crate::cargo_perennial::program::{Done, cargo_perennial, commit, files, new_bookshelf};

/// Returns a document with the security schemes `schemes`, and with an operation that requires `security`.
fn document(schemes: &Value, security: &Value) -> String {
    let get = json!({ "operationId": "getA", "security": security, "responses": { "204": { "description": "" } } });
    json!({ "openapi": "3.0.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://api.example" }],
        "components": { "securitySchemes": schemes }, "paths": { "/a": { "get": get } } })
    .to_string()
}

fn key(header: &str) -> Value {
    json!({ "type": "apiKey", "in": "header", "name": header })
}

#[test]
fn refuses_an_operation_whose_security_scheme_cannot_be_sent() {
    for header in ["X\r\nY", "", "Host", "Transfer-Encoding"] {
        let folder = tempfile::tempdir().expect("should be made");
        let done = new_bookshelf(folder.path(), &document(&json!({ "Bad": key(header) }), &json!([{ "Bad": [] }])));
        assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{header:?} {done:?}");
        assert!(
            done.stderr.contains("getA (GET /a): requires the security scheme `Bad`, which cannot be sent"),
            "{done:?}"
        );
        assert_eq!(Vec::from_iter(files(folder.path()).into_keys()), ["document"]);
        let tried = cargo_perennial(folder.path(), &["try", "document"]);
        assert!(tried.code == Some(1) && tried.stdout.contains("requires the security scheme `Bad`"), "{tried:?}");
    }
}

#[test]
fn reports_an_unsendable_security_alternative_as_dropped() {
    let folder = tempfile::tempdir().expect("should be made");
    let schemes = json!({ "Bad\n::error::x": key("Host"), "Good": key("X-Key") });
    let done = new_bookshelf(folder.path(), &document(&schemes, &json!([{ "Bad\n::error::x": [] }, { "Good": [] }])))
        .succeeded();
    let line = "\nThe client cannot send credentials for the security scheme Bad\\n::error::x: its `name` is a \
                header that the client sets itself.\n";
    assert!(done.stdout.contains(line), "{}", done.stdout);
    let tried = cargo_perennial(folder.path(), &["try", "document"]);
    assert!(tried.code == Some(0) && tried.stdout.contains("[dropped-scheme]"), "{tried:?}");
    let explained = cargo_perennial(folder.path(), &["explain", "dropped-scheme"]);
    assert!(
        explained.code == Some(0)
            && explained
                .stdout
                .starts_with("dropped-scheme: the client ignores a security scheme whose credentials it cannot send"),
        "{explained:?}"
    );
    let api = &files(&folder.path().join("bookshelf"))["public-api.txt"];
    assert!(api.contains("operation get_a is authenticated by api_key\n") && !api.contains("Host"), "{api}");
}

/// Creates a client from `old`, and tags it as released.
fn release_client(folder: &Path, old: &str) {
    assert_eq!(new_bookshelf(folder, old).code, Some(0));
    let client = folder.join("bookshelf");
    commit(&client);
    let tagged = std::process::Command::new("git").args(["tag", "v0.1.0"]).current_dir(client).status();
    assert!(tagged.expect("should run").success());
}

fn update(folder: &Path, new: &str, report: &str) -> Done {
    std::fs::write(folder.join("document"), new).expect("should be written");
    let arguments = ["update", "--from", "../document", "--no-verify", "--report", report];
    cargo_perennial(&folder.join("bookshelf"), &arguments).succeeded()
}

#[test]
fn sending_credentials_elsewhere_requires_a_breaking_version() {
    let oauth =
        |url: &str| json!({ "type": "oauth2", "flows": { "clientCredentials": { "tokenUrl": url, "scopes": {} } } });
    let api_key = |place: &str| json!({ "type": "apiKey", "in": place, "name": "key" });
    for (old, new, rule) in [
        (oauth("https://a.example/x"), oauth("https://b.example/x"), "endpoint-moved"),
        (api_key("header"), api_key("query"), "credentials-in-query"),
    ] {
        let [old, new] = [old, new].map(|scheme| document(&json!({ "S": scheme }), &json!([{ "S": [] }])));
        let folder = tempfile::tempdir().expect("should be made");
        release_client(folder.path(), &old);
        let text = update(folder.path(), &new, "text").stdout;
        assert!(text.contains("Breaking changes (1)") && text.contains(&format!("[{rule}]")), "{text}");
        assert!(text.contains("0.2.0") && !text.contains("0.1.1"), "{text}");
        let changelog = files(&folder.path().join("bookshelf"))["CHANGELOG.md"].clone();
        let line = if rule == "endpoint-moved" { "example/x" } else { "query parameter key" };
        assert!(changelog.contains(line), "{changelog}");
        let explained = cargo_perennial(folder.path(), &["explain", rule]);
        assert!(explained.code == Some(0) && explained.stdout.contains("\nBreaking: "), "{explained:?}");

        let folder = tempfile::tempdir().expect("should be made");
        release_client(folder.path(), &old);
        let report: Value = serde_json::from_str(&update(folder.path(), &new, "json").stdout).expect("should be JSON");
        assert_eq!(
            (&report["verdict"], &report["credentials"][0]["rule"]),
            (&json!("breaking"), &json!(rule)),
            "{report}"
        );
    }
}

#[test]
fn refuses_a_url_with_a_secret_without_showing_the_secret() {
    let folder = tempfile::tempdir().expect("should be made");
    let text = document(&json!({}), &json!([]));
    let server = Server::json(&text);
    let url = format!("{}/docs?api_key=s3cret", server.url());
    let done = cargo_perennial(folder.path(), &["new", "bookshelf", "--from", &url]);
    assert!(
        done.code == Some(1) && done.stderr.contains("download the document, and specify the file instead"),
        "{done:?}"
    );
    assert!(!format!("{done:?}").contains("s3cret") && files(folder.path()).is_empty(), "{done:?}");

    assert_eq!(new_bookshelf(folder.path(), &text).code, Some(0));
    let client = folder.path().join("bookshelf");
    let before = files(&client);
    let done = cargo_perennial(&client, &["update", "--from", &url, "--no-verify"]);
    assert!(done.code == Some(1) && done.stderr.contains("because its name contains `key`"), "{done:?}");
    assert!(!format!("{done:?}").contains("s3cret") && files(&client) == before, "{done:?}");
    let unset = "# from = \"https://api.example.com/openapi.json\"";
    crate::cargo_perennial::program::edit(&client, "Cargo.toml", unset, &format!("from = \"{url}\""));
    for task in ["update", "public-api", "samples"] {
        let done = cargo_perennial(&client, &[task]);
        assert!(done.code == Some(1) && done.stderr.contains("`from` in [package.metadata.perennial]"), "{done:?}");
        assert!(!format!("{done:?}").contains("s3cret"), "{done:?}");
    }
    assert_eq!(server.connections(), 0);
}

#[test]
fn reports_that_cargo_toml_publishes_the_query_of_a_document_url() {
    let folder = tempfile::tempdir().expect("should be made");
    let server = Server::json(&document(&json!({}), &json!([])));
    let url = format!("{}/docs?version=3", server.url());
    let done = cargo_perennial(folder.path(), &["new", "bookshelf", "--from", &url]).succeeded();
    let line = "\nCargo.toml contains the query of the URL, `?version=3`. The query is published with the package.\n";
    assert!(done.stdout.contains(line), "{}", done.stdout);
    assert!(files(&folder.path().join("bookshelf"))["Cargo.toml"].contains("/docs?version=3\""));
}
