//! The names that things of an API have beside the present ones, from what is recorded.
//!
//! What is recorded for a thing that the document no longer has is passed over. Nothing new gets a recorded name, so that
//! only two records can be in each other's way.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{
    file::{FILE, FormerFeature, Names, OtherName},
    setters,
};
use crate::{
    api::{Api, Enum, EnumOf, FormerName, FormerNames, Forwards, Kind, Operation, Response, TypeDef, former::ByOwner},
    diagnostics::Diagnostics,
    text::naming,
};

const REMEDY: &str = "remove the entry, or restore what `cargo xtask update-spec` wrote";

/// The other names of what `api` has; those that are not free are added to `diagnostics`.
pub fn of(recorded: &Names, api: &Api, diagnostics: &mut Diagnostics) -> FormerNames {
    let types = api.types_by_name();
    let mut check = Check { diagnostics };
    FormerNames {
        types: check.types(recorded, api),
        operations: check.operations(recorded, api),
        short_names: check.short_names(recorded, api),
        operation_setters: check.setters(recorded, api, &types),
        variants: check.variants(recorded, &types),
        features: features(recorded, api),
    }
}

/// Refuses names that are not free.
struct Check<'a> {
    diagnostics: &'a mut Diagnostics,
}

impl Check<'_> {
    fn wrong(&mut self, entry: impl std::fmt::Display, reason: impl std::fmt::Display) {
        self.diagnostics.push(format!("{FILE}: {entry}"), format!("{reason}: {REMEDY}"));
    }

    /// Adds a name at `entry`, unless `is_present` or one of those before has it.
    fn add(
        &mut self,
        names: &mut BTreeMap<String, FormerName>,
        entry: &str,
        (name, of): (&String, FormerName),
        is_present: bool,
    ) {
        if is_present || names.contains_key(name) {
            self.wrong(format_args!("{entry}.{name}"), "the name is that of something else, too");
        } else {
            names.insert(name.clone(), of);
        }
    }

    fn types(&mut self, recorded: &Names, api: &Api) -> BTreeMap<String, FormerName> {
        let (present, mut names) = (type_names(api), BTreeMap::new());
        for (present_name, of) in recorded.types.iter().filter(|(name, _)| present.contains(name.as_str())) {
            for (name, other) in others(present_name, &of.aliases, &of.former) {
                let entry = format!("types.{present_name}");
                self.add(&mut names, &entry, (name, other), present.contains(name.as_str()));
            }
        }
        names
    }

    fn operations(&mut self, recorded: &Names, api: &Api) -> BTreeMap<String, FormerName> {
        let mut methods: HashSet<&str> = api.operations.iter().map(|operation| operation.name.as_str()).collect();
        let mut builders: HashSet<String> = api.operations.iter().map(|operation| operation.builder.clone()).collect();
        let mut names = BTreeMap::new();
        for (present, of) in recorded.operations.iter().filter(|(name, _)| has_operation(api, name)) {
            for (name, other) in others(present, &of.aliases, &of.former) {
                let is_present = methods.contains(name.as_str()) || !builders.insert(naming::builder_name(name));
                self.add(&mut names, &format!("operations.{present}"), (name, other), is_present);
            }
        }
        methods.extend(names.keys().map(String::as_str));
        let groups = api.groups.iter().map(|group| &group.name);
        let groups: BTreeSet<&String> = groups.chain(recorded.tags.keys()).collect();
        for name in groups.into_iter().filter(|name| methods.contains(name.as_str())) {
            self.wrong(format_args!("tags.{name}"), "the name is that of an operation, too");
        }
        names
    }

    /// Those of tags that are no longer there, too.
    fn short_names(&mut self, recorded: &Names, api: &Api) -> ByOwner {
        let mut all = ByOwner::new();
        for (group, of) in &recorded.tags {
            let present = api.groups.iter().filter(|present| present.name == *group);
            let present: HashSet<&str> =
                present.flat_map(|present| &present.operations).map(|grouped| grouped.name.as_str()).collect();
            let mut names = BTreeMap::new();
            for (name, other) in of.former.iter().filter(|(_, other)| has_operation(api, &other.of)) {
                let entry = format!("tags.{group}.former");
                self.add(&mut names, &entry, (name, other.into()), present.contains(name.as_str()));
            }
            insert(&mut all, group, names);
        }
        all
    }

    fn setters(&mut self, recorded: &Names, api: &Api, types: &HashMap<&str, &TypeDef>) -> ByOwner {
        let mut all = ByOwner::new();
        for operation in &api.operations {
            let Some(of) = recorded.operations.get(&operation.name) else { continue };
            let present = setters_of(operation, types);
            let pagers = operation.pager.iter().flat_map(|pager| [&pager.items_method, &pager.pages_method]);
            let taken: BTreeSet<&String> = present.iter().chain(pagers).collect();
            let mut names = BTreeMap::new();
            for (name, other) in of.other_setters.iter().filter(|(_, other)| present.contains(&other.of)) {
                let entry = format!("operations.{}.other_setters", operation.name);
                self.add(&mut names, &entry, (name, other.into()), taken.contains(name));
            }
            insert(&mut all, &operation.name, names);
        }
        all
    }

    fn variants(&mut self, recorded: &Names, types: &HashMap<&str, &TypeDef>) -> ByOwner {
        let mut all = ByOwner::new();
        for (owner, of) in &recorded.types {
            let Some(body) = types.get(owner.as_str()).and_then(|def| open_enum(def)) else { continue };
            let (entry, mut names, mut unlisted) =
                (format!("types.{owner}.former_variants"), BTreeMap::new(), HashSet::new());
            for (name, other) in &of.former_variants {
                let listed = body.values.iter().find(|value| value.wire_name == other.of);
                if listed.is_some_and(|value| value.name == *name) {
                    continue;
                }
                if !is_value(body.of, &other.of) {
                    let reason = format!("{:?} is not a number, as the values of `{owner}` are", other.of);
                    self.wrong(format_args!("{entry}.{name}"), reason);
                }
                if listed.is_none() && !unlisted.insert(&other.of) {
                    let reason = format!("another former variant also stands for {:?}", other.of);
                    self.wrong(format_args!("{entry}.{name}"), reason);
                }
                let is_present = body.other == *name || body.values.iter().any(|value| value.name == *name);
                self.add(&mut names, &entry, (name, other.into()), is_present);
            }
            insert(&mut all, owner, names);
        }
        all
    }
}

