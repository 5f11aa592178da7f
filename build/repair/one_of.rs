//! One schema for values that fit one of several schemas.

use serde_json::{Map, Value, json};

use super::composition::{Components, says_nothing};
use super::schema;

/// One schema if all `members` are of one JSON kind, else a `oneOf` with one member per kind.
pub fn united(members: &[Value], components: &Components) -> Value {
    let mut kinds: Vec<(&'static str, Vec<Value>)> = Vec::new();
    let mut open: Vec<Value> = members.iter().rev().cloned().collect();
    while let Some(member) = open.pop() {
        let opened = components.open(&member);
        if let Some(inner) = opened.get("oneOf").and_then(Value::as_array) {
            open.extend(inner.iter().rev().cloned());
        } else if schema::is_only_null(&opened) {
            // Said by `nullable` of the whole.
        } else if let Some(kind) = json_kind(&opened) {
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, same)) if same.contains(&member) => {}
                Some((_, same)) => same.push(member),
                None => kinds.push((kind, vec![member])),
            }
        } else if says_nothing(&opened) {
            return schema::any();
        } else {
            return components.give_up();
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
    let opened: Vec<Value> = members.iter().map(|member| components.open(member)).collect();
    match kind {
        "string" => text(&opened),
        "number" if opened.iter().all(|member| schema::kind(member) == "integer") => json!({ "type": "integer" }),
        "number" => json!({ "type": "number" }),
        "array" => {
            let items: Vec<Value> = opened.iter().map(|member| member["items"].clone()).collect();
            json!({ "type": "array", "items": united(&items, components) })
        }
        "object" => object(members, &opened, components),
        _ => json!({ "type": "boolean" }),
    }
}

fn text(members: &[Value]) -> Value {
    let enums: Option<Vec<&Vec<Value>>> =
        members.iter().map(|member| member.get("enum").and_then(Value::as_array)).collect();
    if let Some(enums) = enums {
        let mut values: Vec<Value> = Vec::new();
        for value in enums.into_iter().flatten() {
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
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

fn object(members: &[Value], opened: &[Value], components: &Components) -> Value {
    if !opened.iter().all(schema::has_properties) {
        return json!({ "type": "object" });
    }
    let mut properties = Map::new();
    for (name, _) in opened.iter().flat_map(schema::properties) {
        if properties.contains_key(name) {
            continue;
        }
        let mut variants: Vec<Value> = Vec::new();
        for variant in opened.iter().filter_map(|member| member["properties"].get(name)) {
            if !variants.contains(variant) {
                variants.push(variant.clone());
            }
        }
        let mut property = if let [only] = variants.as_slice() { only.clone() } else { united(&variants, components) };
        if variants.iter().any(|variant| schema::is_nullable(&components.open(variant))) {
            schema::set_nullable(&mut property);
        }
        properties.insert(name.clone(), property);
    }
    let required: Vec<&str> = schema::required(&opened[0])
        .into_iter()
        .filter(|name| opened.iter().all(|member| schema::required(member).contains(name)))
        .collect();
    let mut object = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        object["required"] = required.into();
    }
    if opened.iter().any(|member| member.get("additionalProperties").is_some()) {
        object["additionalProperties"] = schema::any();
    }
    let names: Vec<&str> = members.iter().filter_map(schema::wrapped_reference).collect();
    let told = if names.len() == members.len() { format!(": {}", names.join(", ")) } else { String::new() };
    object["description"] = format!("One of {} shapes{told}; it has the fields of one of them.", members.len()).into();
    object
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::composition::tests::composed;

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
