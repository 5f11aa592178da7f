//! Parses the servers of a document and its operations.
//!
//! If an operation declares several servers, the first one is used, with the defaults of its variables.

use indexmap::IndexMap;
use serde_json::Value;

use super::Reader;
use crate::{
    document::json::{array, entries, optional_string, string_or_empty},
    schema::{DeclaredServer, ServerVariable},
};

impl Reader<'_> {
    /// Returns the URL of the server that `operation`, or else its path item `item`, declares. Returns `None` if it
    /// declares none, or if it is the server of the document.
    pub fn server(&self, item: &Value, operation: &Value) -> Option<String> {
        let servers = operation.get("servers").or_else(|| item.get("servers"));
        let url = servers.and_then(first_url);
        url.filter(|url| Some(url) != self.root.get("servers").and_then(first_url).as_ref())
    }
}

fn first_url(servers: &Value) -> Option<String> {
    url_with_defaults(servers.as_array()?.first()?)
}

fn url_with_defaults(server: &Value) -> Option<String> {
    let mut url = server.get("url")?.as_str()?.to_owned();
    for (name, variable) in entries(server, "variables") {
        url = url.replace(&format!("{{{name}}}"), &value_text(variable.get("default")));
    }
    Some(url)
}

/// Returns the value of a server variable as text. Numbers and booleans are accepted, because they occur in documents
/// that were converted from YAML.
fn value_text(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(value @ (Value::Number(_) | Value::Bool(_))) => value.to_string(),
        _ => String::new(),
    }
}

/// Returns the distinct servers of the document that can be a base URL, and the URL of the first server if it is one of
/// them.
///
/// If a variable contains the scheme of a URL, all variables of that server are replaced by their defaults.
pub fn base_url_servers(root: &Value) -> (Vec<DeclaredServer>, Option<String>) {
    let (mut servers, mut default) = (IndexMap::new(), None);
    for (position, server) in array(root, "servers").enumerate() {
        let Some(url) = url_with_defaults(server).filter(|url| is_absolute(url)) else { continue };
        if position == 0 {
            default = Some(url.clone());
        }
        let template = string_or_empty(server, "url");
        let is_used = |name: &str| template.contains(&format!("{{{name}}}"));
        let variables =
            entries(server, "variables").filter(|(name, _)| is_used(name)).map(|(name, it)| ServerVariable {
                name: name.clone(),
                description: optional_string(it, "description"),
                default: value_text(it.get("default")),
                values: array(it, "enum").map(|value| value_text(Some(value))).collect(),
            });
        let (template, variables) = match template.split_once("://") {
            Some((scheme, _)) if !scheme.contains('{') => (template.to_owned(), variables.collect()),
            _ => (url, Vec::new()),
        };
        let description = optional_string(server, "description");
        servers.entry(template.clone()).or_insert(DeclaredServer { url: template, description, variables });
    }
    (servers.into_values().collect(), default)
}

/// Returns `true` if `url` is absolute and can be a base URL.
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
    use crate::schema::tests::read_typed;

    /// Parses a document that declares servers at three levels, and returns the URL of the operation's server.
    fn server(of_document: Value, of_path: Value, of_operation: Value) -> Option<String> {
        let mut operation = json!({ "operationId": "x", "servers": of_operation });
        if operation["servers"].is_null() {
            operation = json!({ "operationId": "x" });
        }
        let root = json!({ "servers": of_document, "paths": { "/a": { "servers": of_path, "get": operation } } });
        read_typed(root).0.operations.remove(0).server
    }

    #[test]
    fn servers_of_an_operation_override_those_of_path_and_document() {
        let list = |url: &str| json!([{ "url": url }, { "url": "https://second" }]);
        let some_url = |url: &str| Some(url.to_owned());
        assert_eq!(server(list("https://a"), Value::Null, list("https://b")), some_url("https://b"));
        assert_eq!(server(list("https://a"), list("https://c"), Value::Null), some_url("https://c"));
        assert_eq!(server(Value::Null, list("https://c"), list("https://b")), some_url("https://b"));
    }

    #[test]
    fn an_operation_that_uses_the_documents_server_has_none_of_its_own() {
        let list = json!([{ "url": "https://a" }]);
        assert_eq!(server(list.clone(), Value::Null, list.clone()), None);
        assert_eq!(server(list, Value::Null, json!([])), None);
        assert_eq!(server(json!("x"), json!([{}]), Value::Null), None);
    }

    #[test]
    fn replaces_variables_in_the_server_of_an_operation_by_defaults() {
        let server_with_variables =
            json!([{ "url": "https://{region}.b/{v}", "variables": { "region": { "default": "eu" }, "v": {} } }]);
        assert_eq!(server(Value::Null, Value::Null, server_with_variables), Some("https://eu.b/".to_owned()));
    }

    fn list(servers: Value) -> (Vec<String>, Option<String>) {
        let (servers, default) = base_url_servers(&json!({ "servers": servers }));
        let value_text = |DeclaredServer { url, variables, .. }: DeclaredServer| {
            let variables = variables.into_iter();
            let variables = variables.map(|it| format!(" {}={}{:?}", it.name, it.default, it.values));
            url + &variables.collect::<String>()
        };
        (servers.into_iter().map(value_text).collect(), default)
    }

    #[test]
    fn lists_distinct_servers_with_absolute_urls() {
        let urls =
            ["HTTPS://a/v1", "http://b", "HTTPS://a/v1", "/v1", "https://c?d", "https://{e}", "ftp://f", "https:///"];
        let servers: Vec<Value> = urls.iter().map(|url| json!({ "url": url })).collect();
        let expected = vec!["HTTPS://a/v1".to_owned(), "http://b".to_owned()];
        assert_eq!(list(servers.into()), (expected.clone(), Some(expected[0].clone())));
        assert_eq!(list(json!([{ "url": "/v1" }, { "url": "http://b" }])), (vec!["http://b".to_owned()], None));
        assert_eq!(list(json!("http://b")), (Vec::new(), None));
    }

    #[test]
    fn keeps_server_variables_unless_one_contains_the_scheme() {
        let port = json!({ "default": 443, "enum": [443, "8443"] });
        let variables = json!({ "region": { "default": "eu" }, "port": port, "other": { "default": "x" } });
        let servers = json!([{ "url": "https://{region}.a:{port}", "variables": variables }]);
        let some_url = r#"https://{region}.a:{port} region=eu[] port=443["443", "8443"]"#;
        assert_eq!(list(servers), (vec![some_url.to_owned()], Some("https://eu.a:443".to_owned())));
        for (url, default) in [("{base}/v1", "https://b"), ("{base}://b/v1", "https")] {
            let servers = json!([{ "url": url, "variables": { "base": { "default": default } } }]);
            assert_eq!(list(servers), (vec!["https://b/v1".to_owned()], Some("https://b/v1".to_owned())));
        }
    }
}
