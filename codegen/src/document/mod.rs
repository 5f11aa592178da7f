//! Makes the document as served a legal OpenAPI 3.0 document that says plainly what it means.
//!
//! Here, and only here, a document is untyped: no typed reader accepts what is served. Each pass is one file that says
//! what it changes and why, and works on the shape of a document, never on the names of one.

mod bodies;
mod constraints;
mod content;
mod extensions;
mod formats;
mod operation_ids;
mod parameters;
mod paths;
mod prune;
mod readable;
mod references;
mod responses;
pub mod schema;
mod schema_references;
mod servers;
mod spec;
mod subtypes;
mod types;

use serde_json::Value;

use crate::{diagnostics::Diagnostics, log::Log};
use spec::Spec;

/// All passes. The order matters where a comment says why.
const PASSES: &[fn(&mut Spec)] = &[
    // From here on, the document has no foreign extensions, and is within the bounds of size.
    extensions::apply,
    readable::apply,
    paths::apply,
    operation_ids::apply,
    // From here on, every part of an operation stands where it is used.
    references::apply,
    servers::apply,
    bodies::apply,
    responses::apply,
    // From here on, every `$ref` leads to a named schema.
    schema_references::apply,
    parameters::apply,
    // What is only a subtype of something is reached by it.
    subtypes::apply,
    // Early, since what no operation reaches costs time in all later passes.
    prune::apply,
    // From here on, each schema has one `type` or none: what follows looks at it.
    types::apply,
    constraints::apply,
    formats::apply,
];

/// A legal OpenAPI 3.0 document with standard keywords only.
pub struct Legal {
    /// The document.
    pub root: Value,
    /// What was changed in it.
    pub log: Log,
}

/// Runs every pass.
///
/// # Errors
/// All that is wrong with the document: the passes stop only where it cannot be read as a whole.
pub fn legal(root: Value) -> Result<Legal, Diagnostics> {
    readable::check(&root)?;
    let mut spec = Spec::new(root);
    for pass in PASSES {
        pass(&mut spec);
        if spec.log.bound_exceeded {
            // What is left of the document says nothing more, and may be too large to be looked at.
            return Err(spec.log.diagnostics);
        }
    }
    Ok(Legal { root: spec.root, log: spec.log })
}

/// Runs `pass` alone over `root`: what its unit tests look at.
#[cfg(test)]
fn only(pass: fn(&mut Spec), root: Value) -> Spec {
    let mut spec = Spec::new(root);
    pass(&mut spec);
    spec
}
