//! How the service describes an error.

use perennial::service::{ErrorBody, ErrorFormat, take};
use reqwest::StatusCode;
use serde_json::{Map, Value, json};

/// `{"statusCode": 401, "error": "Unauthorized", "message": "Bad Token", "attributes": {}}`; `attributes` come with 401
/// and 429.
pub struct Errors;

impl ErrorFormat for Errors {
    // Field by field: an unexpected type in one must not lose the others.
    fn read(&self, mut body: Map<String, Value>) -> ErrorBody {
        ErrorBody::default()
            .with_error(take(&mut body, "error"))
            .with_message(take(&mut body, "message"))
            .with_attributes(take(&mut body, "attributes"))
    }

    // For mocks, and for errors that a test makes by hand.
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
