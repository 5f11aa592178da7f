//! Collects what the stages of the generator report.

use crate::{
    adaptation::{Adaptation, Rule},
    bounds::Bound,
    diagnostics::Diagnostics,
};

/// The adaptations and defects that were reported so far.
#[derive(Debug, Clone, Default)]
pub struct Log {
    /// The adaptations, in the order of the stages that made them.
    pub adaptations: Vec<Adaptation>,
    /// The defects that prevent a client from being generated.
    pub diagnostics: Diagnostics,
    /// Whether a bound was exceeded. No part of the document is read after that.
    pub bound_exceeded: bool,
}

impl Log {
    /// Records that `rule` was applied at `place`.
    pub fn note(&mut self, rule: Rule, place: impl ToString) {
        self.adaptations.push(Adaptation { rule, place: place.to_string() });
    }

    /// Refuses the document because `place` exceeds `bound`. Only the first bound that is exceeded is reported.
    pub fn refuse(&mut self, bound: Bound, place: impl Into<String>) {
        if !self.bound_exceeded {
            self.diagnostics.0.push(bound.diagnostic_at(place));
        }
        self.bound_exceeded = true;
    }

    /// Returns `value` and the adaptations, unless a defect was reported.
    ///
    /// # Errors
    /// Returns all defects that were reported.
    pub fn into_result<T>(self, value: T) -> Result<(T, Vec<Adaptation>), Diagnostics> {
        self.diagnostics.into_result((value, self.adaptations))
    }
}