impl From<&OtherName> for FormerName {
    fn from(OtherName { of, since }: &OtherName) -> Self {
        Self { present: of.clone(), since: since.clone() }
    }
}

/// The other names of what is called `present`.
fn others<'a>(
    present: &'a str,
    aliases: &'a BTreeSet<String>,
    former: &'a BTreeMap<String, String>,
) -> impl Iterator<Item = (&'a String, FormerName)> {
    let name = |since: Option<&String>| FormerName { present: present.to_owned(), since: since.cloned() };
    let aliases = aliases.iter().map(move |alias| (alias, name(None)));
    aliases.chain(former.iter().map(move |(former, since)| (former, name(Some(since)))))
}

fn insert(all: &mut ByOwner, owner: &str, names: BTreeMap<String, FormerName>) {
    if !names.is_empty() {
        all.insert(owner.to_owned(), names);
    }
}

/// Former features, as far as what they forward to is there.
fn features(recorded: &Names, api: &Api) -> BTreeMap<String, Forwards> {
    let present: HashSet<&str> = api.groups.iter().map(|group| group.feature.as_str()).collect();
    let features = recorded.features.iter().map(|(former, FormerFeature { of: Forwards(of), .. })| {
        let of = of.iter().filter(|name| present.contains(name.as_str()));
        (former.clone(), Forwards(of.cloned().collect()))
    });
    features.filter(|(former, of)| !present.contains(former.as_str()) || !of.0.is_empty()).collect()
}

