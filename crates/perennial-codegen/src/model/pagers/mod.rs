//! Finds the pagers: operations for which the document, or the settings of the client, show how to request the next
//! page.
//!
//! Nothing is guessed. A pager needs one list, and one of three ways to request the next page: a cursor, which is both
//! a field and a query parameter (`query`); the number of the page, or of the items before it, with a first value that
//! is known or that the first page states; or the URL of the next page in a field (`page`) or a header. `inputs`
//! contains the values in the query, and `words` the names that such values and fields have.
//!
//! Each rule is a [`PagerRule`], and `docs/pages.md` lists everything that it requires. If several parameters or fields
//! fit a rule, the rule does not apply.

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

/// Sets the pagers of the operations of `api`, which was built from `document`. Reports paging settings of the client
/// that do not fit their operation.
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

/// Detects from the document how to request the next page, according to the first rule that applies.
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

/// Returns the type of the response, if the operation may be a listing and the response one of its pages.
fn response_of_listing(operation: &Operation) -> Option<&Type> {
    match &operation.response {
        // An operation with a request body is not a listing; the body might also be a stream that cannot be sent again
        // for the next page. The exception is an optional form, which serves as a query.
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

/// Returns the names of the methods that stream items and pages.
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
