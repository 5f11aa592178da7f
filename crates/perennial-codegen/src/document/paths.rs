//! Refuses path templates that cannot be requested.
//!
//! A path template is literal text with parameters in braces. Literal text is percent-encoded once when a request is
//! sent ([`path::literal`]). A path that would nevertheless reach the service in a different form is refused.

use serde_json::Value;

use super::spec::Spec;
use crate::{
    adaptation::Rule,
    diagnostics::Diagnostics,
    text::{
        method::{ADDITIONAL, Method, operations},
        path,
    },
};

/// Refuses path templates that cannot be requested. Reports path templates with a fragment, because fragments are not
/// sent.
pub fn check_all(spec: &mut Spec) {
    spec.each_operation(&mut |place, _, log| {
        if let (sent, Some(_)) = path::split_fragment(&place.path) {
            log.note(Rule::PATH_FRAGMENT, format!("{place} calls {sent}"));
        }
    });
    let paths = spec.root.get("paths").and_then(Value::as_object).into_iter().flatten();
    let has_operations = |item: &Value| item.get("$ref").is_some() || operations(item).next().is_some();
    let refused: Vec<(String, &str)> = paths
        .filter(|(_, item)| has_operations(item))
        .filter_map(|(path, _)| Some((path.clone(), path::parse_template(path).err()?)))
        .collect();
    for (path, reason) in refused {
        spec.log.diagnostics.push(format!("path {path:?}"), reason);
    }
}

const BESIDE_OPERATIONS: [&str; 6] = ["$ref", "summary", "description", "servers", "parameters", ADDITIONAL];

/// Refuses `item` if it contains anything that looks like an operation or parameter, but would be ignored.
pub fn check_item(path: &str, item: &Value, diagnostics: &mut Diagnostics) {
    let here = format!("path {path}");
    let Some(item) = item.as_object() else {
        return diagnostics.push(here, "is not an object with operations: correct or remove it");
    };
    check_parameters(&here, item.get("parameters"), diagnostics);
    let others = item.iter().filter(|(key, _)| !BESIDE_OPERATIONS.contains(&key.as_str()));
    let additional = item.get(ADDITIONAL).and_then(Value::as_object).into_iter().flatten();
    let methods = others.map(|(key, value)| (key, value, Method::from_key(key)));
    for (key, value, method) in methods.chain(additional.map(|(key, value)| (key, value, Method::additional(key)))) {
        match (method, value) {
            (Some(method), Value::Object(operation)) => {
                check_parameters(&format!("{method} {path}"), operation.get("parameters"), diagnostics);
            }
            (Some(method), _) => {
                diagnostics.push(format!("{method} {path}"), "is not an object: correct or remove it");
            }
            (None, Value::Object(_)) => {
                diagnostics.push(
                    &here,
                    format!("contains {key:?}, which is not an HTTP method that OpenAPI defines (`get`, `put`, …)"),
                );
            }
            (None, _) => {}
        }
    }
}

fn check_parameters(place: &str, parameters: Option<&Value>, diagnostics: &mut Diagnostics) {
    if parameters.is_some_and(|parameters| !parameters.is_array()) {
        let remedy = "write the parameters as a list, and bundle referenced files into the document (`npx \
                      @redocly/cli bundle`)";
        diagnostics.push(place, format!("has `parameters` that are not a list: {remedy}"));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::run_pass;

    #[test]
    fn rejects_paths_that_cannot_be_called_and_suggests_a_fix() {
        for (path, remedy) in [
            ("", "add a `/` at the beginning"),
            ("a", "add a `/` at the beginning"),
            ("#/a", "add a `/` at the beginning"),
            ("/a/../b", "without it"),
            ("/a/.", "without it"),
            ("/%2e%2E/b", "without it"),
            ("/.%2e", "without it"),
            ("/{a", "write `%7B`"),
            ("/a}", "write `%7D`"),
            ("/{a{b}}", "one parameter in each pair"),
            ("/{}", "insert a name between"),
            ("/{ }", "insert a name between"),
            ("/{a/b}", "rename it"),
            ("/a\\b", "write `/`"),
            ("/a\u{7f}", "remove it"),
            ("/a\nb", "remove it"),
        ] {
            let spec = run_pass(check_all, json!({ "paths": { path: { "get": {} } } }));
            assert_eq!(spec.log.diagnostics.0.len(), 1, "{path:?}");
            let diagnostic = &spec.log.diagnostics.0[0];
            assert_eq!(diagnostic.place, format!("path {path:?}"));
            assert!(diagnostic.reason.contains(remedy), "{path:?}: {}", diagnostic.reason);
        }
    }

    #[test]
    fn reports_a_path_whose_fragment_is_not_sent() {
        let operation = json!({ "post": { "operationId": "cancel" } });
        let spec =
            run_pass(check_all, json!({ "paths": { "/jobs/{id}#cancel": operation, "/jobs/{a#b}": { "get": {} } } }));
        assert_eq!(spec.log.diagnostics.0, []);
        let noted: Vec<(Rule, &str)> = spec.log.adaptations.iter().map(|noted| (noted.rule, &*noted.place)).collect();
        assert_eq!(noted, [(Rule::PATH_FRAGMENT, "cancel (POST /jobs/{id}#cancel) calls /jobs/{id}")]);
    }

    #[test]
    fn does_not_check_a_path_without_operations() {
        assert_eq!(run_pass(check_all, json!({ "paths": { "a?b": { "description": "x" } } })).log.diagnostics.0, []);
    }

    #[test]
    fn rejects_parts_of_a_path_item_that_would_be_ignored() {
        let diagnostics = |item: Value| {
            let mut diagnostics = Diagnostics::default();
            check_item("/a", &item, &mut diagnostics);
            diagnostics.to_string()
        };
        assert!(diagnostics(json!([])).starts_with("path /a: is not an object"));
        assert!(diagnostics(json!({ "get": [] })).starts_with("GET /a: is not an object"));
        assert!(diagnostics(json!({ "GET": {} })).contains("\"GET\", which is not an HTTP method"));
        assert!(diagnostics(json!({ "parameters": {} })).starts_with("path /a: has `parameters` that are not a list"));
        assert!(diagnostics(json!({ "get": { "parameters": {} } })).starts_with("GET /a: has `parameters`"));
        assert_eq!(
            diagnostics(json!({ "summary": "x", "servers": [], "parameters": [], "get": { "parameters": [] } })),
            ""
        );
    }
}
