//! From a repaired document to the model of its API.
//!
//! Takes a [`Document`], leaves an [`Api`]: every name is the one that Rust code has, every text is Markdown that
//! rustdoc takes, every type is settled. Imports `adaptation`, `api`, `bounds`, `diagnostics`, `markdown`, `media_type`,
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
    api::{Api, Kind, Operation, TypeDef},
    bounds::{Bound, VALUES_OF_ONE_FIELD},
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
    let types = types.finish();
    let pages = pages::all(&types);
    let series = series::all(&types);
    let Log { adaptations, mut diagnostics } = log;
    let api = Api { operations, types, pages, series };
    if weight(&api) > Bound::Generated.limit() {
        diagnostics.0.push(Bound::Generated.passed("openapi.json"));
    }
    diagnostics.or((api, adaptations))
}

/// How much is generated for `api`: about its fields, with everything else in proportion to what it costs.
fn weight(api: &Api) -> usize {
    /// Bytes of a name that cost what a field does.
    const BYTES: usize = 64;
    let of_operation = |operation: &Operation| 10 + 3 * operation.parameters.len() + operation.name.len() / BYTES;
    let of_type = |def: &TypeDef| {
        let parts = match &def.kind {
            Kind::Struct(body) => body.fields.len(),
            Kind::Union(body) => body.members.len(),
            Kind::Enum(body) => body.values.len() / VALUES_OF_ONE_FIELD,
            Kind::Newtype(_) => 0,
        };
        3 + parts + def.name.len() / BYTES
    };
    api.operations.iter().map(of_operation).sum::<usize>() + api.types.iter().map(of_type).sum::<usize>()
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
