//! `allOf`, `anyOf` and `oneOf` become plain schemas, or a union whose members can be told apart.
//!
//! Untagged enums would drop the fields of the members that did not match, and flattened structs fail on values of
//! another kind. What is left here decodes each value to all of its fields:
//!
//! - `allOf` of objects: one object with all fields (`all_of`);
//! - `anyOf` and `oneOf` of objects that the values of a field tell apart: a `oneOf` with a `discriminator`; if each
//!   has a required field of its own: a `oneOf` (`discriminator`);
//! - other `anyOf` and `oneOf` of objects: one object with the fields of each, required where all require them
//!   (`one_of`);
//! - members of different JSON kinds (text or object, date or number): a `oneOf` with one member per kind.

use serde_json::{Map, Value, json};

use super::{
    all_of,
    components::Components,
    discriminator::Declared,
    object_union,
    one_of::{self, Union},
    schema,
    spec::Spec,
};
use crate::{
    adaptation::Rule,
    bounds::{self, Bound},
    cycles,
};

/// Composes each schema.
pub fn apply(spec: &mut Spec) {
    let components = Components::new(spec.schemas(), compose_only, plain_reference);
    let mut refused = false;
    spec.each_schema(|place, schema, log| {
        if refused {
            return;
        }
        let before = components.failures();
        let composed = compose(schema, &components);
        if components.failures() > before {
            log.note(Rule::CONFLICTING_PARTS, place);
        } else if let Some(rule) = composed.rule() {
            log.note(rule, place);
        }
        if let Some(bound) = components.exceeded() {
            log.refuse(bound, place);
            refused = true;
        }
    });
    // Whether an object is closed mattered for unions, and is the service's to check.
    spec.each_schema(|_, schema, _| {
        if let Some(map) = schema.as_object_mut()
            && map.get("additionalProperties") == Some(&Value::Bool(false))
        {
            map.remove("additionalProperties");
        }
    });
    open_cycles(spec);
}

/// A union that is a member of itself, directly or through other unions, takes any value: decoding it would not end.
fn open_cycles(spec: &mut Spec) {
    let schemas = spec.schemas_mut();
    let members = |schema: &Value| {
        let (mut names, mut open) = (Vec::new(), vec![schema]);
        while let Some(schema) = open.pop() {
            names.extend(schema::wrapped_reference(schema).map(str::to_owned));
            open.extend(object_union::members(schema));
        }
        names
    };
    let edges = schemas.iter().map(|(name, schema)| (name.clone(), members(schema))).collect();
    for name in cycles::on_cycles(&edges) {
        if schemas.get(&name).is_some_and(|schema| schema.get("oneOf").is_some()) {
            schemas.insert(name, schema::any());
        }
    }
}

/// What became of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Composed {
    /// Nothing worth reporting.
    Plain,
    /// One object, made of a union of several.
    Merged,
    /// An object with any fields, since a member of a union is one.
    AnyObject,
    /// Any value, since a member of a union is one.
    AnyValue,
}

impl Composed {
    /// What became of a union, as `composed` is.
    fn of_union(composed: &Value, is_merged: bool) -> Self {
        let is_object = schema::kind(composed) == "object" && !schema::has_properties(composed);
        match () {
            () if is_merged => Self::Merged,
            () if schema::says_nothing(composed) && !schema::is_only_null(composed) => Self::AnyValue,
            () if is_object && composed.get("additionalProperties").is_none() => Self::AnyObject,
            () => Self::Plain,
        }
    }

    /// The rule for the report.
    fn rule(self) -> Option<Rule> {
        match self {
            Self::Plain => None,
            Self::Merged => Some(Rule::MERGED_UNION),
            Self::AnyObject => Some(Rule::ANY_OBJECT),
            Self::AnyValue => Some(Rule::ANY_VALUE),
        }
    }
}

fn compose_only(schema: &mut Value, components: &Components) {
    compose(schema, components);
}

