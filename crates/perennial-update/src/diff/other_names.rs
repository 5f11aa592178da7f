//! Compares the other names of operations and types: aliases from the document, and former names.

use std::collections::BTreeMap;

use perennial_codegen::api::FormerName;

use super::Change;
use crate::rules;

/// Compares the aliases and former names of the item called `present`. `were` contains the present names in the old
/// API. They are skipped, because an item that had one of these names is reported as renamed.
pub fn compare_other_names<T>(
    present: &str,
    were: &BTreeMap<String, T>,
    [old, new]: [&BTreeMap<String, FormerName>; 2],
) -> Vec<Change> {
    let names = new.iter().filter(|(name, other)| other.present == present && !were.contains_key(*name));
    let change = |(name, other): (&String, &FormerName)| match (old.get(name), &other.since) {
        // The name is now an alias from the document. Before, it was unknown or deprecated.
        (None | Some(FormerName { since: Some(_), .. }), None) => {
            let description = format!("has the additional name `{name}`, because the document now uses this name");
            Some(Change::new(&rules::NAME_ADDED, description))
        }
        // The deprecated name is in neither document. An unreleased update introduced it, and a later one deprecated
        // it.
        (None, Some(_)) => {
            Some(Change::new(&rules::NAME_ADDED, format!("has the additional name `{name}`, which is deprecated")))
        }
        (Some(FormerName { since: None, .. }), Some(_)) => {
            let description = format!("`{name}` is deprecated, because the document no longer contains this name");
            Some(Change::for_name(&rules::NAME_DEPRECATED, description, present))
        }
        _ => None,
    };
    names.filter_map(change).collect()
}
