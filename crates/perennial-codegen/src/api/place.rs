//! Defines the places of types: the keys under which `names.json` assigns names to types.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

/// The place of a type in the document: a named schema, or a part of an operation or of another type. The operation or
/// type is identified by its Rust name, as in `get_v1_checks response[]` or `CheckGroup.retryStrategy`.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(String);

impl Place {
    /// Returns the place of the schema called `name` in the document.
    pub fn schema(name: &str) -> Self {
        Self(format!("#/components/schemas/{name}"))
    }

    /// Returns the place of the enum that represents the successful responses of an operation.
    pub fn responses(operation: &str) -> Self {
        Self(format!("{operation} responses"))
    }

    /// Returns the place of the samples of a series. A sample is a struct of the elements at one index.
    pub fn samples(series: &str) -> Self {
        Self(format!("{series} samples"))
    }

    /// Returns the place of `part` in an operation or type, such as `.retryStrategy` in `CheckGroup`.
    pub fn part(owner: &str, part: &str) -> Self {
        Self(format!("{owner}{part}"))
    }

    /// If this is the place of a named schema, returns the name of the schema.
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
