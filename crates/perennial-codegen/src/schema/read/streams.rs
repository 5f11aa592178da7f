//! Determines the type of the values in a stream, which documents declare in several notations.

use std::{collections::HashSet, ptr};

use serde_json::Value;

use super::{
    Reader,
    kinds::{ValueKind, kinds, listed_values},
    references::reference_link,
    schemas::any_of,
};
use crate::{
    adaptation::Rule,
    api::{EnumOf, Framing},
    document::json::{array, entries},
    schema::Schema,
    text::media_type::MediaType,
};

/// The fields of an event, according to the standard for server-sent events.
const EVENT_FIELDS: [&str; 4] = ["data", "event", "id", "retry"];

/// The data of the event that ends a stream. This event is not passed to callers.
const DONE: &str = "[DONE]";

/// The maximum number of references that are followed one after the other. References may form a cycle.
const MAX_REFERENCES: usize = 20;

/// Returns how the values in a body of this media type are separated. Returns `None` if the body is not a stream of
/// values.
pub fn framing(media_type: &str) -> Option<Framing> {
    const LINES: [&str; 8] =
        ["jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "ndjson", "x-ndjson", "stream+json", "json-seq"];
    let essence = MediaType::essence(media_type);
    let is_of_lines = essence.strip_prefix("application/").is_some_and(|name| LINES.contains(&name));
    match essence.as_str() {
        "text/event-stream" => Some(Framing::Events),
        _ => (is_of_lines || essence.ends_with("+json-seq")).then_some(Framing::JsonLines),
    }
}

impl<'a> Reader<'a> {
    /// Returns the schema of each value in a stream, and how the values are separated. `media` is the media type
    /// object.
    ///
    /// The schema is in `itemSchema` in OpenAPI 3.2 and later. In older documents, `schema` describes one value, a list
    /// of values, or text.
    pub fn stream(&mut self, place: &str, framing: Framing, media: &'a Value) -> (Schema, Framing) {
        let item = &media["itemSchema"];
        let whole = self.follow_references(&media["schema"]);
        let declared = match (item.is_object(), kinds(whole, false).as_slice()) {
            (true, _) => item,
            (false, [ValueKind::List]) => &whole["items"],
            // A schema for strings describes the complete body, so nothing is known about each line.
            (false, [ValueKind::Scalar(EnumOf::Text)]) if framing == Framing::JsonLines => &Value::Null,
            (false, _) => &media["schema"],
        };
        match framing {
            Framing::JsonLines => (self.schema(place, declared), framing),
            Framing::Events | Framing::EventsToDone | Framing::TextEvents => self.events(place, declared),
        }
    }

    /// Returns the schema of the events' data, and whether the data is JSON or text.
    fn events(&mut self, place: &str, declared: &'a Value) -> (Schema, Framing) {
        let (mut json, mut has_text, mut has_done) = (Vec::new(), false, false);
        for declared in self.event_data(declared).unwrap_or_else(|| vec![declared]) {
            let data = self.follow_references(declared);
            let is_json = data["contentMediaType"].as_str().is_some_and(|it| MediaType::parse(it).is_json());
            if data["contentSchema"].is_object() || is_json {
                json.push(self.schema(place, &data["contentSchema"]));
            } else if data.as_object().is_none_or(|object| object.is_empty())
                || kinds(data, false) == [ValueKind::Scalar(EnumOf::Text)]
            {
                let is_done = listed_values(data).next().is_some_and(|value| value == DONE);
                (has_done, has_text) = (has_done || is_done, has_text || !is_done);
            } else {
                json.push(self.schema(place, declared));
            }
        }
        if !json.is_empty() && !has_text {
            return (any_of(json.into_iter()), if has_done { Framing::EventsToDone } else { Framing::Events });
        }
        if !json.is_empty() {
            self.log.note(Rule::EVENTS_AS_TEXT, place);
        }
        (Schema::one_of_strings(Vec::new()), Framing::TextEvents)
    }

    /// If the schema `declared` describes complete events, returns the schemas of their data. Returns `None` if it
    /// describes anything else. A schema of events declares only fields of the standard, such as `data` and `event`.
    ///
    /// If `declared` is a union of several kinds of events, there is a schema for each kind that contains data.
    fn event_data(&mut self, declared: &'a Value) -> Option<Vec<&'a Value>> {
        let (mut open, mut seen, mut found) = (vec![(declared, None)], HashSet::new(), Vec::new());
        while let Some((schema, outer)) = open.pop() {
            let schema = self.follow_references(schema);
            if !seen.insert(ptr::from_ref(schema)) {
                continue;
            }
            let parts = array(schema, "allOf").map(|part| self.follow_references(part));
            let parts: Vec<&Value> = parts.chain([schema]).collect();
            let mut names = parts.iter().flat_map(|part| entries(part, "properties")).map(|(name, _)| name).peekable();
            let has_fields = names.peek().is_some();
            if !names.all(|name| EVENT_FIELDS.contains(&name.as_str())) {
                return None;
            }
            let data = parts.iter().find_map(|part| part["properties"].get("data")).or(outer);
            let members: Vec<&Value> = array(schema, "oneOf").chain(array(schema, "anyOf")).collect();
            match data {
                _ if !members.is_empty() => open.extend(members.into_iter().rev().map(|member| (member, data))),
                Some(data) => found.push(data),
                None if has_fields => {}
                None => return None,
            }
        }
        (!found.is_empty()).then_some(found)
    }

    fn follow_references(&mut self, mut declared: &'a Value) -> &'a Value {
        for _ in 0..MAX_REFERENCES {
            match reference_link(declared).and_then(|link| self.counted_target(link)) {
                Some(target) => declared = target,
                None => break,
            }
        }
        declared
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        log::Log,
        schema::{
            DeclaredResponse, Shape, TypedDocument,
            tests::{read_typed, reference, written},
        },
    };

    /// Parses a document with one operation, whose successful response has this `content`. `schemas` are the named
    /// schemas.
    fn document(content: Value, schemas: Value) -> (TypedDocument, Log) {
        read_typed(json!({
            "openapi": "3.2.0",
            "components": { "schemas": schemas },
            "paths": { "/a": { "get": { "operationId": "x", "responses": { "200": { "content": content } } } } },
        }))
    }

    fn media_type_framing_and_schema(response: &DeclaredResponse) -> (String, Option<Framing>, Option<Value>) {
        (response.media_types.join(", "), response.framing, response.schema.as_ref().map(written))
    }

    /// Parses a stream of events. `media` is its media type object. Returns how the values are separated, and the
    /// schema of the data.
    fn events(media: Value) -> (Framing, Value) {
        let schemas = json!({ "A": { "type": "object" }, "Text": { "type": "string" }, "Wrapped": {
            "type": "object", "properties": { "data": reference("A"), "event": { "type": "string" } } } });
        let (document, _) = document(json!({ "text/event-stream": media }), schemas);
        let (_, framing, schema) = media_type_framing_and_schema(&document.operations[0].responses[0]);
        (framing.expect("a stream"), schema.expect("a schema"))
    }

    fn events_of_schema(schema: Value) -> (Framing, Value) {
        events(json!({ "schema": schema }))
    }

    #[test]
    fn finds_the_schema_of_event_data_in_each_supported_notation() {
        let data = || (Framing::Events, reference("A"));
        let text = || (Framing::TextEvents, json!({ "type": "string" }));
        assert_eq!(events(json!({ "itemSchema": reference("A") })), data());
        assert_eq!(events(json!({ "itemSchema": reference("Wrapped"), "schema": { "type": "string" } })), data());
        for declared in [
            reference("A"),
            json!({ "type": "array", "items": reference("A") }),
            reference("Wrapped"),
            json!({ "type": "array", "items": reference("Wrapped") }),
            json!({ "allOf": [{ "properties": { "id": {}, "event": {} } }], "properties": { "data": reference("A") } }),
        ] {
            assert_eq!(events_of_schema(declared.clone()), data(), "{declared}");
        }
        assert_eq!(events(json!({})), text());
        for declared in [
            json!({}),
            json!(true),
            json!({ "type": "string", "format": "binary" }),
            reference("Text"),
            json!({ "type": "object", "properties": { "data": reference("Text") } }),
            json!({ "type": "object", "properties": { "data": {}, "retry": {} } }),
        ] {
            assert_eq!(events_of_schema(declared.clone()), text(), "{declared}");
        }
    }

    #[test]
    fn object_schema_that_does_not_describe_an_event_describes_the_event_data() {
        for declared in [json!({ "data": {}, "object": {} }), json!({ "id": {} }), json!({ "event": {}, "retry": {} })]
        {
            let object = json!({ "type": "object", "properties": declared });
            assert_eq!(events_of_schema(object.clone()), (Framing::Events, object));
        }
    }

    #[test]
    fn data_of_events_with_a_content_schema_is_json() {
        let event = |data: Value| events(json!({ "itemSchema": { "properties": { "data": data } } }));
        let json = json!({ "type": "string", "contentMediaType": "application/json", "contentSchema": reference("A") });
        assert_eq!(event(json), (Framing::Events, reference("A")));
        assert_eq!(event(json!({ "contentSchema": reference("A") })), (Framing::Events, reference("A")));
        let any = json!({ "type": "string", "contentMediaType": "application/json; charset=utf-8" });
        assert_eq!(event(any), (Framing::Events, json!({})));
    }

    #[test]
    fn combines_the_schemas_for_the_data_of_several_kinds_of_events() {
        let event = |data: Value| json!({ "properties": { "event": { "const": "e" }, "data": data } });
        let done = || event(json!({ "type": "string", "enum": ["[DONE]"] }));
        let ping = json!({ "properties": { "event": { "const": "ping" } } });
        let events = |alternatives: Vec<Value>| {
            let nested = json!({ "oneOf": [{ "anyOf": alternatives }, done(), ping] });
            let schemas = json!({ "A": { "type": "object" }, "B": { "type": "integer" }, "Nested": nested });
            document(json!({ "text/event-stream": { "schema": reference("Nested") } }), schemas)
        };
        let data = |(document, _): &(TypedDocument, Log)| {
            let response = &document.operations[0].responses[0];
            let schema = response.schema.as_ref().expect("a schema");
            let members = match &schema.shape {
                Shape::Composed(composed) => composed.any_of.iter().map(written).collect(),
                _ => vec![written(schema)],
            };
            (response.framing, members)
        };
        let several = events(vec![event(reference("A")), event(reference("B")), event(reference("A"))]);
        assert_eq!(data(&several), (Some(Framing::EventsToDone), vec![reference("A"), reference("B")]));
        let mixed = events(vec![event(reference("A")), event(json!({ "type": "string" }))]);
        assert_eq!(data(&mixed), (Some(Framing::TextEvents), vec![json!({ "type": "string" })]));
        let noted = |(_, log): &(TypedDocument, Log)| log.adaptations.iter().any(|it| it.rule == Rule::EVENTS_AS_TEXT);
        assert!(noted(&mixed) && !noted(&several));
        let inherited = json!({ "properties": { "data": reference("A") }, "oneOf": [ping, done()] });
        assert_eq!(events_of_schema(inherited), (Framing::EventsToDone, reference("A")));
    }

    #[test]
    fn terminates_on_a_schema_of_events_that_contains_itself() {
        let schemas =
            json!({ "A": { "oneOf": [reference("A"), reference("B")] }, "B": reference("C"), "C": reference("B") });
        let (document, _) = document(json!({ "text/event-stream": { "schema": reference("A") } }), schemas);
        assert_eq!(document.operations.len(), 1);
    }

    #[test]
    fn a_body_of_json_lines_is_a_stream_of_values() {
        for media_type in ["application/jsonl", "Application/X-NDJSON; charset=utf-8", "application/geo+json-seq"] {
            for (media, item) in [
                (json!({ "itemSchema": reference("A") }), reference("A")),
                (json!({ "schema": { "type": "array", "items": reference("A") } }), reference("A")),
                (json!({ "schema": reference("A") }), reference("A")),
                (json!({ "schema": { "type": "string" } }), json!({})),
                (json!({}), json!({})),
            ] {
                let (document, _) = document(json!({ media_type: media }), json!({ "A": { "type": "object" } }));
                let expected = (media_type.to_owned(), Some(Framing::JsonLines), Some(item));
                assert_eq!(media_type_framing_and_schema(&document.operations[0].responses[0]), expected, "{media}");
            }
        }
    }

    #[test]
    fn a_stream_declared_beside_other_content_can_be_requested() {
        let stream = || json!({ "schema": { "type": "integer" } });
        let is_noted = |log: &Log| log.adaptations.iter().any(|noted| noted.rule == Rule::MEDIA_TYPE_CHOICE);
        for (other, framing, schema) in
            [("application/json", None, Some(json!({}))), ("text/csv", None, None), ("*/*", None, None)]
        {
            let (document, log) = document(json!({ "text/event-stream": stream(), other: {} }), json!({}));
            let operation = &document.operations[0];
            let expected = (other.to_owned(), framing, schema);
            assert_eq!(media_type_framing_and_schema(&operation.responses[0]), expected);
            let integers = Some(json!({ "type": "integer" }));
            let beside = media_type_framing_and_schema(operation.stream.as_ref().expect("a stream"));
            assert_eq!(beside, ("text/event-stream".to_owned(), Some(Framing::Events), integers));
            assert!(!is_noted(&log), "{other}");
        }
        let lines = json!({ "application/jsonl": stream(), "text/event-stream": stream() });
        let (two, log) = document(lines, json!({}));
        assert_eq!(two.operations[0].responses[0].framing, Some(Framing::Events));
        assert!(two.operations[0].stream.is_none() && is_noted(&log));
    }
}
