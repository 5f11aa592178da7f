//! The document that is checked: its model, and what it says of responses and defaults beside that.

use std::collections::HashMap;

use anyhow::Result;
use monitoring_service_codegen::{
    api::{Api, Content, Operation, Parameter, Response, TypeDef, Value as Declared},
    diagnostics::Diagnostics,
    names::file::Names,
    stack,
    text::{json, media_type::MediaType},
};
use serde_json::{Map, Value, json};

/// A document that a client can be generated from.
pub struct Document {
    pub api: Api,
    /// Whether its types are also those of errors.
    pub has_errors: bool,
    /// The schemas of JSON bodies, and what each is.
    bodies: Vec<(Value, Declared)>,
    whole: Value,
}

impl Document {
    /// Reads the text of a document.
    ///
    /// # Errors
    /// A document from which no client can be generated.
    pub fn read(text: &str) -> Result<Self> {
        let read = || {
            // To a client all errors are one type, so that they may have no place in a model.
            Self::of(text, true).or_else(|_| Self::of(text, false))
        };
        Ok(stack::with_stack(read)??)
    }

    /// The types of bodies are those of a document with an operation more for each schema, which is its success.
    fn of(text: &str, has_errors: bool) -> Result<Self, Diagnostics> {
        let whole = monitoring_service_codegen::whole(text)?;
        let schemas = schemas(&whole, has_errors);
        let mut document = json::parse(text).unwrap_or_default();
        for (index, schema) in schemas.iter().enumerate() {
            let responses = json!({ "200": { "content": { "application/json": { "schema": schema } } } });
            let name = format!("body {index} of check-live");
            document["paths"][format!("/{name}")] = json!({ "get": { "operationId": name, "responses": responses } });
        }
        let (mut api, _) = monitoring_service_codegen::model(&document.to_string(), &Names::default())?;
        let added = api.operations.split_off(api.operations.len() - schemas.len());
        let bodies = schemas.into_iter().zip(added).filter_map(|(schema, operation)| match operation.response {
            Response::One(Content::Json { value, .. }) => Some((schema, value)),
            _ => None,
        });
        Ok(Self { api, has_errors, bodies: bodies.collect(), whole })
    }

    /// The types by name.
    pub fn types(&self) -> HashMap<&str, &TypeDef> {
        self.api.types_by_name()
    }

    /// What is declared for a status: by itself, by its range, or by `default`.
    pub fn response(&self, operation: &Operation, status: u16) -> Option<&Value> {
        let responses = self.responses(operation)?;
        let keys = [status.to_string(), format!("{}XX", status / 100), "default".to_owned()];
        let found = keys.iter().find_map(|key| responses.iter().find(|(other, _)| other.eq_ignore_ascii_case(key)));
        found.map(|(_, response)| response)
    }

    /// The first success that is declared, as which the client decodes any other.
    pub fn success(&self, operation: &Operation) -> Option<&Value> {
        self.responses(operation)?.iter().find(|(status, _)| status.starts_with('2')).map(|(_, response)| response)
    }

    /// What the body of a declared response is, if it is JSON.
    pub fn body(&self, response: &Value) -> Option<&Declared> {
        let schema = schema(response)?;
        self.bodies.iter().find(|(other, _)| other == schema).map(|(_, body)| body)
    }

    /// The value that is declared as the default of a parameter, if it is a scalar.
    pub fn default_of(&self, operation: &Operation, parameter: &Parameter) -> Option<String> {
        let mut parameters = self.operation(operation)?.get("parameters")?.as_array()?.iter();
        let default = parameters.find(|it| it["name"] == parameter.wire_name)?.pointer("/schema/default")?;
        match default.as_array().map_or(Some(default), |list| list.first())? {
            Value::String(text) => Some(text.clone()),
            scalar @ (Value::Bool(_) | Value::Number(_)) => Some(scalar.to_string()),
            _ => None,
        }
    }

    fn responses(&self, operation: &Operation) -> Option<&Map<String, Value>> {
        self.operation(operation)?.get("responses")?.as_object()
    }

    fn operation(&self, operation: &Operation) -> Option<&Value> {
        self.whole.get("paths")?.get(&operation.path)?.get(operation.method.as_str().to_lowercase())
    }
}

/// The schemas of the JSON bodies of responses to GET, with or without errors.
fn schemas(whole: &Value, has_errors: bool) -> Vec<Value> {
    let mut schemas = Vec::new();
    let items = whole.get("paths").and_then(Value::as_object).into_iter().flatten();
    let responses = items.filter_map(|(_, item)| item.pointer("/get/responses")?.as_object()).flatten();
    for (_, response) in responses.filter(|(status, _)| has_errors || status.starts_with('2')) {
        schemas.extend(schema(response).filter(|schema| !schemas.contains(*schema)).cloned());
    }
    schemas
}

/// The schema of the body of a response, if it is JSON.
fn schema(response: &Value) -> Option<&Value> {
    let mut content = response.get("content")?.as_object()?.iter();
    content.find(|(media_type, _)| MediaType::parse(media_type).is_json())?.1.get("schema")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_declared_by_itself_by_its_range_or_by_the_default() {
        let content = |media_type: &str| json!({ "content": { media_type: { "schema": {} } } });
        let of = |responses: &Value, status| {
            let get = json!({ "get": { "operationId": "a", "responses": responses } });
            let document = json!({ "openapi": "3.0.0", "paths": { "/a": get } });
            let document = Document::read(&document.to_string()).expect("should be legal");
            let response = document.response(&document.api.operations[0], status);
            response.map(|response| {
                response["content"].as_object().into_iter().flatten().map(|(it, _)| it.clone()).collect::<String>()
            })
        };
        let mut responses = json!({ "200": content("a/a"), "2XX": content("a/b"), "404": {} });
        assert_eq!(of(&responses, 200).as_deref(), Some("a/a"));
        assert_eq!(of(&responses, 201).as_deref(), Some("a/b"));
        assert_eq!(of(&responses, 404).as_deref(), Some(""));
        assert_eq!(of(&responses, 500), None);
        responses["default"] = content("a/c");
        assert_eq!(of(&responses, 500).as_deref(), Some("a/c"));
    }
}
