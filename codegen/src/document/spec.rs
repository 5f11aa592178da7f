//! The document while it is being repaired.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::schema::{self, text};
use crate::{bounds::Bound, log::Log, text::method::Method};

/// The document, and what is reported of it so far. A visitor gets a [`Log`] of its own: it cannot hold the [`Spec`], part
/// of which it is changing.
#[derive(Debug, Default)]
pub struct Spec {
    /// The whole document.
    pub root: Value,
    /// The document as it was served: what references lead to.
    pub source: Rc<Value>,
    /// What the passes changed, and what none can repair.
    pub log: Log,
}

/// Where an operation stands in the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// In lower case, as the document has it.
    pub method: String,
    /// The path template.
    pub path: String,
    /// The `operationId`, if there is one.
    pub id: String,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { method, path, id } = self;
        let method = method.to_uppercase();
        if id.is_empty() { write!(f, "{method} {path}") } else { write!(f, "{id} ({method} {path})") }
    }
}

impl Spec {
    /// The document as it was served.
    pub fn new(root: Value) -> Self {
        Self { source: Rc::new(root.clone()), root, ..Self::default() }
    }

    /// Refuses the document, since `place` passes `bound`.
    pub fn refuse(&mut self, bound: Bound, place: impl Into<String>) {
        self.log.refuse(bound, place);
    }

    /// Calls `visit` for each operation, in the document's order.
    pub fn each_operation(&mut self, mut visit: impl FnMut(&Place, &mut Map<String, Value>, &mut Log)) {
        let mut log = Log::default();
        let paths = self.root.get_mut("paths").and_then(Value::as_object_mut);
        for (path, item) in paths.into_iter().flatten() {
            for (method, operation) in item.as_object_mut().into_iter().flatten() {
                if Method::from_key(method).is_none() {
                    continue;
                }
                let Some(operation) = operation.as_object_mut() else { continue };
                let id = operation.get("operationId").and_then(Value::as_str).unwrap_or_default();
                let place = Place { method: method.clone(), path: path.clone(), id: id.to_owned() };
                visit(&place, operation, &mut log);
            }
        }
        self.log.absorb(log);
    }

    /// Calls `visit` for each schema of the document, the innermost first.
    pub fn each_schema(&mut self, mut visit: impl FnMut(&str, &mut Value, &mut Log)) {
        self.each_root_schema(|place, root, log| schema::walk(place, root, &mut |p, s| visit(p, s, log)));
    }

    /// Calls `visit` for each schema that is not part of another one.
    pub fn each_root_schema(&mut self, mut visit: impl FnMut(&str, &mut Value, &mut Log)) {
        let mut log = Log::default();
        for (name, component) in self.schemas_mut() {
            visit(name, component, &mut log);
        }
        self.log.absorb(log);
        self.each_operation(|place, operation, log| {
            let id = &place.id;
            for parameter in array_mut(operation, "parameters") {
                let name = text(parameter, "name").to_owned();
                if let Some(schema) = parameter.get_mut("schema") {
                    visit(&format!("{id}.{name}"), schema, log);
                }
            }
            if let Some(schema) = operation.get_mut("requestBody").and_then(media_schema) {
                visit(&format!("{id}.body"), schema, log);
            }
            let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
            for (status, response) in responses.into_iter().flatten() {
                if let Some(schema) = media_schema(response) {
                    visit(&format!("{id}.{status}"), schema, log);
                }
            }
        });
    }

    /// The named schemas.
    pub fn schemas(&self) -> Map<String, Value> {
        let schemas = self.root.pointer("/components/schemas").and_then(Value::as_object);
        schemas.cloned().unwrap_or_default()
    }

    /// The named schemas, to be changed; made if the document has none.
    pub fn schemas_mut(&mut self) -> &mut Map<String, Value> {
        let components = object_at(as_object(&mut self.root), "components");
        object_at(components, "schemas")
    }
}

/// The elements of the array at `key`.
pub fn array_mut<'a>(map: &'a mut Map<String, Value>, key: &str) -> impl Iterator<Item = &'a mut Value> {
    map.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten()
}

/// The value as an object; anything else becomes an empty one.
fn as_object(value: &mut Value) -> &mut Map<String, Value> {
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    match value {
        Value::Object(map) => map,
        _ => unreachable!("made an object above"),
    }
}

/// The object at `key`, made if it is not there.
fn object_at<'a>(map: &'a mut Map<String, Value>, key: &str) -> &'a mut Map<String, Value> {
    as_object(map.entry(key.to_owned()).or_insert(Value::Null))
}

/// The schema of the only media type of a body or response.
fn media_schema(body: &mut Value) -> Option<&mut Value> {
    let content = body.get_mut("content")?.as_object_mut()?;
    content.iter_mut().next()?.1.get_mut("schema")
}
