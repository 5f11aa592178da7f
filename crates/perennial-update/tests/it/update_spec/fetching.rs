use loopback::{Server, whole};

use crate::update_spec::{
    server::serve,
    workspace::{Workspace, document},
};

fn route(path: &str) -> (&str, Vec<u8>) {
    (path, whole(200, &[], document(&["a", "b"]).to_string()))
}

#[test]
fn follows_a_redirect_of_the_document_on_the_same_server() {
    let moved = whole(302, &[("location", "/v1/openapi.json")], "");
    let server = Server::routes([("/openapi.json", moved), route("/v1/openapi.json")]);
    let workspace = Workspace::with_document(&document(&["a"]));
    assert_eq!(workspace.update_from(&server, &[]).code, Some(0));
}

#[test]
fn does_not_follow_a_redirect_of_the_document_to_another_server() {
    let elsewhere = serve(&document(&["a", "b"]));
    let moved = whole(302, &[("location", &format!("{}/openapi.json", elsewhere.url()))], "");
    let server = Server::routes([("/openapi.json", moved)]);
    let workspace = Workspace::with_document(&document(&["a"]));
    let before = workspace.read_document();
    let done = workspace.update_from(&server, &[]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(
        done.stderr.contains(&format!("redirects to {}/openapi.json, but redirects are not followed", elsewhere.url())),
        "{}",
        done.stderr
    );
    assert_eq!(workspace.read_document(), before);
}

#[test]
fn redirect_error_omits_user_and_query_of_the_location() {
    for location in ["https://me:s3cret@h.example/a?sig=s3cret#s3cret", "//h.example/a?sig=s3cret"] {
        let server = Server::routes([("/openapi.json", whole(302, &[("location", location)], ""))]);
        let done = Workspace::with_document(&document(&["a"])).update_from(&server, &[]);
        assert!(
            done.code == Some(1) && done.stderr.contains("//h.example/a, but redirects are not followed"),
            "{done:?}"
        );
        assert!(!done.stderr.contains("s3cret"), "{done:?}");
    }
}

#[test]
fn redirect_loop_of_the_document_ends_with_an_error() {
    let server = Server::routes([("/openapi.json", whole(302, &[("location", "/openapi.json")], ""))]);
    let done = Workspace::with_document(&document(&["a"])).update_from(&server, &[]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stderr.contains("redirects to /openapi.json"), "{}", done.stderr);
}

#[test]
fn refuses_an_endless_document_with_or_without_a_length() {
    let announced = b"HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n{".to_vec();
    let mut silent = b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n".to_vec();
    silent.resize(33 * 1024 * 1024, b' ');
    for response in [announced, silent] {
        let done = Workspace::with_document(&document(&["a"]))
            .update_from(&Server::routes([("/openapi.json", response)]), &[]);
        assert_eq!(done.code, Some(1), "{done:?}");
        assert!(done.stderr.contains("is larger than 32 MiB: download it with another program"), "{}", done.stderr);
    }
}
