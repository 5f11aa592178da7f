//! Each named schema gets the name that its Rust type will have. Names that differ only in case or separators
//! (`AlertSettings`, `alertSettings`) would be one type twice; they are numbered.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::generator::{
    naming,
    schema::{self, COMPONENT},
    spec::Spec,
};

/// What generated code calls by its short name.
const TAKEN: [&str; 8] = ["Box", "From", "Into", "Option", "Result", "String", "Vec", "Self_"];

/// Renames the named schemas and all references to them.
pub fn apply(spec: &mut Spec) {
    let mut names: Vec<String> = spec.schemas().keys().cloned().collect();
    // Whoever has the right name already keeps it; otherwise the alphabet decides, not the document's order,
    // which the service may change at any time.
    names.sort_by_key(|name| (naming::type_name(name) != *name, name.clone()));
    let mut taken: BTreeSet<String> = TAKEN.map(str::to_owned).into();
    let renamed: BTreeMap<String, String> = names
        .into_iter()
        .map(|name| {
            let wanted = naming::type_name(&name);
            let unique = naming::unique(&wanted, &mut taken);
            if unique != wanted {
                spec.note("schema name that collides renamed", format!("{name} as {unique}"));
            }
            (name, unique)
        })
        .collect();
    let new_name = |name: &str| renamed.get(name).cloned().unwrap_or_else(|| name.to_owned());
    spec.each_schema(|_, schema, _| {
        if let Some(name) = schema::reference(schema).map(new_name) {
            schema["$ref"] = Value::String(format!("{COMPONENT}{name}"));
        }
    });
    let schemas = spec.schemas_mut();
    let renamed: Map<String, Value> =
        std::mem::take(schemas).into_iter().map(|(name, schema)| (new_name(&name), schema)).collect();
    *schemas = renamed;
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::generator::adapt::only;

    #[test]
    fn names_that_become_one_in_rust_are_numbered_whatever_their_order() {
        for schemas in [
            json!({ "alert_settings": { "$ref": "#/components/schemas/AlertSettings" }, "AlertSettings": {}, "alertSettings": {} }),
            json!({ "alertSettings": {}, "AlertSettings": {}, "alert_settings": { "$ref": "#/components/schemas/AlertSettings" } }),
        ] {
            let spec = only(apply, json!({ "components": { "schemas": schemas } }));
            let schemas = spec.schemas();
            assert_eq!(schemas.keys().collect::<BTreeSet<_>>().len(), 3);
            assert_eq!(schemas["AlertSettings3"], json!({ "$ref": "#/components/schemas/AlertSettings" }));
            assert_eq!(spec.adaptations.len(), 2);
        }
    }
}
