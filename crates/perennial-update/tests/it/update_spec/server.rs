//! Starts servers that serve a document at `/openapi.json`.

use loopback::{Server, whole};
use serde_json::Value;

pub fn serve(document: &Value) -> Server {
    serve_text(&document.to_string())
}

/// Serves any text at `/openapi.json`, even if it is not a document.
pub fn serve_text(text: &str) -> Server {
    Server::routes([("/openapi.json", whole(200, &[], text))])
}
