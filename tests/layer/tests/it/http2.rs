//! Tests of faults that exist only in HTTP/2. The client uses HTTP/2 over TLS, as it does by default.

use std::io::{self, Read as _, Write as _};
use std::net::Shutdown;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use layer::http::Method;
use layer::{Error, RetryPolicy};
use loopback::Server;
use loopback::http2::{self, DATA, Frame, GO_AWAY, HEADERS, LAST, RESET, frame, head};
use loopback::tls::{self, assert_passes_with_certificate, trust_only};

use crate::support::{KEY, Operation, builder, quick, transport};

#[derive(Debug, Clone, Copy)]
enum Fault {
    Refuse,
    /// The server sends `GOAWAY` without having processed the request.
    GoAwayBefore,
    /// The server sends `GOAWAY` while it processes the request.
    GoAwayWithin,
    /// The server refuses the stream after it has begun to respond.
    RefuseWithin,
    /// The server responds to the first request. It does not respond to any later request on the same connection.
    FallSilent,
    /// The server responds to `HEAD` with the `content-length` that a `GET` would have. This is not a fault.
    Head,
}

/// The received requests: the number of the connection, and the id of the stream.
type Requests = Arc<Mutex<Vec<(usize, u32)>>>;

const REFUSED_STREAM: [u8; 4] = [0, 0, 0, 7];

fn ok(stream: u32) -> Vec<u8> {
    head(0, stream, 200, &[])
}

fn serve(mut connection: tls::Stream, number: usize, fault: Fault, requests: &Requests) -> io::Result<()> {
    http2::begin(&mut connection)?;
    let mut is_silent = false;
    loop {
        let received = Frame::read(&mut connection)?;
        let Frame { kind, stream, .. } = received;
        if kind == HEADERS {
            requests.lock().unwrap().push((number, stream));
        }
        if is_silent {
            continue;
        }
        if let Some(response) = received.acknowledgement() {
            connection.write_all(&response)?;
            continue;
        }
        let response = match (kind, fault) {
            (HEADERS, Fault::Refuse) => frame(RESET, 0, stream, &REFUSED_STREAM),
            (HEADERS, Fault::GoAwayBefore | Fault::GoAwayWithin) => {
                let last_stream = if matches!(fault, Fault::GoAwayWithin) { stream } else { 0 };
                // The frame's debug data repeats the API key, which an error must not show.
                let payload = [&last_stream.to_be_bytes(), &[0; 4], KEY.as_bytes()].concat();
                connection.write_all(&frame(GO_AWAY, 0, 0, &payload))?;
                connection.conn.send_close_notify();
                connection.flush()?;
                connection.sock.shutdown(Shutdown::Write)?;
                // If the server closed the connection first, it would be reset, and the reset could overtake the frame.
                // The server therefore waits until the client closes it.
                while connection.read(&mut [0; 1024])? > 0 {}
                return Ok(());
            }
            (HEADERS, Fault::RefuseWithin) => [ok(stream), frame(RESET, 0, stream, &REFUSED_STREAM)].concat(),
            (HEADERS, Fault::FallSilent) => {
                is_silent = number == 0;
                [ok(stream), frame(DATA, LAST, stream, b"{}")].concat()
            }
            (HEADERS, Fault::Head) => head(LAST, stream, 200, &[("content-length", "99999999999")]),
            _ => continue,
        };
        connection.write_all(&response)?;
    }
}

/// Starts a server at `https://localhost:<port>`. Its certificate is the only certificate that this process trusts.
fn start(fault: Fault) -> (Server, String, Requests) {
    let requests = Requests::default();
    let log = Arc::clone(&requests);
    let (certificate, server) = tls::server("h2", move |stream, number| serve(stream, number, fault, &log));
    trust_only(&certificate);
    let url = tls::url(&server);
    (server, url, requests)
}

#[track_caller]
fn assert_shows_no_key(error: &Error) {
    let texts = format!("{error} {error:?} {error:#?} {}", error.chain());
    assert!(!texts.contains(KEY), "{texts}");
}

#[test]
fn http2_requests_that_were_not_processed_are_retried() {
    assert_passes_with_certificate("http2::helper_process_retries_unprocessed_requests");
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_retries_unprocessed_requests() {
    for fault in [Fault::Refuse, Fault::GoAwayBefore] {
        for operation in Operation::ALL {
            for (policy, times) in [(RetryPolicy::none(), 1), (quick(), 3)] {
                let (_server, url, requests) = start(fault);
                let error = operation.fails(&builder(url).retry(policy).build().unwrap()).await;
                assert_eq!(requests.lock().unwrap().len(), times, "{fault:?} {error:?}");
                assert_eq!(error.attempts(), u32::try_from(times).unwrap());
                assert!(error.is_retryable() && !error.may_have_been_processed(), "{error:?}");
                assert!(error.to_string().contains("not processed by"), "{error}");
                assert_shows_no_key(&error);
                let error = transport(error);
                assert!(error.was_sent() && error.was_unprocessed());
            }
        }
    }
}

#[test]
fn http2_post_that_may_have_been_processed_is_not_retried() {
    assert_passes_with_certificate("http2::helper_process_does_not_retry_a_post_that_may_have_been_processed");
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_does_not_retry_a_post_that_may_have_been_processed() {
    for fault in [Fault::GoAwayWithin, Fault::RefuseWithin] {
        for (operation, times) in [(Operation::Update, 1), (Operation::Incidents, 3)] {
            let (_server, url, requests) = start(fault);
            let error = operation.fails(&builder(url).retry(quick()).build().unwrap()).await;
            assert_eq!(requests.lock().unwrap().len(), times, "{fault:?} {error:?}");
            assert_eq!(error.may_have_been_processed(), operation == Operation::Update);
            assert_shows_no_key(&error);
            assert!(!transport(error).was_unprocessed());
        }
    }
}

#[test]
fn silent_http2_connection_is_replaced_for_the_retry() {
    assert_passes_with_certificate("http2::helper_process_calls_over_a_silent_connection");
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_calls_over_a_silent_connection() {
    let (_server, url, requests) = start(Fault::FallSilent);
    // The deadline limits each attempt, so no separate timeout is set.
    let client = builder(url).deadline(Duration::from_secs(12)).retry(quick()).build().unwrap();
    for _ in 0..2 {
        Operation::Incidents.call(&client).await.unwrap();
    }
    assert_eq!(*requests.lock().unwrap(), [(0, 1), (0, 3), (1, 1)]);
}

#[test]
fn http2_head_response_may_announce_any_content_length() {
    assert_passes_with_certificate("http2::helper_process_sends_a_head_request");
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_sends_a_head_request() {
    let (_server, url, _) = start(Fault::Head);
    let request = builder(url).build().unwrap().request(Method::HEAD, "/v1/exports/7");
    let response = request.send::<()>().await.unwrap();
    assert_eq!(response.headers()["content-length"], "99999999999");
}
