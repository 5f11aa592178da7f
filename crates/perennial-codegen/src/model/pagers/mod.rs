//! Finds the pagers: operations for which the document, or the settings of the client, specify how to request the next
//! page. Nothing is guessed.
//!
//! A pager needs one list, and one of three ways to request the next page:
//!
//! - a cursor: a field whose value is passed in a query parameter (`query`),
//! - a number: the page number, or the number of items before the page. Its first value is known, or stated by the
//!   first page,
//! - the URL of the next page, in a field (`page`) or a header.
//!
//! `inputs` finds the parameters in the query, and `words` recognizes parameters and fields by their names. Each rule
//! is a [`PagerRule`]. `docs/pages.md` describes the rules in their order, but not all names and conditions. A rule
//! does not apply if several parameters or fields fit it.

mod inputs;
mod page;
mod parameter;
mod query;
mod settings;
mod words;

use std::collections::BTreeSet;

use page::{ListResponse, page_fields};
pub use parameter::page_parameter;
use query::Query;

use crate::{
    api::{
        Api, Body, Content, Encoding, Operation, Pager, PagerRule, PagingMethod, Response, Type, TypesByName, Value,
    },
    diagnostics::Diagnostics,
    names::pins::Pins,
    schema::TypedDocument,
    text::{method::Method, naming},
};

/// Sets the pagers of the operations of `api`, the model of `document`. Reports paging settings that do not fit their
/// operation.
pub fn set_pagers(document: &TypedDocument, api: &mut Api, pins: &Pins<'_>, diagnostics: &mut Diagnostics) {
    let types = api.types_by_name();
    let settings = settings::PagingSettings::new(&pins.names.client.pages, &api.operations, diagnostics);
    let operations = api.operations.iter().zip(&document.operations);
    let pagers = operations.map(|(operation, declared)| {
        let query = Query::new(operation, declared);
        let (rule, by, page) = match settings.get(operation) {
            Some(setting) => {
                let (by, page) = settings::resolve(setting, &query.with_fields(&types), &types, diagnostics)?;
                (PagerRule::Setting, by, page)
            }
            None => detect(&query, &types).or_else(|| detect(&query.with_fields(&types), &types))?,
        };
        let [items_method, pages_method] = method_names(operation, pins);
        let (list, item) = (page_fields(&page.list), page.item.clone());
        Some(Pager { items_method, pages_method, rule, by, list, item })
    });
    let pagers: Vec<Option<Pager>> = pagers.collect();
    for (operation, pager) in api.operations.iter_mut().zip(pagers) {
        operation.pager = pager;
    }
}

/// Returns how to request the next page, according to the first rule that fits the document.
fn detect<'a>(query: &Query<'a>, types: &TypesByName<'a>) -> Option<(PagerRule, PagingMethod, ListResponse<'a>)> {
    let page = ListResponse::new(response_of_listing(query.operation)?, types)?;
    let url = || page.next_url(query.declared.next.is_url).map(|path| PagingMethod::Url(page_fields(path)));
    let link = || query.declared.next.in_header.then(|| PagingMethod::Url(Vec::new()));
    let number = |number| PagingMethod::Number(Box::new(number));
    let rules: [(PagerRule, &dyn Fn() -> Option<PagingMethod>); 14] = [
        (PagerRule::Dropshot, &|| query.dropshot(&page).map(PagingMethod::Cursor)),
        (PagerRule::CursorField, &|| query.cursor_field(&page).map(PagingMethod::Cursor)),
        (PagerRule::NextField, &|| query.next_field(&page).map(PagingMethod::Cursor)),
        (PagerRule::PageDefault, &|| query.number(&page).map(number)),
        (PagerRule::NextUrl, &url),
        (PagerRule::LinkHeader, &link),
        (PagerRule::PageMinimum, &|| query.number_from_minimum(&page).map(number)),
        (PagerRule::Offset, &|| query.offset(&page).map(number)),
        (PagerRule::PagingObject, &|| query.paging_object(&page).map(PagingMethod::Cursor)),
        (PagerRule::NextPage, &|| query.next_number(&page).map(PagingMethod::Cursor)),
        (PagerRule::LastId, &|| query.last_id(&page).map(PagingMethod::Cursor)),
        (PagerRule::LastItem, &|| query.last_item(&page, types).map(PagingMethod::Cursor)),
        (PagerRule::PresentPage, &|| query.present_page(&page).map(number)),
        (PagerRule::OffsetTotal, &|| query.offset_with_total(&page).map(number)),
    ];
    let (rule, by) = rules.iter().find_map(|(rule, find)| Some((*rule, find()?)))?;
    Some((rule, by, page))
}

/// Returns the type of the response if the operation may be a listing. Each response of a listing is a page.
fn response_of_listing(operation: &Operation) -> Option<&Type> {
    match &operation.response {
        // Operations with a body are not listings, and a streamed body could not be sent again for the next page. An
        // optional form is allowed, because it only serves as a query.
        Response::One(Content::Json { value: Value { ty, nullable: false }, .. })
            if operation.method == Method::Get && operation.body.as_ref().is_none_or(is_optional_form) =>
        {
            Some(ty)
        }
        _ => None,
    }
}

fn is_optional_form(body: &Body) -> bool {
    body.encoding == Encoding::Form && !body.required
}

fn method_names(operation: &Operation, pins: &Pins<'_>) -> [String; 2] {
    let recorded = pins.operation(&operation.request).map(|(_, names)| names);
    if let Some(methods) = recorded.and_then(|names| names.pagers.clone()) {
        return methods;
    }
    let others = recorded.into_iter().flat_map(|names| names.other_setters.keys());
    let parameters = operation.parameters.iter().map(|parameter| &parameter.name);
    let mut taken: BTreeSet<String> = parameters.chain(others).cloned().collect();
    ["items", "pages"].map(|name| {
        let name = if taken.contains(name) { format!("{name}_") } else { name.to_owned() };
        naming::unique(&name, &mut taken)
    })
}

#[cfg(test)]
mod tests;
