use httpmock::MockServer;
use monitoring_service::Operation;
use monitoring_service::mock::{MockOperation, Response};
use monitoring_service::reqwest::StatusCode;
use perennial::__private::v1::Signature;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::support::{api, client, operations_here, request};

/// Creates a mock as generated code does for an operation.
fn mock<'a>(server: &'a MockServer, operation: &'static Operation) -> MockOperation<'a, ()> {
    MockOperation::new(server, Signature { operation, inputs: &[] }, |inputs| inputs)
}

#[tokio::test]
async fn mock_error_bodies_equal_the_documented_error_bodies() {
    let bad_token = r#"{"attributes":{},"error":"Unauthorized","message":"Bad Token","statusCode":401}"#;
    let bodies = [
        (Response::unauthorized(), bad_token),
        (Response::error(StatusCode::UNAUTHORIZED, "Bad Token"), bad_token),
        (Response::forbidden(), r#"{"error":"Forbidden","message":"Forbidden","statusCode":403}"#),
        (Response::not_found(), r#"{"error":"Not Found","message":"Not Found","statusCode":404}"#),
        (
            Response::too_many_requests(),
            r#"{"attributes":{},"error":"Too Many Requests","message":"Too Many Requests","statusCode":429}"#,
        ),
        (
            Response::error(StatusCode::CONFLICT, "It is closed"),
            r#"{"error":"Conflict","message":"It is closed","statusCode":409}"#,
        ),
    ];
    for operation in operations_here() {
        let server = MockServer::start_async().await;
        let mock = mock(&server, operation).respond_in_turn(bodies.iter().map(|(response, _)| response.clone()));
        let client = client(&server.base_url());
        for (_, body) in &bodies {
            let error = api(request(&client, operation).send::<IgnoredAny>().await.unwrap_err());
            let [sent, expected] = [error.body(), body].map(|text| serde_json::from_str::<Value>(text).unwrap());
            assert_eq!(sent, expected, "{operation}");
        }
        mock.assert_calls(bodies.len());
    }
}
