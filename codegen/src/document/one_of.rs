//! One schema for values that fit one of several schemas.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::{
    all_of,
    components::{Components, Resolved},
    discriminator::{self, Declared},
    object_union::{self, is_object_union, kind},
    schema,
};

/// A union as a document writes it.
pub struct Union<'a> {
    /// What `oneOf` or `anyOf` lists.
    pub members: Vec<&'a Value>,
    /// What stands beside them.
    pub discriminator: Option<Declared<'a>>,
    /// An object with fields that stands beside them, too.
    pub part: Option<&'a Value>,
    /// Whether a value can only be of one member: `oneOf`.
    pub exclusive: bool,
}

/// What a union became.
pub struct United {
    /// One schema, or a `oneOf`.
    pub schema: Value,
    /// Whether each object in `schema` has the fields of [`Union::part`].
    pub has_part: bool,
    /// Why objects became one, if they did.
    pub merged: Option<String>,
}

/// One schema if all members are of one JSON kind, else a `oneOf` with one member per kind. Objects are a `oneOf` if
/// something tells them apart, else one object with the fields of each.
pub fn unite(union: &Union, components: &Components) -> United {
    let mut united = United { schema: schema::any(), has_part: false, merged: None };
    united.schema = components.merging(&union.members, || by_kind(union, components, &mut united));
    united
}

/// [`unite`] for members that no document lists together.
fn merge_one_of(members: &[&Value], components: &Components) -> Value {
    unite(&Union { members: members.to_vec(), discriminator: None, part: None, exclusive: false }, components).schema
}

fn by_kind(union: &Union, components: &Components, united: &mut United) -> Value {
    let mut kinds: Vec<(&'static str, Vec<Value>)> = Vec::new();
    let mut seen = HashSet::new();
    let mut open: Vec<Value> = union.members.iter().rev().copied().cloned().collect();
    while let Some(member) = open.pop() {
        let opened = components.resolve(&member);
        if let Some(kind) = json_kind(&opened, components) {
            if !seen.insert(member.clone()) {
                continue;
            }
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, same)) => same.push(member.clone()),
                None => kinds.push((kind, vec![member.clone()])),
            }
        } else if let Some(inner) = opened.get("oneOf").and_then(Value::as_array) {
            open.extend(inner.iter().rev().cloned());
        } else if schema::is_only_null(&opened) {
            // Said by `nullable` of the whole.
        } else if schema::says_nothing(&opened) {
            return schema::any();
        } else {
            return components.any_value();
        }
    }
    let of_kind = |(kind, members): (&str, Vec<Value>)| match (kind, members.as_slice(), &union.discriminator) {
        ("object", [_, _, ..], _) => objects(members, union, components, united),
        ("object", [only], Some(declared)) => with_tag(only, declared, components),
        _ => of_kind(kind, &members, components),
    };
    let mut schemas: Vec<Value> = kinds.into_iter().map(of_kind).collect();
    match schemas.len() {
        0 => schema::any(),
        1 => schemas.remove(0),
        _ => json!({ "oneOf": schemas }),
    }
}

/// What JSON itself tells apart.
fn json_kind(schema: &Value, components: &Components) -> Option<&'static str> {
    Some(match kind(schema, components) {
        "string" => "string",
        "number" | "integer" => "number",
        "boolean" => "boolean",
        "array" => "array",
        "object" => "object",
        _ => return None,
    })
}

fn of_kind(kind: &str, members: &[Value], components: &Components) -> Value {
    if let [only] = members {
        let mut only = only.clone();
        if let Some(map) = only.as_object_mut() {
            map.remove("nullable");
        }
        return only;
    }
    let opened: Vec<Resolved<'_>> = members.iter().map(|member| components.resolve(member)).collect();
    match kind {
        "string" => text(&opened),
        "number" => number(&opened),
        "array" => {
            let items: Vec<&Value> = opened.iter().map(|member| &member["items"]).collect();
            json!({ "type": "array", "items": merge_one_of(&items, components) })
        }
        _ => json!({ "type": "boolean" }),
    }
}

