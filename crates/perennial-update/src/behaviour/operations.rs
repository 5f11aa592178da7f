//! The pairs of operations that are one in the old and the new document.

use perennial_codegen::text::{
    method::{self, Method},
    path,
};
use serde_json::Value;

use super::document::{Document, take_pairs, text};

/// An operation where it stands.
#[derive(Clone, Copy)]
pub struct Operation<'a> {
    pub method: Method,
    pub path: &'a str,
    /// Its path item, which has parameters too.
    pub item: &'a Value,
    pub declared: &'a Value,
}

impl<'a> Operation<'a> {
    /// Returns the place of the operation in reports: its method and path.
    pub fn place(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Returns the method and path, whatever the parameters of the path are named.
    fn request(&self) -> String {
        format!("{} {}", self.method, path::shape(self.path))
    }

    /// Returns the `operationId` in the document.
    fn id(&self) -> Option<String> {
        text(self.declared, "operationId").map(str::to_owned)
    }
}

/// The operations that are on both sides, the old one first: those with one method and path belong together, then those
/// with one operationId.
pub fn pairs(documents: [Document<'_>; 2]) -> Vec<[Operation<'_>; 2]> {
    let [mut old, mut new] = documents.map(all);
    let mut pairs = take_pairs(&mut old, &mut new, |operation| Some(operation.request()));
    pairs.extend(take_pairs(&mut old, &mut new, Operation::id));
    pairs
}

/// All operations of a document.
fn all<'a>(document: Document<'a>) -> Vec<Operation<'a>> {
    let items = document.members(document.0, "paths");
    let operations = items.flat_map(|(path, item)| {
        method::operations(item).map(move |(method, declared)| Operation { method, path, item, declared })
    });
    operations.filter(|operation| operation.declared.is_object()).collect()
}
