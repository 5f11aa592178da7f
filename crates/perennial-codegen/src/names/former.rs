//! Collects the former names and aliases of an API from the recorded names. Entries of items that the document no
//! longer contains are skipped.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{
    file::{FILE, FormerFeature, Names, OtherName},
    setters,
};
use crate::{
    api::{
        Api, Enum, EnumOf, FormerName, FormerNames, Forwards, Kind, Operation, TypeDef, TypesByName, former::ByOwner,
    },
    diagnostics::Diagnostics,
};

const REMEDY: &str = "remove the entry, or restore the file from version control";

/// Returns the former names and aliases of the items in `api`. Reports each former variant whose recorded value is
/// impossible in its enum.
pub fn collect_former_names(recorded: &Names, api: &Api, diagnostics: &mut Diagnostics) -> FormerNames {
    let (types, present) = (api.types_by_name(), api.operations_by_name());
    FormerNames {
        types: former_types(recorded, api),
        operations: former_operations(recorded, &present),
        short_names: former_short_names(recorded, &present),
        operation_setters: former_setters(recorded, api, &types),
        variants: former_variants(recorded, &types, diagnostics),
        features: former_features(recorded, api),
    }
}

fn former_types(recorded: &Names, api: &Api) -> BTreeMap<String, FormerName> {
    let present = present_types(api);
    let types = recorded.types.iter().filter(|(name, _)| present.contains(name.as_str()));
    types.flat_map(|(name, entry)| aliases_and_former_names(name, &entry.aliases, &entry.former)).collect()
}

fn former_operations(recorded: &Names, present: &HashMap<&str, &Operation>) -> BTreeMap<String, FormerName> {
    let operations = recorded.operations.iter().filter(|(name, _)| present.contains_key(name.as_str()));
    operations.flat_map(|(name, entry)| aliases_and_former_names(name, &entry.aliases, &entry.former)).collect()
}

/// Returns the former short names, including the former short names in former groups. Short names of operations that no
/// longer exist are omitted.
fn former_short_names(recorded: &Names, operations: &HashMap<&str, &Operation>) -> ByOwner {
    let of_group =
        |entry: &BTreeMap<String, OtherName>| retain_present(entry, |operation| operations.contains_key(operation));
    without_empty(recorded.tags.iter().map(|(group, entry)| (group, of_group(&entry.former))))
}

fn former_setters(recorded: &Names, api: &Api, types: &TypesByName<'_>) -> ByOwner {
    let recorded = api.operations.iter().filter_map(|it| Some((it, recorded.operations.get(&it.name)?)));
    without_empty(recorded.map(|(operation, entry)| {
        let setters = setters_of(operation, types);
        (&operation.name, retain_present(&entry.other_setters, |setter| setters.contains(setter)))
    }))
}

fn former_variants(recorded: &Names, types: &TypesByName<'_>, diagnostics: &mut Diagnostics) -> ByOwner {
    let enums = recorded.types.iter().filter(|(_, entry)| !entry.former_variants.is_empty());
    let enums = enums.filter_map(|(owner, entry)| Some((owner, entry, as_enum(types.get(owner.as_str())?)?)));
    without_empty(enums.map(|(owner, entry, body)| {
        let (mut names, mut unlisted, values) = (BTreeMap::new(), HashSet::new(), body.values_by_text());
        for (name, other) in &entry.former_variants {
            let listed = values.get(other.of.as_str());
            if listed.is_some_and(|value| value.name == *name) {
                continue;
            }
            let reason = if !is_possible_value(body.of, &other.of) {
                format!("{:?} is not a number, but the values of `{owner}` are numbers", other.of)
            } else if listed.is_none() && !unlisted.insert(&other.of) {
                format!("another entry of `former_variants` also has the value {:?}", other.of)
            } else {
                names.insert(name.clone(), other.into());
                continue;
            };
            diagnostics.push(format!("{FILE}: types.{owner}.former_variants.{name}"), format!("{reason}: {REMEDY}"));
        }
        (owner, names)
    }))
}

impl From<&OtherName> for FormerName {
    fn from(OtherName { of, since }: &OtherName) -> Self {
        Self { present: of.clone(), since: since.clone() }
    }
}

fn aliases_and_former_names<'a>(
    present: &'a str,
    aliases: &'a BTreeSet<String>,
    former: &'a BTreeMap<String, String>,
) -> impl Iterator<Item = (String, FormerName)> {
    let name = |since: Option<&String>| FormerName { present: present.to_owned(), since: since.cloned() };
    let aliases = aliases.iter().map(move |alias| (alias.clone(), name(None)));
    aliases.chain(former.iter().map(move |(former, since)| (former.clone(), name(Some(since)))))
}

fn retain_present(names: &BTreeMap<String, OtherName>, exists: impl Fn(&str) -> bool) -> BTreeMap<String, FormerName> {
    names.iter().filter(|(_, other)| exists(&other.of)).map(|(name, other)| (name.clone(), other.into())).collect()
}

fn without_empty<'a>(names: impl Iterator<Item = (&'a String, BTreeMap<String, FormerName>)>) -> ByOwner {
    names.filter(|(_, names)| !names.is_empty()).map(|(owner, names)| (owner.clone(), names)).collect()
}

