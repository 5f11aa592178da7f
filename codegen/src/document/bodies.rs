//! A request body of one media type, which is all that progenitor takes: JSON if there is a choice, then a form,
//! then one with parts, then text; anything else is sent as the bytes that the caller gives.

use serde_json::{Map, Value, json};

use super::{content, spec::Spec};
use crate::{adaptation::Rule, text::media_type::MediaType};

/// Chooses the media type of each request body.
pub fn apply(spec: &mut Spec) {
    spec.each_operation(|place, operation, log| {
        let Some(body) = operation.get("requestBody") else { return };
        content::check(&format!("{place} body"), body, log);
        let content = body.get("content").and_then(Value::as_object).filter(|content| !content.is_empty());
        let Some(content) = content else {
            log.note(Rule::DROPPED_BODY, place);
            operation.remove("requestBody");
            return;
        };
        if content.len() > 1 {
            log.note(Rule::MEDIA_TYPE_CHOICE, place);
        }
        let Some((declared, media)) = content.iter().min_by_key(|(name, _)| MediaType::of(name)) else { return };
        let schema = media.get("schema").cloned().unwrap_or_else(|| json!({}));
        let kind = MediaType::of(declared);
        let schema = match kind {
            MediaType::Json | MediaType::JsonLike | MediaType::Form | MediaType::Multipart => schema,
            MediaType::Text | MediaType::Other => json!({ "type": "string" }),
        };
        let sent = match kind {
            _ if !declared.contains('*') && MediaType::is_sendable(declared) => declared.as_str(),
            MediaType::Text => "text/plain",
            MediaType::Other => "application/octet-stream",
            _ => "application/json",
        };
        let mut chosen = json!({ "content": { sent: { "schema": schema } } });
        if matches!(kind, MediaType::Form | MediaType::Multipart) {
            chosen["content"][sent]["encoding"] = encoding(media);
        }
        for key in ["description", "required"] {
            if let Some(value) = body.get(key) {
                chosen[key] = value.clone();
            }
        }
        operation.insert("requestBody".into(), chosen);
    });
}

/// What `media` says of the fields of a form, as far as it is legal.
fn encoding(media: &Value) -> Value {
    const STYLES: [&str; 4] = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];
    let fields = media.get("encoding").and_then(Value::as_object).into_iter().flatten();
    let fields = fields.filter_map(|(name, declared)| {
        let is_legal = |key: &str, value: &Value| match key {
            "style" => value.as_str().is_some_and(|style| STYLES.contains(&style)),
            "explode" => value.is_boolean(),
            "contentType" => value.is_string(),
            _ => false,
        };
        let declared = declared.as_object()?.iter().filter(|(key, value)| is_legal(key, value));
        let mut declared: Map<String, Value> = declared.map(|(key, value)| (key.clone(), value.clone())).collect();
        let is_form = declared.get("style").is_none_or(|style| style == "form");
        declared.entry("explode").or_insert(is_form.into());
        Some((name.clone(), Value::Object(declared)))
    });
    fields.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::only;

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
    fn unknown_media_types_are_sent_as_bytes_under_their_name() {
        let chosen = body(json!({ "multipart/mixed": { "schema": { "type": "object" } } }));
        let bytes = json!({ "type": "string" });
        assert_eq!(chosen["content"], json!({ "multipart/mixed": { "schema": bytes } }));
        let any = body(json!({ "image/*": {} }));
        assert_eq!(any["content"], json!({ "application/octet-stream": { "schema": bytes } }));
        assert_eq!(body(json!({ "text/csv": {} }))["content"]["text/csv"]["schema"], json!({ "type": "string" }));
        let patch = body(json!({ "application/merge-patch+json": {} }));
        assert_eq!(patch["content"], json!({ "application/merge-patch+json": { "schema": {} } }));
    }

    #[test]
    fn a_body_without_content_is_none() {
        assert_eq!(body(json!({})), Value::Null);
    }
}
