//! Builds unions by tag: unions of objects that the values of one field, the tag, distinguish.

use std::{
    collections::{BTreeSet, HashSet},
    mem,
};

use indexmap::IndexSet;

use super::{
    Discriminator, Member, Schema, SchemaUnion,
    all_of::{merge_all_of, with_part},
    claims::{Claim, FieldPresence, TagValues, claim_of, declares_field, object_with_tag, union_case},
    components::{Components, Resolved},
};
use crate::api::{Discriminant, JsonKind};

/// Adds the fields of `part` to each of `members`, beside which it is declared.
pub fn with_part_each(
    members: &[Schema],
    part: &Schema,
    declared: Option<&Discriminator>,
    components: &Components,
) -> Vec<Schema> {
    let part = components.resolve(part).without_description();
    let with_part = |member: &Schema| {
        if components.exceeded.get().is_some() {
            return Schema::any();
        }
        let tag = declared.map(|declared| {
            let opened = components.resolve(member);
            let claimed = declared_claim(member, &opened, declared, components).values;
            let own = claim_of(&opened, &declared.property, components).values;
            let values = if claimed.listed() == own.listed() { &[] } else { claimed.listed() };
            (declared.property.as_str(), values.to_vec())
        });
        with_part(member, &part, tag.as_ref().map(|(tag, values)| (*tag, values.as_slice())), components)
    };
    members.iter().map(with_part).collect()
}

/// Returns the union of `members`, which are objects or unions of objects, with the tag that distinguishes them.
/// Returns `None` if there is no such tag.
///
/// One member may allow any value of the tag, or not declare the tag. Values that belong to no other member then select
/// it.
pub fn union_by_tag(
    members: &[Schema],
    declared: Option<&Discriminator>,
    components: &Components,
) -> Option<SchemaUnion> {
    let opened: Vec<Resolved<'_>> = members.iter().map(|member| components.resolve(member)).collect();
    let declared = declared.and_then(|declared| {
        let claims =
            members.iter().zip(&opened).map(|(member, opened)| declared_claim(member, opened, declared, components));
        Some((declared.property.clone(), remove_duplicate_values(check_distinct(claims)?)))
    });
    let (tag, claims) = declared.or_else(|| infer_tag(&opened, components))?;
    let is_text = claims.iter().all(|claim| claim.values.kind() == Some(JsonKind::String));
    let by = if is_text { Discriminant::Tag(tag.clone()) } else { Discriminant::Scalar(tag.clone()) };
    let members = members.iter().zip(&opened).zip(claims).map(|((member, opened), claim)| {
        let (mut schema, mut is_declared) = (member.without_null(), claim.is_declared);
        let values = claim.values.listed();
        let can_be_undeclared = values.len() <= 1 && opened.object().is_some_and(|it| it.additional().is_none());
        let is_undeclared = claim.field == FieldPresence::Absent && !can_be_undeclared;
        // A member without listed values accepts objects with any other tag or without a tag, so the tag is not added
        // to its fields.
        is_declared |= is_undeclared && values.is_empty();
        if is_undeclared && !values.is_empty() {
            schema = merge_all_of(&[&object_with_tag(&tag, values), opened], components);
            is_declared = declares_field(&schema, &tag, components);
        }
        Member { case: union_case(is_declared, values), schema, also: claim.also }
    });
    Some(SchemaUnion { members: members.collect(), by })
}

/// Returns `claims` if they distinguish the members: all values are of the same JSON kind, and no value is claimed
/// twice. One member may claim all remaining values if they are strings.
fn check_distinct(claims: impl Iterator<Item = Claim>) -> Option<Vec<Claim>> {
    let (mut all, mut seen, mut has_rest, mut first) = (Vec::new(), HashSet::new(), false, None);
    for claim in claims {
        let kind = claim.values.kind()?;
        let is_distinct = match &claim.values {
            TagValues::Listed(_, values) => values.iter().all(|value| seen.insert(value.clone())),
            _ => kind == JsonKind::String && !mem::replace(&mut has_rest, true),
        };
        if !is_distinct || *first.get_or_insert(kind) != kind {
            return None;
        }
        all.push(claim);
    }
    (!seen.is_empty()).then_some(all)
}

