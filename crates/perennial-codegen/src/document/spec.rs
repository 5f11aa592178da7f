//! Defines the document that the passes transform.

use std::rc::Rc;

use serde_json::{Map, Value};

use crate::{
    bounds::{Bound, Budget},
    log::Log,
    text::method::{Method, operations_mut},
};

/// The document, and the report of the passes so far. A visitor of operations gets a [`Log`] of its own: it cannot
/// borrow the [`Spec`], part of which it is changing.
#[derive(Debug)]
pub struct Spec {
    /// The document in its current state.
    pub root: Value,
    /// The document as it was served. References are resolved in it.
    pub source: Rc<Value>,
    /// The budget for copies of referenced parts, shared by all passes.
    pub copies: Budget,
    /// The adaptations that the passes made, and the defects that they cannot repair.
    pub log: Log,
}

/// The method, path and id of an operation in the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationPlace {
    /// The HTTP method.
    pub method: Method,
    /// The path template.
    pub path: String,
    /// The `operationId`; empty if there is none.
    pub id: String,
}

impl std::fmt::Display for OperationPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { method, path, id } = self;
        if id.is_empty() { write!(f, "{method} {path}") } else { write!(f, "{id} ({method} {path})") }
    }
}

/// A function that is called for each operation.
pub type Visit<'a> = dyn FnMut(&OperationPlace, &mut Map<String, Value>, &mut Log) + 'a;

impl Spec {
    /// Creates the state before the first pass from a served document.
    pub fn new(root: Value) -> Self {
        Self { source: Rc::new(root.clone()), root, copies: Budget::new(Bound::Parts), log: Log::default() }
    }

    /// Calls `visit` for each operation, in the document's order.
    pub fn each_operation(&mut self, visit: &mut Visit<'_>) {
        let paths = self.root.get_mut("paths").and_then(Value::as_object_mut);
        for (path, item) in paths.into_iter().flatten() {
            for (method, operation) in operations_mut(item) {
                let Some(operation) = operation.as_object_mut() else { continue };
                let id = operation.get("operationId").and_then(Value::as_str).unwrap_or_default();
                let place = OperationPlace { method, path: path.clone(), id: id.to_owned() };
                visit(&place, operation, &mut self.log);
            }
        }
    }
}
