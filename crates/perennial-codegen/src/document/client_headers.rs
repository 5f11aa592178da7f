use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Spec;
use crate::{adaptation::Rule, text::header};

/// Removes the parameters for values that the client sends by itself: headers that every client sends, headers in
/// `own`, and credentials. `credentials` returns the location and name of each credential of an operation, such as
/// `("header", "X-Key")`.
pub fn remove_parameters(
    spec: &mut Spec,
    own: &BTreeSet<String>,
    credentials: impl Fn(&Map<String, Value>) -> Vec<(&'static str, String)>,
) {
    spec.each_operation(&mut |place, operation, log| {
        let credentials = credentials(operation);
        let Some(parameters) = operation.get_mut("parameters").and_then(Value::as_array_mut) else { return };
        parameters.retain(|parameter| {
            let text = |key| parameter.get(key).and_then(Value::as_str).unwrap_or_default();
            let (name, is_header) = (text("name"), text("in") == "header");
            let is_same = |other: &String| name == other || is_header && name.eq_ignore_ascii_case(other);
            let is_sent = is_header && (header::is_sent_by_each_client(name) || own.iter().any(is_same))
                || credentials.iter().any(|(of, carried)| *of == text("in") && is_same(carried));
            if is_sent {
                log.note(Rule::CLIENT_HEADER, format!("{place} parameter `{name}`"));
            }
            !is_sent
        });
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn removes_parameters_that_the_client_sends_by_itself() {
        let declared = json!([
            { "name": "X-Tenant", "in": "header" },
            { "name": "Authorization", "in": "header" },
            { "name": "Host", "in": "header", "required": true },
            { "name": "content-length", "in": "header" },
            { "name": "Transfer-Encoding", "in": "header" },
            { "name": "x-tenant", "in": "query" },
            { "name": "x-trace", "in": "header" },
            { "name": "key", "in": "query" },
            { "name": "key", "in": "cookie" },
            { "name": "x-KEY", "in": "header" },
        ]);
        let mut spec = Spec::new(json!({ "paths": { "/a": { "get": { "parameters": declared } } } }));
        remove_parameters(&mut spec, &["x-tenant".to_owned()].into(), |_| {
            vec![("query", "key".to_owned()), ("header", "X-Key".to_owned())]
        });
        let left = spec.root["paths"]["/a"]["get"]["parameters"].as_array().expect("a list");
        assert_eq!(left.iter().map(|left| &left["in"]).collect::<Vec<_>>(), ["query", "header", "cookie"]);
        assert_eq!(spec.log.adaptations.len(), 7);
        assert_eq!(spec.log.adaptations[0].place, "GET /a parameter `X-Tenant`");
    }
}
