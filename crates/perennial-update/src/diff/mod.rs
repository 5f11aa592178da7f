//! Compares two public APIs, and determines the effects of the differences on consumers.

mod enums;
pub mod features;
mod fields;
mod instead;
mod matched_apis;
mod operations;
mod other_names;
mod pagers;
mod setters;
mod settings;
mod short_names;
mod types;
mod words;

pub use features::FeatureChange;
pub use settings::SettingChange;

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use perennial_codegen::{api::FormerName, surface::PublicApi};
use serde::Serialize;

use crate::rules::{self, ApiRule, Effect, NAME};

/// The verdict on all changes together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// The public API is the same.
    #[serde(rename = "no change")]
    NoChange,
    /// Consumers need not do anything.
    #[serde(rename = "compatible")]
    Compatible,
    /// Some consumers have to change their code.
    #[serde(rename = "breaking")]
    Breaking,
}

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The kind of change, which decides whether it breaks consumers.
    #[serde(flatten)]
    pub rule: &'static ApiRule,
    /// The difference.
    pub description: String,
    /// The action that callers have to take. Empty for most compatible changes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub action: String,
}

impl Change {
    /// Creates a change with the action of its rule.
    pub fn new(rule: &'static ApiRule, description: impl Into<String>) -> Self {
        Self { rule, description: description.into(), action: rule.action.to_owned() }
    }

    /// Creates a change for a rule whose action contains a name.
    pub fn for_name(rule: &'static ApiRule, description: impl Into<String>, name: &str) -> Self {
        Self::new(rule, description).with_action(rule.action.replace(NAME, name))
    }

    /// Replaces the action that callers have to take.
    pub fn with_action(self, action: impl Into<String>) -> Self {
        Self { action: action.into(), ..self }
    }
}

/// The kinds of difference in operations and types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DifferenceKind {
    /// The item is new.
    Added,
    /// The item was removed.
    Removed,
    /// The item was a former name and was dropped.
    Dropped,
    /// The item was renamed. It may have other differences as well.
    Renamed,
    /// The item has the same name and differs.
    Changed,
}

/// An operation or type that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChangedItem {
    /// The name in the new API, or in the old API if the item was removed.
    pub name: String,
    /// The kind of difference.
    pub kind: DifferenceKind,
    /// The rule that applies to the item itself. `None` if only parts of the item changed.
    #[serde(serialize_with = "ApiRule::serialize_id", skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static ApiRule>,
    /// The gravest effect on consumers, of the item itself or of a change inside it.
    pub effect: Effect,
    /// The method and path of an operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// The name in the old API, if the item was renamed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// The present name of what a dropped former name referred to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub present: Option<String>,
    /// The replacement of a removed type, in words, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// The action that callers have to take because the item was removed or renamed.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub action: &'static str,
    /// The changes inside the item, the gravest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
}

impl ChangedItem {
    fn new(name: &str, kind: DifferenceKind, mut changes: Vec<Change>) -> Self {
        changes.sort_by_key(|change| Reverse(change.rule.effect));
        Self {
            name: name.to_owned(),
            kind,
            rule: None,
            effect: gravest_effect(&changes),
            request: None,
            was: None,
            present: None,
            instead: None,
            action: "",
            changes,
        }
    }

    /// Sets the rule that applies to the item itself. The effect of the item becomes the graver one of the effect of
    /// the rule and the effects of the changes inside the item.
    fn with_rule(self, rule: &'static ApiRule) -> Self {
        Self { rule: Some(rule), effect: rule.effect.max(gravest_effect(&self.changes)), action: &rule.action, ..self }
    }

    /// Creates the item for a dropped former name of the item `present`.
    fn dropped(former: &str, present: &str) -> Self {
        let item = Self::new(former, DifferenceKind::Dropped, Vec::new()).with_rule(&rules::FORMER_NAME_DROPPED);
        Self { present: Some(present.to_owned()), ..item }
    }

    /// Creates an item for an operation or type that is called `was` in the old API and `name` in the new one. Returns
    /// `None` if it has the same name and no changes.
    fn if_renamed_or_changed(was: &str, name: &str, changes: Vec<Change>) -> Option<Self> {
        if was != name {
            let item = Self::new(name, DifferenceKind::Renamed, changes).with_rule(&rules::NAME_KEPT);
            return Some(Self { was: Some(was.to_owned()), ..item });
        }
        (!changes.is_empty()).then(|| Self::new(name, DifferenceKind::Changed, changes))
    }
}

/// Returns the effect of the first of `changes`, which are sorted by effect.
fn gravest_effect(changes: &[Change]) -> Effect {
    changes.first().map_or(Effect::Compatible, |change| change.rule.effect)
}