fn declared_claim(member: &Schema, opened: &Schema, declared: &Discriminator, components: &Components) -> Claim {
    let claim = claim_of(opened, &declared.property, components);
    let own = claim.values.listed();
    let Some(name) = member.name() else { return claim };
    if claim.values.kind() != Some(JsonKind::String) {
        // The keys of a mapping are strings, even if the values of the tag are integers.
        let is_integer = |value: &String| value.parse::<i64>().is_ok_and(|number| number.to_string() == *value);
        let mapped = declared.values.get(name).filter(|values| own.is_empty() && values.iter().all(is_integer));
        return match (mapped, claim.values.kind()) {
            (Some(mapped), Some(kind @ JsonKind::Number)) => {
                Claim { values: TagValues::Listed(kind, mapped.clone()), ..claim }
            }
            _ => claim,
        };
    }
    // The name of the member's schema selects the member, even if the mapping lists other values. The exception is a
    // member whose tag lists its values, but not this name.
    let mut also = IndexSet::new();
    if opened.union_of_objects().is_some() || own.is_empty() || own.iter().any(|value| value == name) {
        also.insert(name.to_owned());
    }
    add_inner_tags(opened, declared, &mut also, components);
    let values = match declared.values.get(name) {
        Some(mapped) => mapped.clone(),
        None if own.is_empty() => vec![name.to_owned()],
        None => own.to_vec(),
    };
    Claim { values: TagValues::Listed(JsonKind::String, values), also: also.into_iter().collect(), ..claim }
}

/// Adds all values that select members of the nested union `opened` to `tags`: the values of its tag, the values in the
/// mapping, and the names of its members.
fn add_inner_tags(opened: &Schema, declared: &Discriminator, tags: &mut IndexSet<String>, components: &Components) {
    let Some(union) = opened.union_of_objects() else { return };
    let knows_all = union.tag() == Some(&declared.property);
    for member in &union.members {
        let (name, known) = (member.schema.name(), tags.len());
        if knows_all {
            tags.extend(member.all_tag_values().cloned());
        }
        tags.extend(name.and_then(|name| declared.values.get(name)).into_iter().flatten().cloned());
        let is_new = name.is_none_or(|name| tags.insert(name.to_owned()));
        components.count_visited(1 + tags.len() - known);
        if is_new && !knows_all {
            components.nested(|| add_inner_tags(&components.resolve(&member.schema), declared, tags, components));
        }
    }
}

/// Removes each value in [`Claim::also`] that any claim lists, or that the `also` of an earlier claim contains.
fn remove_duplicate_values(mut claims: Vec<Claim>) -> Vec<Claim> {
    let mut known: HashSet<String> = claims.iter().flat_map(|claim| claim.values.listed()).cloned().collect();
    claims.iter_mut().for_each(|claim| claim.also.retain(|value| known.insert(value.clone())));
    claims
}

