//! Tests of clients for a local service over plain http, whose OAuth tokens may be requested over https.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use credentials::authenticate::{Token, TokenFuture, TokenProvider, TokenRequest};
use credentials::{Client, ClientBuilder, ClientCredentials, RetryPolicy};
use loopback::tls::{self, assert_passes_with_certificate, trust_only};
use loopback::{Request, Response, Server, whole};

const TOKEN: &str = r#"{"access_token":"the-token"}"#;

fn builder(service: &Server) -> ClientBuilder {
    Client::builder(service.url()).retry(RetryPolicy::none())
}

fn oauth(token_url: impl Into<String>) -> ClientCredentials {
    ClientCredentials::new("id", "s3cret").token_url(token_url)
}

/// Starts a token endpoint at `https://localhost:<port>/token`, whose certificate this process trusts from now on.
fn start_trusted_token_endpoint() -> (Server, String) {
    let (certificate, server) = tls::server("http/1.1", |mut stream, _| {
        let mut request = Request::default();
        request.read(&mut stream)?;
        assert_eq!(request.line(), "POST /token HTTP/1.1");
        stream.write_all(&whole(200, &[], TOKEN))
    });
    trust_only(&certificate);
    let url = tls::url(&server) + "/token";
    (server, url)
}

/// A provider that requests a token at this URL with the HTTP client of the request.
#[derive(Debug)]
struct Custom(String);

impl TokenProvider for Custom {
    fn token<'a>(&'a self, request: TokenRequest<'a>) -> TokenFuture<'a> {
        Box::pin(async move {
            request.http().post(&self.0).send().await?.error_for_status()?;
            Ok(Token::new("the-token")?)
        })
    }
}

#[test]
fn requests_a_token_over_https_for_a_local_service_over_http() {
    assert_passes_with_certificate("local_oauth::helper_process_requests_a_token_over_https");
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_requests_a_token_over_https() {
    let (_token_endpoint, token_url) = start_trusted_token_endpoint();
    let service = Server::start([Response::new(200, "{}"), Response::new(200, "{}"), Response::new(200, "{}")]);
    builder(&service).oauth(oauth(&token_url)).build().unwrap().get_oauth().send().await.unwrap();
    // A derived client shares the HTTP clients, but sets its credentials later.
    builder(&service).build().unwrap().with_oauth(oauth(&token_url)).get_oauth().send().await.unwrap();
    builder(&service).oauth(Custom(token_url)).build().unwrap().get_oauth().send().await.unwrap();
    for request in service.received() {
        assert_eq!(request.header("authorization"), ["Bearer the-token"]);
    }
    assert_eq!(service.received().len(), 3);
}

#[test]
fn local_client_needs_certificates_only_for_a_token_request_over_https() {
    assert_passes_with_certificate("local_oauth::helper_process_has_no_certificates");
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_has_no_certificates() {
    let no_certificates = "No CA certificates were loaded";
    let error = Client::builder("https://localhost").build().unwrap_err().to_string();
    assert!(error.contains(no_certificates), "{error}");

    let created = Arc::new(AtomicU32::new(0));
    let counting = |builder: ClientBuilder| {
        let created = Arc::clone(&created);
        builder.configure_http(move |http| {
            created.fetch_add(1, Ordering::SeqCst);
            http
        })
    };
    let service = Server::start([Response::new(200, TOKEN), Response::new(200, "{}"), Response::new(200, "{}")]);
    let client = counting(builder(&service)).oauth(oauth(format!("{}/token", service.url()))).build().unwrap();
    client.get_oauth().send().await.unwrap();
    assert_eq!(service.received()[1].header("authorization"), ["Bearer the-token"]);
    assert_eq!(created.load(Ordering::SeqCst), 1);

    let error = client.with_oauth(oauth("https://localhost/token")).get_oauth().send().await.unwrap_err().to_string();
    assert!(error.contains("no token: the HTTP client cannot be built") && error.contains(no_certificates), "{error}");
    assert_eq!((created.load(Ordering::SeqCst), service.received().len()), (2, 2));

    let (_token_endpoint, token_url) = start_trusted_token_endpoint();
    client.with_oauth(oauth(token_url)).get_oauth().send().await.unwrap();
    assert_eq!((created.load(Ordering::SeqCst), service.received().len()), (3, 3));
}
