//! Tests of HTTP/2 responses whose body differs in length from the announced length.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use layer::http::Method;
use layer::{ClientBuilder, Error};
use loopback::Server;
use loopback::http2::{DATA, GO_AWAY, LAST, RESET, frame, head};

use crate::support::{Operation, api, builder, custom_http, decode, quick, transport};

/// How the server ends a response. hyper does not report the first two variants as errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StreamEnd {
    ResetWithoutError,
    GoAwayWithoutError,
    Cancel,
    LastFrame,
}

impl StreamEnd {
    const WITHOUT_ERROR: [Self; 2] = [Self::ResetWithoutError, Self::GoAwayWithoutError];
    const ALL: [Self; 4] = [Self::ResetWithoutError, Self::GoAwayWithoutError, Self::Cancel, Self::LastFrame];

    fn frame(self, stream: u32) -> Vec<u8> {
        match self {
            Self::ResetWithoutError => frame(RESET, 0, stream, &[0; 4]),
            // This payload states 0 as the last stream that was processed, and `NO_ERROR` as the reason.
            Self::GoAwayWithoutError => frame(GO_AWAY, 0, 0, &[0; 8]),
            Self::Cancel => frame(RESET, 0, stream, &[0, 0, 0, 8]),
            Self::LastFrame => frame(DATA, LAST, stream, &[]),
        }
    }
}

/// The number of requests that a server received.
type Count = Arc<AtomicU32>;

/// Starts a server that announces each of `lengths`, sends `body`, and ends the response with `end`.
fn server(status: u16, lengths: &'static [&str], body: &'static [u8], end: StreamEnd) -> (Server, Count) {
    let count = Count::default();
    let own = Arc::clone(&count);
    let server = Server::http2(move |stream| {
        own.fetch_add(1, Ordering::SeqCst);
        let headers: Vec<_> = lengths.iter().map(|length| ("content-length", *length)).collect();
        [head(0, stream, status, &headers), frame(DATA, 0, stream, body), end.frame(stream)].concat()
    });
    (server, count)
}

fn http2(server: &Server) -> ClientBuilder {
    builder(server.url()).configure_http(reqwest::ClientBuilder::http2_prior_knowledge)
}

#[tokio::test]
async fn http2_response_shorter_than_its_content_length_is_retried() {
    for end in StreamEnd::ALL {
        for operation in Operation::ALL {
            let (server, count) = server(200, &["1000"], b"{}", end);
            let error = operation.fails(&http2(&server).retry(quick()).build().unwrap()).await;
            let attempts = if operation == Operation::Update { 1 } else { 3 };
            let seen = (error.error_type(), error.attempts(), count.load(Ordering::SeqCst));
            assert_eq!(seen, ("truncated", attempts, attempts), "{end:?} {error:?}");
            assert_eq!(error.may_have_been_processed(), operation == Operation::Update);
            let text = error.to_string();
            assert_eq!(
                text.contains(": the body ended after 2 of 1000 bytes"),
                StreamEnd::WITHOUT_ERROR.contains(&end),
                "{text}"
            );
            assert!(transport(error).was_sent());
        }
    }
}

#[tokio::test]
async fn http2_stream_shorter_than_its_content_length_ends_with_an_error() {
    for end in StreamEnd::ALL {
        let (server, count) = server(200, &["1000"], b"22 bytes of one stream", end);
        let client = http2(&server).retry(quick()).build().unwrap();
        let mut stream = client.request(Method::GET, "/v1/exports/7").send_stream().await.unwrap().into_inner();
        assert_eq!(stream.chunk().await.unwrap().unwrap(), "22 bytes of one stream");
        let error = stream.chunk().await.unwrap_err();
        assert_eq!((error.error_type(), count.load(Ordering::SeqCst)), ("truncated", 1), "{end:?} {error:?}");
        assert!(stream.chunk().await.unwrap().is_none());
    }
}

