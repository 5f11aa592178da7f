use std::{collections::HashSet, rc::Rc};

use serde_json::{Map, Value};

use crate::{
    bounds::{Bound, Budget},
    log::Log,
    text::method::{Method, operations_mut},
};

/// The document that the passes transform, and their reports so far.
///
/// [`Spec::each_operation`] passes the [`Log`] to its visitor, because the visitor cannot borrow the [`Spec`] while it
/// changes an operation.
#[derive(Debug)]
pub struct Spec {
    /// The document after the passes that have run so far.
    pub root: Value,
    /// The document as it was served. The targets of references are looked up in it.
    pub source: Rc<Value>,
    /// The budget for copies of referenced parts, which all passes share.
    pub copies: Budget,
    pub log: Log,
    /// The ids of the operations whose id is derived, because the document does not state a distinct `operationId`.
    pub derived_ids: HashSet<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationPlace {
    pub method: Method,
    pub path: String,
    /// The `operationId`. Empty if there is none.
    pub id: String,
}

impl std::fmt::Display for OperationPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { method, path, id } = self;
        if id.is_empty() { write!(f, "{method} {path}") } else { write!(f, "{id} ({method} {path})") }
    }
}

pub type Visit<'a> = dyn FnMut(&OperationPlace, &mut Map<String, Value>, &mut Log) + 'a;

impl Spec {
    pub fn new(root: Value) -> Self {
        let (source, copies) = (Rc::new(root.clone()), Budget::new(Bound::Parts));
        Self { source, root, copies, log: Log::default(), derived_ids: HashSet::new() }
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
