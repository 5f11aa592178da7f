//! The features that operations come with.

use std::collections::{BTreeMap, BTreeSet};

use generator::former_names::Forwards;

use super::{Change, pairs::Pairs};
use crate::api::{Operation, PublicApi};

/// What differs in how an operation is turned on.
pub fn compare(old: &Operation, new: &Operation, new_api: &PublicApi) -> Vec<Change> {
    let present = listed(&new.features);
    let lost: BTreeSet<&String> = old.features.difference(&new.features).collect();
    let added: BTreeSet<&String> = new.features.difference(&old.features).collect();
    if new.features.is_empty() {
        let (idle, unknown): (BTreeSet<&String>, BTreeSet<&String>) =
            lost.into_iter().partition(|name| new_api.has_feature(name));
        let idle =
            (!idle.is_empty()).then(|| Change::compatible(format!("is always there, came with {}", listed(&idle))));
        let unknown = (!unknown.is_empty()).then(|| {
            let description = format!("is always there, and {} is gone", listed(&unknown));
            Change::breaking(description, "do not turn it on")
        });
        return unknown.into_iter().chain(idle).collect();
    }
    if old.features.is_empty() {
        let description = format!("comes with {present}, was always there");
        return vec![Change::breaking(description, "turn that on, unless `all-tags` is on")];
    }
    let (forwarded, gone): (BTreeSet<&String>, BTreeSet<&String>) = lost.into_iter().partition(|name| {
        new_api.former.features.get(*name).is_some_and(|Forwards(present)| !present.is_disjoint(&new.features))
    });
    let mut changes = Vec::new();
    if !gone.is_empty() {
        let description = format!("comes with {present}, no longer with {}", listed(&gone));
        changes.push(Change::breaking(description, "turn that on, unless `all-tags` is on"));
    }
    if !forwarded.is_empty() {
        changes.push(Change::compatible(format!("comes with {present}, formerly with {}", listed(&forwarded))));
    }
    if changes.is_empty() && !added.is_empty() {
        changes.push(Change::compatible(format!("also comes with {}", listed(&added))));
    }
    changes
}

/// The former features of `old` that no longer bring what they brought, each with what they lead to.
pub fn dropped<'a>(old: &'a PublicApi, new: &PublicApi, pairs: &Pairs<'_>) -> Vec<(&'a str, Forwards)> {
    let now = carried(old, new, &renamed(old, new, pairs));
    let dropped = old.former.features.iter().filter(|(former, Forwards(before))| {
        let stands_for_others = || {
            let mut brought = old.operations.iter().filter(|(_, operation)| !operation.features.is_disjoint(before));
            brought.any(|(name, _)| {
                let features = pairs.operations.get(name.as_str()).map(|name| &new.operations[*name].features);
                features.is_some_and(|features| !features.is_empty() && !features.contains(*former))
            })
        };
        !new.has_feature(former) || new.features().contains(former.as_str()) && stands_for_others()
    });
    dropped.map(|(former, _)| (former.as_str(), now.get(former).cloned().unwrap_or_default())).collect()
}

/// ``the feature `a` or `b` ``.
fn listed<T: AsRef<str>>(features: &BTreeSet<T>) -> String {
    let names: Vec<String> = features.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    format!("the feature {}", names.join(" or "))
}

/// The features that are gone, each with those that bring what it brought and is still there.
pub fn renamed(old: &PublicApi, new: &PublicApi, pairs: &Pairs<'_>) -> BTreeMap<String, Forwards> {
    let present = new.features();
    let gone = old.features().into_iter().filter(|feature| !present.contains(feature));
    let renamed = gone.filter_map(|feature| {
        let brought = old.operations.iter().filter(|(_, operation)| operation.features.contains(feature));
        let left = brought.filter_map(|(name, _)| pairs.operations.get(name.as_str()));
        let now: Vec<&BTreeSet<String>> = left.map(|name| &new.operations[*name].features).collect();
        (!now.is_empty()).then(|| (feature.to_owned(), Forwards(bringing_all(&now))))
    });
    renamed.collect()
}

/// One of the features that all of `operations` come with; without one, the first of each. What has none is always there.
fn bringing_all(operations: &[&BTreeSet<String>]) -> BTreeSet<String> {
    let operations: Vec<&BTreeSet<String>> =
        operations.iter().copied().filter(|features| !features.is_empty()).collect();
    let mut candidates = operations.first().copied().into_iter().flatten();
    match candidates.find(|name| operations.iter().all(|features| features.contains(*name))) {
        Some(common) => BTreeSet::from([common.clone()]),
        None => operations.iter().filter_map(|features| features.first().cloned()).collect(),
    }
}

/// The former features of `old` that lead to present ones.
pub fn carried(old: &PublicApi, new: &PublicApi, renamed: &BTreeMap<String, Forwards>) -> BTreeMap<String, Forwards> {
    let present = new.features();
    let free = old.former.features.iter().filter(|(former, _)| !present.contains(former.as_str()));
    let kept = free.filter_map(|(former, Forwards(before))| {
        let now = before.iter().filter_map(|name| match present.contains(name.as_str()) {
            true => Some(BTreeSet::from([name.clone()])),
            false => renamed.get(name).map(|Forwards(now)| now.clone()),
        });
        let now: Vec<BTreeSet<String>> = now.collect();
        let is_kept = before.is_empty() || !now.is_empty();
        is_kept.then(|| (former.clone(), Forwards(now.into_iter().flatten().collect())))
    });
    kept.collect()
}
