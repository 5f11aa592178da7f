//! A request body of one media type, which is all that progenitor takes: JSON if there is a choice, then a form,
//! then text; anything else is sent as the bytes that the caller gives. What was declared stays as `x-media-type`.

use serde_json::{Value, json};

use crate::generator::spec::Spec;

/// Chooses the media type of each request body.
pub fn apply(spec: &mut Spec) {
    spec.each_operation(|place, operation, log| {
        let Some(body) = operation.get("requestBody") else { return };
        let content = body.get("content").and_then(Value::as_object).filter(|content| !content.is_empty());
        let Some(content) = content else {
            log.note("request body without content dropped", place);
            operation.remove("requestBody");
            return;
        };
        if content.len() > 1 {
            log.note("one of several request media types chosen", place);
        }
        let Some((declared, media)) = content.iter().min_by_key(|(name, _)| rank(name)) else { return };
        let schema = media.get("schema").cloned().unwrap_or_else(|| json!({}));
        let text = json!({ "type": "string" });
        let (media_type, schema) = match rank(declared) {
            0 | 1 => ("application/json", schema),
            2 => ("application/x-www-form-urlencoded", schema),
            3 => ("text/plain", text),
            _ => ("application/octet-stream", json!({})),
        };
        let sent = if declared.contains('*') { media_type } else { declared.as_str() };
        let description = body.get("description").cloned().unwrap_or_default();
        let adapted = json!({
            "description": description,
            "x-media-type": sent,
            "content": { media_type: { "schema": schema } },
        });
        operation.insert("requestBody".into(), adapted);
    });
}

/// Whether JSON is sent or received under this media type.
pub fn is_json(media_type: &str) -> bool {
    rank(media_type) < 2
}

fn rank(media_type: &str) -> u8 {
    let essence = media_type.split(';').next().unwrap_or_default().trim().to_lowercase();
    match essence.as_str() {
        "application/json" => 0,
        "*/*" | "application/*" => 1,
        other if other.ends_with("+json") || other.ends_with("/json") => 1,
        "application/x-www-form-urlencoded" => 2,
        other if other.starts_with("text/") => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::adapt::only;

    fn body(content: Value) -> Value {
        let spec = only(apply, json!({ "paths": { "/a": { "post": { "requestBody": { "content": content } } } } }));
        spec.root["paths"]["/a"]["post"].get("requestBody").cloned().unwrap_or_default()
    }

    #[test]
    fn json_is_chosen_where_there_is_a_choice() {
        let chosen = body(json!({ "text/plain": {}, "application/json": { "schema": { "type": "object" } } }));
        assert_eq!(chosen["content"], json!({ "application/json": { "schema": { "type": "object" } } }));
    }

    #[test]
    fn what_progenitor_does_not_know_is_sent_as_bytes_under_the_declared_type() {
        let chosen = body(json!({ "multipart/form-data": { "schema": { "type": "object" } } }));
        assert_eq!(chosen["x-media-type"], "multipart/form-data");
        assert!(chosen["content"].get("application/octet-stream").is_some());
        assert_eq!(body(json!({ "text/csv": {} }))["content"]["text/plain"]["schema"], json!({ "type": "string" }));
        assert_eq!(body(json!({ "application/merge-patch+json": {} }))["x-media-type"], "application/merge-patch+json");
    }

    #[test]
    fn a_body_without_content_is_none() {
        assert_eq!(body(json!({})), Value::Null);
    }
}
