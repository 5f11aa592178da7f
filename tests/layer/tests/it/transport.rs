//! Tests of calls that receive no complete response.

use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use layer::error::TransportError;
use layer::reqwest::Certificate;
use layer::reqwest::dns::{Name, Resolve, Resolving};
use loopback::tls;
use loopback::{Refusing, Response, Server};

use crate::support::{Operation, assert_one_short_line, builder, client, doubt, quick, sources, transport};

const SOON: Duration = Duration::from_millis(20);

async fn response(operation: Operation, response: Response) -> TransportError {
    let server = Server::start([response]);
    let error = operation.fails(&client(server.url())).await;
    assert_eq!(server.received().len(), 1);
    assert_eq!((error.status(), error.operation_id()), (None, Some(operation.id())));
    assert_one_short_line(&error.to_string());
    // If a request may have been processed, it is retried only if processing it twice changes nothing.
    assert_eq!(error.is_retryable(), operation != Operation::Update);
    let error = transport(error);
    assert!(error.was_sent() && !error.is_connect() && error.source().unwrap().is::<reqwest::Error>());
    error
}

/// Returns the expected message of an error after which the request may have been processed.
fn line(operation: Operation, what: &str, url: &str, cause: &str) -> String {
    format!("{}: {what} {url}{cause}{}", operation.name(), doubt(operation))
}

#[tokio::test]
async fn refused_connection_is_reported_as_not_sent() {
    let port = Refusing::start();
    for operation in Operation::ALL {
        let error = operation.fails(&client(port.url())).await;
        assert!(error.is_connect() && error.is_retryable() && !error.is_timeout());
        let cause = sources(&error).last().unwrap().to_string();
        assert!(cause.to_lowercase().contains("refused"), "{cause}");
        let line = format!("{}: could not connect to {}: {cause}", operation.name(), error.url().unwrap());
        assert_eq!((error.to_string(), error.error_type()), (line, "connect"));
        let error = transport(error);
        assert_eq!((error.was_sent(), error.attempts()), (false, 1));
    }
}

#[tokio::test]
async fn tls_handshake_ends_at_the_connect_timeout() {
    let server = Server::start([Response::silence()]);
    let client = builder(server.url().replace("http://", "https://")).connect_timeout(SOON).build().unwrap();
    let error = Operation::Update.fails(&client).await;
    assert!(error.is_connect() && error.is_timeout() && error.is_retryable());
    assert_eq!(
        error.to_string(),
        format!("{}: timed out connecting to {}", Operation::Update.name(), error.url().unwrap())
    );
    assert!(!transport(error).was_sent());
}

#[tokio::test]
async fn error_for_a_closed_connection_says_may_have_been_processed() {
    for operation in Operation::ALL {
        let error = response(operation, Response::nothing()).await;
        assert_eq!(
            error.to_string(),
            line(operation, "no response from", error.url(), ": connection closed before message completed")
        );
    }
}

#[tokio::test]
async fn truncated_2xx_body_is_a_transport_error() {
    for operation in Operation::ALL {
        // The received part is valid JSON. Only the announced length shows that something is missing.
        let error = response(operation, Response::cut_short(200, "{}")).await;
        let cause = ": end of file before message length reached";
        assert_eq!(error.to_string(), line(operation, "truncated response from", error.url(), cause));
    }
    let chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n";
    let error = response(Operation::Incidents, Response::raw(chunked)).await;
    let cause = ": unexpected EOF during chunk size line";
    assert_eq!(error.to_string(), line(Operation::Incidents, "truncated response from", error.url(), cause));
}

#[tokio::test]
async fn call_without_a_response_ends_at_the_timeout() {
    for operation in Operation::ALL {
        let server = Server::start([Response::silence()]);
        let client = builder(server.url()).timeout(SOON).build().unwrap();
        let error = operation.fails(&client).await;
        assert!(error.is_timeout() && !error.is_connect());
        assert_eq!(error.to_string(), line(operation, "timed out waiting for", error.url().unwrap(), ""));
        assert!(transport(error).was_sent());
    }
}

#[tokio::test]
async fn call_after_its_deadline_is_not_sent() {
    for operation in Operation::ALL {
        let server = Server::json("{}");
        let error = operation.fails(&builder(server.url()).deadline(Duration::from_nanos(1)).build().unwrap()).await;
        assert!(error.is_timeout() && !error.may_have_been_processed());
        assert_eq!(
            error.to_string(),
            format!(
                "{}: the deadline of 0.000000001 s passed before the request was sent to {}",
                operation.name(),
                error.url().unwrap()
            )
        );
        let error = transport(error);
        assert!(!error.was_sent() && !error.is_connect() && error.source().is_none());
        assert_eq!(error.attempts(), 0);
        assert_eq!(server.received(), []);
    }
}

