//! Derives operation ids. Methods and types are named after them.
//!
//! The id of an operation without `operationId` is derived from the method and from the words in the path, each
//! capitalized. For example, `GET /v1/order-items/{orderID}/metrics` becomes `getV1OrderItemsOrderIdMetrics`.
//!
//! If operations share an `operationId`, the first one in the document keeps it, and the others get derived ids.

use std::collections::{BTreeSet, HashSet};

use heck::ToPascalCase as _;
use serde_json::Value;

use super::spec::Spec;
use crate::{
    adaptation::Rule,
    text::{method::Method, naming},
};

/// Derives an id for each operation that has none, or whose id an earlier operation already has. Afterwards, all ids
/// are distinct.
pub fn derive_ids(spec: &mut Spec) {
    let mut used = BTreeSet::new();
    spec.each_operation(&mut |place, _, _| {
        used.insert(place.id.clone());
    });
    let (mut kept, mut derived) = (HashSet::new(), HashSet::new());
    spec.each_operation(&mut |place, operation, log| {
        let rule = match place.id.as_str() {
            "" => Rule::DERIVED_OPERATION_ID,
            id if kept.insert(id.to_owned()) => return,
            _ => Rule::REPEATED_OPERATION_ID,
        };
        let id = naming::unique(&derive_id(place.method, &place.path), &mut used);
        log.note(rule, format!("{place} as {id}"));
        derived.insert(id.clone());
        operation.insert("operationId".into(), Value::String(id));
    });
    spec.derived_ids = derived;
}

pub fn derive_id(method: Method, path: &str) -> String {
    let segments = path.split('/').map(|segment| segment.replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    let segments = segments.map(|segment| segment.to_pascal_case());
    method.as_str().to_ascii_lowercase() + &segments.collect::<String>()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::run_pass;

    #[test]
    fn derives_and_reports_a_missing_operation_id() {
        let spec = run_pass(
            derive_ids,
            json!({ "paths": {
                "/v1/status-pages/incidents/{incidentId}/incident-updates": { "post": {} },
                "/kept": { "get": { "operationId": "mine" } },
            } }),
        );
        let id = "postV1StatusPagesIncidentsIncidentIdIncidentUpdates";
        assert_eq!(
            spec.root["paths"]["/v1/status-pages/incidents/{incidentId}/incident-updates"]["post"]["operationId"],
            id
        );
        assert_eq!(spec.root["paths"]["/kept"]["get"]["operationId"], "mine");
        assert!(spec.log.adaptations[0].place.ends_with(id));
    }

    fn ids_and_reports(spec: &mut Spec, rule: Rule) -> (Vec<String>, Vec<String>) {
        let mut ids = Vec::new();
        spec.each_operation(&mut |place, _, _| ids.push(place.id.clone()));
        let reports = spec.log.adaptations.iter().filter(|it| it.rule == rule).map(|it| it.place.clone());
        (ids, reports.collect())
    }

    #[test]
    fn only_the_first_operation_keeps_a_repeated_operation_id() {
        let letter = |id: &str| json!({ "operationId": id });
        let paths = json!({
            "/letters": { "get": letter("letters"), "head": letter("letters"), "post": letter("getDrafts") },
            "/drafts": { "get": letter("letters"), "put": letter("Letters") },
        });
        let (ids, reports) =
            ids_and_reports(&mut run_pass(derive_ids, json!({ "paths": paths })), Rule::REPEATED_OPERATION_ID);
        // The id derived for `GET /drafts` is `getDrafts`. Another operation already has that id, so a number is
        // appended.
        assert_eq!(ids, ["letters", "headLetters", "getDrafts", "getDrafts2", "Letters"]);
        assert_eq!(reports, ["letters (HEAD /letters) as headLetters", "letters (GET /drafts) as getDrafts2"]);
    }

    #[test]
    fn only_the_first_path_of_a_shared_path_item_keeps_the_operation_id() {
        let spec = crate::document::resolve_document(json!({
            "openapi": "3.0.3", "x-paths": { "item": { "get": { "operationId": "letters" } } },
            "paths": { "/a": { "$ref": "#/x-paths/item" }, "/b": { "$ref": "#/x-paths/item" } },
        }));
        let (ids, reports) = ids_and_reports(&mut spec.expect("legal"), Rule::REPEATED_OPERATION_ID);
        assert_eq!(ids, ["letters", "getB"]);
        assert_eq!(reports, ["letters (GET /b) as getB"]);
    }

    #[test]
    fn derived_ids_capitalise_each_word_of_a_path() {
        for (path, id) in [
            ("/templates/{templateID}/builds/{buildID}", "getTemplatesTemplateIdBuildsBuildId"),
            ("/user_groups/{user_id}.json", "getUserGroupsUserIdJson"),
            ("/V1/oauth2/listAll", "getV1Oauth2ListAll"),
            ("/", "get"),
        ] {
            assert_eq!(derive_id(Method::Get, path), id);
        }
        let name = naming::value_name(&derive_id(Method::Get, "/templates/{templateID}/builds/{buildID}"));
        assert_eq!(name, "get_templates_template_id_builds_build_id");
    }

    #[test]
    fn derives_ids_for_operations_of_a_shared_path_item() {
        let spec = crate::document::resolve_document(json!({
            "openapi": "3.0.3", "x-paths": { "item": { "get": {} } }, "paths": { "/a": { "$ref": "#/x-paths/item" } },
        }));
        assert_eq!(spec.expect("legal").root["paths"]["/a"]["get"]["operationId"], "getA");
    }

    #[test]
    fn appends_a_number_to_derived_operation_ids_that_would_collide() {
        let spec = run_pass(derive_ids, json!({ "paths": { "/a-b": { "get": {} }, "/a_b": { "get": {} } } }));
        assert_eq!(spec.root["paths"]["/a-b"]["get"]["operationId"], "getAB");
        assert_eq!(spec.root["paths"]["/a_b"]["get"]["operationId"], "getAB2");
    }
}
