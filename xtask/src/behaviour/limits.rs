//! What the limits of two schemas take.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use serde_json::Value;

use super::document::{is_set, members, shortened, text};

/// What became of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shift {
    /// It takes less.
    Stricter,
    /// It takes more.
    Looser,
    /// It takes something else.
    Changed,
}

/// A limit that differs, and what it is and was.
pub type Difference = (Shift, String);

/// Formats that have a type in Rust: where one of them comes or goes, the API differs.
const TYPED: [&str; 8] = ["uuid", "guid", "date", "date-time", "binary", "int32", "int64", "uint64"];
/// Formats that say no more than that something is a number.
const IDLE: [&str; 2] = ["float", "double"];

/// The limits that differ between two schemas; the parameters that they are of may state some `beside` them.
pub fn compare([old, new]: [&Value; 2], beside: [&Value; 2]) -> Vec<Difference> {
    let mut differences: Vec<_> = BOUNDS.iter().filter_map(|bound| bound.compare(old, new)).collect();
    differences.extend(multiple_of(old, new));
    differences.extend(option("pattern", text(old, "pattern"), text(new, "pattern")));
    differences.extend(format(old, new));
    let is_unique = |schema: &Value| is_set(schema, "uniqueItems");
    differences.extend(switch(is_unique(old), is_unique(new), ["unique elements", "equal elements allowed"]));
    let is_closed = |schema: &Value| schema["additionalProperties"] == Value::Bool(false);
    differences.extend(switch(is_closed(old), is_closed(new), ["no undeclared fields", "undeclared fields allowed"]));
    differences.extend(values(old, new));
    differences.extend(extensions([old, new], beside));
    differences
}

/// A limit that is a number.
struct Bound {
    key: &'static str,
    /// What says that the number itself is not taken.
    exclusive: Option<&'static str>,
    is_upper: bool,
    /// What goes without saying.
    idle: f64,
}

const fn bound(key: &'static str, is_upper: bool) -> Bound {
    Bound { key, exclusive: None, is_upper, idle: if is_upper { f64::INFINITY } else { 0.0 } }
}

const BOUNDS: [Bound; 8] = [
    Bound { exclusive: Some("exclusiveMinimum"), idle: f64::NEG_INFINITY, ..bound("minimum", false) },
    Bound { exclusive: Some("exclusiveMaximum"), ..bound("maximum", true) },
    bound("minLength", false),
    bound("maxLength", true),
    bound("minItems", false),
    bound("maxItems", true),
    bound("minProperties", false),
    bound("maxProperties", true),
];

impl Bound {
    fn compare(&self, old: &Value, new: &Value) -> Option<Difference> {
        let shift = match self.strictness(new).partial_cmp(&self.strictness(old))? {
            Ordering::Equal => return None,
            Ordering::Greater => Shift::Stricter,
            Ordering::Less => Shift::Looser,
        };
        Some((shift, told(self.key, &self.shown(new), &self.shown(old))))
    }

    /// The number, and whether it is not taken itself: the greater, the stricter.
    fn strictness(&self, schema: &Value) -> (f64, bool) {
        let (number, mut is_exclusive) = self.stated(schema);
        let number = number.and_then(Value::as_f64).unwrap_or(self.idle);
        let mut strictness = if self.is_upper { -number } else { number.max(self.idle) };
        // Of whole numbers, "more than 0" and "1 at least" are the same.
        if is_exclusive && text(schema, "type") == Some("integer") {
            (strictness, is_exclusive) = (strictness.floor() + 1.0, false);
        }
        (strictness, is_exclusive)
    }

    /// In OpenAPI 3.0, what is exclusive is a flag beside the number; later it is a number itself.
    fn stated<'a>(&self, schema: &'a Value) -> (Option<&'a Value>, bool) {
        let exclusive = self.exclusive.map(|key| &schema[key]);
        match exclusive.filter(|number| number.is_number()) {
            Some(number) => (Some(number), true),
            None => {
                let number = schema.get(self.key).filter(|number| number.is_number());
                (number, number.is_some() && exclusive == Some(&Value::Bool(true)))
            }
        }
    }

    fn shown(&self, schema: &Value) -> String {
        match self.stated(schema) {
            (None, _) => "none".to_owned(),
            (Some(number), is_exclusive) => format!("{number}{}", if is_exclusive { " (exclusive)" } else { "" }),
        }
    }
}

