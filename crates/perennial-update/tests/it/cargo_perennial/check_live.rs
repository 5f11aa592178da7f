//! Tests `check-live` for a generated client with the credentials that its document declares.

use loopback::Server;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cargo_perennial::program::{Done, bookshelf, command, edit};

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

#[test]
fn check_live_calls_other_operations_if_the_secret_of_a_client_is_missing() {
    let folder = client(&[("/a", json!([{ "Machine": [] }])), ("/b", json!([{ "Key": [] }]))]);
    let server = Server::json("");
    let checked = check(&folder, &server, &[("BOOKSHELF_API_KEY", "SECRET-1"), ("BOOKSHELF_CLIENT_ID", "SECRET-2")]);
    assert_eq!(server.only().line(), "GET /b?key=SECRET-1 HTTP/1.1");
    let missing = "`GET /a` (`a`): needs credentials: set `BOOKSHELF_ACCESS_TOKEN`, or `BOOKSHELF_CLIENT_ID` and \
                   `BOOKSHELF_CLIENT_SECRET`\n";
    assert!(checked.stdout.contains(missing) && !checked.stdout.contains("SECRET-"), "{checked:?}");
}

#[test]
fn check_live_sends_refused_credentials_only_once() {
    let (key, login) = (json!([{ "Key": [] }]), json!([{ "Login": [] }]));
    let paths = [("/a", key.clone()), ("/b", login.clone()), ("/c", key), ("/d", json!([])), ("/e", login)];
    let folder = client(&paths);
    let server = Server::serving(|mut stream, _| {
        let mut request = loopback::Request::default();
        request.read(&mut stream)?;
        let status = if request.target().contains("key=") || request.target() == "/d" { 401 } else { 200 };
        std::io::Write::write_all(&mut stream, &loopback::whole(status, &[], ""))
    });
    let variables = [("BOOKSHELF_API_KEY", "SECRET"), ("BOOKSHELF_USERNAME", "a"), ("BOOKSHELF_PASSWORD", "b")];
    let checked = check(&folder, &server, &variables);
    assert_eq!((checked.code, server.connections()), (Some(1), 4), "{checked:?}");
    assert!(checked.stdout.contains("`GET /c` (`c`): the service refused the credentials (401)\n"), "{checked:?}");
    for called in ["`GET /b` (`b`): once: 200", "`GET /e` (`e`): once: 200", "`GET /d` (`d`): once: 401"] {
        assert!(checked.stdout.contains(called), "{called}: {checked:?}");
    }
}

#[test]
fn run_in_which_each_response_is_a_401_fails() {
    let get = json!({ "get": { "responses": { "200": {}, "401": {} } } });
    let document = json!({ "openapi": "3.0.0", "paths": { "/a": get, "/b": get } });
    let (without_credentials, folder) = bookshelf(&document.to_string());
    edit(&folder, "names.json", "\"credentials\": {}", "\"methods\": []");
    for folder in [without_credentials, client(&[("/a", json!([])), ("/b", json!([]))])] {
        let server = Server::repeating(loopback::Response::new(401, ""));
        let checked = check(&folder, &server, &[]);
        assert_eq!((checked.code, server.connections()), (Some(1), 2), "{checked:?}");
        assert!(checked.stdout.contains("Ended early: the service refused the credentials (401)\n"), "{checked:?}");
    }
}
