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

/// What all changes together mean for consumers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// The public API is the same.
    #[serde(rename = "no change")]
    NoChange,
    /// The code of all consumers keeps working without changes.
    #[serde(rename = "compatible")]
    Compatible,
    /// Some consumers have to change their code.
    #[serde(rename = "breaking")]
    Breaking,
}

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The rule for this kind of change. It states whether the change breaks consumers.
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

    /// Creates a change to which `rule` applies. `name` is inserted into the action of the rule.
    pub fn for_name(rule: &'static ApiRule, description: impl Into<String>, name: &str) -> Self {
        Self::new(rule, description).with_action(rule.action.replace(NAME, name))
    }

    /// Replaces the action that the rule recommends to callers.
    pub fn with_action(self, action: impl Into<String>) -> Self {
        Self { action: action.into(), ..self }
    }
}

/// How an operation or type differs between two APIs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DifferenceKind {
    /// The operation or type is new.
    Added,
    /// The operation or type was removed.
    Removed,
    /// A former name of an operation or type was removed.
    Dropped,
    /// The operation or type has another name. It may have other differences as well.
    Renamed,
    /// The operation or type has the same name, and something in it changed.
    Changed,
}

/// An operation or type that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChangedItem {
    /// The name in the new API. If the item was removed, the name in the old API.
    pub name: String,
    /// How the item differs.
    pub kind: DifferenceKind,
    /// The rule for the item as a whole. `None` if only parts of the item changed.
    #[serde(serialize_with = "ApiRule::serialize_id", skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static ApiRule>,
    /// The most severe effect on consumers, either of the rule for the item or of a change inside it.
    pub effect: Effect,
    /// The method and path. `None` for types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// The name in the old API, if the item was renamed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// If a former name was removed, the present name of the same operation or type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub present: Option<String>,
    /// The replacement of a removed type, in words. `None` if no replacement is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// The action that callers have to take because the item was removed or renamed.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub action: &'static str,
    /// The changes inside the item, most severe first.
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
            effect: most_severe_effect(&changes),
            request: None,
            was: None,
            present: None,
            instead: None,
            action: "",
            changes,
        }
    }

    /// Sets the rule for the item as a whole. The effect of the item becomes the more severe one of the effect of this
    /// rule and the effects of the changes inside.
    fn with_rule(self, rule: &'static ApiRule) -> Self {
        Self {
            rule: Some(rule),
            effect: rule.effect.max(most_severe_effect(&self.changes)),
            action: &rule.action,
            ..self
        }
    }

    /// Creates an item for the former name `former` that was removed. `present` is the present name of the same
    /// operation or type.
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

/// Returns the most severe effect of `changes`, which are sorted by effect, or `Compatible` if there are none.
fn most_severe_effect(changes: &[Change]) -> Effect {
    changes.first().map_or(Effect::Compatible, |change| change.rule.effect)
}

/// The rules that apply if something is added and if it is removed.
#[derive(Debug, Clone, Copy)]
struct AddedOrRemoved {
    added: &'static ApiRule,
    removed: &'static ApiRule,
}

/// The differences between all operations of two APIs, or between all types of two APIs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ItemChanges {
    /// The total number of operations, or types, in the old API.
    pub before: usize,
    /// The total number of operations, or types, in the new API.
    pub after: usize,
    /// The operations, or types, that differ, sorted by name.
    pub items: Vec<ChangedItem>,
}

impl ItemChanges {
    /// Returns the operations or types that differ in this way.
    pub fn with_kind(&self, kind: DifferenceKind) -> impl Iterator<Item = &ChangedItem> {
        self.items.iter().filter(move |item| item.kind == kind)
    }

    /// Compares all operations, or all types, of two APIs. `new_names` maps each old name to the new one, `old_former`
    /// and `new_former` contain the former names.
    ///
    /// `changed` compares an item by its old and its new name; without a new name, it returns changes to report with a
    /// removed item. `with_details` adds facts about an operation or type to its item.
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
            // Former names of removed items are skipped, because the removal of an item is reported only once.
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
    /// The features that were removed or renamed, or that enable fewer operations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<FeatureChange>,
    /// The constants in the module `servers` that were added or removed, or whose URL changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<SettingChange>,
    /// The changes to credentials: setters of `ClientBuilder`, environment variables, and URLs for tokens.
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
