//! What the limits of two schemas take.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use serde_json::Value;

use super::document::{members, shortened, text};

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

/// The limits that differ between two schemas; the parameters that they are of may state some `beside` them.
pub fn compare([old, new]: [&Value; 2], beside: [&Value; 2]) -> Vec<Difference> {
    let mut differences: Vec<_> = BOUNDS.iter().filter_map(|bound| bound.compare(old, new)).collect();
    let [old, new] = [others(old, beside[0]), others(new, beside[1])];
    for key in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
        let shift = match (old.get(key), new.get(key)) {
            (None, Some(_)) => Shift::Stricter,
            (Some(_), None) => Shift::Looser,
            (old, new) if old != new => Shift::Changed,
            _ => continue,
        };
        let shown = |limits: &BTreeMap<_, String>| limits.get(key).map_or("none".to_owned(), |text| shortened(text));
        differences.push((shift, format!("{key} {}, was {}", shown(&new), shown(&old))));
    }
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
        Some((shift, format!("{} {}, was {}", self.key, self.shown(new), self.shown(old))))
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

/// Formats that have a type in Rust, so that the API differs where one of them comes or goes, or that say no more than that
/// something is a number.
const NO_LIMITS: [&str; 10] =
    ["uuid", "guid", "date", "date-time", "binary", "int32", "int64", "uint64", "float", "double"];

/// The limits of which nothing tells what they take, and what they are.
fn others(schema: &Value, beside: &Value) -> BTreeMap<String, String> {
    let mut limits = BTreeMap::new();
    let mut state =
        |key: &str, value: Option<&str>| limits.extend(value.map(|value| (key.to_owned(), value.to_owned())));
    state("pattern", text(schema, "pattern"));
    state("format", text(schema, "format").filter(|format| !NO_LIMITS.contains(format)));
    for (key, limiting) in [("uniqueItems", true), ("additionalProperties", false)] {
        let is_stated = schema[key].as_bool() == Some(limiting);
        state(key, is_stated.then_some(if limiting { "true" } else { "false" }));
    }
    if let Some(number) = schema["multipleOf"].as_f64().filter(|number| *number > 0.0) {
        state("multipleOf", Some(&number.to_string()));
    }
    // Texts and numbers are the variants of an enum.
    if let Some(values) = schema["enum"].as_array()
        && !values.iter().any(|value| value.is_string() || value.is_number())
    {
        let values: BTreeSet<String> = values.iter().map(Value::to_string).collect();
        state("values", Some(&Vec::from_iter(values).join(", ")));
    }
    // `x-constraint: {sign: positive}`, `x-format: {uri: true}`. That a single value is taken for a list takes more, and
    // what is a GUID has a type in Rust.
    for (extension, other) in [("x-constraint", "single"), ("x-format", "guid")] {
        for (key, value) in [beside, schema].into_iter().flat_map(|of| members(&of[extension])) {
            if key != other && !matches!(value, Value::Null | Value::Bool(false)) {
                state(&format!("{extension}.{}", shortened(key)), Some(&value.to_string()));
            }
        }
    }
    limits
}