/// Finds a tag that distinguishes all members, preferably one for which every member lists values.
fn infer_tag(opened: &[Resolved<'_>], components: &Components) -> Option<(String, Vec<Claim>)> {
    // At most one member may lack the tag, so it is required by the first or the second member.
    let mut candidates = BTreeSet::new();
    opened.iter().take(2).for_each(|member| required_names(member, components, &mut candidates));
    let (mut found, mut other) = (None, None);
    for candidate in candidates {
        let claims: Vec<Claim> = opened.iter().map(|member| claim_of(member, &candidate, components)).collect();
        let (required, others): (Vec<&Claim>, Vec<&Claim>) =
            claims.iter().partition(|claim| claim.field == FieldPresence::Required);
        let known: HashSet<&String> = required.iter().flat_map(|claim| claim.values.listed()).collect();
        if others.iter().flat_map(|claim| claim.values.listed()).any(|value| known.contains(value)) {
            continue;
        }
        let claims = claims.into_iter().map(|claim| match claim.field {
            FieldPresence::Required => claim,
            FieldPresence::Absent | FieldPresence::Optional => Claim { values: claim.values.without_listed(), ..claim },
        });
        let Some(claims) = check_distinct(claims) else { continue };
        let is_complete = claims.iter().all(|claim| !claim.values.listed().is_empty());
        // Booleans and integers are tags only if no string tag distinguishes the members.
        if claims.first().is_some_and(|claim| claim.values.kind() != Some(JsonKind::String)) {
            other = other.or(Some((candidate, claims)));
        } else if is_complete {
            return Some((candidate, claims));
        } else {
            found = found.or(Some((candidate, claims)));
        }
    }
    found.or(other)
}

fn required_names(opened: &Schema, components: &Components, names: &mut BTreeSet<String>) {
    names.extend(opened.object().into_iter().flat_map(|object| object.required.iter().cloned()));
    if let Some(first) = opened.union_of_objects().and_then(|union| union.members.first()) {
        components.nested(|| required_names(&components.resolve(&first.schema), components, names));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use crate::{
        bounds::Bound,
        schema::{
            composition::compose_all,
            tests::{after, composed, reference},
        },
    };

    fn fields(object: &Value) -> usize {
        object["properties"].as_object().map_or(0, Map::len)
    }

    fn of_kind(kinds: &[&str], field: &str) -> Value {
        json!({
            "type": "object", "required": ["kind"],
            "properties": { "kind": { "type": "string", "enum": kinds }, (field): { "type": "string" } },
        })
    }

    fn object(field: &str, required: &[&str]) -> Value {
        let mut object = json!({ "type": "object", "properties": { (field): { "type": "string" } } });
        if !required.is_empty() {
            object["required"] = json!(required);
        }
        object
    }

    #[test]
    fn union_members_can_be_tagged_by_strings_in_a_required_field() {
        let (cat, dog) = (of_kind(&["cat"], "lives"), of_kind(&["dog", "wolf"], "good"));
        for key in ["oneOf", "anyOf"] {
            let union = composed(json!({ "A": { key: [cat, reference("Dog")] }, "Dog": dog }));
            let mapping = json!({ "dog": "#/components/schemas/Dog", "wolf": "#/components/schemas/Dog" });
            let discriminator = json!({ "propertyName": "kind", "mapping": mapping });
            assert_eq!(union, json!({ "oneOf": [cat, reference("Dog")], "discriminator": discriminator }));
        }
        let mut optional = dog.clone();
        optional["required"].take();
        let rest = composed(json!({ "A": { "oneOf": [cat, optional] } }));
        assert_eq!(rest["discriminator"], json!({ "propertyName": "kind" }));
        // `kind` cannot be the tag: it is optional in one member, and another member that requires it allows one of the
        // same values.
        let overlapping = composed(json!({ "A": { "oneOf": [of_kind(&["dog", "cat"], "x"), optional] } }));
        assert_eq!(overlapping.get("oneOf"), None);
        let merged =
            composed(json!({ "A": { "oneOf": [of_kind(&["wolf"], "x"), of_kind(&["wolf"], "y"), optional] } }));
        assert_eq!(merged.get("oneOf"), None);
    }

    #[test]
    fn prefers_a_tag_for_which_every_union_member_lists_values() {
        let member = |a: Value, b: Value, c: Value| json!({ "type": "object", "required": ["a", "b", "c"], "properties": { "a": a, "b": b, "c": c } });
        let text = || json!({ "type": "string" });
        let only = |value: &str| json!({ "type": "string", "enum": [value] });
        let tag = |members: [Value; 2]| {
            composed(json!({ "A": { "oneOf": members } }))["discriminator"]["propertyName"].clone()
        };
        assert_eq!(tag([member(only("x"), only("x"), only("x")), member(text(), only("y"), only("y"))]), "b");
        assert_eq!(tag([member(only("x"), text(), text()), member(text(), text(), only("y"))]), "a");
    }

    #[test]
    fn at_most_one_union_member_may_accept_any_value_of_the_tag() {
        let (cat, plain) = (of_kind(&["cat"], "lives"), object("x", &[]));
        let union = composed(json!({ "A": { "anyOf": [plain, cat] } }));
        assert_eq!(union, json!({ "oneOf": [plain, cat], "discriminator": { "propertyName": "kind" } }));
        let merged = composed(json!({ "A": { "anyOf": [plain, cat, object("y", &[])] } }));
        assert_eq!(merged["properties"].as_object().map(Map::len), Some(4));
    }

    #[test]
    fn tag_values_come_from_mapping_enum_or_schema_name_in_this_order() {
        let members = ["Mapped", "Bare", "Listed", "Named"].map(reference);
        let union = composed(json!({
            "A": {
                "oneOf": members,
                "discriminator": { "propertyName": "kind", "mapping": { "m": "#/components/schemas/Mapped", "b": "Bare" } },
            },
            "Mapped": object("w", &[]), "Bare": of_kind(&["other"], "x"), "Listed": of_kind(&["l"], "y"), "Named": object("kind", &[]),
        }));
        let mapping = ["Mapped", "Bare", "Listed", "Named"].map(|name| format!("#/components/schemas/{name}"));
        let [mapped, bare, listed, named] = mapping;
        let mapping = json!({ "m": mapped, "Mapped": mapped, "b": bare, "l": listed, "Named": named });
        assert_eq!(union["discriminator"], json!({ "propertyName": "kind", "mapping": mapping }));
        assert_eq!(union["oneOf"].as_array().map(Vec::len), Some(4));
    }

    #[test]
    fn union_members_can_be_tagged_by_booleans_or_integers() {
        let member =
            |kind: Value| json!({ "type": "object", "required": ["kind"], "properties": { "kind": kind, "x": {} } });
        let number = |values: &[i64]| member(json!({ "type": "integer", "enum": values }));
        let union = |members: [Value; 2]| {
            let (document, log) = after(compose_all, json!({ "A": { "oneOf": members } }));
            (document["A"].get("oneOf").map(|members| members.as_array().map_or(0, Vec::len)), log.adaptations.len())
        };
        let (told_apart, merged) = ((Some(2), 0), (None, 1));
        assert_eq!(union([number(&[1]), number(&[2, -3])]), told_apart);
        assert_eq!(union([member(json!({ "const": true })), member(json!({ "enum": [false] }))]), told_apart);
        assert_eq!(union([number(&[1]), number(&[1, 2])]), merged);
        assert_eq!(union([number(&[1]), member(json!({ "type": "integer" }))]), merged);
        assert_eq!(union([member(json!({ "const": true })), member(json!({ "type": "boolean" }))]), merged);
        assert_eq!(union([member(json!({ "const": true })), number(&[1])]), merged);
        assert_eq!(union([member(json!({ "const": "1" })), number(&[1])]), merged);
        assert_eq!(union([member(json!({ "const": 0.5 })), member(json!({ "const": 1.5 }))]), merged);
        assert_eq!(union([member(json!({ "enum": [true, null] })), member(json!({ "const": false }))]), merged);

        let versioned = |a: i64, kind: &str| {
            let properties = json!({ "a": { "const": a }, "kind": { "const": kind } });
            json!({ "type": "object", "required": ["a", "kind"], "properties": properties })
        };
        let by_text = composed(json!({ "A": { "oneOf": [versioned(1, "x"), versioned(2, "y")] } }));
        assert_eq!(by_text["discriminator"], json!({ "propertyName": "kind" }));

        let by_mapping = |mapping: Value, kind: Value, beside: Value| {
            let mut whole = json!({ "oneOf": [reference("One"), reference("Two")], "discriminator": { "propertyName": "kind", "mapping": mapping } });
            whole.as_object_mut().expect("an object").extend(beside.as_object().expect("an object").clone());
            composed(json!({ "A": whole, "One": member(kind.clone()), "Two": member(kind) }))["oneOf"].take()
        };
        let integer = || json!({ "type": "integer" });
        let two = json!([reference("One"), reference("Two")]);
        assert_eq!(by_mapping(json!({ "1": "One", "-2": "Two" }), integer(), json!({})), two);
        for mapping in [json!({ "1": "One", "1.5": "Two" }), json!({ "1": "One", "x": "Two" }), json!({ "1": "One" })] {
            assert_eq!(by_mapping(mapping, integer(), json!({})), Value::Null);
        }
        assert_eq!(by_mapping(json!({ "1": "One", "2": "Two" }), json!({ "type": "boolean" }), json!({})), Value::Null);
        let beside = json!({ "type": "object", "properties": { "id": integer() } });
        let members = by_mapping(json!({ "1": "One", "2": "Two" }), integer(), beside);
        assert_eq!(members[1]["properties"]["kind"], json!({ "type": "integer", "enum": [2] }));

        // If the keys of a mapping are not integers, the values that the members list distinguish them.
        let mapped = composed(json!({
            "A": {
                "oneOf": [reference("One"), reference("Two")],
                "discriminator": { "propertyName": "kind", "mapping": { "one": "One", "two": "Two" } },
            },
            "One": number(&[1]), "Two": number(&[2]),
        }));
        assert_eq!(mapped, json!({ "oneOf": [reference("One"), reference("Two")] }));
    }

    #[test]
    fn a_nested_union_that_accepts_any_tag_does_not_require_the_tag() {
        let inner = json!({ "oneOf": [object("x", &["x"]), object("y", &["y"])] });
        let open = json!({ "type": "object", "properties": { "p": {} }, "additionalProperties": { "type": "string" } });
        for other in [inner, open] {
            let union = composed(json!({ "A": { "oneOf": [of_kind(&["a"], "z"), reference("B")] }, "B": other }));
            assert_eq!(union["oneOf"][1], reference("B"));
            assert_eq!(union["discriminator"], json!({ "propertyName": "kind" }));
        }
    }

    #[test]
    fn adds_the_tag_to_a_union_member_that_several_values_select() {
        let union = composed(json!({
            "A": {
                "oneOf": [reference("One"), reference("Two")],
                "discriminator": { "propertyName": "kind", "mapping": { "a": "One", "b": "Two", "c": "Two" } },
            },
            "One": object("x", &[]), "Two": object("y", &[]),
        }));
        assert_eq!(union["oneOf"][0], reference("One"));
        assert_eq!(union["oneOf"][1]["properties"]["kind"], json!({ "type": "string", "enum": ["b", "c"] }));
        let one = "#/components/schemas/One";
        assert_eq!(union["discriminator"]["mapping"], json!({ "a": one, "One": one }));
    }

    #[test]
    fn adds_fields_beside_a_tagged_union_to_each_member() {
        let member =
            |value: &str| json!({ "type": "object", "properties": { "kind": { "type": "string", "enum": [value] } } });
        let beside =
            json!({ "type": "object", "required": ["id", "kind"], "properties": { "id": { "type": "string" } } });
        let mut whole = beside.clone();
        whole["oneOf"] = json!([member("a"), reference("B")]);
        let union = composed(json!({ "A": whole, "B": member("b") }));
        assert_eq!(union["discriminator"], json!({ "propertyName": "kind" }));
        for member in union["oneOf"].as_array().into_iter().flatten() {
            assert_eq!(fields(member), 2);
            assert_eq!(member["required"], json!(["id", "kind"]));
        }
        let part = json!({ "oneOf": [of_kind(&["a"], "x"), reference("B")] });
        let union =
            composed(json!({ "A": { "allOf": [reference("Base"), part] }, "Base": beside, "B": of_kind(&["b"], "y") }));
        assert_eq!([fields(&union["oneOf"][0]), fields(&union["oneOf"][1])], [3, 3]);
        assert_eq!(union["oneOf"][1]["properties"]["kind"]["enum"], json!(["b"]));
    }

    #[test]
    fn a_union_member_that_declares_the_fields_beside_it_keeps_its_name() {
        let union = composed(json!({
            "A": { "type": "object", "properties": { "x": { "type": "string" } }, "oneOf": [reference("B"), reference("C")] },
            "B": of_kind(&["b"], "x"), "C": of_kind(&["c"], "y"),
        }));
        assert_eq!(union["oneOf"][0], reference("B"));
        assert_eq!(fields(&union["oneOf"][1]), 3);
    }

    #[test]
    fn keeps_a_nested_union_if_its_tag_values_are_distinct() {
        let schemas = |outer: &str| {
            json!({
                "A": { "oneOf": [reference("Inner"), of_kind(&[outer], "z")] },
                "Inner": { "oneOf": [of_kind(&["a"], "x"), of_kind(&["b"], "y")] },
            })
        };
        let nested = composed(schemas("c"));
        let mapping = json!({ "a": "#/components/schemas/Inner", "b": "#/components/schemas/Inner" });
        assert_eq!(nested["discriminator"]["mapping"], mapping);
        assert_eq!(nested["oneOf"].as_array().map(Vec::len), Some(2));
        let merged = composed(schemas("b"));
        assert_eq!(fields(&merged), 4);
    }

    /// Composes `schemas`, and returns the mapping of the discriminator of the schema `A`: references to members, by
    /// tag value.
    fn mapping(schemas: Value) -> Value {
        composed(schemas)["discriminator"]["mapping"].clone()
    }

    #[test]
    fn a_schema_name_selects_its_schema_unless_it_is_mapped_to_another() {
        let union = |mapping: Value| json!({ "oneOf": [reference("B"), reference("C"), reference("D")], "discriminator": { "propertyName": "kind", "mapping": mapping } });
        let listed = of_kind(&["d"], "d");
        let members = |a: Value| json!({ "A": a, "B": object("b", &[]), "C": of_kind(&[], "c"), "D": listed });
        let [b, c, d] = ["B", "C", "D"].map(|name| reference(name)["$ref"].clone());
        assert_eq!(
            mapping(members(union(json!({ "b": "B", "c": "C", "d": "D" })))),
            json!({ "b": b, "B": b, "c": c, "C": c, "d": d })
        );
        assert_eq!(
            mapping(members(union(json!({ "C": "B", "c": "C", "Gone": "Gone" })))),
            json!({ "C": b, "B": b, "c": c, "d": d })
        );
    }

    #[test]
    fn a_nested_union_is_selected_by_the_tag_values_of_its_members() {
        let union = |members: &[&str], mapping: Value| {
            let members: Vec<Value> = members.iter().map(|name| reference(name)).collect();
            json!({ "oneOf": members, "discriminator": { "propertyName": "kind", "mapping": mapping } })
        };
        let [inner, c] = ["Inner", "C"].map(|name| reference(name)["$ref"].clone());
        for (of_inner, also) in [(json!({ "d": "D", "e": "E" }), vec!["d", "D", "e", "E"]), (json!({}), vec!["D", "E"])]
        {
            let found = mapping(json!({
                "A": union(&["Inner", "C"], json!({ "c": "C" })),
                "Inner": union(&["D", "E"], of_inner), "C": object("c", &[]), "D": object("d", &[]), "E": object("e", &[]),
            }));
            let mut expected = json!({ "Inner": inner, "c": c, "C": c });
            also.iter().for_each(|value| expected[value] = inner.clone());
            assert_eq!(found, expected);
        }
        let with_tag = |marker: &str| {
            let properties = json!({ "kind": { "type": "string" }, (marker): { "type": "string" } });
            json!({ "type": "object", "required": [marker], "properties": properties })
        };
        let by_presence = json!({ "oneOf": [reference("D"), reference("E")] });
        let found = mapping(json!({
            "A": union(&["Inner", "C"], json!({ "i": "Inner", "e": "E" })),
            "Inner": by_presence, "C": object("c", &[]), "D": with_tag("d"), "E": with_tag("e"),
        }));
        assert_eq!(found, json!({ "i": inner, "Inner": inner, "D": inner, "e": inner, "E": inner, "C": c }));
    }

    #[test]
    fn union_members_can_be_distinguished_by_the_presence_of_a_field() {
        let members = [object("a", &["a"]), object("b", &["b"]), object("c", &[])];
        let union = composed(json!({ "A": { "oneOf": members } }));
        assert_eq!(union, json!({ "oneOf": members }));
        let open = composed(json!({ "A": { "anyOf": members } }));
        assert_eq!(fields(&open), 3);
        let closed = members.clone().map(|mut member| {
            member["additionalProperties"] = false.into();
            member
        });
        assert_eq!(composed(json!({ "A": { "anyOf": closed } })), json!({ "oneOf": members }));
        let merged = composed(json!({ "A": { "oneOf": [object("a", &["a"]), object("c", &[]), object("d", &[])] } }));
        assert_eq!(fields(&merged), 3);
    }

    #[test]
    fn objects_in_a_union_with_other_kinds_become_a_nested_union() {
        let union =
            composed(json!({ "A": { "oneOf": [{ "type": "string" }, of_kind(&["a"], "x"), of_kind(&["b"], "y")] } }));
        assert_eq!(union["oneOf"][0], json!({ "type": "string" }));
        assert_eq!(union["oneOf"][1]["discriminator"], json!({ "propertyName": "kind" }));
    }

    #[test]
    fn a_union_that_is_a_member_of_itself_accepts_any_value() {
        let discriminator = json!({ "propertyName": "kind" });
        let union = |member: &str| json!({ "oneOf": [reference(member), of_kind(&[member], "x")], "discriminator": discriminator });
        for other in ["A", "B"] {
            assert_eq!(composed(json!({ "A": union(other), "B": union("A") })), json!({}));
        }
    }

    fn refused(schemas: Value) -> String {
        after(compose_all, schemas).1.diagnostics.to_string()
    }

    #[test]
    fn composes_nested_unions_with_a_thousand_members() {
        let node = |n: usize| match 2 * n + 1 {
            left if left < 2_047 => {
                json!({ "oneOf": [reference(&format!("A{left}")), reference(&format!("A{}", left + 1))] })
            }
            _ => of_kind(&[&n.to_string()], "x"),
        };
        let schemas: Map<String, Value> = (0..2_047).map(|n| (format!("A{n}"), node(n))).collect();
        assert_eq!(refused(schemas.into()), "");
    }

    #[test]
    fn rejects_nested_unions_that_grow_with_each_level() {
        let level = |n: usize| {
            let member = |kind: &str| json!({ "allOf": [reference(&format!("A{}", n + 1)), of_kind(&[kind], "x")] });
            let tag = format!("k{n}");
            let with_tag = |kind: &str| {
                let mut member = member(kind);
                member["properties"] = json!({ (tag.clone()): { "type": "string", "enum": [kind] } });
                member["required"] = json!([tag]);
                member["type"] = "object".into();
                member
            };
            json!({ "type": "object", "properties": { (format!("p{n}")): {} }, "oneOf": [with_tag("a"), with_tag("b")] })
        };
        let mut schemas: Map<String, Value> = (0..40).map(|n| (format!("A{n}"), level(n))).collect();
        schemas.insert("A40".into(), object("end", &[]));
        let diagnostics = refused(schemas.into());
        assert_eq!(diagnostics.lines().count(), 1, "{diagnostics}");
    }

    #[test]
    fn rejects_a_thousand_fields_beside_a_thousand_union_members() {
        let fields: Map<String, Value> = (0..1_000).map(|n| (format!("f{n}"), json!({}))).collect();
        let members: Vec<Value> = (0..1_000).map(|n| of_kind(&[&n.to_string()], "x")).collect();
        let diagnostics = refused(json!({ "A": { "type": "object", "properties": fields, "oneOf": members } }));
        assert!(diagnostics.contains(&Bound::Composition.to_string()), "{diagnostics}");
    }
}
