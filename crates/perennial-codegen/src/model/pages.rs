//! Pages of a listing: structs with one list and the identifier of what comes next.

use crate::{
    api::{Field, Page, PageField, Struct, Type, TypeDef, Value},
    text::naming,
};

/// The pages among `types`.
pub fn pages(types: &[TypeDef]) -> Vec<Page> {
    types.iter().filter_map(|def| page(&def.name, def.kind.as_struct()?)).collect()
}

fn page(name: &str, body: &Struct) -> Option<Page> {
    let (list, item) = only(body.fields.iter().filter_map(|field| Some((field, item(&field.value.ty)?))))?;
    let next = only(body.fields.iter().filter(|field| is_next(field)))?;
    Some(Page { name: name.to_owned(), list: page_field(list), item: item.clone(), next: page_field(next) })
}

/// Returns the only item, or `None` if there are several or none.
pub(super) fn only<T>(mut found: impl Iterator<Item = T>) -> Option<T> {
    found.next().filter(|_| found.next().is_none())
}

/// Returns the elements of a list.
pub(super) fn item(ty: &Type) -> Option<&Value> {
    if let Type::List(item) = ty { Some(item) } else { None }
}

fn is_next(field: &Field) -> bool {
    field.value.ty == Type::Text && naming::value_name(&field.wire_name).split('_').next() == Some("next")
}

pub(super) fn page_field(field: &Field) -> PageField {
    PageField { name: field.name.clone(), presence: field.presence() }
}
