//! Parses the names of enum values, which the extensions `x-enum-varnames`, `x-enumNames` and `x-ms-enum` declare.
//!
//! A name becomes a variant by the same rules as a value. The names are used only if every value has one, and if no two
//! names would become the same variant.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Reader, kinds::ValueKind, values::listed_text};
use crate::{adaptation::Rule, api::EnumOf, bounds::Bound, document::json::array, text::naming};

impl Reader<'_> {
    /// Returns the names that the schema `declared` declares for its `values`, from the first extension whose names are
    /// valid. Reports names that cannot be used.
    pub fn value_names(
        &mut self,
        place: &str,
        declared: &Value,
        of: EnumOf,
        values: &[String],
    ) -> BTreeMap<String, String> {
        for extension in ["x-enum-varnames", "x-enumNames", "x-ms-enum"] {
            let pairs = match extension {
                "x-ms-enum" => declared[extension].get("values").map(|_| names_by_value(&declared[extension])),
                _ => declared.get(extension).map(|_| names_in_order(declared, extension)),
            };
            let Some(pairs) = pairs.filter(|_| !values.is_empty()) else { continue };
            match usable_names(&pairs, of, values) {
                Some(names) => return names,
                None => self.log.note(Rule::IGNORED_VALUE_NAMES, format!("{place} {extension}")),
            }
        }
        BTreeMap::new()
    }
}

struct NamedValue<'a> {
    value: &'a Value,
    name: Option<&'a str>,
}

/// Pairs each value of the enum with the name at the same position in `extension`. The list of names may leave out
/// null.
fn names_in_order<'a>(declared: &'a Value, extension: &str) -> Vec<NamedValue<'a>> {
    let names: Vec<&Value> = array(declared, extension).collect();
    let all: Vec<&Value> = array(declared, "enum").collect();
    let without_null = || all.iter().copied().filter(|value| !value.is_null()).collect();
    let values: Vec<&Value> = if names.len() == all.len() { all } else { without_null() };
    if names.len() != values.len() {
        return Vec::new();
    }
    values.into_iter().zip(names).map(|(value, name)| NamedValue { value, name: name.as_str() }).collect()
}

/// Returns the values and names in `x-ms-enum`. A string without a name is its own name.
fn names_by_value(extension: &Value) -> Vec<NamedValue<'_>> {
    let described = array(extension, "values")
        .map(|it| NamedValue { value: &it["value"], name: it.get("name").map_or(it["value"].as_str(), Value::as_str) });
    described.collect()
}

/// Returns the names of `values`, by value. Returns `None` if a value has no name, or if two names would become the
/// same variant.
fn usable_names(pairs: &[NamedValue<'_>], of: EnumOf, values: &[String]) -> Option<BTreeMap<String, String>> {
    let mut names = BTreeMap::new();
    for NamedValue { value, name } in pairs.iter().rev() {
        if let (Some(text), Some(name)) = (listed_text(ValueKind::Scalar(of), value), name) {
            names.insert(text, (*name).to_owned());
        }
    }
    let is_name = |name: &&String| name.chars().any(char::is_alphanumeric) && name.len() <= Bound::Name.limit();
    let used: Option<Vec<&String>> = values.iter().map(|value| names.get(value).filter(is_name)).collect();
    let distinct: BTreeSet<String> = used?.into_iter().map(|name| naming::type_name(name)).collect();
    (names.len() == values.len() && distinct.len() == values.len()).then_some(names)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{adaptation::Rule, schema::tests::all_schemas};

    #[test]
    fn reports_value_names_that_are_missing_or_not_distinct() {
        let schema = |names: &[&str]| json!({ "type": "string", "enum": ["a", "b"], "x-enum-varnames": names });
        let schemas =
            json!({ "Good": schema(&["One", "Two"]), "Short": schema(&["One"]), "Same": schema(&["x", "X"]) });
        let (_, log) = all_schemas(json!({ "openapi": "3.0.0", "components": { "schemas": schemas } }));
        let reported = log.adaptations.iter().filter(|it| it.rule == Rule::IGNORED_VALUE_NAMES);
        let places: Vec<&str> = reported.map(|it| it.place.as_str()).collect();
        assert_eq!(places, ["Short x-enum-varnames", "Same x-enum-varnames"]);
    }
}
