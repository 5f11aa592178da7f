//! Tests of responses that consist of a stream of values.

use futures_util::StreamExt as _;
use kitchen_sink::httpmock::MockServer;
use kitchen_sink::mock::MockServerExt as _;
use kitchen_sink::stream::{EventStream, JsonLines};
use kitchen_sink::{Client, Error, ResponseValue, types};
use loopback::http2::{DATA, GO_AWAY, RESET, frame, head};
use loopback::{Response, Server};
use reqwest::StatusCode;

use crate::support::{PLAIN, client, responding};

const EVENTS: &[(&str, &str)] = &[("content-type", "text/event-stream")];

#[tokio::test]
async fn event_stream_data_is_decoded_by_its_item_schema() {
    let id = "6f0e1c0e-0000-4000-8000-000000000001";
    let body = format!(
        "event: added\nid: 1\ndata: {PLAIN}\n\nevent: removed\ndata: [\"{id}\"]\n\nevent: added\ndata: {{\"count\":1}}\n\n\
         data: [DONE]\n\n"
    );
    let server = Server::start([Response::with_headers(200, EVENTS, body)]);
    let mut events = client(server.url()).build().unwrap().watch_answers().send().await.unwrap();
    let added = events.next().await.unwrap().unwrap();
    assert_eq!((&*added.event, &*added.id), ("added", "1"));
    assert!(matches!(&added.data, types::WatchAnswersResponse::Object(plain) if plain.count == 1), "{added:?}");
    let removed = events.next().await.unwrap().unwrap();
    assert!(matches!(&removed.data, types::WatchAnswersResponse::List(ids) if ids[0].to_string() == id), "{removed:?}");
    let Err(Error::Decode(error)) = events.next().await.unwrap() else { panic!("it has no id") };
    assert_eq!(error.path(), Some("[2]"));
    assert!(events.next().await.is_none());
    assert_eq!(server.only().header("accept"), ["text/event-stream"]);
}

