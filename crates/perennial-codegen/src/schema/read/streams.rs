//! The values of a stream: what the document says of one, in whichever way it does.

use std::{collections::HashSet, ptr};

use serde_json::Value;

use super::{
    Reader,
    kinds::{Kind, kinds, listed},
    references::link,
    schemas::any_of,
};
use crate::{
    adaptation::Rule,
    api::{EnumOf, Framing},
    document::json::{array, entries},
    schema::Schema,
    text::media_type::MediaType,
};

/// The fields of an event, by the standard.
const FIELDS: [&str; 4] = ["data", "event", "id", "retry"];

/// The data that ends a stream, which is no event to its reader.
const DONE: &str = "[DONE]";

/// The longest chain of references that is followed.
const MOST: usize = 20;

/// What tells the values of this media type apart, if it is a sequence of values.
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
    /// The schema of each value of `media`: its `itemSchema`, as OpenAPI 3.2 has it, or what older documents say in its
    /// `schema`: one value, a list of them, or that it is text.
    pub fn stream(&mut self, place: &str, framing: Framing, media: &'a Value) -> (Schema, Framing) {
        let item = &media["itemSchema"];
        let whole = self.behind(&media["schema"]);
        let declared = match (item.is_object(), kinds(whole, false).as_slice()) {
            (true, _) => item,
            (false, [Kind::List]) => &whole["items"],
            // All lines together are text.
            (false, [Kind::Scalar(EnumOf::Text)]) if framing == Framing::JsonLines => &Value::Null,
            (false, _) => &media["schema"],
        };
        match framing {
            Framing::JsonLines => (self.schema(place, declared), framing),
            Framing::Events | Framing::TextEvents => self.events(place, declared),
        }
    }

    /// The schema of the data of events.
    fn events(&mut self, place: &str, declared: &'a Value) -> (Schema, Framing) {
        let (mut json, mut has_text) = (Vec::new(), false);
        for declared in self.data(declared).unwrap_or_else(|| vec![declared]) {
            let data = self.behind(declared);
            let is_json = data["contentMediaType"].as_str().is_some_and(|it| MediaType::parse(it).is_json());
            if data["contentSchema"].is_object() || is_json {
                json.push(self.schema(place, &data["contentSchema"]));
            } else if data.as_object().is_none_or(|said| said.is_empty())
                || kinds(data, false) == [Kind::Scalar(EnumOf::Text)]
            {
                has_text |= listed(data).next().is_none_or(|value| value != DONE);
            } else {
                json.push(self.schema(place, declared));
            }
        }
        if !json.is_empty() && !has_text {
            return (any_of(json.into_iter()), Framing::Events);
        }
        if !json.is_empty() {
            self.log.note(Rule::EVENTS_AS_TEXT, place);
        }
        (Schema::one_of_texts(Vec::new()), Framing::TextEvents)
    }

    /// What the data of an event may be, if `declared` has the fields of an event: the same for all, or told apart by
    /// the other fields. An event without data is none.
    fn data(&mut self, declared: &'a Value) -> Option<Vec<&'a Value>> {
        let (mut open, mut seen, mut found) = (vec![(declared, None)], HashSet::new(), Vec::new());
        while let Some((schema, outer)) = open.pop() {
            let schema = self.behind(schema);
            if !seen.insert(ptr::from_ref(schema)) {
                continue;
            }
            let parts = array(schema, "allOf").map(|part| self.behind(part));
            let parts: Vec<&Value> = parts.chain([schema]).collect();
            let mut names = parts.iter().flat_map(|part| entries(part, "properties")).map(|(name, _)| name).peekable();
            let has_fields = names.peek().is_some();
            if !names.all(|name| FIELDS.contains(&name.as_str())) {
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

    /// The schema that `declared` leads to.
    fn behind(&mut self, mut declared: &'a Value) -> &'a Value {
        for _ in 0..MOST {
            match link(declared).and_then(|link| self.counted_target(link)) {
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
            Document, Response, Shape,
            tests::{read, reference, written},
        },
    };

    /// The document with this content of a success, and these schemas.
    fn document(content: Value, schemas: Value) -> (Document, Log) {
        read(json!({
            "openapi": "3.2.0",
            "components": { "schemas": schemas },
            "paths": { "/a": { "get": { "operationId": "x", "responses": { "200": { "content": content } } } } },
        }))
    }

    fn said(response: &Response) -> (String, Option<Framing>, Option<Value>) {
        (response.media_types.join(", "), response.framing, response.schema.as_ref().map(written))
    }

    /// What tells the events of `media` apart, and their data.
    fn events(media: Value) -> (Framing, Value) {
        let schemas = json!({ "A": { "type": "object" }, "Text": { "type": "string" }, "Wrapped": {
            "type": "object", "properties": { "data": reference("A"), "event": { "type": "string" } } } });
        let (document, _) = document(json!({ "text/event-stream": media }), schemas);
        let (_, framing, schema) = said(&document.operations[0].responses[0]);
        (framing.expect("a stream"), schema.expect("a schema"))
    }

    fn of(schema: Value) -> (Framing, Value) {
        events(json!({ "schema": schema }))
    }

    #[test]
    fn events_are_declared_by_their_data_a_list_a_text_or_as_events() {
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
            assert_eq!(of(declared.clone()), data(), "{declared}");
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
            assert_eq!(of(declared.clone()), text(), "{declared}");
        }
    }

    #[test]
    fn an_object_with_other_fields_or_without_data_is_the_data_itself() {
        for declared in [json!({ "data": {}, "object": {} }), json!({ "id": {} }), json!({ "event": {}, "retry": {} })]
        {
            let object = json!({ "type": "object", "properties": declared });
            assert_eq!(of(object.clone()), (Framing::Events, object));
        }
    }

    #[test]
    fn json_in_text_is_what_its_content_schema_says() {
        let event = |data: Value| events(json!({ "itemSchema": { "properties": { "data": data } } }));
        let json = json!({ "type": "string", "contentMediaType": "application/json", "contentSchema": reference("A") });
        assert_eq!(event(json), (Framing::Events, reference("A")));
        assert_eq!(event(json!({ "contentSchema": reference("A") })), (Framing::Events, reference("A")));
        let any = json!({ "type": "string", "contentMediaType": "application/json; charset=utf-8" });
        assert_eq!(event(any), (Framing::Events, json!({})));
    }

    #[test]
    fn the_data_of_events_that_are_told_apart_may_be_that_of_any() {
        let event = |data: Value| json!({ "properties": { "event": { "const": "e" }, "data": data } });
        let done = || event(json!({ "type": "string", "enum": ["[DONE]"] }));
        let ping = json!({ "properties": { "event": { "const": "ping" } } });
        let events = |alternatives: Vec<Value>| {
            let nested = json!({ "oneOf": [{ "anyOf": alternatives }, done(), ping] });
            let schemas = json!({ "A": { "type": "object" }, "B": { "type": "integer" }, "Nested": nested });
            document(json!({ "text/event-stream": { "schema": reference("Nested") } }), schemas)
        };
        let data = |(document, _): &(Document, Log)| {
            let response = &document.operations[0].responses[0];
            let schema = response.schema.as_ref().expect("a schema");
            let members = match &schema.shape {
                Shape::Composed(composed) => composed.any_of.iter().map(written).collect(),
                _ => vec![written(schema)],
            };
            (response.framing, members)
        };
        let several = events(vec![event(reference("A")), event(reference("B")), event(reference("A"))]);
        assert_eq!(data(&several), (Some(Framing::Events), vec![reference("A"), reference("B")]));
        let mixed = events(vec![event(reference("A")), event(json!({ "type": "string" }))]);
        assert_eq!(data(&mixed), (Some(Framing::TextEvents), vec![json!({ "type": "string" })]));
        let noted = |(_, log): &(Document, Log)| log.adaptations.iter().any(|it| it.rule == Rule::EVENTS_AS_TEXT);
        assert!(noted(&mixed) && !noted(&several));
        let inherited = json!({ "properties": { "data": reference("A") }, "oneOf": [ping, done()] });
        assert_eq!(of(inherited), (Framing::Events, reference("A")));
    }

    #[test]
    fn events_that_contain_themselves_end() {
        let schemas =
            json!({ "A": { "oneOf": [reference("A"), reference("B")] }, "B": reference("C"), "C": reference("B") });
        let (document, _) = document(json!({ "text/event-stream": { "schema": reference("A") } }), schemas);
        assert_eq!(document.operations.len(), 1);
    }

    #[test]
    fn lines_of_json_have_the_type_of_an_item_under_each_of_their_names() {
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
                assert_eq!(said(&document.operations[0].responses[0]), expected, "{media}");
            }
        }
    }

    #[test]
    fn a_stream_beside_something_else_can_be_asked_for_and_is_no_choice() {
        let stream = || json!({ "schema": { "type": "integer" } });
        let is_noted = |log: &Log| log.adaptations.iter().any(|noted| noted.rule == Rule::MEDIA_TYPE_CHOICE);
        for (other, framing, schema) in
            [("application/json", None, Some(json!({}))), ("text/csv", None, None), ("*/*", None, Some(json!({})))]
        {
            let (document, log) = document(json!({ "text/event-stream": stream(), other: {} }), json!({}));
            let operation = &document.operations[0];
            let asked = other.replace("*/*", "application/json");
            assert_eq!(said(&operation.responses[0]), (asked, framing, schema));
            let integers = Some(json!({ "type": "integer" }));
            let beside = said(operation.stream.as_ref().expect("a stream"));
            assert_eq!(beside, ("text/event-stream".to_owned(), Some(Framing::Events), integers));
            assert!(!is_noted(&log), "{other}");
        }
        let lines = json!({ "application/jsonl": stream(), "text/event-stream": stream() });
        let (two, log) = document(lines, json!({}));
        assert_eq!(two.operations[0].responses[0].framing, Some(Framing::Events));
        assert!(two.operations[0].stream.is_none() && is_noted(&log));
    }
}
