//! The kinds of change that two public APIs can differ by. Each is a rule: what happened, what it does to the version,
//! what callers do, and a witness, which is compiled in the tests.

#[macro_use]
mod table;

pub mod enums;
pub mod features;
pub mod fields;
pub mod names;
pub mod operations;
pub mod pagers;
pub mod setters;
pub mod short_names;
pub mod types;
mod witness;

pub use witness::{Part, Witness};

use std::fmt;

use serde::{Serialize, Serializer};

/// Whether code of consumers keeps compiling and working.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// It does.
    Compatible,
    /// Some of it does not.
    Breaking,
}

/// A kind of change.
#[derive(Serialize)]
pub struct Rule {
    /// Stable: reports name it.
    #[serde(rename = "rule")]
    pub id: &'static str,
    /// What happened, in a few words.
    #[serde(skip)]
    pub title: &'static str,
    /// Whether it breaks consumers.
    pub effect: Effect,
    /// What it means for them.
    #[serde(skip)]
    pub text: &'static str,
    /// What callers do, with [`NAME`] for what a change names; nothing for most compatible changes.
    #[serde(skip)]
    pub action: &'static str,
    /// Code that shows it.
    #[serde(skip)]
    pub witness: Witness,
}

/// What stands in an action for the name that a change puts there.
pub const NAME: &str = "NAME";

impl Rule {
    /// The rule as its id alone, where its effect is not that of the whole.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize_id<S: Serializer>(rule: &Option<&'static Self>, serializer: S) -> Result<S::Ok, S::Error> {
        rule.map(|rule| rule.id).serialize(serializer)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// All rules, by area.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    let areas = [
        operations::ALL,
        short_names::ALL,
        features::ALL,
        setters::ALL,
        pagers::ALL,
        types::ALL,
        fields::ALL,
        enums::ALL,
        names::ALL,
    ];
    areas.into_iter().flatten().copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_in_kebab_case() {
        let mut ids = BTreeSet::new();
        for Rule { id, .. } in all() {
            assert!(ids.insert(id), "{id}");
            assert!(id.split('-').all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase())), "{id}");
        }
    }

    #[test]
    fn titles_are_short_and_what_breaks_has_an_action() {
        for rule in all() {
            assert!((1..=70).contains(&rule.title.len()) && !rule.title.ends_with('.'), "{rule:?}");
            assert!(rule.text.ends_with('.') && !rule.action.ends_with('.'), "{rule:?}");
            assert!(rule.effect == Effect::Compatible || !rule.action.is_empty(), "{rule:?}");
        }
    }
}
