//! The passes between the document as served and what progenitor can express.
//!
//! Each pass is one file that says what it changes and why, and works on the shape of a document, never on the
//! names of one. They run in the order of [`PASSES`]; later ones rely on what earlier ones leave.

pub mod aliases;
pub mod all_of;
pub mod bodies;
pub mod chains;
pub mod circles;
pub mod composition;
pub mod constraints;
pub mod document;
pub mod enums;
pub mod extensions;
pub mod fields;
pub mod formats;
pub mod hoist;
pub mod one_of;
pub mod operation_ids;
pub mod operation_names;
pub mod parameters;
pub mod paths;
pub mod prose;
pub mod prune;
pub mod references;
pub mod responses;
pub mod schema_names;
pub mod schema_references;
pub mod types;

use serde_json::Value;

use super::{
    model::{self, Adapted},
    problem::Problems,
    spec::Spec,
};

/// All passes, in order.
const PASSES: &[fn(&mut Spec)] = &[
    extensions::apply,
    document::apply,
    paths::apply,
    operation_ids::apply,
    references::apply,
    bodies::apply,
    responses::apply,
    schema_references::apply,
    parameters::apply,
    prune::apply,
    types::apply,
    constraints::apply,
    composition::apply,
    formats::apply,
    aliases::apply,
    prune::apply,
    schema_names::apply,
    operation_names::apply,
    hoist::apply,
    enums::apply,
    fields::apply,
    prose::apply,
];

/// Runs every pass and describes the result.
///
/// # Errors
/// All problems that the passes found: they stop only where the document as a whole cannot be read.
pub fn run(root: Value) -> Result<Adapted, Problems> {
    let mut spec = Spec::new(root);
    document::readable(&spec.root)?;
    for pass in PASSES {
        pass(&mut spec);
        if spec.bound_passed {
            // What is left of the document says nothing more, and may be too large to be looked at.
            break;
        }
    }
    let problems = std::mem::take(&mut spec.problems);
    problems.or(())?;
    model::describe(spec)
}

/// Runs `pass` alone over `root`: what its unit tests look at.
#[cfg(test)]
pub fn only(pass: fn(&mut Spec), root: Value) -> Spec {
    let mut spec = Spec::new(root);
    pass(&mut spec);
    spec
}
