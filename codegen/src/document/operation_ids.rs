//! An operation without an `operationId` gets the one that the service's own naming rule gives: the method, then
//! each path segment capitalised and without separators (`GET /v1/private-locations/{id}/metrics` becomes
//! `getV1PrivatelocationsIdMetrics`), after which its method and its types are named.

use std::collections::BTreeSet;

use serde_json::Value;

use super::spec::{Place, Spec};
use crate::{adaptation::Rule, text::naming};

/// Fills in missing ids.
pub fn apply(spec: &mut Spec) {
    let mut taken = BTreeSet::new();
    spec.each_operation(|place, _, _| {
        taken.insert(place.id.clone());
    });
    spec.each_operation(|place, operation, log| {
        if place.id.is_empty() {
            let id = naming::unique(&derived(place), &mut taken);
            log.note(Rule::DERIVED_OPERATION_ID, format!("{place} as {id}"));
            operation.insert("operationId".into(), Value::String(id));
        }
    });
}

fn derived(place: &Place) -> String {
    let segments = place.path.split('/').map(|segment| {
        let letters: String = segment.chars().filter(char::is_ascii_alphanumeric).collect();
        let (first, rest) = letters.split_at(letters.len().min(1));
        first.to_uppercase() + &rest.to_lowercase()
    });
    place.method.clone() + &segments.collect::<String>()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::only;

    #[test]
    fn a_missing_operation_id_is_derived_by_the_rule_and_reported() {
        let spec = only(
            apply,
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
        let spec = only(apply, json!({ "paths": { "/a-b": { "get": {} }, "/ab": { "get": {} } } }));
        assert_eq!(spec.root["paths"]["/a-b"]["get"]["operationId"], "getAb");
        assert_eq!(spec.root["paths"]["/ab"]["get"]["operationId"], "getAb2");
    }
}