/// Makes a schema one without compositions, as far as it goes; what is inside it is composed already.
fn compose(schema: &mut Value, components: &Components) -> Composed {
    let Some(map) = schema.as_object_mut() else { return Composed::Plain };
    if !is_composed(map) {
        for key in ["not", "discriminator"] {
            map.remove(key);
        }
        return Composed::Plain;
    }
    if components.exceeded().is_some() {
        *schema = schema::any();
        return Composed::Plain;
    }
    let unions = ["anyOf", "oneOf"].map(|key| (key, members(map, key)));
    let nullable_union = unions.iter().flat_map(|(_, members)| *members).any(|member| admits_null(member, components));
    let mut parts = vec![own_part(map)];
    parts.extend(members(map, "allOf").iter().cloned());
    let mut merged = all_of::merge_all_of(&parts.iter().collect::<Vec<_>>(), components);
    let mut why_merged = None;
    let has_union = unions.iter().any(|(_, members)| !members.is_empty());
    for (key, members) in unions.into_iter().filter(|(_, members)| !members.is_empty()) {
        let is_part = |opened: &Value| schema::kind(opened) == "object";
        let union = Union {
            members: members.iter().collect(),
            discriminator: Declared::of(map),
            part: Some(&merged).filter(|part| is_part(&components.resolve(part))),
            exclusive: key == "oneOf",
        };
        let united = one_of::unite(&union, components);
        why_merged = why_merged.or(united.merged);
        merged =
            if united.has_part { united.schema } else { all_of::merge_all_of(&[&merged, &united.schema], components) };
    }
    let mut composed = with_outer(merged, map, nullable_union);
    let is_merged = schema::has_properties(&composed) && why_merged.is_some();
    if let (true, Some(map), Some(why)) = (is_merged, composed.as_object_mut(), why_merged)
        && map.get("description").and_then(Value::as_str) != Some(&why)
    {
        schema::add_description(map, &why);
    }
    components.spend(bounds::parts(&composed));
    if schema::depth(&composed) > Bound::Depth.limit() {
        components.pass(Bound::Depth);
    }
    *schema = composed;
    if has_union { Composed::of_union(schema, is_merged) } else { Composed::Plain }
}

fn members<'a>(map: &'a Map<String, Value>, key: &str) -> &'a [Value] {
    map.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Whether there is anything to merge: a reference with a description or `null` beside it stays one.
fn is_composed(map: &Map<String, Value>) -> bool {
    let has_union = ["anyOf", "oneOf"].iter().any(|key| !members(map, key).is_empty());
    has_union
        || match members(map, "allOf") {
            [] => false,
            [member] => schema::reference(member).is_none() || !schema::says_nothing(&own_part(map)),
            _ => true,
        }
}

/// The named schema that `schema` is, once it is composed.
fn plain_reference(schema: &Value) -> Option<&str> {
    let is_plain = |map: &Map<String, Value>| map.contains_key("$ref") || !is_composed(map);
    schema::wrapped_reference(schema).filter(|_| schema.as_object().is_some_and(is_plain))
}

/// What the schema says beside its compositions.
fn own_part(map: &Map<String, Value>) -> Value {
    let is_composition = |key: &str| matches!(key, "allOf" | "anyOf" | "oneOf" | "not" | "discriminator");
    let is_beside = |key: &str, value: &Value| {
        is_composition(key) || schema::is_annotation(key) || key == "additionalProperties" && value.is_boolean()
    };
    let own = map.iter().filter(|(key, value)| !is_beside(key, value));
    let mut own: Map<String, Value> = own.map(|(key, value)| (key.clone(), value.clone())).collect();
    if !own.contains_key("type")
        && ["properties", "required", "additionalProperties"].iter().any(|key| own.contains_key(*key))
    {
        // What is said of fields is said of an object.
        own.insert("type".into(), "object".into());
    }
    // `type: object` beside a composition says what its members say anyway.
    if own.len() == 1 && own.get("type").is_some_and(|kind| kind == "object") { schema::any() } else { own.into() }
}

fn admits_null(member: &Value, components: &Components) -> bool {
    schema::is_only_null(member) || schema::is_nullable(&components.resolve(member))
}

