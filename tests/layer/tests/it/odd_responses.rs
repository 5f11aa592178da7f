//! Tests of error responses that the document does not declare.

use layer::ApiError;
use layer::error::ApiErrorKind;
use loopback::{Response, Server};

use crate::support::{Operation, api, assert_one_short_line, builder, client, doubt};

async fn response(operation: Operation, response: Response) -> ApiError {
    let server = Server::start([response]);
    let error = api(operation.fails(&client(server.url())).await);
    assert_eq!(server.received().len(), 1);
    assert_one_short_line(&error.to_string());
    assert_one_short_line(&format!("{error:?}"));
    error
}

async fn body(status: u16, body: impl AsRef<[u8]>) -> ApiError {
    response(Operation::Incidents, Response::new(status, body)).await
}

#[tokio::test]
async fn undeclared_error_status_is_an_api_error() {
    for operation in Operation::ALL {
        for (status, error) in [
            (400, "Bad Request"),
            (402, "Payment Required"),
            (405, "Method Not Allowed"),
            (409, "Conflict"),
            (418, "I'm a teapot"),
            (422, "Unprocessable Entity"),
            (500, "Internal Server Error"),
            (501, "Not Implemented"),
            (502, "Bad Gateway"),
            (503, "Service Unavailable"),
            (504, "Gateway Timeout"),
        ] {
            let body = format!(r#"{{"statusCode":{status},"error":"{error}","message":"m","attributes":{{"a":1}}}}"#);
            let read = response(operation, Response::new(status, body)).await;
            assert_eq!((read.status().as_u16(), read.kind()), (status, ApiErrorKind::Other));
            assert_eq!((read.error(), read.message()), (error, Some("m")));
            assert_eq!(read.attributes().unwrap()["a"], 1);
            let doubt = if read.status().is_server_error() { doubt(operation) } else { "" };
            let line = format!("{}: {status} {error} from {}: m{doubt}", operation.name(), read.url());
            assert_eq!(read.to_string(), line);
        }
    }
}

#[tokio::test]
async fn undeclared_404_has_the_kind_not_found() {
    let error = response(Operation::Metrics, Response::new(404, r#"{"message":"no such location"}"#)).await;
    assert_eq!(error.kind(), ApiErrorKind::NotFound);
    assert_eq!(
        error.to_string(),
        format!("private_locations().metrics: 404 Not Found from {}: no such location", error.url())
    );
}

#[tokio::test]
async fn api_error_shows_the_number_of_a_status_without_a_name() {
    let error = body(499, "").await;
    assert_eq!((error.error(), error.message()), ("", None));
    assert_eq!(error.to_string(), format!("status_page_incidents().list: 499 from {}", error.url()));
}

#[tokio::test]
async fn api_error_retains_the_text_of_a_body_that_is_not_an_object() {
    for text in [
        "<!DOCTYPE html>\n<html><body><h1>502 Bad Gateway</h1></body></html>",
        "",
        " \n",
        r#"{"statusCode":502,"error":"Bad Gat"#,
        r#"{"message":"m"} and more"#,
        r#"["error","message"]"#,
        r#""Bad Gateway""#,
        "null",
        "502",
        "upstream connect error",
    ] {
        let error = body(502, text).await;
        assert_eq!(error.status(), 502);
        assert_eq!((error.error(), error.message(), error.attributes()), ("Bad Gateway", None, None), "{text}");
        assert_eq!((error.body(), error.is_body_truncated()), (text, false));
        assert_eq!(error.to_string(), format!("status_page_incidents().list: 502 Bad Gateway from {}", error.url()));
    }
}

#[tokio::test]
async fn malformed_error_field_does_not_affect_the_other_error_fields() {
    let error = body(403, r#"{"statusCode":"403","error":["x"],"message":"m","attributes":{"a":null}}"#).await;
    assert_eq!((error.error(), error.message()), ("Forbidden", Some("m")));
    assert!(error.attributes().unwrap()["a"].is_null());

    let error = body(403, r#"{"error":"Nope","message":{"text":"m"},"attributes":"none","more":[]}"#).await;
    assert_eq!((error.error(), error.message(), error.attributes()), ("Nope", None, None));
    assert_eq!(error.to_string(), format!("status_page_incidents().list: 403 Nope from {}", error.url()));
}

#[tokio::test]
async fn status_line_takes_precedence_over_the_status_in_the_error_body() {
    let error = body(403, r#"{"statusCode":401,"error":"Unauthorized","message":"m"}"#).await;
    assert_eq!((error.status().as_u16(), error.kind()), (403, ApiErrorKind::Forbidden));
    assert_eq!(error.error(), "Unauthorized");
}

#[tokio::test]
async fn invalid_utf_8_in_an_error_body_is_replaced() {
    let error = body(500, b"a\xffb\xc3").await;
    assert_eq!((error.status().as_u16(), error.body()), (500, "a\u{fffd}b\u{fffd}"));
}

#[tokio::test]
async fn deeply_nested_json_error_body_is_retained_as_text() {
    let deep = "[".repeat(20_000);
    let error = body(500, format!(r#"{{"message":"m","attributes":{deep}"#)).await;
    assert_eq!((error.status().as_u16(), error.message(), error.body().len()), (500, None, 20_028));
}

#[tokio::test]
async fn error_body_is_truncated_at_64_kib_by_default() {
    let huge = "x".repeat(1_000_000);
    let error = body(500, &huge).await;
    assert_eq!((error.status().as_u16(), error.body().len(), error.is_body_truncated()), (500, 64 * 1024, true));
}

#[tokio::test]
async fn max_error_bytes_truncates_error_bodies() {
    for (limit, text, truncated) in [(4, "body", false), (3, "bod", true), (0, "", true)] {
        let server = Server::start([Response::new(500, "body")]);
        let client = builder(server.url()).max_error_bytes(limit).build().unwrap();
        let error = api(Operation::Update.fails(&client).await);
        assert_eq!((error.body(), error.is_body_truncated()), (text, truncated));
    }
}

#[tokio::test]
async fn api_error_retains_the_received_part_of_a_truncated_body() {
    let error = response(Operation::Metrics, Response::cut_short(401, r#"{"message":"m"}"#)).await;
    assert_eq!((error.status().as_u16(), error.message()), (401, Some("m")));
    assert_eq!((error.body(), error.is_body_truncated()), (r#"{"message":"m"}"#, true));
}

#[tokio::test]
async fn api_error_message_contains_no_line_breaks() {
    let message = "a\\r\\nb\\u001b[31m\\u0000\\u0085\\u2028\\u202ec\\u061c\\u200b\\ufeff";
    let error = body(400, format!(r#"{{"error":"x\ny","message":"{message}"}}"#)).await;
    assert_eq!(error.message(), Some("a\r\nb\u{1b}[31m\0\u{85}\u{2028}\u{202e}c\u{61c}\u{200b}\u{feff}"));
    let line = error.to_string();
    let line = line.replace(&format!(" from {}", error.url()), "");
    let shown = r"x\ny: a\r\nb\u{1b}[31m\u{0}\u{85}\u{2028}\u{202e}c\u{61c}\u{200b}\u{feff}";
    assert!(line.contains(shown), "{line}");
}

#[tokio::test]
async fn display_of_an_api_error_shortens_a_long_message() {
    let long = "é".repeat(5_000);
    let error = body(400, format!(r#"{{"error":"{long}","message":"m{long}"}}"#)).await;
    assert_eq!(error.message().map(str::len), Some(10_001));
    assert_eq!(error.error(), long);
}
