use anyhow::Result;
use perennial_codegen::{
    api::{Api, Operation, Parameter},
    names::file::{ClientSettings, Names},
};
use serde_json::Value;

use crate::client;

pub struct CheckedDocument {
    pub api: Api,
    root: Value,
}

impl CheckedDocument {
    /// Parses the text of a document. `own` is the `client` section of `names.json`.
    ///
    /// # Errors
    /// Returns an error if no client can be generated from the document.
    pub fn parse(text: &str, own: &ClientSettings) -> Result<Self> {
        let document = client::ParsedDocument::parse(text, own)?;
        Ok(Self { api: document.build_model(&Names::for_client(own))?.api, root: document.0.whole })
    }

    /// Returns the declared response of an operation for a status. A declaration for the status itself comes first,
    /// then one for its range, such as `2XX`, then `default`.
    pub fn declared_response(&self, operation: &Operation, status: u16) -> Option<&Value> {
        let responses = self.declared_operation(operation)?.get("responses")?.as_object()?;
        let keys = [status.to_string(), format!("{}XX", status / 100), "default".to_owned()];
        let found = keys.iter().find_map(|key| responses.iter().find(|(other, _)| other.eq_ignore_ascii_case(key)));
        found.map(|(_, response)| response)
    }

    /// Returns a value for a parameter from the document: its example, or else its default.
    pub fn declared_value(&self, operation: &Operation, parameter: &Parameter) -> Option<String> {
        let Parameter { wire_name, location, .. } = parameter;
        let mut declared = self.declared_operation(operation)?.get("parameters")?.as_array()?.iter();
        let declared = declared.find(|it| it["name"] == **wire_name && it["in"] == location.name())?;
        let schema = &declared["schema"];
        let reference = schema["$ref"].as_str().and_then(|it| it.strip_prefix('#'));
        let schema = reference.and_then(|pointer| self.root.pointer(pointer)).unwrap_or(schema);
        let named = declared["examples"].as_object().and_then(|named| named.values().next()?.get("value"));
        let of_schema = ["/example", "/examples/0", "/default", "/const", "/enum/0"].map(|at| schema.pointer(at));
        let mut values = [declared.get("example"), named].into_iter().chain(of_schema).flatten();
        values.find_map(|value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
            _ => None,
        })
    }

    fn declared_operation(&self, operation: &Operation) -> Option<&Value> {
        self.root.get("paths")?.get(&operation.path)?.get(operation.method.as_str().to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use perennial_codegen::api::Type;
    use serde_json::json;

    use super::*;
    use crate::values::success_type;

    #[test]
    fn declared_response_is_found_by_status_then_range_then_default() {
        let content = |media_type: &str| json!({ "content": { media_type: { "schema": {} } } });
        let declared_media_type = |responses: &Value, status| {
            let get = json!({ "get": { "operationId": "a", "responses": responses } });
            let document = json!({ "openapi": "3.0.0", "paths": { "/a": get } });
            let document =
                CheckedDocument::parse(&document.to_string(), &ClientSettings::default()).expect("should be legal");
            let response = document.declared_response(&document.api.operations[0], status);
            response.map(|response| {
                response["content"].as_object().into_iter().flatten().map(|(it, _)| it.clone()).collect::<String>()
            })
        };
        let mut responses = json!({ "200": content("a/a"), "2XX": content("a/b"), "404": {} });
        assert_eq!(declared_media_type(&responses, 200).as_deref(), Some("a/a"));
        assert_eq!(declared_media_type(&responses, 201).as_deref(), Some("a/b"));
        assert_eq!(declared_media_type(&responses, 404).as_deref(), Some(""));
        assert_eq!(declared_media_type(&responses, 500), None);
        responses["default"] = content("a/c");
        assert_eq!(declared_media_type(&responses, 500).as_deref(), Some("a/c"));
    }

    #[test]
    fn undeclared_2xx_status_is_compared_with_the_first_declared_2xx() {
        let content = |ty: &str| json!({ "content": { "application/json": { "schema": { "type": ty } } } });
        let responses = json!({ "200": content("string"), "201": content("boolean"), "404": content("integer") });
        let get = json!({ "get": { "operationId": "a", "responses": responses } });
        let document = json!({ "openapi": "3.0.0", "paths": { "/a": get } });
        let document =
            CheckedDocument::parse(&document.to_string(), &ClientSettings::default()).expect("should be legal");
        let types =
            [200, 201, 202].map(|status| success_type(&document.api.operations[0], status).map(|it| it.ty.clone()));
        assert_eq!(types, [Type::Text, Type::Boolean, Type::Text].map(Some));
    }
}
