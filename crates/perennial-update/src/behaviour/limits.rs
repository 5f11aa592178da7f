//! Compares the limits of two schemas, to find out whether the new schema accepts more or fewer values than the old
//! one.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::document::{elements, is_true, members, shortened, string_member};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitShift {
    Stricter,
    Looser,
    /// The set of accepted values changed, but it cannot be determined whether it grew or shrank, for example because
    /// `pattern` differs.
    Changed,
}

pub struct LimitChange {
    pub shift: LimitShift,
    /// The name of the limit, its new value and its old value, such as `maximum 5, was 10`.
    pub description: String,
}

/// Compares the limits of two schemas. For schemas of a parameter, `beside` contains the old and the new parameter,
/// because their extensions may declare limits too.
pub fn compare_limits([old, new]: [&Value; 2], beside: [&Value; 2]) -> Vec<LimitChange> {
    let [old, new] = [collect_limits(old, beside[0]), collect_limits(new, beside[1])];
    let mut differences = Vec::new();
    for key in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
        let shift = match (old.get(key), new.get(key)) {
            (None, _) => LimitShift::Stricter,
            (_, None) => LimitShift::Looser,
            (Some(old), Some(new)) if new.strictness > old.strictness => LimitShift::Stricter,
            (Some(old), Some(new)) if new.strictness < old.strictness => LimitShift::Looser,
            (Some(old), Some(new)) if new.strictness.is_none() && new.shown != old.shown => LimitShift::Changed,
            _ => continue,
        };
        let shown =
            |limits: &BTreeMap<_, SchemaLimit>| limits.get(key).map_or("none".to_owned(), |it| shortened(&it.shown));
        let description = format!("{key} {}, was {}", shown(&new), shown(&old));
        differences.push(LimitChange { shift, description });
    }
    differences
}

struct SchemaLimit {
    shown: String,
    /// `None` for limits that cannot be ordered by strictness, such as patterns.
    strictness: Option<Strictness>,
}

/// The strictness of a numeric limit. A stricter limit compares greater.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Strictness {
    /// A lower bound, or the negative of an upper bound, so that a greater number is always stricter.
    bound: f64,
    is_exclusive: bool,
}

const BOUNDS: [&str; 8] =
    ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];

/// Formats that do not limit values. Some of them determine the Rust type, so the comparison of the APIs reports when
/// they change. The others only state that a value is a number.
const NO_LIMITS: [&str; 10] =
    ["uuid", "guid", "date", "date-time", "binary", "int32", "int64", "uint64", "float", "double"];

/// Collects the limits of a schema by name, such as `maximum`. Includes the limits in the extensions of the parameter
/// `beside` the schema.
fn collect_limits(schema: &Value, beside: &Value) -> BTreeMap<String, SchemaLimit> {
    let mut limits = BTreeMap::new();
    for key in BOUNDS {
        limits.extend(numeric_limit(schema, key).map(|limit| (key.to_owned(), limit)));
    }
    let mut declare = |key: &str, shown: Option<String>| {
        limits.extend(shown.map(|shown| (key.to_owned(), SchemaLimit { shown, strictness: None })));
    };
    let other = |key| string_member(schema, key).map(str::to_owned);
    declare("pattern", other("pattern"));
    declare("format", other("format").filter(|format| !NO_LIMITS.contains(&format.as_str())));
    for (key, limiting) in [("uniqueItems", true), ("additionalProperties", false)] {
        declare(key, (schema[key] == limiting).then(|| limiting.to_string()));
    }
    let number = schema["multipleOf"].as_f64().filter(|number| *number > 0.0);
    declare("multipleOf", number.map(|number| number.to_string()));
    // Listed strings and numbers become variants of a Rust enum, so the comparison of the APIs reports their changes.
    // Only other listed values are limits.
    let values = schema["enum"].as_array();
    let values = values.filter(|values| !values.iter().any(|value| value.is_string() || value.is_number()));
    let listed = |values: &Vec<Value>| values.iter().map(Value::to_string).collect::<BTreeSet<_>>();
    declare("values", values.map(|values| Vec::from_iter(listed(values)).join(", ")));
    // Reads the extensions `x-constraint: {sign: positive}` and `x-format: {uri: true}`. Two of their keys are not
    // limits: `single` allows a single value instead of a list, and `guid` determines the Rust type.
    for (extension, other) in [("x-constraint", "single"), ("x-format", "guid")] {
        for (key, value) in [beside, schema].into_iter().flat_map(|declaring| members(&declaring[extension])) {
            if key != other && !matches!(value, Value::Null | Value::Bool(false)) {
                declare(&format!("{extension}.{}", shortened(key)), Some(value.to_string()));
            }
        }
    }
    limits
}

/// Returns the numeric limit at `key`, unless every value satisfies it.
fn numeric_limit(schema: &Value, key: &str) -> Option<SchemaLimit> {
    let number_at = |key: &str| schema.get(key).filter(|number| number.is_number());
    // In OpenAPI 3.0, `exclusiveMinimum` is a flag that belongs to `minimum`. Since 3.1, it is a limit of its own.
    let exclusive = match key {
        "minimum" => Some("exclusiveMinimum"),
        "maximum" => Some("exclusiveMaximum"),
        _ => None,
    };
    let own = exclusive.and_then(number_at);
    let number = own.or_else(|| number_at(key))?;
    let is_exclusive = own.is_some() || exclusive.is_some_and(|key| is_true(schema, key));
    let stated = number.as_f64()?;
    // A minimum of zero characters, elements or members excludes nothing.
    if exclusive.is_none() && key.starts_with("min") && stated <= 0.0 {
        return None;
    }
    let shown = format!("{number}{}", if is_exclusive { " (exclusive)" } else { "" });
    let bound = if key.starts_with("max") { -stated } else { stated };
    // For integers, "more than 0" and "at least 1" are the same limit.
    let is_integer =
        string_member(schema, "type") == Some("integer") || elements(&schema["type"]).any(|ty| ty == "integer");
    let strictness = if is_exclusive && is_integer {
        Strictness { bound: bound.floor() + 1.0, is_exclusive: false }
    } else {
        Strictness { bound, is_exclusive }
    };
    Some(SchemaLimit { shown, strictness: Some(strictness) })
}
