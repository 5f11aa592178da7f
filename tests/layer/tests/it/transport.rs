//! Calls without a complete response.

use std::error::Error as _;
use std::time::Duration;

use monitoring_service::error::TransportError;

use crate::support::{Operation, assert_one_short_line, builder, client, transport};
use crate::wire::{Refusing, Response, Wire};

const SOON: Duration = Duration::from_millis(20);

async fn response(operation: Operation, response: Response) -> TransportError {
    let wire = Wire::start([response]).await;
    let error = operation.fails(&client(wire.url())).await;
    assert_eq!(wire.received().len(), 1);
    assert_eq!((error.status(), error.operation_id()), (None, Some(operation.id())));
    assert_one_short_line(&error.to_string());
    // What may have been processed is repeated only if that changes nothing.
    assert_eq!(error.is_retryable(), operation != Operation::Update);
    let error = transport(error);
    assert!(error.was_sent() && !error.is_connect() && error.source().unwrap().is::<reqwest::Error>());
    error
}

/// The line of an error after which a request may have been processed: said only where that changes something.
fn line(operation: Operation, what: &str, url: &str) -> String {
    let doubt = if operation == Operation::Update { "; it may have been processed" } else { "" };
    format!("{}: {what}{doubt}: {url}", operation.id())
}

#[tokio::test]
async fn a_refused_connection_was_not_sent() {
    let port = Refusing::start();
    for operation in Operation::ALL {
        let error = operation.fails(&client(port.url())).await;
        assert!(error.is_connect() && error.is_retryable() && !error.is_timeout());
        assert_eq!(error.to_string(), format!("{}: could not connect: {}", operation.id(), error.url().unwrap()));
        let error = transport(error);
        assert_eq!((error.was_sent(), error.attempts()), (false, 1));
    }
}

#[tokio::test]
async fn a_server_without_tls_is_a_connect_error() {
    let wire = Wire::start([Response::raw("HTTP/1.1 400 Bad Request\r\n\r\n")]).await;
    let client = builder(wire.url().replace("http://", "https://")).build().unwrap();
    let error = Operation::Update.fails(&client).await;
    assert!(error.is_connect() && error.is_retryable() && !error.is_timeout());
    assert!(!transport(error).was_sent());
    assert!(wire.only().is_tls_greeting());
}

#[tokio::test]
async fn an_endless_handshake_hits_the_connect_timeout() {
    let wire = Wire::start([Response::Silence]).await;
    let client = builder(wire.url().replace("http://", "https://")).connect_timeout(SOON).build().unwrap();
    let error = Operation::Update.fails(&client).await;
    assert!(error.is_connect() && error.is_timeout() && error.is_retryable());
    assert_eq!(
        error.to_string(),
        format!("{}: connecting timed out: {}", Operation::Update.id(), error.url().unwrap())
    );
    assert!(!transport(error).was_sent());
}

#[tokio::test]
async fn a_connection_closed_early_may_have_been_processed() {
    for operation in Operation::ALL {
        let error = response(operation, Response::nothing()).await;
        assert_eq!(error.to_string(), line(operation, "no response", error.url()));
    }
}

#[tokio::test]
async fn a_response_that_is_not_http_is_a_transport_error() {
    for bytes in ["SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nbroken header\r\n\r\n"] {
        let error = response(Operation::Incidents, Response::raw(bytes)).await;
        assert!(!error.is_timeout(), "{bytes}");
    }
}

#[tokio::test]
async fn a_truncated_2xx_body_is_a_transport_error() {
    for operation in Operation::ALL {
        // The received part is valid JSON: only the length tells that there was more.
        let error = response(operation, Response::cut_short(200, "{}")).await;
        assert_eq!(error.to_string(), line(operation, "the response was truncated", error.url()));
    }
    let chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n";
    let error = response(Operation::Incidents, Response::raw(chunked)).await;
    assert_eq!(error.to_string(), line(Operation::Incidents, "the response was truncated", error.url()));
}

#[tokio::test]
async fn a_server_that_does_not_respond_hits_the_timeout() {
    for operation in Operation::ALL {
        let wire = Wire::start([Response::Silence]).await;
        let client = builder(wire.url()).timeout(SOON).build().unwrap();
        let error = operation.fails(&client).await;
        assert!(error.is_timeout() && !error.is_connect());
        assert_eq!(error.to_string(), line(operation, "timed out", error.url().unwrap()));
        assert!(transport(error).was_sent());
    }
}

#[tokio::test]
async fn nothing_is_sent_after_the_deadline() {
    for operation in Operation::ALL {
        let wire = Wire::json("{}").await;
        let error = operation.fails(&builder(wire.url()).deadline(Duration::from_nanos(1)).build().unwrap()).await;
        assert!(error.is_timeout() && !error.may_have_been_processed());
        assert_eq!(
            error.to_string(),
            format!("{}: the deadline passed before it was sent: {}", operation.id(), error.url().unwrap())
        );
        let error = transport(error);
        assert!(!error.was_sent() && !error.is_connect() && error.source().is_none());
        assert_eq!(error.attempts(), 0);
        assert_eq!(wire.received(), []);
    }
}

#[tokio::test]
async fn the_deadline_bounds_an_attempt_too() {
    let wire = Wire::start([Response::Silence]).await;
    let client = builder(wire.url()).deadline(SOON).build().unwrap();
    assert!(Operation::Incidents.fails(&client).await.is_timeout());
}
