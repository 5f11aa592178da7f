//! Describes the additional names of items: former names, and new names of items that kept a recorded one.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{Deserialize, Serialize};

/// The first words of the deprecation note of a former name. The present name follows, as code.
pub const RENAMED_TO: &str = "renamed to ";

/// The names that exist beside the present ones: former names, and names in the document of items that kept an earlier
/// name. All are Rust names; those of types do not include `types::`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormerNames {
    /// The names of types.
    pub types: BTreeMap<String, FormerName>,
    /// The names of methods of `Client`.
    pub operations: BTreeMap<String, FormerName>,
    /// Short names, by the method of `Client` that returns the group, which may itself be a former name. The present
    /// name is a method of `Client`.
    pub short_names: ByOwner,
    /// Setters, by the present name of the method of `Client` that returns their builder.
    pub operation_setters: ByOwner,
    /// Variants, by the present name of their open enum. The present name is the value. If the document still lists the
    /// value, it has another variant now, and the former name becomes a constant.
    pub variants: ByOwner,
    /// The former features of tags, with the present features that `Cargo.toml` forwards them to. A feature that still
    /// exists forwards to the features of the operations that left it.
    pub features: BTreeMap<String, Forwards>,
}

/// The item that an additional name stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FormerName {
    /// The present name.
    pub present: String,
    /// The version since which the name is deprecated; `None` if the document uses the name.
    pub since: Option<String>,
}

/// Additional names with their items, by the operation, tag or type that owns them.
pub type ByOwner = BTreeMap<String, BTreeMap<String, FormerName>>;

/// Returns the names of one owner.
pub fn names_of_owner<'a>(names: &'a ByOwner, owner: &str) -> &'a BTreeMap<String, FormerName> {
    static NONE: BTreeMap<String, FormerName> = BTreeMap::new();
    names.get(owner).unwrap_or(&NONE)
}

/// Returns all names, each with its owner.
pub fn names_with_owners(names: &ByOwner) -> impl Iterator<Item = (&String, &String, &FormerName)> {
    names.iter().flat_map(|(owner, names)| names.iter().map(move |(former, present)| (owner, former, present)))
}

/// The present features that a former feature forwards to. The set is empty if everything that the former feature
/// enabled is now always enabled.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "OneOrSeveral", into = "OneOrSeveral")]
pub struct Forwards(pub BTreeSet<String>);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum OneOrSeveral {
    One(String),
    Several(BTreeSet<String>),
}

impl From<OneOrSeveral> for Forwards {
    fn from(features: OneOrSeveral) -> Self {
        match features {
            OneOrSeveral::One(name) => Self(BTreeSet::from([name])),
            OneOrSeveral::Several(names) => Self(names),
        }
    }
}

impl From<Forwards> for OneOrSeveral {
    fn from(Forwards(names): Forwards) -> Self {
        match names.first() {
            Some(name) if names.len() == 1 => Self::One(name.clone()),
            _ => Self::Several(names),
        }
    }
}

/// Formats the features as `a, b`.
impl fmt::Display for Forwards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Vec::from_iter(self.0.iter().map(String::as_str)).join(", "))
    }
}
