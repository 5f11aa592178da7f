//! The features that a former feature enables: in the file, one feature is a string, and several are a list.

use std::{collections::BTreeSet, fmt};

use serde::{Deserialize, Serialize};

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
