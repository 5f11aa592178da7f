//! Pagers: operations of which the document shows how the next page is asked for, or the settings of the client tell it.
//!
//! Nothing is guessed: a pager needs one list, and what asks for the next page: a cursor that is a field and a query
//! parameter (`query`), the number of the page or of the items before it with what the first one has, or the URL of the next
//! page in a field (`page`) or a header. `words` has the names that these have.

mod page;
mod query;
mod told;
mod words;

use std::collections::BTreeSet;

use page::{Page, path};
use query::Query;

use crate::{
    api::{Api, By, Content, Operation, Pager, Response, Type, TypesByName, Value},
    diagnostics::Diagnostics,
    names::pins::Pins,
    schema::Document,
    text::{method::Method, naming},
};

/// Adds the pagers to the operations of `api`, which are those of `document`, and says which settings do not fit.
pub fn apply(document: &Document, api: &mut Api, pins: &Pins<'_>, diagnostics: &mut Diagnostics) {
    let types = api.types_by_name();
    let told = told::Told::new(&pins.names.client.pages, &api.operations, diagnostics);
    let operations = api.operations.iter().zip(&document.operations);
    let pagers = operations.map(|(operation, declared)| {
        let query = Query { operation, declared };
        let (by, page) = match told.of(operation) {
            Some(told) => told::way(told, &query, &types, diagnostics)?,
            None => shown(&query, &types)?,
        };
        let [items_method, pages_method] = methods(operation, pins);
        Some(Pager { items_method, pages_method, by, list: path(&page.list), item: page.item.clone() })
    });
    let pagers: Vec<Option<Pager>> = pagers.collect();
    for (operation, pager) in api.operations.iter_mut().zip(pagers) {
        operation.pager = pager;
    }
}

/// What the document shows.
fn shown<'a>(query: &Query<'a>, types: &TypesByName<'a>) -> Option<(By, Page<'a>)> {
    let page = Page::new(listed(query.operation)?, types)?;
    let url = || page.next_url(query.declared.next.is_url).map(|place| By::Url(path(place)));
    let link = || query.declared.next.in_header.then(|| By::Url(Vec::new()));
    let number = |number| By::Number(Box::new(number));
    let by = query.cursor(&page).map(By::Cursor).or_else(|| query.number(&page).map(number));
    let by = by.or_else(url).or_else(link);
    let by = by.or_else(|| query.number_from_least(&page).or_else(|| query.offset(&page)).map(number))?;
    Some((by, page))
}

/// The type of the response, if there may be several pages of it.
fn listed(operation: &Operation) -> Option<&Type> {
    match &operation.response {
        // A body is no part of a listing, and may be readable only once.
        Response::One(Content::Json { value: Value { ty, nullable: false }, .. })
            if operation.method == Method::Get && operation.body.is_none() =>
        {
            Some(ty)
        }
        _ => None,
    }
}

/// The names of the methods that stream items and pages.
fn methods(operation: &Operation, pins: &Pins<'_>) -> [String; 2] {
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
