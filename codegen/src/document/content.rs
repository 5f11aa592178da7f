//! Whether a body or response is one at all: what is no object says nothing of what is sent, and is not guessed.

use serde_json::Value;

use crate::log::Log;

/// Reports parts of `part` that are no objects, where OpenAPI has objects.
pub fn check(place: &str, part: &Value, log: &mut Log) {
    let Some(part) = part.as_object() else {
        return log.diagnostics.push(place, "is not an object: declare its `content`");
    };
    let Some(content) = part.get("content") else { return };
    let Some(content) = content.as_object() else {
        return log.diagnostics.push(place, "has a `content` that is not an object: put a media type into it");
    };
    for (media_type, media) in content {
        let is_schema = |schema: &Value| schema.is_object() || schema.is_boolean();
        if !media.is_object() || !media.get("schema").is_none_or(is_schema) {
            log.diagnostics.push(place, format!("has no legal schema for {media_type}: write `{{\"schema\": {{}}}}`"));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::document::{bodies, only, responses};

    #[test]
    fn bodies_and_responses_that_are_no_objects_are_refused() {
        let media = json!({ "content": { "application/json": "x" } });
        let schema = json!({ "content": { "application/json": { "schema": "x" } } });
        for part in [json!("x"), json!([]), json!(null), json!({ "content": "x" }), media, schema] {
            let operation = json!({ "operationId": "a", "requestBody": part, "responses": { "200": part } });
            let document = json!({ "paths": { "/a": { "get": operation } } });
            let told = only(bodies::apply, document.clone()).log.diagnostics.0;
            assert_eq!(told.iter().map(|told| told.place.as_str()).collect::<Vec<_>>(), ["a (GET /a) body"], "{part}");
            let told = only(responses::apply, document).log.diagnostics.0;
            let places: Vec<&str> = told.iter().map(|told| told.place.as_str()).collect();
            assert_eq!(places, ["a (GET /a) response 200"], "{part}");
        }
    }

    #[test]
    fn a_media_type_without_a_schema_takes_any_value() {
        let part = json!({ "content": { "application/json": {} } });
        let document = json!({ "paths": { "/a": { "get": { "requestBody": part, "responses": { "200": part } } } } });
        assert_eq!(only(bodies::apply, document.clone()).log.diagnostics.0, []);
        assert_eq!(only(responses::apply, document).log.diagnostics.0, []);
    }
}
