//! Changes of the crate's own HTTP client.

use std::time::Duration;

use monitoring_service::reqwest::{Certificate, Proxy, redirect, retry};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::server::Server;
use crate::support::{Operation, builder, invalid, transport, unexpected};
use crate::tls;
use crate::wire::{Response, Wire};

#[tokio::test]
async fn a_proxy_that_is_set_gets_the_requests() {
    let wire = Wire::json("{}").await;
    let proxy = Proxy::all(wire.url()).unwrap();
    let builder = builder("http://localhost:1").configure_http(move |http| http.proxy(proxy.clone()));
    Operation::Incidents.call(&builder.build().unwrap()).await.unwrap();
    assert_eq!(wire.only().line(), "GET http://localhost:1/v1/status-pages/incidents HTTP/1.1");
}

#[tokio::test]
async fn changes_are_applied_in_their_order() {
    let wire = Wire::json("{}").await;
    let builder = builder(wire.url())
        .configure_http(|http| http.user_agent("first").referer(false))
        .configure_http(|http| http.user_agent("second"));
    Operation::Incidents.call(&builder.build().unwrap()).await.unwrap();
    assert_eq!(wire.only().header("user-agent"), ["second"]);
}

#[tokio::test]
async fn a_redirect_is_not_followed_whatever_is_set() {
    let redirect = Response::with_headers(302, &[("location", "/v1/elsewhere")], "");
    let wire = Wire::start([redirect, Response::new(200, "{}")]).await;
    let builder = builder(wire.url()).configure_http(|http| http.redirect(redirect::Policy::limited(5)));
    unexpected(Operation::Incidents.fails(&builder.build().unwrap()).await);
    wire.only();
}

#[tokio::test]
async fn reqwest_does_not_retry_whatever_is_set() {
    let wire = Wire::start([Response::new(503, "{}"), Response::new(200, "{}")]).await;
    let always = || retry::for_host("127.0.0.1").classify_fn(|attempt| attempt.retryable());
    let builder = builder(wire.url()).configure_http(move |http| http.retry(always()));
    assert_eq!(Operation::Incidents.fails(&builder.build().unwrap()).await.attempts(), 1);
    wire.only();
}

#[tokio::test]
async fn the_timeout_of_the_client_replaces_one_that_is_set() {
    let wire = Wire::json("{}").await;
    let builder = builder(wire.url()).configure_http(|http| http.timeout(Duration::from_nanos(1)));
    Operation::Incidents.call(&builder.build().unwrap()).await.unwrap();
}

#[tokio::test]
async fn a_root_certificate_that_is_added_is_trusted() {
    let (certificate, acceptor) = tls::acceptor("http/1.1");
    let server = Server::start(move |stream, _| {
        let acceptor = acceptor.clone();
        async move {
            let mut stream = acceptor.accept(stream).await?;
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") {
                stream.read_buf(&mut request).await?;
            }
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}").await?;
            stream.shutdown().await
        }
    })
    .await;
    let url = server.url().replace("http://127.0.0.1", "https://localhost");
    let added = Certificate::from_pem(certificate.as_bytes()).unwrap();
    let trusting = builder(&url).configure_http(move |http| http.tls_certs_merge([added.clone()]));
    Operation::Incidents.call(&trusting.build().unwrap()).await.unwrap();
    let error = transport(Operation::Incidents.fails(&builder(&url).build().unwrap()).await);
    assert!(error.is_connect(), "{error:?}");
}

#[test]
fn a_change_that_cannot_work_is_an_error_with_its_cause() {
    let error = builder("http://localhost").configure_http(|http| http.user_agent("a\nb")).build().unwrap_err();
    let reason = "the HTTP client cannot be built: builder error: failed to parse header value";
    assert_eq!(invalid(error).reason(), reason);
}