/// The rules for an addition and for a removal.
#[derive(Debug, Clone, Copy)]
struct AddedOrRemoved {
    added: &'static ApiRule,
    removed: &'static ApiRule,
}

/// The differences in all operations, or in all types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ItemChanges {
    /// The number of operations or types in the old API.
    pub before: usize,
    /// The number of operations or types in the new API.
    pub after: usize,
    /// The operations or types that differ, by name.
    pub items: Vec<ChangedItem>,
}

impl ItemChanges {
    /// Returns the items with this kind of difference.
    pub fn with_kind(&self, kind: DifferenceKind) -> impl Iterator<Item = &ChangedItem> {
        self.items.iter().filter(move |item| item.kind == kind)
    }

    /// Compares all operations, or all types, of two APIs. `new_names` contains the new name for each old one; `old_former`
    /// and `new_former` contain the former names. `changed` returns the changes inside an item, or the remaining ones
    /// of a removed item. `with_details` adds details to an item.
    fn new<T>(
        [old, new]: [&BTreeMap<String, T>; 2],
        new_names: &BTreeMap<&str, &str>,
        [old_former, new_former]: [&BTreeMap<String, FormerName>; 2],
        rules: AddedOrRemoved,
        changed: impl Fn(&str, Option<&str>) -> Vec<Change>,
        with_details: impl Fn(ChangedItem, &T) -> ChangedItem,
    ) -> Self {
        let mut items = Vec::new();
        for (name, item_data) in old {
            let new_name = new_names.get(name.as_str()).copied();
            let changes = changed(name, new_name);
            items.extend(match new_name {
                Some(new_name) => ChangedItem::if_renamed_or_changed(name, new_name, changes)
                    .map(|item| with_details(item, &new[new_name])),
                None => Some(with_details(
                    ChangedItem::new(name, DifferenceKind::Removed, changes).with_rule(rules.removed),
                    item_data,
                )),
            });
        }
        for (former, other) in old_former {
            // A removed item is reported only once.
            let Some(expected) = new_names.get(other.present.as_str()) else { continue };
            let present = new_former.get(former).map(|other| &other.present);
            let called = if new.contains_key(former) { Some(former) } else { present };
            if called.map(String::as_str) != Some(*expected) {
                items.push(with_details(ChangedItem::dropped(former, expected), &old[&other.present]));
            }
        }
        let known: BTreeSet<&str> = new_names.values().copied().collect();
        for (name, item_data) in new.iter().filter(|(name, _)| !known.contains(name.as_str())) {
            items.push(with_details(
                ChangedItem::new(name, DifferenceKind::Added, Vec::new()).with_rule(rules.added),
                item_data,
            ));
        }
        items.sort_by_cached_key(|item| {
            (natural_order_key(&item.name), item.kind, item.was.as_deref().map(natural_order_key))
        });
        Self { before: old.len(), after: new.len(), items }
    }
}

/// Returns a sort key that orders numbers by value: `Model9` before `Model10`.
fn natural_order_key(name: &str) -> (String, u64, String) {
    let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (word.to_owned(), name[word.len()..].parse().unwrap_or_default(), name.to_owned())
}

/// All differences between two public APIs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// The differences in the methods of `Client` and in their builders.
    pub operations: ItemChanges,
    /// The differences in the module `types`.
    pub types: ItemChanges,
    /// The features that were removed or renamed, or that enable less.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<FeatureChange>,
    /// The names in `servers` that were added or removed, or whose URL changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<SettingChange>,
    /// The setters of credentials and the environment variables that were added, removed or changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub credentials: Vec<SettingChange>,
}

impl Comparison {
    /// Compares two public APIs.
    pub fn new(old: &PublicApi, new: &PublicApi) -> Self {
        let apis = matched_apis::MatchedApis::new(old, new);
        let mut types = types::compare_types(&apis);
        for item in types.items.iter_mut().filter(|item| item.kind == DifferenceKind::Removed) {
            item.instead = instead::replacement_of_type(&item.name, &apis);
        }
        let (servers, credentials) = (settings::compare_servers(old, new), settings::compare_credentials(old, new));
        Self {
            operations: operations::compare_operations(&apis),
            types,
            features: features::compare_all_features(&apis),
            servers,
            credentials,
        }
    }

    /// Returns the verdict on all changes together.
    pub fn verdict(&self) -> Verdict {
        let items = self.operations.items.iter().chain(&self.types.items).map(|item| item.effect);
        let features = self.features.iter().map(|feature| feature.rule.effect);
        let settings = self.servers.iter().chain(&self.credentials).map(|setting| setting.rule.effect);
        match items.chain(features).chain(settings).max() {
            None => Verdict::NoChange,
            Some(Effect::Compatible) => Verdict::Compatible,
            Some(Effect::Breaking) => Verdict::Breaking,
        }
    }
}

#[cfg(test)]
mod tests;
