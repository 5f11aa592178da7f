//! Collects the adaptations and defects that the stages of the generator report.

use crate::{
    adaptation::{Adaptation, Rule},
    bounds::Bound,
    diagnostics::Diagnostics,
};

#[derive(Debug, Clone, Default)]
pub struct Log {
    /// The adaptations, in the order of the stages that reported them.
    pub adaptations: Vec<Adaptation>,
    pub diagnostics: Diagnostics,
    /// Whether a bound was exceeded. If so, the rest of the document is not read.
    pub bound_exceeded: bool,
}

impl Log {
    /// Records that the code for `place` deviates from the document, as `rule` explains.
    pub fn note(&mut self, rule: Rule, place: impl ToString) {
        self.adaptations.push(Adaptation { rule, place: place.to_string() });
    }

    /// Records that the document is refused because `place` exceeds `bound`. Only the first exceeded bound is reported.
    pub fn refuse(&mut self, bound: Bound, place: impl Into<String>) {
        if !self.bound_exceeded {
            self.diagnostics.0.push(bound.diagnostic_at(place));
        }
        self.bound_exceeded = true;
    }

    /// Returns `value` and the adaptations, unless defects were reported.
    ///
    /// # Errors
    /// Returns all defects that were reported.
    pub fn into_result<T>(self, value: T) -> Result<(T, Vec<Adaptation>), Diagnostics> {
        self.diagnostics.into_result((value, self.adaptations))
    }
}
