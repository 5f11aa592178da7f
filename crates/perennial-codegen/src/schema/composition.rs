//! Replaces `allOf`, `anyOf` and `oneOf` with plain schemas, or with unions whose members can be distinguished.
//!
//! Two features of serde are not used: untagged enums drop the fields of members that do not match, and flattened
//! structs fail if a value has another JSON kind. With the schemas that this pass creates, decoding a value loses none
//! of its fields:
//!
//! - An `allOf` of objects becomes one object with the fields of all parts (module `all_of`).
//! - An `anyOf` or `oneOf` of objects becomes a union by tag if the values of one field distinguish the objects
//!   (module `tags`). It becomes a union by presence if all objects except one require a field that no other object
//!   declares (module `presence`). If a value can match several members of an `anyOf`, each has to require such a field,
//!   and the union gets another member for such values. Such an `anyOf` in a query or form becomes one object instead.
//!   If one object of an `anyOf` lacks the tag, a union by presence takes precedence.
//! - Any other `anyOf` or `oneOf` of objects becomes one object with the fields of all members. A field is required
//!   if all members require it (module `one_of`).
//! - An `anyOf` or `oneOf` of different JSON kinds, such as a string and an object, becomes a union with one member
//!   per kind (module `one_of`).

use std::{collections::BTreeSet, mem};

use super::{
    Additional, Composed, Discriminator, Object, Schema, SchemaUnion, Shape, TypedDocument,
    all_of::merge_all_of,
    components::Components,
    null,
    one_of::{self, DeclaredChoice},
    shared_discriminators::share_discriminators,
    walk,
};
use crate::{adaptation::Rule, bounds::Bound, cycles, log::Log};

pub fn compose_all(document: &mut TypedDocument, log: &mut Log) {
    share_discriminators(document);
    let components = Components::new(document.schemas.clone(), |schema, components| {
        compose(schema, components);
    });
    let mut reported = BTreeSet::new();
    document.each_schema(&mut |place, schema| {
        if log.bound_exceeded {
            return;
        }
        let is_composed = matches!(schema.shape, Shape::Composed(_));
        let outcome = components.at(place.to_owned(), || {
            let outcome = compose(schema, &components);
            if is_composed {
                components.finish(schema);
            }
            outcome
        });
        let adaptations = components.adaptations.take();
        if let Some(rule) = outcome.filter(|_| adaptations.iter().all(|adaptation| adaptation.place != place)) {
            log.note(rule, place);
        }
        // A named schema is composed wherever it is used, and reports the same adaptations each time.
        log.adaptations.extend(adaptations.into_iter().filter(|adaptation| reported.insert(adaptation.clone())));
        if let Some(bound) = components.exceeded.get() {
            log.refuse(bound, place);
        }
    });
    document.each_schema(&mut |_, schema| forget_composition(schema));
    replace_cyclic_unions(document);
}

fn constrains_fields(schema: &Schema) -> bool {
    matches!(schema.shape, Shape::Object(_) | Shape::Requiring(_))
}

/// Removes restrictions that only composition needs: forbidden undeclared fields, and required fields that no part
/// declares. Generated code leaves it to the service to enforce them.
fn forget_composition(schema: &mut Schema) {
    schema.untyped = false;
    match &mut schema.shape {
        Shape::Object(object) => {
            let Object { properties, required, additional, .. } = &mut **object;
            required.retain(|name| properties.contains_key(name));
            if *additional == Additional::Refused {
                *additional = Additional::Unspecified;
            }
        }
        Shape::Requiring(_) => schema.shape = Shape::Any,
        _ => {}
    }
}

/// Replaces unions that are members of themselves, directly or through other unions, with schemas for any value.
/// Decoding a union like this would never end.
fn replace_cyclic_unions(document: &mut TypedDocument) {
    let edges = document.schemas.iter().map(|(name, schema)| (name.as_str(), names_in_union(schema))).collect();
    for name in cycles::names_on_cycles(&edges) {
        if let Some(schema) = document.schemas.get_mut(&name)
            && schema.union().is_some()
        {
            *schema = Schema::any();
        }
    }
}

/// Returns the names of the schemas that `schema` refers to, either as a whole or through a union member, at any depth.
fn names_in_union(schema: &Schema) -> Vec<&str> {
    let (mut names, mut open) = (Vec::new(), vec![schema]);
    while let Some(schema) = open.pop() {
        names.extend(schema.name());
        open.extend(schema.members().iter().map(|member| &member.schema));
    }
    names
}

