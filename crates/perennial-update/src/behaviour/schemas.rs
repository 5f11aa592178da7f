//! The schemas of two documents, in parallel: each pair is compared once, however often it is referred to.
//!
//! All pairs are found first, then who sends and who receives values of each, and then each is compared. There is no
//! recursion over a document, and a bound on how much of it is followed.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};

use super::{
    Difference, Finding, announced,
    document::{self, Document, is_set, members, shown, text},
    limits::{self, Shift},
    rules::{self, Rule},
};
use crate::normalise::{is_timestamp, is_unix_time};

/// The maximum number of pairs that are followed, those that are known already included: real documents have some
/// thousands.
const MAX_STEPS: usize = 300_000;
/// The approximate maximum length of a place in bytes.
const MAX_PLACE: usize = 300;

/// The parties that have values of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// Callers send them.
    Sent,
    /// They are in successes.
    Received,
    /// They are in errors, for which the generator makes no types.
    Error,
}

/// A schema of the old document and what stands in its place in the new one.
struct Pair<'a> {
    old: &'a Value,
    new: &'a Value,
    /// The parameters that they are the schemas of, which may state limits beside them.
    beside: [&'a Value; 2],
    /// The pair that it was found in, and what leads from there to here; a name if it stands for itself.
    within: Option<usize>,
    step: String,
    /// Set if something else leads here as well, which the place does not say.
    is_elsewhere: bool,
    inside: Vec<usize>,
    used: BTreeSet<Use>,
}

/// The pairs that were found.
pub struct Schemas<'a> {
    documents: [Document<'a>; 2],
    pairs: Vec<Pair<'a>>,
    /// By the addresses of both schemas.
    known: HashMap<[*const Value; 2], usize>,
    steps: usize,
    roots: Vec<(usize, Use)>,
}

impl<'a> Schemas<'a> {
    /// None yet.
    pub fn new(documents: [Document<'a>; 2]) -> Self {
        Self { documents, pairs: Vec::new(), known: HashMap::new(), steps: 0, roots: Vec::new() }
    }

    /// Adds the schemas of something at `place` that is used so: with the parameters or headers that they are of, if any.
    pub fn add(&mut self, place: String, schemas: [&'a Value; 2], beside: [&'a Value; 2], used: Use) {
        let pair = self.enter(None, place, schemas, beside);
        self.roots.extend(pair.map(|pair| (pair, used)));
    }

    /// All differences, and whether everything was compared.
    pub fn compare(mut self) -> (Vec<Finding>, bool) {
        let mut next = 0;
        while next < self.pairs.len() && self.steps < MAX_STEPS {
            let Pair { old, new, .. } = self.pairs[next];
            for (step, old, new) in inside(old, new) {
                let inner = self.enter(Some(next), step, [old, new], [&Value::Null; 2]);
                self.pairs[next].inside.extend(inner);
            }
            next += 1;
        }
        self.spread();
        let found = self
            .pairs
            .iter()
            .enumerate()
            .flat_map(|(index, pair)| differences(pair).into_iter().map(move |difference| (index, difference)));
        let found = found.map(|(index, difference)| Finding::at(&self.place(index), difference));
        (found.collect(), self.steps < MAX_STEPS)
    }

    /// The pair of what two values are or refer to, which may be known already.
    fn enter(
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
            self.pairs[*known].is_elsewhere |= name.is_none();
            return Some(*known);
        }
        let (within, step) = name.map_or((within, step), |name| (None, document::shortened(name)));
        let (inside, used) = (Vec::new(), BTreeSet::new());
        self.pairs.push(Pair { old, new, beside, within, step, is_elsewhere: false, inside, used });
        self.known.insert(key, self.pairs.len() - 1);
        Some(self.pairs.len() - 1)
    }

    /// Marks all that is inside a pair as used wherever the pair is used.
    fn spread(&mut self) {
        let mut open = std::mem::take(&mut self.roots);
        while let Some((index, used)) = open.pop() {
            let pair = &mut self.pairs[index];
            if pair.used.insert(used) {
                open.extend(pair.inside.iter().map(|inner| (*inner, used)));
            }
        }
    }

    /// The steps that lead to a pair, or the last of them.
    fn place(&self, index: usize) -> String {
        let (mut steps, mut length, mut is_elsewhere) = (Vec::new(), 0, false);
        let mut next = Some(index);
        while let Some(pair) = next.map(|index| &self.pairs[index]) {
            is_elsewhere |= pair.is_elsewhere;
            steps.push(pair.step.as_str());
            length += pair.step.len();
            next = pair.within;
            if length > MAX_PLACE && next.is_some() {
                steps.push("…");
                break;
            }
        }
        steps.reverse();
        if is_elsewhere {
            steps.push(" and elsewhere");
        }
        steps.concat()
    }
}

