//! Named schemas that no operation reaches are dropped: nobody can meet a value of theirs, and each costs the
//! consumer build time.

use std::collections::BTreeSet;

use super::{schema, spec::Spec};

/// Drops what cannot be reached.
pub fn apply(spec: &mut Spec) {
    let mut open = Vec::new();
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
}
