use perennial::service::{ErrorBody, ErrorFormat, take};
use reqwest::StatusCode;
use serde_json::{Map, Value, json};

/// The error format `{"statusCode": 401, "error": "Unauthorized", "message": "Bad Token", "attributes": {}}`. Only errors
/// with status 401 or 429 contain `attributes`.
pub struct Errors;

impl ErrorFormat for Errors {
    // Each field is read separately, so that an unexpected type in one field does not lose the others.
    fn read(&self, mut body: Map<String, Value>) -> ErrorBody {
        ErrorBody::default()
            .with_error(take(&mut body, "error"))
            .with_message(take(&mut body, "message"))
            .with_attributes(take(&mut body, "attributes"))
    }

    // Called by mocks, and for errors that a test creates.
    fn write(&self, status: StatusCode, message: Option<&str>) -> Value {
        let reason = status.canonical_reason().unwrap_or_default();
        let usual = if status == StatusCode::UNAUTHORIZED { "Bad Token" } else { reason };
        let message = message.unwrap_or(usual);
        let mut body = json!({ "statusCode": status.as_u16(), "error": reason, "message": message });
        if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::TOO_MANY_REQUESTS) {
            body["attributes"] = json!({});
        }
        body
    }
}