/// Replaces the composition `schema`, whose members are composed on demand. Returns the rule of the adaptation to
/// report, or `None` if no adaptation was necessary.
fn compose(schema: &mut Schema, components: &Components) -> Option<Rule> {
    let Shape::Composed(composed) = &mut schema.shape else { return None };
    if components.exceeded.get().is_some() {
        *schema = Schema::any();
        return None;
    }
    let Composed { own, mut all_of, any_of, one_of, discriminator, one_object } = mem::take(&mut **composed);
    if let Some(declared) = &discriminator {
        all_of.iter_mut().for_each(|part| pass_on_discriminator(part, declared, components));
    }
    let choices = [(any_of, false), (one_of, true)];
    let has_choice = choices.iter().any(|(members, _)| !members.is_empty());
    let mut members = choices.iter().flat_map(|(members, _)| members);
    let nullable = members.any(|member| one_of::admits_null(member, components));
    let excludes_null = own.allows_any_value() && !own.untyped && !all_of.is_empty();
    let mut parts: Vec<Schema> = [own].into_iter().chain(all_of).collect();
    let mut merged = merge_all_of(&parts.iter().collect::<Vec<_>>(), components);
    if excludes_null && components.resolve(&merged).nullable {
        // A reference cannot exclude null, so a copy of its target replaces it.
        merged = components.resolve(&merged).without_null();
    }
    let mut why_merged = None;
    for (members, exclusive) in choices.iter().filter(|(members, _)| !members.is_empty()) {
        let choice = DeclaredChoice {
            members: one_of::without_null_alone(members, components),
            discriminator: discriminator.as_ref(),
            part: Some(&merged).filter(|part| constrains_fields(&components.resolve(part))),
            exclusive: *exclusive,
            one_object,
        };
        let mut united = one_of::unite(&choice, components);
        why_merged = why_merged.or(united.merged);
        united.schema.nullable = members.iter().any(|member| one_of::admits_null(member, components));
        united.schema.untyped = members.iter().any(|member| null::is_untyped(&components.resolve(member)));
        if united.has_part {
            parts.clear();
            let beside = components.resolve(&merged);
            united.schema.nullable = null::fits_all([&*beside, &united.schema]);
            united.schema.untyped &= null::is_untyped(&beside);
            parts.push(united.schema.clone());
        } else {
            // Unions have to be merged with each other before objects are added to their members. If the parts have
            // been merged into a union, they are therefore merged again, together with the new schema.
            let is_union = components.resolve(&merged).union().is_some() && !united.schema.allows_any_value();
            let beside = if is_union { parts.iter().collect() } else { vec![&merged] };
            let beside: Vec<&Schema> = beside.into_iter().chain([&united.schema]).collect();
            let mut schema = merge_all_of(&beside, components);
            if is_union {
                let opened = [&merged, &united.schema].map(|part| components.resolve(part));
                schema.nullable = null::fits_all(opened.iter().map(|part| &**part));
            }
            parts.push(mem::replace(&mut united.schema, schema));
        }
        merged = united.schema;
    }
    let why_merged = why_merged.filter(|_| merged.has_properties());
    *schema = mem::take(schema).replaced_by(merged);
    schema.nullable |= nullable;
    if let Some(why) = why_merged.as_deref().filter(|why| schema.description.as_deref() != Some(why)) {
        schema.describe(why);
    }
    components.count_created(walk::count_parts(schema));
    if walk::depth(schema) > Bound::Depth.limit() {
        components.exceed(Bound::Depth);
    }
    match &schema.shape {
        _ if !has_choice => None,
        _ if why_merged.is_some() => Some(Rule::MERGED_UNION),
        Shape::Any | Shape::Requiring(_) => Some(Rule::ANY_VALUE),
        Shape::Object(object) if object.properties.is_empty() && object.additional == Additional::Unspecified => {
            Some(Rule::ANY_OBJECT)
        }
        _ => None,
    }
}

