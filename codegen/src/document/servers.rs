//! The server of an operation that declares another one than the document as a whole.
//!
//! Of several servers the first is used, with the defaults of its variables.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{schema::text, spec::Spec};

/// Leaves each operation one server, or none if it is called at that of the document.
pub fn apply(spec: &mut Spec) {
    let of_document = spec.root.get("servers").and_then(first_url);
    let paths = spec.root.get("paths").and_then(Value::as_object).into_iter().flatten();
    let of_paths: HashMap<String, Value> =
        paths.filter_map(|(path, item)| Some((path.clone(), item.get("servers")?.clone()))).collect();
    spec.each_operation(|place, operation, _| {
        let declared = operation.remove("servers").or_else(|| of_paths.get(&place.path).cloned());
        let url = declared.as_ref().and_then(first_url).filter(|url| Some(url) != of_document.as_ref());
        if let Some(url) = url {
            operation.insert("servers".into(), json!([{ "url": url }]));
        }
    });
}

fn first_url(servers: &Value) -> Option<String> {
    let server = servers.as_array()?.first()?.as_object()?;
    let mut url = server.get("url")?.as_str()?.to_owned();
    for (name, variable) in server.get("variables").and_then(Value::as_object).into_iter().flatten() {
        url = url.replace(&format!("{{{name}}}"), text(variable, "default"));
    }
    Some(url)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::only;

    /// The servers of the operation, where the document, the path and the operation declare these.
    fn servers(of_document: Value, of_path: Value, of_operation: Value) -> Option<Value> {
        let operation: serde_json::Map<String, Value> =
            [("servers".to_owned(), of_operation)].into_iter().filter(|(_, servers)| !servers.is_null()).collect();
        let root = json!({ "servers": of_document, "paths": { "/a": { "servers": of_path, "get": operation } } });
        only(apply, root).root["paths"]["/a"]["get"].get("servers").cloned()
    }

    #[test]
    fn the_server_of_an_operation_wins_over_those_of_its_path_and_document() {
        let list = |url: &str| json!([{ "url": url }, { "url": "https://second" }]);
        let kept = |url: &str| Some(json!([{ "url": url }]));
        assert_eq!(servers(list("https://a"), Value::Null, list("https://b")), kept("https://b"));
        assert_eq!(servers(list("https://a"), list("https://c"), Value::Null), kept("https://c"));
        assert_eq!(servers(Value::Null, list("https://c"), list("https://b")), kept("https://b"));
    }

    #[test]
    fn the_server_of_the_document_is_the_base_url() {
        let list = json!([{ "url": "https://a" }]);
        assert_eq!(servers(list.clone(), Value::Null, list.clone()), None);
        assert_eq!(servers(list, Value::Null, json!([])), None);
        assert_eq!(servers(json!("x"), json!([{}]), Value::Null), None);
    }

    #[test]
    fn variables_have_their_defaults() {
        let server =
            json!([{ "url": "https://{region}.b/{v}", "variables": { "region": { "default": "eu" }, "v": {} } }]);
        assert_eq!(servers(Value::Null, Value::Null, server), Some(json!([{ "url": "https://eu.b/" }])));
    }
}
