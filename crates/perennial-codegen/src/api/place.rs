//! Where a type stands in a document: what a name is given to.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

/// The place of a type: a named schema, or a part of an operation or of another type, which are called by their names in
/// Rust, such as `get_v1_checks response[]` or `CheckGroup.retryStrategy`.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(String);

impl Place {
    /// The schema that the document calls `name`.
    pub fn schema(name: &str) -> Self {
        Self(format!("#/components/schemas/{name}"))
    }

    /// The enum of all responses of an operation.
    pub fn responses(operation: &str) -> Self {
        Self(format!("{operation} responses"))
    }

    /// The elements of a series.
    pub fn samples(series: &str) -> Self {
        Self(format!("{series} samples"))
    }

    /// `part` of an operation or type.
    pub fn part(owner: &str, part: &str) -> Self {
        Self(format!("{owner}{part}"))
    }

    /// Returns the name by which the document calls the schema that stands here.
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
