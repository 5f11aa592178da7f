//! Makes the operations of a document self-contained, by replacing references in them with copies of the targets.
//!
//! At this stage, the document is untyped JSON. The passes depend only on its structure, not on the names in it.

pub mod chosen;
pub mod client_headers;
pub mod corrections;
pub mod extensions;
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

/// All passes, in the order in which they run. Comments explain where the order matters.
const PASSES: &[fn(&mut Spec)] = &[
    // Later passes rely on a document of bounded size, without foreign extensions.
    extensions::remove_foreign,
    // Later passes follow references only if they are JSON pointers (`#/…`), not URLs or anchors.
    resources::write_out_places,
    // Later passes expect operations directly inside path items, not behind a reference.
    references::inline_path_items,
    paths::check_all,
    // Later passes rely on distinct operation ids, and on every operation having one.
    operation_ids::derive_ids,
    statuses::normalize_keys,
    // Later passes expect parameters, bodies and responses directly inside operations, not behind references.
    references::inline_operation_parts,
    references::inline_security_schemes,
    path_queries::declare_parameters,
];

/// Runs all passes over the document `root`, and so makes its operations self-contained.
///
/// # Errors
/// Lists all defects of the document. If it is not an OpenAPI document or exceeds a bound, the list ends there.
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

#[cfg(test)]
fn run_pass(pass: fn(&mut Spec), root: Value) -> Spec {
    let mut spec = Spec::new(root);
    pass(&mut spec);
    spec
}
