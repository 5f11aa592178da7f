//! The features that operations come with.

use std::collections::{BTreeMap, BTreeSet};

use super::{Change, pairs::Pairs};
use crate::api::{Operation, PublicApi};

/// What differs in how an operation is turned on.
pub fn compare(old: &Operation, new: &Operation, new_api: &PublicApi) -> Vec<Change> {
    let is_always_on = new.features.is_empty();
    let present = new_api.features();
    let mut changes = Vec::new();
    for feature in old.features.difference(&new.features) {
        let forwards_to = new_api.former.features.get(feature);
        let exists = forwards_to.is_some() || present.contains(feature.as_str());
        let is_brought = is_always_on || forwards_to.is_some_and(|present| new.features.contains(present));
        changes.push(match forwards_to.filter(|_| is_brought) {
            Some(present) => Change::compatible(format!("comes with the feature `{present}`, formerly `{feature}`")),
            None if exists && is_brought => Change::compatible(format!("does not need the feature `{feature}`")),
            None => {
                let named: Vec<String> = new.features.iter().map(|name| format!("`{name}`")).collect();
                let instead = if named.is_empty() { "none".to_owned() } else { named.join(" or ") };
                Change::breaking(
                    format!("does not come with the feature `{feature}`"),
                    format!("turn on another one ({instead}), unless `all-tags` is on"),
                )
            }
        });
    }
    for feature in new.features.difference(&old.features) {
        changes.push(if old.features.is_empty() {
            Change::breaking(format!("needs the feature `{feature}`"), "turn it on, unless `all-tags` is on")
        } else {
            Change::compatible(format!("comes with the feature `{feature}`"))
        });
    }
    changes
}

/// The features that are gone, each with the one that brings all that it brought.
pub fn renamed(old: &PublicApi, new: &PublicApi, pairs: &Pairs<'_>) -> BTreeMap<String, String> {
    let present = new.features();
    let gone = old.features().into_iter().filter(|feature| !present.contains(feature));
    let renamed = gone.filter_map(|feature| {
        let brought = old.operations.iter().filter(|(_, operation)| operation.features.contains(feature));
        let now = brought.map(|(name, _)| Some(&new.operations[*pairs.operations.get(name.as_str())?].features));
        let now: Vec<&BTreeSet<String>> = now.collect::<Option<_>>()?;
        let mut candidates = now.first()?.iter();
        let found = candidates.find(|candidate| now.iter().all(|features| features.contains(*candidate)))?;
        Some((feature.to_owned(), found.clone()))
    });
    renamed.collect()
}

/// The former features of `old` that lead to a present one.
pub fn carried(old: &PublicApi, new: &PublicApi, renamed: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let present = new.features();
    let free = old.former.features.iter().filter(|(former, _)| !present.contains(former.as_str()));
    let kept = free.filter_map(|(former, to)| {
        let to = if present.contains(to.as_str()) { to } else { renamed.get(to)? };
        Some((former.clone(), to.clone()))
    });
    kept.collect()
}
