//! The bounds on the size of a document, as it is and as it becomes while references and compositions in it are written
//! out.
//!
//! A few kilobytes can describe types of any size: each level that refers to the next one twice doubles it. Every
//! pass that copies keeps to these bounds, and a document that passes one is refused with its name.

use std::fmt;

use serde_json::Value;

use crate::diagnostics::Diagnostic;

/// The quantities that are bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The JSON values of the document, with 32 bytes of text as one more.
    Parts,
    /// The steps that are taken while `allOf`, `anyOf` and `oneOf` are merged: parts that are looked at, and made.
    Composition,
    /// The depth to which schemas are nested, or composed of each other.
    Depth,
    /// The fields, parameters and the like that are generated, as they cost time and memory.
    Generated,
    /// Those of them that come with the features that are on.
    Compiled,
    /// The bytes of one name: of a schema, property, parameter, operation, tag or path.
    Name,
    /// The bytes of the names of all features.
    Features,
}

impl Bound {
    /// The largest value that is taken.
    pub const fn limit(self) -> usize {
        match self {
            // A document of 10 MB has about half a million; one copy of this many takes some 400 MB.
            Self::Parts => 3_000_000,
            // About 10 s in a debug build. What is made counts four times what is looked at.
            Self::Composition => 12_000_000,
            // rustc refuses types that are nested 128 deep, its own wrappers included.
            Self::Depth => 64,
            // The generator takes a minute and 1.5 GB for them in a debug build.
            Self::Generated => 1_000_000,
            // rustc takes some 40 s and 3 GB for them in a debug build; 465 operations in 135,000 lines, the largest known
            // that are called by one program, are some 25,000.
            Self::Compiled => 100_000,
            // The place of each adaptation is reported with the names that lead to it.
            Self::Name => 500,
            // cargo passes all features to a build script in one environment variable, for which Linux has 131,072
            // bytes. Former names are among them.
            Self::Features => 60_000,
        }
    }

    /// Returns the diagnostic that says that `place` exceeds the bound.
    pub fn exceeded(self, place: impl Into<String>) -> Diagnostic {
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

/// The unit of what is generated.
const GENERATED: &str = "generated fields (a type counts as 3, an operation as 10, one with pages as 20, each of its tags as \
                         1, a parameter as 3, 4 types that come with the feature of a tag as 1)";

/// The number of values of an enum that cost what one field does.
pub const VALUES_OF_ONE_FIELD: usize = 8;

/// The parts that are left until a bound is passed.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    bound: Bound,
    left: usize,
}

impl Budget {
    /// All that `bound` allows.
    pub const fn new(bound: Bound) -> Self {
        Self { bound, left: bound.limit() }
    }

    /// Takes `parts`; an error once the bound is passed, and from then on.
    pub fn take(&mut self, parts: usize) -> Result<(), Bound> {
        let left = self.left.checked_sub(parts);
        self.left = left.unwrap_or(0);
        if left.is_some() { Ok(()) } else { Err(self.bound) }
    }
}

/// Returns the number of further parts that long text is worth.
pub fn parts_of_text(text: &str) -> usize {
    const TEXT_OF_ONE_PART: usize = 32;
    text.len() / TEXT_OF_ONE_PART
}

/// Counts the parts of `value`.
pub fn parts(value: &Value) -> usize {
    1 + match value {
        Value::String(text) => parts_of_text(text),
        Value::Array(values) => values.iter().map(parts).sum(),
        Value::Object(map) => map.iter().map(|(key, value)| parts_of_text(key) + parts(value)).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_budget_that_is_spent_stays_spent() {
        let mut budget = Budget::new(Bound::Depth);
        assert_eq!(budget.take(60), Ok(()));
        assert_eq!(budget.take(4), Ok(()));
        assert_eq!(budget.take(1), Err(Bound::Depth));
        assert_eq!(budget.take(1), Err(Bound::Depth));
    }

    #[test]
    fn long_text_has_as_many_parts_as_its_memory_is_worth() {
        assert_eq!(parts(&json!({ "a": [1, "x"], "b": null })), 5);
        assert_eq!(parts(&json!("x".repeat(320))), 11);
    }
}
