//! Merges unions that two parts of an `allOf` declare. A value must match a member of each union.

use std::collections::HashSet;

use super::{
    Member, Schema, SchemaUnion, Shape,
    common_tags::{MergePair, merge_by_tag},
    components::Components,
};
use crate::{adaptation::Rule, api::Case};

/// Returns the schema of the values that match both `one` and `other`, if that can be decided by comparing members. A
/// schema that is not a union counts as its own only member. Members of two unions by the same tag are merged by
/// `merge_pair`. Returns `None` if neither schema is a union, or if members of other unions would have to be merged.
pub fn common_members(one: &Schema, other: &Schema, components: &Components, merge_pair: MergePair) -> Option<Schema> {
    let opened = [one, other].map(|schema| components.resolve(schema));
    if opened.iter().all(|schema| schema.union().is_none()) {
        return None;
    }
    if let Some(merged) = merge_by_tag(one, other, components, merge_pair) {
        return Some(merged);
    }
    let key = |schema: &Schema| {
        let key = schema.without_description().without_null();
        match schema.name() {
            Some(name) => Schema { shape: Shape::Named(components.end_of_aliases(name).to_owned()), ..key },
            None => key,
        }
    };
    let keys = |schema: &Schema, opened: &Schema| -> Vec<Schema> {
        match opened.union() {
            Some(union) => {
                let listed = union.members.iter().filter(|member| member.case != Case::Several);
                listed.map(|member| key(&member.schema)).collect()
            }
            None => vec![key(schema)],
        }
    };
    let (ours, theirs) = (keys(one, &opened[0]), keys(other, &opened[1]));
    components.count_visited(ours.len() + theirs.len());
    let theirs: HashSet<Schema> = theirs.into_iter().collect();
    let common = ours.iter().filter(|member| theirs.contains(member)).count();
    let common_schema = if common == ours.len() {
        one.clone()
    } else if common == theirs.len() {
        other.clone()
    } else {
        // The members of other unions could be compared only by guessing.
        let has_several = opened.iter().any(|schema| schema.several().is_some());
        match (opened[0].union_of_objects(), opened[1].union_of_objects()) {
            (Some(union), Some(_)) if common > 0 && has_several => {
                retain_members(union, |member| theirs.contains(&key(&member.schema)))
            }
            _ => return None,
        }
    };
    if common < ours.len().max(theirs.len()) {
        components.note(Rule::NARROWED_UNION);
    }
    Some(common_schema)
}

/// Merges two unions whose members have different JSON kinds. The members of the result have the kinds that both unions
/// contain. `merge_pair` merges two members of the same kind.
pub fn common_kinds(one: &SchemaUnion, other: &SchemaUnion, components: &Components, merge_pair: MergePair) -> Schema {
    let find = |member: &Member| other.members.iter().find(|theirs| theirs.case == member.case);
    let pairs = one.members.iter().filter_map(|ours| Some((ours, find(ours)?)));
    let members = pairs
        .map(|(ours, theirs)| Member { schema: merge_pair(&ours.schema, &theirs.schema, components), ..ours.clone() });
    let merged = SchemaUnion { by: one.by.clone(), members: members.collect() };
    if merged.members.is_empty() {
        return components.any_value();
    }
    if merged.members.len() < one.members.len().max(other.members.len()) {
        components.note(Rule::NARROWED_UNION);
    }
    retain_members(&merged, |_| true)
}

/// Returns the union of the members for which `keep` returns `true`. If only one member remains, returns its schema.
/// Otherwise, the member for values that match several members remains too.
fn retain_members(union: &SchemaUnion, keep: impl Fn(&Member) -> bool) -> Schema {
    let is_several = |member: &Member| member.case == Case::Several;
    let mut members: Vec<Member> =
        union.members.iter().filter(|member| is_several(member) || keep(member)).cloned().collect();
    if members.iter().filter(|member| !is_several(member)).count() == 1 {
        members.retain(|member| !is_several(member));
    }
    if members.len() == 1 { members.remove(0).schema } else { SchemaUnion { by: union.by.clone(), members }.into() }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{
        adaptation::Rule,
        schema::{
            composition::compose_all,
            tests::{after, reference},
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
    fn other_unions_become_any_value_unless_one_lists_all_members_of_the_other() {
        let marked = |field: &str| json!({ "type": "object", "required": [field], "properties": { (field): {} } });
        let one_of = |fields: &[&str]| json!({ "oneOf": fields.iter().map(|field| marked(field)).collect::<Value>() });
        let (any, noted) = merged(&one_of(&["x", "y"]), &one_of(&["y", "z"]));
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
}
