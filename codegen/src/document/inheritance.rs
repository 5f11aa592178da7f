//! A schema that is a member of a union and refers to that union in its `allOf` inherits the fields that stand beside the
//! union, but not its other members: `Pet` is a `Cat` or a `Dog`, and a `Cat` is a `Pet` with more fields.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{schema, spec::Spec};
use crate::bounds::{self, Bound, Budget};

/// Replaces, in the members of a union, the union by what stands beside it.
pub fn apply(spec: &mut Spec) {
    let schemas = spec.schemas();
    let mut unions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, schema) in &schemas {
        let members = ["anyOf", "oneOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
        for member in members.filter_map(schema::wrapped_reference) {
            unions.entry(member).or_default().insert(name);
        }
    }
    let mut budget = Budget::new(Bound::Composition);
    for (name, unions) in unions {
        let Some(schema) = spec.schemas_mut().get_mut(name) else { continue };
        for part in schema.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
            let Some(union) = schema::wrapped_reference(part).filter(|union| unions.contains(union)) else { continue };
            let own = schemas.get(union).and_then(Value::as_object).map(own_part).unwrap_or_default();
            if let Err(bound) = budget.take(bounds::parts(&own)) {
                return spec.refuse(bound, name);
            }
            *part = own;
        }
    }
}

/// What a union says beside its members.
fn own_part(union: &Map<String, Value>) -> Value {
    let is_own = |key: &str| !matches!(key, "anyOf" | "oneOf" | "discriminator" | "description" | "nullable");
    let own = union.iter().filter(|(key, _)| is_own(key));
    own.map(|(key, value)| (key.clone(), value.clone())).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::{composition, only};

    #[test]
    fn a_member_that_extends_its_union_is_an_object_with_the_fields_of_both() {
        let member = |field: &str| json!({ "allOf": [schema::reference_to("Pet"), { "type": "object", "properties": { (field): {} } }] });
        let root = json!({ "components": { "schemas": {
            "Pet": {
                "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" } },
                "oneOf": [schema::reference_to("Cat"), schema::reference_to("Dog")],
                "discriminator": { "propertyName": "kind", "mapping": { "cat": "#/components/schemas/Cat" } },
            },
            "Cat": member("lives"), "Dog": member("good"),
        } } });
        let mut spec = only(apply, root);
        composition::apply(&mut spec);
        let schemas = spec.schemas();
        for (name, field) in [("Cat", "lives"), ("Dog", "good")] {
            let fields: BTreeSet<&str> = schema::properties(&schemas[name]).map(|(name, _)| name.as_str()).collect();
            assert_eq!(fields, BTreeSet::from(["kind", field]));
            assert_eq!(schemas[name]["required"], json!(["kind"]));
        }
        assert_eq!(schemas["Pet"]["oneOf"], json!([schema::reference_to("Cat"), schema::reference_to("Dog")]));
        let mapping = json!({ "cat": "#/components/schemas/Cat", "Dog": "#/components/schemas/Dog" });
        assert_eq!(schemas["Pet"]["discriminator"], json!({ "propertyName": "kind", "mapping": mapping }));
    }

    #[test]
    fn a_large_union_that_many_members_extend_is_refused() {
        let fields: Map<String, Value> = (0..2_000).map(|n| (n.to_string(), json!({}))).collect();
        let members: Vec<String> = (0..2_000).map(|n| format!("M{n}")).collect();
        let references: Vec<Value> = members.iter().map(|name| schema::reference_to(name)).collect();
        let mut schemas: Map<String, Value> =
            members.into_iter().map(|name| (name, json!({ "allOf": [schema::reference_to("A")] }))).collect();
        schemas.insert("A".into(), json!({ "type": "object", "properties": fields, "oneOf": references }));
        let spec = only(apply, json!({ "components": { "schemas": schemas } }));
        assert!(spec.diagnostics.to_string().contains(&Bound::Composition.to_string()));
    }
}
