//! Assigns the Rust names of the variants of enums, unions and responses.

use std::collections::BTreeSet;

use crate::{
    api::{Case, Enum, EnumOf, EnumValue, JsonKind, Type},
    bounds::Bound,
    text::naming,
};

/// The names for the variant of all other values. The second one is used if the document contains a value with the
/// first name.
pub const CATCH_ALL: [&str; 2] = ["Other", "Unlisted"];

/// Creates an open enum with a variant for each of `values`, which have the form in which they are sent.
pub fn open_enum(of: EnumOf, values: &[String]) -> Enum {
    let mut taken = BTreeSet::new();
    let variant = if of == EnumOf::Text { value_variant } else { number_variant };
    let values = values
        .iter()
        .map(|value| {
            let short: String = value.chars().take(Bound::Name.limit()).collect();
            EnumValue { name: naming::unique(&variant(&short), &mut taken), wire_name: value.clone() }
        })
        .collect();
    Enum { of, values, other: naming::first_unique(&CATCH_ALL, &mut taken) }
}

/// Names the variant of a number: `10` becomes `N10`, and `-0.5` becomes `Minus0_5`.
fn number_variant(number: &str) -> String {
    let (sign, digits) = number.strip_prefix('-').map_or(("N", number), |digits| ("Minus", digits));
    let digits: String = digits.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("{sign}{digits}")
}

/// Names the variant of booleans or numbers: `true` becomes `True`, and `1` or `2` becomes `N1OrN2`.
pub fn scalar_variant(values: &[String]) -> String {
    let names = values.iter().map(|value| match value.as_str() {
        "true" | "false" => naming::type_name(value),
        number => number_variant(number),
    });
    naming::type_name(&names.collect::<Vec<_>>().join("Or").chars().take(Bound::Name.limit()).collect::<String>())
}

/// Names the variant of a string: `IN_PROGRESS` becomes `InProgress`. A string without letters and digits is named
/// after the codes of its characters.
fn value_variant(value: &str) -> String {
    if value.is_empty() {
        "Empty".to_owned()
    } else if value.chars().any(char::is_alphanumeric) {
        naming::type_name(value)
    } else {
        let codes: Vec<String> = value.chars().map(|c| format!("{:X}", u32::from(c))).collect();
        format!("U{}", codes.join("U"))
    }
}

/// Returns the variant of a union for values of this kind.
pub fn kind_variant(kind: JsonKind, ty: &Type) -> &'static str {
    match (kind, ty) {
        (JsonKind::Number, Type::Int32 | Type::Int64 | Type::Uint64) => "Integer",
        (JsonKind::Number, _) => "Number",
        (JsonKind::String, _) => "Text",
        (JsonKind::Boolean, _) => "Boolean",
        (JsonKind::Array, _) => "List",
        (JsonKind::Object, _) => "Object",
    }
}

/// Returns the variant of a union of objects for the member called `name`. The variant is named after the only value
/// that distinguishes the member, or else after the member.
pub fn case_variant(case: &Case, name: Option<&str>) -> String {
    match (case, name) {
        (Case::UndeclaredTag(value), _) => value_variant(value),
        (Case::Tag(values), _) if values.len() == 1 => value_variant(&values[0]),
        (_, Some(name)) => name.to_owned(),
        (Case::Tag(values), None) => {
            let names: Vec<String> = values.iter().map(|value| value_variant(value)).collect();
            naming::type_name(&names.join("Or").chars().take(Bound::Name.limit()).collect::<String>())
        }
        (Case::Field(field), None) => value_variant(field),
        (Case::Kind(_) | Case::Absent | Case::AnyTag, None) => "Fallback".to_owned(),
    }
}

/// Returns the variant of a response with this status, named after the reason phrase. `None` stands for any other
/// success.
pub fn status_variant(status: Option<u16>) -> String {
    let Some(status) = status else { return "Success".to_owned() };
    let known = match status {
        200 => "Ok",
        201 => "Created",
        202 => "Accepted",
        203 => "NonAuthoritative",
        204 => "NoContent",
        205 => "ResetContent",
        206 => "PartialContent",
        _ => return format!("Status{status}"),
    };
    known.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_of_numbers_spell_the_number() {
        let made = open_enum(EnumOf::Number, &["10", "-0.5", "0.5", "1e21"].map(str::to_owned));
        let names: Vec<&str> = made.values.iter().map(|value| value.name.as_str()).collect();
        assert_eq!(names, ["N10", "Minus0_5", "N0_5", "N1e21"]);
    }

    #[test]
    fn each_value_has_a_variant_of_its_own() {
        assert_eq!(value_variant("IN_PROGRESS"), "InProgress");
        assert_eq!(value_variant("24h"), "X24h");
        assert_eq!(value_variant(">="), "U3EU3D");
        assert_eq!(value_variant(""), "Empty");
        let made = open_enum(EnumOf::Text, &["a", "A", "other"].map(str::to_owned));
        let names: Vec<&str> = made.values.iter().map(|value| value.name.as_str()).collect();
        assert_eq!(names, ["A", "A2", "Other"]);
        assert_eq!(made.other, "Unlisted");
    }
}
