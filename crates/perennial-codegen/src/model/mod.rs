//! Builds the model of a document, an [`Api`]. Every name in the model is the final Rust name, every description is
//! Markdown for rustdoc, and every named type is defined.

mod constants;
mod credentials;
mod directions;
mod forms;
mod idempotency;
mod multipart;
mod operations;
pub mod pagers;
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
    api::{Additions, Api, Discriminant, Kind, TypeDef, Webhook},
    bounds::Bound,
    diagnostics::Diagnostics,
    log::Log,
    names::{
        by_use,
        file::{ClientSettings, Names},
        former, parts,
        pins::Pins,
        schemas, setters, short,
    },
    schema::{self, TypedDocument},
    text::naming,
};

/// Builds the model of `document` with the `recorded` names. Also returns all adaptations: the adaptations that are
/// already in `log`, and the adaptations of the model.
///
/// # Errors
/// Fails if `log` already contains a defect, if the client would be too large, or if a recorded name or setting does
/// not fit the document.
pub fn build_model(
    document: &TypedDocument,
    recorded: &Names,
    mut log: Log,
) -> Result<(Api, Vec<Adaptation>), Diagnostics> {
    let mut pins = Pins::new(recorded);
    let own = recorded.client.credentials.as_ref();
    let credentials = own.map(|own| credentials::Schemes::new(document, own, &pins, &mut log));
    pins.reserve(credentials.as_ref().map(|it| &it.credentials));
    let pins = &pins;
    let names = schemas::name_schemas(document.schemas.keys(), pins);
    let mut types = types::Types::new(&document.schemas, names, pins);
    let mut operations = operations::build_operations(document, &mut types, pins, &mut log);
    let credentials = credentials.map(|schemes| schemes.apply(&mut operations));
    idempotency::set_keys(&mut operations, document, recorded.client.idempotency_key.as_deref());
    let webhooks = build_webhooks(document, &mut types);
    let types::Types { built, names, nameless, titles, .. } = types;
    let servers = servers::build_servers(document, pins);
    let endpoints = credentials::endpoints(document);
    let mut api = Api { operations, webhooks, types: built, credentials, endpoints, servers, ..Api::default() };
    check_bounds(&api)?;
    let named = by_use::name_types(&mut api, &nameless, &titles, &names.distinct, pins);
    for (name, named_by_use) in &named {
        if let Some(document_name) = names.provisional.get(name) {
            log.note(Rule::NAMED_BY_USE, format!("{document_name} as {named_by_use}"));
        }
    }
    parts::name_parts(&mut api, pins);
    note_adaptations(&api, &mut log);
    forms::explode_objects(&mut api, &mut log);
    parameters::send_lists_as_json(&mut api, &mut log);
    directions::set_directions(&mut api);
    constants::set_constants(&mut api);
    api.pages = pages::find_pages(&api.types);
    api.series = series::find_series(&api.types, pins);
    pagers::set_pagers(document, &mut api, pins, &mut log.diagnostics);
    api.groups = short::build_groups(&document.tags, &api, operations::client_methods(&api), pins);
    api.former = former::collect_former_names(recorded, &api, &mut log.diagnostics);
    // The size is checked again, because types have been renamed and features have been added since the first check.
    check_bounds(&api)?;
    let ClientSettings { derive, attributes, .. } = &recorded.client;
    api.additions = Additions { derives: derive.clone(), attributes: attributes.clone() };
    api.has_shared_limit = rate_limit::has_shared_limit(document);
    log.into_result(api)
}

fn build_webhooks(document: &TypedDocument, types: &mut types::Types<'_>) -> Vec<Webhook> {
    let webhook = |declared: &schema::DeclaredWebhook| Webhook {
        name: declared.name.clone(),
        operation: declared.operation.clone(),
        summary: types::docs(declared.summary.as_ref()),
        value: types.build_value(&|| naming::type_name(&declared.name), &declared.schema),
    };
    document.webhooks.iter().map(webhook).collect()
}

fn check_bounds(api: &Api) -> Result<(), Diagnostics> {
    let features = api.groups.iter().map(|group| group.feature.len()).sum();
    for (bound, amount) in [(Bound::Features, features), (Bound::Generated, weight::weight(api))] {
        if amount > bound.limit() {
            return Err(Diagnostics(vec![bound.diagnostic_at("openapi.json")]));
        }
    }
    Ok(())
}

/// Reports the enums, unions and renamed fields in `api` as adaptations. This is the last step, because the reports
/// contain the final names of the types.
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
    fn reports_renamed_fields_under_the_final_name_of_their_type() {
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

    /// Returns the weight of an API with an operation for each of `tags`. All operations have the same response, which
    /// consists of `types` nested structs.
    fn weight_of_operations(tags: impl Iterator<Item = String>, types: usize) -> Result<usize, Vec<Diagnostic>> {
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
        let operation = |tag| serde_json::json!({ "get": { "tags": [tag], "responses": { "200": content } } });
        let paths = tags.enumerate().map(|(index, tag)| (format!("/{index}"), operation(tag)));
        let paths = serde_json::Map::from_iter(paths);
        let root = serde_json::json!({ "openapi": "3.0.0", "paths": paths, "components": { "schemas": schemas } });
        crate::model_of(root).map(|(api, _)| weight::weight(&api)).map_err(|diagnostics| diagnostics.0)
    }

    #[test]
    fn weight_grows_with_the_number_of_types_per_feature() {
        let weight = |tags: usize, types| {
            weight_of_operations((0..tags).map(|index| format!("t{index}")), types).expect("legal")
        };
        let of_operation = weight(4, 0) - weight(3, 0);
        assert_eq!(weight(32, 100), weight(16, 100) + 16 * of_operation + 16 * 100 / 4);
    }

    #[test]
    fn refuses_a_document_whose_feature_names_are_too_long_in_total() {
        let tags = |count: usize| (0..count).map(|index| format!("t{index:0>398}"));
        assert!(weight_of_operations(tags(150), 0).is_ok());
        assert_eq!(weight_of_operations(tags(151), 0), Err(vec![Bound::Features.diagnostic_at("openapi.json")]));
    }
}
