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
    match MediaType::essence(media_type).as_str() {
        "text/event-stream" => Some(Framing::Events),
        "application/jsonl" | "application/x-jsonl" | "application/jsonlines" | "application/x-jsonlines" => {
            Some(Framing::JsonLines)
        }
        "application/ndjson" | "application/x-ndjson" | "application/stream+json" => Some(Framing::JsonLines),
        "application/json-seq" => Some(Framing::JsonLines),
        other => other.ends_with("+json-seq").then_some(Framing::JsonLines),
    }
}

impl<'a> Reader<'a> {
    /// The schema of each value of `media`: its `itemSchema`, as OpenAPI 3.2 has it, or what older documents say in its
    /// `schema`: one value, a list of them, or that it is text.
    pub fn stream<'b>(&mut self, place: &str, framing: Framing, media: &'b Value) -> (Schema, Framing)
    where
        'a: 'b,
    {
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
    fn events<'b>(&mut self, place: &str, declared: &'b Value) -> (Schema, Framing)
    where
        'a: 'b,
    {
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
    fn data<'b>(&mut self, declared: &'b Value) -> Option<Vec<&'b Value>>
    where
        'a: 'b,
    {
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
    fn behind<'b>(&mut self, mut declared: &'b Value) -> &'b Value
    where
        'a: 'b,
    {
        for _ in 0..MOST {
            match link(declared).and_then(|link| self.counted_target(link)) {
                Some(target) => declared = target,
                None => break,
            }
        }
        declared
    }
}
