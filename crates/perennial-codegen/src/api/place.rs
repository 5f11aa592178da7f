//! Places of types: the keys of their names in `names.json`.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

/// The place of a type in the document: a named schema, or a part of an operation or of another type. The owner of a
/// part is identified by its Rust name, as in `get_v1_checks response[]` or `CheckGroup.retryStrategy`.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(String);

impl Place {
    /// Returns the place of the named schema `name`.
    pub fn schema(name: &str) -> Self {
        Self(format!("#/components/schemas/{name}"))
    }

    /// Returns the place of the enum that represents an operation's successful responses.
    pub fn responses(operation: &str) -> Self {
        Self(format!("{operation} responses"))
    }

    /// Returns the place of a series' sample: the struct with the elements at one index.
    pub fn samples(series: &str) -> Self {
        Self(format!("{series} samples"))
    }

    /// Returns the place of a part of `owner`, an operation or type. For example, the part `.retryStrategy` of
    /// `CheckGroup` has the place `CheckGroup.retryStrategy`.
    pub fn part(owner: &str, part: &str) -> Self {
        Self(format!("{owner}{part}"))
    }

    /// Returns the name of the schema if this is the place of a named schema.
    pub fn schema_name(&self) -> Option<&str> {
        self.0.strip_prefix("#/components/schemas/")
    }
}

impl From<String> for Place {
    fn from(place: String) -> Self {
        Self(place)
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
