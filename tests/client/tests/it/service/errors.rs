use loopback::{Response, Server};
use monitoring_service::error::{ApiErrorKind, Call};
use monitoring_service::http::Method;
use monitoring_service::reqwest::StatusCode;
use monitoring_service::{ApiError, operations};
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::support::{api, call, client, operations_here, request};

async fn error_of_response(status: u16, body: &str) -> ApiError {
    let server = Server::start([Response::new(status, body)]);
    api(call(&client(server.url())).await.unwrap_err())
}

#[tokio::test]
async fn documented_error_body_is_parsed_completely() {
    for (status, kind, error, message, attributes) in [
        (401, ApiErrorKind::Unauthorized, "Unauthorized", "Bad Token", Some(json!({ "error": "Bad Token" }))),
        (403, ApiErrorKind::Forbidden, "Forbidden", "Forbidden", None),
        (404, ApiErrorKind::NotFound, "Not Found", "No such incident", None),
        (
            429,
            ApiErrorKind::TooManyRequests,
            "Too Many Requests",
            "Too Many Requests",
            Some(json!({ "limit": { "per": "day" } })),
        ),
    ] {
        let mut body = json!({ "statusCode": status, "error": error, "message": message });
        if let Some(attributes) = &attributes {
            body["attributes"] = attributes.clone();
        }
        let read = error_of_response(status, &body.to_string()).await;
        assert_eq!((read.status().as_u16(), read.kind()), (status, kind));
        assert_eq!((read.error(), read.message()), (error, Some(message)));
        assert_eq!(read.attributes(), attributes.as_ref().and_then(|attributes| attributes.as_object()));
        assert_eq!(read.body(), body.to_string());
    }
}

#[tokio::test]
async fn malformed_error_field_does_not_affect_the_other_error_fields() {
    let none = (None, None, None);
    for (body, (error, message, attributes)) in [
        (r#"{"error":7,"message":"m","attributes":{"a":1}}"#, (None, Some("m"), Some(json!({ "a": 1 })))),
        (r#"{"error":"e","message":{},"attributes":{"a":1}}"#, (Some("e"), None, Some(json!({ "a": 1 })))),
        (r#"{"error":"e","message":"m","attributes":[]}"#, (Some("e"), Some("m"), None)),
        (r#"{"statusCode":"4","error":"e","message":"m"}"#, (Some("e"), Some("m"), None)),
        // Nested error objects are ignored, and so are fields with other names.
        (r#"{"error":{"message":"m","code":"c"},"title":"t","detail":"d"}"#, none.clone()),
        ("<html>", none.clone()),
        ("[]", none),
    ] {
        let read = error_of_response(403, body).await;
        assert_eq!((read.error(), read.message()), (error.unwrap_or("Forbidden"), message), "{body}");
        assert_eq!(read.attributes(), attributes.as_ref().and_then(|attributes| attributes.as_object()), "{body}");
    }
}

/// The error responses that the service documents: each status, and its body.
const DOCUMENTED: [(u16, &str); 5] = [
    (401, r#"{"attributes":{},"error":"Unauthorized","message":"Bad Token","statusCode":401}"#),
    (403, r#"{"error":"Forbidden","message":"Forbidden","statusCode":403}"#),
    (404, r#"{"error":"Not Found","message":"Not Found","statusCode":404}"#),
    (429, r#"{"attributes":{},"error":"Too Many Requests","message":"Too Many Requests","statusCode":429}"#),
    (503, r#"{"error":"Service Unavailable","message":"Service Unavailable","statusCode":503}"#),
];

#[track_caller]
fn assert_same(made: &ApiError, real: &ApiError) {
    assert_eq!((made.to_string(), format!("{made:#?}")), (real.to_string(), format!("{real:#?}")));
    let texts = |error: &ApiError| (error.error().to_owned(), error.message().map(str::to_owned));
    assert_eq!(texts(made), texts(real));
    assert_eq!(made.attributes(), real.attributes());
    let body = |error: &ApiError| serde_json::from_str::<Value>(error.body()).unwrap();
    assert_eq!(body(made), body(real));
}

#[tokio::test]
async fn api_error_created_for_an_operation_equals_a_received_api_error() {
    for (status, body) in DOCUMENTED {
        for operation in operations_here() {
            let server = Server::start([Response::new(status, body)]);
            let client = client(server.url());
            let request = || request(&client, operation);
            let call = Call::from(&request());
            let real = api(request().send::<IgnoredAny>().await.unwrap_err());
            assert_same(&ApiError::new(call.at(real.url()), StatusCode::from_u16(status).unwrap()), &real);
        }
    }
}

#[tokio::test]
async fn api_error_created_for_an_undeclared_call_equals_a_received_error() {
    for (status, body) in DOCUMENTED {
        let server = Server::start([Response::new(status, body)]);
        let client = client(server.url());
        let real = api(call(&client).await.unwrap_err());
        let call = Call::from(&client.request(Method::GET, "/v1/things")).at(real.url());
        assert_same(&ApiError::new(call, StatusCode::from_u16(status).unwrap()), &real);
    }
}

#[test]
fn api_error_created_for_an_operation_has_the_message_of_the_service() {
    for operation in operations() {
        let error = ApiError::new(operation, StatusCode::UNAUTHORIZED);
        assert_eq!((error.error(), error.message()), ("Unauthorized", Some("Bad Token")));
        assert_eq!(error.attributes(), json!({}).as_object());
        let error = error.with_body(r#"{"statusCode":401,"message":"Expired","attributes":{"a":1}}"#);
        assert_eq!((error.error(), error.message()), ("Unauthorized", Some("Expired")));
        assert_eq!(error.attributes(), json!({ "a": 1 }).as_object());
    }
}
