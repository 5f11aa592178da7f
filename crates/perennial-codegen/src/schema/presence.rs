//! Builds unions by presence: unions of objects that differ in which fields are present.

use std::collections::HashMap;

use super::{
    Additional, Member, Schema, SchemaUnion,
    components::{Components, Resolved},
};
use crate::api::{Case, Discriminant};

/// Whether a value of a union by presence can match several members at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Overlap {
    /// A value matches exactly one member.
    Never,
    /// A value that contains the fields of several members matches all of them. In this case, the union needs another
    /// member, which is added later.
    Possible,
}

/// Returns how the objects `members` overlap. `exclusive` states that a value matches only one member. If it is `false`,
/// a value matches only one member if all members forbid undeclared fields.
pub fn overlap_of(members: &[Schema], exclusive: bool, components: &Components) -> Overlap {
    let refuses_others = |member: &Schema| {
        components.resolve(member).object().is_some_and(|object| object.additional == Additional::Refused)
    };
    if exclusive || members.iter().all(refuses_others) { Overlap::Never } else { Overlap::Possible }
}

/// Returns a union of the objects `members` if the presence of fields distinguishes them. Each member has to require a
/// field that is never null, that responses contain, and that no other member declares. If the members do not overlap,
/// one member may lack such a field.
pub fn union_by_presence(members: &[Schema], overlap: Overlap, components: &Components) -> Option<SchemaUnion> {
    let opened: Vec<Resolved<'_>> = members.iter().map(|member| components.resolve(member)).collect();
    let objects = || opened.iter().filter_map(|member| member.object());
    let mut declared = HashMap::<&str, usize>::new();
    for name in objects().flat_map(|object| object.properties.keys()) {
        *declared.entry(name).or_default() += 1;
    }
    let case = |member: &Schema| {
        let object = member.object()?;
        let is_always_there = |name| {
            object.properties.get(name).is_some_and(|property| {
                let opened = components.resolve(property);
                !opened.nullable && !opened.write_only && !property.write_only
            })
        };
        let marker =
            object.required.iter().find(|name| declared.get(name.as_str()) == Some(&1) && is_always_there(*name));
        marker.map(|name| Case::Field(name.clone()))
    };
    let members = members.iter().zip(&opened).map(|(schema, opened)| Member {
        schema: schema.without_null(),
        case: case(opened).unwrap_or(Case::Absent),
        also: Vec::new(),
    });
    let members: Vec<Member> = members.collect();
    let unmarked = members.iter().filter(|member| member.case == Case::Absent).count();
    (unmarked <= usize::from(overlap == Overlap::Never)).then_some(SchemaUnion { members, by: Discriminant::Presence })
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use crate::schema::tests::{composed, reference};

    /// Returns an object schema that requires the field `field`, and that also has the optional field `note`.
    fn requiring(field: &str) -> Value {
        let text = json!({ "type": "string" });
        json!({ "type": "object", "required": [field], "properties": { (field): text, "note": text } })
    }

    /// Composes the schemas `a` and `whole`, of which `whole` may refer to `a` and to the objects `X`, `Y` and `Z`, each
    /// of which requires a field of its own.
    fn composed_with_objects(whole: Value, union: Value) -> Value {
        composed(json!({
            "A": whole, "Union": union, "X": requiring("x"), "Y": requiring("y"), "Z": requiring("z"),
        }))
    }

    /// Returns the sorted names of the fields that `object` declares.
    fn field_names(object: &Value) -> Vec<&String> {
        let mut names: Vec<&String> = object["properties"].as_object().map(Map::keys).into_iter().flatten().collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn members_of_anyof_with_required_fields_of_their_own_become_a_union() {
        let whole = composed_with_objects(json!({ "anyOf": [reference("X"), reference("Y")] }), json!({}));
        let [x, y, several] = whole["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default() else {
            panic!("{whole}")
        };
        assert_eq!([x, y], [&reference("X"), &reference("Y")]);
        assert_eq!(field_names(several), ["note", "x", "y"]);
        assert_eq!(several.get("required"), None);
        assert_eq!(several["description"], "One or more of 2 shapes: X, Y. It has the fields of each member.");
        assert_eq!(whole.get("description"), None);
    }

    #[test]
    fn null_does_not_prevent_a_union_of_anyof_members() {
        let nullable = |mut schema: Value| {
            schema["nullable"] = true.into();
            schema
        };
        for members in [[requiring("a"), nullable(requiring("b"))], [requiring("a"), requiring("b")]] {
            let whole = nullable(json!({
                "type": "object", "properties": { "id": { "type": "string" } }, "anyOf": members,
            }));
            let union = composed(json!({ "A": whole }));
            assert_eq!(union["oneOf"].as_array().map(Vec::len), Some(3), "{union}");
            assert_eq!(field_names(&union["oneOf"][1]), ["b", "id", "note"]);
        }
    }

    #[test]
    fn a_constant_that_some_members_of_anyof_lack_is_not_their_tag() {
        let constant = |name: &str, own: &str| {
            let mut object = requiring(own);
            object["required"] = json!([name, own]);
            object["properties"][name] = json!({ "type": "string", "enum": [name] });
            object
        };
        let open = |mut object: Value| {
            object["additionalProperties"] = true.into();
            object
        };
        let union = json!({ "anyOf": [reference("X"), reference("Y")] });
        for (members, count) in [
            (vec![constant("kind", "a"), constant("fix", "b")], 3),
            (vec![constant("kind", "a"), reference("X")], 3),
            (vec![reference("X"), constant("kind", "a")], 3),
            (vec![open(constant("kind", "a")), open(requiring("b"))], 3),
            (vec![constant("kind", "a"), reference("X"), reference("Y")], 4),
            (vec![constant("kind", "a"), reference("Union")], 4),
        ] {
            let whole = composed_with_objects(json!({ "anyOf": members }), union.clone());
            assert_eq!(whole.get("discriminator"), None, "{whole}");
            assert_eq!(whole["oneOf"].as_array().map(Vec::len), Some(count), "{whole}");
            if members.len() == 2 {
                let whole = composed_with_objects(json!({ "oneOf": members }), union.clone());
                assert!(whole.get("discriminator").is_some(), "a value matches only one member: {whole}");
            }
        }
        let [tagged, other] = [json!(["a"]), json!(["b"])].map(|values| {
            let mut object = constant("kind", values[0].as_str().unwrap_or_default());
            object["properties"]["kind"]["enum"] = values;
            object
        });
        let whole = composed_with_objects(json!({ "anyOf": [tagged, other] }), json!({}));
        assert_eq!(whole["discriminator"]["propertyName"], "kind", "all members have the constant");
    }

    #[test]
    fn a_member_of_anyof_without_a_required_field_of_its_own_prevents_a_union() {
        let optional = json!({ "type": "object", "properties": { "z": { "type": "string" } } });
        let whole = composed_with_objects(json!({ "anyOf": [reference("X"), reference("Y"), optional] }), json!({}));
        assert_eq!(field_names(&whole), ["note", "x", "y", "z"]);
    }

    #[test]
    fn a_write_only_field_does_not_distinguish_union_members() {
        let mut secret = requiring("secret");
        secret["properties"]["secret"]["writeOnly"] = true.into();
        for key in ["oneOf", "anyOf"] {
            let mut open = secret.clone();
            open["properties"]["other"] = json!({ "type": "string" });
            let mut other = secret.clone();
            other["properties"] = json!({ "own": { "type": "string", "writeOnly": true } });
            other["required"] = json!(["own"]);
            let whole = composed(json!({ "A": { key: [open, other] } }));
            assert_eq!(field_names(&whole), ["note", "other", "own", "secret"]);
        }
    }

    #[test]
    fn a_part_beside_a_reference_to_anyof_is_added_to_all_members() {
        let union = json!({ "anyOf": [reference("X"), reference("Y")] });
        let part = requiring("id");
        let whole = composed_with_objects(json!({ "allOf": [reference("Union"), part] }), union.clone());
        let members = whole["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default();
        let names: Vec<_> = members.iter().map(field_names).collect();
        assert_eq!(names, [vec!["id", "note", "x"], vec!["id", "note", "y"], vec!["id", "note", "x", "y"]]);
    }

    #[test]
    fn a_part_that_declares_the_field_of_a_member_turns_anyof_into_one_object() {
        let union = json!({ "anyOf": [reference("X"), reference("Y")] });
        let part = requiring("x");
        for parts in [[reference("Union"), part.clone()], [part, reference("Union")]] {
            let whole = composed_with_objects(json!({ "allOf": parts }), union.clone());
            assert_eq!(field_names(&whole), ["note", "x", "y"]);
        }
    }

    #[test]
    fn two_anyof_in_an_allof_become_a_union_of_the_members_of_one() {
        let [first, second] = [["X", "Y"], ["Z", "W"]].map(|names| json!({ "anyOf": names.map(reference) }));
        let whole = composed(json!({
            "A": { "allOf": [first, second] },
            "X": requiring("x"), "Y": requiring("y"), "Z": requiring("z"), "W": requiring("w"),
        }));
        let members = whole["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default();
        let names: Vec<_> = members.iter().map(field_names).collect();
        assert_eq!(names, [vec!["note", "x", "y", "z"], vec!["note", "w", "x", "y"], vec!["note", "w", "x", "y", "z"]]);
    }

    #[test]
    fn oneof_with_a_nested_anyof_keeps_a_member_for_several() {
        let union = json!({ "anyOf": [reference("X"), reference("Y")] });
        let whole = composed_with_objects(json!({ "oneOf": [reference("Union"), reference("Z")] }), union);
        assert_eq!(whole["oneOf"].as_array().map(Vec::len), Some(4));
        assert_eq!(field_names(&whole["oneOf"][3]), ["note", "x", "y", "z"]);
    }
}
