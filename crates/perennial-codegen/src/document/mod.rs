//! Turns a served document into one whose operations are self-contained: each part of an operation is inside it.
//!
//! The document is untyped JSON here. The passes depend on its structure alone, never on the names in it.

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

/// All passes. Their order matters where a comment gives a reason.
const PASSES: &[fn(&mut Spec)] = &[
    // After this pass, the document has no foreign extensions and is within the size bounds.
    extensions::remove_foreign,
    // After this pass, each reference to a part of the document is the place of that part (`#/…`).
    resources::write_out_places,
    // After this pass, every operation is under its path.
    references::inline_path_items,
    paths::check_all,
    // After this pass, every operation has an id of its own.
    operation_ids::derive_ids,
    statuses::normalize_keys,
    // After this pass, every part of an operation is inside the operation.
    references::inline_operation_parts,
    path_queries::declare_parameters,
];

/// Makes the operations of the document `root` self-contained.
///
/// # Errors
/// Fails with all defects of the document, or with the first one if it is not OpenAPI or exceeds a bound.
pub fn resolve_document(root: Value) -> Result<Spec, Diagnostics> {
    readable::check(&root)?;
    let mut spec = Spec::new(root);
    for pass in PASSES {
        pass(&mut spec);
        if spec.log.bound_exceeded {
            // The remaining passes would report nothing useful, and the document may be too large for them.
            return Err(spec.log.diagnostics);
        }
    }
    Ok(spec)
}

/// Runs a single pass over `root`, for its unit tests.
#[cfg(test)]
fn run_pass(pass: fn(&mut Spec), root: Value) -> Spec {
    let mut spec = Spec::new(root);
    pass(&mut spec);
    spec
}
