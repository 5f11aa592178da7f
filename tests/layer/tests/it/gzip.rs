use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use loopback::{Response, Server};
use reqwest::Method;
use serde_json::json;

use crate::support::{Operation, api, builder, client, decode, transport};

const LIMIT: usize = 16 * 1024;

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn response(status: u16, body: &[u8]) -> Response {
    Response::with_headers(status, &[("content-type", "application/json"), ("content-encoding", "gzip")], body)
}

/// Returns JSON that is longer than `LIMIT` bytes, but whose compressed form is shorter.
fn bomb() -> Vec<u8> {
    let bomb = gzip(&json!({ "nextId": "a".repeat(100 * LIMIT) }).to_string());
    assert!(bomb.len() < LIMIT);
    bomb
}

#[tokio::test]
async fn gzip_response_is_requested_and_decompressed() {
    let server = Server::start([response(200, &gzip(r#"{"nextId":"n"}"#))]);
    let page = client(server.url()).get_v1_statuspages_incidents().send().await.unwrap();
    assert_eq!(page.next_id.as_deref(), Some("n"));
    assert_eq!(server.only().header("accept-encoding"), ["gzip"]);
}

#[tokio::test]
async fn head_request_does_not_accept_compression() {
    let server = Server::start([Response::raw("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n")]);
    let request = client(server.url()).request(Method::HEAD, "/v1/things");
    let response = request.send::<()>().await.unwrap();
    assert_eq!(response.content_length(), Some(100));
    assert_eq!(server.only().header("accept-encoding"), ["identity"]);
}

#[tokio::test]
async fn max_response_bytes_counts_decompressed_bytes() {
    let server = Server::start([response(200, &bomb())]);
    let client = builder(server.url()).max_response_bytes(LIMIT).build().unwrap();
    let error = decode(Operation::Incidents.fails(&client).await);
    assert!(error.to_string().contains(&LIMIT.to_string()), "{error}");
}

#[tokio::test]
async fn max_error_bytes_counts_decompressed_bytes() {
    let server = Server::start([response(500, &bomb())]);
    let client = builder(server.url()).max_error_bytes(LIMIT).build().unwrap();
    let error = api(Operation::Incidents.fails(&client).await);
    assert_eq!(error.body().len(), LIMIT);
}

#[tokio::test]
async fn truncated_or_invalid_gzip_is_a_transport_error() {
    let compressed = gzip(r#"{"nextId":"n"}"#);
    for body in [&compressed[..compressed.len() / 2], b"{}"] {
        let server = Server::start([response(200, body)]);
        let error = transport(Operation::Incidents.fails(&client(server.url())).await);
        assert!(error.was_sent() && error.to_string().contains("truncated response from"), "{error}");
    }
}
