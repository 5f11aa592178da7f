//! Defines bounds on the size of a document: as it is published, and while its references and compositions are
//! expanded.
//!
//! A few kilobytes can describe types of any size, because each level that refers twice to the next one doubles the
//! size. Every pass that copies schemas observes these bounds. A document that exceeds one of them is refused with the
//! name of the bound.

use std::fmt;

use serde_json::Value;

use crate::diagnostics::Diagnostic;

/// A quantity that is bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The JSON values of the document. Each 32 bytes of text count as one more value.
    Parts,
    /// The steps taken while `allOf`, `anyOf` and `oneOf` are merged: schemas that are read, and schemas that are
    /// created.
    Composition,
    /// The depth to which schemas are nested in each other or composed of each other.
    Depth,
    /// The generated fields, parameters and similar items. They are bounded because each costs time and memory.
    Generated,
    /// The generated items that are compiled with the enabled features.
    Compiled,
    /// The bytes of one name: of a schema, property, parameter, operation, tag or path.
    Name,
    /// The total bytes of the names of all features.
    Features,
}

impl Bound {
    /// Returns the largest value that is accepted.
    pub const fn limit(self) -> usize {
        match self {
            // A document of 10 MB contains about half a million values. One copy of 3,000,000 values takes about 400
            // MB.
            Self::Parts => 3_000_000,
            // Merging takes about 10 s in a debug build. A schema that is created counts four times as much as a schema
            // that is read.
            Self::Composition => 12_000_000,
            // rustc refuses types that are nested 128 levels deep, including the wrappers that it adds itself.
            Self::Depth => 64,
            // The generator takes a minute and 1.5 GB for 1,000,000 items in a debug build.
            Self::Generated => 1_000_000,
            // rustc takes about 40 s and 3 GB for 100,000 items in a debug build. The largest known API that one
            // program calls has 465 operations in 135,000 lines of code, which count as about 25,000 items.
            Self::Compiled => 100_000,
            // Each adaptation is reported with its place, which contains the names that lead to it.
            Self::Name => 500,
            // cargo passes all features to a build script in one environment variable, which Linux limits to 131,072
            // bytes. Former names of features are passed as well.
            Self::Features => 60_000,
        }
    }

    /// Returns the diagnostic that `place` exceeds this bound.
    pub fn diagnostic_at(self, place: impl Into<String>) -> Diagnostic {
        Diagnostic { place: place.into(), reason: self.to_string() }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = self.limit();
        let (what, remedy) = match self {
            Self::Parts => (
                "JSON values with all references written out",
                "refer less often to what is large, or split the document",
            ),
            Self::Composition => (
                "steps while `allOf`, `anyOf` and `oneOf` are merged",
                "compose fewer schemas of each other, or refer to them in properties",
            ),
            Self::Depth => (
                "schemas in each other, with named lists and maps written out",
                "put an object with properties in between",
            ),
            Self::Generated => (GENERATED, "split the document"),
            Self::Compiled => {
                (GENERATED, "choose the features of fewer tags in Cargo.toml (`default-features = false`)")
            }
            Self::Name => return write!(f, "has a name that exceeds the bound of {limit} bytes: shorten it"),
            Self::Features => {
                ("bytes in the names of tags, each of which is a feature", "use fewer tags, or shorter names")
            }
        };
        write!(f, "exceeds the bound of {limit} {what}: {remedy}")
    }
}

/// The description of the items that [`Bound::Generated`] and [`Bound::Compiled`] count.
const GENERATED: &str = "generated fields (a type counts as 3, an operation as 10, one with pages as 20, each of its tags as \
                         1, a parameter as 3, 4 types that come with the feature of a tag as 1)";

/// The number of enum values that cost as much as one field.
pub const VALUES_OF_ONE_FIELD: usize = 8;

/// The amount that may still be used before a bound is exceeded.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    bound: Bound,
    left: usize,
}

impl Budget {
    /// Creates the full budget of `bound`.
    pub const fn new(bound: Bound) -> Self {
        Self { bound, left: bound.limit() }
    }

    /// Uses up `parts` of the budget. Fails once the bound is exceeded, and at every later call.
    pub fn spend(&mut self, parts: usize) -> Result<(), Bound> {
        let left = self.left.checked_sub(parts);
        self.left = left.unwrap_or(0);
        if left.is_some() { Ok(()) } else { Err(self.bound) }
    }
}

/// Returns how many extra values a string counts as because of its length.
pub fn count_values_in_text(text: &str) -> usize {
    const TEXT_OF_ONE_PART: usize = 32;
    text.len() / TEXT_OF_ONE_PART
}

/// Counts `value` and all values in it. A long string counts as several values.
pub fn count_values(value: &Value) -> usize {
    1 + match value {
        Value::String(text) => count_values_in_text(text),
        Value::Array(values) => values.iter().map(count_values).sum(),
        Value::Object(map) => map.iter().map(|(key, value)| count_values_in_text(key) + count_values(value)).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_exceeded_budget_stays_exceeded() {
        let mut budget = Budget::new(Bound::Depth);
        assert_eq!(budget.spend(60), Ok(()));
        assert_eq!(budget.spend(4), Ok(()));
        assert_eq!(budget.spend(1), Err(Bound::Depth));
        assert_eq!(budget.spend(1), Err(Bound::Depth));
    }

    #[test]
    fn a_long_string_counts_as_several_values() {
        assert_eq!(count_values(&json!({ "a": [1, "x"], "b": null })), 5);
        assert_eq!(count_values(&json!("x".repeat(320))), 11);
    }
}
