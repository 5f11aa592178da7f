//! A schema with a `discriminator` and no `oneOf` is one of its subtypes: the schemas that it maps to, and those that
//! name it in their `allOf`. Where a list has animals, it has cats and dogs, with the fields of each.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{schema, spec::Spec};

/// Lists the subtypes of each such schema.
pub fn apply(spec: &mut Spec) {
    let schemas = spec.schemas_mut();
    let children = children(schemas);
    let found: Vec<(String, BTreeSet<String>)> = schemas
        .iter()
        .filter_map(|(name, schema)| Some((name.clone(), subtypes(name, schema, schemas, &children)?)))
        .collect();
    for (name, subtypes) in found {
        if let Some(schema) = schemas.get_mut(&name) {
            schema["oneOf"] = subtypes.iter().map(|name| schema::reference_to(name)).collect();
        }
    }
}

/// The names of the schemas that name each one in their `allOf`.
fn children(schemas: &Map<String, Value>) -> BTreeMap<&str, Vec<&str>> {
    let mut children: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, schema) in schemas {
        let parts = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
        for parent in parts.filter_map(schema::reference) {
            children.entry(parent).or_default().push(name);
        }
    }
    children
}

/// The subtypes of a schema with a discriminator; `None` if it has none, or lists its members itself.
fn subtypes(
    name: &str,
    schema: &Value,
    schemas: &Map<String, Value>,
    children: &BTreeMap<&str, Vec<&str>>,
) -> Option<BTreeSet<String>> {
    let map = schema.as_object()?;
    let discriminator = map.get("discriminator")?;
    discriminator.get("propertyName")?.as_str()?;
    let mapping = discriminator.get("mapping").and_then(Value::as_object);
    if ["oneOf", "anyOf"].iter().any(|key| map.contains_key(*key)) {
        return None;
    }
    let mut open: Vec<&str> = mapping.into_iter().flatten().map(|(_, target)| schema::mapped_name(target)).collect();
    open.retain(|name| schemas.contains_key(*name));
    open.push(name);
    let mut found = BTreeSet::new();
    while let Some(next) = open.pop() {
        if found.insert(next.to_owned()) {
            open.extend(children.get(next).into_iter().flatten());
        }
    }
    found.remove(name);
    Some(found).filter(|found| !found.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::only;

    #[test]
    fn subtypes_are_those_that_are_mapped_or_extend_the_schema_at_any_depth() {
        let extends = |name: &str| json!({ "allOf": [schema::reference_to(name), { "type": "object" }] });
        let mut spec = only(
            apply,
            json!({ "components": { "schemas": {
                "Animal": { "type": "object", "discriminator": { "propertyName": "kind", "mapping": {
                    "fish": "#/components/schemas/Fish", "gone": "#/components/schemas/Gone" } } },
                "Cat": extends("Animal"), "Kitten": extends("Cat"), "Fish": { "type": "object" },
                "Plain": { "type": "object" }, "Child": extends("Plain"),
                "Alone": { "type": "object", "discriminator": { "propertyName": "kind" } },
            } } }),
        );
        let members: Vec<_> = ["Cat", "Fish", "Kitten"].map(schema::reference_to).into();
        assert_eq!(spec.schemas_mut()["Animal"]["oneOf"], json!(members));
        for name in ["Plain", "Alone", "Cat"] {
            assert_eq!(spec.schemas_mut()[name].get("oneOf"), None, "{name}");
        }
    }
}
