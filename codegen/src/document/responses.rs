//! Successes only, each with one kind of body.
//!
//! Errors of all operations are one type of the hand-written layer, so what the document says of 4xx and 5xx
//! is not generated; progenitor would assert that they are all of one type. A success is JSON, a stream of bytes
//! (text, images, anything else), or nothing (no content, or a status that has none whatever is declared).

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::{content, spec::Spec};
use crate::{adaptation::Rule, text::media_type::MediaType};

/// Keeps the successes of each operation.
pub fn apply(spec: &mut Spec) {
    spec.each_operation(|place, operation, log| {
        let declared = operation.remove("responses");
        let declared = declared.as_ref().and_then(Value::as_object).cloned().unwrap_or_default();
        let mut kept = Map::new();
        for (key, response) in &declared {
            // `2xx` is the range too, where nothing else is.
            let status = key.to_ascii_uppercase();
            let is_repeated = status != *key && (declared.contains_key(&status) || kept.contains_key(&status));
            match Status::of(&status) {
                Status::Success if !is_repeated => {
                    content::check(&format!("{place} response {key}"), response, log);
                    if media_types(response) > 1 {
                        log.note(Rule::MEDIA_TYPE_CHOICE, format!("{place} response {key}"));
                    }
                    kept.insert(status.clone(), success(&status, response));
                }
                Status::Success | Status::Unknown => {
                    log.note(Rule::UNKNOWN_STATUS, format!("{place} response {key:?}"));
                }
                Status::Other => {}
            }
        }
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
        if declared.keys().any(|key| matches!(Status::of(&key.to_ascii_uppercase()), Status::Other)) {
            log.note(Rule::ERROR_RESPONSE, place);
        }
        if distinct(&kept) == 1 {
            kept = [("2XX".to_owned(), united(&kept))].into_iter().collect();
        } else {
            log.note(Rule::MULTI_STATUS_RESPONSE, place);
        }
        operation.insert("responses".into(), kept.into());
    });
}

/// What a key among the responses of an operation stands for.
enum Status {
    /// A code of the 2xx, or `2XX` for all of them.
    Success,
    /// Any other code or range, or `default`; in upper case.
    Other,
    /// Nothing that OpenAPI knows: `20X`, `"200 "`, `299x`.
    Unknown,
}

impl Status {
    fn of(key: &str) -> Self {
        let is_status = match key.as_bytes() {
            [b'1'..=b'5', b'X', b'X'] => true,
            [b'1'..=b'5', rest @ ..] => rest.len() == 2 && rest.iter().all(u8::is_ascii_digit),
            key => key == b"DEFAULT",
        };
        match is_status {
            true if key.starts_with('2') => Self::Success,
            true => Self::Other,
            false => Self::Unknown,
        }
    }
}

/// How many kinds of body there are: streams are one kind, whatever their media types.
fn distinct(responses: &Map<String, Value>) -> usize {
    let contents = responses.values().map(|response| Some(&response["content"]).filter(|content| !is_stream(content)));
    contents.collect::<HashSet<_>>().len()
}

/// Whether a body that [`success`] leaves is a stream.
fn is_stream(content: &Value) -> bool {
    content.as_object().is_some_and(|content| content.values().all(|media| media.get("schema").is_none()))
}

/// One response for `responses` of one kind, with all their media types.
fn united(responses: &Map<String, Value>) -> Value {
    let mut all = responses.values().cloned();
    let mut first = all.next().unwrap_or_else(|| json!({ "description": "" }));
    let others = all.filter_map(|mut other| other["content"].as_object_mut().map(std::mem::take));
    for content in others.collect::<Vec<_>>() {
        first["content"].as_object_mut().into_iter().for_each(|known| known.extend(content.clone()));
    }
    first
}

fn media_types(response: &Value) -> usize {
    response.get("content").and_then(Value::as_object).map_or(0, Map::len)
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
            let is_usable = !media_type.contains('*') && MediaType::is_sendable(media_type);
            let accept = if is_usable { media_type } else { "application/json" };
            json!({ "description": "", "content": { accept: { "schema": schema } } })
        }
        None => {
            let sendable = content.keys().filter(|media_type| MediaType::is_sendable(media_type));
            let content: Map<String, Value> = sendable.map(|media_type| (media_type.clone(), json!({}))).collect();
            if content.is_empty() { stream() } else { json!({ "description": "", "content": content }) }
        }
    }
}

/// Bytes of which nothing is known.
fn stream() -> Value {
    json!({ "description": "", "content": { "*/*": {} } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::only;

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
    fn successes_stay_apart_only_if_their_bodies_differ() {
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
        assert_eq!(responses(svg)["2XX"]["content"], json!({ "image/svg+xml": {} }));
        let odd = json!({ "200": { "content": { "image/png\nx: y": {} } } });
        assert_eq!(responses(odd)["2XX"]["content"], json!({ "*/*": {} }));
        let several = json!({ "200": { "content": { "image/png": {} } }, "203": { "content": { "text/csv": {} } } });
        assert_eq!(
            responses(several),
            json!({ "2XX": { "description": "", "content": { "image/png": {}, "text/csv": {} } } })
        );
    }

    #[test]
    fn without_a_declared_success_default_counts_then_bytes() {
        assert_eq!(
            responses(json!({ "default": json_of(json!({})) }))["2XX"]["content"],
            json_of(json!({}))["content"]
        );
        assert!(responses(json!({ "429": {} }))["2XX"]["content"].get("*/*").is_some());
        assert!(responses(Value::Null)["2XX"]["content"].get("*/*").is_some());
    }

    #[test]
    fn keys_that_are_no_status_are_ignored_and_reported() {
        for key in ["2xx", "2Xx", "20X", "200 ", " 200", "2", "2000", "2XXX", "\u{662}00", "200,201"] {
            let declared = json!({ "200": {}, "2XX": json_of(json!({})), key: json_of(json!({ "type": "string" })) });
            let spec =
                only(apply, json!({ "paths": { "/a": { "get": { "operationId": "x", "responses": declared } } } }));
            let left = &spec.root["paths"]["/a"]["get"]["responses"];
            assert_eq!(
                left.as_object().map(|map| map.keys().cloned().collect::<Vec<_>>()),
                Some(vec!["200".into(), "2XX".into()])
            );
            let reported = (Rule::UNKNOWN_STATUS, format!("x (GET /a) response {key:?}"));
            assert!(
                spec.log.adaptations.iter().any(|a| (a.rule, a.place.clone()) == reported),
                "{:?}",
                spec.log.adaptations
            );
        }
    }

    #[test]
    fn a_choice_between_media_types_is_reported() {
        let content = json!({ "application/json": {}, "text/csv": {} });
        let declared = json!({ "200": { "content": content }, "204": {}, "404": { "content": content } });
        let spec = only(apply, json!({ "paths": { "/a": { "get": { "operationId": "x", "responses": declared } } } }));
        let chosen = spec.log.adaptations.iter().filter(|a| a.rule == Rule::MEDIA_TYPE_CHOICE);
        assert_eq!(chosen.map(|a| a.place.as_str()).collect::<Vec<_>>(), ["x (GET /a) response 200"]);
    }

    #[test]
    fn a_range_in_lower_case_is_the_range() {
        assert_eq!(
            responses(json!({ "200": {}, "2xx": json_of(json!({})) }))["2XX"]["content"],
            json_of(json!({}))["content"]
        );
    }
}
