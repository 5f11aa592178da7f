//! Tests of streams of values: how they are read, how they end or fail, and how much memory they use.

use std::error::Error as _;
use std::io::{self, Read as _, Write as _};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use futures_util::{FutureExt as _, StreamExt as _, poll, stream};
use loopback::http2::{self, DATA, Frame, RESET};
use loopback::{Request, Response, Server, Step};
use perennial::__private::v1::{Call, Declaration, Decode, Signature, declared};
use perennial::authenticate::{Anonymous, BearerToken};
use perennial::error::{DecodeError, TransportFailure};
use perennial::http::Method;
use perennial::reqwest::{self, Body};
use perennial::serde_json::{Value, json};
use perennial::stream::{EventStream, JsonLines};
use perennial::{Core, Error, Operation, ResponseValue};
use serde::de::IgnoredAny;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use crate::support::{SERVICE, api, builder, client, invalid, quick, transport};

static WATCH: Operation = operation("watch", "GET", "/books/changes");
static ASK: Operation = operation("ask", "POST", "/answers");

const fn operation(name: &'static str, method: &'static str, path: &'static str) -> Operation {
    declared(Declaration { operation_id: name, call_name: name, method, path, ..Declaration::of(&SERVICE) })
}

const EVENTS: (&str, &str) = ("content-type", "text/event-stream; charset=utf-8");
const HEAD: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";

const EVENT_STREAM: &str = "text/event-stream";

fn call(client: &Core, operation: &'static Operation) -> Call {
    Call::new(client, Signature { operation, inputs: &[] })
}

async fn events<T: Decode + 'static>(client: &Core) -> Result<ResponseValue<EventStream<T>>, Error> {
    timeout(Duration::from_secs(20), call(client, &WATCH).accept(EVENT_STREAM).send_events())
        .await
        .expect("the call does not end")
}

async fn lines<T: Decode + 'static>(body: &str) -> (JsonLines<T>, Server) {
    let server = Server::start([Response::with_headers(200, &[], body)]);
    let lines =
        call(&client(&server, Anonymous), &WATCH).accept(EVENT_STREAM).send_json_lines().await.unwrap().into_inner();
    (lines, server)
}

