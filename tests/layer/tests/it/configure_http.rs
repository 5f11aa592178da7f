//! Tests of `configure_http`, which changes the crate's own HTTP client.

use std::io::Write as _;
use std::time::Duration;

use layer::reqwest::{Certificate, Proxy, redirect, retry};
use loopback::tls;
use loopback::{Request, Response, Server, whole};

use crate::support::{Operation, builder, invalid, quick, transport, unexpected};

#[tokio::test]
async fn proxy_set_with_configure_http_receives_the_requests() {
    let server = Server::json("{}");
    let proxy = Proxy::all(server.url()).unwrap();
    let builder = builder("http://localhost:1").configure_http(move |http| http.proxy(proxy.clone()));
    Operation::Incidents.call(&builder.build().unwrap()).await.unwrap();
    assert_eq!(server.only().line(), "GET http://localhost:1/v1/status-pages/incidents HTTP/1.1");
}

#[tokio::test]
async fn refused_connect_request_is_not_repeated() {
    for (status, reported) in [(407, Some(407)), (403, None), (502, None)] {
        for operation in Operation::ALL {
            let server = Server::repeating(Response::new(status, ""));
            let proxy = Proxy::all(server.url()).unwrap();
            let builder = builder("https://service.invalid").retry(quick());
            let client = builder.configure_http(move |http| http.proxy(proxy.clone())).build().unwrap();
            let error = operation.fails(&client).await;
            assert_eq!((error.error_type(), error.attempts(), error.is_retryable()), ("proxy_refused", 1, false));
            assert!(error.is_connect() && !error.may_have_been_processed());
            let text = error.to_string();
            assert!(text.contains("the proxy refused to connect to https://service.invalid/"), "{text}");
            assert_eq!(text.contains(": 407 Proxy Authentication Required"), status == 407, "{text}");
            let error = transport(error);
            assert_eq!(error.proxy_status().map(|status| status.as_u16()), reported);
            assert!(!error.was_sent());
            assert_eq!(server.only().line(), "CONNECT service.invalid:443 HTTP/1.1");
        }
    }
}

#[tokio::test]
async fn configure_http_changes_are_applied_in_order() {
    let server = Server::json("{}");
    let builder = builder(server.url())
        .configure_http(|http| http.user_agent("first").referer(false))
        .configure_http(|http| http.user_agent("second"));
    Operation::Incidents.call(&builder.build().unwrap()).await.unwrap();
    assert_eq!(server.only().header("user-agent"), ["second"]);
}

#[tokio::test]
async fn client_never_follows_redirects_even_if_reqwest_is_configured_to() {
    let redirect = Response::with_headers(302, &[("location", "/v1/elsewhere")], "");
    let server = Server::start([redirect, Response::new(200, "{}")]);
    let builder = builder(server.url()).configure_http(|http| http.redirect(redirect::Policy::limited(5)));
    unexpected(Operation::Incidents.fails(&builder.build().unwrap()).await);
    server.only();
}

#[tokio::test]
async fn reqwest_never_retries_even_if_configured_to() {
    let server = Server::start([Response::new(503, "{}"), Response::new(200, "{}")]);
    let always = || retry::for_host("127.0.0.1").classify_fn(|attempt| attempt.retryable());
    let builder = builder(server.url()).configure_http(move |http| http.retry(always()));
    assert_eq!(Operation::Incidents.fails(&builder.build().unwrap()).await.attempts(), 1);
    server.only();
}

#[tokio::test]
async fn timeout_of_the_client_replaces_the_timeout_of_reqwest() {
    let server = Server::json("{}");
    let builder = builder(server.url()).configure_http(|http| http.timeout(Duration::from_nanos(1)));
    Operation::Incidents.call(&builder.build().unwrap()).await.unwrap();
}

#[tokio::test]
async fn client_trusts_a_root_certificate_added_with_configure_http() {
    let (certificate, server) = tls::server("http/1.1", |mut stream, _| {
        Request::default().read(&mut stream)?;
        stream.write_all(&whole(200, &[], "{}"))
    });
    let url = tls::url(&server);
    let added = Certificate::from_pem(certificate.as_bytes()).unwrap();
    let trusting = builder(&url).configure_http(move |http| http.tls_certs_merge([added.clone()]));
    Operation::Incidents.call(&trusting.build().unwrap()).await.unwrap();
    let error = transport(Operation::Incidents.fails(&builder(&url).build().unwrap()).await);
    assert!(error.is_connect(), "{error:?}");
}

#[test]
fn error_for_an_invalid_configure_http_change_contains_its_cause() {
    let error = builder("http://localhost").configure_http(|http| http.user_agent("a\nb")).build().unwrap_err();
    let reason = "the HTTP client cannot be built: builder error: failed to parse header value";
    assert_eq!(invalid(error).reason(), reason);
}
