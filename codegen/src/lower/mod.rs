//! From a repaired document to the model of its API.
//!
//! Takes a [`Document`], leaves an [`Api`]: every name is the one that Rust code has, every text is Markdown that
//! rustdoc takes, every type is settled. Imports `adaptation`, `api`, `bounds`, `diagnostics`, `markdown`, `media_type`,
//! `naming`, `path`, `selection`, `setters`, and the types that `repair` leaves.

mod directions;
mod fields;
mod groups;
mod json_kind;
mod multipart;
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
mod unions;
mod uses;
mod variants;
mod weight;

use crate::{
    adaptation::{Adaptation, Rule},
    api::{Api, Discriminant, Kind, TypeDef},
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
    let names = names::of_schemas(document);
    let mut types = types::Types::new(document, names);
    types.named(&mut log);
    let operations = operations::all(document, &mut types, &mut log);
    let types::Finished { types, nameless, provisional, taken } = types.finish();
    let mut api = Api { operations, types, ..Api::default() };
    within_bounds(&api)?;
    let named = names_by_use::apply(&mut api, &nameless, taken);
    for (name, named_by_use) in &named {
        if let Some(document_name) = provisional.get(name) {
            log.note(Rule::NAMED_BY_USE, format!("{document_name} as {named_by_use}"));
        }
    }
    adaptations_of(&api, &mut log);
    parameters::settle_lists(&mut api, &mut log);
    directions::apply(&mut api);
    api.pages = pages::all(&api.types);
    api.series = series::all(&api.types);
    api.groups = groups::all(document, &api, operations::methods(&api));
    // Names may have become longer.
    within_bounds(&api)?;
    let Log { adaptations, diagnostics } = log;
    diagnostics.or((api, adaptations))
}

fn within_bounds(api: &Api) -> Result<(), Diagnostics> {
    if weight::of(api) <= Bound::Generated.limit() {
        return Ok(());
    }
    Err(Diagnostics(vec![Bound::Generated.exceeded("openapi.json")]))
}

/// Records what the types of `api` are instead of what the document says, under the names that they have at last.
fn adaptations_of(api: &Api, log: &mut Log) {
    for TypeDef { name, kind, .. } in &api.types {
        match kind {
            Kind::Enum(_) => log.note(Rule::OPEN_ENUM, name),
            Kind::Union(union) => match &union.by {
                Discriminant::Kind => log.note(Rule::UNION_OF_KINDS, name),
                Discriminant::Tag(tag) => log.note(Rule::TAGGED_UNION, format!("{name} by `{tag}`")),
                Discriminant::Presence => log.note(Rule::UNION_BY_PRESENCE, name),
            },
            Kind::Struct(body) => {
                for field in body.fields.iter().filter(|field| fields::is_renamed(field)) {
                    log.note(Rule::RENAMED_FIELD, format!("{name}.{} as {}", field.wire_name, field.name));
                }
            }
            Kind::Newtype(_) => {}
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repair;

    #[test]
    fn a_renamed_field_is_reported_under_the_last_name_of_its_type() {
        let schema =
            serde_json::json!({ "type": "object", "properties": { "fooBar": {}, "foo_bar": {}, "@type": {} } });
        let content = serde_json::json!({ "content": { "application/json": { "schema": schema } } });
        let operation = serde_json::json!({ "operationId": "getA", "responses": { "200": content } });
        let root = serde_json::json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } } });
        let (document, _) = repair::run(root).expect("legal");
        let (_, adaptations) = run(&document).expect("legal");
        let renamed: Vec<&str> = adaptations
            .iter()
            .filter(|adaptation| adaptation.rule == Rule::RENAMED_FIELD)
            .map(|adaptation| adaptation.place.as_str())
            .collect();
        assert_eq!(renamed, ["GetAResponse.fooBar as foo_bar2"]);
    }

    #[test]
    fn the_tags_of_operations_count_towards_the_bound() {
        let of_tags = |count: usize| {
            let tags: Vec<String> = (0..count).map(|index| format!("t{index}")).collect();
            let root = serde_json::json!({ "openapi": "3.0.0", "paths": { "/a": { "get": { "tags": tags } } } });
            let (document, _) = repair::run(root).expect("legal");
            run(&document).map(|(api, _)| api.groups.len()).map_err(|diagnostics| diagnostics.0)
        };
        assert_eq!(of_tags(3), Ok(3));
        assert_eq!(of_tags(Bound::Generated.limit()), Err(vec![Bound::Generated.exceeded("openapi.json")]));
    }
}