/// Returns the former features. Each former feature enables all of its recorded features that still exist.
fn former_features(recorded: &Names, api: &Api) -> BTreeMap<String, Forwards> {
    let present: HashSet<&str> = api.groups.iter().map(|group| group.feature.as_str()).collect();
    let features = recorded.features.iter().map(|(former, FormerFeature { of: Forwards(of), .. })| {
        let of = of.iter().filter(|name| present.contains(name.as_str()));
        (former.clone(), Forwards(of.cloned().collect()))
    });
    features.filter(|(former, of)| !present.contains(former.as_str()) || !of.0.is_empty()).collect()
}

fn present_types(api: &Api) -> HashSet<&str> {
    let by_status = api.responses_by_status().map(|(_, several)| several.name.as_str());
    let samples = api.series.iter().map(|series| series.sample.name.as_str());
    api.types.iter().map(|def| def.name.as_str()).chain(by_status).chain(samples).collect()
}

fn setters_of(operation: &Operation, types: &TypesByName<'_>) -> HashSet<String> {
    let body = operation.body.as_ref().map(|_| setters::BODY.to_owned());
    let body_map = operation.built_struct(types).map(|_| setters::BODY_MAP.to_owned());
    let parameters = operation.parameters.iter().map(|parameter| parameter.name.clone());
    parameters.chain(body).chain(body_map).collect()
}

fn is_possible_value(of: EnumOf, value: &str) -> bool {
    match of {
        EnumOf::Text => true,
        EnumOf::Integer => value.parse::<i64>().is_ok(),
        EnumOf::Number => value.parse::<f64>().is_ok_and(f64::is_finite),
    }
}

fn as_enum(def: &TypeDef) -> Option<&Enum> {
    if let Kind::Enum(body) = &def.kind { Some(body) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = r##"{ "openapi": "3.0.0", "paths": { "/a/{id}": { "post": {
        "operationId": "postA", "tags": ["Letters"],
        "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
        "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } }
    } } }, "components": { "schemas": { "A": { "type": "object", "properties": {
        "x": { "type": "string" }, "kind": { "type": "string", "enum": ["GOOD"] } } } } } }"##;

    fn checked(document: &str, names: &str) -> Result<Api, String> {
        let names = Names::parse(names).map_err(|diagnostics| diagnostics.to_string())?;
        crate::model(document, &names).map(|(api, _)| api).map_err(|diagnostics| diagnostics.to_string())
    }

    #[test]
    fn former_names_of_items_that_no_longer_exist_are_skipped() {
        let names = r#"{
            "types": { "A": { "former": { "B": "1.0.0" }, "aliases": ["C"] }, "Gone": { "former": { "D": "1.0.0" } },
                "AKind": { "former_variants": { "Bad": { "of": "BAD", "since": "1.0.0" }, "Fine": { "of": "GOOD" } } } },
            "operations": { "post_a": { "former": { "put_a": "1.0.0" }, "other_setters": {
                "key": { "of": "id" }, "lost": { "of": "gone" } } } },
            "tags": { "letters": { "former": { "make": { "of": "post_a" } } },
                "glyphs": { "former": { "create": { "of": "post_a" }, "lose": { "of": "gone" } } } },
            "features": { "glyphs": { "of": ["letters", "gone"], "since": "1.0.0" } } }"#;
        let FormerNames { types, operations, short_names, operation_setters, variants, features } =
            checked(DOCUMENT, names).expect("should fit").former;
        let keys = |names: &BTreeMap<String, FormerName>| Vec::from_iter(names.keys().cloned()).join(" ");
        assert_eq!([keys(&types), keys(&operations)], ["B C", "put_a"]);
        assert_eq!([keys(&short_names["letters"]), keys(&short_names["glyphs"])], ["make", "create"]);
        assert_eq!([keys(&operation_setters["post_a"]), keys(&variants["AKind"])], ["key", "Bad Fine"]);
        assert_eq!(features["glyphs"].to_string(), "letters");
    }

    #[test]
    fn refuses_a_former_variant_of_a_number_enum_that_is_not_a_number() {
        let document = r#"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "parameters": [
            { "name": "x", "in": "query", "schema": { "type": "integer", "enum": [1, 2] } } ] } } } }"#;
        let name = &checked(document, "{}").expect("legal").types[0].name;
        let checked = |value: &str| {
            let variant = format!(r#"{{ "Old": {{ "of": "{value}" }} }}"#);
            checked(document, &format!(r#"{{ "types": {{ "{name}": {{ "former_variants": {variant} }} }} }}"#))
        };
        assert!(checked("3").is_ok() && checked("2").is_ok());
        for value in ["abc", "1.5", ""] {
            let refused = checked(value).expect_err("should not fit");
            let reason = format!(
                "types.{name}.former_variants.Old: {value:?} is not a number, but the values of `{name}` are numbers"
            );
            assert!(refused.contains(&reason), "{refused}");
        }
    }

    #[test]
    fn refuses_two_former_variants_for_one_unlisted_value() {
        let names = r#"{ "types": { "AKind": { "former_variants": { "B": { "of": "b" }, "C": { "of": "b" } } } } }"#;
        let reason = "another entry of `former_variants` also has the value \"b\"";
        let expected = format!("names.json: types.AKind.former_variants.C: {reason}: {REMEDY}");
        assert_eq!(checked(DOCUMENT, names).expect_err("should not fit"), expected);
    }
}
