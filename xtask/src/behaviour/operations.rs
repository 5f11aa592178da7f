//! Which operation of the new document is which of the old one.

use std::collections::{BTreeMap, BTreeSet};

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

    /// What is called, whatever the parameters of the path are named. A fragment is not sent.
    fn request(&self) -> (Method, String) {
        let path = self.path.split('#').next().unwrap_or_default();
        let mut parts = path.split('{');
        let mut request = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            request += "{}";
            request += part.split_once('}').map_or("", |(_, rest)| rest);
        }
        (self.method, request)
    }

    fn id(&self) -> Option<&'a str> {
        text(self.declared, "operationId")
    }
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

/// The operations that are on both sides, the old one first: those with one method and path belong together, then those
/// with one operationId. Where several have one method and path, those with the same fragment do, then those with one
/// operationId, and then the only ones that are left.
pub fn pairs(documents: [Document<'_>; 2]) -> Vec<[Operation<'_>; 2]> {
    let mut by_request: BTreeMap<_, [Vec<Operation<'_>>; 2]> = BTreeMap::new();
    for (side, document) in documents.into_iter().enumerate() {
        for operation in all(document) {
            by_request.entry(operation.request()).or_default()[side].push(operation);
        }
    }
    let (mut pairs, mut left) = (Vec::new(), [Vec::new(), Vec::new()]);
    for [mut old, mut new] in by_request.into_values() {
        take(&mut old, &mut new, |operation| Some(operation.path), &mut pairs);
        take(&mut old, &mut new, Operation::id, &mut pairs);
        if let ([before], [after]) = (old.as_slice(), new.as_slice()) {
            pairs.push([*before, *after]);
        } else {
            left[0].append(&mut old);
            left[1].append(&mut new);
        }
    }
    let [mut old, mut new] = left;
    take(&mut old, &mut new, Operation::id, &mut pairs);
    pairs
}

/// Moves those that have one key to `pairs`.
fn take<'a>(
    old: &mut Vec<Operation<'a>>,
    new: &mut Vec<Operation<'a>>,
    key: impl Fn(&Operation<'a>) -> Option<&'a str>,
    pairs: &mut Vec<[Operation<'a>; 2]>,
) {
    let mut by_key: BTreeMap<_, _> = new.iter().filter_map(|operation| Some((key(operation)?, *operation))).collect();
    let mut taken = BTreeSet::new();
    old.retain(|before| {
        let Some(after) = key(before).and_then(|key| by_key.remove(key)) else { return true };
        taken.insert((after.path, after.method));
        pairs.push([*before, after]);
        false
    });
    new.retain(|operation| !taken.contains(&(operation.path, operation.method)));
}
