//! Moves limits, patterns and defaults from schemas to the documentation. Types do not enforce them, because the
//! service does.
//!
//! If a type enforced a limit, it would refuse valid values as soon as the service changed this limit. If an object
//! refused undeclared fields, a single new field would make a complete page unreadable. A `default` is not sent,
//! because it may be the time at which the document was generated.

use serde_json::Value;

use super::{Reader, kinds};
use crate::{
    adaptation::Rule,
    api::{EnumOf, Type},
    document::json::is_set,
    schema::{Composed, Scalar, Schema, Shape, required},
};

impl Reader<'_> {
    /// Adds the limits and the default of the schema `declared` to the description of `schema`. If there is no
    /// description, the title is used.
    pub fn describe_limits(&mut self, place: &str, declared: &Value, schema: &mut Schema) {
        if let (None, Some(title)) = (&schema.description, declared["title"].as_str()) {
            schema.description = Some(format!("{}.", title.trim_end_matches('.')));
        }
        let limits = limit_texts(declared);
        if !limits.is_empty() {
            self.log.note(Rule::CONSTRAINT_TO_DOCS, place);
            schema.describe(&format!("Limits: {}.", limits.join("; ")));
        }
        if let Some(default) = declared.get("default") {
            self.log.note(Rule::DEFAULT_NOT_SENT, place);
            if let Some(shown) = default_text(default) {
                schema.describe(&format!("The service's default: `{shown}`."));
            }
        }
    }

    /// Removes each `anyOf` or `oneOf` whose members contain only `required`. Such a composition is also a limit: it
    /// states which fields may be used together. A field that all members require becomes required.
    pub fn drop_limits(&mut self, place: &str, composed: &mut Composed) {
        for members in [&mut composed.any_of, &mut composed.one_of] {
            let is_limit = |it: &Schema| it.is_of_any_kind() && !(it.nullable || it.read_only || it.write_only);
            if !members.is_empty() && members.iter().all(is_limit) {
                self.log.note(Rule::CONSTRAINT_TO_DOCS, place);
                let required = Shape::requiring(required::required_by_all(&*members));
                members.clear();
                composed.all_of.extend(Some(required).filter(|shape| *shape != Shape::Any).map(Schema::from));
            }
        }
    }
}

/// Returns the shape of an integer. Integers are `i64`, unless a limit or a listed value exceeds that type. They are
/// then `u64` if that includes all allowed values, and any number otherwise.
pub fn integer_shape(declared: &Value) -> Shape {
    let whole = |value: &Value| match value.as_i64() {
        Some(number) => Some(number.into()),
        None => value.as_u64().map(i128::from).or_else(|| value.as_f64().map(|number| number as i128)),
    };
    let limits = |[key, exclusive]: [&str; 2], step: i128| {
        let inside = if is_set(declared, exclusive) { step } else { 0 };
        let limit = |(key, step): (&str, i128)| Some(whole(declared.get(key)?)?.saturating_add(step));
        [(key, inside), (exclusive, step)].map(limit).into_iter().flatten()
    };
    let listed: Vec<i128> = kinds::listed_values(declared).filter_map(whole).collect();
    let least = limits(["minimum", "exclusiveMinimum"], 1).max().or(listed.iter().copied().min());
    let most = limits(["maximum", "exclusiveMaximum"], -1).min().or(listed.iter().copied().max());
    let is_among = |lowest: i128, highest: i128, open: bool| {
        least.map_or(open, |least| least >= lowest) && most.is_none_or(|most| most <= highest)
    };
    let format = match (is_among(i64::MIN.into(), i64::MAX.into(), true), is_among(0, u64::MAX.into(), false)) {
        (true, _) if least.is_none_or(|least| least <= i64::MAX.into()) => None,
        (_, true) => Some(Type::Uint64),
        _ => return Shape::ExactNumber,
    };
    Shape::Scalar(Scalar::new(EnumOf::Integer, format, Vec::new()))
}

/// Keywords for constraints that cannot be described in one phrase. The documentation only names them, and refers to
/// the document.
const NAMED: [&str; 9] = [
    "not",
    "if",
    "contains",
    "minContains",
    "maxContains",
    "prefixItems",
    "unevaluatedItems",
    "dependentRequired",
    "dependentSchemas",
];

