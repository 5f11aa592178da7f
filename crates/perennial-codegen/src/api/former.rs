//! Additional names of items. A renamed item keeps its former name as an alias. If an item keeps its recorded name
//! although the document now suggests a different name, the suggested name is the alias.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{Deserialize, Serialize};

/// The beginning of the deprecation note on a former name. The item's current name follows in backticks.
pub const RENAMED_TO: &str = "renamed to ";

/// The additional names of items, as Rust names: former names, and names that the document suggests for items with a
/// recorded name. Names of types do not include `types::`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormerNames {
    /// The additional names of types.
    pub types: BTreeMap<String, FormerName>,
    /// The additional names of operations, which are methods of `Client`.
    pub operations: BTreeMap<String, FormerName>,
    /// The additional short names, by the method of `Client` that returns their group, such as `things`. That method
    /// may itself be a former name. [`FormerName::present`] is the method of `Client` that calls the operation.
    pub short_names: ByOwner,
    /// The additional names of setters, by the current name of the operation.
    pub operation_setters: ByOwner,
    /// The additional names of variants, by the current name of their open enum. [`FormerName::present`] is the value
    /// for which the variant stands. The alias is a constant if the document still lists the value, because a variant
    /// with a different name then exists.
    pub variants: ByOwner,
    /// The former features of tags, with the features that replace them in `Cargo.toml`. An existing feature whose
    /// operations moved to other features is also included, and enables these other features.
    pub features: BTreeMap<String, Forwards>,
}

/// The item that an additional name refers to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FormerName {
    /// The item's current name.
    pub present: String,
    /// The version that deprecated the additional name. `None` if the document suggests the additional name, which is
    /// then not deprecated.
    pub since: Option<String>,
}

/// Additional names, grouped by the item that owns them: setters by operation, short names by group, variants by enum.
pub type ByOwner = BTreeMap<String, BTreeMap<String, FormerName>>;

/// Returns the additional names that belong to `owner`.
pub fn names_of_owner<'a>(names: &'a ByOwner, owner: &str) -> &'a BTreeMap<String, FormerName> {
    static NONE: BTreeMap<String, FormerName> = BTreeMap::new();
    names.get(owner).unwrap_or(&NONE)
}

/// Returns each additional name with its owner, as `(owner, additional name, item)`.
pub fn names_with_owners(names: &ByOwner) -> impl Iterator<Item = (&String, &String, &FormerName)> {
    names.iter().flat_map(|(owner, names)| names.iter().map(move |(former, present)| (owner, former, present)))
}

/// The features that a former feature enables in `Cargo.toml`. The set is empty if everything that the former feature
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

/// Formats the features as a list, such as `a, b`.
impl fmt::Display for Forwards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Vec::from_iter(self.0.iter().map(String::as_str)).join(", "))
    }
}
