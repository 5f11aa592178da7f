use std::time::Duration;

use layer::ApiError;
use layer::error::ApiErrorKind;
use loopback::{Response, Server};
use serde_json::json;

use crate::support::{Operation, api, assert_one_short_line, client};

const UNAUTHORIZED: &str =
    r#"{"statusCode":401,"error":"Unauthorized","message":"Bad Token","attributes":{"error":"Bad Token"}}"#;
const FORBIDDEN: &str = r#"{"statusCode":403,"error":"Forbidden","message":"Forbidden"}"#;
const NOT_FOUND: &str = r#"{"statusCode":404,"error":"Not Found","message":"Not Found"}"#;
const TOO_MANY: &str = r#"{"statusCode":429,"error":"Too Many Requests","message":"Too Many Requests","attributes":{"limit":{"per":"day"}}}"#;

/// Returns the error of a call to `operation` that receives `response`. Checks that the call is not retried.
async fn response(operation: Operation, response: Response) -> ApiError {
    let server = Server::start([response]);
    let error = operation.fails(&client(server.url())).await;
    assert_eq!(server.received().len(), 1);
    assert_eq!(error.operation_id(), Some(operation.id()));
    let line = error.to_string();
    assert_one_short_line(&line);
    let status = error.status();
    let error = api(error);
    assert_eq!(line, error.to_string());
    assert_eq!(status, Some(error.status()));
    assert_eq!((error.operation_id(), error.attempts()), (operation.id(), 1));
    error
}

#[tokio::test]
async fn status_401_is_an_unauthorized_api_error() {
    for operation in Operation::ALL {
        let error = response(operation, Response::new(401, UNAUTHORIZED)).await;
        assert_eq!((error.status().as_u16(), error.kind()), (401, ApiErrorKind::Unauthorized));
        assert_eq!((error.error(), error.message()), ("Unauthorized", Some("Bad Token")));
        assert_eq!(error.attributes(), json!({"error": "Bad Token"}).as_object());
        assert_eq!((error.body(), error.is_body_truncated()), (UNAUTHORIZED, false));
        assert_eq!(error.retry_after(), None);
        assert_eq!(
            error.to_string(),
            format!("{}: 401 Unauthorized from {}: Bad Token", operation.name(), error.url())
        );
    }
}

#[tokio::test]
async fn status_403_is_a_forbidden_api_error() {
    for operation in Operation::ALL {
        let error = response(operation, Response::new(403, FORBIDDEN)).await;
        assert_eq!((error.status().as_u16(), error.kind()), (403, ApiErrorKind::Forbidden));
        assert_eq!((error.error(), error.message()), ("Forbidden", Some("Forbidden")));
        assert_eq!((error.attributes(), error.retry_after()), (None, None));
        assert_eq!((error.body(), error.is_body_truncated()), (FORBIDDEN, false));
        assert_eq!(error.to_string(), format!("{}: 403 Forbidden from {}", operation.name(), error.url()));
    }
}

#[tokio::test]
async fn status_404_is_a_not_found_api_error() {
    for operation in Operation::ALL {
        let error = response(operation, Response::new(404, NOT_FOUND)).await;
        assert_eq!((error.status().as_u16(), error.kind()), (404, ApiErrorKind::NotFound));
        assert_eq!((error.error(), error.message()), ("Not Found", Some("Not Found")));
        assert_eq!((error.attributes(), error.retry_after()), (None, None));
        assert_eq!((error.body(), error.is_body_truncated()), (NOT_FOUND, false));
        assert_eq!(error.to_string(), format!("{}: 404 Not Found from {}", operation.name(), error.url()));
    }
}

#[tokio::test]
async fn status_429_is_a_too_many_requests_api_error() {
    for operation in Operation::ALL {
        let limited = Response::with_headers(429, &[("retry-after", "7"), ("x-request-id", "r-1")], TOO_MANY);
        let error = response(operation, limited).await;
        assert_eq!((error.status().as_u16(), error.kind()), (429, ApiErrorKind::TooManyRequests));
        assert_eq!((error.error(), error.message()), ("Too Many Requests", Some("Too Many Requests")));
        assert_eq!(error.attributes(), json!({"limit": {"per": "day"}}).as_object());
        assert_eq!((error.body(), error.is_body_truncated()), (TOO_MANY, false));
        assert_eq!(error.retry_after(), Some(Duration::from_secs(7)));
        assert_eq!((error.headers()["x-request-id"].as_bytes(), error.request_id()), (&b"r-1"[..], Some("r-1")));
        assert_eq!(
            error.to_string(),
            format!(
                "{}: 429 Too Many Requests from {}; retry after 7 s (x-request-id: r-1)",
                operation.name(),
                error.url()
            )
        );
    }
}
