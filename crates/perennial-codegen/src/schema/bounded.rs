//! A document with more fields than are generated is refused before the model is made of it, which costs more. The model
//! has a bound of its own, since names and features count there.

use super::{Document, Shape, walk};
use crate::{
    bounds::{Bound, VALUES_OF_ONE_FIELD},
    log::Log,
};

/// Refuses a document with more fields than are generated; values of enums count as they do in the model.
pub fn check(document: &mut Document, log: &mut Log) {
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
    if fields + values / VALUES_OF_ONE_FIELD > Bound::Generated.limit() {
        log.refuse(Bound::Generated, "openapi.json");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::schema::{composition::compose_all, tests::after_all};

    fn diagnostics(schemas: Value) -> Vec<crate::diagnostics::Diagnostic> {
        after_all(&[compose_all, check], schemas).1.diagnostics.0
    }

    #[test]
    fn more_fields_than_are_generated_are_refused() {
        let leaf = |fields: usize| (0..fields).map(|n| (n.to_string(), json!({}))).collect::<Map<_, _>>();
        let with_fields = |fields| {
            let leaf = json!({ "type": "object", "properties": leaf(fields - 1) });
            let deep = json!({ "type": "array", "items": leaf });
            diagnostics(json!({ "A": { "type": "object", "properties": { "a": deep } } }))
        };
        assert_eq!(with_fields(Bound::Generated.limit()), []);
        assert_eq!(with_fields(Bound::Generated.limit() + 1), [Bound::Generated.exceeded("openapi.json")]);
    }

    #[test]
    fn values_of_enums_and_discriminators_count_as_fields() {
        let values: Vec<String> =
            (0..(Bound::Generated.limit() + 1) * VALUES_OF_ONE_FIELD).map(|n| n.to_string()).collect();
        let mapping: Map<String, Value> = values.iter().map(|value| (value.clone(), json!("B"))).collect();
        let object =
            |field: &str| json!({ "type": "object", "properties": { (field): {}, "kind": { "type": "string" } } });
        let reference = crate::schema::tests::reference;
        let union = json!({
            "oneOf": [reference("B"), reference("C")], "discriminator": { "propertyName": "kind", "mapping": mapping },
        });
        for a in [json!({ "type": "string", "enum": values }), union] {
            let diagnostics = diagnostics(json!({ "A": a, "B": object("b"), "C": object("c") }));
            assert_eq!(diagnostics, [Bound::Generated.exceeded("openapi.json")]);
        }
    }
}
