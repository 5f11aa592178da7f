//! Differences between two operations, except those of the schemas, which are compared together.

use std::collections::BTreeMap;

use perennial_codegen::text::{path, status};
use serde_json::Value;

use super::{
    Difference, Finding, announced,
    document::{Document, elements, members, shortened, text},
    operations::Operation,
    rules::{self, Rule},
    schemas::{Schemas, Use},
};

/// Two operations, and where what differs is noted.
pub struct Pair<'a, 'b> {
    pub documents: [Document<'a>; 2],
    pub operations: [Operation<'a>; 2],
    pub schemas: &'b mut Schemas<'a>,
    pub found: &'b mut Vec<Finding>,
}

impl<'a> Pair<'a, '_> {
    /// Notes what differs.
    pub fn compare(&mut self) {
        let place = self.operations[1].place();
        let [old, new] = self.operations.map(|operation| operation.declared);
        self.note(&place, announced::sunset(&[old], &[new]));
        let [before, after] = [old, new].map(|declared| text(declared, "description").unwrap_or_default());
        self.note(&place, announced::rate_limit(before, after));
        self.parameters(&place);
        let bodies = self.both(|document, operation| document.member(operation.declared, "requestBody"));
        self.content(&format!("{place} body"), bodies, Use::Sent);
        self.responses(&place);
    }

    fn both<T>(&self, of: impl Fn(Document<'a>, Operation<'a>) -> T) -> [T; 2] {
        [0, 1].map(|side| of(self.documents[side], self.operations[side]))
    }

    fn note(&mut self, place: &str, differences: impl IntoIterator<Item = Difference>) {
        self.found.extend(differences.into_iter().map(|difference| Finding::at(place, difference)));
    }

    fn parameters(&mut self, place: &str) {
        let [old, new] = self.both(parameters);
        for (key, old) in old {
            let Some(new) = new.get(&key).copied() else { continue };
            let place = format!("{place} {} {}", key.0, shortened(text(new, "name").unwrap_or_default()));
            self.parameter(place, [old, new], Use::Sent, &rules::PARAMETER_DEPRECATED);
        }
    }

    /// A parameter or header that is there on both sides: what is said of it and of its schema.
    fn parameter(&mut self, place: String, both: [&'a Value; 2], used: Use, deprecated: &'static Rule) {
        let schemas = both.map(schema);
        let [old, new] = [0, 1].map(|side| [both[side], self.documents[side].resolve(schemas[side]).0]);
        self.note(&place, announced::deprecation(&old, &new, deprecated));
        self.note(&place, announced::sunset(&old, &new));
        self.schemas.add(place, schemas, both, used);
    }

    /// The media types of a body that is there on both sides.
    fn content(&mut self, place: &str, [old, new]: [&'a Value; 2], used: Use) {
        let [old, new] = [media_types(old), media_types(new)];
        let removed =
            if used == Use::Sent { &rules::SENT_MEDIA_TYPE_REMOVED } else { &rules::RECEIVED_MEDIA_TYPE_REMOVED };
        // Where a body goes as a whole, its status or the setter for it says so.
        let gone = old.keys().filter(|media_type| !new.is_empty() && !new.contains_key(*media_type));
        self.note(place, gone.map(|media_type| (&**removed, shortened(media_type))));
        for (media_type, before) in &old {
            let Some(after) = new.get(media_type) else { continue };
            let place = if new.len() == 1 { place.to_owned() } else { format!("{place} {}", shortened(media_type)) };
            self.schemas.add(place, [&before["schema"], &after["schema"]], [&Value::Null; 2], used);
        }
    }

    fn responses(&mut self, place: &str) {
        let [old, new] = self.both(|document, operation| {
            let responses = document.members(operation.declared, "responses");
            let responses = responses.filter(|(status, _)| !status.starts_with("x-"));
            // As the client reads them, which takes `204 NO_CONTENT` for 204.
            let read = |status: &str| status::leading(status).unwrap_or_else(|| status.to_owned()).to_uppercase();
            responses.map(|(status, response)| (read(status), response)).collect::<BTreeMap<_, _>>()
        });
        // The client has one type for all errors, so that only successes tell.
        for (these, others, rule) in
            [(&new, &old, &rules::SUCCESS_STATUS_ADDED), (&old, &new, &rules::SUCCESS_STATUS_REMOVED)]
        {
            let told = these.keys().filter(|status| is_success(status) && !is_known(status, others));
            self.note(place, told.map(|status| (&**rule, shortened(status))));
        }
        let same_or_wider = new.iter().filter_map(|(status, new)| Some((status, covering(status, &old)?, *new)));
        let gone = old.iter().filter(|(status, _)| !new.contains_key(*status));
        let narrower = gone.filter_map(|(status, old)| Some((status, *old, covering(status, &new)?)));
        for (status, old, new) in same_or_wider.chain(narrower) {
            let used = if is_success(status) { Use::Received } else { Use::Error };
            let place = format!("{place} {}", shown_status(status));
            self.headers(&place, [old, new], used);
            self.content(&format!("{place} body"), [old, new], used);
        }
    }

    fn headers(&mut self, place: &str, [old, new]: [&'a Value; 2], used: Use) {
        let [document_old, document_new] = self.documents;
        let [old, new] = [document_old.members(old, "headers"), document_new.members(new, "headers")]
            .map(|headers| headers.map(|(name, header)| (name.to_lowercase(), header)).collect::<BTreeMap<_, _>>());
        if new.contains_key("sunset") && !old.contains_key("sunset") {
            self.note(place, [(&*rules::SUNSET_SET, "goes: when the header `Sunset` says".to_owned())]);
        }
        for (name, old) in old {
            match new.get(&name) {
                Some(new) => {
                    let place = format!("{place} header {}", shortened(&name));
                    self.parameter(place, [old, new], used, &rules::FIELD_DEPRECATED);
                }
                None => self.note(place, [(&*rules::RESPONSE_HEADER_REMOVED, shortened(&name))]),
            }
        }
    }
}

/// The schema of a parameter or header: its own, or that of its only media type.
fn schema(of: &Value) -> &Value {
    let media = members(&of["content"]).next().map(|(_, media)| &media["schema"]);
    of.get("schema").or(media).unwrap_or(&Value::Null)
}

/// The location of a parameter, and its name, or its position in the path.
type Key<'a> = (&'a str, String);

/// The parameters of an operation, before which those of its path count less.
fn parameters<'a>(document: Document<'a>, operation: Operation<'a>) -> BTreeMap<Key<'a>, &'a Value> {
    let positions: BTreeMap<&str, usize> = path::placeholders(operation.path).into_iter().zip(0..).collect();
    let declared = [operation.item, operation.declared].into_iter().flat_map(|of| elements(&of["parameters"]));
    let parameters = declared.filter_map(|parameter| {
        let parameter = document.resolve(parameter).0;
        let (place, name) = (text(parameter, "in")?, text(parameter, "name")?);
        let name = match (place, positions.get(name)) {
            ("path", Some(position)) => position.to_string(),
            ("header", _) => name.to_lowercase(),
            _ => name.to_owned(),
        };
        Some(((place, name), parameter))
    });
    parameters.collect()
}

/// The media types of a body or response, in one form.
fn media_types(of: &Value) -> BTreeMap<String, &Value> {
    let form = |media_type: &String| media_type.to_lowercase().split_whitespace().collect();
    members(&of["content"]).map(|(media_type, media)| (form(media_type), media)).collect()
}

/// The response for a status, or else for those that it is one of.
fn covering<'a>(status: &str, responses: &BTreeMap<String, &'a Value>) -> Option<&'a Value> {
    let range = status.get(..1).map(|digit| format!("{digit}XX")).unwrap_or_default();
    let any_error = if is_success(status) { status } else { "DEFAULT" };
    [status, &range, any_error].iter().find_map(|key| responses.get(*key)).copied()
}

/// Checks whether a status is among others, or some of them are among the statuses that it stands for.
fn is_known(status: &str, others: &BTreeMap<String, &Value>) -> bool {
    let digit = status.strip_suffix("XX").unwrap_or("-");
    covering(status, others).is_some()
        || others.range(digit.to_owned()..).next().is_some_and(|(other, _)| other.starts_with(digit))
}

fn shown_status(status: &str) -> String {
    if status == "DEFAULT" { "default".to_owned() } else { shortened(status) }
}

/// `true` if the client does not make an error of a status.
fn is_success(status: &str) -> bool {
    status.starts_with('2')
}
