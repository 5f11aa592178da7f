//! Successes only, each with one kind of body.
//!
//! Errors of all operations are one type of the hand-written layer, so what the document says of 4xx and 5xx
//! is not generated; progenitor would assert that they are all of one type. A success is JSON, a stream of bytes
//! (text, images, anything else), or nothing (no content, or a status that has none whatever is declared).

use serde_json::{Map, Value, json};

use super::spec::Spec;
use crate::adaptation::Rule;
use crate::media_type::MediaType;

/// Keeps the successes of each operation.
pub fn apply(spec: &mut Spec) {
    spec.each_operation(|place, operation, log| {
        let declared = operation.remove("responses");
        let declared = declared.as_ref().and_then(Value::as_object).cloned().unwrap_or_default();
        let mut kept: Map<String, Value> = declared
            .iter()
            .filter(|(status, _)| status.starts_with('2'))
            .map(|(status, response)| (status.to_uppercase(), success(status, response)))
            .collect();
        if kept.is_empty() {
            match declared.get("default") {
                Some(response) => {
                    log.note(Rule::DEFAULT_RESPONSE, place);
                    kept.insert("2XX".into(), success("default", response));
                }
                None => {
                    log.note(Rule::UNDECLARED_SUCCESS, place);
                    kept.insert("2XX".into(), stream());
                }
            }
        }
        if declared.keys().any(|status| !status.starts_with('2')) {
            log.note(Rule::ERROR_RESPONSE, place);
        }
        if distinct(&kept) == 1 {
            let only = kept.iter().next().map(|(_, response)| response.clone());
            kept = only.map(|response| ("2XX".to_owned(), response)).into_iter().collect();
        } else {
            log.note(Rule::MULTI_STATUS_RESPONSE, place);
        }
        operation.insert("responses".into(), kept.into());
    });
}

fn distinct(responses: &Map<String, Value>) -> usize {
    let mut contents: Vec<&Value> = Vec::new();
    for response in responses.values() {
        if !contents.contains(&&response["content"]) {
            contents.push(&response["content"]);
        }
    }
    contents.len()
}

fn success(status: &str, response: &Value) -> Value {
    let content = response.get("content").and_then(Value::as_object).filter(|content| !content.is_empty());
    let Some(content) = content.filter(|_| !matches!(status, "204" | "205")) else {
        return json!({ "description": "" });
    };
    let json = content.iter().filter(|(media_type, _)| MediaType::of(media_type).is_json());
    // `*/*` may be JSON, but only where nothing says what else it is.
    match json.min_by_key(|(media_type, _)| media_type.contains('*')) {
        Some((media_type, media)) => {
            let schema = media.get("schema").cloned().unwrap_or_else(|| json!({}));
            let accept = if media_type.contains('*') { "application/json" } else { media_type };
            json!({ "description": "", "content": { accept: { "schema": schema } } })
        }
        None => stream(),
    }
}

fn stream() -> Value {
    json!({ "description": "", "content": { "application/octet-stream": {} } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repair::only;

    fn responses(declared: Value) -> Value {
        let spec = only(apply, json!({ "paths": { "/a": { "get": { "responses": declared } } } }));
        spec.root["paths"]["/a"]["get"]["responses"].clone()
    }

    fn json_of(schema: Value) -> Value {
        json!({ "content": { "application/json": { "schema": schema } } })
    }

    #[test]
    fn errors_are_left_to_the_client() {
        let left =
            responses(json!({ "200": json_of(json!({ "type": "string" })), "404": json_of(json!({})), "default": {} }));
        assert_eq!(left.as_object().map(Map::len), Some(1));
        assert_eq!(left["2XX"]["content"], json_of(json!({ "type": "string" }))["content"]);
    }

    #[test]
    fn several_successes_with_different_bodies_stay_apart_and_equal_ones_do_not() {
        let left = responses(json!({ "200": json_of(json!({ "type": "string" })), "202": {} }));
        assert_eq!(
            left.as_object().map(|map| map.keys().cloned().collect::<Vec<_>>()),
            Some(vec!["200".into(), "202".into()])
        );
        let same = responses(json!({ "200": json_of(json!({})), "201": json_of(json!({})) }));
        assert_eq!(same.as_object().map(Map::len), Some(1));
    }

    #[test]
    fn no_content_is_nothing_whatever_is_declared_and_text_is_bytes() {
        assert_eq!(responses(json!({ "204": json_of(json!({ "type": "string" })) }))["2XX"].get("content"), None);
        assert_eq!(responses(json!({ "200": {} }))["2XX"].get("content"), None);
        let svg = json!({ "200": { "content": { "image/svg+xml": {} } } });
        assert_eq!(responses(svg)["2XX"]["content"], json!({ "application/octet-stream": {} }));
    }

    #[test]
    fn without_a_declared_success_default_counts_then_bytes() {
        assert_eq!(
            responses(json!({ "default": json_of(json!({})) }))["2XX"]["content"],
            json_of(json!({}))["content"]
        );
        assert!(responses(json!({ "429": {} }))["2XX"]["content"].get("application/octet-stream").is_some());
        assert!(responses(Value::Null)["2XX"]["content"].get("application/octet-stream").is_some());
    }
}
