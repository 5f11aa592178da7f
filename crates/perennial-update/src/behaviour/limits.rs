//! A comparison of the limits of two schemas by what they take.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::document::{elements, is_set, members, shortened, text};

/// The direction in which a limit changed.
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
    let [old, new] = [limits(old, beside[0]), limits(new, beside[1])];
    let mut differences = Vec::new();
    for key in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
        let shift = match (old.get(key), new.get(key)) {
            (None, _) => Shift::Stricter,
            (_, None) => Shift::Looser,
            (Some(old), Some(new)) if new.strictness > old.strictness => Shift::Stricter,
            (Some(old), Some(new)) if new.strictness < old.strictness => Shift::Looser,
            (Some(old), Some(new)) if new.strictness.is_none() && new.shown != old.shown => Shift::Changed,
            _ => continue,
        };
        let shown = |limits: &BTreeMap<_, Limit>| limits.get(key).map_or("none".to_owned(), |it| shortened(&it.shown));
        differences.push((shift, format!("{key} {}, was {}", shown(&new), shown(&old))));
    }
    differences
}

/// A limit that a schema states.
struct Limit {
    shown: String,
    /// The greater, the stricter: a number, and whether it is not taken itself. `None` for limits that cannot be
    /// ordered.
    strictness: Option<(f64, bool)>,
}

/// The limits that are numbers.
const BOUNDS: [&str; 8] =
    ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];

/// Formats that have a type in Rust, so that the API differs where one of them comes or goes, or that say no more than that
/// something is a number.
const NO_LIMITS: [&str; 10] =
    ["uuid", "guid", "date", "date-time", "binary", "int32", "int64", "uint64", "float", "double"];

/// All limits that are stated, by their keys.
fn limits(schema: &Value, beside: &Value) -> BTreeMap<String, Limit> {
    let mut limits = BTreeMap::new();
    for key in BOUNDS {
        limits.extend(bound(schema, key).map(|limit| (key.to_owned(), limit)));
    }
    let mut state = |key: &str, shown: Option<String>| {
        limits.extend(shown.map(|shown| (key.to_owned(), Limit { shown, strictness: None })));
    };
    let other = |key| text(schema, key).map(str::to_owned);
    state("pattern", other("pattern"));
    state("format", other("format").filter(|format| !NO_LIMITS.contains(&format.as_str())));
    for (key, limiting) in [("uniqueItems", true), ("additionalProperties", false)] {
        state(key, (schema[key] == limiting).then(|| limiting.to_string()));
    }
    let number = schema["multipleOf"].as_f64().filter(|number| *number > 0.0);
    state("multipleOf", number.map(|number| number.to_string()));
    // Texts and numbers are the variants of an enum.
    let values = schema["enum"].as_array();
    let values = values.filter(|values| !values.iter().any(|value| value.is_string() || value.is_number()));
    let listed = |values: &Vec<Value>| values.iter().map(Value::to_string).collect::<BTreeSet<_>>();
    state("values", values.map(|values| Vec::from_iter(listed(values)).join(", ")));
    // `x-constraint: {sign: positive}`, `x-format: {uri: true}`. That a single value is taken for a list takes more, and
    // what is a GUID has a type in Rust.
    for (extension, other) in [("x-constraint", "single"), ("x-format", "guid")] {
        for (key, value) in [beside, schema].into_iter().flat_map(|of| members(&of[extension])) {
            if key != other && !matches!(value, Value::Null | Value::Bool(false)) {
                state(&format!("{extension}.{}", shortened(key)), Some(value.to_string()));
            }
        }
    }
    limits
}

/// A limit that is a number, unless it goes without saying.
fn bound(schema: &Value, key: &str) -> Option<Limit> {
    let number_at = |key: &str| schema.get(key).filter(|number| number.is_number());
    // A flag beside the limit in OpenAPI 3.0, and a limit of its own since.
    let exclusive = match key {
        "minimum" => Some("exclusiveMinimum"),
        "maximum" => Some("exclusiveMaximum"),
        _ => None,
    };
    let own = exclusive.and_then(number_at);
    let number = own.or_else(|| number_at(key))?;
    let is_exclusive = own.is_some() || exclusive.is_some_and(|key| is_set(schema, key));
    let stated = number.as_f64()?;
    // Nothing has less than no characters, elements or members.
    if exclusive.is_none() && key.starts_with("min") && stated <= 0.0 {
        return None;
    }
    let shown = format!("{number}{}", if is_exclusive { " (exclusive)" } else { "" });
    let strictness = if key.starts_with("max") { -stated } else { stated };
    // Of whole numbers, "more than 0" and "1 at least" are the same.
    let is_integer = text(schema, "type") == Some("integer") || elements(&schema["type"]).any(|ty| ty == "integer");
    let is_next = is_exclusive && is_integer;
    let strictness = if is_next { (strictness.floor() + 1.0, false) } else { (strictness, is_exclusive) };
    Some(Limit { shown, strictness: Some(strictness) })
}
