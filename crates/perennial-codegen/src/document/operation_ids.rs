//! Checks and derives operation ids, from which methods and types get their names.
//!
//! If an operation has no `operationId`, its id is derived: the method, then the words of each path segment, each
//! capitalised. For example, `GET /v1/order-items/{orderID}/metrics` becomes `getV1OrderItemsOrderIdMetrics`.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToPascalCase as _;
use serde_json::Value;

use super::spec::Spec;
use crate::{
    adaptation::Rule,
    text::{method::Method, naming},
};

/// Reports operations that share an `operationId`, because their methods would have the same name.
pub fn refuse_duplicates(spec: &mut Spec) {
    let mut seen = BTreeMap::<String, String>::new();
    spec.each_operation(&mut |place, operation, log| {
        let Some(id) = operation.get("operationId").and_then(Value::as_str) else { return };
        let here = format!("{} {}", place.method, place.path);
        if let Some(first) = seen.insert(id.to_owned(), here.clone()) {
            log.diagnostics.push(
                format!("operationId `{id}`"),
                format!("used twice, by {first} and by {here}: make them distinct"),
            );
        }
    });
}

/// Derives the missing ids.
pub fn derive_missing(spec: &mut Spec) {
    let mut used = BTreeSet::new();
    spec.each_operation(&mut |place, _, _| {
        used.insert(place.id.clone());
    });
    spec.each_operation(&mut |place, operation, log| {
        if place.id.is_empty() {
            let id = naming::unique(&derive_id(place.method, &place.path), &mut used);
            log.note(Rule::DERIVED_OPERATION_ID, format!("{place} as {id}"));
            operation.insert("operationId".into(), Value::String(id));
        }
    });
}

/// Derives an operation id from a method and a path.
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
    fn reports_both_operations_that_share_an_id() {
        let spec = run_pass(
            refuse_duplicates,
            json!({ "paths": { "/a": { "get": { "operationId": "x" } }, "/b": { "put": { "operationId": "x" } } } }),
        );
        assert_eq!(
            spec.log.diagnostics.to_string(),
            "operationId `x`: used twice, by GET /a and by PUT /b: make them distinct"
        );
    }

    #[test]
    fn derives_and_reports_a_missing_operation_id() {
        let spec = run_pass(
            derive_missing,
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

    #[test]
    fn keeps_the_words_of_a_path_apart() {
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
    fn numbers_derived_ids_that_would_collide() {
        let spec = run_pass(derive_missing, json!({ "paths": { "/a-b": { "get": {} }, "/a_b": { "get": {} } } }));
        assert_eq!(spec.root["paths"]["/a-b"]["get"]["operationId"], "getAB");
        assert_eq!(spec.root["paths"]["/a_b"]["get"]["operationId"], "getAB2");
    }
}