fn has_operation(api: &Api, name: &str) -> bool {
    api.operations.iter().any(|operation| operation.name == name)
}

/// The names of everything in `types`.
fn type_names(api: &Api) -> HashSet<&str> {
    let by_status = api.operations.iter().filter_map(|operation| match &operation.response {
        Response::ByStatus(several) => Some(several.name.as_str()),
        Response::One(_) => None,
    });
    let samples = api.series.iter().map(|series| series.sample.name.as_str());
    api.types.iter().map(|def| def.name.as_str()).chain(by_status).chain(samples).collect()
}

/// The setters of an operation's builder.
fn setters_of(operation: &Operation, types: &HashMap<&str, &TypeDef>) -> HashSet<String> {
    let body = operation.body.as_ref().map(|_| setters::BODY.to_owned());
    let body_map = operation.built_body(types).map(|_| setters::BODY_MAP.to_owned());
    let parameters = operation.parameters.iter().map(|parameter| parameter.name.clone());
    parameters.chain(body).chain(body_map).collect()
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
    fn names_that_are_free_fit_and_what_leads_nowhere_is_passed_over() {
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
    fn a_former_variant_of_an_enum_of_numbers_stands_for_a_number() {
        let document = r#"{ "openapi": "3.0.0", "paths": { "/a": { "get": { "operationId": "getA", "parameters": [
            { "name": "x", "in": "query", "schema": { "type": "integer", "enum": [1, 2] } } ] } } } }"#;
        let name = &checked(document, "").expect("legal").types[0].name;
        let checked = |value: &str| {
            let variant = format!(r#"{{ "Old": {{ "of": "{value}" }} }}"#);
            checked(document, &format!(r#"{{ "types": {{ "{name}": {{ "former_variants": {variant} }} }} }}"#))
        };
        assert!(checked("3").is_ok() && checked("2").is_ok());
        for value in ["abc", "1.5", ""] {
            let refused = checked(value).expect_err("should not fit");
            let reason =
                format!("types.{name}.former_variants.Old: {value:?} is not a number, as the values of `{name}` are");
            assert!(refused.contains(&reason), "{refused}");
        }
    }

    #[test]
    fn each_entry_that_does_not_fit_is_named_with_the_reason_and_the_remedy() {
        let twice = "the name is that of something else, too";
        for (names, entry, reason) in [
            (
                r#"{ "types": { "A": { "former": { "AKind": "1.0.0" } }, "AKind": { "place": "A.kind" } } }"#,
                "types.A.AKind",
                twice,
            ),
            (r#"{ "types": { "A": { "aliases": ["B"], "former": { "B": "1.0.0" } } } }"#, "types.A.B", twice),
            (
                r#"{ "operations": { "post_a": { "aliases": ["post_b", "post_B"] } } }"#,
                "operations.post_a.post_b",
                twice,
            ),
            (
                r#"{ "operations": { "post_a": { "aliases": ["letters"] } }, "tags": { "letters": { "tag": "Letters" } } }"#,
                "tags.letters",
                "the name is that of an operation, too",
            ),
            (
                r#"{ "operations": { "post_a": { "other_setters": { "body": { "of": "id" } } } } }"#,
                "operations.post_a.other_setters.body",
                twice,
            ),
            (
                r#"{ "types": { "AKind": { "former_variants": { "Other": { "of": "BAD" } } } } }"#,
                "types.AKind.former_variants.Other",
                twice,
            ),
            (
                r#"{ "types": { "AKind": { "former_variants": { "B": { "of": "b" }, "C": { "of": "b" } } } } }"#,
                "types.AKind.former_variants.C",
                "another former variant also stands for \"b\"",
            ),
        ] {
            let expected = format!("names.json: {entry}: {reason}: {REMEDY}");
            let found = checked(DOCUMENT, names).expect_err(names);
            assert!(found.lines().any(|line| line == expected), "{names}: {found}");
        }
    }
}
