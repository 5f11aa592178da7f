//! Equal types without a name of their own are one type.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::uses;
use crate::api::{Api, Kind, TypeDef};

/// For each name in `nameless`, the first type of `api` that is equal to it; itself, if it is the first.
///
/// Types are equal if they have the same parts under the same names, whatever their descriptions. A type that contains
/// itself is equal to no other.
pub fn representatives(api: &Api, nameless: &BTreeSet<String>) -> BTreeMap<String, String> {
    let defs = api.types_by_name();
    let parts = |def: &TypeDef| {
        let mut parts = BTreeSet::new();
        uses::by_type(&def.kind, &mut |name, _| {
            if nameless.contains(name) {
                parts.insert(name.to_owned());
            }
        });
        parts
    };
    // What has no nameless parts comes first, then what is made of that, and so on.
    let mut waiting: BTreeMap<&str, usize> = BTreeMap::new();
    let mut users: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut ready = Vec::new();
    for name in api.types.iter().map(|def| def.name.as_str()).filter(|name| nameless.contains(*name)) {
        let parts = parts(defs[name]);
        if parts.is_empty() {
            ready.push(name);
        }
        waiting.insert(name, parts.len());
        parts.into_iter().for_each(|part| users.entry(part).or_default().push(name));
    }
    ready.reverse();

    let mut representatives: BTreeMap<String, String> =
        nameless.iter().map(|name| (name.clone(), name.clone())).collect();
    let mut known: HashMap<Kind, String> = HashMap::new();
    while let Some(name) = ready.pop() {
        let mut kind = defs[name].kind.clone();
        kind.each_type_mut(&mut |ty| ty.rename(&representatives));
        kind.each_docs_mut(&mut String::clear);
        let first = known.entry(kind).or_insert_with(|| name.to_owned());
        representatives.insert(name.to_owned(), first.clone());
        for user in users.remove(name).unwrap_or_default() {
            if let Some(left) = waiting.get_mut(user) {
                *left -= 1;
                if *left == 0 {
                    ready.push(user);
                }
            }
        }
    }
    representatives
}
