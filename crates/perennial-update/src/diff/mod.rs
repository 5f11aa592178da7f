//! Compares two public APIs, and determines how the differences affect consumers.

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

/// The effect on consumers of all changes together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Verdict {
    #[serde(rename = "no change")]
    NoChange,
    /// All code of consumers keeps working without changes.
    #[serde(rename = "compatible")]
    Compatible,
    /// Some code of consumers has to be changed.
    #[serde(rename = "breaking")]
    Breaking,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The rule for this kind of change, which states whether it breaks consumers.
    #[serde(flatten)]
    pub rule: &'static ApiRule,
    pub description: String,
    /// The action that callers have to take. Empty for most compatible changes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub action: String,
}

impl Change {
    /// Creates a change with the action that its rule recommends.
    pub fn new(rule: &'static ApiRule, description: impl Into<String>) -> Self {
        Self { rule, description: description.into(), action: rule.action.to_owned() }
    }

    /// Creates a change with the action that its rule recommends for `name`.
    pub fn for_name(rule: &'static ApiRule, description: impl Into<String>, name: &str) -> Self {
        Self::new(rule, description).with_action(rule.action.replace(NAME, name))
    }

    pub fn with_action(self, action: impl Into<String>) -> Self {
        Self { action: action.into(), ..self }
    }
}

/// How an operation or type differs between two APIs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DifferenceKind {
    Added,
    Removed,
    /// A former name of an operation or type was removed. The operation or type still exists.
    Dropped,
    /// The operation or type was renamed, and may also have changed in other ways.
    Renamed,
    /// The operation or type changed, but kept its name.
    Changed,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChangedItem {
    /// The name in the new API. For a removed item, the name in the old API.
    pub name: String,
    pub kind: DifferenceKind,
    /// The rule for a change of the whole item. `None` if only parts of the item changed.
    #[serde(serialize_with = "ApiRule::serialize_id", skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static ApiRule>,
    /// The most severe effect that the changes to the item and to its parts have on consumers.
    pub effect: Effect,
    /// The method and path of an operation. `None` for types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// The old name of a renamed item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// For a removed former name, the present name of the operation or type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub present: Option<String>,
    /// A description of the type that replaces a removed type. `None` if the replacement is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// The action that callers have to take because of a change of the whole item, such as its removal.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub action: &'static str,
    /// The changes to parts of the item, most severe first.
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

    /// Sets the rule for a change of the whole item. The effect of the rule becomes the effect of the item, unless one
    /// of its changes is more severe.
    fn with_rule(self, rule: &'static ApiRule) -> Self {
        Self {
            rule: Some(rule),
            effect: rule.effect.max(most_severe_effect(&self.changes)),
            action: &rule.action,
            ..self
        }
    }

    fn dropped(former: &str, present: &str) -> Self {
        let item = Self::new(former, DifferenceKind::Dropped, Vec::new()).with_rule(&rules::FORMER_NAME_DROPPED);
        Self { present: Some(present.to_owned()), ..item }
    }

    /// Creates the item for an operation or type that was called `was` and is now called `name`. Returns `None` if the
    /// name is the same and there are no changes.
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

#[derive(Debug, Clone, Copy)]
struct AddedOrRemoved {
    added: &'static ApiRule,
    removed: &'static ApiRule,
}

/// The differences between the operations of two APIs, or between their types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ItemChanges {
    /// The number of operations or types in the old API.
    pub before: usize,
    /// The number of operations or types in the new API.
    pub after: usize,
    /// The operations or types that differ, sorted by name.
    pub items: Vec<ChangedItem>,
}

impl ItemChanges {
    pub fn with_kind(&self, kind: DifferenceKind) -> impl Iterator<Item = &ChangedItem> {
        self.items.iter().filter(move |item| item.kind == kind)
    }

    /// Compares either all operations or all types of two APIs. `new_names` maps the old names of retained items to the
    /// new ones, and `old_former` and `new_former` contain former names.
    ///
    /// `changed` compares an item, given its old and its new name. For a removed item, which has no new name, it
    /// returns the changes to report with the removal. `with_details` completes the description of an item.
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
            // The former names of a removed item are not reported, because its removal already is.
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

/// Returns a sort key that compares trailing numbers by value, so that `Model9` comes before `Model10`.
fn natural_order_key(name: &str) -> (String, u64, String) {
    let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (word.to_owned(), name[word.len()..].parse().unwrap_or_default(), name.to_owned())
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// The differences between the methods of `Client`, including their builders.
    pub operations: ItemChanges,
    /// The differences between the types in the module `types`.
    pub types: ItemChanges,
    /// The features that were removed or renamed, or that enable fewer operations than before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<FeatureChange>,
    /// The constants in the module `servers` that were added, removed or changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<SettingChange>,
    /// The changes to credentials: to setters of `ClientBuilder`, environment variables and URLs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub credentials: Vec<SettingChange>,
}

impl Comparison {
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