/// Adds the discriminator `declared` to the union to which `part` refers. The schema whose `allOf` contains `part`
/// declares this discriminator. The union is unchanged if it declares a discriminator itself, or if the same tag
/// already distinguishes its members.
fn pass_on_discriminator(part: &mut Schema, declared: &Discriminator, components: &Components) {
    let target = part.name().and_then(|name| components.declared(name)).map(|target| &target.shape);
    let Some(Shape::Composed(composed)) = target else { return };
    let has_tag = || components.resolve(part).union().and_then(SchemaUnion::tag) == Some(&declared.property);
    if composed.is_union() && composed.discriminator.is_none() && !has_tag() {
        let composed = Composed { discriminator: Some(declared.clone()), ..(**composed).clone() };
        part.shape = Shape::Composed(Box::new(composed));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::schema::{
        inheritance::replace_unions_in_members,
        tests::{after, after_all, composed, reference},
    };

    #[test]
    fn keeps_a_reference_with_a_description_and_nullable_beside_it() {
        let described = json!({ "description": "x", "nullable": true, "allOf": [reference("B")] });
        assert_eq!(composed(json!({ "A": described, "B": { "type": "object" } })), described);
    }

    #[test]
    fn terminates_if_the_allof_of_a_schema_contains_the_schema() {
        let looped =
            composed(json!({ "A": { "allOf": [reference("A"), { "type": "object", "properties": { "a": {} } }] } }));
        assert_eq!(looped, json!({ "type": "object", "properties": { "a": {} } }));
    }

    #[test]
    fn adds_fields_that_are_declared_beside_a_union_to_all_members() {
        let whole = |key: &str| {
            composed(json!({ "A": {
                "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"],
                key: [
                    { "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] },
                    { "type": "object", "properties": { "b": { "type": "string" } } },
                ],
            } }))
        };
        let with_own = whole("oneOf");
        let [a, b] = with_own["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default() else { panic!("{with_own}") };
        for (member, required) in [(a, json!(["a", "id"])), (b, json!(["id"]))] {
            assert_eq!(member["properties"].as_object().map(Map::len), Some(2));
            assert_eq!(member["required"], required);
        }
        let merged = whole("anyOf");
        assert_eq!(merged["properties"].as_object().map(Map::len), Some(3));
        assert_eq!(merged["required"], json!(["id"]));
    }

    #[test]
    fn object_keywords_without_a_type_apply_beside_a_composition() {
        let base = object(json!({ "a": { "type": "string" } }));
        for (key, value, expected) in [
            ("required", json!(["a"]), json!({ "required": ["a"] })),
            ("properties", json!({ "b": {} }), json!({})),
            ("additionalProperties", json!(true), json!({})),
            (
                "additionalProperties",
                json!({ "type": "string" }),
                json!({ "additionalProperties": { "type": "string" } }),
            ),
        ] {
            for composition in ["allOf", "oneOf", "anyOf"] {
                let whole = composed(json!({
                    "A": { (composition): [reference("B")], (key): value },
                    "B": base,
                }));
                let whole = if whole == reference("B") { base.clone() } else { whole };
                assert_eq!(whole["properties"]["a"], json!({ "type": "string" }), "{composition} {key}: {whole}");
                for (key, value) in expected.as_object().into_iter().flatten() {
                    assert_eq!(whole[key], *value, "{composition}: {whole}");
                }
            }
        }
    }

    #[test]
    fn a_union_nested_in_an_anyof_is_flattened() {
        let flat = composed(json!({
            "A": { "anyOf": [{ "type": "boolean" }, reference("B")] },
            "B": { "oneOf": [{ "type": "string" }, { "type": "integer" }] },
        }));
        assert_eq!(flat, json!({ "oneOf": [{ "type": "boolean" }, { "type": "string" }, { "type": "integer" }] }));
    }

    fn object(properties: Value) -> Value {
        json!({ "type": "object", "properties": properties })
    }

    fn levels(count: usize, level: impl Fn(usize) -> Value) -> Map<String, Value> {
        (0..count).map(|n| (format!("A{n}"), level(n))).collect()
    }

    fn diagnostics(schemas: Map<String, Value>) -> String {
        after(compose_all, schemas.into()).1.diagnostics.to_string()
    }

    #[test]
    fn composes_each_schema_once_even_if_it_is_referred_to_twice() {
        let next = |n: usize| reference(&format!("A{}", n + 1));
        let mut schemas = levels(16, |n| match n % 3 {
            0 => json!({ "anyOf": [next(n), next(n)] }),
            1 => json!({ "allOf": [next(n), { "allOf": [next(n), object(json!({ (format!("p{n}")): {} }))] }] }),
            _ => json!({ "oneOf": [{ "anyOf": [next(n), next(n)] }, { "allOf": [next(n)] }] }),
        });
        schemas.insert("A16".into(), object(json!({ "a": { "type": "string" } })));
        assert_eq!(diagnostics(schemas), "");
    }

    #[test]
    fn composes_each_of_30_nested_compositions_only_once() {
        let next = |n: usize| reference(&format!("A{}", n + 1));
        let other = |n: usize, required: &[&str]| {
            let mut other = object(json!({ (format!("p{n}")): {}, "f": {} }));
            other["required"] = json!(required);
            other
        };
        let field = |required: &[&str], level: Value| {
            let mut object = object(json!({ "p": level }));
            object["required"] = json!(required);
            object
        };
        let mut merged = levels(30, |n| field(&[], json!({ "oneOf": [next(n), other(n, &[])] })));
        let mut told_apart = levels(30, |n| field(&["p"], json!({ "oneOf": [next(n), other(n, &["f"])] })));
        for schemas in [&mut merged, &mut told_apart] {
            schemas.insert("A30".into(), object(json!({ "a": { "type": "string" } })));
        }
        let inner = |inner: Value, n: usize| json!({ (["oneOf", "anyOf"][n % 2]): [inner, other(n, &[])] });
        let within = (0..30).fold(object(json!({ "a": {} })), inner);
        let inside = json!({ "A": { "allOf": [reference("B"), object(json!({ "own": {} }))] }, "B": within });
        assert_eq!(diagnostics(merged), "");
        assert_eq!(diagnostics(told_apart), "");
        let (schemas, log) = after(compose_all, inside);
        assert_eq!(log.diagnostics.to_string(), "");
        assert_eq!(schemas["A"]["properties"].as_object().map(Map::len), Some(33));
    }

    #[test]
    fn rejects_compositions_whose_size_doubles_at_each_level() {
        for count in [16, 40] {
            let level = |n: usize| {
                let next = reference(&format!("A{}", (n + 1) % count));
                let part = object(json!({ "z": { "type": "string" } }));
                object(
                    json!({ "l": { "anyOf": [next, part] }, "r": { "type": "array", "items": { "allOf": [next, part] } } }),
                )
            };
            let diagnostics = diagnostics(levels(count, level));
            assert!(diagnostics.contains(&Bound::Composition.to_string()), "{diagnostics}");
            assert_eq!(diagnostics.lines().count(), 1);
        }
    }

    #[test]
    fn rejects_a_chain_of_5000_schemas_that_extend_each_other() {
        let level = |n: usize| json!({ "allOf": [reference(&format!("A{}", n + 1)), object(json!({ (format!("p{n}")): {} }))] });
        assert!(diagnostics(levels(5_000, level)).contains(&Bound::Depth.to_string()));
        assert_eq!(diagnostics(levels(40, level)), "");
    }

    #[test]
    fn terminates_if_the_allof_of_a_member_refers_to_its_union() {
        let kind = |kind: &str| json!({ "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string", "enum": [kind] } } });
        let schemas = json!({
            "A": {
                "type": "object", "properties": { "kind": { "type": "string" } },
                "oneOf": [reference("B"), reference("C")], "discriminator": { "propertyName": "kind" },
            },
            "B": { "allOf": [reference("A"), { "oneOf": [kind("x"), kind("y"), reference("A")] }] },
            "C": { "allOf": [reference("A"), reference("B")] },
        });
        let (_, log) = after_all(&[replace_unions_in_members, compose_all], schemas);
        assert!(log.bound_exceeded);
    }

    #[test]
    fn terminates_on_a_union_of_schemas_that_contain_themselves() {
        let tree = |name: &str, field: &str| object(json!({ "next": reference(name), (field): { "type": "string" } }));
        let union = composed(json!({
            "A": { "oneOf": [reference("Left"), reference("Right")] },
            "Left": tree("Left", "l"), "Right": tree("Right", "r"),
        }));
        assert_eq!(union["properties"]["l"], json!({ "type": "string" }));
        assert_eq!(union["properties"]["next"], json!({}));
    }

    #[test]
    fn merges_thousands_of_union_members_into_one_schema() {
        let member = |n: usize, kind: usize| {
            let mut member =
                object(json!({ "kind": { "type": "string", "enum": [kind.to_string()] }, (format!("p{n}")): {} }));
            member["required"] = json!(["kind"]);
            member
        };
        let tagged: Vec<Value> = (0..3_000).map(|n| member(n, n)).collect();
        let union = composed(json!({ "A": { "oneOf": tagged } }));
        assert_eq!(union["oneOf"].as_array().map(Vec::len), Some(3_000));
        assert_eq!(union["discriminator"], json!({ "propertyName": "kind" }));
        // Two members now have the same value of the tag. It no longer distinguishes all members, so they are merged.
        let members: Vec<Value> = (0..3_000).map(|n| member(n, n.max(1))).collect();
        for key in ["oneOf", "allOf"] {
            let merged = composed(json!({ "A": { key: members } }));
            assert_eq!(merged["properties"].as_object().map(Map::len), Some(3_001));
            assert_eq!(merged["required"], json!(["kind"]));
        }
    }
}
