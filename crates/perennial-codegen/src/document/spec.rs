//! The document, while it is brought into shape.

use std::rc::Rc;

use serde_json::{Map, Value};

use crate::{
    bounds::{Bound, Budget},
    log::Log,
    text::method::{Method, operations_mut},
};

/// The document, and what is reported of it so far. A visitor gets a [`Log`] of its own: it cannot hold the [`Spec`], part
/// of which it is changing.
#[derive(Debug)]
pub struct Spec {
    /// The whole document.
    pub root: Value,
    /// The document as it was served: what references lead to.
    pub source: Rc<Value>,
    /// The budget for copies of what is referred to, shared by all passes.
    pub copies: Budget,
    /// The changes that the passes made, and the defects that none can repair.
    pub log: Log,
}

/// Where an operation stands in the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The HTTP method.
    pub method: Method,
    /// The path template.
    pub path: String,
    /// The `operationId`, if there is one.
    pub id: String,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { method, path, id } = self;
        if id.is_empty() { write!(f, "{method} {path}") } else { write!(f, "{id} ({method} {path})") }
    }
}

/// A function that is called for each operation.
pub type Visit<'a> = dyn FnMut(&Place, &mut Map<String, Value>, &mut Log) + 'a;

impl Spec {
    /// The document as it was served.
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
                let place = Place { method, path: path.clone(), id: id.to_owned() };
                visit(&place, operation, &mut self.log);
            }
        }
    }
}
