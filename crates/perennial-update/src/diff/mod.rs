//! Differences between two public APIs, and what they mean for consumers.

mod enums;
pub mod features;
mod fields;
mod instead;
mod operations;
mod other_names;
mod pagers;
mod pairs;
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

use crate::rules::{self, Effect, NAME, Rule};

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
    pub rule: &'static Rule,
    /// The difference.
    pub description: String,
    /// The action that callers have to take; empty for most compatible changes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub action: String,
}

impl Change {
    /// A change after which callers do what the rule says.
    pub fn new(rule: &'static Rule, description: impl Into<String>) -> Self {
        Self { rule, description: description.into(), action: rule.action.to_owned() }
    }

    /// The same for a rule whose action has a name in it.
    pub fn naming(rule: &'static Rule, description: impl Into<String>, name: &str) -> Self {
        Self::new(rule, description).with_action(rule.action.replace(NAME, name))
    }

    /// The same with what callers do in this case.
    pub fn with_action(self, action: impl Into<String>) -> Self {
        Self { action: action.into(), ..self }
    }
}

/// The kinds of difference in operations and types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It was not there before.
    Added,
    /// It is not there any more.
    Removed,
    /// It was a former name, and is no longer kept.
    Dropped,
    /// It has another name, and perhaps other differences.
    Renamed,
    /// It has the same name and differs.
    Changed,
}

/// An operation or type that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Item {
    /// Its name in the new API, or in the old one if it was removed.
    pub name: String,
    /// The kind of difference.
    pub kind: Kind,
    /// The rule for that; `None` for an item that has no more than the changes inside it.
    #[serde(serialize_with = "Rule::serialize_id", skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static Rule>,
    /// The effect on consumers of that, or of what differs inside it.
    pub effect: Effect,
    /// Method and path of an operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// Its name in the old API, if it was renamed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// The present name of what a former name stood for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub present: Option<String>,
    /// The replacement of a removed type, in words, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// The action that callers have to take since it was removed or renamed.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub action: &'static str,
    /// The changes inside it, the gravest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
}

impl Item {
    fn new(name: &str, kind: Kind, mut changes: Vec<Change>) -> Self {
        changes.sort_by_key(|change| Reverse(change.rule.effect));
        Self {
            name: name.to_owned(),
            kind,
            rule: None,
            effect: gravest(&changes),
            request: None,
            was: None,
            present: None,
            instead: None,
            action: "",
            changes,
        }
    }

    /// With a rule for the whole of it: it breaks as much as that, or as what is inside.
    fn by(self, rule: &'static Rule) -> Self {
        Self { rule: Some(rule), effect: rule.effect.max(gravest(&self.changes)), action: &rule.action, ..self }
    }

    /// A former name that is no longer kept, of what is called `present`.
    fn dropped(former: &str, present: &str) -> Self {
        let item = Self::new(former, Kind::Dropped, Vec::new()).by(&rules::FORMER_NAME_DROPPED);
        Self { present: Some(present.to_owned()), ..item }
    }

    /// Something that stands under `was` in the old API, and under `name` in the new one; `None` if it is the same.
    fn of_pair(was: &str, name: &str, changes: Vec<Change>) -> Option<Self> {
        if was != name {
            let item = Self::new(name, Kind::Renamed, changes).by(&rules::NAME_KEPT);
            return Some(Self { was: Some(was.to_owned()), ..item });
        }
        (!changes.is_empty()).then(|| Self::new(name, Kind::Changed, changes))
    }
}

/// The effect of the first of `changes`, which are sorted.
fn gravest(changes: &[Change]) -> Effect {
    changes.first().map_or(Effect::Compatible, |change| change.rule.effect)
}

/// The rules for an addition and for a removal.
#[derive(Debug, Clone, Copy)]
struct AddedOrRemoved {
    added: &'static Rule,
    removed: &'static Rule,
}

/// The differences in all operations, or in all types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Part {
    /// The number of them before.
    pub before: usize,
    /// The number of them now.
    pub after: usize,
    /// Those that differ, by name.
    pub items: Vec<Item>,
}

impl Part {
    /// The items of which this became.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.kind == kind)
    }

    /// Compares things of one sort, by the new name for each old one and by the former names of both sides: `changed`
    /// returns what differs inside one, or what is left of one that is gone.
    fn new<T>(
        [old, new]: [&BTreeMap<String, T>; 2],
        pairs: &BTreeMap<&str, &str>,
        [old_former, new_former]: [&BTreeMap<String, FormerName>; 2],
        rules: AddedOrRemoved,
        changed: impl Fn(&str, Option<&str>) -> Vec<Change>,
        described: impl Fn(Item, &T) -> Item,
    ) -> Self {
        let mut items = Vec::new();
        for (name, thing) in old {
            let new_name = pairs.get(name.as_str()).copied();
            let changes = changed(name, new_name);
            items.extend(match new_name {
                Some(new_name) => Item::of_pair(name, new_name, changes).map(|item| described(item, &new[new_name])),
                None => Some(described(Item::new(name, Kind::Removed, changes).by(rules.removed), thing)),
            });
        }
        for (former, other) in old_former {
            // A thing that is gone is reported once.
            let Some(expected) = pairs.get(other.present.as_str()) else { continue };
            let present = new_former.get(former).map(|other| &other.present);
            let called = if new.contains_key(former) { Some(former) } else { present };
            if called.map(String::as_str) != Some(*expected) {
                items.push(described(Item::dropped(former, expected), &old[&other.present]));
            }
        }
        let known: BTreeSet<&str> = pairs.values().copied().collect();
        for (name, thing) in new.iter().filter(|(name, _)| !known.contains(name.as_str())) {
            items.push(described(Item::new(name, Kind::Added, Vec::new()).by(rules.added), thing));
        }
        items.sort_by_cached_key(|item| (numbered(&item.name), item.kind, item.was.as_deref().map(numbered)));
        Self { before: old.len(), after: new.len(), items }
    }
}

/// A name that sorts as people count: `Model9` before `Model10`.
fn numbered(name: &str) -> (String, u64, String) {
    let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (word.to_owned(), name[word.len()..].parse().unwrap_or_default(), name.to_owned())
}

/// All differences between two public APIs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// The methods of `Client` and their builders.
    pub operations: Part,
    /// The differences in the module `types`.
    pub types: Part,
    /// The features that are gone, or have another name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<FeatureChange>,
    /// The names in `servers` that are new or gone, or stand for something else.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<SettingChange>,
    /// The setters of credentials and the variables of the environment that are new or gone, or stand for something else.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub credentials: Vec<SettingChange>,
}

impl Comparison {
    /// Compares what consumers can name now with what they could name before.
    pub fn new(old: &PublicApi, new: &PublicApi) -> Self {
        let pairs = pairs::Pairs::new(old, new);
        let mut types = types::compare(&pairs);
        for item in types.items.iter_mut().filter(|item| item.kind == Kind::Removed) {
            item.instead = instead::of_type(&item.name, &pairs);
        }
        let (servers, credentials) = (settings::servers(old, new), settings::credentials(old, new));
        Self { operations: operations::compare(&pairs), types, features: features::all(&pairs), servers, credentials }
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
