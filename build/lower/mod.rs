//! From a repaired document to the model of its API.
//!
//! Takes a [`Document`], leaves an [`Api`]: every name is the one that Rust code has, every text is Markdown that
//! rustdoc takes, every type is settled. Imports `adaptation`, `api`, `diagnostics`, `markdown`, `media_type`,
//! `naming`, `path`, and the
//! types that `repair` leaves.

mod fields;
mod json_kind;
mod names;
mod operations;
mod pages;
mod parameters;
mod rate_limit;
mod responses;
mod series;
mod types;
mod variants;

use crate::{
    adaptation::{Adaptation, Rule},
    api::Api,
    diagnostics::Diagnostics,
    repair::Document,
};

/// Makes the model of `document`.
///
/// # Errors
/// Operations that cannot be told apart.
pub fn run(document: &Document) -> Result<(Api, Vec<Adaptation>), Diagnostics> {
    let mut log = Log::default();
    let names = names::of_schemas(document, &mut log);
    let mut types = types::Types::new(document, names);
    types.named(&mut log);
    let operations = operations::all(document, &mut types, &mut log);
    let types = types.finish();
    let pages = pages::all(&types);
    let series = series::all(&types);
    let Log { adaptations, diagnostics } = log;
    diagnostics.or((Api { operations, types, pages, series }, adaptations))
}

/// What there is to say beside the model.
#[derive(Debug, Default)]
struct Log {
    adaptations: Vec<Adaptation>,
    diagnostics: Diagnostics,
}

impl Log {
    /// Records that `rule` was applied at `place`.
    fn note(&mut self, rule: Rule, place: impl ToString) {
        self.adaptations.push(Adaptation { rule, place: place.to_string() });
    }
}
