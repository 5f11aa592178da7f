//! Merges two parts of an `allOf`, of which at least one is a union. A value must match a member of each union.

use std::collections::HashSet;

use super::{
    Member, Schema, SchemaUnion,
    common_presence::{comparison_key, merge_by_presence},
    common_tags::{MergePair, merge_by_tag, union_of_tagged},
    components::Components,
};
use crate::{
    adaptation::Rule,
    api::{Case, JsonKind},
};

/// Returns the schema of the values that match both `one` and `other`, if that can be decided by comparing members. A
/// schema that is not a union counts as its own only member. Members of two unions by the same tag are merged by
/// `merge_pair`, and so are similar members of two unions by presence. Returns `None` if neither schema is a union, or if
/// the schemas have no member in common.
pub fn common_members(one: &Schema, other: &Schema, components: &Components, merge_pair: MergePair) -> Option<Schema> {
    let opened = [one, other].map(|schema| components.resolve(schema));
    if opened.iter().all(|schema| schema.union().is_none()) {
        return None;
    }
    if let Some(merged) = merge_by_tag(one, other, components, merge_pair) {
        return Some(merged);
    }
    let keys = |schema: &Schema, opened: &Schema| -> Vec<Schema> {
        if opened.union().is_none() {
            return vec![comparison_key(schema, components)];
        }
        let listed = opened.members().iter().filter(|member| member.case != Case::Several);
        listed.map(|member| comparison_key(&member.schema, components)).collect()
    };
    let keys = [keys(one, &opened[0]), keys(other, &opened[1])];
    let [ours, theirs] = [0, 1].map(|at| keys[at].len());
    components.count_visited(ours + theirs);
    let sets = keys.each_ref().map(|keys| keys.iter().collect::<HashSet<_>>());
    let common = keys[0].iter().filter(|member| sets[1].contains(member)).count();
    // The result keeps the tag if only one of the schemas is a union by tag.
    let tagged = opened.iter().position(|schema| schema.union().is_some_and(SchemaUnion::is_by_tag));
    let common_schema = if common == ours && tagged != Some(1) {
        one.clone()
    } else if common == theirs && tagged != Some(0) {
        other.clone()
    } else if let Some(common) = common_kinds(one, other, components, merge_pair) {
        return Some(common);
    } else if let Some((at, union)) = tagged.filter(|_| common > 0).and_then(|at| Some((at, opened[at].union()?))) {
        let keyed = union.members.iter().zip(&keys[at]).filter(|(_, key)| sets[1 - at].contains(key));
        union_of_tagged(keyed.map(|(member, _)| member.clone()).collect(), &union.by, components, merge_pair)
    } else {
        return merge_by_presence(one, other, components, merge_pair);
    };
    if common < ours.max(theirs) {
        components.note(Rule::NARROWED_UNION);
    }
    Some(common_schema)
}

/// Merges two schemas, of which at least one is a union by JSON kind. The members of the result have the kinds that
/// both schemas allow. `merge_pair` merges two members of the same kind. Returns `None` if the schemas have no kind in
/// common.
fn common_kinds(one: &Schema, other: &Schema, components: &Components, merge_pair: MergePair) -> Option<Schema> {
    let opened = [one, other].map(|schema| components.resolve(schema));
    let [ours, theirs] = [&opened[0], &opened[1]].map(|schema| schema.union().filter(|union| !union.is_of_objects()));
    let (Some(ours), Some(theirs)) = (ours, theirs) else {
        let [kind, other_kind] = [&opened[0], &opened[1]].map(|schema| schema.json_kind());
        let merged = member_of_kind(one, other_kind, components).map(|member| merge_pair(&member, other, components));
        return merged.or_else(|| Some(merge_pair(one, &member_of_kind(other, kind, components)?, components)));
    };
    let find = |member: &Member| theirs.members.iter().find(|other| other.case == member.case);
    let pairs = ours.members.iter().filter_map(|member| Some((member, find(member)?)));
    let members = pairs
        .map(|(ours, theirs)| Member { schema: merge_pair(&ours.schema, &theirs.schema, components), ..ours.clone() });
    let merged = SchemaUnion { by: ours.by.clone(), members: members.collect() };
    if merged.members.is_empty() {
        return None;
    }
    if merged.members.len() < ours.members.len().max(theirs.members.len()) {
        components.note(Rule::NARROWED_UNION);
    }
    Some(match merged.members.as_slice() {
        [only] => only.schema.clone(),
        _ => merged.into(),
    })
}

