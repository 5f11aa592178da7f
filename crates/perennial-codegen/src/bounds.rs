//! Bounds on the size of a document, both as it is published and while its references and compositions are expanded.
//!
//! A document of a few kilobytes can describe types of any size: if each schema refers twice to the next one, each
//! level doubles the size. Every pass that copies schemas checks these bounds. A document that exceeds a bound is
//! refused, and the error names the bound.

use std::fmt;

use serde_json::Value;

use crate::diagnostics::Diagnostic;

/// A quantity that is bounded, in a document or in generated code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The number of JSON values in the document. Strings count as one more value for every 32 bytes.
    Parts,
    /// The number of schemas that are read or created while `allOf`, `anyOf` and `oneOf` are merged.
    Composition,
    /// The depth of schemas that are nested in each other or composed of each other.
    Depth,
    /// The number of fields, parameters and similar items in the generated code. Each of them costs the generator time
    /// and memory.
    Generated,
    /// The number of items in the generated code that rustc compiles with the enabled features.
    Compiled,
    /// The length in bytes of the name of a schema, property, parameter, operation, tag or path.
    Name,
    /// The total length in bytes of the names of all features.
    Features,
}

impl Bound {
    /// Returns the largest accepted value of this quantity.
    pub const fn limit(self) -> usize {
        match self {
            // A document of 10 MB contains about half a million values. A copy of 3,000,000 values occupies about 400
            // MB.
            Self::Parts => 3_000_000,
            // Merging takes about 10 s for 12,000,000 steps in a debug build. Creating a schema counts as four steps,
            // and reading a schema counts as one.
            Self::Composition => 12_000_000,
            // rustc refuses types that are nested more than 128 levels deep, and it counts wrappers such as `Option`.
            Self::Depth => 64,
            // In a debug build, the generator needs a minute and 1.5 GB for 1,000,000 items.
            Self::Generated => 1_000_000,
            // In a debug build, rustc needs about 40 s and 3 GB for 100,000 items. The largest known API that one
            // program calls has 465 operations. Its code has 135,000 lines and counts as about 25,000 items.
            Self::Compiled => 100_000,
            // Long names make reports long, because an adaptation is reported with the name of every enclosing item.
            Self::Name => 500,
            // cargo passes the names of all features, including former names, to a build script in one environment
            // variable. Linux limits an environment variable to 131,072 bytes.
            Self::Features => 60_000,
        }
    }

    pub fn diagnostic_at(self, place: impl Into<String>) -> Diagnostic {
        Diagnostic { place: place.into(), reason: self.to_string() }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = self.limit();
        let (what, remedy) = match self {
            Self::Parts => (
                "JSON values with all references resolved",
                "use fewer references to large schemas, or split the document",
            ),
            Self::Composition => (
                "steps to merge `allOf`, `anyOf` and `oneOf`",
                "compose fewer schemas, or reference them from properties instead",
            ),
            Self::Depth => (
                "levels of nested schemas, including the levels inside referenced lists and maps",
                "declare one of the inner schemas in `components`, as an object with properties",
            ),
            Self::Generated => (GENERATED, "split the document"),
            Self::Compiled => {
                (GENERATED, "enable the features of fewer tags in Cargo.toml (`default-features = false`)")
            }
            Self::Name => return write!(f, "has a name that exceeds the limit of {limit} bytes: shorten it"),
            Self::Features => {
                ("bytes in the names of all features (each tag has a feature)", "use fewer tags, or shorter names")
            }
        };
        write!(f, "exceeds the limit of {limit} {what}: {remedy}")
    }
}

/// The words for [`Bound::Generated`] and [`Bound::Compiled`] in messages: what these bounds count.
const GENERATED: &str = "generated fields (a measure of the generated code: a field counts as 1, a type as 3, a \
                         parameter as 3, an operation as 10, or 20 if it has pages, plus 1 if it has a tag; for each \
                         tag, every 4 types that its feature enables count as 1)";

/// This many enum values count as one generated field.
pub const VALUES_OF_ONE_FIELD: usize = 8;

#[derive(Debug, Clone, Copy)]
pub struct Budget {
    bound: Bound,
    left: usize,
}

impl Budget {
    pub const fn new(bound: Bound) -> Self {
        Self { bound, left: bound.limit() }
    }

    /// Subtracts `parts` from the budget. If less than `parts` is left, fails and empties the budget.
    pub fn spend(&mut self, parts: usize) -> Result<(), Bound> {
        let left = self.left.checked_sub(parts);
        self.left = left.unwrap_or(0);
        if left.is_some() { Ok(()) } else { Err(self.bound) }
    }
}

/// Returns the number of values that the length of `text` adds to a count: one for every 32 bytes.
pub fn count_values_in_text(text: &str) -> usize {
    const TEXT_OF_ONE_PART: usize = 32;
    text.len() / TEXT_OF_ONE_PART
}

/// Returns the number of JSON values in `value`, including `value` itself. Long strings and keys count as additional
/// values.
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
    fn an_exceeded_budget_refuses_all_further_spending() {
        let mut budget = Budget::new(Bound::Depth);
        assert_eq!(budget.spend(60), Ok(()));
        assert_eq!(budget.spend(4), Ok(()));
        assert_eq!(budget.spend(1), Err(Bound::Depth));
        assert_eq!(budget.spend(1), Err(Bound::Depth));
    }

    #[test]
    fn count_values_counts_a_long_string_as_several_values() {
        assert_eq!(count_values(&json!({ "a": [1, "x"], "b": null })), 5);
        assert_eq!(count_values(&json!("x".repeat(320))), 11);
    }
}
