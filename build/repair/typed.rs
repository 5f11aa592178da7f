//! The repaired document in the types of `openapiv3`, which read no more than what is legal.

use openapiv3::{ReferenceOr, Schema};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::spec::{Place, Spec};
use crate::{diagnostics::Diagnostics, method};

/// A legal OpenAPI 3.0 document, as far as it is generated.
#[derive(Debug, Default)]
pub struct Document {
    /// In the document's order, which a `PathItem` does not keep.
    pub operations: Vec<Operation>,
    /// By name, in the document's order.
    pub schemas: Vec<(String, ReferenceOr<Schema>)>,
}

/// An operation and where it stands.
#[derive(Debug)]
pub struct Operation {
    /// In upper case.
    pub method: &'static str,
    /// The path template.
    pub path: String,
    /// The `operationId`.
    pub id: String,
    /// All of it.
    pub operation: openapiv3::Operation,
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({} {})", self.id, self.method, self.path)
    }
}

/// What is read of an operation; the rest (`callbacks`, `security`, …) is not generated.
const READ: [&str; 8] =
    ["operationId", "summary", "description", "deprecated", "tags", "parameters", "requestBody", "responses"];

/// Reads what the passes left, and reports what is still illegal.
pub fn read(spec: &mut Spec) -> Document {
    let mut document = Document::default();
    let mut diagnostics = Diagnostics::default();
    spec.each_operation(|place, operation, _| {
        if let Some(operation) = read_operation(place, operation, &mut diagnostics) {
            document.operations.push(operation);
        }
    });
    for (name, schema) in std::mem::take(spec.schemas_mut()) {
        if let Some(schema) = typed(&name, schema, &mut diagnostics) {
            document.schemas.push((name, schema));
        }
    }
    spec.diagnostics.0.append(&mut diagnostics.0);
    document
}

fn read_operation(
    place: &Place,
    operation: &mut Map<String, Value>,
    diagnostics: &mut Diagnostics,
) -> Option<Operation> {
    let fits = |key: &str, value: &Value| match key {
        "summary" | "description" => value.is_string(),
        "deprecated" => value.is_boolean(),
        "tags" => value.as_array().is_some_and(|tags| tags.iter().all(Value::is_string)),
        _ => READ.contains(&key),
    };
    let read = std::mem::take(operation).into_iter().filter(|(key, value)| fits(key, value)).collect();
    Some(Operation {
        method: method::of_key(&place.method)?,
        path: place.path.clone(),
        id: place.id.clone(),
        operation: typed(&place.to_string(), Value::Object(read), diagnostics)?,
    })
}

fn typed<T: DeserializeOwned>(place: &str, value: Value, diagnostics: &mut Diagnostics) -> Option<T> {
    match serde_json::from_value(value) {
        Ok(typed) => Some(typed),
        Err(error) => {
            diagnostics.push(place, format!("is not legal in OpenAPI 3.0: {error}"));
            None
        }
    }
}
