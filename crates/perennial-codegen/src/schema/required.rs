use std::collections::HashSet;

use super::Schema;

/// Returns the fields that all of `members` require, in the order of the first member.
pub fn required_by_all<'a>(members: impl IntoIterator<Item = &'a Schema>) -> Vec<String> {
    let mut members = members.into_iter();
    let mut common: Vec<String> = members.next().map(|first| first.required().to_vec()).unwrap_or_default();
    for member in members {
        let required: HashSet<&String> = member.required().iter().collect();
        common.retain(|name| required.contains(name));
    }
    common
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::schema::tests::{both_ways, composed, reference};

    #[test]
    fn an_allof_requires_a_field_that_any_part_requires() {
        let field = |name: &str| json!({ "properties": { (name): { "type": "string" } } });
        let typed = |name: &str| json!({ "type": "object", "properties": { (name): { "type": "string" } } });
        let required = |names: &[&str]| json!({ "required": names });
        let others = json!({
            "Base": typed("a"), "Required": required(&["a"]),
            "Early": { "type": "object", "required": ["b"], "properties": { "a": {} } },
            "Two": { "oneOf": [
                { "type": "object", "required": ["x"], "properties": { "x": {}, "a": {} } },
                { "type": "object", "required": ["y"], "properties": { "y": {}, "a": {} } },
            ] },
        });
        let mut with_name = field("b");
        with_name["required"] = json!(["a"]);
        for (parts, expected) in [
            (vec![reference("Base"), required(&["a"])], json!(["a"])),
            (vec![reference("Base"), reference("Required")], json!(["a"])),
            (vec![reference("Base"), json!({ "type": "object", "required": ["a"] })], json!(["a"])),
            (vec![reference("Base"), json!({ "type": "object", "required": ["a"], "properties": {} })], json!(["a"])),
            (vec![reference("Base"), with_name], json!(["a"])),
            (vec![reference("Base"), json!({ "allOf": [{ "allOf": [required(&["a"])] }] })], json!(["a"])),
            (vec![reference("Early"), typed("b")], json!(["b"])),
            (vec![json!({ "allOf": [reference("Base"), required(&["b"])] }), typed("b")], json!(["b"])),
            (vec![reference("Base"), required(&["a"]), required(&["a"])], json!(["a"])),
            (vec![typed("a"), json!({ "anyOf": [required(&["a"])] })], json!(["a"])),
            (vec![typed("a"), typed("b"), json!({ "oneOf": [required(&["a", "b"]), required(&["a"])] })], json!(["a"])),
            (vec![typed("a"), json!({ "anyOf": [reference("Required"), required(&["a"])] })], json!(["a"])),
            // No field is always required in these compositions.
            (vec![typed("a"), typed("b"), json!({ "anyOf": [required(&["a"]), required(&["b"])] })], Value::Null),
            (vec![typed("a"), json!({ "anyOf": [required(&["a"]), {}] })], Value::Null),
            (vec![typed("a"), json!({ "not": required(&["a"]) })], Value::Null),
            (vec![typed("a"), required(&["gone"])], Value::Null),
        ] {
            for whole in both_ways(&parts, &others) {
                assert_eq!(whole["required"], expected, "{parts:?}: {whole}");
            }
        }
        for whole in both_ways(&[reference("Two"), required(&["a"])], &others) {
            let members = whole["oneOf"].as_array().into_iter().flatten();
            let required: Vec<&Value> = members.map(|member| &member["required"]).collect();
            assert_eq!(required, [&json!(["x", "a"]), &json!(["y", "a"])], "{whole}");
        }
    }

    #[test]
    fn union_members_require_the_fields_that_are_required_beside_them() {
        let of_kind = |kind: &str, required: &[&str]| json!({ "properties": { "kind": { "enum": [kind] } }, "required": required });
        let text = json!({ "type": "string" });
        let whole = |members: Value| {
            composed(json!({ "A": {
                "type": "object", "required": ["kind"], "properties": { "kind": text, "p": text, "q": text },
                "anyOf": members,
            } }))
        };
        let union = whole(json!([of_kind("a", &["p"]), of_kind("b", &["kind", "q"])]));
        let required: Vec<&Value> =
            union["oneOf"].as_array().into_iter().flatten().map(|member| &member["required"]).collect();
        assert_eq!(required, [&json!(["p", "kind"]), &json!(["kind", "q"])], "{union}");
        // Merged into one object, the members require only the fields that all of them require.
        for (one, other, expected) in [
            (
                json!({ "properties": { "r": {} }, "required": ["p", "q"] }),
                json!({ "required": ["q"] }),
                json!(["kind", "q"]),
            ),
            (
                json!({ "properties": { "r": {} }, "required": ["p", "q"] }),
                json!({ "properties": { "s": {} }, "required": ["q"] }),
                json!(["kind", "q"]),
            ),
            (
                json!({ "type": "object", "required": ["p", "q"] }),
                json!({ "type": "object", "required": ["q"] }),
                json!(["kind", "q"]),
            ),
            (json!({ "type": "object", "required": ["p"] }), json!({ "required": ["q"] }), json!(["kind"])),
        ] {
            let object = whole(json!([one, other]));
            assert_eq!(object["required"], expected, "{object}");
        }
    }

    #[test]
    fn a_union_member_requires_a_field_only_if_it_declares_the_field() {
        let member = |field: &str| json!({ "type": "object", "required": [field], "properties": { (field): {} } });
        let beside = |key: &str, value: Value| {
            let mut schemas = json!({ "A": { "oneOf": [member("x"), member("y")] } });
            schemas["A"][key] = value;
            composed(schemas)
        };
        for union in [beside("required", json!(["z"])), beside("allOf", json!([{ "required": ["z"] }]))] {
            assert_eq!(union["oneOf"], json!([member("x"), member("y")]));
        }
        let mut with_x = member("y");
        with_x["properties"]["x"] = json!({});
        let mut optional = with_x.clone();
        optional["required"].take();
        let union = composed(json!({ "A": { "required": ["x"], "oneOf": [optional, member("y")] } }));
        with_x["required"] = json!(["x"]);
        assert_eq!(union["oneOf"], json!([with_x, member("y")]));
    }

    #[test]
    fn terminates_if_a_required_field_contains_its_own_schema() {
        let node = json!({ "type": "object", "properties": { "next": reference("A"), "back": reference("B") } });
        let schemas =
            |parts: Value| json!({ "A": { "allOf": parts }, "B": { "allOf": [reference("A")] }, "Node": node });
        let whole = composed(schemas(json!([reference("Node"), { "required": ["next"] }])));
        assert_eq!((&whole["required"], &whole["properties"]["next"]), (&json!(["next"]), &reference("A")));
        let whole = composed(schemas(json!([reference("B"), { "required": ["next"] }])));
        assert_eq!(whole, json!({}));
    }

    #[test]
    fn allof_part_with_only_required_keeps_references_and_adds_no_fields() {
        let object = json!({ "type": "object", "required": ["a"], "properties": { "a": {} } });
        let kinds = json!({ "anyOf": [reference("Object"), { "type": "string" }] });
        let others = json!({ "Object": object, "Text": { "type": "string" }, "Kinds": kinds });
        for name in ["Object", "Text"] {
            for whole in both_ways(&[reference(name), json!({ "required": ["a"] })], &others) {
                assert_eq!(whole, reference(name));
            }
        }
        for whole in both_ways(&[reference("Kinds"), json!({ "required": ["a"] })], &others) {
            assert_eq!(whole, reference("Kinds"));
        }
        for whole in both_ways(&[reference("Kinds"), json!({ "required": ["b"], "properties": { "b": {} } })], &others)
        {
            assert_eq!(whole["required"], json!(["a", "b"]));
        }
        assert_eq!(composed(json!({ "A": { "required": ["a"] } })), json!({}));
        for key in ["allOf", "anyOf", "oneOf"] {
            let object = json!({ "type": "object" });
            assert_eq!(composed(json!({ "A": { "type": "object", key: [{ "required": ["a"] }] } })), object);
        }
        assert_eq!(composed(json!({ "A": { "anyOf": [{ "required": ["a"] }, { "type": "string" }] } })), json!({}));
    }
}
