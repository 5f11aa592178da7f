//! Which operation of the new document is which of the old one.

use std::collections::BTreeMap;

use monitoring_service_codegen::text::method::Method;
use serde_json::Value;

use super::document::{Document, members, text};

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
    /// How it is called.
    pub fn place(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// The names between braces in its path.
    pub fn path_parameters(&self) -> impl Iterator<Item = &'a str> {
        self.path.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0))
    }

    /// What is called, whatever the parameters of the path are named.
    fn request(&self) -> String {
        let parts = self.path.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
        format!("{} {}", self.method, parts.collect::<Vec<_>>().join("{}"))
    }

    /// What the document calls it.
    fn id(&self) -> Option<String> {
        text(self.declared, "operationId").map(str::to_owned)
    }
}

/// The operations that are on both sides, the old one first: those with one method and path belong together, then those
/// with one operationId.
pub fn pairs(documents: [Document<'_>; 2]) -> Vec<[Operation<'_>; 2]> {
    let mut pairs = Vec::new();
    let [mut old, mut new] = documents.map(all);
    for key in [|it: &Operation<'_>| Some(it.request()), |it: &Operation<'_>| it.id()] {
        let mut by_key: BTreeMap<String, Operation<'_>> =
            new.drain(..).filter_map(|it| Some((key(&it)?, it))).collect();
        old.retain(|before| {
            let after = key(before).and_then(|key| by_key.remove(&key));
            pairs.extend(after.map(|after| [*before, after]));
            after.is_none()
        });
        new.extend(by_key.into_values());
    }
    pairs
}

/// All operations of a document.
fn all<'a>(document: Document<'a>) -> Vec<Operation<'a>> {
    let items = document.members(document.0, "paths");
    let operations = items.flat_map(|(path, item)| {
        let keys = members(item).filter_map(|(key, declared)| Some((Method::from_key(key)?, declared)));
        keys.map(move |(method, declared)| Operation { method, path, item, declared })
    });
    operations.filter(|operation| operation.declared.is_object()).collect()
}
