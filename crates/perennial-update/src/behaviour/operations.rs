//! Matches the operations of the old and the new document.

use perennial_codegen::text::{
    method::{self, Method},
    path,
};
use serde_json::Value;

use super::document::{RawDocument, string_member, take_matches};

/// An operation of a document, with its path item.
#[derive(Clone, Copy)]
pub struct DocumentOperation<'a> {
    pub method: Method,
    pub path: &'a str,
    /// The path item of the operation, which may declare parameters as well.
    pub item: &'a Value,
    pub declared: &'a Value,
}

impl<'a> DocumentOperation<'a> {
    /// Returns the method and path, by which reports name the operation.
    pub fn place(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Returns the method and the path, with the names of the path parameters removed.
    fn method_and_path_shape(&self) -> String {
        format!("{} {}", self.method, path::without_parameter_names(self.path))
    }

    /// Returns the `operationId` in the document.
    fn operation_id(&self) -> Option<String> {
        string_member(self.declared, "operationId").map(str::to_owned)
    }
}

/// Matches the operations of two documents, the old one first. Operations with the same method and path are matched
/// first, then operations with the same `operationId`.
pub fn match_operations(documents: [RawDocument<'_>; 2]) -> Vec<[DocumentOperation<'_>; 2]> {
    let [mut old, mut new] = documents.map(collect_operations);
    let mut matches = take_matches(&mut old, &mut new, |operation| Some(operation.method_and_path_shape()));
    matches.extend(take_matches(&mut old, &mut new, DocumentOperation::operation_id));
    matches
}

/// Collects all operations of a document.
fn collect_operations<'a>(document: RawDocument<'a>) -> Vec<DocumentOperation<'a>> {
    let items = document.members(document.0, "paths");
    let operations = items.flat_map(|(path, item)| {
        method::operations(item).map(move |(method, declared)| DocumentOperation { method, path, item, declared })
    });
    operations.filter(|operation| operation.declared.is_object()).collect()
}