/// `schema` with the description and nullability of what it stands for.
fn with_outer(schema: Value, outer: &Map<String, Value>, nullable: bool) -> Value {
    let description = outer.get("description").cloned();
    let nullable = nullable || outer.get("nullable") == Some(&Value::Bool(true));
    if description.is_none() && !nullable && !schema::FLAGS.iter().any(|flag| outer.contains_key(*flag)) {
        return schema;
    }
    let mut result = if schema.get("$ref").is_some() { json!({ "allOf": [schema] }) } else { schema };
    if let Some(map) = result.as_object_mut() {
        if let Some(description) = description {
            map.insert("description".into(), description);
        }
        if nullable {
            map.insert("nullable".into(), true.into());
        }
        for flag in schema::FLAGS {
            if let Some(value) = outer.get(flag) {
                map.insert(flag.into(), value.clone());
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{composed, only};

    fn reference(name: &str) -> Value {
        schema::reference_to(name)
    }

    #[test]
    fn a_reference_with_a_description_or_null_beside_it_stays_one() {
        let described = json!({ "description": "x", "nullable": true, "allOf": [reference("B")] });
        assert_eq!(composed(json!({ "A": described, "B": { "type": "object" } })), described);
    }

    #[test]
    fn not_and_discriminators_are_no_part_of_a_type() {
        assert_eq!(composed(json!({ "A": { "not": { "type": "string" } } })), json!({}));
    }

    #[test]
    fn a_schema_that_is_part_of_itself_ends() {
        let looped =
            composed(json!({ "A": { "allOf": [reference("A"), { "type": "object", "properties": { "a": {} } }] } }));
        assert_eq!(looped, json!({ "type": "object", "properties": { "a": {} } }));
    }

    #[test]
    fn fields_beside_a_union_are_fields_of_all_its_members() {
        let with_own = composed(json!({ "A": {
            "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"],
            "oneOf": [
                { "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] },
                { "type": "object", "properties": { "b": { "type": "string" } } },
            ],
        } }));
        let [a, b] = with_own["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default() else { panic!("{with_own}") };
        for (member, required) in [(a, json!(["a", "id"])), (b, json!(["id"]))] {
            assert_eq!(member["properties"].as_object().map(Map::len), Some(2));
            assert_eq!(member["required"], required);
        }
        let merged = composed(json!({ "A": {
            "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"],
            "anyOf": [
                { "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] },
                { "type": "object", "properties": { "b": { "type": "string" } } },
            ],
        } }));
        assert_eq!(merged["properties"].as_object().map(Map::len), Some(3));
        assert_eq!(merged["required"], json!(["id"]));
    }

    #[test]
    fn what_is_said_of_fields_beside_a_composition_needs_no_type() {
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
                let whole = match schema::wrapped_reference(&whole) {
                    Some(_) => base.clone(),
                    None => whole,
                };
                assert_eq!(whole["properties"]["a"], json!({ "type": "string" }), "{composition} {key}: {whole}");
                for (key, value) in expected.as_object().into_iter().flatten() {
                    assert_eq!(whole[key], *value, "{composition}: {whole}");
                }
            }
        }
    }

    #[test]
    fn a_union_within_a_union_or_behind_a_reference_is_one_union() {
        let flat = composed(json!({
            "A": { "anyOf": [{ "type": "boolean" }, reference("B")] },
            "B": { "oneOf": [{ "type": "string" }, { "type": "integer" }] },
        }));
        assert_eq!(flat, json!({ "oneOf": [{ "type": "boolean" }, { "type": "string" }, { "type": "integer" }] }));
    }

    fn object(properties: Value) -> Value {
        json!({ "type": "object", "properties": properties })
    }

    /// `count` named schemas, each made of its number.
    fn levels(count: usize, level: impl Fn(usize) -> Value) -> Map<String, Value> {
        (0..count).map(|n| (format!("A{n}"), level(n))).collect()
    }

    fn diagnostics(schemas: Map<String, Value>) -> String {
        only(apply, json!({ "components": { "schemas": schemas } })).diagnostics.to_string()
    }

    #[test]
    fn levels_that_each_refer_to_the_next_twice_are_composed_once() {
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
    fn compositions_that_double_at_each_level_are_refused_in_cycles_too() {
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
    fn schemas_composed_of_each_other_beyond_the_bound_are_refused() {
        let level = |n: usize| json!({ "allOf": [reference(&format!("A{}", n + 1)), object(json!({ (format!("p{n}")): {} }))] });
        assert!(diagnostics(levels(5_000, level)).contains(&Bound::Depth.to_string()));
        assert_eq!(diagnostics(levels(40, level)), "");
    }

    #[test]
    fn a_union_of_trees_that_contain_themselves_ends() {
        let tree = |name: &str, field: &str| object(json!({ "next": reference(name), (field): { "type": "string" } }));
        let union = composed(json!({
            "A": { "oneOf": [reference("Left"), reference("Right")] },
            "Left": tree("Left", "l"), "Right": tree("Right", "r"),
        }));
        assert_eq!(union["properties"]["l"], json!({ "type": "string" }));
        assert_eq!(union["properties"]["next"], json!({}));
    }

    #[test]
    fn thousands_of_members_are_merged_with_the_fields_of_each() {
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
        // Two have the same kind.
        let members: Vec<Value> = (0..3_000).map(|n| member(n, n.max(1))).collect();
        for key in ["oneOf", "allOf"] {
            let merged = composed(json!({ "A": { key: members } }));
            assert_eq!(merged["properties"].as_object().map(Map::len), Some(3_001));
            assert_eq!(merged["required"], json!(["kind"]));
        }
    }
}
