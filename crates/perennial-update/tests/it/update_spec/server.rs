use loopback::{Server, whole};
use serde_json::Value;

pub fn serve(document: &Value) -> Server {
    serve_text(&document.to_string())
}

/// Serves a text at `/openapi.json`, which does not have to be a document.
pub fn serve_text(text: &str) -> Server {
    Server::routes([("/openapi.json", whole(200, &[], text))])
}
