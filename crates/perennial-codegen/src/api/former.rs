//! Describes the additional names of items. An item that was renamed keeps its former name as an alias. An item that
//! keeps a recorded name although the document now uses another one is available under both names.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{Deserialize, Serialize};

/// The beginning of the deprecation note of a former name. The current name follows in backticks.
pub const RENAMED_TO: &str = "renamed to ";

/// The additional names of items: former names, and names from the document for items that keep an earlier name. All of
/// them are Rust names. Names of types do not include `types::`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormerNames {
    /// The additional names of types.
    pub types: BTreeMap<String, FormerName>,
    /// The additional names of operations, which are methods of `Client`.
    pub operations: BTreeMap<String, FormerName>,
    /// The additional short names, by the method of `Client` that returns their group, such as `things`. The name of
    /// that method may itself be a former name. The current name of a short name is the method of `Client` for its
    /// operation.
    pub short_names: ByOwner,
    /// The additional names of setters, by the current name of the operation.
    pub operation_setters: ByOwner,
    /// The additional names of variants, by the current name of their open enum. The current name of a variant is its
    /// value. A former name becomes a constant if the document still lists the value, because the value then has a
    /// variant with another name.
    pub variants: ByOwner,
    /// The former features of tags, with the current features that `Cargo.toml` forwards them to. A feature that still
    /// exists is included if operations were moved out of it. It forwards to the current features of these operations.
    pub features: BTreeMap<String, Forwards>,
}

/// The item that an additional name refers to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FormerName {
    /// The current name of the item.
    pub present: String,
    /// The version in which the additional name was deprecated. `None` if the document uses the additional name, which
    /// is then not deprecated.
    pub since: Option<String>,
}

/// The additional names of setters, short names or variants, by the operation, group or enum that owns them.
pub type ByOwner = BTreeMap<String, BTreeMap<String, FormerName>>;

/// Returns the additional names that `owner` owns.
pub fn names_of_owner<'a>(names: &'a ByOwner, owner: &str) -> &'a BTreeMap<String, FormerName> {
    static NONE: BTreeMap<String, FormerName> = BTreeMap::new();
    names.get(owner).unwrap_or(&NONE)
}

/// Returns all additional names: the owner, the additional name, and the item that it refers to.
pub fn names_with_owners(names: &ByOwner) -> impl Iterator<Item = (&String, &String, &FormerName)> {
    names.iter().flat_map(|(owner, names)| names.iter().map(move |(former, present)| (owner, former, present)))
}

/// The current features that a former feature forwards to in `Cargo.toml`. If everything that the former feature
/// enabled is now always enabled, the set is empty.
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

/// Formats the features as a list, such as `a, b`.
impl fmt::Display for Forwards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Vec::from_iter(self.0.iter().map(String::as_str)).join(", "))
    }
}
