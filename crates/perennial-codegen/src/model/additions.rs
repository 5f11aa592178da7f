//! Refuses derives and attributes that settings add to unknown types, fields or variants.

use std::collections::BTreeSet;

use crate::{
    api::{ALL_TYPES, Additions, Api, Kind, TypeDef},
    diagnostics::Diagnostics,
    names::{reserved::UNDECLARED_FIELD, setters::UNDECLARED},
    text::nearest::suggest_nearest,
};

/// Refuses keys of settings that name nothing in `api`. Models without recorded names are not checked, because their
/// types may have other names.
///
/// # Errors
/// Lists the keys, each with the most similar name.
pub fn check_keys(api: &Api) -> Result<(), Diagnostics> {
    let Additions { derives, attributes } = &api.additions;
    let (types, mut diagnostics) =
        (|| api.types.iter().chain(api.series.iter().map(|series| &series.sample)), Diagnostics::default());
    let mut names: BTreeSet<String> = types().map(|def| def.name.clone()).collect();
    names.insert(ALL_TYPES.to_owned());
    refuse_unknown("derive", derives.keys(), &names, &mut diagnostics);
    if attributes.keys().any(|key| key.contains('.')) {
        for def in types() {
            let owners = [ALL_TYPES, &def.name];
            names.extend(members(def).flat_map(|member| owners.map(|owner| format!("{owner}.{member}"))));
        }
    }
    refuse_unknown("attributes", attributes.keys(), &names, &mut diagnostics);
    diagnostics.into_result(())
}

fn refuse_unknown<'a>(
    setting: &str,
    keys: impl Iterator<Item = &'a String>,
    names: &BTreeSet<String>,
    diagnostics: &mut Diagnostics,
) {
    for key in keys.filter(|key| !names.contains(*key)) {
        let instead = suggest_nearest(key, names.iter().map(String::as_str));
        let kind = if key.contains('.') { "field or variant of a generated type" } else { "generated type" };
        diagnostics.push_setting(&format!("{setting}.{key}"), format!("no {kind} has this name{instead}"));
    }
}

/// Returns the Rust names of the fields or variants of a type. These include the private field of a struct that stores
/// the fields that the document does not declare.
fn members(def: &TypeDef) -> Box<dyn Iterator<Item = &str> + '_> {
    match &def.kind {
        Kind::Struct(body) => {
            let undeclared = if body.additional.is_some() { UNDECLARED } else { UNDECLARED_FIELD };
            Box::new(body.fields.iter().map(|field| field.name.as_str()).chain([undeclared]))
        }
        Kind::Enum(body) => Box::new(body.values.iter().map(|value| value.name.as_str()).chain([body.other.as_str()])),
        Kind::Union(body) => {
            Box::new(body.members.iter().map(|member| member.name.as_str()).chain([body.other.as_str()]))
        }
        Kind::Newtype(_) => Box::new(std::iter::empty()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{Generated, diagnostics::Diagnostics, generate, names::file::Names};

    fn generate_with(settings: &str) -> Result<Generated, Diagnostics> {
        let kind = json!({ "type": "string", "enum": ["big"] });
        let union = json!({ "oneOf": [{ "type": "string" }, { "type": "boolean" }] });
        let a = json!({ "type": "object", "properties": { "fooBar": {}, "kind": kind, "either": union } });
        let content = json!({ "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } });
        let operation = json!({ "operationId": "getA", "responses": { "200": content } });
        let document = json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } }, "components": { "schemas": { "A": a } } });
        generate(&document.to_string(), &Names::parse(&format!(r#"{{"client":{settings}}}"#))?)
    }

    #[test]
    fn adds_derives_and_attributes_to_types_fields_and_variants() {
        let settings = r##"{
            "derive": { "*": ["x::All"], "A": ["One", "Two"] },
            "attributes": {
                "*": ["#[all]"], "A": ["#[a]"], "A.foo_bar": ["#[b]"], "*.undeclared_": ["#[c]"],
                "AKind.Big": ["#[d]"], "AEither.Boolean": ["#[e]"], "AEither.Other": ["#[f]"], "AKind": ["#[x(crate::E)]"]
            }
        }"##;
        let code = generate_with(settings).expect("legal").client;
        for expected in [
            "#[derive(Clone, Default, x::All, One, Two)]\n    #[all]\n    #[a]\n    #[non_exhaustive]\n    pub struct A {",
            "#[b]\n        pub foo_bar:",
            "#[c]\n        undeclared_:",
            "Ord, x::All)]\n    #[all]\n    #[x(crate::E)]\n    #[non_exhaustive]\n    pub enum AKind {",
            "#[d]\n        Big,",
            "PartialEq, x::All)]\n    #[all]\n    #[non_exhaustive]\n    pub enum AEither {",
            "#[e]\n        Boolean(bool),",
            "#[f]\n        Other(",
        ] {
            assert!(code.contains(expected), "{expected}\n{code}");
        }
    }

    #[test]
    fn refuses_keys_that_name_no_type_field_or_variant() {
        for (settings, expected) in [
            (r#"{ "derive": { "Akind": ["X"] } }"#, "derive.Akind: no generated type has this name: is it `AKind`?"),
            (
                r#"{ "derive": { "A.kind": ["X"] } }"#,
                "derive.A.kind: no field or variant of a generated type has this name: is it `AKind`?",
            ),
            (
                r##"{ "attributes": { "AKind.Bug": ["#[x]"] } }"##,
                "attributes.AKind.Bug: no field or variant of a generated type has this name: is it `AKind.Big`?",
            ),
            (
                r#"{ "attributes": { "A": ["x"] } }"#,
                "attributes.A[0]: `x` is not a single attribute such as `#[schemars(skip)]`, on one line: restore \
                 the text that the task `update-spec` wrote",
            ),
        ] {
            let refused = generate_with(settings).err().map(|refused| refused.to_string());
            assert_eq!(refused, Some(format!("names.json: client.{expected}")));
        }
    }
}
