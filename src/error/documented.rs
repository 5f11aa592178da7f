//! The errors of the service as it writes them, for tests.

use reqwest::StatusCode;
use serde_json::json;

/// The JSON of an error: 401 and 429 have attributes.
pub(crate) fn body(status: StatusCode, message: &str) -> String {
    let mut body = json!({
        "statusCode": status.as_u16(),
        "error": status.canonical_reason().unwrap_or_default(),
        "message": message,
    });
    if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::TOO_MANY_REQUESTS) {
        body["attributes"] = json!({});
    }
    body.to_string()
}

/// The message that a status comes with.
pub(crate) fn message(status: StatusCode) -> &'static str {
    match status {
        StatusCode::UNAUTHORIZED => "Bad Token",
        other => other.canonical_reason().unwrap_or_default(),
    }
}
