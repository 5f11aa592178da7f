use perennial::http::StatusCode;
use perennial::serde_json::{Map, Value, json};
use perennial::service::{ErrorBody, ErrorFormat, take};

/// The error format `{"error": "Not Found", "message": "…", "attributes": {}}`. Every field may be missing.
pub struct Errors;

impl ErrorFormat for Errors {
    fn read(&self, mut body: Map<String, Value>) -> ErrorBody {
        ErrorBody::default()
            .with_error(take(&mut body, "error"))
            .with_message(take(&mut body, "message"))
            .with_attributes(take(&mut body, "attributes"))
    }

    fn write(&self, status: StatusCode, message: Option<&str>) -> Value {
        let error = status.canonical_reason().unwrap_or_default();
        json!({ "attributes": {}, "error": error, "message": message.unwrap_or("No.") })
    }
}
