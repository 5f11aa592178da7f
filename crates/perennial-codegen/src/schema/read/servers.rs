//! The server of an operation that declares another one than the document as a whole.
//!
//! Of several servers the first is used, with the defaults of its variables.

use serde_json::Value;

use super::Reader;
use crate::document::json::{entries, text};

impl Reader<'_> {
    /// The server that an operation on the path `item` is called at, if that is not the document's.
    pub fn server(&self, item: &Value, operation: &Value) -> Option<String> {
        let servers = operation.get("servers").or_else(|| item.get("servers"));
        let url = servers.and_then(first_url);
        url.filter(|url| Some(url) != self.root.get("servers").and_then(first_url).as_ref())
    }
}

fn first_url(servers: &Value) -> Option<String> {
    let server = servers.as_array()?.first()?;
    let mut url = server.get("url")?.as_str()?.to_owned();
    for (name, variable) in entries(server, "variables") {
        url = url.replace(&format!("{{{name}}}"), text(variable, "default"));
    }
    Some(url)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::tests::read;

    /// The server of the operation, where the document, the path and the operation declare these.
    fn server(of_document: Value, of_path: Value, of_operation: Value) -> Option<String> {
        let mut operation = json!({ "operationId": "x", "servers": of_operation });
        if operation["servers"].is_null() {
            operation = json!({ "operationId": "x" });
        }
        let root = json!({ "servers": of_document, "paths": { "/a": { "servers": of_path, "get": operation } } });
        read(root).0.operations.remove(0).server
    }

    #[test]
    fn the_server_of_an_operation_wins_over_those_of_its_path_and_document() {
        let list = |url: &str| json!([{ "url": url }, { "url": "https://second" }]);
        let kept = |url: &str| Some(url.to_owned());
        assert_eq!(server(list("https://a"), Value::Null, list("https://b")), kept("https://b"));
        assert_eq!(server(list("https://a"), list("https://c"), Value::Null), kept("https://c"));
        assert_eq!(server(Value::Null, list("https://c"), list("https://b")), kept("https://b"));
    }

    #[test]
    fn the_server_of_the_document_is_the_base_url() {
        let list = json!([{ "url": "https://a" }]);
        assert_eq!(server(list.clone(), Value::Null, list.clone()), None);
        assert_eq!(server(list, Value::Null, json!([])), None);
        assert_eq!(server(json!("x"), json!([{}]), Value::Null), None);
    }

    #[test]
    fn variables_have_their_defaults() {
        let server_with_variables =
            json!([{ "url": "https://{region}.b/{v}", "variables": { "region": { "default": "eu" }, "v": {} } }]);
        assert_eq!(server(Value::Null, Value::Null, server_with_variables), Some("https://eu.b/".to_owned()));
    }
}
