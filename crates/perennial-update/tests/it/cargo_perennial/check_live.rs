//! Tests `check-live` for a generated client with the credentials that its document declares.

use loopback::Server;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cargo_perennial::program::{Done, bookshelf, command};

/// Creates a client with a GET operation for each path and its security requirements in `paths`.
fn client(paths: &[(&str, Value)]) -> TempDir {
    let path = |(path, security): &(&str, Value)| {
        let get = json!({ "operationId": path.replace('/', ""), "security": security, "responses": { "200": {} } });
        ((*path).to_owned(), json!({ "get": get }))
    };
    let paths: serde_json::Map<String, Value> = paths.iter().map(path).collect();
    let document = json!({ "openapi": "3.0.0", "paths": paths, "components": { "securitySchemes": {
        "Key": { "type": "apiKey", "in": "query", "name": "key" },
        "Login": { "type": "http", "scheme": "basic" },
        "Machine": { "type": "oauth2", "flows": { "clientCredentials": { "tokenUrl": "https://tokens.invalid/token" } } },
    } } });
    let (folder, _) = bookshelf(&document.to_string());
    folder
}

fn check(folder: &TempDir, server: &Server, variables: &[(&str, &str)]) -> Done {
    let arguments = ["check-live", "--base-url", server.url(), "--unpaced"];
    Done::run(command(&folder.path().join("bookshelf"), &arguments).envs(variables.iter().copied()))
}

#[test]
fn check_live_sends_each_call_with_credentials_from_the_environment() {
    let folder = client(&[
        ("/a", json!([{ "Key": [] }])),
        ("/b", json!([{ "Login": [] }])),
        ("/c", json!([])),
        ("/d", json!([{ "Machine": [] }, { "Login": [], "Key": [] }])),
        ("/e", json!([{ "Machine": [], "Key": [] }])),
    ]);
    let server = Server::json("");
    let variables =
        [("BOOKSHELF_API_KEY", "SECRET-1"), ("BOOKSHELF_USERNAME", "SECRET-2"), ("BOOKSHELF_PASSWORD", "SECRET-3")];
    let checked = check(&folder, &server, &variables);
    let received = server.received().into_iter();
    let sent = received.map(|it| [it.target().to_owned(), it.header("authorization").concat()].join(" "));
    let basic = "Basic U0VDUkVULTI6U0VDUkVULTM=";
    let expected =
        ["/a?key=SECRET-1 ".to_owned(), format!("/b {basic}"), "/c ".to_owned(), format!("/d?key=SECRET-1 {basic}")];
    assert_eq!(sent.collect::<Vec<_>>(), expected, "{checked:?}");
    let missing = "`GET /e` (`e`): needs credentials: set `BOOKSHELF_ACCESS_TOKEN`, or `BOOKSHELF_CLIENT_ID` and \
                   `BOOKSHELF_CLIENT_SECRET`\n";
    assert!(checked.stdout.contains(missing), "{checked:?}");
    assert!(!checked.stdout.contains("SECRET-") && !checked.stderr.contains("SECRET-"), "{checked:?}");
}

#[test]
fn check_live_without_credentials_calls_only_public_operations() {
    let folder = client(&[("/a", json!([{ "Key": [] }])), ("/b", json!([{ "Login": [] }])), ("/c", json!([{}]))]);
    let server = Server::json("");
    let checked = check(&folder, &server, &[]);
    assert_eq!(server.only().line(), "GET /c HTTP/1.1");
    for missing in ["set `BOOKSHELF_API_KEY`\n", "set `BOOKSHELF_USERNAME` and `BOOKSHELF_PASSWORD`\n"] {
        assert!(checked.stdout.contains(missing), "{missing}: {checked:?}");
    }
    let refused = check(&folder, &server, &[("BOOKSHELF_API_KEY", " SECRET ")]);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""), "{refused:?}");
    assert!(refused.stderr.starts_with("error: `BOOKSHELF_API_KEY` is malformed: "), "{refused:?}");
    assert!(!refused.stderr.contains("SECRET"), "{refused:?}");
}

#[test]
fn check_live_names_the_set_variables_if_credentials_are_refused() {
    let folder = client(&[("/a", json!([{ "Key": [] }, { "Login": [] }]))]);
    let server = Server::repeating(loopback::Response::new(401, ""));
    let checked = check(&folder, &server, &[("BOOKSHELF_API_KEY", "SECRET")]);
    assert!(
        checked.stdout.contains("the service refused the credentials (401): check `BOOKSHELF_API_KEY`\n"),
        "{checked:?}"
    );
}
