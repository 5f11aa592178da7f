//! Finds the schemas of filters in queries, such as `created[gt]=…&created[lt]=…`.

use std::collections::HashMap;

use super::{Schema, Shape, TypedDocument, walk};
use crate::{api::Location, log::Log};

/// Marks compositions as filters: those in query parameters, and those in named schemas to which only query parameters
/// refer.
pub fn mark_filters(document: &mut TypedDocument, _: &mut Log) {
    let mut elsewhere = HashMap::<String, usize>::new();
    document.each_root_schema(&mut |_, schema| {
        walk::references(schema).for_each(|name| *elsewhere.entry(name.to_owned()).or_default() += 1);
    });
    let mark = |schema: &mut Schema| {
        walk::innermost_first("", schema, &mut |_, schema| {
            if let Shape::Composed(composed) = &mut schema.shape {
                composed.is_filter = true;
            }
        });
    };
    let mut named = Vec::new();
    for parameter in document.operations.iter_mut().flat_map(|operation| &mut operation.parameters) {
        if matches!(parameter.location, Location::Query(_)) {
            if let Some(name) = parameter.schema.name() {
                elsewhere.entry(name.to_owned()).and_modify(|count| *count -= 1);
                named.push(name.to_owned());
            }
            mark(&mut parameter.schema);
        }
    }
    for name in named.iter().filter(|name| elsewhere.get(*name) == Some(&0)) {
        document.schemas.get_mut(name).into_iter().for_each(mark);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::schema::{
        composition::compose_all,
        tests::{read_typed, reference, written},
    };

    /// Composes a document with one operation. Its query parameter `q` has the schema `parameter`, and its body has the
    /// schema `body`. Returns the composed schemas of `Filter` and of `q`.
    fn composed(parameter: &Value, body: &Value) -> [Value; 2] {
        let bound = |name: &str| json!({ "type": "object", "required": [name], "properties": { (name): { "type": "string" } } });
        let filter = json!({ "anyOf": [bound("gt"), bound("lt")] });
        let operation = json!({
            "operationId": "x", "parameters": [{ "name": "q", "in": "query", "schema": parameter }],
            "requestBody": { "content": { "application/json": { "schema": body } } },
        });
        let (mut document, mut log) = read_typed(json!({
            "paths": { "/a": { "post": operation } }, "components": { "schemas": { "Filter": filter } },
        }));
        super::mark_filters(&mut document, &mut log);
        compose_all(&mut document, &mut log);
        let parameter = written(&document.operations[0].parameters[0].schema);
        [document.schemas.get("Filter").map(written).unwrap_or_default(), parameter]
    }

    #[test]
    fn anyof_in_a_query_parameter_becomes_one_struct() {
        let filter = reference("Filter");
        let is_struct = |schema: &Value| schema["properties"].as_object().is_some_and(|fields| fields.len() == 2);
        let is_enum = |schema: &Value| schema["oneOf"].as_array().is_some_and(|members| members.len() == 3);
        let [named, _] = composed(&filter, &json!({}));
        assert!(is_struct(&named), "{named}");
        let [named, _] = composed(&filter, &json!({ "type": "array", "items": filter }));
        assert!(is_enum(&named), "{named}");
        let bound = |name: &str| json!({ "type": "object", "required": [name], "properties": { (name): {} } });
        let inline = |key: &str| json!({ key: [bound("gt"), bound("lt")] });
        let [_, parameter] = composed(&inline("anyOf"), &inline("anyOf"));
        assert!(is_struct(&parameter), "{parameter}");
        let [_, parameter] = composed(&json!({ "type": "object", "properties": { "at": inline("anyOf") } }), &filter);
        assert!(is_struct(&parameter["properties"]["at"]), "{parameter}");
        let [_, parameter] = composed(&inline("oneOf"), &filter);
        assert_eq!(parameter["oneOf"].as_array().map(Vec::len), Some(2));
    }
}
