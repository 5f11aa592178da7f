use perennial_codegen::text::{
    method::{self, Method},
    path,
};
use serde_json::Value;

use super::document::{RawDocument, string_member, take_matches};

#[derive(Clone, Copy)]
pub struct DocumentOperation<'a> {
    pub method: Method,
    pub path: &'a str,
    /// The path item that contains the operation. It may declare parameters for all operations of its path.
    pub item: &'a Value,
    pub declared: &'a Value,
}

impl<'a> DocumentOperation<'a> {
    /// Returns the name of the operation in reports, such as `GET /things/{id}`.
    pub fn place(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Returns the method and the path, without the names of path parameters, so that renaming a parameter makes no
    /// difference.
    fn method_and_path_shape(&self) -> String {
        format!("{} {}", self.method, path::without_parameter_names(self.path))
    }

    fn operation_id(&self) -> Option<String> {
        string_member(self.declared, "operationId").map(str::to_owned)
    }
}

/// Matches the operations of two documents. Returns pairs of the old and the new version. Operations with the same
/// method and path are matched first, then operations with the same `operationId`.
pub fn match_operations(documents: [RawDocument<'_>; 2]) -> Vec<[DocumentOperation<'_>; 2]> {
    let [mut old, mut new] = documents.map(collect_operations);
    let mut matches = take_matches(&mut old, &mut new, |operation| Some(operation.method_and_path_shape()));
    matches.extend(take_matches(&mut old, &mut new, DocumentOperation::operation_id));
    matches
}

fn collect_operations<'a>(document: RawDocument<'a>) -> Vec<DocumentOperation<'a>> {
    let items = document.members(document.0, "paths");
    let operations = items.flat_map(|(path, item)| {
        method::operations(item).map(move |(method, declared)| DocumentOperation { method, path, item, declared })
    });
    operations.filter(|operation| operation.declared.is_object()).collect()
}
