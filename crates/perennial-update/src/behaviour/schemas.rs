//! Compares the schemas of two documents. However often a schema is referenced, it is compared only once.
//!
//! The comparison first matches old with new schemas, then finds out whether requests, responses or errors contain each
//! match, and finally compares the matched schemas. Because documents may be hostile, no step is recursive, and the
//! number of matches is limited.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};

use super::{
    BehaviourChange, Difference, announced,
    document::{self, RawDocument, is_true, members, shortened_json, string_member},
    limits::{self, LimitChange, LimitShift},
    rules::{self, BehaviourRule},
};
use crate::normalise::{is_timestamp, is_unix_time};

/// The maximum number of visits to matched schemas, including repeated visits to the same schemas. Real documents need
/// a few thousand.
const MAX_STEPS: usize = 300_000;
/// The length in bytes above which the path to a schema in a report is shortened.
const MAX_PLACE: usize = 300;

/// Whether values of a schema occur in requests, in successful responses or in errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ValueUse {
    Sent,
    Received,
    /// Values of the schema occur in errors. The generator creates no types for them.
    Error,
}

struct MatchedSchemas<'a> {
    old: &'a Value,
    new: &'a Value,
    /// The old and the new parameter or header that declares these schemas, because extensions beside a schema may
    /// declare limits. Null for all other schemas.
    beside: [&'a Value; 2],
    /// The index of the match that contains this one. `None` for named schemas, and for those that an operation
    /// declares.
    within: Option<usize>,

    /// The last step of the path to these schemas, such as `.owner` or `[]`. A path begins with the name of a schema,
    /// or with a part of an operation, such as `POST /a body`.
    step: String,
    /// Whether other parts of the documents use the same schemas too. If so, reports add "and elsewhere".
    is_used_elsewhere: bool,
    inside: Vec<usize>,
    used: BTreeSet<ValueUse>,
}

/// The comparison of the schemas of two documents. All schemas are first added, then compared.
pub struct SchemaComparison<'a> {
    documents: [RawDocument<'a>; 2],
    matches: Vec<MatchedSchemas<'a>>,
    /// The index of each match in `matches`. The key consists of the addresses of both schemas, because one schema may
    /// have several counterparts.
    known: HashMap<[*const Value; 2], usize>,
    steps: usize,
    roots: Vec<(usize, ValueUse)>,
}

pub struct SchemaDifferences {
    pub changes: Vec<BehaviourChange>,
    /// Whether all schemas were compared. `false` if there are too many.
    pub is_complete: bool,
}