/// Checks whether the name of a schema says what it is: not if the service numbered it, and not if it is that of a list
/// or scalar, which is reported where it is used.
fn is_name(name: &str, schema: &Value) -> bool {
    let is_numbered = name.trim_end_matches(|c: char| c.is_ascii_digit()) == "Model";
    !is_numbered && ["properties", "allOf", "oneOf", "anyOf"].iter().any(|key| schema.get(key).is_some())
}

/// Returns the pairs of schemas inside two schemas, each with the step that leads to it.
fn inside<'a>(old: &'a Value, new: &'a Value) -> Vec<(String, &'a Value, &'a Value)> {
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
        // All members describe the whole.
        let step = |index: usize| if key == "allOf" { String::new() } else { format!(" ({key} {index})") };
        inside.extend(alternatives(&old[key], &new[key]).map(|(index, old, new)| (step(index), old, new)));
    }
    inside
}

/// The members of two compositions that have one reference, or else one position among those that are left.
fn alternatives<'a>(old: &'a Value, new: &'a Value) -> impl Iterator<Item = (usize, &'a Value, &'a Value)> {
    let [mut old, mut new] = [old, new].map(|list| document::elements(list).zip(1..).collect::<Vec<(&Value, usize)>>());
    let mut pairs = document::take_pairs(&mut old, &mut new, |(member, _)| text(member, "$ref").map(str::to_owned));
    pairs.extend(old.into_iter().zip(new).map(|(old, new)| [old, new]));
    pairs.into_iter().map(|[(old, _), (new, index)]| (index, old, new))
}

/// Returns the differences between two schemas themselves.
fn differences(&Pair { old, new, beside, ref used, .. }: &Pair<'_>) -> Vec<Difference> {
    let (is_sent, is_received) = (used.contains(&Use::Sent), used.contains(&Use::Received));
    let limits = limits::compare([old, new], beside).into_iter().filter_map(|(shift, description)| {
        let rule: &Rule = match shift {
            Shift::Stricter if is_sent => &rules::SENT_LIMIT_STRICTER,
            Shift::Changed if is_sent => &rules::SENT_LIMIT_CHANGED,
            Shift::Changed => &rules::RECEIVED_LIMIT_CHANGED,
            Shift::Looser if is_received || used.contains(&Use::Error) => &rules::RECEIVED_LIMIT_LOOSER,
            Shift::Stricter | Shift::Looser => return None,
        };
        Some((rule, description))
    });
    let mut differences: Vec<_> = limits.collect();
    if is_sent {
        differences.extend(default(old, new));
        if !is_set(old, "readOnly") && is_set(new, "readOnly") {
            differences.push((&rules::FIELD_READ_ONLY, "is read-only".to_owned()));
        }
    }
    if is_received && !is_set(old, "writeOnly") && is_set(new, "writeOnly") {
        differences.push((&rules::FIELD_WRITE_ONLY, "is write-only".to_owned()));
    }
    // An announcement is reported for a parameter, whether the parameter or its schema makes it.
    if beside[1].is_null() {
        differences.extend(announced::deprecation(&[old], &[new], &rules::FIELD_DEPRECATED));
        differences.extend(announced::sunset(&[old], &[new]));
    }
    if !is_sent && !is_received {
        differences.extend(error_body(old, new));
    }
    differences
}

/// Compares the values that the service uses where nothing is sent. Timestamps count as equal: each is of when its
/// document was made.
fn default(old: &Value, new: &Value) -> Option<Difference> {
    let old = old.get("default")?;
    match new.get("default") {
        None => Some((&rules::SENT_DEFAULT_REMOVED, format!("default none, was {}", shown(old)))),
        Some(new) if undated(old) != undated(new) => {
            Some((&rules::SENT_DEFAULT_CHANGED, format!("default {}, was {}", shown(new), shown(old))))
        }
        Some(_) => None,
    }
}

fn undated(value: &Value) -> Value {
    match value {
        Value::String(text) if is_timestamp(text) => json!({ "moment": "text" }),
        Value::Number(number) if is_unix_time(&number.to_string()) => json!({ "moment": "number" }),
        Value::Number(number) => number.as_f64().into(),
        Value::Array(elements) => elements.iter().map(undated).collect(),
        Value::Object(members) => members.iter().map(|(key, member)| (key.clone(), undated(member))).collect(),
        other => other.clone(),
    }
}

/// Returns the differences that types of Rust would show, if errors had some.
fn error_body(old: &Value, new: &Value) -> Vec<Difference> {
    let gone = members(&old["properties"]).filter(|(name, _)| new["properties"].get(name).is_none());
    let mut told: Vec<_> = gone.map(|(name, _)| format!("field `{}` is gone", document::shortened(name))).collect();
    if let (Some(old), Some(new)) = (text(old, "type"), text(new, "type"))
        && old != new
    {
        told.push(format!("is of type {}, was {}", document::shortened(new), document::shortened(old)));
    }
    told.into_iter().map(|told| (&*rules::ERROR_BODY_CHANGED, told)).collect()
}