#[tokio::test]
async fn event_stream_without_its_documented_end_marker_is_truncated() {
    let server = Server::start([Response::with_headers(200, EVENTS, format!("data: {PLAIN}\n\n"))]);
    let mut events = client(server.url()).build().unwrap().watch_answers().send().await.unwrap();
    assert!(events.next().await.unwrap().is_ok());
    let error = events.next().await.unwrap().unwrap_err();
    assert_eq!(error.error_type(), "truncated", "{error}");
    assert!(error.to_string().contains("without the end marker"), "{error}");
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn send_stream_requests_the_event_stream_form_of_a_response() {
    let complete = Response::new(200, PLAIN);
    let stream = Response::with_headers(
        200,
        EVENTS,
        "data: {\"words\":[\"a\"]}\n\ndata: {\"words\":[],\"rest\":2}\n\ndata: [DONE]\n\n",
    );
    let server = Server::start([complete.clone(), stream, complete]);
    let client = client(server.url()).build().unwrap();
    let plain: ResponseValue<types::Plain> = client.write_answer().send().await.unwrap();
    assert_eq!(plain.count, 1);
    let call = || client.write_answer().body_map(|body| body.stream(true));
    let mut events: ResponseValue<EventStream<types::WriteAnswerEvent>> = call().send_stream().await.unwrap();
    assert_eq!(events.next().await.unwrap().unwrap().data.words, ["a"]);
    assert_eq!(events.next().await.unwrap().unwrap().data.rest, Some(2));
    assert!(events.next().await.is_none());
    // The call expects a stream of events, but the service responds with JSON.
    let error = call().send_stream().await.unwrap_err();
    assert!(error.to_string().contains("the body is `application/json`, not `text/event-stream`"), "{error}");
    let requested: Vec<_> =
        server.received().iter().map(|it| (it.header("accept").concat(), it.body().to_owned())).collect();
    let streamed = || ("text/event-stream".to_owned(), r#"{"stream":true}"#.to_owned());
    assert_eq!(requested, [("application/json".to_owned(), String::new()), streamed(), streamed()]);
}

#[tokio::test]
async fn several_stream_responses_are_distinguished_by_status() {
    let (client, server) = responding(200, &format!("{PLAIN}\n\n{{}}\n{PLAIN}"));
    let types::ExportAnswersResponse::Ok(lines) = client.export_answers().send().await.unwrap().into_inner() else {
        panic!("should be lines");
    };
    let lines: JsonLines<types::Plain> = lines;
    let lines: Vec<_> = lines.collect().await;
    assert!(
        matches!(&lines[..], [Ok(_), Err(Error::Decode(error)), Ok(_)] if error.path() == Some("[1]")),
        "{lines:?}"
    );
    assert_eq!(server.only().header("accept"), ["application/x-ndjson, text/event-stream, application/json"]);

    let accepted = |media_type| Response::with_headers(202, &[("content-type", media_type)], "data: [DONE]\n\n");
    for (media_type, is_stream) in [("text/event-stream", true), ("text/plain", false)] {
        let server = Server::start([accepted(media_type)]);
        let client = crate::support::client(server.url()).build().unwrap();
        let types::ExportAnswersResponse::Accepted(mut events) =
            client.export_answers().send().await.unwrap().into_inner()
        else {
            panic!("should be events");
        };
        match events.next().await.unwrap() {
            Ok(event) => assert!(is_stream && event.data == "[DONE]", "{event:?}"),
            Err(error) => assert!(!is_stream && error.to_string().contains("`text/plain`"), "{error}"),
        }
        assert!(events.next().await.is_none());
    }
    let (client, _server) = responding(203, PLAIN);
    let value = client.export_answers().send().await.unwrap().into_inner();
    assert!(matches!(value, types::ExportAnswersResponse::NonAuthoritative(_)), "{value:?}");
}

/// Returns a client and its HTTP/2 server, whose response has fewer bytes than announced. The frame that `end` returns
/// ends the response without an error.
fn cut_off(media_type: &'static str, body: &'static str, end: fn(u32) -> Vec<u8>) -> (Client, Server) {
    let server = Server::http2(move |stream| {
        let headers = [("content-length", "1000"), ("content-type", media_type)];
        [head(0, stream, 200, &headers), frame(DATA, 0, stream, body.as_bytes()), end(stream)].concat()
    });
    let client = client(server.url()).configure_http(reqwest::ClientBuilder::http2_prior_knowledge);
    (client.build().unwrap(), server)
}

#[tokio::test]
async fn truncated_stream_ends_with_an_error_after_its_values() {
    let lines = "{\"id\":\"6f0e1c0e-0000-4000-8000-000000000001\",\"count\":1}\n{\"id\":\"6f0e1c0e";
    let reset = |stream| frame(RESET, 0, stream, &[0; 4]);
    let go_away = |_| frame(GO_AWAY, 0, 0, &[0; 8]);
    for end in [reset, go_away] {
        let (client, _server) = cut_off("application/x-ndjson", lines, end);
        let types::ExportAnswersResponse::Ok(lines) = client.export_answers().send().await.unwrap().into_inner() else {
            panic!("should be lines");
        };
        let lines: Vec<_> = lines.collect().await;
        let types: Vec<_> =
            lines.iter().map(|line| line.as_ref().map_or_else(Error::error_type, |_| "value")).collect();
        assert_eq!(types, ["value", "truncated"]);

        let (client, _server) = cut_off("text/event-stream", "data: {\"words\":[]}\n\ndata: {\"words\":[]}", end);
        let events = client.write_answer().send_stream().await.unwrap().into_inner();
        let events: Vec<_> = events.collect().await;
        assert!(matches!(&events[..], [Ok(_), Err(Error::Transport(_))]), "{events:?}");
    }
}

#[tokio::test]
async fn mock_can_respond_with_an_event_stream() {
    let server = MockServer::start_async().await;
    let removed = "event: removed\ndata: []\n\n";
    let mock = server.watch_answers().respond_with(StatusCode::OK, "text/event-stream", removed);
    let written = server.write_answer().respond_with(StatusCode::OK, "text/event-stream", "data: {\"words\":[]}\n\n");
    let client = client(&server.base_url()).build().unwrap();
    assert_eq!(client.watch_answers().send().await.unwrap().next().await.unwrap().unwrap().event, "removed");
    assert!(client.write_answer().send_stream().await.unwrap().next().await.unwrap().is_ok());
    mock.assert();
    written.assert();
}
