//! Shortens the keys of responses that contain text after the status, such as `204 NO_CONTENT`.

use std::{collections::BTreeSet, mem};

use serde_json::Value;

use super::spec::Spec;
use crate::{adaptation::Rule, text::status};

/// Replaces each key that begins with a status with that status. A key is left unchanged if the status is already the
/// key of another response.
pub fn normalize_keys(spec: &mut Spec) {
    spec.each_operation(&mut |place, operation, log| {
        let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { return };
        let plain = responses.keys().filter(|key| is_plain(key));
        let mut used: BTreeSet<String> = plain.map(|key| key.to_ascii_uppercase()).collect();
        let mut shorten = |key: String| {
            let status = status::leading_status(&key).filter(|_| !is_plain(&key));
            let Some(status) = status.filter(|status| used.insert(status.to_ascii_uppercase())) else { return key };
            log.note(Rule::STATUS_WITH_TEXT, format!("{place} response {key:?} as {status}"));
            status
        };
        *responses = mem::take(responses).into_iter().map(|(key, response)| (shorten(key), response)).collect();
    });
}

/// Returns `true` if `key` is just a status: `204`, a range such as `2XX` or `2xx`, or `default`.
fn is_plain(key: &str) -> bool {
    key == "default" || status::leading_status(key).is_some_and(|it| it != "default" && it.eq_ignore_ascii_case(key))
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;
    use crate::document::run_pass;

    /// Runs the pass over an operation with the response keys `keys`. Returns the resulting keys, and the places of the
    /// reported adaptations.
    fn keys_after_pass(keys: &[&str]) -> (String, Vec<String>) {
        let responses: Map<String, Value> = keys.iter().map(|key| ((*key).to_owned(), json!({}))).collect();
        let operation = json!({ "operationId": "x", "responses": responses });
        let spec = run_pass(normalize_keys, json!({ "paths": { "/a": { "get": operation } } }));
        let left = spec.root["paths"]["/a"]["get"]["responses"].as_object().expect("an object");
        let left: Vec<&str> = left.keys().map(String::as_str).collect();
        (left.join(", "), spec.log.adaptations.into_iter().map(|noted| noted.place).collect())
    }

    #[test]
    fn shortens_each_response_key_to_the_status_at_its_start() {
        let (left, noted) = keys_after_pass(&["204 NO_CONTENT", "2XX", "4xx", " 500", "Default"]);
        assert_eq!(left, "204, 2XX, 4xx, 500, default");
        assert_eq!(
            noted,
            [
                r#"x (GET /a) response "204 NO_CONTENT" as 204"#,
                r#"x (GET /a) response " 500" as 500"#,
                r#"x (GET /a) response "Default" as default"#,
            ]
        );
    }

    #[test]
    fn keeps_a_long_response_key_if_another_response_has_its_status() {
        for keys in [["200 OK", "200"], ["200", "200 OK"], ["2XX Success", "2xx"], ["default", "DEFAULT"]] {
            assert_eq!(keys_after_pass(&keys), (keys.join(", "), vec![]));
        }
        assert_eq!(keys_after_pass(&["200 OK", "200 Cached"]).0, "200, 200 Cached");
        assert_eq!(keys_after_pass(&["20x", "200,201"]), ("20x, 200,201".to_owned(), vec![]));
    }

    #[test]
    fn uses_the_schema_of_a_response_whose_key_has_a_reason_phrase() {
        let content = json!({ "content": { "application/json": { "schema": { "type": "string" } } } });
        let operation = json!({ "operationId": "x", "responses": { "200 OK": content, "404 Not found": {} } });
        let (api, noted) =
            crate::model_of(json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } } })).expect("legal");
        assert_eq!(api.operations[0].accept.as_deref(), Some("application/json"));
        let ids: Vec<&str> = noted.iter().map(|noted| noted.rule.id).collect();
        assert_eq!(ids, ["status-with-text", "status-with-text", "error-response"]);
    }
}