fn decode(error: Error) -> DecodeError {
    match error {
        Error::Decode(error) => error,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn stream_returns_the_typed_data_the_id_and_the_type_of_each_event() {
    let body = "retry: 1500\n\nid: 7\nevent: added\ndata: {\"pages\":\ndata: [1]}\n\n: ping\n\ndata: {\"pages\":[]}\nretry: 5\n\n";
    let server = Server::start([Response::with_headers(200, &[EVENTS], body)]);
    let mut response = events::<Value>(&client(&server, Anonymous)).await.unwrap();
    assert_eq!(response.status(), 200);
    let first = response.next().await.unwrap().unwrap();
    assert_eq!((&first.data, &*first.event, &*first.id, first.retry), (&json!({ "pages": [1] }), "added", "7", None));
    assert_eq!((response.last_event_id(), response.retry()), ("7", Some(Duration::from_millis(1500))));
    let second = response.next().await.unwrap().unwrap();
    assert_eq!((&*second.event, &*second.id, second.retry), ("message", "7", Some(Duration::from_millis(5))));
    assert!(response.next().await.is_none() && response.next().await.is_none());
    assert_eq!(response.retry(), Some(Duration::from_millis(5)));
    assert_eq!(server.only().header("accept"), ["text/event-stream"]);
}

#[tokio::test]
async fn done_marker_does_not_end_a_stream_of_text_events() {
    let server =
        Server::start([Response::with_headers(200, &[EVENTS], b"data: \"a\n\ndata: [DONE]\n\ndata: \xff\n\n")]);
    let events =
        call(&client(&server, Anonymous), &WATCH).accept(EVENT_STREAM).send_text_events().await.unwrap().into_inner();
    let texts: Vec<String> = events.map(|event| event.unwrap().data).collect().await;
    assert_eq!(texts, ["\"a", "[DONE]", "\u{fffd}"]);
}

#[tokio::test]
async fn stream_continues_after_a_value_that_does_not_decode() {
    let body = "data: [1]\n\ndata: [1,true]\n\ndata:\n\nevent: x\ndata: {\n\ndata: [2]\n\n";
    let server = Server::start([Response::with_headers(200, &[EVENTS], body)]);
    let events = events::<Vec<i64>>(&client(&server, Anonymous)).await.unwrap().into_inner();
    let read: Vec<_> = events.collect().await;
    let [Ok(first), Err(second), Err(third), Err(fourth), Ok(last)] = <[_; 5]>::try_from(read).unwrap() else {
        panic!("the results should be in the order of the events");
    };
    assert_eq!((first.data, last.data, &*last.event), (vec![1], vec![2], "message"));
    let text = second.to_string();
    assert!(
        text.contains("the body is not of the declared type at `[1][1]`: invalid type: boolean, expected i64"),
        "{text}"
    );
    let paths = [second, third, fourth].map(|error| decode(error).path().map(str::to_owned));
    assert_eq!(paths, ["[1][1]", "[2]", "[3]"].map(|path| Some(path.to_owned())));

    let (lines, _server) =
        lines::<std::collections::BTreeMap<String, i64>>("{\"a\":1}\n\n{\"a\":\"x\"}\r\n[]\n{\"a\":2}").await;
    let read: Vec<_> = lines.map(|line| line.map_err(|error| decode(error).path().map(str::to_owned))).collect().await;
    let map_of = |number| Ok([("a".to_owned(), number)].into());
    assert_eq!(read, [map_of(1), Err(Some("[1].a".to_owned())), Err(Some("[2]".to_owned())), map_of(2)]);
}

#[tokio::test]
async fn decode_errors_of_stream_values_are_redacted() {
    const TOKEN: &str = "t0p-s3cret-token";
    let body = format!("data: {{\"{TOKEN}\":\"{TOKEN}\"}}\n\n");
    let echo = [EVENTS, ("x-echo", TOKEN)];
    let server = Server::start([Response::with_headers(200, &echo, body)]);
    let client = client(&server, BearerToken::new(TOKEN).unwrap());
    let mut stream = events::<std::collections::BTreeMap<String, i64>>(&client).await.unwrap().into_inner();
    let error = decode(stream.next().await.unwrap().unwrap_err());
    assert_eq!(error.path(), Some("[0].****************"));
    assert!(!format!("{error} {error:?} {:?} {:?}", error.excerpt(), error.headers()).contains(TOKEN));
}

#[tokio::test]
async fn done_marker_ends_a_stream_of_json_events() {
    let head = format!("{HEAD}\r\n").into_bytes();
    let body = b"data: 1\n\ndata: [DONE]\n\ndata: 2\n\n".to_vec();
    let steps = vec![Step::Read, Step::Send(head), Step::Send(body), Step::Stall];
    let server = Server::start([Response(steps)]);
    let stream = events::<i64>(&client(&server, Anonymous)).await.unwrap().into_inner();
    let read: Vec<i64> = stream.map(|event| event.unwrap().data).collect().await;
    assert_eq!(read, [1]);
}

async fn all_events(body: &str, marker: Option<&str>) -> Vec<Result<Value, Error>> {
    let server = Server::start([Response::with_headers(200, &[EVENTS, ("x-request-id", "r-1")], body)]);
    let events = events::<Value>(&client(&server, Anonymous)).await.unwrap().into_inner();
    let mut events = match marker {
        Some(marker) => events.ending_with(marker),
        None => events,
    };
    let mut all = Vec::new();
    while let Some(event) = events.next().await {
        all.push(event.map(|event| event.data));
    }
    assert!(events.next().await.is_none());
    all
}

#[tokio::test]
async fn event_stream_cut_within_an_event_ends_with_an_error() {
    for cut in ["data: 2", "data: 2\n", "dat", "event: b\n", "data: [DON"] {
        let all = all_events(&format!("data: 1\n\n{cut}"), None).await;
        let [Ok(first), Err(Error::Transport(error))] = &all[..] else { panic!("{cut}: {all:?}") };
        assert_eq!((first, error.failure(), error.request_id()), (&json!(1), TransportFailure::Truncated, Some("r-1")));
        assert!(error.to_string().contains(": the body ended within an event"), "{error}");
    }
    for whole in ["", ": ping", "data: [DONE]", "data: [DONE]\n", "data: [DONE]\n\ndata: 2"] {
        let all = all_events(&format!("data: 1\n\n{whole}"), None).await;
        assert!(matches!(&all[..], [Ok(_)]), "{whole}: {all:?}");
    }
}

#[tokio::test]
async fn stream_without_its_declared_end_marker_ends_with_an_error() {
    for (body, marker, is_whole) in [
        ("data: 1\n\n", None, true),
        ("data: 1\n\n", Some("[DONE]"), false),
        ("", Some("[DONE]"), false),
        ("data: 1\n\ndata: [DONE]\n\n", Some("[DONE]"), true),
        ("data: 1\n\ndata: [DONE]", Some(" [DONE] "), true),
        ("data: 1\n\ndata: \"end\"\n\ndata: 2\n\n", Some("\"end\""), true),
        ("data: 1\n\n: ping", Some("end"), false),
    ] {
        let all = all_events(body, marker).await;
        let values = body.matches("data: 1").count();
        assert_eq!(all.len(), values + usize::from(!is_whole), "{body}: {all:?}");
        if !is_whole {
            let Some(Err(Error::Transport(error))) = all.last() else { panic!("{body}: {all:?}") };
            assert_eq!(error.failure(), TransportFailure::Truncated);
            assert!(error.to_string().contains(": the body ended without the end marker"), "{error}");
        }
    }
    for (body, types) in [
        ("1\n2\nend\n3\n", &["value", "value"][..]),
        ("1\nend", &["value"]),
        ("1\n2\n", &["value", "value", "truncated"]),
        ("1\n2", &["value", "value", "truncated"]),
    ] {
        let (lines, _server) = lines::<Value>(body).await;
        let all: Vec<_> = lines.ending_with("end").collect().await;
        let all: Vec<_> = all.iter().map(|line| line.as_ref().map_or_else(Error::error_type, |_| "value")).collect();
        assert_eq!(all, types, "{body}");
    }
}

#[tokio::test]
async fn error_of_a_named_event_contains_its_name() {
    let body = "event: error\ndata: overloaded\n\ndata: x\n\nevent: k3y-0f-the-tests\ndata: x\n\n";
    let server = Server::start([Response::with_headers(200, &[EVENTS], body)]);
    let client = client(&server, BearerToken::new("k3y-0f-the-tests").unwrap());
    let mut events = events::<Value>(&client).await.unwrap();
    let first = events.next().await.unwrap().unwrap_err();
    assert!(first.to_string().contains("the event `error` is not of the declared type at `[0]`"), "{first}");
    assert_eq!(
        (decode(first).event(), decode(events.next().await.unwrap().unwrap_err()).event()),
        (Some("error"), None)
    );
    let last = events.next().await.unwrap().unwrap_err();
    assert!(!format!("{last} {last:?}").contains("k3y-0f"), "{last}");
    assert!(!decode(last).event().unwrap().contains("k3y-0f"));
}

#[tokio::test]
async fn event_stream_refuses_another_content_type() {
    for (media_type, body) in
        [("application/json", "{\"answer\":1}"), ("text/html", "<html>"), ("text/event-streams", "")]
    {
        let server = Server::start([Response::with_headers(200, &[("content-type", media_type)], body)]);
        let error = decode(events::<Value>(&client(&server, Anonymous)).await.unwrap_err());
        let text = error.to_string();
        assert!(text.ends_with(&format!(": the body is `{media_type}`, not `text/event-stream`")), "{text}");
    }
    for headers in [&[][..], &[("content-type", "TEXT/Event-Stream ;charset=utf-8")]] {
        let server = Server::start([Response::with_headers(200, headers, "data: 1\n\n")]);
        assert!(events::<i64>(&client(&server, Anonymous)).await.unwrap().next().await.unwrap().is_ok());
    }
}

#[tokio::test]
async fn truncated_stream_returns_its_values_before_the_error() {
    for framing in ["content-length: 1000\r\n", "transfer-encoding: chunked\r\n"] {
        let body = if framing.starts_with('t') {
            "1a\r\nid: 1\ndata: 1\n\nid: 2\ndata:\r\n"
        } else {
            "id: 1\ndata: 1\n\nid: 2\ndata:"
        };
        let server = Server::start([Response::raw(format!("{HEAD}{framing}\r\n{body}"))]);
        let mut stream = events::<i64>(&client(&server, Anonymous)).await.unwrap().into_inner();
        assert_eq!(stream.next().await.unwrap().unwrap().data, 1);
        let error = transport(stream.next().await.unwrap().unwrap_err());
        assert_eq!((error.failure(), error.attempts()), (TransportFailure::Truncated, 1));
        assert!(stream.next().await.is_none());
        assert_eq!(stream.last_event_id(), "1");
    }
    let cut = Response::raw("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n1\n2");
    let server = Server::start([cut]);
    let lines = call(&client(&server, Anonymous), &WATCH)
        .accept(EVENT_STREAM)
        .send_json_lines::<i64>()
        .await
        .unwrap()
        .into_inner();
    let read: Vec<_> = lines.map(|line| line.ok()).collect().await;
    assert_eq!(read, [Some(1), None]);
}

/// Returns a server that sends an event whenever the sender requests one.
fn server_of_requested_events() -> (mpsc::Sender<()>, Server) {
    let (send_next, requests) = mpsc::channel();
    let requests = Mutex::new(requests);
    let server = Server::serving(move |mut stream, _| {
        Request::default().read(&mut stream)?;
        write!(stream, "{HEAD}\r\n")?;
        requests.lock().unwrap().iter().try_for_each(|()| stream.write_all(b"data: 1\n\n"))
    });
    (send_next, server)
}

/// Runs a part of a test while the clock is paused. A blocking task keeps the clock from advancing by itself.
async fn with_paused_clock(part: impl Future<Output = ()>) {
    let (end, ended) = mpsc::channel::<()>();
    let blocking = tokio::task::spawn_blocking(move || ended.recv());
    tokio::time::pause();
    part.await;
    tokio::time::resume();
    end.send(()).unwrap();
    blocking.await.unwrap().unwrap();
}

#[tokio::test]
async fn stream_timeout_applies_to_each_wait_for_data() {
    let (send_next, server) = server_of_requested_events();
    let mut stream = events::<i64>(&client(&server, Anonymous)).await.unwrap().into_inner();
    with_paused_clock(async {
        for _ in 0..3 {
            tokio::time::advance(Duration::from_secs(29)).await;
            send_next.send(()).unwrap();
            assert_eq!(stream.next().await.unwrap().unwrap().data, 1);
        }
    })
    .await;

    let server = Server::start([Response::stalling(200, "data: 1\n\ndata: 2\n")]);
    let hasty = builder(&server, Anonymous).timeout(Duration::from_secs(1)).build().unwrap();
    let mut stream = events::<i64>(&hasty).await.unwrap().into_inner();
    assert_eq!(stream.next().await.unwrap().unwrap().data, 1);
    let stalled = timeout(Duration::from_secs(20), stream.next()).await.expect("it does not end");
    assert_eq!(transport(stalled.unwrap().unwrap_err()).failure(), TransportFailure::Timeout);
    assert!(stream.next().await.is_none());

    let server = Server::start([Response::silence()]);
    let hasty = builder(&server, Anonymous).timeout(Duration::from_millis(50)).build().unwrap();
    assert_eq!(transport(events::<i64>(&hasty).await.unwrap_err()).failure(), TransportFailure::Timeout);
}

#[tokio::test]
async fn dropped_read_of_a_stream_does_not_shorten_the_next_wait() {
    let (send_next, server) = server_of_requested_events();
    let mut stream = events::<i64>(&client(&server, Anonymous)).await.unwrap().into_inner();
    with_paused_clock(async {
        for _ in 0..3 {
            assert!(poll!(Box::pin(stream.next())).is_pending());
            tokio::time::advance(Duration::from_secs(60)).await;
        }
        send_next.send(()).unwrap();
        assert_eq!(stream.next().await.unwrap().unwrap().data, 1);
    })
    .await;
}

#[tokio::test]
async fn download_is_not_cut_off_while_data_arrives() {
    // A piece of the body arrives every 20 ms, so 100 pieces take four times as long as the timeout.
    let head = Step::Send(b"HTTP/1.1 200 OK\r\n\r\n".to_vec());
    let server = Server::start([Response(vec![Step::Read, head, Step::Drip("a")])]);
    let hasty = builder(&server, Anonymous).timeout(Duration::from_millis(500)).build().unwrap();
    let mut body = hasty.request(Method::GET, "/file").send_stream().await.unwrap().into_inner();
    let mut received = 0;
    while received < 100 {
        received += body.chunk().await.unwrap().unwrap().len();
    }
}

#[tokio::test]
async fn download_ends_at_the_deadline_even_if_data_arrives() {
    let head = Step::Send(b"HTTP/1.1 200 OK\r\n\r\n".to_vec());
    for data in [Step::Drip("a"), Step::Flood(vec![b'a'; 4096])] {
        let server = Server::start([Response(vec![Step::Read, head.clone(), data])]);
        let bounded = builder(&server, Anonymous).deadline(Duration::from_millis(300)).build().unwrap();
        let body = bounded.request(Method::GET, "/file").send_stream().await.unwrap().into_inner();
        let errors = body.filter_map(async |chunk| chunk.err()).collect::<Vec<_>>();
        let errors = timeout(Duration::from_secs(20), errors).await.expect("it does not end");
        assert_eq!(errors.iter().map(Error::error_type).collect::<Vec<_>>(), ["deadline"]);
    }
}

#[tokio::test]
async fn upload_is_not_cut_off_while_the_caller_is_slow() {
    let server = Server::json("{}");
    let hasty = builder(&server, Anonymous).timeout(Duration::from_secs(1)).build().unwrap();
    let pieces = stream::iter(["some ", "text"]).then(|piece| async move {
        sleep(Duration::from_millis(1_500)).await;
        Ok::<_, std::io::Error>(piece)
    });
    let body = Body::wrap_stream(pieces);
    hasty.request(Method::POST, "/books").body("text/plain", body).send::<IgnoredAny>().await.unwrap();
    assert_eq!(server.only().body(), "5\r\nsome \r\n4\r\ntext\r\n0\r\n\r\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_stream_of_a_request_body_is_reported_with_its_error() {
    for (is_http2, first_piece) in [(false, &b"9\r\nsome text\r\n"[..]), (true, b"some text")] {
        let is_received = Arc::new(Notify::new());
        let notify = Arc::clone(&is_received);
        let (send_rest, rest) = mpsc::channel();
        let server = Server::serving(move |mut connection, _| {
            if is_http2 {
                http2::begin(&mut connection)?;
            }
            let mut received = Vec::new();
            while !received.ends_with(first_piece) {
                let mut byte = [0];
                connection.read_exact(&mut byte)?;
                received.extend(byte);
            }
            notify.notify_one();
            let mut rest = Vec::new();
            connection.read_to_end(&mut rest)?;
            send_rest.send(rest).map_err(io::Error::other)
        });
        let mut client = builder(&server, Anonymous).retry(quick());
        if is_http2 {
            client = client.configure_http(reqwest::ClientBuilder::http2_prior_knowledge);
        }
        let client = client.build().unwrap();

        let pieces = stream::iter([Ok("some text")]).chain(stream::once(async move {
            is_received.notified().await;
            Err(io::Error::new(io::ErrorKind::InvalidData, "the disk is gone"))
        }));
        let call = client.request(Method::POST, "/books").body("text/plain", Body::wrap_stream(pieces));
        let error = timeout(Duration::from_secs(20), call.send::<IgnoredAny>()).await.unwrap().unwrap_err();

        let message = format!(
            "POST /books: could not read the body of the request to {}/books: the disk is gone; the request may have \
             been processed",
            server.url()
        );
        assert_eq!((error.to_string(), error.error_type(), error.attempts()), (message, "request_body", 1));
        assert!(error.may_have_been_processed() && !error.is_retryable());
        let causes = std::iter::successors(error.source(), |cause| (*cause).source());
        let kinds: Vec<_> = causes.filter_map(|cause| cause.downcast_ref::<io::Error>()).map(io::Error::kind).collect();
        assert_eq!(kinds, [io::ErrorKind::InvalidData]);
        assert_eq!(transport(error).failure(), TransportFailure::RequestBody);

        drop(client);
        let rest = rest.recv().unwrap();
        let mut frames = &*rest;
        if is_http2 {
            let frames: Vec<u8> =
                std::iter::from_fn(|| Frame::read(&mut frames).ok()).map(|frame| frame.kind).collect();
            assert!(frames.contains(&RESET) && !frames.contains(&DATA), "{frames:?}");
        } else {
            // The chunk of length 0, which ends a complete body, is not sent.
            assert_eq!(rest, b"");
        }
    }
}

#[tokio::test]
async fn upload_without_a_response_times_out() {
    for length in [4, 64 * 1024 * 1024] {
        // The service reads all of the short request, but nothing of the long one, whose upload therefore stalls.
        let server = Server::serving(move |mut stream, _| {
            let mut request = Request::default();
            if length == 4 {
                request.read(&mut stream)?;
            }
            std::thread::sleep(Duration::from_secs(20));
            Ok(())
        });
        let hasty = builder(&server, Anonymous).timeout(Duration::from_millis(100)).build().unwrap();
        let body = Body::wrap_stream(stream::iter([Ok::<_, std::io::Error>(vec![7_u8; length])]));
        let call = hasty.request(Method::POST, "/books").body("text/plain", body).send::<IgnoredAny>();
        let error = timeout(Duration::from_secs(20), call).await.expect("it does not end").unwrap_err();
        assert!(error.may_have_been_processed());
        assert_eq!((error.attempts(), transport(error).failure()), (1, TransportFailure::Timeout));
    }
}

#[tokio::test]
async fn response_that_stalls_during_an_upload_times_out() {
    for status in ["200 OK", "413 Content Too Large"] {
        for pause in [Duration::MAX, Duration::from_millis(20)] {
            let head = format!("HTTP/1.1 {status}\r\ncontent-length: 10\r\n\r\n");
            // The service reads the rest of the request, but sends no body.
            let server = Server::start([Response(vec![Step::Send(head.into()), Step::Stall])]);
            let hasty = builder(&server, Anonymous).timeout(Duration::from_millis(500)).build().unwrap();
            let pieces = stream::repeat(()).then(move |()| async move {
                sleep(pause).await;
                Ok::<_, std::io::Error>("text")
            });
            let call = hasty.request(Method::POST, "/books").body("text/plain", Body::wrap_stream(pieces));
            let ended = timeout(Duration::from_secs(20), call.send::<IgnoredAny>()).await;
            let error = ended.unwrap_or_else(|_| panic!("{status} {pause:?}: it does not end")).unwrap_err();
            match error.status() {
                None => assert_eq!(transport(error).failure(), TransportFailure::Timeout),
                Some(status) => assert_eq!((status.as_u16(), api(error).is_body_truncated()), (413, true)),
            }
        }
    }
}

#[tokio::test]
async fn deadline_of_a_call_includes_reading_its_stream() {
    let dripping = vec![Step::Read, Step::Send(format!("{HEAD}\r\n").into()), Step::Drip("data: 1\n\n")];
    let server = Server::start([Response(dripping)]);
    let bounded = builder(&server, Anonymous).deadline(Duration::from_secs(1)).build().unwrap();
    let stream = events::<i64>(&bounded).await.unwrap().into_inner();
    let read: Vec<_> = timeout(Duration::from_secs(20), stream.collect()).await.expect("it does not end");
    let (last, before) = read.split_last().unwrap();
    let last = last.as_ref().unwrap_err().to_string();
    assert!(last.contains("the deadline of 1 s passed") && before.iter().all(Result::is_ok), "{last}");
}

#[tokio::test]
async fn streaming_call_is_not_retried_after_the_headers_are_received() {
    let cut = Response::raw(format!("{HEAD}content-length: 100\r\n\r\ndata: 1\n\n"));
    let server = Server::start([Response::new(503, ""), cut]);
    let client = builder(&server, Anonymous).retry(quick()).build().unwrap();
    let stream = events::<i64>(&client).await.unwrap().into_inner();
    let read: Vec<_> = stream.collect().await;
    assert!(matches!(read.as_slice(), [Ok(_), Err(error)] if error.attempts() == 2), "{read:?}");
    assert_eq!(server.received().len(), 2);

    // The status of an error response is reported even if its body does not arrive in time.
    let server = Server::start([Response::stalling(409, "{")]);
    let hasty = builder(&server, Anonymous).timeout(Duration::from_secs(1)).build().unwrap();
    let events = call(&hasty, &ASK).accept(EVENT_STREAM).send_events::<Value>();
    let error = api(timeout(Duration::from_secs(20), events).await.expect("it does not end").unwrap_err());
    assert_eq!((error.status().as_u16(), error.is_body_truncated()), (409, true));
}

#[tokio::test]
async fn stream_ends_with_an_error_if_a_value_exceeds_the_limit() {
    for start in ["data: ", ":", "id: 1\ndata: 1\n\ndata: x\ndata: "] {
        let head = format!("{HEAD}\r\n{start}").into_bytes();
        let server = Server::start([Response(vec![Step::Read, Step::Send(head), Step::Flood(vec![b'x'; 1 << 16])])]);
        let client = builder(&server, Anonymous).max_response_bytes(1_000_000).build().unwrap();
        let stream = events::<Value>(&client).await.unwrap().into_inner();
        let read: Vec<_> = timeout(Duration::from_secs(20), stream.collect()).await.expect("it does not end");
        let error = decode(read.into_iter().last().unwrap().unwrap_err());
        assert_eq!(error.path(), None);
        let text = error.to_string();
        assert!(
            text.ends_with("a value of the stream is larger than 1000000 bytes, the limit set by `max_response_bytes`"),
            "{text}"
        );
    }
}

#[tokio::test]
async fn error_for_a_too_long_event_id_names_no_setting() {
    let id = "x".repeat(65_537);
    let server = Server::start([Response::with_headers(200, &[EVENTS], format!("id: {id}\ndata: 1\n\n"))]);
    let mut stream = events::<i64>(&client(&server, Anonymous)).await.unwrap().into_inner();
    let text = decode(stream.next().await.unwrap().unwrap_err()).to_string();
    assert!(text.ends_with(": the id of an event is larger than 65536 bytes"), "{text}");
}

#[tokio::test]
async fn event_stream_can_be_continued_as_raw_bytes() {
    let body = "data: 1\n\ndata: 2\n\n: x\n";
    let server =
        Server::start([Response::with_headers(200, &[EVENTS], body), Response::with_headers(200, &[EVENTS], body)]);
    let client = client(&server, Anonymous);
    let bytes = events::<i64>(&client).await.unwrap().into_inner().into_bytes();
    let chunks: Vec<_> = bytes.map(Result::unwrap).collect().await;
    assert_eq!(chunks.concat(), body.as_bytes());
    let mut stream = events::<i64>(&client).await.unwrap().into_inner();
    stream.next().await.unwrap().unwrap();
    let chunks: Vec<_> = stream.into_bytes().map(Result::unwrap).collect().await;
    assert_eq!(chunks.concat(), &body.as_bytes()[9..]);
}

#[tokio::test]
async fn stream_polled_outside_tokio_ends_with_an_error() {
    let server = Server::start([Response::with_headers(200, &[EVENTS], "data: 1\n\n")]);
    let mut stream = events::<i64>(&client(&server, Anonymous)).await.unwrap().into_inner();
    let outside = std::thread::spawn(move || [stream.next().now_or_never(), stream.next().now_or_never()]);
    let [Some(Some(Err(error))), Some(None)] = outside.join().unwrap() else { panic!("should end") };
    assert!(invalid(error).reason().starts_with("there is no Tokio runtime here"));
}

/// Starts a server that sends this many events, in chunks of 1,000.
fn server_of_events(count: usize) -> Server {
    Server::serving(move |mut stream, _| {
        Request::default().read(&mut stream)?;
        write!(stream, "{HEAD}\r\n")?;
        for start in (0..count).step_by(1000) {
            let chunk: String = (start..start + 1000).map(|id| format!("id: {id}\ndata: [{id}]\n\n")).collect();
            stream.write_all(chunk.as_bytes())?;
        }
        Ok(())
    })
}

async fn count_events(server: &Server) -> u64 {
    let mut stream = events::<Vec<u64>>(&client(server, Anonymous)).await.unwrap().into_inner();
    let mut count = 0_u64;
    while let Some(event) = stream.next().await {
        let event = event.unwrap();
        assert_eq!((event.data, event.id.parse()), (vec![count], Ok(count)));
        count += 1;
    }
    count
}

#[tokio::test]
async fn stream_returns_all_of_100000_events() {
    assert_eq!(count_events(&server_of_events(100_000)).await, 100_000);
}

#[tokio::test]
#[ignore = "it takes a minute"]
async fn stream_of_ten_million_events_uses_constant_memory() {
    let resident = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap()
    };
    assert_eq!(count_events(&server_of_events(100_000)).await, 100_000);
    let before = resident();
    let start = std::time::Instant::now();
    assert_eq!(count_events(&server_of_events(10_000_000)).await, 10_000_000);
    println!("{} KiB, then {} KiB, {:?}", before, resident(), start.elapsed());
    assert!(resident() < before + 1024, "{} KiB, then {} KiB", before, resident());
}
