//! Tests that errors created by a program equal the errors of real calls.

use std::fmt::Debug;
use std::time::Duration;

use layer::error::{
    Call, DecodeError, InvalidRequest, RateLimited, TransportError, TransportFailure, UnexpectedStatus,
};
use layer::reqwest::StatusCode;
use layer::reqwest::header::{HeaderMap, HeaderName};
use layer::{ApiError, Error, operation, types};
use loopback::{Refusing, Response, Server};

use crate::support::{Operation, builder, client, quick, sources};

const DEADLINE: Duration = Duration::from_nanos(1);

/// Returns the description of the call that failed with `real`, from which a program creates a similar error.
fn call_of(operation: Operation, real: &Error) -> Call {
    Call::of(layer::operation(operation.id()).unwrap()).at(real.url().unwrap()).attempts(real.attempts())
}

fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
    pairs.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
}

/// Checks that both errors have the same properties and texts. Their causes are ignored.
#[track_caller]
fn assert_same(made: &Error, real: &Error) {
    fn properties(error: &Error) -> impl Debug + PartialEq {
        // An error that a program creates has no cause.
        let cause = sources(error).last().map(|cause| format!(": {cause}")).unwrap_or_default();
        let text = error.to_string().replace(&cause, "");
        (
            (text, error.status(), error.operation_id(), error.url().map(str::to_owned)),
            (error.is_retryable(), error.may_have_been_processed(), error.is_timeout(), error.is_connect()),
            (error.retry_after(), error.attempts(), error.error_type().to_owned()),
            error.request_id().map(str::to_owned),
        )
    }
    assert_eq!(properties(made), properties(real));
}

