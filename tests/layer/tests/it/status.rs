//! Tests of statuses that are neither success nor error.

use loopback::{Response, Server};

use crate::support::{KEY, Operation, client, doubt, unexpected};

#[tokio::test]
async fn redirect_is_an_unexpected_status_and_is_not_followed() {
    for operation in Operation::ALL {
        for (status, reason) in [
            (301, "Moved Permanently"),
            (302, "Found"),
            (303, "See Other"),
            (307, "Temporary Redirect"),
            (308, "Permanent Redirect"),
        ] {
            let elsewhere = Server::json("{}");
            let location = format!("{}/v1/elsewhere", elsewhere.url());
            let server = Server::start([Response::with_headers(status, &[("location", &location)], "moved")]);
            let error = operation.fails(&client(server.url())).await;
            assert_eq!(elsewhere.received(), []);
            assert_eq!(server.received().len(), 1);
            assert_eq!((error.operation_id(), error.is_retryable()), (Some(operation.id()), false));
            assert_eq!(
                error.to_string(),
                format!(
                    "{}: {status} {reason} from {}: a redirect, which the client does not follow{}",
                    operation.name(),
                    error.url().unwrap(),
                    doubt(operation)
                )
            );
            let error = unexpected(error);
            assert_eq!((error.status().as_u16(), error.attempts()), (status, 1));
            assert_eq!(error.headers()["location"], location);
            assert_eq!((error.body(), error.is_body_truncated()), ("moved", false));
        }
    }
}

#[tokio::test]
async fn statuses_300_304_305_and_600_are_unexpected_statuses() {
    for status in [300, 304, 305, 600, 999] {
        let server = Server::start([Response::new(status, "")]);
        let error = unexpected(Operation::Metrics.fails(&client(server.url())).await);
        assert_eq!(error.status().as_u16(), status);
        let end = if [300, 305].contains(&status) {
            "a redirect, which the client does not follow"
        } else {
            "a status that the operation does not declare"
        };
        assert!(error.to_string().ends_with(&format!(" from {}: {end}", error.url())), "{error}");
    }
}

#[tokio::test]
async fn error_for_an_html_response_quotes_its_beginning() {
    let login = "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>private</body></html>";
    for (content_type, text, line) in [
        (
            "text/html; charset=utf-8",
            login,
            r"a web page (text/html; charset=utf-8), which the operation does not declare: <!DOCTYPE html>\n<html><head><title>Sign in</title></head><bo…",
        ),
        (
            "application/json",
            "\u{feff} <html>",
            "a web page (application/json), which the operation does not declare: <html>",
        ),
        ("text/htmlü", "<p>ü</p>", "a web page, which the operation does not declare: <p>ü</p>"),
        ("", "\n<p>", "a web page, which the operation does not declare: <p>"),
        ("Text/HTML", "Sign in.", "a web page (Text/HTML), which the operation does not declare: Sign in."),
        ("application/xml", "<Error/>", "XML (application/xml), which the operation does not declare: <Error/>"),
    ] {
        let content_type = format!("content-type: {content_type}\r\n").replace("content-type: \r\n", "");
        let head = format!("HTTP/1.1 200 OK\r\n{content_type}content-length: {}\r\n\r\n", text.len());
        for operation in [Operation::Incidents, Operation::Update] {
            let server = Server::start([Response::raw(format!("{head}{text}"))]);
            let error = operation.fails(&client(server.url())).await;
            assert_eq!((error.error_type(), error.is_retryable()), ("web_page", false));
            assert_eq!(error.may_have_been_processed(), operation == Operation::Update);
            let error = unexpected(error);
            assert_eq!((error.status().as_u16(), error.body()), (200, text));
            let end = format!("200 OK from {}: the body is {line}{}", error.url(), doubt(operation));
            assert!(error.to_string().ends_with(&end), "{error}\n{end}");
            assert!(!format!("{error} {error:?} {error:#?}").contains("private"));
        }
    }
}

#[tokio::test]
async fn error_for_an_html_response_redacts_the_api_key() {
    let server = Server::start([Response::new(200, format!("<html>{KEY}</html>"))]);
    let error = Operation::Incidents.fails(&client(server.url())).await;
    assert!(error.to_string().contains(&format!("<html>{}</html>", "*".repeat(KEY.len()))), "{error}");
}
