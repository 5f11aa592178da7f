//! Parses the values that a schema lists in `enum` or `const`. Strings and numbers become enums. Values of other types
//! are only listed in the documentation.

use indexmap::IndexSet;
use serde_json::Value;

use super::{
    Reader,
    kinds::{ValueKind, listed_values},
};
use crate::{adaptation::Rule, api::EnumOf, schema::Schema};

impl Reader<'_> {
    /// Returns the distinct values of an enum.
    ///
    /// If a listed value is not of `kind`, returns no values, so the schema does not become an enum. The listed values
    /// are added to the description of `schema` instead. If `kind` is string and no listed value is a string, `kind`
    /// becomes `None`. It stays string if all listed values are numbers or booleans, since these are strings whose
    /// quotes are missing.
    pub fn values(
        &mut self,
        place: &str,
        declared: &Value,
        kind: &mut Option<ValueKind>,
        schema: &mut Schema,
    ) -> Vec<String> {
        let (nulls, values): (Vec<&Value>, Vec<&Value>) = listed_values(declared).partition(|value| value.is_null());
        schema.nullable |= !nulls.is_empty();
        if values.is_empty() || *kind == Some(ValueKind::Null) {
            return Vec::new();
        }
        if let Some(fitting) = kind.and_then(|kind| values.iter().map(|value| listed_text(kind, value)).collect()) {
            let distinct: IndexSet<String> = fitting;
            return distinct.into_iter().collect();
        }
        self.log.note(Rule::VALUES_TO_DOCS, place);
        let has_strings = values.iter().any(|value| value.is_string()) || values.iter().all(|value| is_unquoted(value));
        if *kind == Some(ValueKind::Scalar(EnumOf::Text)) && !has_strings {
            // The service may follow either the type or the listed values, so any value is accepted.
            *kind = None;
        }
        let listed: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        schema.describe(&format!("Known values: {}.", listed.join(", ")));
        Vec::new()
    }
}

/// Returns the boolean that the schema `declared` allows. Returns `None` if it allows both.
pub fn only_boolean(declared: &Value) -> Option<bool> {
    let listed: Option<Vec<bool>> =
        listed_values(declared).filter(|value| !value.is_null()).map(Value::as_bool).collect();
    listed.filter(|listed| listed.len() == 1).map(|listed| listed[0])
}

/// Returns the listed values that are of `kind`, for a schema that allows several kinds. Returns `None` if the schema
/// lists only values of other kinds.
pub fn values_of_kind(declared: &Value, kind: ValueKind) -> Option<Vec<String>> {
    let is_of = |value: &Value| match kind {
        ValueKind::Null => value.is_null(),
        ValueKind::Boolean => value.is_boolean(),
        ValueKind::List => value.is_array(),
        ValueKind::Object => value.is_object(),
        ValueKind::Scalar(_) => value_text(kind, value).is_some(),
    };
    let is_possible = listed_values(declared).next().is_none() || listed_values(declared).any(is_of);
    let distinct: IndexSet<String> = listed_values(declared).filter_map(|value| value_text(kind, value)).collect();
    is_possible.then(|| distinct.into_iter().collect())
}

pub fn value_text(kind: ValueKind, value: &Value) -> Option<String> {
    let ValueKind::Scalar(of) = kind else { return None };
    match of {
        EnumOf::Integer => whole_number(value).map(|number| number.to_string()),
        EnumOf::Number => value.as_f64().map(|number| number.to_string()),
        EnumOf::Text => value.as_str().map(str::to_owned),
    }
}

/// Returns the text of a value that a schema of `kind` lists. A string may be listed as an integer or a boolean,
/// because authors of YAML forget quotes.
///
/// Returns `None` for a string that is listed as another number, because its spelling is unknown: `1.10` is parsed as
/// `1.1`.
pub fn listed_text(kind: ValueKind, value: &Value) -> Option<String> {
    let is_text = kind == ValueKind::Scalar(EnumOf::Text);
    let has_spelling = is_text && is_unquoted(value) && !value.is_f64();
    if has_spelling { Some(value.to_string()) } else { value_text(kind, value) }
}

/// Returns `true` if `value` may be a string whose quotes are missing in a YAML document.
fn is_unquoted(value: &Value) -> bool {
    value.is_number() || value.is_boolean()
}

