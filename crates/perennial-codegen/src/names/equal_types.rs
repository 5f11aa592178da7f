//! Finds equal types among those that the document does not name, so that they can be merged.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::api::{Api, Kind, TypeDef};

/// Maps each type in `nameless` to its representative: the first type of `api` that is equal to it, which may be the
/// type itself.
///
/// Types are equal if they have the same parts under the same names, regardless of their descriptions. A type that
/// contains itself is not equal to any other type.
pub fn representatives(api: &Api, nameless: &BTreeSet<String>) -> BTreeMap<String, String> {
    let defs = api.types_by_name();
    // A type can be compared once all nameless types in it have been compared. Types that contain no nameless type come
    // first.
    let mut waiting: HashMap<&str, usize> = HashMap::new();
    let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut ready = Vec::new();
    for TypeDef { name, kind, .. } in api.types.iter().filter(|def| nameless.contains(&def.name)) {
        let parts = kind.types().into_iter().filter_map(|ty| nameless.get(ty.type_name()?).map(String::as_str));
        let parts: BTreeSet<&str> = parts.collect();
        if parts.is_empty() {
            ready.push(name.as_str());
        }
        waiting.insert(name, parts.len());
        parts.into_iter().for_each(|part| users.entry(part).or_default().push(name));
    }
    ready.reverse();

    let mut representatives = BTreeMap::new();
    representatives.extend(nameless.iter().map(|name| (name.clone(), name.clone())));
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
