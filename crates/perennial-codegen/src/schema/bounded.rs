//! Refuses a document with more fields than can be generated.
//!
//! This check runs before the model is built, which is expensive for large documents. The finished model is checked
//! again, because its names and features count as well.

use super::{Shape, TypedDocument, walk};
use crate::{
    bounds::{Bound, VALUES_OF_ONE_FIELD},
    log::Log,
};

pub fn check(document: &mut TypedDocument, log: &mut Log) {
    if count_fields(document) > Bound::Generated.limit() {
        log.refuse(Bound::Generated, "openapi.json");
    }
}

/// Returns the number of fields in all schemas. Enum values count as fractions of a field ([`VALUES_OF_ONE_FIELD`]).
fn count_fields(document: &mut TypedDocument) -> usize {
    let (mut fields, mut values) = (0, 0);
    document.each_root_schema(&mut |_, root| {
        for schema in walk::descendants(root) {
            fields += schema.object().map_or(0, |object| object.properties.len());
            values += match &schema.shape {
                Shape::Union(union) => union.members.iter().map(|member| member.all_tag_values().count()).sum(),
                _ => schema.values().len(),
            };
        }
    });
    fields + values / VALUES_OF_ONE_FIELD
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::schema::tests::{after_all, reference};
    use crate::schema::{composition::compose_all, tests::document};

    fn fields_of(schemas: Value) -> usize {
        let (mut document, mut log) = (document(schemas), Log::default());
        compose_all(&mut document, &mut log);
        count_fields(&mut document)
    }

    #[test]
    fn counts_fields_of_nested_objects() {
        let leaf = json!({ "type": "object", "properties": { "b": {}, "c": {} } });
        let deep = json!({ "type": "array", "items": leaf });
        assert_eq!(fields_of(json!({ "A": { "type": "object", "properties": { "a": deep } } })), 3);
    }

    #[test]
    fn enum_and_discriminator_values_count_fractionally_towards_the_field_limit() {
        let values: Vec<String> = (0..10 * VALUES_OF_ONE_FIELD).map(|n| n.to_string()).collect();
        let mapping: Map<String, Value> = values.iter().map(|value| (value.clone(), json!("B"))).collect();
        let object =
            |field: &str| json!({ "type": "object", "properties": { (field): {}, "kind": { "type": "string" } } });
        let union = json!({
            "oneOf": [reference("B"), reference("C")], "discriminator": { "propertyName": "kind", "mapping": mapping },
        });
        for a in [json!({ "type": "string", "enum": values }), union] {
            assert_eq!(fields_of(json!({ "A": a, "B": object("b"), "C": object("c") })), 10 + 4);
        }
    }

    #[test]
    fn rejects_a_document_with_too_many_fields() {
        let leaf = json!({ "type": "object", "properties": (0..1_000).map(|n| (n.to_string(), json!({}))).collect::<Map<_, _>>() });
        let all = (0..=1_000).map(|n| (format!("A{n}"), leaf.clone())).collect::<Map<_, _>>();
        let refused = after_all(&[check], all.into()).1.diagnostics.0;
        assert_eq!(refused, [Bound::Generated.diagnostic_at("openapi.json")]);
    }
}
