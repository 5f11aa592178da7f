//! Looking at and walking through schemas.

use serde_json::{Map, Value, json};

/// The prefix of a reference to a named schema.
pub const COMPONENT: &str = "#/components/schemas/";

/// The name of the component that `schema` refers to, if it is nothing but a reference.
pub fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(COMPONENT)
}

/// A reference to the component `name`.
pub fn reference_to(name: &str) -> Value {
    json!({ "$ref": format!("{COMPONENT}{name}") })
}

/// The declared `type`, empty if there is none.
pub fn kind(schema: &Value) -> &str {
    schema.get("type").and_then(Value::as_str).unwrap_or_default()
}

/// The properties of an object schema.
pub fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flatten()
}

/// Whether `schema` declares fields.
pub fn has_properties(schema: &Value) -> bool {
    properties(schema).next().is_some()
}

/// The names in `required`.
pub fn required(schema: &Value) -> Vec<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The elements of the array at `key`.
pub fn array<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value.get(key).and_then(Value::as_array).into_iter().flatten()
}

/// The texts in the array at `key`.
pub fn strings(value: &Value, key: &str) -> Vec<String> {
    array(value, key).filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Whether `true` stands at `key`.
pub fn is_set(value: &Value, key: &str) -> bool {
    value.get(key) == Some(&Value::Bool(true))
}

/// The text at `key`, empty if there is none.
pub fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The name of the schema that a `discriminator` maps a value to: `#/components/schemas/Cat`, or the bare name.
pub fn mapped_name(target: &Value) -> &str {
    target.as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default()
}

/// Whether `null` is allowed by `schema` itself.
pub fn is_nullable(schema: &Value) -> bool {
    schema.get("nullable") == Some(&Value::Bool(true))
}

/// The keywords that are true of a place, whatever the type of the value there.
pub const FLAGS: [&str; 3] = ["deprecated", "readOnly", "writeOnly"];

/// Whether a keyword says something beside the type of a value, and so may stand beside a reference or composition.
pub fn is_annotation(key: &str) -> bool {
    matches!(key, "description" | "nullable") || FLAGS.contains(&key)
}

/// Lets the schema take `null` too.
pub fn set_nullable(schema: &mut Value) {
    if schema.get("$ref").is_some() {
        let inner = std::mem::take(schema);
        *schema = json!({ "allOf": [inner] });
    }
    if let Some(map) = schema.as_object_mut() {
        map.insert("nullable".into(), true.into());
    }
}

/// The referenced component of a schema that is a reference, plain or in an `allOf` of one (the only way in
/// OpenAPI 3.0 to put `nullable` or a description beside a reference).
pub fn wrapped_reference(schema: &Value) -> Option<&str> {
    reference(unwrapped(schema))
}

/// The only member of an `allOf`, or else the schema itself.
pub fn unwrapped(schema: &Value) -> &Value {
    match schema.get("allOf").and_then(Value::as_array).map(Vec::as_slice) {
        Some([inner]) => inner,
        _ => schema,
    }
}

/// Calls `visit` for `schema` and each schema inside it, the innermost first.
pub fn walk(place: &str, schema: &mut Value, visit: &mut dyn FnMut(&str, &mut Value)) {
    descend(&mut place.to_owned(), schema, visit);
}

fn descend(place: &mut String, schema: &mut Value, visit: &mut dyn FnMut(&str, &mut Value)) {
    /// The bytes of a place to which further steps are added: more of them nobody reads.
    const LONG: usize = 200;
    if let Some(map) = schema.as_object_mut() {
        each_child(map, &mut |step, child| {
            let length = place.len();
            if length < LONG {
                place.push_str(step);
            }
            descend(place, child, visit);
            place.truncate(length);
        });
    }
    visit(place, schema);
}

/// Calls `visit` for each schema directly inside the one that `map` is, with the step that leads there.
pub fn each_child(map: &mut Map<String, Value>, visit: &mut dyn FnMut(&str, &mut Value)) {
    for (name, property) in map.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        visit(&format!(".{name}"), property);
    }
    for (key, step) in [("items", "[]"), ("additionalProperties", ".*"), ("not", ".not")] {
        if let Some(child) = map.get_mut(key).filter(|child| child.is_object()) {
            visit(step, child);
        }
    }
    for key in ["allOf", "anyOf", "oneOf"] {
        let members = map.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten();
        for (index, member) in members.enumerate() {
            visit(&format!(".{key}[{index}]"), member);
        }
    }
}

/// The schemas directly inside `schema`.
pub fn children(schema: &Value) -> impl Iterator<Item = &Value> {
    let single = ["items", "additionalProperties", "not"].into_iter().filter_map(|key| schema.get(key));
    let members = ["allOf", "anyOf", "oneOf"].into_iter().filter_map(|key| schema.get(key)?.as_array());
    properties(schema)
        .map(|(_, property)| property)
        .chain(single.filter(|child| child.is_object()))
        .chain(members.flatten())
}

/// Every component that `schema` refers to.
pub fn references(schema: &Value) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), vec![schema]);
    while let Some(schema) = open.pop() {
        found.extend(reference(schema).map(str::to_owned));
        open.extend(children(schema));
    }
    found
}

/// A schema that takes any value.
pub fn any() -> Value {
    json!({})
}

/// Adds a paragraph to the description.
pub fn add_description(map: &mut Map<String, Value>, paragraph: &str) {
    let old = map.get("description").and_then(Value::as_str).unwrap_or_default().trim_end();
    let text = if old.is_empty() { paragraph.to_owned() } else { format!("{old}\n\n{paragraph}") };
    map.insert("description".into(), text.into());
}
