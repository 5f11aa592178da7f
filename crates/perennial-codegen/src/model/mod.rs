//! Makes the [`Api`] of a document: every name is the one that Rust code has, every text is Markdown for rustdoc, and
//! every type is known.

mod credentials;
mod directions;
mod forms;
mod idempotency;
mod multipart;
mod operations;
mod pagers;
mod pages;
mod parameters;
pub mod rate_limit;
mod responses;
mod series;
mod servers;
mod types;
pub mod weight;

use crate::{
    adaptation::{Adaptation, Rule},
    api::{Api, Discriminant, Kind, TypeDef, Webhook},
    bounds::Bound,
    diagnostics::Diagnostics,
    log::Log,
    names::{by_use, file::Names, former, parts, pins::Pins, schemas, setters, short},
    schema::{self, Document},
    text::naming,
};

/// Makes the model of `document`, with the `recorded` names, and adds to `log` what was adapted.
///
/// # Errors
/// All that is wrong: operations cannot be told apart, the client would be too large, or a recorded name does not fit.
pub fn make(document: &Document, recorded: &Names, mut log: Log) -> Result<(Api, Vec<Adaptation>), Diagnostics> {
    let mut pins = Pins::new(recorded);
    let own = recorded.client.credentials.as_ref();
    let credentials = own.map(|own| credentials::Schemes::new(document, own, &pins, &mut log));
    pins.reserve(credentials.as_ref().map(|it| &it.credentials));
    let pins = &pins;
    let names = schemas::names(document.schemas.keys(), pins);
    let mut types = types::Types::new(&document.schemas, names, pins);
    let mut operations = operations::operations(document, &mut types, pins, &mut log);
    let credentials = credentials.map(|schemes| schemes.apply(&mut operations));
    idempotency::apply(&mut operations, document, recorded.client.idempotency_key.as_deref());
    let webhooks = webhooks(document, &mut types);
    let types::Types { made, names, nameless, .. } = types;
    let servers = servers::servers(document, pins);
    let endpoints = credentials::endpoints(document);
    let mut api = Api { operations, webhooks, types: made, credentials, endpoints, servers, ..Api::default() };
    within_bounds(&api)?;
    let named = by_use::apply(&mut api, &nameless, &names.distinct, pins);
    for (name, named_by_use) in &named {
        if let Some(document_name) = names.provisional.get(name) {
            log.note(Rule::NAMED_BY_USE, format!("{document_name} as {named_by_use}"));
        }
    }
    parts::apply(&mut api, pins);
    note_adaptations(&api, &mut log);
    forms::settle(&mut api, &mut log);
    parameters::settle_lists(&mut api, &mut log);
    directions::apply(&mut api);
    api.pages = pages::pages(&api.types);
    api.series = series::series(&api.types, pins);
    pagers::apply(document, &mut api, pins, &mut log.diagnostics);
    api.groups = short::groups(&document.tags, &api, operations::methods(&api), pins);
    api.former = former::of(recorded, &api, &mut log.diagnostics);
    // Names may have become longer, and now there are features.
    within_bounds(&api)?;
    log.or(api)
}

fn webhooks(document: &Document, types: &mut types::Types<'_>) -> Vec<Webhook> {
    let webhook = |declared: &schema::Webhook| Webhook {
        name: declared.name.clone(),
        operation: declared.operation.clone(),
        summary: types::docs(declared.summary.as_ref()),
        value: types.value(&|| naming::type_name(&declared.name), &declared.schema),
    };
    document.webhooks.iter().map(webhook).collect()
}

fn within_bounds(api: &Api) -> Result<(), Diagnostics> {
    let features = api.groups.iter().map(|group| group.feature.len()).sum();
    for (bound, amount) in [(Bound::Features, features), (Bound::Generated, weight::weight(api))] {
        if amount > bound.limit() {
            return Err(Diagnostics(vec![bound.exceeded("openapi.json")]));
        }
    }
    Ok(())
}

