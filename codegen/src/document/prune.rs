//! Named schemas that no operation reaches are dropped: nobody can meet a value of theirs, and each costs the
//! consumer build time.

use std::collections::BTreeSet;

use super::{schema, spec::Spec};

/// Drops what cannot be reached.
pub fn apply(spec: &mut Spec) {
    keep(spec, Vec::new());
}

/// Drops what cannot be reached, except objects with fields: a member of a union that became one struct, or a part of an
/// `allOf`, is a type that a program may want by its name. What no operation reached is gone already.
pub fn apply_but_objects(spec: &mut Spec) {
    let objects = spec.schemas_mut().iter().filter(|(_, schema)| schema::has_properties(schema));
    let objects = objects.map(|(name, _)| name.clone()).collect();
    keep(spec, objects);
}

/// Keeps what the operations or the schemas called `open` reach.
fn keep(spec: &mut Spec, mut open: Vec<String>) {
    spec.each_operation(|_, operation, _| {
        // Every `$ref` of an operation leads to a schema by now, wherever it stands.
        operation.values().for_each(|part| collect(part, &mut open));
    });
    let components = spec.schemas_mut();
    let mut reached = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(component) = components.get(&name)
            && reached.insert(name)
        {
            open.extend(schema::references(component));
        }
    }
    components.retain(|name, _| reached.contains(name));
}

fn collect(value: &serde_json::Value, found: &mut Vec<String>) {
    found.extend(schema::reference(value).map(str::to_owned));
    match value {
        serde_json::Value::Object(map) => map.values().for_each(|value| collect(value, found)),
        serde_json::Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::only;

    #[test]
    fn only_what_an_operation_reaches_stays_also_through_cycles() {
        let spec = only(
            apply,
            json!({
                "components": { "schemas": {
                    "A": { "items": { "$ref": "#/components/schemas/B" } },
                    "B": { "items": { "$ref": "#/components/schemas/A" } },
                    "C": { "items": { "$ref": "#/components/schemas/A" } },
                } },
                "paths": { "/a": { "get": { "responses": { "2XX": { "content": { "application/json": {
                    "schema": { "$ref": "#/components/schemas/A" } } } } } } } },
            }),
        );
        assert_eq!(spec.schemas().keys().collect::<Vec<_>>(), ["A", "B"]);
    }

    #[test]
    fn objects_with_fields_stay_after_they_were_merged_and_the_rest_does_not() {
        let object = |properties| json!({ "type": "object", "properties": properties });
        let spec = only(
            apply_but_objects,
            json!({ "components": { "schemas": {
                "Part": object(json!({ "a": { "$ref": "#/components/schemas/Used" } })),
                "Used": { "type": "string", "enum": ["a"] },
                "Unused": { "type": "string", "enum": ["b"] },
                "Map": { "type": "object" },
            } } }),
        );
        assert_eq!(spec.schemas().keys().collect::<Vec<_>>(), ["Part", "Used"]);
    }
}