/// Returns the member of the union `schema` that describes values of `kind`, and reports that the union is narrowed to
/// this member. Returns `None` if `schema` is not a union by JSON kind, or has no member for `kind`.
pub fn member_of_kind(schema: &Schema, kind: Option<JsonKind>, components: &Components) -> Option<Schema> {
    let opened = components.resolve(schema);
    let member = opened.member_for_kind(kind)?;
    components.note(Rule::NARROWED_UNION);
    Some(member.schema.clone())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{
        adaptation::Rule,
        schema::{
            composition::compose_all,
            tests::{after, composed, reference},
        },
    };

    /// Composes the schema `A`, in which two parts of an `allOf` declare the field `f`. Returns the field, and the
    /// reported rules and places.
    fn merged(one: &Value, other: &Value) -> (Value, Vec<(Rule, String)>) {
        let tagged =
            |kind: &str| json!({ "type": "object", "required": ["kind"], "properties": { "kind": { "const": kind } } });
        let part = |field: &Value| json!({ "type": "object", "properties": { "f": field } });
        let (mut schemas, log) = after(
            compose_all,
            json!({
                "A": { "allOf": [part(one), part(other)] },
                "Text": tagged("text"), "Image": tagged("image"), "Video": tagged("video"),
                "Media": any_of(&["Image", "Video"]),
            }),
        );
        let noted = log.adaptations.into_iter().map(|it| (it.rule, it.place)).collect();
        (schemas["A"]["properties"]["f"].take(), noted)
    }

    fn any_of(names: &[&str]) -> Value {
        json!({ "anyOf": names.iter().map(|name| reference(name)).collect::<Value>() })
    }

    fn members(union: &Value) -> Vec<&str> {
        let members = union["oneOf"].as_array().into_iter().flatten();
        members.filter_map(|it| it["$ref"].as_str()?.rsplit('/').next()).collect()
    }

    #[test]
    fn a_union_in_two_parts_has_the_members_that_both_list() {
        for (one, other, expected, is_narrowed) in [
            (any_of(&["Text", "Image"]), any_of(&["Text", "Video", "Image"]), vec!["Text", "Image"], true),
            (any_of(&["Text", "Video", "Image"]), any_of(&["Text", "Image"]), vec!["Text", "Image"], true),
            (any_of(&["Text", "Video", "Image"]), any_of(&["Media", "Text"]), vec!["Text", "Video", "Image"], false),
        ] {
            let narrowed = |place: &str| Vec::from_iter(is_narrowed.then(|| (Rule::NARROWED_UNION, place.to_owned())));
            let (union, noted) = merged(&one, &other);
            assert_eq!(members(&union), expected, "{one} {other}");
            assert_eq!(noted, narrowed("A.f"));
            let list = |items: &Value| json!({ "type": "array", "items": items });
            let (lists, noted) = merged(&list(&one), &list(&other));
            assert_eq!(lists["items"], union);
            assert_eq!(noted, narrowed("A.f[]"));
        }
        let narrowed = |place: &str| vec![(Rule::NARROWED_UNION, place.to_owned())];
        assert_eq!(merged(&any_of(&["Text", "Image"]), &any_of(&["Image", "Video"])).0, reference("Image"));
        assert_eq!(merged(&any_of(&["Text", "Image", "Video"]), &reference("Media")).0, reference("Media"));
        assert_eq!(merged(&any_of(&["Text", "Image"]), &reference("Image")), (reference("Image"), narrowed("A.f")));
        let same = any_of(&["Text", "Image"]);
        let (union, noted) = merged(&same, &same);
        assert_eq!((members(&union), noted), (vec!["Text", "Image"], Vec::new()));
    }

    #[test]
    fn inline_members_are_merged_with_the_references_that_have_the_same_tag() {
        let tagged = |kind: &str| json!({ "type": "object", "required": ["kind"], "properties": { "kind": { "const": kind }, "x": {} } });
        let inline = json!({ "oneOf": [tagged("text"), tagged("image")] });
        let (union, noted) = merged(&any_of(&["Text", "Image", "Video"]), &inline);
        assert_eq!(
            union["oneOf"],
            inline["oneOf"].as_array().map_or(json!([]), |members| members
                .iter()
                .map(|it| {
                    let mut it = it.clone();
                    it["properties"]["kind"] = json!({ "type": "string", "enum": [it["properties"]["kind"]["const"]] });
                    it
                })
                .collect())
        );
        assert_eq!(noted, [(Rule::NARROWED_UNION, "A.f".to_owned())]);
    }

    #[test]
    fn unions_without_a_common_member_become_any_value() {
        let marked = |field: &str| json!({ "type": "object", "required": [field], "properties": { (field): {} } });
        let one_of = |fields: &[&str]| json!({ "oneOf": fields.iter().map(|field| marked(field)).collect::<Value>() });
        let (any, noted) = merged(&one_of(&["x", "y"]), &one_of(&["w", "z"]));
        assert_eq!((any, noted), (json!({}), vec![(Rule::CONFLICTING_PARTS, "A.f".to_owned())]));
        let (union, noted) = merged(&one_of(&["x", "y", "z"]), &one_of(&["z", "x"]));
        assert_eq!((union, noted), (one_of(&["z", "x"]), vec![(Rule::NARROWED_UNION, "A.f".to_owned())]));
    }

    #[test]
    fn a_union_of_json_kinds_in_two_parts_has_the_common_kinds() {
        let types = |types: &[&str]| json!({ "type": types });
        let (union, noted) = merged(&types(&["string", "integer", "boolean"]), &types(&["number", "string"]));
        assert_eq!(union["oneOf"], json!([{ "type": "string" }, { "type": "integer" }]));
        assert_eq!(noted, [(Rule::NARROWED_UNION, "A.f".to_owned())]);
        let mixed = json!({ "oneOf": [{ "type": "string" }, reference("Text"), reference("Image")] });
        let (union, _) =
            merged(&mixed, &json!({ "anyOf": [{ "type": "integer" }, reference("Image"), reference("Video")] }));
        assert_eq!(union, reference("Image"));
        let (any, noted) = merged(&types(&["string", "integer"]), &types(&["boolean", "array"]));
        assert_eq!((any, noted), (json!({}), vec![(Rule::CONFLICTING_PARTS, "A.f".to_owned())]));
    }

    #[test]
    fn conflicts_are_reported_once_where_they_occur() {
        let field = |kind: &str| json!({ "type": "object", "properties": { "f": { "type": kind } } });
        let inline = json!({ "allOf": [field("string"), field("boolean")] });
        let (_, log) = after(
            compose_all,
            json!({
                "A": { "allOf": [reference("B"), { "type": "object", "properties": { "b": reference("B"), "c": inline } }] },
                "B": { "allOf": [field("string"), field("object")] },
            }),
        );
        let places: Vec<&str> = log.adaptations.iter().map(|it| it.place.as_str()).collect();
        assert_eq!(places, ["A.allOf[1].c.f", "B.f"]);
    }

    /// Composes an `allOf` of `parts` in each order. The parts may refer to the objects `Tagged` and `Other` with a tag,
    /// to the objects `X`, `Y`, `Z` and `Id` with a required field, and to `Nothing`. Returns the distinct results.
    fn in_each_order(parts: &[Value]) -> Vec<Value> {
        let string = || json!({ "type": "string" });
        let object =
            |field: &str| json!({ "type": "object", "required": [field], "properties": { (field): string() } });
        let tagged = |kind: &str| json!({ "type": "object", "required": ["kind"], "properties": { "kind": { "const": kind }, (kind): string() } });
        let mut results = Vec::new();
        for first in 0..parts.len() {
            for is_reversed in [false, true] {
                let mut parts = parts.to_vec();
                parts.rotate_left(first);
                if is_reversed {
                    parts.reverse();
                }
                let whole = composed(json!({
                    "A": { "allOf": parts }, "Tagged": tagged("t"), "Other": tagged("o"), "Nothing": { "nullable": true },
                    "X": object("x"), "Y": object("y"), "Z": object("z"), "Id": object("id"),
                }));
                if !results.contains(&whole) {
                    results.push(whole);
                }
            }
        }
        results
    }

    #[test]
    fn narrowing_is_exact_if_unions_contain_null_or_several_json_kinds() {
        let any_of = |members: Value| json!({ "anyOf": members });
        let one_of = |members: Value| json!({ "oneOf": members });
        let [tagged, other, x, y, z] = ["Tagged", "Other", "X", "Y", "Z"].map(reference);
        let (string, boolean) = (json!({ "type": "string" }), json!({ "type": "boolean" }));
        for null in [json!({ "type": "null" }), json!({ "nullable": true }), reference("Nothing")] {
            for (only, another) in [(&tagged, &other), (&x, &y), (&tagged, &string)] {
                let or_null = json!({ "allOf": [only], "nullable": true });
                let parts = [any_of(json!([only, (null)])), any_of(json!([only, another, (null)]))];
                assert_eq!(in_each_order(&parts), vec![or_null.clone()], "{null} {only} {another}");
                let third = any_of(json!([(null), only, boolean]));
                assert_eq!(in_each_order(&[&parts[..], &[third]].concat()), [or_null], "{null} {only} {another}");
            }
        }
        for (only, another) in [(&tagged, &other), (&x, &y)] {
            let mixed = one_of(json!([only, another, string]));
            let (without_string, alone) = (one_of(json!([only, another])), one_of(json!([only])));
            assert_eq!(in_each_order(&[mixed.clone(), alone.clone()]), vec![only.clone()]);
            assert_eq!(in_each_order(&[mixed.clone(), without_string.clone(), alone]), vec![only.clone()]);
            assert_eq!(in_each_order(&[one_of(json!([only, boolean])), without_string]), vec![only.clone()]);
            let list = |items: &Value| json!({ "type": "array", "items": items });
            let map = |values: &Value| json!({ "type": "object", "additionalProperties": values });
            for nested in [list, map] {
                assert_eq!(in_each_order(&[nested(&mixed), nested(only)]), vec![nested(only)]);
            }
        }
        let wide = one_of(json!([x, y, z, string]));
        let narrow = one_of(json!([x, y]));
        let with_id = |field: &str| json!(["id", field]);
        for union in in_each_order(&[wide.clone(), narrow, reference("Id")]) {
            let members = union["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default();
            let fields = members.iter().map(|it| {
                let mut names: Vec<_> = it["properties"].as_object().into_iter().flat_map(|it| it.keys()).collect();
                names.sort_unstable();
                json!(names)
            });
            assert_eq!(fields.collect::<Vec<_>>(), [with_id("x"), with_id("y")]);
        }
        for object in in_each_order(&[wide, reference("Id"), x]) {
            assert_eq!(object["properties"].as_object().map(|fields| fields.len()), Some(2));
        }
    }

    #[test]
    fn a_part_of_a_tagged_union_keeps_the_tag_that_the_union_declares() {
        let of = |names: &[&str]| json!({ "oneOf": names.iter().map(|name| reference(name)).collect::<Value>() });
        let tagged = |names: &[&str]| {
            let mut union = of(names);
            let mapping = json!({ "b": "B", "c": "C" });
            union["discriminator"] = json!({ "propertyName": "kind", "mapping": mapping });
            union
        };
        let [b, c] = ["B", "C"].map(|name| reference(name)["$ref"].clone());
        let discriminator = json!({ "propertyName": "kind", "mapping": { "b": b, "B": b, "c": c, "C": c } });
        let two = json!({ "oneOf": [reference("B"), reference("C")], "discriminator": discriminator });
        for is_required in [false, true] {
            let member = |field: &str| {
                let required = json!(Vec::from_iter(is_required.then_some(field)));
                json!({ "type": "object", "required": required, "properties": { (field): { "type": "string" } } })
            };
            let whole = |parts: Value| {
                composed(json!({
                    "A": parts, "U": tagged(&["B", "C", "D"]), "Two": of(&["B", "C"]),
                    "B": member("b"), "C": member("c"), "D": member("d"), "E": member("e"),
                }))
            };
            for other in
                [of(&["B", "C"]), reference("Two"), json!({ "allOf": [of(&["B", "C"])] }), of(&["B", "C", "E"])]
            {
                assert_eq!(whole(json!({ "allOf": [reference("U"), other] })), two, "{other}");
                assert_eq!(whole(json!({ "allOf": [other, { "allOf": [reference("U")] }] })), two, "{other}");
            }
            assert_eq!(whole(json!({ "allOf": [reference("U")], "oneOf": of(&["B", "C"])["oneOf"] })), two);
            for only in [reference("B"), of(&["B"]), of(&["B", "E"])] {
                let object = whole(json!({ "allOf": [reference("U"), only] }));
                assert_eq!(
                    object["properties"]["kind"],
                    json!({ "type": "string", "enum": ["b"] }),
                    "{only}: {object}"
                );
            }
        }
    }

    #[test]
    fn a_union_beside_an_allof_is_narrowed_before_fields_are_added() {
        let object = |field: &str| json!({ "type": "object", "required": [field], "properties": { (field): {} } });
        let members = |names: &[&str]| names.iter().map(|name| object(name)).collect::<Value>();
        let mut whole = object("id");
        whole["allOf"] = json!([{ "oneOf": members(&["x", "y", "z"]) }]);
        whole["oneOf"] = members(&["x", "y"]);
        let union = composed(json!({ "A": whole }));
        assert_eq!(union["oneOf"].as_array().map(Vec::len), Some(2));
        assert!(
            union["oneOf"].as_array().into_iter().flatten().all(|it| it["properties"].get("id").is_some()),
            "{union}"
        );
    }

    #[test]
    fn a_discriminator_beside_an_allof_distinguishes_the_members_of_its_unions() {
        let object = |field: &str| json!({ "type": "object", "properties": { (field): {} } });
        let [a, b] = ["#/components/schemas/B", "#/components/schemas/C"];
        let union = json!({ "oneOf": [reference("B"), reference("C")] });
        for parts in [
            json!([{ "oneOf": [reference("B"), reference("C"), reference("D")] }, union]),
            json!([reference("Wide"), union]),
            json!([{ "allOf": [reference("Wide"), union] }]),
        ] {
            let whole = composed(json!({
                "A": { "allOf": parts, "discriminator": { "propertyName": "kind", "mapping": { "b": "B", "c": "C" } } },
                "B": object("b"), "C": object("c"), "D": object("d"),
                "Wide": { "anyOf": [reference("B"), reference("C"), reference("D")] },
            }));
            let discriminator = json!({ "propertyName": "kind", "mapping": { "b": a, "B": a, "c": b, "C": b } });
            assert_eq!(whole, json!({ "oneOf": union["oneOf"], "discriminator": discriminator }), "{parts}");
        }
    }
}
