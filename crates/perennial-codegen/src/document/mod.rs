//! Makes the document as served one whose operations are whole: each part of one stands in it.
//!
//! The document stays untyped here. The passes depend on its form alone, never on the names in it.

pub mod chosen;
pub mod client_headers;
mod extensions;
pub mod json;
pub mod operation_ids;
mod path_queries;
mod paths;
pub mod readable;
mod references;
mod resources;
mod spec;
mod statuses;
pub mod targets;
mod url;

use serde_json::Value;

use crate::diagnostics::Diagnostics;
pub use spec::Spec;

/// All passes. The order matters where a comment says why.
const PASSES: &[fn(&mut Spec)] = &[
    // From here on, the document has no foreign extensions, and is within the bounds of size.
    extensions::apply,
    // From here on, a reference that leads to a part of the document is the place of that part (`#/…`).
    resources::write_out_places,
    // Before path items are put in their places: one that several paths refer to has the same ids in each.
    operation_ids::refuse_duplicates,
    // From here on, every operation stands in its path.
    references::put_path_items,
    paths::apply,
    operation_ids::derive_missing,
    statuses::apply,
    // From here on, every part of an operation stands where it is used.
    references::put_operation_parts,
    path_queries::apply,
];

/// The document `root` with operations that are whole.
///
/// # Errors
/// All that is wrong with the document: the passes stop only where it cannot be read as a whole.
pub fn whole(root: Value) -> Result<Spec, Diagnostics> {
    readable::check(&root)?;
    let mut spec = Spec::new(root);
    for pass in PASSES {
        pass(&mut spec);
        if spec.log.bound_exceeded {
            // What is left of the document says nothing more, and may be too large to be looked at.
            return Err(spec.log.diagnostics);
        }
    }
    Ok(spec)
}

/// Runs `pass` alone over `root`: what its unit tests look at.
#[cfg(test)]
fn only(pass: fn(&mut Spec), root: Value) -> Spec {
    let mut spec = Spec::new(root);
    pass(&mut spec);
    spec
}
