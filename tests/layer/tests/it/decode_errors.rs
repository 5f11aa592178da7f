//! Tests of 2xx responses whose body cannot be decoded as the declared type.

use std::error::Error as _;

use layer::Error;
use layer::error::DecodeError;
use layer::http::Method;
use loopback::{Response, Server};

use crate::support::{Operation, assert_one_short_line, builder, client, decode};

async fn response(operation: Operation, response: Response) -> DecodeError {
    let server = Server::start([response]);
    let error = operation.fails(&client(server.url())).await;
    assert_eq!(server.received().len(), 1);
    assert_eq!((error.operation_id(), error.is_retryable()), (Some(operation.id()), false));
    let status = error.status();
    let error = decode(error);
    assert_eq!((error.status(), error.attempts()), (status, 1));
    assert_one_short_line(&error.to_string());
    error
}

async fn body(body: &str) -> DecodeError {
    response(Operation::Incidents, Response::new(200, body)).await
}

#[tokio::test]
async fn decode_error_path_leads_to_the_value_of_the_wrong_type() {
    const STRING: &str = "expected a string";
    const DATE: &str = "expected a date or an RFC 3339 timestamp";
    for (text, path, found, expected) in [
        (r#"{"nextId":5}"#, "nextId", "invalid type: integer", STRING),
        (r#"{"entries":{}}"#, "entries", "invalid type: map", "expected a sequence"),
        (r#"{"entries":[{},{"severity":1}]}"#, "entries[1].severity", "invalid type: integer", STRING),
        (
            r#"{"entries":[{"services":[{"id":"s"},{"id":true}]}]}"#,
            "entries[0].services[1].id",
            "invalid type: boolean",
            STRING,
        ),
        (
            r#"{"entries":[{"incidentUpdates":[{"notifySubscribers":"no"}]}]}"#,
            "entries[0].incidentUpdates[0].notifySubscribers",
            "invalid type: string",
            "expected a boolean",
        ),
        (r#"{"entries":[{"created_at":"yesterday"}]}"#, "entries[0].created_at", "invalid value", DATE),
        (r#"{"entries":[{"created_at":1714557600}]}"#, "entries[0].created_at", "invalid type: integer", DATE),
        (r#"{"entries":[null]}"#, "entries[0]", "invalid type: null", "expected struct Incident"),
    ] {
        let error = body(text).await;
        assert_eq!(error.path(), Some(path), "{text}");
        assert_eq!(error.excerpt(), Some(text));
        let (url, line) = (error.url().unwrap(), error.to_string());
        let start = format!(
            "status_page_incidents().list: 200 OK from {url}: the body is not of the declared type \
             at `{path}`: {found}, {expected} at line 1 column "
        );
        assert!(line.starts_with(&start), "{line}");
    }
}

#[tokio::test]
async fn decode_error_names_a_missing_field_even_at_the_top_level() {
    #[derive(Debug, serde::Deserialize)]
    struct Page {
        #[allow(dead_code)]
        entries: Vec<Page>,
    }

    for (body, place) in [("{}", ""), (r#"{"entries":[{"entries":[]},{}]}"#, " at `entries[1]`")] {
        let server = Server::start([Response::new(200, body)]);
        let call = client(server.url()).request(Method::GET, "/v1/pages").send::<Page>();
        let line = call.await.unwrap_err().to_string();
        let end = format!("the body is not of the declared type{place}: missing field `entries` at line 1 column ");
        assert!(line.contains(&end), "{line}");
    }
}

#[tokio::test]
async fn decode_error_message_omits_the_value_of_the_wrong_type() {
    for (text, value) in [
        (r#"{"length":"s3cret, expected f64"}"#, "s3cret"),
        (r#"{"nextId":27182818}"#, "27182818"),
        (r#"{"entries":[{"created_at":"s3cret"}]}"#, "s3cret"),
    ] {
        let error = body(text).await;
        let (line, chain) = (error.to_string(), Error::from(error).chain().to_string());
        assert!(line.contains(": invalid ") && !line.contains(value), "{line}");
        assert_eq!((chain.matches(": invalid ").count(), chain.matches(value).count()), (1, 1), "{chain}");
    }
}

#[tokio::test]
async fn source_of_a_decode_error_states_the_expected_type() {
    let error = response(Operation::Metrics, Response::new(206, r#"{"queueSize":[1,"2"]}"#)).await;
    assert_eq!(error.status().unwrap(), 206);
    assert_eq!(error.path(), Some("queueSize[1]"));
    let source = error.source().unwrap().to_string();
    assert!(source.starts_with("invalid type: string \"2\", expected f64"), "{source}");

    let error = response(Operation::Update, Response::new(201, r#"{"publicIncidentUpdateDate":"2024-05-01"}"#)).await;
    assert_eq!((error.status().unwrap().as_u16(), error.path()), (201, Some("publicIncidentUpdateDate")));
    assert!(error.source().unwrap().is::<serde_json::Error>());
}

#[tokio::test]
async fn decode_error_for_a_body_that_is_not_json_has_no_path() {
    for text in ["OK", "{]", "{} trailing", r#"{"length":1}{"length":2}"#, "{}\0"] {
        let error = body(text).await;
        assert_eq!((error.path(), error.excerpt()), (None, Some(text)));
        let url = error.url().unwrap();
        let (line, reason) = ("the body is not of the declared type", error.source().unwrap());
        assert_eq!(error.to_string(), format!("status_page_incidents().list: 200 OK from {url}: {line}: {reason}"));
    }
}

#[tokio::test]
async fn byte_order_mark_is_accepted_in_success_and_error_bodies() {
    let [page, error] = [r#"{"length":1}"#, r#"{"message":"m"}"#].map(|text| format!("\u{feff}{text}"));
    let server = Server::start([Response::new(200, page), Response::new(400, error), Response::new(200, "\u{feff}")]);
    let client = client(server.url());
    assert_eq!(client.status_page_incidents().list().send().await.unwrap().length, Some(1.0));
    let Error::Api(error) = Operation::Incidents.fails(&client).await else { panic!("should be an API error") };
    assert_eq!(error.message(), Some("m"));
    let empty = decode(Operation::Incidents.fails(&client).await);
    assert!(empty.to_string().ends_with(": the body is empty"), "{empty}");
}

#[tokio::test]
async fn html_and_plain_text_responses_are_decode_errors() {
    let not_json = "the body is not of the declared type: expected value at line 1 column 1";
    let other_type = "the body is not of the declared type: \
                      invalid type: string, expected struct IncidentList at line 1 column 6";
    for (content_type, text, line) in
        [("text/html", "\"text\"", other_type), ("text/plain", "Please sign in.", not_json)]
    {
        let with_type = Response::with_headers(200, &[("content-type", content_type)], text);
        let error = response(Operation::Incidents, with_type).await;
        assert!(error.to_string().ends_with(line), "{error}");
    }
}

#[tokio::test]
async fn excerpt_of_plain_text_is_the_first_64_kib_of_the_text() {
    let (notice, long) = ("Please sign in.\n".repeat(100), "a".repeat(70_000));
    for (content_type, text, length) in [
        ("text/plain", &notice, notice.len()),
        ("Text/Plain; charset=utf-8", &notice, notice.len()),
        ("text/plain", &long, 64 * 1024),
        ("application/json", &notice, 200),
    ] {
        let with_type = Response::with_headers(200, &[("content-type", content_type)], text);
        let error = response(Operation::Incidents, with_type).await;
        assert_eq!((error.path(), error.excerpt()), (None, text.get(..length)), "{content_type}");
    }
}

#[tokio::test]
async fn json_of_another_type_is_a_decode_error() {
    for operation in Operation::ALL {
        for text in ["null", "[]", r#""ok""#, "0", "true"] {
            let error = response(operation, Response::new(200, text)).await;
            assert_eq!((error.path(), error.excerpt()), (None, Some(text)));
        }
    }
}

#[tokio::test]
async fn array_in_place_of_an_object_is_a_decode_error() {
    for (operation, text, path) in [
        (Operation::Metrics, "[[],[],[]]", None),
        (Operation::Incidents, "[[],null,null]", None),
        (Operation::Update, "[null,null,null,null,null,null]", None),
        (
            Operation::Incidents,
            r#"{"entries":[{},[null,null,null,null,null,null,null,null,null]]}"#,
            Some("entries[1]"),
        ),
        (
            Operation::Incidents,
            r#"{"entries":[{"services":[[null,null,null,null,null]]}]}"#,
            Some("entries[0].services[0]"),
        ),
        (
            Operation::Incidents,
            r#"{"entries":[{"incidentUpdates":[{},[null,null,null,null,null,null]]}]}"#,
            Some("entries[0].incidentUpdates[1]"),
        ),
    ] {
        let error = response(operation, Response::new(200, text)).await;
        assert_eq!((error.path(), error.excerpt()), (path, Some(text)));
        let source = error.source().unwrap().to_string();
        assert!(source.starts_with("invalid type: sequence, expected struct "), "{source}");
    }
}

#[tokio::test]
async fn timestamp_that_is_not_rfc_3339_is_a_decode_error() {
    for time in ["2024- 5- 1T10: 00:00Z", "2024-05-01T10:00:00 Z", "2024-05-01"] {
        let text = format!(r#"{{"timestamps":["2024-05-01T10:00:00Z","{time}"]}}"#);
        let error = response(Operation::Metrics, Response::new(200, text)).await;
        assert_eq!(error.path(), Some("timestamps[1]"), "{time}");
        let text = format!(r#"{{"publicIncidentUpdateDate":"{time}"}}"#);
        let error = response(Operation::Update, Response::new(200, text)).await;
        assert_eq!(error.path(), Some("publicIncidentUpdateDate"), "{time}");
        let text = format!(r#"{{"created_at":"{}"}}"#, time.replace("2024-05-01", "2024-05- 1"));
        assert_eq!(response(Operation::Update, Response::new(200, text)).await.path(), Some("created_at"), "{time}");
    }
}

#[tokio::test]
async fn truncated_json_is_a_decode_error() {
    for (text, path) in [
        (r#"{"entries":[{"id":"a"},{"name":"b"#, Some("entries[1].name")),
        (r#"{"entries":[{"id":"a"},{"na"#, Some("entries[1]")),
        (r#"{"entries":[{"id":"a"},"#, Some("entries")),
        (r#"{"entries":[{"id":"a"}]"#, None),
        (r#"{"#, None),
    ] {
        let error = body(text).await;
        assert_eq!((error.status().unwrap().as_u16(), error.path()), (200, path), "{text}");
        assert!(error.source().unwrap().to_string().starts_with("EOF while parsing"));
    }
}

#[tokio::test]
async fn decode_error_for_an_empty_body_says_that_the_body_is_empty() {
    for (status, text) in [(200, ""), (201, ""), (202, " \r\n"), (204, "")] {
        let raw = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{text}", text.len());
        // HTTP does not allow the header `content-length` in a 204 response.
        let raw = if status == 204 { raw.replace("content-length: 0\r\n", "") } else { raw };
        let error = response(Operation::Update, Response::raw(raw)).await;
        assert_eq!(error.status().unwrap().as_u16(), status);
        assert_eq!((error.path(), error.excerpt()), (None, None));
        assert!(error.to_string().ends_with(": the body is empty; the request may have been processed"), "{error}");
    }
}

#[tokio::test]
async fn decode_error_is_short_even_if_the_wrong_value_is_long() {
    let long = "é\n".repeat(100_000);
    let text = serde_json::json!({"length": long, "later": "x"}).to_string();
    let error = body(&text).await;
    assert_eq!(error.path(), Some("length"));
    assert!(error.excerpt().unwrap().len() <= 220, "{}", error.excerpt().unwrap().len());
    assert_one_short_line(&error.source().unwrap().to_string());
    assert_one_short_line(&format!("{error:?}"));
}

#[tokio::test]
async fn invalid_utf_8_is_a_decode_error() {
    let error = response(Operation::Incidents, Response::new(200, b"{\"nextId\":\"a\xff\"}")).await;
    assert_eq!(error.path(), Some("nextId"));
    assert!(error.excerpt().unwrap().contains('\u{fffd}'));
}

#[tokio::test]
async fn response_body_over_max_response_bytes_is_a_decode_error() {
    let text = r#"{"length":1}"#;
    for response in [Response::new(200, text), Response::until_close(200, text)] {
        let server = Server::start([response.clone(), response]);
        let fits = builder(server.url()).max_response_bytes(text.len()).build().unwrap();
        Operation::Incidents.call(&fits).await.unwrap();

        let too_small = builder(server.url()).max_response_bytes(text.len() - 1).build().unwrap();
        let error = decode(Operation::Incidents.fails(&too_small).await);
        assert_eq!((error.status().unwrap().as_u16(), error.path(), error.excerpt()), (200, None, None));
        assert_eq!(
            error.to_string(),
            format!(
                "status_page_incidents().list: 200 OK from {}: \
                 the body is larger than 11 bytes, the limit set by `max_response_bytes`",
                error.url().unwrap()
            )
        );
    }
}

#[tokio::test]
async fn response_of_megabytes_is_read_without_a_content_length() {
    let next_id: String = (0..700_000).map(|number| format!("{number:06}-")).collect();
    let text = format!(r#"{{"nextId":"{next_id}"}}"#);
    for response in [Response::new(200, &text), Response::until_close(200, &text)] {
        let server = Server::start([response]);
        let page = client(server.url()).status_page_incidents().list().send().await.unwrap();
        assert!(page.next_id.as_deref() == Some(&next_id));
    }
}

#[tokio::test]
async fn announced_content_length_is_not_allocated_in_advance() {
    let piece = " ".repeat(1_000_000);
    for status in [200, 500] {
        // The response announces exabytes, but the connection is closed after a megabyte.
        let head = format!("HTTP/1.1 {status} S\r\ncontent-length: {}\r\n\r\n", i64::MAX);
        let server = Server::start([Response::raw(head + &piece)]);
        let unlimited =
            builder(server.url()).max_response_bytes(usize::MAX).max_error_bytes(usize::MAX).build().unwrap();
        let error = Operation::Incidents.fails(&unlimited).await;
        assert_eq!(matches!(error, layer::Error::Transport(_)), status == 200, "{error:?}");
    }
}
