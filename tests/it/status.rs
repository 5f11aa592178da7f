//! Statuses that are neither success nor failure.

use crate::support::{Operation, client, unexpected};
use crate::wire::{Answer, Wire};

#[tokio::test]
async fn a_redirect_is_not_followed() {
    for operation in Operation::ALL {
        for (status, reason) in [
            (301, "Moved Permanently"),
            (302, "Found"),
            (303, "See Other"),
            (307, "Temporary Redirect"),
            (308, "Permanent Redirect"),
        ] {
            let elsewhere = Wire::json("{}").await;
            let location = format!("{}/v1/elsewhere", elsewhere.url());
            let wire = Wire::start([Answer::with_headers(status, &[("location", &location)], "moved")]).await;
            let error = operation.fails(&client(wire.url())).await;
            assert_eq!(elsewhere.received(), []);
            assert_eq!(wire.received().len(), 1);
            assert_eq!((error.operation_id(), error.is_retryable()), (Some(operation.id()), false));
            assert_eq!(
                error.to_string(),
                format!("{}: {status} {reason}: a redirect, which is not followed", operation.id())
            );
            let error = unexpected(error);
            assert_eq!((error.status().as_u16(), error.attempts()), (status, 1));
            assert_eq!(error.headers()["location"], location);
            assert_eq!((error.body(), error.is_body_truncated()), ("moved", false));
        }
    }
}

#[tokio::test]
async fn a_redirect_to_the_same_server_is_not_followed_either() {
    let redirect = Answer::with_headers(302, &[("location", "/v1/elsewhere")], "");
    let wire = Wire::start([redirect, Answer::new(200, "{}")]).await;
    unexpected(Operation::Incidents.fails(&client(wire.url())).await);
    assert_eq!(wire.received().len(), 1);
}

#[tokio::test]
async fn other_3xx_and_what_is_no_status_of_http_are_unexpected() {
    for status in [300, 304, 305, 600, 999] {
        let wire = Wire::start([Answer::new(status, "")]).await;
        let error = unexpected(Operation::Metrics.fails(&client(wire.url())).await);
        assert_eq!(error.status().as_u16(), status);
    }
}

#[tokio::test]
async fn an_answer_that_switches_protocols_is_unexpected() {
    let switch = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n";
    let wire = Wire::start([Answer::raw(switch)]).await;
    let error = Operation::Incidents.fails(&client(wire.url())).await;
    assert_eq!(error.status().unwrap(), 101);
    assert_eq!(
        unexpected(error).to_string(),
        "getV1StatuspagesIncidents: 101 Switching Protocols: a status that the operation does not declare"
    );
}

#[tokio::test]
async fn an_interim_answer_is_not_the_answer() {
    for interim in ["100 Continue", "102 Processing", "103 Early Hints"] {
        let raw = format!("HTTP/1.1 {interim}\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{{}}");
        let wire = Wire::start([Answer::raw(raw)]).await;
        Operation::Update.call(&client(wire.url())).await.unwrap();
        assert_eq!(wire.received().len(), 1);
    }
}
