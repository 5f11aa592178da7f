//! Replaces references from the members of a union back to that union.
//!
//! For example, a `Pet` is a `Cat` or a `Dog`, and the `allOf` of `Cat` refers to `Pet`. This reference means that cats
//! have the fields that `Pet` declares beside its members. Taken literally, it would also require that every cat is a
//! `Cat` or a `Dog`, which is circular.

use std::collections::{HashMap, HashSet};

use super::{Composed, Schema, Shape, TypedDocument, walk};
use crate::{
    bounds::{Bound, Budget},
    log::Log,
};

/// Replaces each reference from a union member to its union with the schema that the union declares beside its members.
pub fn replace_unions_in_members(document: &mut TypedDocument, log: &mut Log) {
    let mut unions: HashMap<String, HashSet<String>> = HashMap::new();
    let mut beside: HashMap<String, Schema> = HashMap::new();
    for (name, schema) in &document.schemas {
        let Shape::Composed(composed) = &schema.shape else { continue };
        for member in composed.any_of.iter().chain(&composed.one_of).filter_map(Schema::name) {
            unions.entry(member.to_owned()).or_default().insert(name.clone());
            beside.entry(name.clone()).or_insert_with(|| beside_union(composed));
        }
    }
    let mut budget = Budget::new(Bound::Parts);
    for (name, member) in &mut document.schemas {
        let Some(unions) = unions.get(name) else { continue };
        let parts = match &mut member.shape {
            Shape::Composed(composed) => composed.all_of.as_mut_slice(),
            // The member may itself be a reference to its union.
            _ => std::slice::from_mut(member),
        };
        for part in parts {
            let union = part.name().filter(|union| unions.contains(*union));
            let Some(own) = union.and_then(|union| beside.get(union)) else { continue };
            if let Err(bound) = budget.spend(walk::count_parts(own)) {
                return log.refuse(bound, name);
            }
            (part.shape, part.untyped) = (own.shape.clone(), own.untyped);
        }
    }
}

/// Returns a union's schema without `anyOf` and `oneOf`.
fn beside_union(composed: &Composed) -> Schema {
    let Composed { own, all_of, .. } = composed;
    if all_of.is_empty() {
        return own.clone();
    }
    let beside = Composed { own: own.clone(), all_of: all_of.clone(), ..Composed::default() };
    Shape::Composed(Box::new(beside)).into()
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::schema::{
        composition::compose_all,
        tests::{after, after_all, reference},
    };

    #[test]
    fn a_union_member_inherits_the_fields_beside_its_union() {
        let member =
            |field: &str| json!({ "allOf": [reference("Pet"), { "type": "object", "properties": { (field): {} } }] });
        let passes = [replace_unions_in_members as fn(&mut TypedDocument, &mut Log), compose_all];
        let (schemas, _) = after_all(
            &passes,
            json!({
                "Pet": {
                    "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" } },
                    "oneOf": [reference("Cat"), reference("Dog")],
                    "discriminator": { "propertyName": "kind", "mapping": { "cat": "#/components/schemas/Cat" } },
                },
                "Cat": member("lives"), "Dog": member("good"),
            }),
        );
        for (name, field) in [("Cat", "lives"), ("Dog", "good")] {
            let fields = schemas[name]["properties"].as_object().map(|fields| fields.keys().collect::<HashSet<_>>());
            assert_eq!(fields, Some(HashSet::from([&"kind".to_owned(), &field.to_owned()])));
            assert_eq!(schemas[name]["required"], json!(["kind"]));
        }
        assert_eq!(schemas["Pet"]["oneOf"], json!([reference("Cat"), reference("Dog")]));
        let [cat, dog] = ["#/components/schemas/Cat", "#/components/schemas/Dog"];
        let mapping = json!({ "cat": cat, "Cat": cat, "Dog": dog });
        assert_eq!(schemas["Pet"]["discriminator"], json!({ "propertyName": "kind", "mapping": mapping }));
    }

    #[test]
    fn rejects_a_large_union_extended_by_thousands_of_its_members() {
        let fields: Map<String, Value> = (0..2_000).map(|n| (n.to_string(), json!({}))).collect();
        let members: Vec<String> = (0..2_000).map(|n| format!("M{n}")).collect();
        let references: Vec<Value> = members.iter().map(|name| reference(name)).collect();
        let mut schemas: Map<String, Value> =
            members.into_iter().map(|name| (name, json!({ "allOf": [reference("A")] }))).collect();
        schemas.insert("A".into(), json!({ "type": "object", "properties": fields, "oneOf": references }));
        let (_, log) = after(replace_unions_in_members, schemas.into());
        assert!(log.diagnostics.to_string().contains(&Bound::Parts.to_string()));
    }
}