fn multiple_of(old: &Value, new: &Value) -> Option<Difference> {
    let stated = |schema: &Value| schema["multipleOf"].as_f64().filter(|number| *number > 0.0);
    let is_multiple = |one: f64, other: f64| (one / other).fract() == 0.0;
    let shift = match (stated(old), stated(new)) {
        (None, Some(_)) => Shift::Stricter,
        (Some(_), None) => Shift::Looser,
        (Some(old), Some(new)) if old != new => match (is_multiple(new, old), is_multiple(old, new)) {
            (true, _) => Shift::Stricter,
            (_, true) => Shift::Looser,
            _ => Shift::Changed,
        },
        _ => return None,
    };
    let shown = |schema: &Value| stated(schema).map_or("none".to_owned(), |number| number.to_string());
    Some((shift, told("multipleOf", &shown(new), &shown(old))))
}

fn format(old: &Value, new: &Value) -> Option<Difference> {
    let [old, new] = [old, new].map(|schema| text(schema, "format").filter(|format| !IDLE.contains(format)));
    let is_told = [old, new].into_iter().flatten().any(|format| TYPED.contains(&format));
    if is_told { None } else { option("format", old, new) }
}

/// A limit of which nothing tells what it takes.
fn option(key: &str, old: Option<&str>, new: Option<&str>) -> Option<Difference> {
    let shift = match (old, new) {
        (None, Some(_)) => Shift::Stricter,
        (Some(_), None) => Shift::Looser,
        (Some(old), Some(new)) if old != new => Shift::Changed,
        _ => return None,
    };
    let shown = |text: Option<&str>| text.map_or("none".to_owned(), shortened);
    Some((shift, told(key, &shown(new), &shown(old))))
}

fn switch(was: bool, is: bool, [limited, free]: [&str; 2]) -> Option<Difference> {
    match (was, is) {
        (false, true) => Some((Shift::Stricter, format!("{limited}, was {free}"))),
        (true, false) => Some((Shift::Looser, format!("{free}, was {limited}"))),
        _ => None,
    }
}

/// Listed values that are no names in Rust: texts and numbers are the variants of an enum.
fn values(old: &Value, new: &Value) -> Option<Difference> {
    let listed = |schema: &Value| {
        let values = schema["enum"].as_array()?;
        let is_named = values.iter().any(|value| value.is_string() || value.is_number());
        Some(values.iter().map(Value::to_string).collect::<BTreeSet<_>>()).filter(|_| !is_named)
    };
    let has_list = |schema: &Value| schema["enum"].is_array();
    let (before, after) = (listed(old), listed(new));
    if has_list(old) != before.is_some() || has_list(new) != after.is_some() {
        return None;
    }
    let shift = match (&before, &after) {
        (None, Some(_)) => Shift::Stricter,
        (Some(_), None) => Shift::Looser,
        (Some(before), Some(after)) if before != after => {
            if after.is_subset(before) {
                Shift::Stricter
            } else if before.is_subset(after) {
                Shift::Looser
            } else {
                Shift::Changed
            }
        }
        _ => return None,
    };
    let shown = |values: &Option<BTreeSet<String>>| match values {
        Some(values) => shortened(&values.iter().map(String::as_str).collect::<Vec<_>>().join(", ")),
        None => "any".to_owned(),
    };
    Some((shift, told("values", &shown(&after), &shown(&before))))
}

/// The limits that the service states by extensions: `x-constraint: {sign: positive}`, `x-format: {uri: true}`.
fn extensions(schemas: [&Value; 2], beside: [&Value; 2]) -> Vec<Difference> {
    let mut differences = Vec::new();
    // That a single value is taken for a list takes more, and what is a GUID has a type in Rust.
    for (extension, other) in [("x-constraint", "single"), ("x-format", "guid")] {
        let [old, new] = [0, 1].map(|side| {
            let stated = [beside[side], schemas[side]].into_iter().flat_map(|of| members(&of[extension]));
            let stated = stated.filter(|(key, value)| *key != other && !is_off(value));
            stated.map(|(key, value)| (key.as_str(), value.to_string())).collect::<BTreeMap<_, _>>()
        });
        for key in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
            let [old, new] = [&old, &new].map(|stated| stated.get(key).map(String::as_str));
            differences.extend(option(&format!("{extension}.{}", shortened(key)), old, new));
        }
    }
    differences
}

fn is_off(value: &Value) -> bool {
    matches!(value, Value::Null | Value::Bool(false))
}

fn told(key: &str, new: &str, old: &str) -> String {
    format!("{key} {new}, was {old}")
}
