//! Finds the page types: structs that contain exactly one list and one identifier of the next page.

use crate::{
    api::{Field, Page, PageField, Struct, Type, TypeDef, Value},
    text::naming,
};

pub fn find_pages(types: &[TypeDef]) -> Vec<Page> {
    types.iter().filter_map(|def| page_of_struct(&def.name, def.kind.as_struct()?)).collect()
}

fn page_of_struct(name: &str, body: &Struct) -> Option<Page> {
    let (list, item) = single(body.fields.iter().filter_map(|field| Some((field, list_item(&field.value.ty)?))))?;
    let next = single(body.fields.iter().filter(|field| is_next(field)))?;
    Some(Page { name: name.to_owned(), list: page_field(list), item: item.clone(), next: page_field(next) })
}

/// Returns the element of `found` if there is exactly one.
pub(super) fn single<T>(mut found: impl Iterator<Item = T>) -> Option<T> {
    found.next().filter(|_| found.next().is_none())
}

pub(super) fn list_item(ty: &Type) -> Option<&Value> {
    if let Type::List(item) = ty { Some(item) } else { None }
}

fn is_next(field: &Field) -> bool {
    field.value.ty == Type::Text && naming::value_name(&field.wire_name).split('_').next() == Some("next")
}

pub(super) fn page_field(field: &Field) -> PageField {
    PageField { name: field.name.clone(), presence: field.presence() }
}
