//! Enums and unions are written by the generator itself: typify's enums are closed, so that one new value fails
//! a whole page, and its untagged ones lose what they do not know.
//!
//! They move from the schemas to `x-enums` and `x-unions`; what referred to them names their Rust type.

use serde_json::{Map, Value};

use super::formats::{copy_annotations, rust_type};
use crate::generator::{
    schema,
    spec::{Spec, as_object, object_at},
};

/// Where the enums are put.
pub const ENUMS: &str = "x-enums";
/// Where the unions are put.
pub const UNIONS: &str = "x-unions";

/// Moves enums and unions out of the schemas.
pub fn apply(spec: &mut Spec) {
    let (mut enums, mut unions) = (Map::new(), Map::new());
    for (name, component) in spec.schemas() {
        if component.get("enum").is_some() {
            spec.note("enum open to new values", &name);
            enums.insert(name, component);
        } else if component.get("oneOf").is_some() {
            spec.note("union of kinds", &name);
            unions.insert(name, component);
        }
    }
    spec.schemas_mut().retain(|name, _| !enums.contains_key(name) && !unions.contains_key(name));
    *object_at(as_object(&mut spec.root), ENUMS) = enums.clone();
    *object_at(as_object(&mut spec.root), UNIONS) = unions.clone();

    let name_type = |schema: &mut Value| {
        let name =
            schema::wrapped_reference(schema).filter(|name| enums.contains_key(*name) || unions.contains_key(*name));
        if let Some(name) = name {
            let mut new = rust_type(&format!("types::{name}"));
            copy_annotations(schema, &mut new);
            *schema = new;
        }
    };
    // From the outside in: a reference in an `allOf` of one counts as a whole.
    fn outside_in(schema: &mut Value, visit: &dyn Fn(&mut Value)) {
        visit(schema);
        if let Some(map) = schema.as_object_mut() {
            schema::each_child(map, &mut |_, child| outside_in(child, visit));
        }
    }
    spec.each_root_schema(|_, schema, _| outside_in(schema, &name_type));
    for (_, union) in object_at(as_object(&mut spec.root), UNIONS) {
        outside_in(union, &name_type);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::generator::adapt::{formats::RUST_TYPE, only};

    #[test]
    fn enums_and_unions_are_put_aside_and_named_where_they_were() {
        let spec = only(
            apply,
            json!({ "components": { "schemas": {
                "Kind": { "type": "string", "enum": ["a"] },
                "Either": { "oneOf": [{ "$ref": "#/components/schemas/Kind" }, { "type": "boolean" }] },
                "A": { "type": "object", "properties": {
                    "kind": { "nullable": true, "allOf": [{ "$ref": "#/components/schemas/Kind" }] },
                    "either": { "$ref": "#/components/schemas/Either" },
                } },
            } } }),
        );
        let fields = &spec.schemas()["A"]["properties"];
        assert_eq!(fields["kind"][RUST_TYPE]["path"], "monitoring_service::types::Kind");
        assert_eq!(fields["kind"]["nullable"], true);
        assert_eq!(fields["either"][RUST_TYPE]["path"], "monitoring_service::types::Either");
        assert_eq!(spec.root[UNIONS]["Either"]["oneOf"][0][RUST_TYPE]["path"], "monitoring_service::types::Kind");
        assert_eq!(spec.root[ENUMS]["Kind"]["enum"], json!(["a"]));
    }
}
