//! The repaired document in the types of `openapiv3`, which read no more than what is legal.

use std::collections::BTreeMap;

use openapiv3::{ReferenceOr, Schema};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    schema,
    spec::{Place, Spec},
};
use crate::{
    bounds::{self, Bound},
    diagnostics::Diagnostics,
    text::method,
};

/// A legal OpenAPI 3.0 document, as far as it is generated.
#[derive(Debug, Default)]
pub struct Document {
    /// In the document's order, which a `PathItem` does not keep.
    pub operations: Vec<Operation>,
    /// The descriptions of the tags that have one, by name.
    pub tags: BTreeMap<String, String>,
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
const READ: [&str; 9] = [
    "operationId",
    "summary",
    "description",
    "deprecated",
    "servers",
    "tags",
    "parameters",
    "requestBody",
    "responses",
];

/// Refuses a document with more fields than are generated; values of enums count as they do in `lower`. Reading them
/// would take many times the memory of their text.
pub fn within_bounds(spec: &mut Spec) {
    let (mut fields, mut values) = (0, 0);
    spec.each_root_schema(|_, root, _| {
        let mut open = vec![&*root];
        while let Some(schema) = open.pop() {
            fields += schema::properties(schema).count();
            values += schema.get("enum").and_then(Value::as_array).map_or(0, Vec::len);
            values += schema.pointer("/discriminator/mapping").and_then(Value::as_object).map_or(0, Map::len);
            open.extend(schema::children(schema));
        }
    });
    if fields + values / bounds::VALUES_OF_ONE_FIELD > Bound::Generated.limit() {
        spec.refuse(Bound::Generated, "openapi.json");
    }
}

/// Reads what the passes left, and reports what is still illegal.
pub fn read(spec: &mut Spec) -> Document {
    let mut document = Document { tags: tags(&spec.root), ..Document::default() };
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

fn tags(root: &Value) -> BTreeMap<String, String> {
    let declared = root.get("tags").and_then(Value::as_array).into_iter().flatten();
    let text = |tag: &Value, key: &str| tag.get(key).and_then(Value::as_str).map(str::to_owned);
    declared.filter_map(|tag| Some((text(tag, "name")?, text(tag, "description")?))).collect()
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::only;

    #[test]
    fn more_fields_than_are_generated_are_refused_before_they_are_read() {
        let leaf = |fields: usize| (0..fields).map(|n| (n.to_string(), json!({}))).collect::<Map<_, _>>();
        let refused = |fields| {
            let deep = json!({ "properties": { "a": { "items": { "properties": leaf(fields - 1) } } } });
            only(within_bounds, json!({ "components": { "schemas": { "A": deep } } })).diagnostics
        };
        let values = vec![Value::from("x"); (Bound::Generated.limit() + 1) * bounds::VALUES_OF_ONE_FIELD];
        let mapping: Map<String, Value> = (0..values.len()).map(|n| (n.to_string(), json!("B"))).collect();
        for schema in [json!({ "type": "string", "enum": values }), json!({ "discriminator": { "mapping": mapping } })]
        {
            let root = json!({ "components": { "schemas": { "A": schema } } });
            assert_eq!(only(within_bounds, root).diagnostics.0, [Bound::Generated.exceeded("openapi.json")]);
        }
        assert_eq!(refused(Bound::Generated.limit()).0, []);
        assert_eq!(refused(Bound::Generated.limit() + 1).0, [Bound::Generated.exceeded("openapi.json")]);
    }
}
