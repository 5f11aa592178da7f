//! Compares two versions of an operation. Their schemas are only collected here. Operations share schemas, so the
//! module `schemas` compares the schemas of all operations together, each only once.

use std::collections::BTreeMap;

use perennial_codegen::text::{path, status};
use serde_json::Value;

use super::{
    BehaviourChange, Difference, announced,
    document::{RawDocument, elements, members, shortened, string_member},
    operations::DocumentOperation,
    rules::{self, BehaviourRule},
    schemas::{SchemaComparison, ValueUse},
};

/// The comparison of two versions of an operation. Its results are added to `schemas` and `found`.
pub struct OperationComparison<'a, 'b> {
    pub documents: [RawDocument<'a>; 2],
    pub operations: [DocumentOperation<'a>; 2],
    pub schemas: &'b mut SchemaComparison<'a>,
    pub found: &'b mut Vec<BehaviourChange>,
}

impl<'a> OperationComparison<'a, '_> {
    pub fn record_differences(&mut self) {
        let place = self.operations[1].place();
        let [old, new] = self.operations.map(|operation| operation.declared);
        self.record(&place, announced::sunset_change(&[old], &[new]));
        let [before, after] = [old, new].map(|declared| string_member(declared, "description").unwrap_or_default());
        self.record(&place, announced::rate_limit_change(before, after));
        self.compare_parameters(&place);
        let bodies = self.for_both_sides(|document, operation| document.member(operation.declared, "requestBody"));
        self.compare_content(&format!("{place} body"), bodies, ValueUse::Sent);
        self.compare_responses(&place);
    }

    fn for_both_sides<T>(&self, get: impl Fn(RawDocument<'a>, DocumentOperation<'a>) -> T) -> [T; 2] {
        [0, 1].map(|side| get(self.documents[side], self.operations[side]))
    }

    fn record(&mut self, place: &str, differences: impl IntoIterator<Item = Difference>) {
        self.found.extend(differences.into_iter().map(|difference| BehaviourChange::at_place(place, difference)));
    }

    fn compare_parameters(&mut self, place: &str) {
        let [old, new] = self.for_both_sides(parameters_by_key);
        for (key, old) in old {
            let Some(new) = new.get(&key).copied() else { continue };
            let place =
                format!("{place} {} {}", key.location, shortened(string_member(new, "name").unwrap_or_default()));
            self.compare_parameter(place, [old, new], ValueUse::Sent, &rules::PARAMETER_DEPRECATED);
        }
    }

    fn compare_parameter(
        &mut self,
        place: String,
        both: [&'a Value; 2],
        used: ValueUse,
        deprecated: &'static BehaviourRule,
    ) {
        let schemas = both.map(schema_of);
        let [old, new] = [0, 1].map(|side| [both[side], self.documents[side].resolve(schemas[side]).0]);
        self.record(&place, announced::deprecation_change(&old, &new, deprecated));
        self.record(&place, announced::sunset_change(&old, &new));
        self.schemas.add_schemas(place, schemas, both, used);
    }

    fn compare_content(&mut self, place: &str, [old, new]: [&'a Value; 2], used: ValueUse) {
        let [old, new] = [media_types(old), media_types(new)];
        let removed =
            if used == ValueUse::Sent { &rules::SENT_MEDIA_TYPE_REMOVED } else { &rules::RECEIVED_MEDIA_TYPE_REMOVED };
        // If a body no longer has any media type, it was removed altogether. That is already reported as a missing
        // status or setter.
        let gone = old.keys().filter(|media_type| !new.is_empty() && !new.contains_key(*media_type));
        self.record(place, gone.map(|media_type| Difference::new(removed, shortened(media_type))));
        for (media_type, before) in &old {
            let Some(after) = new.get(media_type) else { continue };
            let place = if new.len() == 1 { place.to_owned() } else { format!("{place} {}", shortened(media_type)) };
            self.schemas.add_schemas(place, [&before["schema"], &after["schema"]], [&Value::Null; 2], used);
        }
    }

    fn compare_responses(&mut self, place: &str) {
        let [old, new] = self.for_both_sides(|document, operation| {
            let responses = document.members(operation.declared, "responses");
            let responses = responses.filter(|(status, _)| !status.starts_with("x-"));
            // The client reads only the number at the beginning of a status key: `204 NO_CONTENT` is 204.
            let read =
                |status: &str| status::leading_status(status).unwrap_or_else(|| status.to_owned()).to_uppercase();
            responses.map(|(status, response)| (read(status), response)).collect::<BTreeMap<_, _>>()
        });
        // Only success statuses are reported, because the client has a single type for all errors.
        for (these, others, rule) in
            [(&new, &old, &rules::SUCCESS_STATUS_ADDED), (&old, &new, &rules::SUCCESS_STATUS_REMOVED)]
        {
            let unknown = these.keys().filter(|status| is_success(status) && !is_known(status, others));
            self.record(place, unknown.map(|status| Difference::new(rule, shortened(status))));
        }
        let same_or_wider =
            new.iter().filter_map(|(status, new)| Some((status, covering_response(status, &old)?, *new)));
        let gone = old.iter().filter(|(status, _)| !new.contains_key(*status));
        let narrower = gone.filter_map(|(status, old)| Some((status, *old, covering_response(status, &new)?)));
        for (status, old, new) in same_or_wider.chain(narrower) {
            let used = if is_success(status) { ValueUse::Received } else { ValueUse::Error };
            let place = format!("{place} {}", display_status(status));
            self.compare_headers(&place, [old, new], used);
            self.compare_content(&format!("{place} body"), [old, new], used);
        }
    }

    fn compare_headers(&mut self, place: &str, [old, new]: [&'a Value; 2], used: ValueUse) {
        let [document_old, document_new] = self.documents;
        let [old, new] = [document_old.members(old, "headers"), document_new.members(new, "headers")]
            .map(|headers| headers.map(|(name, header)| (name.to_lowercase(), header)).collect::<BTreeMap<_, _>>());
        if new.contains_key("sunset") && !old.contains_key("sunset") {
            let difference =
                Difference::new(&rules::SUNSET_SET, "will be removed at the time given in the `Sunset` header");
            self.record(place, [difference]);
        }
        for (name, old) in old {
            match new.get(&name) {
                Some(new) => {
                    let place = format!("{place} header {}", shortened(&name));
                    self.compare_parameter(place, [old, new], used, &rules::FIELD_DEPRECATED);
                }
                None => {
                    self.record(place, [Difference::new(&rules::RESPONSE_HEADER_REMOVED, shortened(&name))]);
                }
            }
        }
    }
}

/// Returns the schema of a parameter or header, which is in its `schema`, or else in the first media type of its
/// `content`.
fn schema_of(described: &Value) -> &Value {
    let media = members(&described["content"]).next().map(|(_, media)| &media["schema"]);
    described.get("schema").or(media).unwrap_or(&Value::Null)
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ParameterKey<'a> {
    location: &'a str,
    /// The name of the parameter. For a path parameter, this is its position in the path, because requests do not
    /// contain its name.
    name: String,
}

/// Returns the parameters of an operation, including those that its path item declares for all operations of the path.
/// If both declare the same parameter, the declaration in the operation takes precedence.
fn parameters_by_key<'a>(
    document: RawDocument<'a>,
    operation: DocumentOperation<'a>,
) -> BTreeMap<ParameterKey<'a>, &'a Value> {
    let positions: BTreeMap<&str, usize> = path::placeholders(operation.path).into_iter().zip(0..).collect();
    let declared =
        [operation.item, operation.declared].into_iter().flat_map(|declared| elements(&declared["parameters"]));
    let parameters = declared.filter_map(|parameter| {
        let parameter = document.resolve(parameter).0;
        let (location, name) = (string_member(parameter, "in")?, string_member(parameter, "name")?);
        let name = match (location, positions.get(name)) {
            ("path", Some(position)) => position.to_string(),
            ("header", _) => name.to_lowercase(),
            _ => name.to_owned(),
        };
        Some((ParameterKey { location, name }, parameter))
    });
    parameters.collect()
}

/// Returns the media types of a body or response by name, in lower case and without spaces.
fn media_types(described: &Value) -> BTreeMap<String, &Value> {
    let form = |media_type: &String| media_type.to_lowercase().split_whitespace().collect();
    members(&described["content"]).map(|(media_type, media)| (form(media_type), media)).collect()
}

/// Returns the response for a status, or else for its range, such as `4XX`. An error status without either falls back
/// to `default`.
fn covering_response<'a>(status: &str, responses: &BTreeMap<String, &'a Value>) -> Option<&'a Value> {
    let range = status.get(..1).map(|digit| format!("{digit}XX")).unwrap_or_default();
    let any_error = if is_success(status) { status } else { "DEFAULT" };
    [status, &range, any_error].iter().find_map(|key| responses.get(*key)).copied()
}

/// Checks whether `others` contains `status` or a range that includes it. If `status` is itself a range, checks whether
/// `others` contains this range or any status in it.
fn is_known(status: &str, others: &BTreeMap<String, &Value>) -> bool {
    let digit = status.strip_suffix("XX").unwrap_or("-");
    covering_response(status, others).is_some()
        || others.range(digit.to_owned()..).next().is_some_and(|(other, _)| other.starts_with(digit))
}

fn display_status(status: &str) -> String {
    if status == "DEFAULT" { "default".to_owned() } else { shortened(status) }
}

fn is_success(status: &str) -> bool {
    status.starts_with('2')
}
