//! What JSON itself tells apart.

use std::collections::BTreeMap;

use openapiv3::{ReferenceOr, Schema, SchemaKind, Type};

use super::names::of_reference;
use crate::api::JsonKind;

/// The kind of the values of `schema`; `None` where it takes several.
pub fn of(schema: &ReferenceOr<Schema>, schemas: &BTreeMap<&str, &ReferenceOr<Schema>>) -> Option<JsonKind> {
    let mut schema = schema;
    // A name that stands for itself does not come this far, but a bound costs nothing.
    for _ in 0..=schemas.len() {
        schema = match schema {
            ReferenceOr::Reference { reference } => schemas.get(of_reference(reference))?,
            ReferenceOr::Item(item) => match &item.schema_kind {
                SchemaKind::AllOf { all_of } => all_of.first()?,
                SchemaKind::Type(ty) => return Some(of_type(ty)),
                _ => return None,
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