/// A keyword that limits values to a number, and the words with which the documentation describes this limit.
struct NumberLimit<'a> {
    /// The keyword, such as `minLength`.
    key: &'a str,
    /// The words that precede the number, such as `at least`.
    words: &'a str,
    /// The unit of the number, in the singular and with a leading space, such as ` character`. Empty if there is none.
    unit: &'a str,
}

/// Returns whether `value` is the least or the greatest `i64`. Some frameworks write these as limits of each integer.
fn is_bound_of_i64(value: &Value) -> bool {
    matches!(value.as_i64(), Some(i64::MIN | i64::MAX))
}

fn limit_texts(declared: &Value) -> Vec<String> {
    let keywords = [
        number_bound(declared, ["minimum", "exclusiveMinimum"], ["at least", "greater than"], |one, other| one > other),
        number_bound(declared, ["maximum", "exclusiveMaximum"], ["at most", "less than"], |one, other| one < other),
        NumberLimit { key: "multipleOf", words: "a multiple of", unit: "" },
        NumberLimit { key: "minLength", words: "at least", unit: " character" },
        NumberLimit { key: "maxLength", words: "at most", unit: " character" },
        NumberLimit { key: "minItems", words: "at least", unit: " element" },
        NumberLimit { key: "maxItems", words: "at most", unit: " element" },
        NumberLimit { key: "minProperties", words: "at least", unit: " field" },
        NumberLimit { key: "maxProperties", words: "at most", unit: " field" },
    ];
    let mut limits: Vec<String> = keywords
        .iter()
        .filter_map(|NumberLimit { key, words, unit }| {
            let value = declared.get(*key).filter(|value| value.is_number() && !is_bound_of_i64(value))?;
            let plural = if unit.is_empty() || value.as_u64() == Some(1) { "" } else { "s" };
            Some(format!("{words} {value}{unit}{plural}"))
        })
        .collect();
    if is_set(declared, "uniqueItems") {
        limits.push("no duplicate elements".to_owned());
    }
    if let Some(pattern) = declared["pattern"].as_str().filter(|pattern| !pattern.contains('`')) {
        limits.push(format!("matches `{pattern}`"));
    }
    let named = NAMED.into_iter().filter(|key| declared.get(*key).is_some());
    limits.extend(named.map(|key| format!("`{key}` of the document")));
    if let Some(sign) = declared["x-constraint"]["sign"].as_str() {
        limits.push(sign.to_owned());
    }
    limits
}

/// Returns the lower or upper bound of a number. If an inclusive and an exclusive bound are declared, returns the
/// stricter one.
///
/// In OpenAPI 3.0, the exclusive keyword is a flag that makes the bound exclusive. In later versions, it is a bound of
/// its own.
fn number_bound<'a>(
    declared: &Value,
    [inclusive, exclusive]: [&'a str; 2],
    words: [&'a str; 2],
    is_stricter: fn(f64, f64) -> bool,
) -> NumberLimit<'a> {
    let [one, other] = [inclusive, exclusive].map(|key| declared.get(key).and_then(Value::as_f64));
    let counts = other.is_some_and(|other| one.is_none_or(|one| !is_stricter(one, other)));
    let is_exclusive = is_set(declared, exclusive);
    NumberLimit {
        key: if counts && !is_exclusive { exclusive } else { inclusive },
        words: words[usize::from(counts || is_exclusive)],
        unit: "",
    }
}

