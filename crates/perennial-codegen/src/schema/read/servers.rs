//! The servers of a document, and that of an operation which declares another one than the document as a whole.
//!
//! Of several servers of an operation the first is used, with the defaults of its variables.

use indexmap::IndexMap;
use serde_json::Value;

use super::Reader;
use crate::{
    document::json::{array, entries, optional_text, text},
    schema::{Server, ServerVariable},
};

impl Reader<'_> {
    /// The server that an operation on the path `item` is called at, if that is not the document's.
    pub fn server(&self, item: &Value, operation: &Value) -> Option<String> {
        let servers = operation.get("servers").or_else(|| item.get("servers"));
        let url = servers.and_then(first_url);
        url.filter(|url| Some(url) != self.root.get("servers").and_then(first_url).as_ref())
    }
}

fn first_url(servers: &Value) -> Option<String> {
    filled(servers.as_array()?.first()?)
}

/// The URL of a server, with the defaults of its variables.
fn filled(server: &Value) -> Option<String> {
    let mut url = server.get("url")?.as_str()?.to_owned();
    for (name, variable) in entries(server, "variables") {
        url = url.replace(&format!("{{{name}}}"), &shown(variable.get("default")));
    }
    Some(url)
}

/// A value of a variable: text, or what YAML takes for something else.
fn shown(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(value @ (Value::Number(_) | Value::Bool(_))) => value.to_string(),
        _ => String::new(),
    }
}

/// The servers of the document that can be base URLs, each once, and the first one's URL, if it is one of them. Variables
/// of which one would be all that comes before the host have their defaults.
pub fn absolute(root: &Value) -> (Vec<Server>, Option<String>) {
    let (mut servers, mut default) = (IndexMap::new(), None);
    for (position, server) in array(root, "servers").enumerate() {
        let Some(url) = filled(server).filter(|url| is_absolute(url)) else { continue };
        if position == 0 {
            default = Some(url.clone());
        }
        let template = text(server, "url");
        let stands = |name: &str| template.contains(&format!("{{{name}}}"));
        let variables =
            entries(server, "variables").filter(|(name, _)| stands(name)).map(|(name, it)| ServerVariable {
                name: name.clone(),
                description: optional_text(it, "description"),
                default: shown(it.get("default")),
                values: array(it, "enum").map(|value| shown(Some(value))).collect(),
            });
        let (template, variables) = match template.split_once("://") {
            Some((scheme, _)) if !scheme.contains('{') => (template.to_owned(), variables.collect()),
            _ => (url, Vec::new()),
        };
        let description = optional_text(server, "description");
        servers.entry(template.clone()).or_insert(Server { url: template, description, variables });
    }
    (servers.into_values().collect(), default)
}

/// `true` if `url` can be a base URL.
fn is_absolute(url: &str) -> bool {
    let is_odd = |c: char| c.is_control() || c.is_whitespace() || "?#@\\{}".contains(c);
    let Some((scheme, rest)) = url.split_once("://") else { return false };
    let is_http = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    is_http && !rest.is_empty() && !rest.starts_with('/') && !rest.contains(is_odd)
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

    fn list(servers: Value) -> (Vec<String>, Option<String>) {
        let (servers, default) = absolute(&json!({ "servers": servers }));
        let shown = |Server { url, variables, .. }: Server| {
            let variables = variables.into_iter();
            let variables = variables.map(|it| format!(" {}={}{:?}", it.name, it.default, it.values));
            url + &variables.collect::<String>()
        };
        (servers.into_iter().map(shown).collect(), default)
    }

    #[test]
    fn servers_that_can_be_base_urls_are_listed_once_and_the_first_is_the_default() {
        let urls =
            ["HTTPS://a/v1", "http://b", "HTTPS://a/v1", "/v1", "https://c?d", "https://{e}", "ftp://f", "https:///"];
        let servers: Vec<Value> = urls.iter().map(|url| json!({ "url": url })).collect();
        let expected = vec!["HTTPS://a/v1".to_owned(), "http://b".to_owned()];
        assert_eq!(list(servers.into()), (expected.clone(), Some(expected[0].clone())));
        assert_eq!(list(json!([{ "url": "/v1" }, { "url": "http://b" }])), (vec!["http://b".to_owned()], None));
        assert_eq!(list(json!("http://b")), (Vec::new(), None));
    }

    #[test]
    fn variables_of_the_url_are_kept_unless_one_is_its_beginning() {
        let port = json!({ "default": 443, "enum": [443, "8443"] });
        let variables = json!({ "region": { "default": "eu" }, "port": port, "other": { "default": "x" } });
        let servers = json!([{ "url": "https://{region}.a:{port}", "variables": variables }]);
        let kept = r#"https://{region}.a:{port} region=eu[] port=443["443", "8443"]"#;
        assert_eq!(list(servers), (vec![kept.to_owned()], Some("https://eu.a:443".to_owned())));
        for (url, default) in [("{base}/v1", "https://b"), ("{base}://b/v1", "https")] {
            let servers = json!([{ "url": url, "variables": { "base": { "default": default } } }]);
            assert_eq!(list(servers), (vec!["https://b/v1".to_owned()], Some("https://b/v1".to_owned())));
        }
    }
}
