//! Texts and numbers have enum types; other lists of values are said in the documentation.

use indexmap::IndexSet;
use serde_json::Value;

use super::{
    Reader,
    kinds::{Kind, listed},
};
use crate::{adaptation::Rule, api::EnumOf, schema::Schema};

impl Reader<'_> {
    /// The values of an enum, each once. Where the list does not fit the kind, it is added to the description of `schema`,
    /// and may leave the kind open.
    pub fn values(
        &mut self,
        place: &str,
        declared: &Value,
        kind: &mut Option<Kind>,
        schema: &mut Schema,
    ) -> Vec<String> {
        let (nulls, values): (Vec<&Value>, Vec<&Value>) = listed(declared).partition(|value| value.is_null());
        schema.nullable |= !nulls.is_empty();
        if values.is_empty() || *kind == Some(Kind::Null) {
            return Vec::new();
        }
        if let Some(fitting) = kind.and_then(|kind| values.iter().map(|value| written(kind, value)).collect()) {
            let distinct: IndexSet<String> = fitting;
            return distinct.into_iter().collect();
        }
        self.log.note(Rule::VALUES_TO_DOCS, place);
        if *kind == Some(Kind::Scalar(EnumOf::Text)) && !values.iter().any(|value| value.is_string()) {
            // The type and the values exclude each other; which of them the service means is not shown.
            *kind = None;
        }
        let listed: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        schema.describe(&format!("Known values: {}.", listed.join(", ")));
        Vec::new()
    }
}

/// The boolean that `declared` is, if it lists one of them.
pub fn only_boolean(declared: &Value) -> Option<bool> {
    let listed: Option<Vec<bool>> = listed(declared).filter(|value| !value.is_null()).map(Value::as_bool).collect();
    listed.filter(|listed| listed.len() == 1).map(|listed| listed[0])
}

/// The values of an enum of one of several kinds; `None` if all that are listed are of other kinds.
pub fn of_kind(declared: &Value, kind: Kind) -> Option<Vec<String>> {
    let is_of = |value: &Value| match kind {
        Kind::Null => value.is_null(),
        Kind::Boolean => value.is_boolean(),
        Kind::List => value.is_array(),
        Kind::Object => value.is_object(),
        Kind::Scalar(_) => written(kind, value).is_some(),
    };
    let is_possible = listed(declared).next().is_none() || listed(declared).any(is_of);
    let distinct: IndexSet<String> = listed(declared).filter_map(|value| written(kind, value)).collect();
    is_possible.then(|| distinct.into_iter().collect())
}

/// `value` as a value of an enum of `kind`; `None` if it is no such text or number.
fn written(kind: Kind, value: &Value) -> Option<String> {
    let Kind::Scalar(of) = kind else { return None };
    match of {
        EnumOf::Integer => whole_number(value).map(|number| number.to_string()),
        EnumOf::Number => value.as_f64().map(|number| number.to_string()),
        EnumOf::Text => value.as_str().map(str::to_owned),
    }
}

/// A whole number, also one that is written as `1.0`.
pub fn whole_number(value: &Value) -> Option<i64> {
    let whole = |number: f64| (number.fract() == 0.0 && number.abs() < EXACT_BELOW).then_some(number as i64);
    value.as_i64().or_else(|| value.as_f64().and_then(whole))
}

/// Below this, `f64` represents every integer exactly.
const EXACT_BELOW: f64 = (1_u64 << 53) as f64;

/// Checks whether one of the listed values has a field that is not declared: a value that is allowed must not lose it.
pub fn have_undeclared_fields(declared: &Value) -> bool {
    let properties = &declared["properties"];
    let mut fields = listed(declared).filter_map(Value::as_object).flatten();
    properties.is_object() && fields.any(|(name, _)| properties.get(name).is_none())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::schema::tests::read_schema;

    #[test]
    fn numbers_are_values_of_an_enum_each_once() {
        let numbers = read_schema(json!({ "type": "number", "enum": [30, 0.5, 30.0, null] }));
        assert_eq!(numbers, json!({ "type": "number", "enum": [30, 0.5], "nullable": true }));
        let integers = read_schema(json!({ "type": "integer", "enum": [-1, 2.0, 2] }));
        assert_eq!(integers, json!({ "type": "integer", "enum": [-1, 2] }));
    }

    #[test]
    fn enums_of_neither_text_nor_numbers_are_plain_values_listed_in_docs() {
        let fraction = read_schema(json!({ "type": "integer", "enum": [1, 2.5] }));
        assert_eq!(fraction, json!({ "type": "integer", "description": "Known values: `1`, `2.5`." }));
        let mixed = read_schema(json!({ "enum": [1, "a"], "description": "Either." }));
        assert_eq!(mixed, json!({ "description": "Either.\n\nKnown values: `1`, `\"a\"`." }));
    }

    #[test]
    fn values_that_do_not_fit_the_type_leave_it_open() {
        let mistyped = read_schema(json!({ "type": "string", "enum": [1] }));
        assert_eq!(mistyped, json!({ "description": "Known values: `1`." }));
    }

    #[test]
    fn fields_that_only_a_listed_value_has_are_kept() {
        let object = read_schema(json!({ "type": "object", "properties": { "a": {} }, "enum": [{ "value": {} }] }));
        assert_eq!(object["additionalProperties"], json!({}));
    }
}
