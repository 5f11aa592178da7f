//! The types of errors, which the model of a document leaves out: to the client, all of them are one type.

use std::collections::HashMap;

use monitoring_service_codegen::{
    api::{Api, Content, Response, TypeDef, Value as Declared},
    diagnostics::Diagnostics,
    names::file::Names,
};
use serde_json::{Map, Value, json};

use super::declared::schema;

/// The bodies of the errors of a document.
#[derive(Debug, Default)]
pub struct Errors {
    /// Each different one, in the order of the operations of the model.
    schemas: Vec<Value>,
    /// Of a document in which each of them is a success.
    api: Api,
}

impl Errors {
    /// Of a document whose operations are whole.
    ///
    /// # Errors
    /// A body that has no place in a model.
    pub fn new(whole: &Value) -> Result<Self, Diagnostics> {
        let mut schemas: Vec<Value> = Vec::new();
        let items = whole.get("paths").and_then(Value::as_object).into_iter().flatten();
        for responses in items.filter_map(|(_, item)| item.pointer("/get/responses")?.as_object()) {
            let errors = responses.iter().filter(|(status, _)| !status.starts_with('2'));
            for schema in errors.filter_map(|(_, response)| schema(response)) {
                if !schemas.contains(schema) {
                    schemas.push(schema.clone());
                }
            }
        }
        if schemas.is_empty() {
            return Ok(Self::default());
        }
        let path = |(index, schema): (usize, &Value)| {
            let content = json!({ "application/json": { "schema": schema } });
            let operation =
                json!({ "operationId": format!("error{index}"), "responses": { "200": { "content": content } } });
            (format!("/{index}"), json!({ "get": operation }))
        };
        let paths: Map<String, Value> = schemas.iter().enumerate().map(path).collect();
        let components = json!({ "schemas": whole.pointer("/components/schemas").unwrap_or(&json!({})) });
        let document = json!({ "openapi": "3.0.0", "paths": paths, "components": components });
        let (api, _) = monitoring_service_codegen::model(&document.to_string(), &Names::default())?;
        Ok(Self { schemas, api })
    }

    /// The types by name.
    pub fn types(&self) -> HashMap<&str, &TypeDef> {
        self.api.types_by_name()
    }

    /// What the body of a declared response is.
    pub fn body(&self, response: &Value) -> Option<&Declared> {
        let schema = schema(response)?;
        let index = self.schemas.iter().position(|other| other == schema)?;
        let id = format!("error{index}");
        match &self.api.operations.iter().find(|operation| operation.id == id)?.response {
            Response::One(Content::Json { value, .. }) => Some(value),
            _ => None,
        }
    }
}
