//! Whether former names fit an API.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{ByOwner, FILE, FormerNames, Forwards};
use crate::{
    api::{Api, Enum, EnumOf, Kind, Operation, Response, TypeDef},
    diagnostics::Diagnostics,
    names::setters,
    text::naming,
};

const REMEDY: &str = "remove the entry, or restore what `cargo xtask update-spec` wrote";

impl FormerNames {
    /// Makes sure that each former name is free, and that each present one exists.
    ///
    /// # Errors
    /// Each entry that does not fit.
    pub fn check(&self, api: &Api) -> Result<(), Diagnostics> {
        let Self { types, operations, short_names, operation_setters, type_setters, variants, features } = self;
        let mut check = Check::default();
        let defs = api.types_by_name();
        let methods = api.operations.iter().map(|operation| operation.name.as_str()).collect();

        check.names("types", "type", types, &type_names(api));
        check.names("operations", "operation", operations, &methods);
        check.short_names(short_names, operations, api, &methods);
        let builders = api.operations.iter().map(|operation| operation.builder.clone()).collect();
        check.builders(operations.keys(), builders);
        check.owned("operation_setters", "operation", operation_setters, |name| {
            api.operations.iter().find(|operation| operation.name == name).map(|operation| setters_of(operation, &defs))
        });
        check.pagers(operation_setters, api);
        check.owned("type_setters", "struct", type_setters, |name| struct_setters(defs.get(name)?));
        check.variants(variants, |name| open_enum(defs.get(name)?));
        check.features(features, &api.groups.iter().map(|group| group.feature.as_str()).collect());
        check.0.or(())
    }
}

/// The names of everything in `types`.
fn type_names(api: &Api) -> BTreeSet<&str> {
    let by_status = api.operations.iter().filter_map(|operation| match &operation.response {
        Response::ByStatus(several) => Some(several.name.as_str()),
        Response::One(_) => None,
    });
    let samples = api.series.iter().map(|series| series.sample.name.as_str());
    api.types.iter().map(|def| def.name.as_str()).chain(by_status).chain(samples).collect()
}

/// The setters of an operation's builder.
fn setters_of(operation: &Operation, types: &HashMap<&str, &TypeDef>) -> BTreeSet<String> {
    let body = operation.body.as_ref().map(|_| setters::BODY.to_owned());
    let body_map = operation.built_body(types).map(|_| setters::BODY_MAP.to_owned());
    let parameters = operation.parameters.iter().map(|parameter| parameter.name.clone());
    parameters.chain(body).chain(body_map).collect()
}

/// The setters of a struct's builder.
fn struct_setters(def: &TypeDef) -> Option<BTreeSet<String>> {
    let Kind::Struct(body) = &def.kind else { return None };
    Some(setters::setters(body).into_iter().map(|setter| setter.name).collect())
}

/// Whether an enum of this kind can have a value that is written so.
fn is_value(of: EnumOf, value: &str) -> bool {
    match of {
        EnumOf::Text => true,
        EnumOf::Integer => value.parse::<i64>().is_ok(),
        EnumOf::Number => value.parse::<f64>().is_ok_and(f64::is_finite),
    }
}

fn open_enum(def: &TypeDef) -> Option<&Enum> {
    if let Kind::Enum(body) = &def.kind { Some(body) } else { None }
}

/// What does not fit so far.
#[derive(Default)]
struct Check(Diagnostics);

impl Check {
    fn wrong(&mut self, entry: &str, reason: impl std::fmt::Display) {
        self.0.push(format!("{FILE}: {entry}"), format!("{reason}: {REMEDY}"));
    }

    /// Former names of one kind, where `existing` are the present ones.
    fn names(&mut self, part: &str, kind: &str, names: &BTreeMap<String, String>, existing: &BTreeSet<&str>) {
        for (former, present) in names {
            let entry = format!("{part}.{former}");
            self.former(&entry, kind, former, existing);
            if !existing.contains(present.as_str()) {
                self.wrong(&entry, format_args!("there is no {kind} `{present}`"));
            }
        }
    }

    /// Former short names, whose group is a method of `Client` as operations are.
    fn short_names(
        &mut self,
        names: &ByOwner,
        former_operations: &BTreeMap<String, String>,
        api: &Api,
        operations: &BTreeSet<&str>,
    ) {
        for former in former_operations.keys().filter(|former| api.groups.iter().any(|group| group.name == **former)) {
            self.wrong(&format!("operations.{former}"), "the name is that of a tag");
        }
        for (group, names) in names {
            let entry = format!("short_names.{group}");
            if syn::parse_str::<syn::Ident>(group).is_err() {
                self.wrong(&entry, "the name of the tag is not an identifier");
            } else if operations.contains(group.as_str()) || former_operations.contains_key(group) {
                self.wrong(&entry, "the name is that of an operation");
            }
            let present = api.groups.iter().filter(|present| present.name == *group);
            let present: BTreeSet<&str> =
                present.flat_map(|present| &present.operations).map(|grouped| grouped.name.as_str()).collect();
            for (former, operation) in names {
                let entry = format!("{entry}.{former}");
                self.former(&entry, "short name", former, &present);
                if !operations.contains(operation.as_str()) {
                    self.wrong(&entry, format_args!("there is no operation `{operation}`"));
                }
            }
        }
    }

