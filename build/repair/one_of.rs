//! One schema for values that fit one of several schemas.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::{
    components::{Components, Resolved},
    schema,
};

/// One schema if all `members` are of one JSON kind, else a `oneOf` with one member per kind.
pub fn merge_one_of(members: &[&Value], components: &Components) -> Value {
    components.merging(members, || by_kind(members, components))
}

fn by_kind(members: &[&Value], components: &Components) -> Value {
    let mut kinds: Vec<(&'static str, Vec<Value>)> = Vec::new();
    let mut seen = HashSet::new();
    let mut open: Vec<Value> = members.iter().rev().copied().cloned().collect();
    while let Some(member) = open.pop() {
        let opened = components.resolve(&member);
        if let Some(inner) = opened.get("oneOf").and_then(Value::as_array) {
            open.extend(inner.iter().rev().cloned());
        } else if schema::is_only_null(&opened) {
            // Said by `nullable` of the whole.
        } else if let Some(kind) = json_kind(&opened) {
            if !seen.insert(member.clone()) {
                continue;
            }
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, same)) => same.push(member.clone()),
                None => kinds.push((kind, vec![member.clone()])),
            }
        } else if schema::says_nothing(&opened) {
            return schema::any();
        } else {
            return components.any_value();
        }
    }
    let mut united: Vec<Value> = kinds.into_iter().map(|(kind, members)| of_kind(kind, &members, components)).collect();
    match united.len() {
        0 => schema::any(),
        1 => united.remove(0),
        _ => json!({ "oneOf": united }),
    }
}

/// What JSON itself tells apart.
fn json_kind(schema: &Value) -> Option<&'static str> {
    Some(match schema::kind(schema) {
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
        "object" => object(members, &opened, components),
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
    let is_one_kind = members.iter().all(|member| schema::kind(member) == first);
    let kind = if is_one_kind { first } else { "number" };
    match values(members).filter(|_| is_one_kind) {
        Some(values) => json!({ "type": kind, "enum": values }),
        None => json!({ "type": kind }),
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

fn object(members: &[Value], opened: &[Resolved<'_>], components: &Components) -> Value {
    if !opened.iter().all(|member| schema::has_properties(member)) {
        return json!({ "type": "object" });
    }
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
    let mut required = schema::required(&opened[0]);
    required.retain(|name| times.get(name) == Some(&opened.len()));
    let mut object = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        object["required"] = required.into();
    }
    if opened.iter().any(|member| member.get("additionalProperties").is_some()) {
        object["additionalProperties"] = schema::any();
    }
    let names: Vec<&str> = members.iter().filter_map(schema::wrapped_reference).collect();
    let listed = if names.len() == members.len() { format!(": {}", names.join(", ")) } else { String::new() };
    object["description"] =
        format!("One of {} shapes{listed}; it has the fields of one of them.", members.len()).into();
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
    use serde_json::json;

    use crate::repair::composed;

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
            "A": { "oneOf": [{ "$ref": "#/components/schemas/Cat" }, { "$ref": "#/components/schemas/Dog" }],
                   "discriminator": { "propertyName": "kind" } },
            "Cat": { "type": "object", "required": ["kind", "lives"],
                     "properties": { "kind": { "type": "string", "enum": ["cat"] }, "lives": { "type": "integer" } } },
            "Dog": { "type": "object", "required": ["kind"],
                     "properties": { "kind": { "type": "string", "enum": ["dog"] }, "lives": { "type": "string" } } },
        }));
        assert_eq!(union["properties"]["kind"], json!({ "type": "string", "enum": ["cat", "dog"] }));
        assert_eq!(union["properties"]["lives"], json!({ "oneOf": [{ "type": "integer" }, { "type": "string" }] }));
        assert_eq!(union["required"], json!(["kind"]));
        assert_eq!(union["description"], "One of 2 shapes: Cat, Dog; it has the fields of one of them.");
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
        assert_eq!(lists, json!({ "type": "array", "items": { "type": "number" } }));
    }

    #[test]
    fn a_member_that_takes_anything_makes_the_whole_take_anything() {
        assert_eq!(composed(json!({ "A": { "oneOf": [{}, { "type": "string" }] } })), json!({}));
    }
}
