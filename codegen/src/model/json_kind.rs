//! What JSON itself tells apart.

use std::collections::BTreeMap;

use openapiv3::{ObjectType, ReferenceOr, Schema, SchemaKind, Type};

use crate::{api::JsonKind, names::schemas::of_reference};

/// The kind of the values of `schema`; `None` where it takes several.
pub fn of(schema: &ReferenceOr<Schema>, schemas: &BTreeMap<&str, &ReferenceOr<Schema>>) -> Option<JsonKind> {
    let opened = opened(schema, schemas)?;
    match &opened.schema_kind {
        SchemaKind::Type(ty) => Some(of_type(ty)),
        SchemaKind::OneOf { one_of } if is_integer_or_number(one_of) => Some(JsonKind::Number),
        SchemaKind::OneOf { .. } if is_of_objects(opened, schemas) => Some(JsonKind::Object),
        _ => None,
    }
}

/// Whether `schema` is a union of objects: of a union of kinds, no more than one member is an object.
pub fn is_of_objects(schema: &Schema, schemas: &BTreeMap<&str, &ReferenceOr<Schema>>) -> bool {
    let SchemaKind::OneOf { one_of } = &schema.schema_kind else { return false };
    let is_object = |member| object(member, schemas).is_some();
    schema.schema_data.discriminator.is_some() || one_of.iter().filter(|member| is_object(member)).take(2).count() == 2
}

/// Whether a union is of whole numbers and any numbers, which is no union of kinds.
pub fn is_integer_or_number(members: &[ReferenceOr<Schema>]) -> bool {
    let is_numeric = |member: &ReferenceOr<Schema>| {
        let kind = member.as_item().map(|member| &member.schema_kind);
        matches!(kind, Some(SchemaKind::Type(Type::Integer(_) | Type::Number(_))))
    };
    members.iter().all(is_numeric)
}

/// The object that `schema` is, or refers to.
pub fn object<'a>(
    schema: &'a ReferenceOr<Schema>,
    schemas: &BTreeMap<&str, &'a ReferenceOr<Schema>>,
) -> Option<&'a ObjectType> {
    match &opened(schema, schemas)?.schema_kind {
        SchemaKind::Type(Type::Object(object)) => Some(object),
        _ => None,
    }
}

/// The schema that `schema` is, or refers to.
pub fn opened<'a>(
    mut schema: &'a ReferenceOr<Schema>,
    schemas: &BTreeMap<&str, &'a ReferenceOr<Schema>>,
) -> Option<&'a Schema> {
    // A name that stands for itself does not come this far, but a bound costs nothing: two steps for each schema, a
    // reference and an `allOf` around it, and as many from `schema`.
    for _ in 0..2 * (schemas.len() + 1) {
        schema = match schema {
            ReferenceOr::Reference { reference } => schemas.get(of_reference(reference))?,
            ReferenceOr::Item(item) => match &item.schema_kind {
                SchemaKind::AllOf { all_of } => all_of.first()?,
                _ => return Some(item),
            },
        };
    }
    None
}

fn of_type(ty: &Type) -> JsonKind {
    match ty {
        Type::String(_) => JsonKind::String,
        Type::Number(_) | Type::Integer(_) => JsonKind::Number,
        Type::Boolean(_) => JsonKind::Boolean,
        Type::Array(_) => JsonKind::Array,
        Type::Object(_) => JsonKind::Object,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_only_schema_is_seen_through_what_is_around_a_reference() {
        let wrapped = json!({ "allOf": [{ "$ref": "#/components/schemas/A" }], "nullable": true });
        let wrapped: ReferenceOr<Schema> = serde_json::from_value(wrapped).expect("a schema");
        let object = serde_json::from_value(json!({ "type": "object" })).expect("a schema");
        assert_eq!(of(&wrapped, &BTreeMap::from([("A", &object)])), Some(JsonKind::Object));
        assert_eq!(of(&wrapped, &BTreeMap::from([("A", &wrapped)])), None);
    }
}
