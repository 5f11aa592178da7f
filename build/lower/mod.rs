//! From a repaired document to the model of its API.
//!
//! Takes a [`Document`], leaves an [`Api`]: every name is the one that Rust code has, every text is Markdown that
//! rustdoc takes, every type is settled. Imports `adaptation`, `api`, `bounds`, `diagnostics`, `markdown`, `media_type`,
//! `naming`, `path`, and the types that `repair` leaves.

mod fields;
mod json_kind;
mod names;
mod names_by_use;
mod operations;
mod pages;
mod parameters;
mod rate_limit;
mod responses;
mod series;
mod shared;
mod types;
mod uses;
mod variants;
mod weight;

use crate::{
    adaptation::{Adaptation, Rule},
    api::{Api, Kind},
    bounds::Bound,
    diagnostics::Diagnostics,
    repair::Document,
};

/// Makes the model of `document`.
///
/// # Errors
/// Operations that cannot be told apart, and more than is generated.
pub fn run(document: &Document) -> Result<(Api, Vec<Adaptation>), Diagnostics> {
    let mut log = Log::default();
    let names = names::of_schemas(document, &mut log);
    let mut types = types::Types::new(document, names);
    types.named(&mut log);
    let operations = operations::all(document, &mut types, &mut log);
    let types::Finished { types, nameless, taken } = types.finish();
    let mut api = Api { operations, types, ..Api::default() };
    names_by_use::apply(&mut api, &nameless, taken, &mut log);
    for def in &api.types {
        match def.kind {
            Kind::Enum(_) => log.note(Rule::OPEN_ENUM, &def.name),
            Kind::Union(_) => log.note(Rule::UNION_OF_KINDS, &def.name),
            Kind::Struct(_) | Kind::Newtype(_) => {}
        }
    }
    api.pages = pages::all(&api.types);
    api.series = series::all(&api.types);
    let Log { adaptations, mut diagnostics } = log;
    if weight::of(&api) > Bound::Generated.limit() {
        diagnostics.0.push(Bound::Generated.exceeded("openapi.json"));
    }
    diagnostics.or((api, adaptations))
}

/// What is reported beside the model.
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
