//! Tests that an update writes nothing if the new document does not differ in a relevant way.

use serde_json::{Value, json};

use crate::update_spec::{
    server::serve_text,
    workspace::{Workspace, document},
};

/// Returns a document that contains a timestamp in a default and in an example.
fn document_with_timestamp(timestamp: &str) -> Value {
    let mut document = document(&["a"]);
    document["paths"]["/a"]["get"]["parameters"] = json!([{
        "name": "from", "in": "query",
        "schema": { "type": "string", "format": "date-time", "default": timestamp, "example": { "at": [timestamp] } },
    }]);
    document
}

fn assert_unchanged(vendored: &str, served: &str) {
    let workspace = Workspace::with_text(vendored).with_public_api();
    for arguments in [&["--check"][..], &[]] {
        let done = workspace.update_from(&serve_text(served), arguments).succeeded();
        assert!(done.stdout.contains("nothing to do"), "{}", done.stdout);
        assert_eq!(workspace.read_document(), vendored);
    }
}

#[test]
fn update_ignores_white_space_key_order_and_timestamps() {
    let text = |names: &[&str]| document(names).to_string();
    let formatted = serde_json::to_string_pretty(&document(&["a", "b"])).expect("should be JSON");
    assert_unchanged(&text(&["a", "b"]), &formatted);
    assert_unchanged(&text(&["a", "b"]), &text(&["b", "a"]));
    assert_unchanged(
        &document_with_timestamp("2025-08-10T17:25:40.609Z").to_string(),
        &document_with_timestamp("2025-12-01T02:49:44.394Z").to_string(),
    );
}
