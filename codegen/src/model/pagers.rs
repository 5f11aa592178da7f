//! Pagers: operations of which the document shows how the next page is asked for.
//!
//! Nothing is guessed: a pager needs one list, and either one cursor that is a field and a query parameter of the same
//! name, or the query parameter `page` with a default.

use std::collections::{BTreeSet, HashMap};

use crate::{
    api::{
        Api, By, Content, Counted, Cursor, Field, Kind, Limit, Location, Number, Operation, PageField, Pager,
        Parameter, Response, Struct, Total, Type, TypeDef, Value,
    },
    schema::{self, Document},
    text::{method::Method, naming},
};

/// Adds the pagers to the operations of `api`, which are those of `document`.
pub fn apply(document: &Document, api: &mut Api) {
    let types = api.types_by_name();
    let operations = api.operations.iter().zip(&document.operations);
    let pagers: Vec<Option<Pager>> =
        operations.map(|(operation, declared)| pager(operation, declared, &types)).collect();
    for (operation, pager) in api.operations.iter_mut().zip(pagers) {
        operation.pager = pager;
    }
}

type Types<'a> = HashMap<&'a str, &'a TypeDef>;

fn pager(operation: &Operation, declared: &schema::Operation, types: &Types<'_>) -> Option<Pager> {
    let Response::One(Content::Json { value: Value { ty, nullable: false }, .. }) = &operation.response else {
        return None;
    };
    // A body is no part of a listing, and may be readable only once.
    if operation.method != Method::Get || operation.body.is_some() {
        return None;
    }
    let query = Query { operation, declared };
    if !query.may_ask_for_pages() {
        return None;
    }
    let page = Page::new(ty, types)?;
    let by = query.cursor(&page).map(By::Cursor).or_else(|| Some(By::Number(Box::new(query.number(&page)?))))?;
    let mut taken: BTreeSet<String> = operation.parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let mut method = |name: &str| {
        let name = if taken.contains(name) { format!("{name}_") } else { name.to_owned() };
        naming::unique(&name, &mut taken)
    };
    let (items_method, pages_method) = (method("items"), method("pages"));
    Some(Pager { items_method, pages_method, by, list: path(&page.list), item: page.item.clone() })
}

/// A field, and the one that it is in, if there is one.
type Place<'a> = Vec<&'a Field>;

/// More fields than any page has: a document may repeat an object in very many.
const MOST: usize = 1_000;

/// What a response has.
struct Page<'a> {
    /// Of the list.
    list: Place<'a>,
    item: &'a Value,
    /// All fields, and those one level down.
    places: Vec<Place<'a>>,
}

impl<'a> Page<'a> {
    /// A response with one list: itself, one of its fields, or one of the fields of these.
    fn new(ty: &'a Type, types: &Types<'a>) -> Option<Self> {
        if let Some(item) = item(ty) {
            return Some(Self { list: Vec::new(), item, places: Vec::new() });
        }
        let outer = &structure(ty, types)?.fields;
        let inner_fields = || outer.iter().filter_map(|field| structure(&field.value.ty, types));
        if outer.len() > MOST || inner_fields().map(|inner| inner.fields.len()).sum::<usize>() > MOST {
            return None;
        }
        let inner = outer.iter().flat_map(|outer| {
            let fields = structure(&outer.value.ty, types).into_iter().flat_map(|inner| &inner.fields);
            fields.map(move |inner| vec![outer, inner])
        });
        let places: Vec<Place<'a>> = outer.iter().map(|field| vec![field]).chain(inner).collect();
        let lists = |depth: usize| {
            let of_depth = places.iter().filter(move |place| place.len() == depth);
            of_depth.filter_map(|place| Some((place, item(&last(place)?.value.ty)?)))
        };
        let depth = if lists(1).next().is_some() { 1 } else { 2 };
        let (list, item) = only(lists(depth))?;
        Some(Self { list: list.clone(), item, places })
    }

    /// How much there is: beside the list, beside the object that it is in, or in an object that is about pages.
    fn total(&self) -> Option<Total> {
        let is_about_pages = |field: &Field| {
            let name = naming::value_name(&field.wire_name);
            name.split('_').any(|word| ["page", "paging", "pagination", "meta", "metadata"].contains(&word))
        };
        let beside_list = |place: &Place<'_>| {
            place.split_last().map(|(_, outer)| outer) == self.list.split_last().map(|(_, outer)| outer)
        };
        let is_near = |place: &&Place<'_>| match place.as_slice() {
            [_] => true,
            [outer, _] => beside_list(place) || is_about_pages(outer),
            _ => false,
        };
        [Counted::Items, Counted::Pages].into_iter().find_map(|of| {
            let is_total = |place: &&Place<'_>| last(place).is_some_and(|field| counts(field) == Some(of));
            let place = only(self.places.iter().filter(is_near).filter(is_total))?;
            Some(Total { of, path: path(place) })
        })
    }
}

