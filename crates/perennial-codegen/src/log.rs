//! The reports that accompany the result of a stage.

use crate::{
    adaptation::{Adaptation, Rule},
    bounds::Bound,
    diagnostics::Diagnostics,
};

/// The adaptations and the defects so far.
#[derive(Debug, Clone, Default)]
pub struct Log {
    /// In the order of the stages.
    pub adaptations: Vec<Adaptation>,
    /// The defects that keep the document from being generated.
    pub diagnostics: Diagnostics,
    /// Set once a bound was passed, after which nothing more is looked at.
    pub bound_exceeded: bool,
}

impl Log {
    /// Records that `rule` was applied at `place`.
    pub fn note(&mut self, rule: Rule, place: impl ToString) {
        self.adaptations.push(Adaptation { rule, place: place.to_string() });
    }

    /// Refuses the document, since `place` passes `bound`; the first bound counts.
    pub fn refuse(&mut self, bound: Bound, place: impl Into<String>) {
        if !self.bound_exceeded {
            self.diagnostics.0.push(bound.exceeded(place));
        }
        self.bound_exceeded = true;
    }

    /// `value`, with what was adapted, unless something is wrong.
    ///
    /// # Errors
    /// All that is wrong.
    pub fn or<T>(self, value: T) -> Result<(T, Vec<Adaptation>), Diagnostics> {
        self.diagnostics.or((value, self.adaptations))
    }
}
