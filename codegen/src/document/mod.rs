//! From the document as served to a legal OpenAPI 3.0 document that says plainly what it means.
//!
//! Takes the JSON of the text, leaves a [`Document`] with standard keywords only. Here, and only here, a document is
//! untyped: no typed reader accepts what is served. Each pass is one file that says what it changes and why, and works
//! on the shape of a document, never on the names of one. Imports `adaptation`, `bounds`, `cycles`, `diagnostics`,
//! `media_type`, `method`, `naming`, `path`.

mod aliases;
mod all_of;
mod bodies;
mod chains;
mod components;
mod composition;
mod constraints;
mod content;
mod discriminator;
mod extensions;
mod formats;
mod inheritance;
mod object_union;
mod one_of;
mod operation_ids;
mod parameters;
mod paths;
mod prune;
mod read;
mod readable;
mod references;
mod responses;
mod schema;
mod schema_references;
mod servers;
mod spec;
mod subtypes;
mod types;

use serde_json::Value;

pub use read::{Document, Operation};

use crate::{adaptation::Adaptation, diagnostics::Diagnostics};
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
    inheritance::apply,
    // From here on, `allOf` is a reference with something beside it, and `oneOf` a union of kinds
    // or of objects that can be told apart.
    composition::apply,
    formats::apply,
    aliases::apply,
    // Texts and lists that compositions and aliases were made of may be unused now.
    prune::apply_but_objects,
    read::within_bounds,
];

/// Runs every pass.
///
/// # Errors
/// All that is wrong with the document: the passes stop only where it cannot be read as a whole.
pub fn run(root: Value) -> Result<(Document, Vec<Adaptation>), Diagnostics> {
    readable::check(&root)?;
    let mut spec = Spec::new(root);
    for pass in PASSES {
        pass(&mut spec);
        if spec.bound_exceeded {
            // What is left of the document says nothing more, and may be too large to be looked at.
            return Err(spec.diagnostics);
        }
    }
    let document = read::read(&mut spec);
    spec.diagnostics.or((document, spec.adaptations))
}

/// Runs `pass` alone over `root`: what its unit tests look at.
#[cfg(test)]
fn only(pass: fn(&mut Spec), root: Value) -> Spec {
    let mut spec = Spec::new(root);
    pass(&mut spec);
    spec
}

/// The component `A` of `schemas` after composition.
#[cfg(test)]
fn composed(schemas: Value) -> Value {
    let root = serde_json::json!({ "components": { "schemas": schemas } });
    only(composition::apply, root).schemas()["A"].clone()
}