    fn features(&mut self, names: &BTreeMap<String, Forwards>, existing: &BTreeSet<&str>) {
        for (former, Forwards(present)) in names {
            let entry = format!("features.{former}");
            for present in present.iter().filter(|name| !existing.contains(name.as_str())) {
                self.wrong(&entry, format_args!("there is no feature `{present}`"));
            }
        }
    }

    fn former(&mut self, entry: &str, kind: &str, former: &str, existing: &BTreeSet<&str>) {
        if syn::parse_str::<syn::Ident>(former).is_err() {
            self.wrong(entry, "the former name is not an identifier");
        } else if existing.contains(former) {
            self.wrong(entry, format_args!("the name is that of a present {kind}"));
        }
    }

    /// The names that the builders of former operations have.
    fn builders<'a>(&mut self, operations: impl Iterator<Item = &'a String>, mut taken: BTreeSet<String>) {
        for former in operations {
            let builder = naming::builder_name(former);
            if !taken.insert(builder.clone()) {
                self.wrong(&format!("operations.{former}"), format_args!("there is already a builder `{builder}`"));
            }
        }
    }

    /// Former names of what operations or types have.
    fn owned(&mut self, part: &str, kind: &str, names: &ByOwner, existing: impl Fn(&str) -> Option<BTreeSet<String>>) {
        for (owner, names) in names {
            let entry = format!("{part}.{owner}");
            match existing(owner) {
                Some(existing) => {
                    let existing = existing.iter().map(String::as_str).collect();
                    self.names(&entry, "setter", names, &existing);
                }
                None => self.wrong(&entry, format_args!("there is no {kind} `{owner}`")),
            }
        }
    }

    /// Former setters beside the methods that stream pages, to which no former name leads.
    fn pagers(&mut self, setters: &ByOwner, api: &Api) {
        for (owner, names) in setters {
            let operation = api.operations.iter().find(|operation| operation.name == *owner);
            let pager = operation.and_then(|operation| operation.pager.as_ref());
            let methods = pager.into_iter().flat_map(|pager| [&pager.items_method, &pager.pages_method]);
            for method in methods.filter(|method| names.contains_key(*method)) {
                self.wrong(&format!("operation_setters.{owner}.{method}"), "the name is that of a present method");
            }
        }
    }

    fn variants<'a>(&mut self, variants: &ByOwner, enum_of: impl Fn(&str) -> Option<&'a Enum>) {
        for (owner, variants) in variants {
            let entry = format!("variants.{owner}");
            let Some(body) = enum_of(owner) else {
                self.wrong(&entry, format_args!("there is no open enum `{owner}`"));
                continue;
            };
            let existing = body.values.iter().map(|value| value.name.as_str()).chain([body.other.as_str()]).collect();
            let mut values = HashSet::new();
            for (former, value) in variants {
                let entry = format!("{entry}.{former}");
                self.former(&entry, "variant", former, &existing);
                if !is_value(body.of, value) {
                    self.wrong(&entry, format_args!("{value:?} is not a number, as the values of `{owner}` are"));
                }
                let is_listed = body.values.iter().any(|listed| listed.wire_name == *value);
                if !is_listed && !values.insert(value.as_str()) {
                    self.wrong(&entry, format_args!("another former variant also stands for {value:?}"));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn api() -> Api {
        let document = r##"{ "openapi": "3.0.0", "paths": { "/a/{id}": { "post": {
            "operationId": "postA", "tags": ["Letters"],
            "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
            "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/A" } } } }
        } } }, "components": { "schemas": { "A": { "type": "object", "properties": {
            "x": { "type": "string" }, "kind": { "type": "string", "enum": ["GOOD"] } } } } } }"##;
        crate::model(document).expect("legal").0
    }

    fn checked(names: &str) -> String {
        let names = FormerNames::parse(names).expect(names);
        names.check(&api()).map_or_else(|diagnostics| diagnostics.to_string(), |()| String::new())
    }

    #[test]
    fn names_that_are_free_and_lead_to_what_exists_fit() {
        let names = r#"{ "types": { "B": "A" }, "operations": { "put_a": "post_a" },
            "short_names": { "letters": { "make": "post_a" }, "glyphs": { "create": "post_a" } }, "operation_setters": { "post_a": { "key": "id" } }, "type_setters": { "A": { "y": "x" } },
            "variants": { "AKind": { "Bad": "BAD", "Fine": "GOOD" } } }"#;
        assert_eq!(checked(names), "");
    }

    #[test]
    fn a_former_setter_is_not_called_as_a_method_that_streams_pages() {
        let document = r#"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "parameters": [
            { "name": "page", "in": "query", "schema": { "type": "integer", "default": 1 } } ], "responses": {
            "200": { "content": { "application/json": { "schema": { "type": "array" } } } } } } } } }"#;
        let (api, _) = crate::model(document).expect("legal");
        let checked = |former: &str| {
            let names = format!(r#"{{ "operation_setters": {{ "get_a": {{ "{former}": "page" }} }} }}"#);
            FormerNames::parse(&names).expect("legal").check(&api)
        };
        assert!(checked("number").is_ok());
        for former in ["items", "pages"] {
            let refused = checked(former).expect_err("should not fit").to_string();
            let reason = format!("operation_setters.get_a.{former}: the name is that of a present method: {REMEDY}");
            assert_eq!(refused, format!("former-names.json: {reason}"));
        }
    }

    #[test]
    fn a_former_variant_of_an_enum_of_numbers_stands_for_a_number() {
        let document = r#"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "parameters": [
            { "name": "x", "in": "query", "schema": { "type": "integer", "enum": [1, 2] } } ] } } } }"#;
        let (api, _) = crate::model(document).expect("legal");
        let name = &api.types[0].name;
        let checked = |value: &str| {
            let names = format!(r#"{{ "variants": {{ "{name}": {{ "Old": "{value}" }} }} }}"#);
            FormerNames::parse(&names).expect("legal").check(&api)
        };
        assert!(checked("3").is_ok() && checked("2").is_ok());
        for value in ["abc", "1.5", ""] {
            let refused = checked(value).expect_err("should not fit").to_string();
            let reason = format!("variants.{name}.Old: {value:?} is not a number, as the values of `{name}` are");
            assert!(refused.contains(&reason), "{refused}");
        }
    }

    #[test]
    fn each_entry_that_does_not_fit_is_named_with_the_reason_and_the_remedy() {
        for (names, expected) in [
            (r#"{ "types": { "B": "C" } }"#, "types.B: there is no type `C`"),
            (r#"{ "types": { "AKind": "A" } }"#, "types.AKind: the name is that of a present type"),
            (r#"{ "types": { "a b": "A" } }"#, "types.a b: the former name is not an identifier"),
            (r#"{ "operations": { "b": "c" } }"#, "operations.b: there is no operation `c`"),
            (
                r#"{ "operations": { "post_a": "post_a" } }"#,
                "operations.post_a: the name is that of a present operation",
            ),
            (r#"{ "features": { "glyphs": ["letters", "b"] } }"#, "features.glyphs: there is no feature `b`"),
            (r#"{ "operations": { "letters": "post_a" } }"#, "operations.letters: the name is that of a tag"),
            (
                r#"{ "short_names": { "a b": { "x": "post_a" } } }"#,
                "short_names.a b: the name of the tag is not an identifier",
            ),
            (
                r#"{ "short_names": { "post_a": { "x": "post_a" } } }"#,
                "short_names.post_a: the name is that of an operation",
            ),
            (
                r#"{ "operations": { "b": "post_a" }, "short_names": { "b": { "x": "post_a" } } }"#,
                "short_names.b: the name is that of an operation",
            ),
            (
                r#"{ "short_names": { "letters": { "create_a": "post_a" } } }"#,
                "short_names.letters.create_a: the name is that of a present short name",
            ),
            (
                r#"{ "short_names": { "letters": { "x y": "post_a" } } }"#,
                "short_names.letters.x y: the former name is not an identifier",
            ),
            (
                r#"{ "short_names": { "letters": { "make": "b" } } }"#,
                "short_names.letters.make: there is no operation `b`",
            ),
            (r#"{ "operations": { "post_A": "post_a" } }"#, "operations.post_A: there is already a builder `PostA`"),
            (r#"{ "operation_setters": { "b": { "x": "id" } } }"#, "operation_setters.b: there is no operation `b`"),
            (
                r#"{ "operation_setters": { "post_a": { "x": "y" } } }"#,
                "operation_setters.post_a.x: there is no setter `y`",
            ),
            (r#"{ "type_setters": { "AKind": { "y": "x" } } }"#, "type_setters.AKind: there is no struct `AKind`"),
            (
                r#"{ "type_setters": { "A": { "x": "kind" } } }"#,
                "type_setters.A.x: the name is that of a present setter",
            ),
            (r#"{ "variants": { "A": { "Bad": "BAD" } } }"#, "variants.A: there is no open enum `A`"),
            (
                r#"{ "variants": { "AKind": { "Other": "BAD" } } }"#,
                "variants.AKind.Other: the name is that of a present variant",
            ),
            (
                r#"{ "variants": { "AKind": { "B": "b", "C": "b" } } }"#,
                "variants.AKind.C: another former variant also stands for \"b\"",
            ),
        ] {
            let expected = format!("former-names.json: {expected}: {REMEDY}");
            assert!(checked(names).lines().any(|line| line == expected), "{names}: {}", checked(names));
        }
    }
}
