//! Limits, patterns and defaults leave the types and stay in the documentation: checking is the service's.
//!
//! A limit in a type would refuse values that the service takes after its next change, a closed object would refuse a
//! whole page for one new field, and a `default` that the client sends may be the moment at which a document was made.

use serde_json::{Map, Value};

use super::{schema, spec::Spec};
use crate::{adaptation::Rule, log::Log};

/// What later passes and progenitor look at; everything else goes.
const KEPT: [&str; 18] = [
    "$ref",
    "type",
    "nullable",
    "description",
    "enum",
    "properties",
    "required",
    "items",
    "additionalProperties",
    "allOf",
    "anyOf",
    "oneOf",
    "discriminator",
    "format",
    "x-format",
    "deprecated",
    "readOnly",
    "writeOnly",
];

/// Moves the limits of each schema into its description.
pub fn apply(spec: &mut Spec) {
    spec.each_schema(|place, schema, log| {
        if let Some(map) = schema.as_object_mut() {
            relax(place, map, log);
        }
    });
}

fn relax(place: &str, map: &mut Map<String, Value>, log: &mut Log) {
    if let (None, Some(title)) = (map.get("description"), map.get("title").and_then(Value::as_str)) {
        let title = format!("{}.", title.trim_end_matches('.'));
        map.insert("description".into(), title.into());
    }
    let limits = limits(map);
    if !limits.is_empty() {
        log.note(Rule::CONSTRAINT_TO_DOCS, place);
        schema::add_description(map, &format!("Limits: {}.", limits.join("; ")));
    }
    if let Some(default) = map.remove("default") {
        log.note(Rule::DEFAULT_NOT_SENT, place);
        if let Some(shown) = shown_default(&default) {
            schema::add_description(map, &format!("The service's default: `{shown}`."));
        }
    }
    match map.get("additionalProperties") {
        // It stays until it has been seen which members of a union exclude each other (`composition`).
        Some(Value::Bool(false)) => log.note(Rule::UNKNOWN_FIELDS, place),
        // Undeclared fields are kept where they have a schema.
        Some(Value::Bool(true)) => {
            map.insert("additionalProperties".into(), schema::any());
        }
        _ => {}
    }
    for key in ["anyOf", "oneOf"] {
        // Which fields go together is a limit too.
        let members = map.get(key).and_then(Value::as_array);
        let only_limits = members.is_some_and(|members| members.iter().all(says_only_required));
        if only_limits {
            log.note(Rule::CONSTRAINT_TO_DOCS, place);
            map.remove(key);
        }
    }
    map.retain(|key, _| KEPT.contains(&key.as_str()));
}

fn says_only_required(member: &Value) -> bool {
    member
        .as_object()
        .is_some_and(|map| map.keys().all(|key| matches!(key.as_str(), "required" | "not" | "description")))
}

fn limits(map: &Map<String, Value>) -> Vec<String> {
    let exclusive = |key: &str| map.get(key) == Some(&Value::Bool(true));
    let lower = if exclusive("exclusiveMinimum") { "greater than" } else { "at least" };
    let upper = if exclusive("exclusiveMaximum") { "less than" } else { "at most" };
    let said = [
        ("minimum", lower, ""),
        ("maximum", upper, ""),
        ("multipleOf", "a multiple of", ""),
        ("minLength", "at least", " character"),
        ("maxLength", "at most", " character"),
        ("minItems", "at least", " element"),
        ("maxItems", "at most", " element"),
        ("minProperties", "at least", " field"),
        ("maxProperties", "at most", " field"),
    ];
    let mut limits: Vec<String> = said
        .iter()
        .filter_map(|(key, words, unit)| {
            let value = map.get(*key).filter(|value| value.is_number())?;
            let plural = if unit.is_empty() || value.as_u64() == Some(1) { "" } else { "s" };
            Some(format!("{words} {value}{unit}{plural}"))
        })
        .collect();
    if map.get("uniqueItems") == Some(&Value::Bool(true)) {
        limits.push("no duplicate elements".to_owned());
    }
    if let Some(pattern) = map.get("pattern").and_then(Value::as_str).filter(|pattern| !pattern.contains('`')) {
        limits.push(format!("matches `{pattern}`"));
    }
    if let Some(sign) = map.get("x-constraint").and_then(|constraint| constraint.get("sign")).and_then(Value::as_str) {
        limits.push(sign.to_owned());
    }
    limits
}

/// A default as it is documented, unless it is long, or a timestamp: that is of when the document was made.
fn shown_default(default: &Value) -> Option<String> {
    let shown = match default {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let is_timestamp = shown.len() >= 10 && shown.as_bytes()[4] == b'-' && shown.as_bytes()[7] == b'-';
    let is_short = !shown.is_empty() && shown.len() <= 60 && !shown.contains(['`', '\n']);
    (is_short && !is_timestamp).then_some(shown)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::only;

    fn relaxed(schema: Value) -> Value {
        only(apply, json!({ "components": { "schemas": { "A": schema } } })).schemas()["A"].clone()
    }

    #[test]
    fn limits_are_said_in_the_description_and_gone_from_the_type() {
        let text = relaxed(
            json!({ "type": "string", "description": "Name.", "minLength": 1, "maxLength": 9, "pattern": "^a$" }),
        );
        assert_eq!(
            text,
            json!({ "type": "string", "description": "Name.\n\nLimits: at least 1 character; at most 9 characters; matches `^a$`." })
        );
        let number = relaxed(json!({ "type": "number", "minimum": 0, "exclusiveMinimum": true, "maximum": 5 }));
        assert_eq!(number["description"], "Limits: greater than 0; at most 5.");
        assert_eq!(number.get("minimum"), None);
    }

    #[test]
    fn a_default_is_never_sent_and_a_timestamp_not_even_documented() {
        assert_eq!(relaxed(json!({ "type": "integer", "default": 20 }))["description"], "The service's default: `20`.");
        let moment = relaxed(json!({ "type": "string", "default": "2025-08-05T10:00:00.000Z" }));
        assert_eq!(moment, json!({ "type": "string" }));
    }

    #[test]
    fn undeclared_fields_are_kept_only_where_they_are_allowed() {
        assert_eq!(relaxed(json!({ "additionalProperties": false })), json!({ "additionalProperties": false }));
        assert_eq!(relaxed(json!({ "additionalProperties": true })), json!({ "additionalProperties": {} }));
    }

    #[test]
    fn a_choice_between_lists_of_required_fields_is_a_limit() {
        let object = relaxed(json!({ "type": "object", "anyOf": [{ "required": ["a"] }, { "required": ["b"] }] }));
        assert_eq!(object, json!({ "type": "object" }));
    }

    #[test]
    fn examples_titles_and_extensions_do_not_reach_the_generator() {
        let left = relaxed(json!({ "type": "string", "title": "Name", "example": "x", "x-unit": 1 }));
        assert_eq!(left, json!({ "type": "string", "description": "Name." }));
    }
}