/// Records what the types of `api` are instead of what the document says, under the names that they have at last.
fn note_adaptations(api: &Api, log: &mut Log) {
    for TypeDef { name, kind, .. } in &api.types {
        match kind {
            Kind::Enum(_) => log.note(Rule::OPEN_ENUM, name),
            Kind::Union(union) => match &union.by {
                Discriminant::Kind => log.note(Rule::UNION_OF_KINDS, name),
                Discriminant::Tag(tag) | Discriminant::Scalar(tag) => {
                    log.note(Rule::TAGGED_UNION, format!("{name} by `{tag}`"))
                }
                Discriminant::Presence => log.note(Rule::UNION_BY_PRESENCE, name),
            },
            Kind::Struct(body) => {
                for field in body.fields.iter().filter(|field| setters::is_renamed(field)) {
                    log.note(Rule::RENAMED_FIELD, format!("{name}.{} as {}", field.wire_name, field.name));
                }
            }
            Kind::Newtype(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Diagnostic;

    #[test]
    fn a_renamed_field_is_reported_under_the_last_name_of_its_type() {
        let schema =
            serde_json::json!({ "type": "object", "properties": { "fooBar": {}, "foo_bar": {}, "@type": {} } });
        let content = serde_json::json!({ "content": { "application/json": { "schema": schema } } });
        let operation = serde_json::json!({ "operationId": "getA", "responses": { "200": content } });
        let root = serde_json::json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } } });
        let (_, adaptations) = crate::model_of(root).expect("legal");
        let renamed: Vec<&str> = adaptations
            .iter()
            .filter(|adaptation| adaptation.rule == Rule::RENAMED_FIELD)
            .map(|adaptation| adaptation.place.as_str())
            .collect();
        assert_eq!(renamed, ["GetAResponse.fooBar as foo_bar2"]);
    }

    /// Returns the weight of an operation of `tags` that responds with `types`, each made of the next.
    fn of_tags(tags: impl Iterator<Item = String>, types: usize) -> Result<usize, Vec<Diagnostic>> {
        let next = |index: usize| serde_json::json!({ "$ref": format!("#/components/schemas/S{index}") });
        let text = || serde_json::json!({ "type": "string" });
        let schemas: serde_json::Map<String, serde_json::Value> = (0..types)
            .map(|index| {
                let inner = if index + 1 < types { next(index + 1) } else { text() };
                (format!("S{index}"), serde_json::json!({ "type": "object", "properties": { "next": inner } }))
            })
            .collect();
        let response = if types > 0 { next(0) } else { text() };
        let content = serde_json::json!({ "content": { "application/json": { "schema": response } } });
        let operation = serde_json::json!({ "tags": tags.collect::<Vec<_>>(), "responses": { "200": content } });
        let paths = serde_json::json!({ "/a": { "get": operation } });
        let root = serde_json::json!({ "openapi": "3.0.0", "paths": paths, "components": { "schemas": schemas } });
        crate::model_of(root).map(|(api, _)| weight::weight(&api)).map_err(|diagnostics| diagnostics.0)
    }

    #[test]
    fn each_tag_counts_and_each_type_for_each_feature_that_it_comes_with() {
        let weight = |tags: usize, types| of_tags((0..tags).map(|index| format!("t{index}")), types).expect("legal");
        assert_eq!(weight(4, 0), weight(3, 0) + 1);
        assert_eq!(weight(32, 100), weight(16, 100) + 16 + 16 * 100 / 4);
    }

    #[test]
    fn the_names_of_all_features_are_as_long_as_a_build_takes() {
        let tags = |count: usize| (0..count).map(|index| format!("t{index:0>398}"));
        assert!(of_tags(tags(150), 0).is_ok());
        assert_eq!(of_tags(tags(151), 0), Err(vec![Bound::Features.exceeded("openapi.json")]));
    }
}