/// What an operation takes in the query.
struct Query<'a> {
    operation: &'a Operation,
    declared: &'a schema::Operation,
}

impl<'a> Query<'a> {
    /// The parameters that need not be set, with what the document says of their numbers.
    fn optional(&self) -> impl Iterator<Item = (&'a Parameter, &'a schema::Parameter)> {
        let parameters = self.operation.parameters.iter().zip(&self.declared.parameters);
        parameters.filter(|(parameter, _)| matches!(parameter.location, Location::Query(_)) && !parameter.required)
    }

    fn may_ask_for_pages(&self) -> bool {
        self.optional().any(|(parameter, _)| is_cursor(parameter) || is_called(parameter, PAGE))
    }

    fn cursor(&self, page: &Page<'_>) -> Option<Cursor> {
        let cursors = self.optional().filter(|(parameter, _)| is_cursor(parameter)).flat_map(|(parameter, _)| {
            let is_it = |field: &Field| field.wire_name == parameter.wire_name && field.value.ty == parameter.ty;
            let places = page.places.iter().filter(move |place| last(place).is_some_and(is_it));
            places.map(move |place| (parameter, place))
        });
        let (parameter, place) = only(cursors)?;
        Some(Cursor {
            setter: parameter.name.clone(),
            wire_name: parameter.wire_name.clone(),
            ty: parameter.ty.clone(),
            next: path(place),
        })
    }

    fn number(&self, page: &Page<'_>) -> Option<Number> {
        let called = |names| only(self.optional().filter(move |(parameter, _)| is_called(parameter, names)));
        let (parameter, declared) = called(PAGE)?;
        let first = declared.default.filter(|first| *first >= 0)?;
        let limit = called(LIMIT).map(|(parameter, declared)| Limit {
            setter: parameter.name.clone(),
            wire_name: parameter.wire_name.clone(),
            default: declared.default.filter(|default| declared.maximum.is_none_or(|maximum| *default <= maximum)),
            maximum: declared.maximum,
        });
        Some(Number {
            setter: parameter.name.clone(),
            wire_name: parameter.wire_name.clone(),
            first,
            limit: limit.filter(|limit| limit.default.is_some() || limit.maximum.is_some()),
            total: page.total(),
        })
    }
}

/// The names of the number of a page.
const PAGE: &[&str] = &["page"];

/// The names of how many items a page has at most.
const LIMIT: &[&str] = &["limit", "per_page", "page_size"];

/// Whether a parameter is a number with one of these names.
fn is_called(parameter: &Parameter, names: &[&str]) -> bool {
    is_number(&parameter.ty) && names.contains(&naming::value_name(&parameter.wire_name).as_str())
}

/// Whether a parameter is a cursor by its name and type. What a response only repeats, such as a filter, is none.
fn is_cursor(parameter: &Parameter) -> bool {
    let name = naming::value_name(&parameter.wire_name);
    let words: Vec<&str> = name.split('_').collect();
    let has = |listed: &[&str]| words.iter().any(|word| listed.contains(word));
    let is_backwards = has(&["prev", "previous", "before", "current", "first", "last", "start"]);
    let is_token = has(&["token"]) && has(&["page", "pagination", "continuation", "continue"]);
    let is_called_so = words.first() == Some(&"next") || has(&["cursor"]) || is_token;
    let is_comparable = matches!(parameter.ty, Type::Text | Type::Uuid | Type::Int32 | Type::Int64 | Type::Uint64);
    is_called_so && !is_backwards && is_comparable
}

/// What a field counts by its name. `length` is how long this page is.
fn counts(field: &Field) -> Option<Counted> {
    if !is_number(&field.value.ty) {
        return None;
    }
    match naming::value_name(&field.wire_name).as_str() {
        "total" | "total_count" | "total_items" | "total_entries" | "total_results" | "total_records"
        | "total_elements" => Some(Counted::Items),
        "total_pages" | "page_count" | "pages_count" => Some(Counted::Pages),
        _ => None,
    }
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Int32 | Type::Int64 | Type::Uint64 | Type::Number)
}

fn structure<'a>(ty: &Type, types: &Types<'a>) -> Option<&'a Struct> {
    let Type::Named(name) = ty else { return None };
    match &types.get(name.as_str())?.kind {
        Kind::Struct(body) => Some(body),
        _ => None,
    }
}

fn item(ty: &Type) -> Option<&Value> {
    if let Type::List(item) = ty { Some(item) } else { None }
}

fn last<'a>(place: &Place<'a>) -> Option<&'a Field> {
    place.last().copied()
}

fn path(place: &Place<'_>) -> Vec<PageField> {
    place.iter().map(|field| PageField { name: field.name.clone(), presence: field.presence() }).collect()
}

fn only<T>(mut found: impl Iterator<Item = T>) -> Option<T> {
    found.next().filter(|_| found.next().is_none())
}
