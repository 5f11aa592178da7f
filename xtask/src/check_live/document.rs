//! The document that is checked: its model, and what it says beside that.

use std::collections::HashMap;

use anyhow::Result;
use monitoring_service_codegen::{
    api::{Api, Content, Operation, Response, TypeDef},
    diagnostics::Diagnostics,
    names::file::Names,
    stack,
};
use serde_json::Value;

use super::{declared::Declared, errors::Errors};

/// A document that a client can be generated from.
pub struct Document {
    pub api: Api,
    /// The types of errors, if they have a place in a model.
    pub errors: Option<Errors>,
    whole: Value,
}

impl Document {
    /// Reads the text of a document.
    ///
    /// # Errors
    /// A document from which no client can be generated.
    pub fn read(text: &str) -> Result<Self> {
        let document = stack::with_stack(|| {
            let (api, _) = monitoring_service_codegen::model(text, &Names::default())?;
            let whole = monitoring_service_codegen::whole(text)?;
            Ok::<_, Diagnostics>(Self { api, errors: Errors::new(&whole).ok(), whole })
        });
        Ok(document??)
    }

    /// The types by name.
    pub fn types(&self) -> HashMap<&str, &TypeDef> {
        self.api.types_by_name()
    }

    /// The responses that are declared for an operation.
    pub fn declared(&self, operation: &Operation) -> Declared<'_> {
        Declared(self.operation(operation).and_then(|operation| operation.get("responses")).unwrap_or(&Value::Null))
    }

    /// The value that is declared as the default of a parameter, if it is a scalar.
    pub fn default_of(&self, operation: &Operation, parameter: &str) -> Option<String> {
        let mut parameters = self.operation(operation)?.get("parameters")?.as_array()?.iter();
        let parameter = parameters.find(|it| it.get("name").and_then(Value::as_str) == Some(parameter))?;
        match parameter.pointer("/schema/default")? {
            Value::String(text) => Some(text.clone()),
            Value::Array(list) => list.first().and_then(Value::as_str).map(str::to_owned),
            scalar @ (Value::Bool(_) | Value::Number(_)) => Some(scalar.to_string()),
            Value::Null | Value::Object(_) => None,
        }
    }

    fn operation(&self, operation: &Operation) -> Option<&Value> {
        self.whole.get("paths")?.get(&operation.path)?.get(operation.method.as_str().to_lowercase())
    }
}

/// What a success with this status carries.
pub fn content(operation: &Operation, status: u16) -> Option<&Content> {
    match &operation.response {
        Response::One(content) => Some(content),
        Response::ByStatus(several) => {
            let of = |status: Option<u16>| several.contents.iter().find(move |each| each.status == status);
            of(Some(status)).or_else(|| of(None)).map(|each| &each.content)
        }
    }
}