#[tokio::test]
async fn created_api_error_equals_a_received_api_error() {
    for (status, body, sent) in [
        (401, r#"{"attributes":{},"error":"Unauthorized","message":"No."}"#, &[][..]),
        (403, r#"{"attributes":{},"error":"Forbidden","message":"No."}"#, &[]),
        (404, r#"{"attributes":{},"error":"Not Found","message":"No."}"#, &[("x-request-id", "r-1")]),
        (429, r#"{"attributes":{},"error":"Too Many Requests","message":"No."}"#, &[("retry-after", "99")]),
    ] {
        for operation in Operation::ALL {
            let server = Server::start([Response::with_headers(status, sent, body)]);
            let real = operation.fails(&client(server.url())).await;
            let made = ApiError::new(call_of(operation, &real), StatusCode::from_u16(status).unwrap());
            let made = Error::from(made.with_headers(headers(sent)));
            assert_same(&made, &real);
            let (Error::Api(made), Error::Api(real)) = (made, real) else { panic!("{status}") };
            assert_eq!((made.kind(), made.error(), made.message()), (real.kind(), real.error(), real.message()));
            assert_eq!(made.attributes(), real.attributes());
            assert_eq!(format!("{made:#?}"), format!("{real:#?}"));
        }
    }
}

#[tokio::test]
async fn created_api_error_has_the_given_attempts_and_body() {
    let gateway = || Response::new(502, "<html>");
    let server = Server::start([gateway(), gateway(), gateway()]);
    let real = Operation::Incidents.fails(&builder(server.url()).retry(quick()).build().unwrap()).await;
    let made = ApiError::new(call_of(Operation::Incidents, &real), StatusCode::BAD_GATEWAY).with_body("<html>");
    assert_eq!((made.attempts(), made.body(), made.message()), (3, "<html>", None));
    assert_same(&made.into(), &real);
}

#[tokio::test]
async fn created_transport_error_equals_a_real_transport_error() {
    let short = Duration::from_millis(20);
    for operation in Operation::ALL {
        let refusing = Refusing::start();
        let server = Server::start([Response::nothing()]);
        let hanging = Server::start([Response::silence()]);
        let cut = Server::start([Response::cut_short(200, r#"{"length":"#)]);
        let late = builder(server.url()).deadline(DEADLINE).build().unwrap();
        let impatient = builder(hanging.url()).timeout(short).build().unwrap();
        for (failure, client) in [
            (TransportFailure::Connect, client(refusing.url())),
            (TransportFailure::NoResponse, client(server.url())),
            (TransportFailure::Truncated, client(cut.url())),
            (TransportFailure::Timeout, impatient),
            (TransportFailure::Deadline, late),
        ] {
            let real = operation.fails(&client).await;
            let call = call_of(operation, &real).deadline(DEADLINE);
            let made = TransportError::new(call, failure);
            let Error::Transport(error) = &real else { panic!("{real:?}") };
            assert_eq!(error.failure(), failure);
            assert_eq!((made.was_sent(), made.was_unprocessed()), (error.was_sent(), error.was_unprocessed()));
            assert_same(&made.into(), &real);
        }
    }
}

#[tokio::test]
async fn created_decode_error_equals_a_real_decode_error() {
    let body = r#"{"length":"many"}"#;
    let server = Server::start([Response::new(200, body)]);
    let real = Operation::Incidents.fails(&client(server.url())).await;
    let Error::Decode(error) = &real else { panic!("{real:?}") };
    let source = serde_json::from_str::<types::IncidentList>(body).unwrap_err();
    let made = DecodeError::new(call_of(Operation::Incidents, &real), body, source).with_path("length");
    assert_eq!((made.path(), made.excerpt()), (error.path(), error.excerpt()));
    assert_same(&made.into(), &real);
}

#[tokio::test]
async fn created_unexpected_status_error_equals_a_received_error() {
    let location = &[("location", "/elsewhere")];
    let server = Server::start([Response::with_headers(302, location, "moved")]);
    let real = Operation::Incidents.fails(&client(server.url())).await;
    let made = UnexpectedStatus::new(call_of(Operation::Incidents, &real), StatusCode::FOUND);
    let made = made.with_headers(headers(location)).with_body("moved");
    assert_eq!((made.headers()["location"].as_bytes(), made.body()), (&b"/elsewhere"[..], "moved"));
    assert_same(&made.into(), &real);
}

#[test]
fn created_invalid_request_error_names_its_operation() {
    let metrics = operation(Operation::Metrics.id()).unwrap();
    let invalid = Error::from(InvalidRequest::of(metrics, "`id` is required and was not set"));
    assert_eq!(invalid.to_string(), format!("{}: `id` is required and was not set", Operation::Metrics.name()));
    let limited = Error::from(RateLimited::new(metrics, Duration::from_secs(60)));
    assert_eq!((limited.retry_after(), limited.is_retryable()), (Some(Duration::from_secs(60)), true));
    for error in [invalid, limited, InvalidRequest::new("no key").into()] {
        assert_eq!((error.status(), error.attempts(), error.may_have_been_processed()), (None, 0, false));
    }
}

#[test]
fn created_deadline_error_counts_as_sent_only_if_it_has_attempts() {
    let update = operation(Operation::Update.id()).unwrap();
    let text =
        |call: Call| Error::from(TransportError::new(call.at("https://h/a"), TransportFailure::Deadline)).to_string();
    let call = || Call::of(update).deadline(Duration::from_secs(5));
    for (text, what) in [
        (text(call()), "the deadline of 5 s passed waiting for https://h/a; the request may have been processed"),
        (text(call().attempts(0)), "the deadline of 5 s passed before the request was sent to https://h/a"),
        (text(Call::of(update).attempts(0)), "the deadline passed before the request was sent to https://h/a"),
    ] {
        assert_eq!(text, format!("{}: {what}", Operation::Update.name()));
    }
}

#[test]
fn created_truncated_response_error_shows_its_request_id() {
    let list = operation(Operation::Incidents.id()).unwrap();
    let error = Error::from(TransportError::new(list, TransportFailure::Truncated).with_request_id("r\n1"));
    assert_eq!(error.request_id(), Some("r\n1"));
    assert!(error.to_string().ends_with(r" (x-request-id: r\n1)"), "{error}");
}