/// Formats a default for the documentation. Returns `None` if the default is long, or a timestamp, which is usually the
/// time at which the document was generated.
fn default_text(default: &Value) -> Option<String> {
    let shown = match default {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let is_timestamp = shown.len() >= 10 && shown.as_bytes()[4] == b'-' && shown.as_bytes()[7] == b'-';
    let is_short = !shown.is_empty() && shown.len() <= 60 && !shown.contains(['`', '\n']);
    (is_short && !is_timestamp).then_some(shown)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::schema::tests::read_schema;

    #[test]
    fn documents_limits_in_the_description_of_a_schema() {
        let text = read_schema(
            json!({ "type": "string", "description": "Name.", "minLength": 1, "maxLength": 9, "pattern": "^a$" }),
        );
        assert_eq!(
            text,
            json!({ "type": "string", "description": "Name.\n\nLimits: at least 1 character; at most 9 characters; matches `^a$`." })
        );
        let number = read_schema(json!({ "type": "number", "minimum": 0, "exclusiveMinimum": true, "maximum": 5 }));
        assert_eq!(number, json!({ "type": "number", "description": "Limits: greater than 0; at most 5." }));
    }

    #[test]
    fn documents_the_stricter_of_an_inclusive_and_exclusive_bound() {
        let description = |declared: Value| read_schema(declared)["description"].clone();
        assert_eq!(description(json!({ "exclusiveMinimum": 0, "minimum": -1 })), "Limits: greater than 0.");
        assert_eq!(description(json!({ "exclusiveMinimum": 0, "minimum": 0 })), "Limits: greater than 0.");
        assert_eq!(description(json!({ "exclusiveMaximum": 9, "maximum": 8.5 })), "Limits: at most 8.5.");
        assert_eq!(description(json!({ "exclusiveMaximum": false, "maximum": 8 })), "Limits: at most 8.");
        assert_eq!(description(json!({ "minimum": i64::MIN, "maximum": 8 })), "Limits: at most 8.");
    }

    #[test]
    fn integers_beyond_i64_have_a_wider_type() {
        let read = |declared: Value| {
            let mut schema = read_schema(declared);
            schema.as_object_mut().map(|schema| schema.remove("description"));
            schema
        };
        let (usual, any) =
            (json!({ "type": "integer" }), json!({ "oneOf": [{ "type": "integer" }, { "type": "number" }] }));
        let unsigned = json!({ "type": "integer", "format": "uint64" });
        for (limits, expected) in [
            (json!({ "minimum": 0, "maximum": i64::MAX }), &usual),
            (json!({ "minimum": 0, "exclusiveMaximum": 1_u64 << 63 }), &usual),
            (json!({ "maximum": 1_u64 << 63, "exclusiveMaximum": true }), &usual),
            (json!({ "minimum": 0, "maximum": u64::MAX }), &unsigned),
            (json!({ "exclusiveMinimum": -1, "exclusiveMaximum": 1e19 }), &unsigned),
            (json!({ "minimum": u64::MAX }), &unsigned),
            (json!({ "maximum": u64::MAX }), &any),
            (json!({ "minimum": -1, "maximum": 1_u64 << 63 }), &any),
            (json!({ "minimum": 0, "maximum": 1e20 }), &any),
            (json!({ "minimum": -1e300 }), &any),
            (json!({ "enum": [1, u64::MAX] }), &unsigned),
            (json!({ "format": "int64", "maximum": u64::MAX }), &json!({ "type": "integer", "format": "int64" })),
        ] {
            let mut declared = limits.clone();
            declared["type"] = "integer".into();
            assert_eq!(read(declared), *expected, "{limits}");
        }
    }

    #[test]
    fn documents_complex_constraints_by_their_keywords() {
        let object = read_schema(
            json!({ "type": "object", "if": {}, "then": {}, "not": {}, "dependentRequired": { "a": ["b"] } }),
        );
        let description = "Limits: `not` of the document; `if` of the document; `dependentRequired` of the document.";
        assert_eq!(object, json!({ "type": "object", "description": description }));
    }

    #[test]
    fn documents_defaults_other_than_timestamps() {
        let default = read_schema(json!({ "type": "integer", "default": 20 }));
        assert_eq!(default["description"], "The service's default: `20`.");
        let moment = read_schema(json!({ "type": "string", "default": "2025-08-05T10:00:00.000Z" }));
        assert_eq!(moment, json!({ "type": "string" }));
    }

    #[test]
    fn ignores_an_anyof_whose_members_only_require_fields() {
        let object = read_schema(json!({ "type": "object", "anyOf": [{ "required": ["a"] }, { "required": ["b"] }] }));
        assert_eq!(object, json!({ "type": "object" }));
    }

    #[test]
    fn a_title_becomes_the_description_if_there_is_none() {
        let left = read_schema(json!({ "type": "string", "title": "Name", "example": "x", "x-unit": 1 }));
        assert_eq!(left, json!({ "type": "string", "description": "Name." }));
    }
}
