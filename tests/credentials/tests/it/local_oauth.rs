//! Tests of clients for a local service over plain http, whose OAuth tokens may be requested over https.

use std::io::Write as _;

use credentials::{Client, ClientCredentials, RetryPolicy};

use loopback::{Request, Response, Server, whole};

use loopback::tls::{self, assert_passes_with_certificate, trust_only};

const TOKEN: &str = r#"{"access_token":"the-token"}"#;

fn client(service: &Server, token_url: String) -> Client {
    let oauth = ClientCredentials::new("id", "s3cret").token_url(token_url);
    Client::builder(service.url()).oauth(oauth).retry(RetryPolicy::none()).build().unwrap()
}

#[test]
fn requests_a_token_over_https_for_a_local_service_over_http() {
    assert_passes_with_certificate("local_oauth::helper_process_requests_a_token_over_https");
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_requests_a_token_over_https() {
    let (certificate, token_server) = tls::server("http/1.1", |mut stream, _| {
        let mut request = Request::default();
        request.read(&mut stream)?;
        assert_eq!(request.line(), "POST /token HTTP/1.1");
        stream.write_all(&whole(200, &[], TOKEN))
    });
    trust_only(&certificate);
    let service = Server::json("{}");
    client(&service, tls::url(&token_server) + "/token").get_oauth().send().await.unwrap();
    assert_eq!(service.only().header("authorization"), ["Bearer the-token"]);
}

#[test]
fn requests_a_token_over_local_http_without_any_certificates() {
    assert_passes_with_certificate("local_oauth::helper_process_requests_a_token_without_certificates");
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_requests_a_token_without_certificates() {
    let loaded = Client::builder("https://localhost").oauth(ClientCredentials::new("id", "s3cret")).build();
    let error = loaded.unwrap_err().to_string();
    assert!(error.contains("the HTTP client cannot be built"), "{error}");
    let service = Server::start([Response::new(200, TOKEN), Response::new(200, "{}")]);
    client(&service, format!("{}/token", service.url())).get_oauth().send().await.unwrap();
    assert_eq!(service.received()[1].header("authorization"), ["Bearer the-token"]);
}
