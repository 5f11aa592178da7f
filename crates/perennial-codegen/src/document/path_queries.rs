//! Handles path templates that contain a query, such as `/things?beta=true&id={id}`. The literal pair `beta=true` is
//! sent with each request, and `{id}` becomes a query parameter.

use serde_json::{Value, json};

use super::{json::string_or_empty, spec::Spec};
use crate::{
    adaptation::Rule,
    text::path::{self, Part},
};

/// Turns parameters in the query of a path template into query parameters. Reports literal pairs that cannot be sent.
pub fn declare_parameters(spec: &mut Spec) {
    spec.each_operation(&mut |place, operation, log| {
        for (name, value) in path::query(&place.path) {
            log.note(Rule::PATH_QUERY, format!("{place} `{name}`"));
            match value {
                Part::Literal(value) if format!("{name}{value}").contains(['{', '}']) => {
                    let reason = format!("contains the query `{name}={value}`: declare a query parameter instead");
                    log.diagnostics.push(place.to_string(), reason);
                }
                Part::Literal(_) => {}
                Part::Parameter(parameter) => {
                    let Value::Array(parameters) = operation.entry("parameters").or_insert_with(|| json!([])) else {
                        continue;
                    };
                    let is_declaration = |it: &&mut Value| {
                        string_or_empty(it, "name") == parameter
                            && ["path", "query"].contains(&string_or_empty(it, "in"))
                    };
                    match parameters.iter_mut().find(is_declaration).and_then(Value::as_object_mut) {
                        Some(declared) => {
                            declared.insert("in".into(), "query".into());
                            declared.insert("name".into(), name.into());
                            // The style was declared for a path parameter, and does not apply to query parameters.
                            declared.remove("style");
                        }
                        None => parameters.push(
                            json!({ "name": name, "in": "query", "required": true, "schema": { "type": "string" } }),
                        ),
                    }
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::run_pass;

    #[test]
    fn parameters_in_the_query_of_a_path_become_query_parameters() {
        let parameters = json!([{ "name": "from", "in": "path", "required": true, "schema": { "type": "integer" } }]);
        let root = json!({ "paths": { "/a?v=2&since={from}&until={to}": { "get": { "parameters": parameters } } } });
        let mut spec = run_pass(declare_parameters, root);
        assert_eq!(
            spec.root["paths"]["/a?v=2&since={from}&until={to}"]["get"]["parameters"],
            json!([
                { "name": "since", "in": "query", "required": true, "schema": { "type": "integer" } },
                { "name": "until", "in": "query", "required": true, "schema": { "type": "string" } },
            ])
        );
        assert_eq!(spec.log.adaptations.len(), 3);
        assert_eq!(std::mem::take(&mut spec.log.diagnostics).0, []);
        let mixed = run_pass(declare_parameters, json!({ "paths": { "/a?b=x{c}": { "get": {} } } }));
        assert!(mixed.log.diagnostics.to_string().contains("contains the query `b=x{c}`"));
    }
}
