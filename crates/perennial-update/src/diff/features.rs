use std::collections::{BTreeMap, BTreeSet};

use perennial_codegen::{
    api::Forwards,
    surface::{PublicApi, PublicOperation},
};
use serde::Serialize;

use super::{Change, matched_apis::MatchedApis};
use crate::rules::{self, ApiRule};

/// Compares the features of two versions of an operation. An operation is enabled if any of its features is.
pub fn compare_features(old: &PublicOperation, new: &PublicOperation, new_api: &PublicApi) -> Vec<Change> {
    let present = list_features(&new.features);
    let change = |rule: &'static ApiRule, how: &str, features: &BTreeSet<&String>| {
        (!features.is_empty()).then(|| Change::new(rule, format!("{how} {}", list_features(features))))
    };
    let lost: BTreeSet<&String> = old.features.difference(&new.features).collect();
    let added = new.features.difference(&old.features).collect();
    if new.features.is_empty() {
        return change(&rules::FEATURE_NOT_NEEDED, "is now always enabled; before, it was enabled only by", &lost)
            .into_iter()
            .collect();
    }
    if old.features.is_empty() {
        let description = format!("is now enabled only by {present}; before, it was always enabled");
        return vec![Change::new(&rules::FEATURE_REQUIRED, description)];
    }
    let (forwarded, gone): (BTreeSet<_>, BTreeSet<_>) =
        lost.into_iter().partition(|name| is_enabled_by(new, name, new_api));
    let left = change(&rules::FEATURE_LEFT, &format!("is enabled by {present}, no longer by"), &gone);
    let forwarded = change(&rules::FEATURE_FORWARDED, &format!("is enabled by {present}, formerly by"), &forwarded);
    let also = change(&rules::FEATURE_ADDED, "is also enabled by", &added);
    let also = also.filter(|_| left.is_none() && forwarded.is_none());
    left.into_iter().chain(forwarded).chain(also).collect()
}

/// A feature that was removed or renamed, or that enables fewer operations than before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FeatureChange {
    pub name: String,
    /// The features that this feature enables now, or that it enabled before it was removed.
    pub present: Forwards,
    #[serde(flatten)]
    pub rule: &'static ApiRule,
}

/// Returns the features that changed in one of two ways: features of the old API that were removed or became former
/// features, and former features that now enable fewer operations. If only a few operations leave a feature that still
/// exists, that is reported with these operations instead.
pub fn compare_all_features(apis: &MatchedApis<'_>) -> Vec<FeatureChange> {
    let MatchedApis { old, new, .. } = apis;
    let (were_present, present) = (old.features(), new.features());
    let enables_less = |name: &str| {
        let before = old.former.features.get(name);
        let was_enabled = |operation: &PublicOperation| {
            before.is_some_and(|Forwards(before)| !operation.features.is_disjoint(before))
        };
        let mut enabled = apis.operations.iter().filter(|(was, _)| was_enabled(&old.operations[**was]));
        enabled.any(|(_, now)| !is_enabled_by(&new.operations[*now], name, new))
    };
    let known: BTreeSet<&str> =
        were_present.iter().copied().chain(old.former.features.keys().map(String::as_str)).collect();
    let changes = known.into_iter().filter_map(|name| {
        let forwards = new.former.features.get(name);
        let exists = forwards.is_some() || present.contains(name);
        let is_renamed = were_present.contains(name) && !present.contains(name);
        let rule: &ApiRule = if !exists || enables_less(name) {
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

/// Formats features for a report, such as ``the feature `a` or `b` ``.
fn list_features<T: AsRef<str>>(features: &BTreeSet<T>) -> String {
    let names: Vec<String> = features.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    format!("the feature {}", names.join(" or "))
}

/// Checks whether enabling a feature also enables an operation. A former feature enables the operation through the
/// features that it forwards to. An operation without features is always enabled.
fn is_enabled_by(operation: &PublicOperation, feature: &str, api: &PublicApi) -> bool {
    let forwards = || api.former.features.get(feature);
    operation.features.is_empty()
        || operation.features.contains(feature)
        || forwards().is_some_and(|Forwards(present)| !present.is_disjoint(&operation.features))
}

/// Finds the features of `old` whose operations moved to other features in `new`. Maps each to the features that now
/// enable these operations.
pub fn find_renamed_features(old: &PublicApi, new: &PublicApi) -> BTreeMap<String, Forwards> {
    let apis = MatchedApis::new(old, new);
    let present = new.features();
    let renamed = old.features().into_iter().filter_map(|feature| {
        let enabled = old.operations.iter().filter(|(_, operation)| operation.features.contains(feature));
        let left = enabled.filter_map(|(name, _)| apis.operations.get(name.as_str()));
        let now = left.map(|name| &new.operations[*name].features).filter(|features| !features.contains(feature));
        let now: Vec<&BTreeSet<String>> = now.collect();
        let forwards = Forwards(common_features(&now));
        // A former feature is kept even if it enables no other feature: its operations are then always enabled.
        let is_kept = if present.contains(feature) { !forwards.0.is_empty() } else { !now.is_empty() };
        is_kept.then(|| (feature.to_owned(), forwards))
    });
    renamed.collect()
}

/// Returns a single feature that all `operations` have. If there is none, returns the first feature of each operation.
/// Operations without features are skipped, because they are always enabled.
fn common_features(operations: &[&BTreeSet<String>]) -> BTreeSet<String> {
    let operations: Vec<&BTreeSet<String>> =
        operations.iter().copied().filter(|features| !features.is_empty()).collect();
    let mut candidates = operations.first().copied().into_iter().flatten();
    match candidates.find(|name| operations.iter().all(|features| features.contains(*name))) {
        Some(common) => BTreeSet::from([common.clone()]),
        None => operations.iter().filter_map(|features| features.first().cloned()).collect(),
    }
}

/// Returns those former features of `old` that are still of use, each with the features of `new` that now enable its
/// operations. `renamed` contains the features that were renamed in this update.
pub fn carry_over_features(
    old: &PublicApi,
    new: &PublicApi,
    renamed: &BTreeMap<String, Forwards>,
) -> BTreeMap<String, Forwards> {
    let present = new.features();
    let retained = old.former.features.iter().filter_map(|(former, Forwards(before))| {
        let mut now = BTreeSet::new();
        for name in before {
            now.extend(present.get(name.as_str()).map(|name| (*name).to_owned()));
            now.extend(renamed.get(name).into_iter().flat_map(|Forwards(now)| now.iter().cloned()));
        }
        now.remove(former);
        // A former feature that no longer enables anything is kept if its operations are now always enabled.
        let is_known = |name: &String| present.contains(name.as_str()) || renamed.contains_key(name);
        let is_kept = !now.is_empty() || !present.contains(former.as_str()) && before.iter().all(is_known);
        is_kept.then(|| (former.clone(), Forwards(now)))
    });
    retained.collect()
}
