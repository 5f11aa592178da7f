//! The names that things have beside the present ones.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{Deserialize, Serialize};

/// The beginning of the note of a deprecated former name; the present name follows, as code.
pub const RENAMED_TO: &str = "renamed to ";

/// Names beside the present ones: former names, and those that the document has for what was named before. All are Rust
/// names, types without `types::`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormerNames {
    /// Of types.
    pub types: BTreeMap<String, FormerName>,
    /// Of methods of `Client`.
    pub operations: BTreeMap<String, FormerName>,
    /// By the method of `Client` that gives the operations of a tag, which may be a former one itself: of short names;
    /// the present name is the method of `Client`.
    pub short_names: ByOwner,
    /// By the present method of `Client`: of setters of its builder.
    pub operation_setters: ByOwner,
    /// By the present name of an open enum: of variants; the present name is the value. A value that the document still
    /// lists has another variant now, and the former one becomes a constant.
    pub variants: ByOwner,
    /// The present features of each former feature of a tag, which `Cargo.toml` forwards. A feature that is still there
    /// forwards to those of the operations that left it.
    pub features: BTreeMap<String, Forwards>,
}

/// The thing that a name beside the present one stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FormerName {
    /// The present name.
    pub present: String,
    /// The version since which it is deprecated; none for a name that the document has.
    pub since: Option<String>,
}

/// Names and what they stand for, by the operation, tag or type that has them.
pub type ByOwner = BTreeMap<String, BTreeMap<String, FormerName>>;

/// The names of one owner.
pub fn of_owner<'a>(names: &'a ByOwner, owner: &str) -> &'a BTreeMap<String, FormerName> {
    static NONE: BTreeMap<String, FormerName> = BTreeMap::new();
    names.get(owner).unwrap_or(&NONE)
}

/// All names, each with its owner.
pub fn owned(names: &ByOwner) -> impl Iterator<Item = (&String, &String, &FormerName)> {
    names.iter().flat_map(|(owner, names)| names.iter().map(move |(former, present)| (owner, former, present)))
}

/// The present features that a former one forwards to: none where all that it brought is always there.
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

/// Writes `a, b`.
impl fmt::Display for Forwards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Vec::from_iter(self.0.iter().map(String::as_str)).join(", "))
    }
}