/// The values of all members, each once, if each lists some.
fn values<'a>(members: &'a [Resolved<'_>]) -> Option<Vec<&'a Value>> {
    let enums: Option<Vec<&Vec<Value>>> =
        members.iter().map(|member| member.get("enum").and_then(Value::as_array)).collect();
    let mut seen = HashSet::new();
    Some(enums?.into_iter().flatten().filter(|value| seen.insert(*value)).collect())
}

fn number(members: &[Resolved<'_>]) -> Value {
    let first = schema::kind(&members[0]);
    if members.iter().any(|member| schema::kind(member) != first) {
        return schema::integer_or_number();
    }
    match values(members) {
        Some(values) => json!({ "type": first, "enum": values }),
        None => json!({ "type": first }),
    }
}

fn text(members: &[Resolved<'_>]) -> Value {
    if let Some(values) = values(members) {
        return json!({ "type": "string", "enum": values });
    }
    let formats = |key: &str| {
        let first = members[0].get(key)?;
        members.iter().all(|member| member.get(key) == Some(first)).then(|| first.clone())
    };
    let mut text = json!({ "type": "string" });
    for key in ["format", "x-format"] {
        if let Some(format) = formats(key) {
            text[key] = format;
        }
    }
    text
}

/// The union of several objects.
fn objects(members: Vec<Value>, union: &Union, components: &Components, united: &mut United) -> Value {
    let members = without_null(members, components);
    if let [only] = members.as_slice() {
        return of_kind("object", std::slice::from_ref(only), components);
    }
    let opened = members.iter().map(|member| components.resolve(member));
    let (mut have_fields, mut have_unions) = (true, false);
    for member in opened {
        let is_union = is_object_union(&member, components);
        have_fields &= is_union || schema::has_properties(&member);
        have_unions |= is_union;
    }
    if !have_fields {
        return json!({ "type": "object" });
    }
    let whole = |members: &[Value], declared| match union.part {
        Some(part) => discriminator::with_part(members, part, declared, components),
        None => members.to_vec(),
    };
    let declared = union.discriminator.as_ref();
    let mut told_apart = discriminator::by_tag(&whole(&members, declared), declared, components);
    let mut leaves = members;
    if told_apart.is_none() {
        if have_unions {
            leaves = all_leaves(&leaves, components);
            told_apart = discriminator::by_tag(&whole(&leaves, None), None, components);
        }
        told_apart =
            told_apart.or_else(|| discriminator::by_presence(&whole(&leaves, None), union.exclusive, components));
    }
    if let Some(told_apart) = told_apart {
        united.has_part = union.part.is_some();
        return told_apart;
    }
    let mut merged = merged(&leaves, union.exclusive, components);
    if let Some(declared) = declared {
        add_tag(&mut merged, declared);
    }
    united.merged = merged.get("description").and_then(Value::as_str).map(str::to_owned);
    merged
}

/// `members` without those that stand for null, if there are others: a nullable object without fields, which is how
/// some generators write it.
fn without_null(members: Vec<Value>, components: &Components) -> Vec<Value> {
    let means_null = |member: &Value| {
        let opened = components.resolve(member);
        let says_more = opened.get("additionalProperties").is_some_and(|value| !value.is_boolean());
        schema::is_nullable(&opened)
            && !schema::has_properties(&opened)
            && !says_more
            && !is_object_union(&opened, components)
    };
    let (nulls, others): (Vec<Value>, Vec<Value>) = members.into_iter().partition(means_null);
    if others.is_empty() { nulls } else { others }
}

/// The only object of a union, which has no variant of its own: its tag is a field.
fn with_tag(only: &Value, declared: &Declared, components: &Components) -> Value {
    let object = of_kind("object", std::slice::from_ref(only), components);
    let opened = components.resolve(&object);
    if is_object_union(&opened, components) || schema::properties(&opened).any(|(name, _)| name == declared.property) {
        return object;
    }
    let mut tagged = opened.clone();
    if add_tag(&mut tagged, declared) { tagged } else { object }
}

/// Adds the declared tag to the fields of `object`: it is there, whether or not a member declares it.
fn add_tag(object: &mut Value, declared: &Declared) -> bool {
    let Some(fields) = object.get_mut("properties").and_then(Value::as_object_mut) else { return false };
    fields.entry(declared.property).or_insert_with(|| json!({ "type": "string" }));
    true
}

/// The members of `members` that are no unions of objects, and those of the others.
fn all_leaves(members: &[Value], components: &Components) -> Vec<Value> {
    let mut leaves = Vec::new();
    let mut seen = HashSet::new();
    let mut open: Vec<Value> = members.iter().rev().cloned().collect();
    while let Some(member) = open.pop() {
        components.spend(1);
        if !seen.insert(member.clone()) || components.exceeded().is_some() {
            continue;
        }
        let opened = components.resolve(&member);
        if !is_object_union(&opened, components) {
            leaves.push(member.clone());
            continue;
        }
        let tagged = object_union::members(&opened).iter().rev().map(|leaf| {
            let values = schema::wrapped_reference(leaf).map(|name| object_union::mapped(&opened, name));
            match (object_union::tag(&opened), values) {
                (Some(tag), Some(values)) if !values.is_empty() => {
                    all_of::with_part(leaf, &object_union::tag_alone(tag, &values), Some((tag, &values)), components)
                }
                _ => leaf.clone(),
            }
        });
        open.extend(tagged);
    }
    leaves
}

/// One object with the fields of each of `members`.
fn merged(members: &[Value], exclusive: bool, components: &Components) -> Value {
    let opened: Vec<Resolved<'_>> = members.iter().map(|member| components.resolve(member)).collect();
    let opened = opened.as_slice();
    let mut properties = Map::new();
    for (name, variants) in variants(opened) {
        let mut property =
            if let [only] = variants.as_slice() { (*only).clone() } else { merge_one_of(&variants, components) };
        if variants.iter().any(|variant| schema::is_nullable(&components.resolve(variant))) {
            schema::set_nullable(&mut property);
        }
        properties.insert(name.to_owned(), property);
    }
    let mut times = HashMap::<&str, usize>::new();
    for member in opened {
        for name in schema::required(member).into_iter().collect::<HashSet<_>>() {
            *times.entry(name).or_default() += 1;
        }
    }
    let mut required = opened.first().map(|first| schema::required(first)).unwrap_or_default();
    required.retain(|name| times.get(name) == Some(&opened.len()));
    let mut object = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        object["required"] = required.into();
    }
    if opened.iter().any(|member| member.get("additionalProperties").is_some_and(Value::is_object)) {
        object["additionalProperties"] = schema::any();
    }
    let names: Vec<&str> = members.iter().filter_map(schema::wrapped_reference).collect();
    let listed = if names.len() == members.len() { format!(": {}", names.join(", ")) } else { String::new() };
    let (some, why) = if exclusive {
        ("One", "nothing reliably tells them apart")
    } else {
        ("One or more", "an object can match several at once")
    };
    let count = members.len();
    object["description"] = format!("{some} of {count} shapes{listed}. It has the fields of each, since {why}.").into();
    object
}

/// What the members say of each field, in the order in which they name it.
fn variants<'a>(members: &'a [Resolved<'_>]) -> Vec<(&'a str, Vec<&'a Value>)> {
    let mut variants: Vec<(&str, Vec<&Value>)> = Vec::new();
    let mut positions = HashMap::new();
    let mut seen = HashSet::new();
    for (name, property) in members.iter().flat_map(|member| schema::properties(member)) {
        let position = *positions.entry(name).or_insert(variants.len());
        if position == variants.len() {
            variants.push((name, Vec::new()));
        }
        if seen.insert((position, property)) {
            variants[position].1.push(property);
        }
    }
    variants
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::document::composed;

    #[test]
    fn members_that_json_tells_apart_stay_a_union() {
        let union = composed(json!({
            "A": { "anyOf": [{ "$ref": "#/components/schemas/B" }, { "type": "string", "enum": ["FALLBACK"] }] },
            "B": { "type": "object", "properties": { "a": {} } },
        }));
        assert_eq!(
            union,
            json!({ "oneOf": [{ "$ref": "#/components/schemas/B" }, { "type": "string", "enum": ["FALLBACK"] }] })
        );
    }

    #[test]
    fn objects_become_one_with_the_fields_of_each_so_that_none_is_lost() {
        let union = composed(json!({
            "A": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }] },
            "Cat": { "type": "object", "required": ["kind", "lives"],
                     "properties": { "kind": { "type": "string", "enum": ["cat"] }, "lives": { "type": "integer" } } },
            "Dog": { "type": "object", "required": ["kind"],
                     "properties": { "kind": { "type": "string", "enum": ["dog", "cat"] }, "lives": { "type": "string" } } },
        }));
        assert_eq!(union["properties"]["kind"], json!({ "type": "string", "enum": ["cat", "dog"] }));
        assert_eq!(union["properties"]["lives"], json!({ "oneOf": [{ "type": "integer" }, { "type": "string" }] }));
        assert_eq!(union["required"], json!(["kind"]));
        assert_eq!(
            union["description"],
            "One of 2 shapes: Cat, Dog. It has the fields of each, since nothing reliably tells them apart."
        );
    }

    #[test]
    fn a_declared_tag_that_no_member_has_is_a_field_of_the_whole() {
        let member = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
        let union = composed(json!({ "A": {
            "oneOf": [member, { "type": "object", "properties": { "b": { "type": "string" } } }],
            "discriminator": { "propertyName": "kind" },
        } }));
        assert_eq!(union["properties"]["kind"], json!({ "type": "string" }));
    }

    #[test]
    fn a_nullable_object_without_fields_among_objects_means_null() {
        let cat = json!({ "type": "object", "properties": { "lives": { "type": "integer" } } });
        let nothing = json!({ "type": "object", "nullable": true });
        let union =
            composed(json!({ "A": { "anyOf": [{ "$ref": "#/components/schemas/Cat" }, nothing] }, "Cat": cat }));
        assert_eq!(union, json!({ "allOf": [{ "$ref": "#/components/schemas/Cat" }], "nullable": true }));
        let free = json!({ "type": "object", "nullable": true, "additionalProperties": {} });
        assert_eq!(composed(json!({ "A": { "anyOf": [cat, free] } })), json!({ "type": "object", "nullable": true }));
    }

    #[test]
    fn a_declared_tag_is_a_field_of_the_only_member_unless_it_is_one() {
        let union = |member: &Value| {
            composed(json!({
                "A": { "oneOf": [{ "$ref": "#/components/schemas/B" }], "discriminator": { "propertyName": "kind" } },
                "B": member,
            }))
        };
        let (text, reference) = (json!({ "type": "string" }), json!({ "$ref": "#/components/schemas/B" }));
        let tagged = json!({ "type": "object", "properties": { "a": text, "kind": text } });
        assert_eq!(union(&json!({ "type": "object", "properties": { "a": text } })), tagged);
        assert_eq!(union(&tagged), reference);
        assert_eq!(union(&json!({ "type": "object" })), reference);
    }

    #[test]
    fn null_among_the_members_makes_the_whole_nullable() {
        let union = composed(json!({ "A": { "anyOf": [{ "type": "string" }, { "enum": [null], "nullable": true }] } }));
        assert_eq!(union, json!({ "type": "string", "nullable": true }));
    }

    #[test]
    fn texts_of_several_forms_are_text_and_lists_are_lists_of_either() {
        let texts =
            composed(json!({ "A": { "anyOf": [{ "type": "string", "format": "date" }, { "type": "string" }] } }));
        assert_eq!(texts, json!({ "type": "string" }));
        let lists = composed(json!({ "A": { "oneOf": [
            { "type": "array", "items": { "type": "integer" } },
            { "type": "array", "items": { "type": "number" } },
        ] } }));
        assert_eq!(lists, json!({ "type": "array", "items": crate::document::schema::integer_or_number() }));
    }

    #[test]
    fn a_member_that_takes_anything_makes_the_whole_take_anything() {
        assert_eq!(composed(json!({ "A": { "oneOf": [{}, { "type": "string" }] } })), json!({}));
    }
}