#[tokio::test]
async fn attempt_cut_off_by_the_deadline_is_reported_as_deadline() {
    for operation in Operation::ALL {
        // The deadline passes before the headers are received, or before the body is complete.
        for response in [Response::silence(), Response::stalling(200, "{")] {
            let server = Server::start([response]);
            let error = operation.fails(&builder(server.url()).deadline(SOON).build().unwrap()).await;
            let line = line(operation, "the deadline of 0.02 s passed waiting for", error.url().unwrap(), "");
            assert_eq!((error.to_string(), error.error_type()), (line, "deadline"));
            assert!(error.is_timeout() && !error.is_connect());
            assert_eq!((error.attempts(), error.may_have_been_processed()), (1, operation == Operation::Update));
            assert!(transport(error).was_sent());
        }
    }
}

#[tokio::test]
async fn attempt_cut_off_by_the_timeout_is_reported_as_timeout() {
    let server = Server::start([Response::silence()]);
    let client = builder(server.url()).timeout(SOON).deadline(Duration::from_secs(3600)).build().unwrap();
    assert_eq!(Operation::Incidents.fails(&client).await.error_type(), "timeout");
}

struct Unknown;

impl Resolve for Unknown {
    fn resolve(&self, _: Name) -> Resolving {
        Box::pin(async { Err("no such host".into()) })
    }
}

#[tokio::test]
async fn unresolvable_host_is_retried_and_reported_as_dns() {
    let client = builder("http://api.invalid").allow_plain_http().retry(quick());
    let client = client.configure_http(|http| http.no_proxy().dns_resolver(Arc::new(Unknown))).build().unwrap();
    for operation in Operation::ALL {
        let error = operation.fails(&client).await;
        assert!(error.is_connect() && error.is_retryable() && !error.may_have_been_processed());
        let url = error.url().unwrap();
        let line =
            format!("{}: could not resolve the host of {url}: no such host (after 3 attempts)", operation.name());
        assert_eq!((error.to_string(), error.error_type()), (line, "dns"));
    }
}

/// A resolver that never answers, so that no connection is established.
struct Silent;

impl Resolve for Silent {
    fn resolve(&self, _: Name) -> Resolving {
        Box::pin(std::future::pending())
    }
}

#[tokio::test(start_paused = true)]
async fn connection_that_is_never_established_is_a_connect_timeout() {
    let builder = |timeout| {
        let client = builder("http://api.invalid").allow_plain_http().retry(quick()).timeout(timeout);
        let client = client.connect_timeout(Duration::from_secs(5));
        client.configure_http(|http| http.no_proxy().dns_resolver(Arc::new(Silent))).build().unwrap()
    };
    for timeout in [Duration::from_millis(600), Duration::from_secs(6), Duration::from_secs(30)] {
        for operation in Operation::ALL {
            let error = operation.fails(&builder(timeout)).await;
            assert!(error.is_retryable() && !error.may_have_been_processed(), "{error}");
            assert_eq!((error.error_type(), error.attempts()), ("connect_timeout", 3));
        }
    }
    // A derived client keeps the connect timeout of its original.
    let derived = builder(Duration::from_secs(30)).with_timeout(Duration::from_secs(4));
    let error = Operation::Update.fails(&derived).await;
    assert_eq!((error.error_type(), error.attempts(), error.may_have_been_processed()), ("timeout", 1, true));
}

#[tokio::test]
async fn untrusted_certificate_is_a_tls_error_without_a_retry() {
    for (name, end, is_trusted, cause) in [
        ("localhost", 4000, false, "UnknownIssuer"),
        ("localhost", 2001, true, "certificate expired"),
        ("elsewhere", 4000, true, "certificate not valid for name \"localhost\""),
    ] {
        let (pem, server) = tls::server_of(name, end, "http/1.1", |_, _| Ok(()));
        let trusted: Vec<_> =
            [Certificate::from_pem(pem.as_bytes()).unwrap()].into_iter().filter(|_| is_trusted).collect();
        let client = builder(tls::url(&server)).retry(quick());
        let client = client.configure_http(move |http| http.tls_certs_only(trusted.clone())).build().unwrap();
        for operation in Operation::ALL {
            let seen = server.connections();
            let error = operation.fails(&client).await;
            assert_eq!(server.connections() - seen, 1);
            assert!(error.is_connect() && !error.is_retryable() && !error.may_have_been_processed());
            let text = error.to_string();
            let start = format!("{}: could not establish TLS with {}: ", operation.name(), error.url().unwrap());
            assert!(text.starts_with(&start) && text.contains(cause), "{text}");
            assert_eq!((error.error_type(), error.attempts()), ("tls", 1));
            assert!(!transport(error).was_sent());
        }
    }
}

#[tokio::test]
async fn plain_http_to_an_https_port_is_reported_as_no_response() {
    let (_, server) = tls::server("http/1.1", |_, _| Ok(()));
    let error = Operation::Incidents.fails(&client(server.url())).await;
    let cause = sources(&error).last().unwrap().to_string();
    assert!(error.to_string().ends_with(&cause), "{error}");
    assert_eq!(error.error_type(), "no_response");
}