impl<'a> SchemaComparison<'a> {
    pub fn new(documents: [RawDocument<'a>; 2]) -> Self {
        Self { documents, matches: Vec::new(), known: HashMap::new(), steps: 0, roots: Vec::new() }
    }

    /// Adds the old and the new schema at `place` in an operation. `beside` contains the parameters or headers that
    /// declare the schemas, or null if there are none.
    pub fn add_schemas(&mut self, place: String, schemas: [&'a Value; 2], beside: [&'a Value; 2], used: ValueUse) {
        let matched = self.add_match(None, place, schemas, beside);
        self.roots.extend(matched.map(|matched| (matched, used)));
    }

    pub fn find_differences(mut self) -> SchemaDifferences {
        let mut next = 0;
        while next < self.matches.len() && self.steps < MAX_STEPS {
            let MatchedSchemas { old, new, .. } = self.matches[next];
            for (step, old, new) in schemas_inside(old, new) {
                let inner = self.add_match(Some(next), step, [old, new], [&Value::Null; 2]);
                self.matches[next].inside.extend(inner);
            }
            next += 1;
        }
        self.spread_uses();
        let found = self.matches.iter().enumerate().flat_map(|(index, matched)| {
            differences_between(matched).into_iter().map(move |difference| (index, difference))
        });
        let found = found.map(|(index, difference)| BehaviourChange::at_place(&self.display_place(index), difference));
        SchemaDifferences { changes: found.collect(), is_complete: self.steps < MAX_STEPS }
    }

    /// Returns the index of the match of two schemas or references. Adds a match if there is none yet.
    fn add_match(
        &mut self,
        within: Option<usize>,
        step: String,
        [old, new]: [&'a Value; 2],
        beside: [&'a Value; 2],
    ) -> Option<usize> {
        self.steps += 1;
        let [document_old, document_new] = self.documents;
        let ((old, old_name), (new, new_name)) = (document_old.resolve(old), document_new.resolve(new));
        if !old.is_object() || !new.is_object() {
            return None;
        }
        let name = new_name.filter(|name| old_name == Some(name) && is_name(name, new));
        let key = [std::ptr::from_ref(old), std::ptr::from_ref(new)];
        if let Some(known) = self.known.get(&key) {
            self.matches[*known].is_used_elsewhere |= name.is_none();
            return Some(*known);
        }
        let (within, step) = name.map_or((within, step), |name| (None, document::shortened(name)));
        let (inside, used) = (Vec::new(), BTreeSet::new());
        self.matches.push(MatchedSchemas { old, new, beside, within, step, is_used_elsewhere: false, inside, used });
        self.known.insert(key, self.matches.len() - 1);
        Some(self.matches.len() - 1)
    }

    /// Records for each schema whether it is used in requests, responses or errors. Each schema passes its uses on to
    /// the schemas inside it.
    fn spread_uses(&mut self) {
        let mut open = std::mem::take(&mut self.roots);
        while let Some((index, used)) = open.pop() {
            let matched = &mut self.matches[index];
            if matched.used.insert(used) {
                open.extend(matched.inside.iter().map(|inner| (*inner, used)));
            }
        }
    }

    /// Returns the path to matched schemas for a report. A path that is too long begins with `…`.
    fn display_place(&self, index: usize) -> String {
        let (mut steps, mut length, mut is_used_elsewhere) = (Vec::new(), 0, false);
        let mut next = Some(index);
        while let Some(matched) = next.map(|index| &self.matches[index]) {
            is_used_elsewhere |= matched.is_used_elsewhere;
            steps.push(matched.step.as_str());
            length += matched.step.len();
            next = matched.within;
            if length > MAX_PLACE && next.is_some() {
                steps.push("…");
                break;
            }
        }
        steps.reverse();
        if is_used_elsewhere {
            steps.push(" and elsewhere");
        }
        steps.concat()
    }
}

/// Checks whether a report names a schema itself, instead of the operation that uses it. Names such as `Model12` are
/// not used, because they are mere numbers. Lists and scalars are reported where they are used.
fn is_name(name: &str, schema: &Value) -> bool {
    let is_numbered = name.trim_end_matches(|c: char| c.is_ascii_digit()) == "Model";
    !is_numbered && ["properties", "allOf", "oneOf", "anyOf"].iter().any(|key| schema.get(key).is_some())
}

/// Matches the schemas inside two schemas, such as properties. Returns each pair with the last step of its path.
fn schemas_inside<'a>(old: &'a Value, new: &'a Value) -> Vec<(String, &'a Value, &'a Value)> {
    let mut inside = Vec::new();
    for (name, property) in members(&old["properties"]) {
        if let Some(other) = new["properties"].get(name) {
            inside.push((format!(".{}", document::shortened(name)), property, other));
        }
    }
    for (key, step) in [("items", "[]"), ("additionalProperties", ".*")] {
        inside.push((step.to_owned(), &old[key], &new[key]));
    }
    for key in ["allOf", "oneOf", "anyOf"] {
        // Paths omit the members of `allOf`, because all of them describe the same value.
        let step = |index: usize| if key == "allOf" { String::new() } else { format!(" ({key} {index})") };
        inside.extend(match_members(&old[key], &new[key]).map(|(index, old, new)| (step(index), old, new)));
    }
    inside
}

/// Matches the schemas in two lists such as `oneOf`: first the schemas with the same `$ref`, then the others by
/// position.
fn match_members<'a>(old: &'a Value, new: &'a Value) -> impl Iterator<Item = (usize, &'a Value, &'a Value)> {
    let [mut old, mut new] = [old, new].map(|list| document::elements(list).zip(1..).collect::<Vec<(&Value, usize)>>());
    let mut matches =
        document::take_matches(&mut old, &mut new, |(member, _)| string_member(member, "$ref").map(str::to_owned));
    matches.extend(old.into_iter().zip(new).map(|(old, new)| [old, new]));
    matches.into_iter().map(|[(old, _), (new, index)]| (index, old, new))
}

/// Returns the differences between two matched schemas. The schemas inside them are matched and compared separately.
fn differences_between(&MatchedSchemas { old, new, beside, ref used, .. }: &MatchedSchemas<'_>) -> Vec<Difference> {
    let (is_sent, is_received) = (used.contains(&ValueUse::Sent), used.contains(&ValueUse::Received));
    let limits =
        limits::compare_limits([old, new], beside).into_iter().filter_map(|LimitChange { shift, description }| {
            let rule: &BehaviourRule = match shift {
                LimitShift::Stricter if is_sent => &rules::SENT_LIMIT_STRICTER,
                LimitShift::Changed if is_sent => &rules::SENT_LIMIT_CHANGED,
                LimitShift::Changed => &rules::RECEIVED_LIMIT_CHANGED,
                LimitShift::Looser if is_received || used.contains(&ValueUse::Error) => &rules::RECEIVED_LIMIT_LOOSER,
                LimitShift::Stricter | LimitShift::Looser => return None,
            };
            Some(Difference::new(rule, description))
        });
    let mut differences: Vec<_> = limits.collect();
    if is_sent {
        differences.extend(default_change(old, new));
        if !is_true(old, "readOnly") && is_true(new, "readOnly") {
            differences.push(Difference::new(&rules::FIELD_READ_ONLY, "is read-only"));
        }
    }
    if is_received && !is_true(old, "writeOnly") && is_true(new, "writeOnly") {
        differences.push(Difference::new(&rules::FIELD_WRITE_ONLY, "is write-only"));
    }
    // Announcements in the schema of a parameter are skipped here, because they are reported with the parameter.
    if beside[1].is_null() {
        differences.extend(announced::deprecation_change(&[old], &[new], &rules::FIELD_DEPRECATED));
        differences.extend(announced::sunset_change(&[old], &[new]));
    }
    if !is_sent && !is_received {
        differences.extend(error_body_changes(old, new));
    }
    differences
}

/// Compares default values, which the service uses for values that a request omits. All timestamps count as equal,
/// because they often state only when the document was generated.
fn default_change(old: &Value, new: &Value) -> Option<Difference> {
    let old = old.get("default")?;
    match new.get("default") {
        None => Some(Difference::new(&rules::SENT_DEFAULT_REMOVED, format!("no default, was {}", shortened_json(old)))),
        Some(new) if without_timestamps(old) != without_timestamps(new) => Some(Difference::new(
            &rules::SENT_DEFAULT_CHANGED,
            format!("default {}, was {}", shortened_json(new), shortened_json(old)),
        )),
        Some(_) => None,
    }
}

fn without_timestamps(value: &Value) -> Value {
    match value {
        Value::String(text) if is_timestamp(text) => json!({ "moment": "text" }),
        Value::Number(number) if is_unix_time(&number.to_string()) => json!({ "moment": "number" }),
        Value::Number(number) => number.as_f64().into(),
        Value::Array(elements) => elements.iter().map(without_timestamps).collect(),
        Value::Object(members) => {
            members.iter().map(|(key, member)| (key.clone(), without_timestamps(member))).collect()
        }
        other => other.clone(),
    }
}

/// Returns the differences between two error bodies. They are not visible in Rust, because the generator creates no
/// types for error bodies.
fn error_body_changes(old: &Value, new: &Value) -> Vec<Difference> {
    let gone = members(&old["properties"]).filter(|(name, _)| new["properties"].get(name).is_none());
    let mut descriptions: Vec<_> =
        gone.map(|(name, _)| format!("field `{}` is removed", document::shortened(name))).collect();
    if let (Some(old), Some(new)) = (string_member(old, "type"), string_member(new, "type"))
        && old != new
    {
        descriptions.push(format!("is of type {}, was {}", document::shortened(new), document::shortened(old)));
    }
    descriptions.into_iter().map(|description| Difference::new(&rules::ERROR_BODY_CHANGED, description)).collect()
}