#[tokio::test]
async fn api_error_keeps_an_http2_body_shorter_than_its_content_length() {
    for end in StreamEnd::ALL {
        let (server, _) = server(404, &["1000"], br#"{"message":"m"}"#, end);
        let error = api(Operation::Incidents.fails(&http2(&server).build().unwrap()).await);
        assert_eq!((error.status().as_u16(), error.body()), (404, r#"{"message":"m"}"#), "{end:?}");
        assert!(error.is_body_truncated(), "{end:?}");
    }
}

#[tokio::test]
async fn custom_reqwest_client_reports_a_truncated_http2_response() {
    for end in StreamEnd::WITHOUT_ERROR {
        let (server, _) = server(200, &["1000"], b"{}", end);
        let http = custom_http().http2_prior_knowledge().build().unwrap();
        let error = Operation::Incidents.fails(&builder(server.url()).http_client(http).build().unwrap()).await;
        assert_eq!(error.error_type(), "truncated", "{end:?} {error:?}");
    }
}

#[tokio::test]
async fn complete_http2_body_is_read_however_the_stream_ends() {
    for (end, lengths) in [
        (StreamEnd::LastFrame, &["2"][..]),
        (StreamEnd::LastFrame, &[]),
        (StreamEnd::ResetWithoutError, &["2"]),
        (StreamEnd::GoAwayWithoutError, &["2"]),
        // Without an announced length, the client cannot detect that a body is too short.
        (StreamEnd::ResetWithoutError, &[]),
        (StreamEnd::GoAwayWithoutError, &[]),
    ] {
        let (server, _) = server(200, lengths, b"{}", end);
        Operation::Incidents.call(&http2(&server).build().unwrap()).await.unwrap();
    }
}

#[tokio::test]
async fn invalid_http2_content_length_is_a_transport_error() {
    for lengths in [&["1"][..], &["x"], &["-2"], &["2, 2"], &["2", "3"], &["3", "2"]] {
        for end in StreamEnd::ALL {
            let (server, _) = server(200, lengths, b"{}", end);
            let error = Operation::Incidents.fails(&http2(&server).build().unwrap()).await;
            assert!(transport(error).was_sent(), "{lengths:?} {end:?}");
        }
    }
}

#[tokio::test]
async fn http2_response_without_a_body_may_have_a_content_length() {
    for (method, status) in [(Method::HEAD, 200), (Method::HEAD, 404), (Method::GET, 204), (Method::GET, 304)] {
        for end in [LAST, 0] {
            let server = Server::http2(move |stream| {
                let head = head(end, stream, status, &[("content-length", "99999999999")]);
                if end == LAST { head } else { [head, StreamEnd::ResetWithoutError.frame(stream)].concat() }
            });
            let request = http2(&server).build().unwrap().request(method.clone(), "/v1/exports/7");
            let (seen, is_truncated) = match request.send::<()>().await {
                Ok(response) => (response.status(), false),
                Err(Error::Api(error)) => (error.status(), error.is_body_truncated()),
                Err(Error::UnexpectedStatus(error)) => (error.status(), error.is_body_truncated()),
                Err(error) => panic!("{method} {status}: {error:?}"),
            };
            assert_eq!((seen.as_u16(), is_truncated), (status, false), "{method}");
        }
    }
}

#[tokio::test]
async fn content_length_over_max_response_bytes_is_reported_as_too_large() {
    let (server, _) = server(200, &["1000"], b"{}", StreamEnd::ResetWithoutError);
    let client = http2(&server).max_response_bytes(100).build().unwrap();
    let error = decode(Operation::Incidents.fails(&client).await);
    assert!(error.to_string().contains("100"), "{error}");
}

#[cfg(feature = "gzip")]
#[tokio::test]
async fn content_length_of_a_gzip_body_counts_compressed_bytes() {
    // The text `{}`, compressed with gzip. It is longer than the text itself.
    const GZIP: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xab\xae\x05\x00\x43\xbf\xa6\xa3\x02\x00\x00\x00";
    for end in [StreamEnd::LastFrame, StreamEnd::ResetWithoutError] {
        let server = Server::http2(move |stream| {
            let headers = [("content-length", "22"), ("content-encoding", "gzip")];
            [head(0, stream, 200, &headers), frame(DATA, 0, stream, GZIP), end.frame(stream)].concat()
        });
        Operation::Incidents.call(&http2(&server).build().unwrap()).await.unwrap();
    }
}
