//! The features that operations come with.

use std::collections::{BTreeMap, BTreeSet};

use perennial_codegen::{
    api::Forwards,
    surface::{Operation, PublicApi},
};
use serde::Serialize;

use super::{Change, pairs::Pairs};
use crate::rules::{self, Rule};

/// Compares the ways in which an operation is turned on.
pub fn compare(old: &Operation, new: &Operation, new_api: &PublicApi) -> Vec<Change> {
    let present = listed(&new.features);
    let told = |rule: &'static Rule, how: &str, features: &BTreeSet<&String>| {
        (!features.is_empty()).then(|| Change::new(rule, format!("{how} {}", listed(features))))
    };
    let lost: BTreeSet<&String> = old.features.difference(&new.features).collect();
    let added = new.features.difference(&old.features).collect();
    if new.features.is_empty() {
        return told(&rules::FEATURE_NOT_NEEDED, "is always there, came with", &lost).into_iter().collect();
    }
    if old.features.is_empty() {
        let description = format!("comes with {present}, was always there");
        return vec![Change::new(&rules::FEATURE_REQUIRED, description)];
    }
    let (forwarded, gone): (BTreeSet<_>, BTreeSet<_>) =
        lost.into_iter().partition(|name| is_brought(new, name, new_api));
    let left = told(&rules::FEATURE_LEFT, &format!("comes with {present}, no longer with"), &gone);
    let forwarded = told(&rules::FEATURE_FORWARDED, &format!("comes with {present}, formerly with"), &forwarded);
    let also = told(&rules::FEATURE_ADDED, "also comes with", &added);
    let also = also.filter(|_| left.is_none() && forwarded.is_none());
    left.into_iter().chain(forwarded).chain(also).collect()
}

/// A feature that has another name, that a consumer cannot turn on any more, or that no longer brings what it brought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeatureChange {
    /// Its name.
    pub name: String,
    /// Those that it forwards to, or forwarded to before it was gone.
    pub present: Forwards,
    /// The kind of change.
    #[serde(flatten)]
    pub rule: &'static Rule,
}

/// The features of `old`, and the former ones, that are gone, and those that are former ones now. An operation that only
/// left a feature says so itself.
pub fn all(pairs: &Pairs<'_>) -> Vec<FeatureChange> {
    let Pairs { old, new, .. } = pairs;
    let (were_present, present) = (old.features(), new.features());
    let brings_less = |name: &str| {
        let before = old.former.features.get(name);
        let is_of = |of: &Operation| before.is_some_and(|Forwards(before)| !of.features.is_disjoint(before));
        let mut brought = pairs.operations.iter().filter(|(was, _)| is_of(&old.operations[**was]));
        brought.any(|(_, now)| !is_brought(&new.operations[*now], name, new))
    };
    let known: BTreeSet<&str> =
        were_present.iter().copied().chain(old.former.features.keys().map(String::as_str)).collect();
    let changes = known.into_iter().filter_map(|name| {
        let forwards = new.former.features.get(name);
        let is_there = forwards.is_some() || present.contains(name);
        let is_renamed = were_present.contains(name) && !present.contains(name);
        let rule: &Rule = if !is_there || brings_less(name) {
            &rules::FEATURE_REMOVED
        } else if is_renamed {
            &rules::NAME_KEPT
        } else {
            return None;
        };
        let mut now = forwards.or(old.former.features.get(name)).cloned().unwrap_or_default();
        now.0.retain(|name| present.contains(name.as_str()));
        Some(FeatureChange { name: name.to_owned(), present: now, rule })
    });
    changes.collect()
}

/// ``the feature `a` or `b` ``.
fn listed<T: AsRef<str>>(features: &BTreeSet<T>) -> String {
    let names: Vec<String> = features.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    format!("the feature {}", names.join(" or "))
}

/// Checks whether a feature turns an operation on, be it by forwarding; one without features is always on.
fn is_brought(operation: &Operation, feature: &str, api: &PublicApi) -> bool {
    let forwards = || api.former.features.get(feature);
    operation.features.is_empty()
        || operation.features.contains(feature)
        || forwards().is_some_and(|Forwards(present)| !present.is_disjoint(&operation.features))
}

/// The features that do not bring all that they brought, each with those that bring the rest.
pub fn renamed(old: &PublicApi, new: &PublicApi) -> BTreeMap<String, Forwards> {
    let pairs = Pairs::new(old, new);
    let present = new.features();
    let renamed = old.features().into_iter().filter_map(|feature| {
        let brought = old.operations.iter().filter(|(_, operation)| operation.features.contains(feature));
        let left = brought.filter_map(|(name, _)| pairs.operations.get(name.as_str()));
        let now = left.map(|name| &new.operations[*name].features).filter(|features| !features.contains(feature));
        let now: Vec<&BTreeSet<String>> = now.collect();
        let forwards = Forwards(bringing_all(&now));
        // A feature that is gone is kept even if it brings nothing.
        let is_kept = if present.contains(feature) { !forwards.0.is_empty() } else { !now.is_empty() };
        is_kept.then(|| (feature.to_owned(), forwards))
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
    let kept = old.former.features.iter().filter_map(|(former, Forwards(before))| {
        let mut now = BTreeSet::new();
        for name in before {
            now.extend(present.get(name.as_str()).map(|name| (*name).to_owned()));
            now.extend(renamed.get(name).into_iter().flat_map(|Forwards(now)| now.iter().cloned()));
        }
        now.remove(former);
        // One that brings nothing is kept where all that it brought is always there.
        let is_known = |name: &String| present.contains(name.as_str()) || renamed.contains_key(name);
        let is_kept = !now.is_empty() || !present.contains(former.as_str()) && before.iter().all(is_known);
        is_kept.then(|| (former.clone(), Forwards(now)))
    });
    kept.collect()
}