/// Returns `value` if it is an integer, which may be written as `1.0`.
pub fn whole_number(value: &Value) -> Option<i64> {
    let whole = |number: f64| (number.fract() == 0.0 && number.abs() < EXACT_BELOW).then_some(number as i64);
    value.as_i64().or_else(|| value.as_f64().and_then(whole))
}

/// `f64` represents all integers below this limit exactly.
const EXACT_BELOW: f64 = (1_u64 << 53) as f64;

/// Returns `true` if a listed value contains a field that the schema does not declare. Decoding must not lose this
/// field, so the type has to store undeclared fields.
pub fn have_undeclared_fields(declared: &Value) -> bool {
    let properties = &declared["properties"];
    let mut fields = listed_values(declared).filter_map(Value::as_object).flatten();
    properties.is_object() && fields.any(|(name, _)| properties.get(name).is_none())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::schema::tests::read_schema;

    #[test]
    fn equal_numbers_become_one_enum_value() {
        let numbers = read_schema(json!({ "type": "number", "enum": [30, 0.5, 30.0, null] }));
        assert_eq!(numbers, json!({ "type": "number", "enum": [30, 0.5], "nullable": true }));
        let integers = read_schema(json!({ "type": "integer", "enum": [-1, 2.0, 2] }));
        assert_eq!(integers, json!({ "type": "integer", "enum": [-1, 2] }));
    }

    #[test]
    fn enum_values_of_mixed_types_are_listed_in_the_description() {
        let fraction = read_schema(json!({ "type": "integer", "enum": [1, 2.5] }));
        assert_eq!(fraction, json!({ "type": "integer", "description": "Known values: `1`, `2.5`." }));
        let mixed = read_schema(json!({ "enum": [1, "a"], "description": "Either." }));
        assert_eq!(mixed, json!({ "description": "Either.\n\nKnown values: `1`, `\"a\"`." }));
    }

    #[test]
    fn accepts_any_value_if_enum_values_contradict_the_type() {
        let mistyped = read_schema(json!({ "type": "string", "enum": [{}] }));
        assert_eq!(mistyped, json!({ "description": "Known values: `{}`." }));
    }

    #[test]
    fn unquoted_values_of_strings_become_an_enum_of_strings() {
        let values =
            |listed: serde_json::Value| read_schema(json!({ "type": "string", "enum": listed }))["enum"].clone();
        assert_eq!(values(json!([1, "2.0", "auto", true, 1])), json!(["1", "2.0", "auto", "true"]));
        assert_eq!(values(json!([u64::MAX, i64::MIN])), json!(["18446744073709551615", "-9223372036854775808"]));
        assert_eq!(read_schema(json!({ "type": ["string", "null"], "const": 7 }))["enum"], json!(["7"]));
        let either = read_schema(json!({ "enum": [1, "auto"] }));
        assert_eq!(either, json!({ "description": "Known values: `1`, `\"auto\"`." }));
    }

    #[test]
    fn unquoted_fractions_and_huge_numbers_are_listed_in_the_description() {
        for (listed, text) in [
            (r#"[1.9, 1.10]"#, "`1.9`, `1.1`"),
            (r#"[1, 2.0, "auto"]"#, "`1`, `2.0`, `\"auto\"`"),
            (r#"[true, 18446744073709551616]"#, "`true`, `1.8446744073709552e+19`"),
        ] {
            let listed: serde_json::Value = serde_json::from_str(listed).unwrap();
            let declared = json!({ "type": "string", "enum": listed });
            let expected = json!({ "type": "string", "description": format!("Known values: {text}.") });
            assert_eq!(read_schema(declared), expected);
        }
        let contradicting = read_schema(json!({ "type": "string", "enum": [1.5, {}] }));
        assert_eq!(contradicting, json!({ "description": "Known values: `1.5`, `{}`." }));
    }

    #[test]
    fn keeps_undeclared_fields_that_an_enum_value_contains() {
        let object = read_schema(json!({ "type": "object", "properties": { "a": {} }, "enum": [{ "value": {} }] }));
        assert_eq!(object["additionalProperties"], json!({}));
    }
}
