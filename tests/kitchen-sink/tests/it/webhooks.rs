//! Tests that the bodies of requests that the service itself sends can be decoded with `serde_json` and the generated
//! types.

use kitchen_sink::types::{OnReadBody, ThingMadeBody};
use serde_json::json;

#[test]
fn webhook_and_callback_bodies_have_types() {
    let body = json!({ "id": 7, "at": "2024-05-01T10:00:00Z", "kind": "made", "new": [1] });
    let made: ThingMadeBody = serde_json::from_slice(body.to_string().as_bytes()).unwrap();
    assert_eq!(made.at.unwrap().to_rfc3339(), "2024-05-01T10:00:00+00:00");
    assert_eq!(serde_json::to_value(&made).unwrap(), body);
    let read: OnReadBody = serde_json::from_str(r#"{"pages":3}"#).unwrap();
    assert_eq!(read.pages, Some(3));
}
