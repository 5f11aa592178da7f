//! The derives and attributes that settings add to types: the check of their keys, and their list for each type.

use std::collections::{BTreeMap, BTreeSet};

use super::PublicAttribute;
use crate::{
    api::{ALL_TYPES, Additions, Api, Kind, TypeDef},
    diagnostics::Diagnostics,
    names::{reserved::UNDECLARED_FIELD, setters::UNDECLARED, variants},
    text::nearest::suggest_nearest,
};

/// Refuses keys of the additions in `api` that name no type, field or variant.
///
/// # Errors
/// Lists the keys, each with the most similar name.
pub fn check_keys(api: &Api) -> Result<(), Diagnostics> {
    let Additions { derives, attributes } = &api.additions;
    if api.additions == Additions::default() {
        return Ok(());
    }
    let types = members_by_type(api);
    let mut names: BTreeSet<String> = types.keys().map(|name| (*name).to_owned()).collect();
    names.insert(ALL_TYPES.to_owned());
    let mut diagnostics = Diagnostics::default();
    refuse_unknown("derive", derives.keys(), &names, &mut diagnostics);
    for (name, members) in types {
        let owners = [ALL_TYPES, name];
        names.extend(members.iter().flat_map(|member| owners.map(|owner| format!("{owner}.{member}"))));
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

/// Returns the attributes and derives that settings add to each type.
pub fn attributes_by_type(api: &Api) -> BTreeMap<&str, BTreeSet<PublicAttribute>> {
    if api.additions == Additions::default() {
        return BTreeMap::new();
    }
    let types = members_by_type(api).into_iter();
    types.map(|(name, members)| (name, added_attributes(name, &members, &api.additions))).collect()
}

fn added_attributes(name: &str, members: &[String], additions: &Additions) -> BTreeSet<PublicAttribute> {
    let attribute = |member: Option<&String>, text: String| PublicAttribute { member: member.cloned(), text };
    let derives = additions.derives_of(name).map(|path| attribute(None, format!("#[derive({path})]")));
    let of_type = additions.attributes_of(name).map(|text| attribute(None, text.to_owned()));
    let of_members = members.iter().flat_map(|member| {
        additions.attributes_of_member(name, member).map(move |text| attribute(Some(member), text.to_owned()))
    });
    derives.chain(of_type).chain(of_members).collect()
}

/// Returns the generated types, each with the Rust names of its fields or variants. These include the private field of
/// a struct that stores the fields that the document does not declare.
fn members_by_type(api: &Api) -> BTreeMap<&str, Vec<String>> {
    let defined = api.types.iter().chain(api.series.iter().map(|series| &series.sample));
    let defined = defined.map(|def| (def.name.as_str(), members(def)));
    let by_status = api.responses_by_status().map(|(_, several)| {
        let variants = several.contents.iter().map(|content| variants::status_variant(content.status));
        (several.name.as_str(), variants.collect())
    });
    defined.chain(by_status).collect()
}

fn members(def: &TypeDef) -> Vec<String> {
    let names: Vec<&str> = match &def.kind {
        Kind::Struct(body) => {
            let undeclared = if body.additional.is_some() { UNDECLARED } else { UNDECLARED_FIELD };
            body.fields.iter().map(|field| field.name.as_str()).chain([undeclared]).collect()
        }
        Kind::Enum(body) => body.values.iter().map(|it| it.name.as_str()).chain([body.other.as_str()]).collect(),
        Kind::Union(body) => body.members.iter().map(|it| it.name.as_str()).chain([body.other.as_str()]).collect(),
        Kind::Newtype(_) => Vec::new(),
    };
    names.into_iter().map(str::to_owned).collect()
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
    fn lists_an_attribute_wherever_it_is_generated() {
        let json_of = |schema: serde_json::Value| json!({ "content": { "application/json": { "schema": schema } } });
        let list = json!({ "type": "array", "items": { "$ref": "#/components/schemas/Tree" } });
        let field = json!({ "type": "string" });
        let open = json!({ "type": "object", "properties": { "x": field }, "additionalProperties": field });
        let closed = json!({ "type": "object", "properties": { "x": field, "open": open, "tree": list } });
        let responses = json!({ "200": json_of(closed), "202": json_of(field) });
        let document = json!({ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "responses": responses } } },
            "components": { "schemas": { "Tree": list } } });
        let settings = r##"{ "client": {
            "derive": { "GetAResponse": ["Two"] },
            "attributes": { "*.undeclared_": ["#[c]"], "*.extra": ["#[d]"], "*.x": ["#[e]"], "GetAResponse.Accepted": ["#[f]"] }
        } }"##;
        let generated = generate(&document.to_string(), &Names::parse(settings).expect("legal")).expect("legal");
        let listed = || generated.surface.types.values().flat_map(|ty| &ty.attributes);
        for (text, count) in [("#[c]", 1), ("#[d]", 1), ("#[e]", 2), ("#[f]", 1)] {
            assert_eq!(listed().filter(|attribute| attribute.text == text).count(), count, "{text}");
            assert_eq!(generated.client.matches(text).count(), count, "{text}\n{}", generated.client);
        }
    }

    #[test]
    fn refuses_keys_that_name_no_type_field_or_variant() {
        for (settings, expected) in [
            (
                r#"{ "derive": { "Akind": ["X"] } }"#,
                "derive.Akind: no generated type has this name: did you mean `AKind`?",
            ),
            (
                r#"{ "derive": { "A.kind": ["X"] } }"#,
                "derive.A.kind: no field or variant of a generated type has this name: did you mean `AKind`?",
            ),
            (
                r##"{ "attributes": { "AKind.Bug": ["#[x]"] } }"##,
                "attributes.AKind.Bug: no field or variant of a generated type has this name: did you mean \
                 `AKind.Big`?",
            ),
            (
                r#"{ "attributes": { "A": ["x"] } }"#,
                "attributes.A[0]: `x` is not a single attribute on one line, such as `#[schemars(skip)]`: correct or \
                 remove the entry",
            ),
        ] {
            let refused = generate_with(settings).err().map(|refused| refused.to_string());
            assert_eq!(refused, Some(format!("names.json: client.{expected}")));
        }
    }
}
