//! How the document is got.

use crate::{
    server::{Server, answer},
    workspace::{Workspace, document},
};

fn served(path: &str) -> (String, Vec<u8>) {
    (path.to_owned(), answer("200 OK", "", &document(&["a", "b"]).to_string()))
}

#[test]
fn the_address_may_have_a_prefix_with_or_without_a_slash_at_its_end() {
    let (path, answer) = served("/behind/a/proxy/openapi.json");
    let server = Server::of_answers([(&path, answer)]);
    for prefix in ["/behind/a/proxy", "/behind/a/proxy/", "/behind/a/proxy/openapi.json"] {
        let workspace = Workspace::of(&document(&["a"]));
        let done = workspace.run(&["--no-verify", "--base-url", &format!("{}{prefix}", server.url)]);
        assert_eq!(done.code, Some(0), "{prefix}: {done:?}");
    }
}

#[test]
fn the_address_may_stand_in_the_environment() {
    let server = Server::of(&document(&["a", "b"]));
    let workspace = Workspace::of(&document(&["a"]));
    let mut task = workspace.task(&["--no-verify"]);
    let output = task.env("MONITORING_SERVICE_URL", &server.url).output().expect("should run");
    assert!(output.status.success());
    assert!(workspace.text().contains("getb"));
}

#[test]
fn a_redirect_on_the_same_server_is_followed() {
    let (path, document_answer) = served("/v1/openapi.json");
    let moved = answer("302 Found", "location: /v1/openapi.json\r\n", "");
    let server = Server::of_answers([("/openapi.json", moved), (&path, document_answer)]);
    let workspace = Workspace::of(&document(&["a"]));
    assert_eq!(workspace.update(&server, &[]).code, Some(0));
}

#[test]
fn a_redirect_to_another_server_is_not_followed() {
    let elsewhere = Server::of(&document(&["a", "b"]));
    let moved = answer("302 Found", &format!("location: {}/openapi.json\r\n", elsewhere.url), "");
    let server = Server::of_answers([("/openapi.json", moved)]);
    let workspace = Workspace::of(&document(&["a"]));
    let before = workspace.text();
    let done = workspace.update(&server, &[]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(
        done.stderr.contains(&format!("redirects to {}/openapi.json, which is not followed", elsewhere.url)),
        "{}",
        done.stderr
    );
    assert_eq!(workspace.text(), before);
}

#[test]
fn a_redirect_in_a_circle_ends() {
    let server = Server::of_answers([("/openapi.json", answer("302 Found", "location: /openapi.json\r\n", ""))]);
    let done = Workspace::of(&document(&["a"])).update(&server, &[]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.contains("redirects to /openapi.json"), "{}", done.stderr);
}

#[test]
fn an_answer_without_end_is_given_up_whether_it_says_its_length_or_not() {
    let announced = b"HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n{".to_vec();
    let mut silent = b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n".to_vec();
    silent.resize(33 * 1024 * 1024, b' ');
    for answer in [announced, silent] {
        let done = Workspace::of(&document(&["a"])).update(&Server::of_answers([("/openapi.json", answer)]), &[]);
        assert_eq!(done.code, Some(1), "{done:?}");
        assert!(done.stderr.contains("is larger than 32 MiB"), "{}", done.stderr);
    }
}

#[test]
fn in_a_pipe_there_is_no_progress_to_see() {
    let done = Workspace::of(&document(&["a"])).update(&Server::of(&document(&["a", "b"])), &[]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
}
