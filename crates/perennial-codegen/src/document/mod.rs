//! Turns a served document into a document whose operations are self-contained: references to their parts are replaced
//! by copies.
//!
//! The document is untyped JSON at this stage. The passes depend on its structure alone, not on the names in it.

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

/// All passes, in the order in which they run. If the order matters, a comment gives the reason.
const PASSES: &[fn(&mut Spec)] = &[
    // Later passes rely on a document without foreign extensions whose size is bounded.
    extensions::remove_foreign,
    // Later passes follow only references that are JSON pointers (`#/…`), not URLs or anchors.
    resources::write_out_places,
    // Later passes rely on path items that contain their operations.
    references::inline_path_items,
    paths::check_all,
    // After this pass, every operation has an id of its own.
    operation_ids::derive_ids,
    statuses::normalize_keys,
    // Later passes rely on operations that contain all their parts.
    references::inline_operation_parts,
    path_queries::declare_parameters,
];

/// Runs all passes over the document `root`, which makes its operations self-contained.
///
/// # Errors
/// Fails with all defects of the document. If the document is not OpenAPI or exceeds a bound, only the defects found
/// until then are listed.
pub fn resolve_document(root: Value) -> Result<Spec, Diagnostics> {
    readable::check(&root)?;
    let mut spec = Spec::new(root);
    for pass in PASSES {
        pass(&mut spec);
        if spec.log.bound_exceeded {
            // The document may be too large for the remaining passes, and they would report nothing useful.
            return Err(spec.log.diagnostics);
        }
    }
    Ok(spec)
}

/// Runs a single pass over the document `root`, for the unit tests of the pass.
#[cfg(test)]
fn run_pass(pass: fn(&mut Spec), root: Value) -> Spec {
    let mut spec = Spec::new(root);
    pass(&mut spec);
    spec
}
