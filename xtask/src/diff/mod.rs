//! What differs between two public APIs, and what that means for consumers.

mod deprecations;
mod enums;
pub mod features;
mod fields;
mod operations;
mod other_names;
mod pagers;
mod pairs;
mod setters;
mod short_names;
mod types;
mod words;

pub use deprecations::{Deprecations, Rename, RenamedKind, UnlistedValue};
pub use features::GoneFeature;

use std::cmp::Reverse;

use serde::Serialize;

use crate::surface::PublicApi;

/// Whether code of consumers keeps compiling and working.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// It does.
    Compatible,
    /// Some of it does not.
    Breaking,
}

/// What all changes together mean.
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
    /// Whether it breaks consumers.
    pub effect: Effect,
    /// The difference.
    pub description: String,
    /// What callers have to do; nothing for most compatible changes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub action: String,
}

impl Change {
    /// A change after which callers have to do something.
    pub fn breaking(description: impl Into<String>, action: impl Into<String>) -> Self {
        Self { effect: Effect::Breaking, description: description.into(), action: action.into() }
    }

    /// A change that callers need not care about.
    pub fn compatible(description: impl Into<String>) -> Self {
        Self { effect: Effect::Compatible, description: description.into(), action: String::new() }
    }
}

/// What became of an operation or type.
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
    /// What became of it.
    pub kind: Kind,
    /// Whether that breaks consumers.
    pub effect: Effect,
    /// Method and path of an operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// Its name in the old API, if it was renamed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// The present name of what a former name stood for, if that is still there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub present: Option<String>,
    /// Whether its old name stands for something else now: code that uses it may compile and be wrong.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub old_name_is_reused: bool,
    /// Whether its old name is kept as deprecated.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub old_name_is_kept: bool,
    /// What callers have to do since it was removed or renamed.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub action: &'static str,
    /// What differs inside it, the gravest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
}

impl Item {
    fn new(name: &str, kind: Kind, mut changes: Vec<Change>) -> Self {
        changes.sort_by_key(|change| Reverse(change.effect));
        let gravest = changes.first().map_or(Effect::Compatible, |change| change.effect);
        let (effect, action) = match kind {
            Kind::Added => (Effect::Compatible, ""),
            Kind::Removed => (Effect::Breaking, "do not use it: the document no longer has it"),
            Kind::Dropped => (Effect::Breaking, "use the present name, if there is one"),
            Kind::Renamed => (Effect::Breaking, "use the new name"),
            Kind::Changed => (gravest, ""),
        };
        let (old_name_is_reused, old_name_is_kept) = (false, false);
        let name = name.to_owned();
        Self {
            name,
            kind,
            effect,
            request: None,
            was: None,
            present: None,
            old_name_is_reused,
            old_name_is_kept,
            action,
            changes,
        }
    }

    /// A former name that is no longer kept; `present` is the name of what it stood for, if that is still there.
    fn dropped(former: &str, present: Option<&str>) -> Self {
        Self { present: present.map(str::to_owned), ..Self::new(former, Kind::Dropped, Vec::new()) }
    }

    /// Something that stands under `was` in the old API, and under `name` in the new one; `None` if it is the same.
    fn of_pair(was: &str, name: &str, changes: Vec<Change>) -> Option<Self> {
        if was != name {
            return Some(Self { was: Some(was.to_owned()), ..Self::new(name, Kind::Renamed, changes) });
        }
        (!changes.is_empty()).then(|| Self::new(name, Kind::Changed, changes))
    }

    /// With the old name kept as deprecated, if it `is_kept`: it breaks as much as what is inside.
    fn keeping(self, is_kept: bool) -> Self {
        if !is_kept {
            return self;
        }
        let effect = self.inner_effect().unwrap_or(Effect::Compatible);
        Self { effect, old_name_is_kept: true, action: "use the new name: the old one is deprecated", ..self }
    }

    /// The gravest effect of what differs inside it, whatever became of its name.
    fn inner_effect(&self) -> Option<Effect> {
        self.changes.first().map(|change| change.effect)
    }
}

/// What became of all operations, or of all types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Part {
    /// How many there were.
    pub before: usize,
    /// How many there are.
    pub after: usize,
    /// Those that differ, by name.
    pub items: Vec<Item>,
}

impl Part {
    /// The items of which this became.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.kind == kind)
    }

    fn new(before: usize, after: usize, mut items: Vec<Item>) -> Self {
        items.sort_by_cached_key(|item| (numbered(&item.name), item.kind, item.was.as_deref().map(numbered)));
        Self { before, after, items }
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
    /// What is in `types`.
    pub types: Part,
    /// The features that cannot be turned on any more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features_gone: Vec<GoneFeature>,
    /// What became deprecated.
    #[serde(skip_serializing_if = "Deprecations::is_empty")]
    pub deprecations: Deprecations,
}

impl Comparison {
    /// Compares what consumers can name now with what they could name before.
    pub fn new(old: &PublicApi, new: &PublicApi) -> Self {
        let pairs = pairs::Pairs::new(old, new);
        Self {
            operations: operations::compare(old, new, &pairs),
            types: types::compare(old, new, &pairs),
            features_gone: features::gone(old, new, &pairs),
            deprecations: Deprecations::new(old, new, &pairs),
        }
    }

    /// What all changes together mean.
    pub fn verdict(&self) -> Verdict {
        let items = self.operations.items.iter().chain(&self.types.items).map(|item| item.effect);
        let features = self.features_gone.iter().map(|_| Effect::Breaking);
        match items.chain(features).max() {
            None => Verdict::NoChange,
            Some(Effect::Compatible) => Verdict::Compatible,
            Some(Effect::Breaking) => Verdict::Breaking,
        }
    }
}

#[cfg(test)]
mod tests;
