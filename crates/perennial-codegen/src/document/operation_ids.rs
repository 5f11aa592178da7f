//! The ids of operations, after which their methods and types are named.
//!
//! An operation without an `operationId` gets the one that the service's own naming rule gives: the method, then
//! each path segment capitalised and without separators (`GET /v1/order-items/{id}/metrics` becomes
//! `getV1OrderitemsIdMetrics`).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::spec::Spec;
use crate::{
    adaptation::Rule,
    text::{method::Method, naming},
};

/// Reports operations that share an `operationId`: their methods would have one name.
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

/// Fills in missing ids.
pub fn derive_missing(spec: &mut Spec) {
    let mut taken = BTreeSet::new();
    spec.each_operation(&mut |place, _, _| {
        taken.insert(place.id.clone());
    });
    spec.each_operation(&mut |place, operation, log| {
        if place.id.is_empty() {
            let id = naming::unique(&derived(place.method, &place.path), &mut taken);
            log.note(Rule::DERIVED_OPERATION_ID, format!("{place} as {id}"));
            operation.insert("operationId".into(), Value::String(id));
        }
    });
}

/// Returns the id of an operation without one, from its method and path.
pub fn derived(method: Method, path: &str) -> String {
    let segments = path.split('/').map(|segment| {
        let letters: String = segment.chars().filter(char::is_ascii_alphanumeric).collect();
        let (first, rest) = letters.split_at(letters.len().min(1));
        first.to_uppercase() + &rest.to_lowercase()
    });
    method.as_str().to_ascii_lowercase() + &segments.collect::<String>()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::only;

    #[test]
    fn a_duplicate_operation_id_names_both_operations() {
        let spec = only(
            refuse_duplicates,
            json!({ "paths": { "/a": { "get": { "operationId": "x" } }, "/b": { "put": { "operationId": "x" } } } }),
        );
        assert_eq!(
            spec.log.diagnostics.to_string(),
            "operationId `x`: used twice, by GET /a and by PUT /b: make them distinct"
        );
    }

    #[test]
    fn a_missing_operation_id_is_derived_by_the_rule_and_reported() {
        let spec = only(
            derive_missing,
            json!({ "paths": {
                "/v1/status-pages/incidents/{incidentId}/incident-updates": { "post": {} },
                "/kept": { "get": { "operationId": "mine" } },
            } }),
        );
        let id = "postV1StatuspagesIncidentsIncidentidIncidentupdates";
        assert_eq!(
            spec.root["paths"]["/v1/status-pages/incidents/{incidentId}/incident-updates"]["post"]["operationId"],
            id
        );
        assert_eq!(spec.root["paths"]["/kept"]["get"]["operationId"], "mine");
        assert!(spec.log.adaptations[0].place.ends_with(id));
    }

    #[test]
    fn an_operation_of_a_shared_path_item_has_a_derived_id() {
        let spec = crate::document::whole(json!({
            "openapi": "3.0.3", "x-paths": { "item": { "get": {} } }, "paths": { "/a": { "$ref": "#/x-paths/item" } },
        }));
        assert_eq!(spec.expect("legal").root["paths"]["/a"]["get"]["operationId"], "getA");
    }

    #[test]
    fn derived_ids_never_collide() {
        let spec = only(derive_missing, json!({ "paths": { "/a-b": { "get": {} }, "/ab": { "get": {} } } }));
        assert_eq!(spec.root["paths"]["/a-b"]["get"]["operationId"], "getAb");
        assert_eq!(spec.root["paths"]["/ab"]["get"]["operationId"], "getAb2");
    }
}
