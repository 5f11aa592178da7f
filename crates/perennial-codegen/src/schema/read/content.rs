//! Whether a body or response is one at all: what is no object says nothing of what is sent, and is not guessed.

use serde_json::Value;

use super::Reader;

impl Reader<'_> {
    /// Reports parts of `part` that are no objects, where OpenAPI has objects.
    pub fn check_content(&mut self, place: &str, part: &Value) {
        let diagnostics = &mut self.log.diagnostics;
        let Some(part) = part.as_object() else {
            return diagnostics.push(place, "is not an object: declare its `content`");
        };
        let Some(content) = part.get("content") else { return };
        let Some(content) = content.as_object() else {
            return diagnostics.push(place, "has a `content` that is not an object: put a media type into it");
        };
        for (media_type, media) in content {
            let is_schema = |schema: &Value| schema.is_object() || schema.is_boolean();
            if !media.is_object() || !media.get("schema").is_none_or(is_schema) {
                diagnostics.push(place, format!("has no legal schema for {media_type}: write `{{\"schema\": {{}}}}`"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::schema::tests::read_operation;

    #[test]
    fn bodies_and_responses_that_are_no_objects_are_refused() {
        let places = |declared: Value| {
            let told = read_operation("/a", declared).1.diagnostics.0;
            told.into_iter().map(|told| told.place).collect::<Vec<_>>()
        };
        let media = json!({ "content": { "application/json": "x" } });
        let schema = json!({ "content": { "application/json": { "schema": "x" } } });
        for part in [json!("x"), json!([]), json!(null), json!({ "content": "x" }), media, schema] {
            assert_eq!(places(json!({ "requestBody": part })), ["x (GET /a) body"], "{part}");
            assert_eq!(places(json!({ "responses": { "200": part } })), ["x (GET /a) response 200"], "{part}");
        }
    }

    #[test]
    fn a_media_type_without_a_schema_takes_any_value() {
        let part = json!({ "content": { "application/json": {} } });
        let (operation, log) = read_operation("/a", json!({ "requestBody": part, "responses": { "200": part } }));
        assert_eq!(log.diagnostics.0, []);
        assert!(operation.body.is_some_and(|body| body.schema.says_nothing()));
        assert!(operation.responses[0].schema.as_ref().is_some_and(|schema| schema.says_nothing()));
    }
}
