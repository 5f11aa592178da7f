//! Tests that an id is always one segment of the path, whatever it contains.

use loopback::{Response, Server};

use crate::support::{Operation, client, invalid, update};

#[tokio::test]
async fn path_id_is_sent_percent_encoded_as_one_segment() {
    for (id, segment) in [
        ("inc-1_a.b~c", "inc-1_a.b~c"),
        ("a/b", "a%2Fb"),
        ("a/../b", "a%2F..%2Fb"),
        ("../../private-locations", "..%2F..%2Fprivate-locations"),
        ("a?b=c", "a%3Fb%3Dc"),
        ("a#b", "a%23b"),
        ("a&b;c,d", "a%26b%3Bc%2Cd"),
        ("%2e%2e", "%252e%252e"),
        ("%2F", "%252F"),
        ("a b", "a%20b"),
        (" ", "%20"),
        ("a\\b", "a%5Cb"),
        ("..\\", "..%5C"),
        ("a\nb", "a%0Ab"),
        ("a\r\nx-forged: 1\r\n\r\n", "a%0D%0Ax-forged%3A%201%0D%0A%0D%0A"),
        ("\t", "%09"),
        ("\0", "%00"),
        ("...", "..."),
        (".a", ".a"),
        ("ü/日本", "%C3%BC%2F%E6%97%A5%E6%9C%AC"),
        ("{incidentId}", "%7BincidentId%7D"),
        ("http://other.example.com", "http%3A%2F%2Fother.example.com"),
        ("user@host:1", "user%40host%3A1"),
    ] {
        let server = Server::json("{}");
        update(&client(server.url()), id).await.unwrap();
        let line = format!("POST /v1/status-pages/incidents/{segment}/incident-updates HTTP/1.1");
        assert_eq!(server.only().line(), line, "{id:?}");
    }
}

#[tokio::test]
async fn path_id_of_10_kb_is_sent_completely() {
    let id = "a/é ".repeat(2048);
    let server = Server::json("{}");
    update(&client(server.url()), &id).await.unwrap();
    let segment = "a%2F%C3%A9%20".repeat(2048);
    assert_eq!(server.only().target(), format!("/v1/status-pages/incidents/{segment}/incident-updates"));
}

#[tokio::test]
async fn refuses_a_path_id_that_is_empty_or_a_dot_segment() {
    for prefix in ["", "/prefix"] {
        let server = Server::start([Response::new(200, "{}")]);
        let client = client(format!("{}{prefix}", server.url()));
        for (id, problem) in [("", "is empty"), (".", "is `.` or `..`"), ("..", "is `.` or `..`")] {
            let error = update(&client, id).await.unwrap_err();
            assert_eq!(error.operation_id(), Some(Operation::Update.id()));
            assert_eq!(
                invalid(error).reason(),
                format!("`incident_id` {problem}, which would change the path of the request")
            );
        }
        assert_eq!(server.received(), []);
    }
}

#[tokio::test]
async fn refuses_a_path_id_that_is_too_long_for_a_url() {
    let server = Server::json("{}");
    let error = update(&client(server.url()), &"x".repeat(70_000)).await.unwrap_err();
    assert_eq!(invalid(error).reason(), "the URL cannot be sent: uri too long");
    assert_eq!(server.received(), []);
}
