//! Pagers: operations of which the document shows how the next page is asked for.
//!
//! Nothing is guessed: a pager needs one list, and either one cursor that is a field and a query parameter of the same
//! name, or the query parameter `page` with a default.

use std::collections::BTreeSet;

use super::pages::{item, only, page_field};
use crate::{
    api::{
        Api, By, Content, Counted, Cursor, Field, Limit, Location, Number, Operation, PageField, Pager, Parameter,
        Response, Total, Type, TypesByName, Value,
    },
    names::pins::Pins,
    schema::{self, Document},
    text::{method::Method, naming},
};

/// Adds the pagers to the operations of `api`, which are those of `document`.
pub fn apply(document: &Document, api: &mut Api, pins: &Pins<'_>) {
    let types = api.types_by_name();
    let operations = api.operations.iter().zip(&document.operations);
    let pagers: Vec<Option<Pager>> =
        operations.map(|(operation, declared)| pager(operation, declared, &types, pins)).collect();
    for (operation, pager) in api.operations.iter_mut().zip(pagers) {
        operation.pager = pager;
    }
}

fn pager(
    operation: &Operation,
    declared: &schema::Operation,
    types: &TypesByName<'_>,
    pins: &Pins<'_>,
) -> Option<Pager> {
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
    let [items_method, pages_method] = methods(operation, pins);
    Some(Pager { items_method, pages_method, by, list: path(&page.list), item: page.item.clone() })
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

/// A field, and the one that it is in, if there is one.
type Place<'a> = Vec<&'a Field>;

/// More fields than any page has: a document may repeat an object in very many.
const MOST: usize = 200;

/// The fields of a response, as far as paging needs them.
struct Page<'a> {
    /// Of the list.
    list: Place<'a>,
    item: &'a Value,
    /// All fields, and those one level down.
    places: Vec<Place<'a>>,
}

impl<'a> Page<'a> {
    /// A response with one list: itself, one of its fields, or one of the fields of these.
    fn new(ty: &'a Type, types: &TypesByName<'a>) -> Option<Self> {
        if let Some(item) = item(ty) {
            return Some(Self { list: Vec::new(), item, places: Vec::new() });
        }
        let outer = &ty.as_struct(types)?.fields;
        let inner_fields = || outer.iter().filter_map(|field| field.value.ty.as_struct(types));
        if outer.len() > MOST || inner_fields().map(|inner| inner.fields.len()).sum::<usize>() > MOST {
            return None;
        }
        let inner = outer.iter().flat_map(|outer| {
            let fields = outer.value.ty.as_struct(types).into_iter().flat_map(|inner| &inner.fields);
            fields.map(move |inner| vec![outer, inner])
        });
        let places: Vec<Place<'a>> = outer.iter().map(|field| vec![field]).chain(inner).collect();
        let lists = |depth: usize| {
            let of_depth = places.iter().filter(move |place| place.len() == depth);
            of_depth.filter_map(|place| Some((place, item(&last(place)?.value.ty)?)))
        };
        let depth = if lists(1).next().is_some() { 1 } else { 2 };
        let (list, item) = only(lists(depth))?;
        // What tells of pages is beside the list if other objects have lists, too: `errors` may be beside `data`.
        let has_others = || lists(2).any(|(place, _)| place.first().is_some_and(|outer| !is_about_pages(outer)));
        let tells_of_pages = |field: &Field| counts(field).is_some() || is_cursor(&field.wire_name, &field.value.ty);
        if depth == 1 && has_others() && !outer.iter().any(tells_of_pages) {
            return None;
        }
        Some(Self { list: list.clone(), item, places })
    }

    /// How much there is: beside the list, beside the object that it is in, or in an object that is about pages.
    fn total(&self) -> Option<Total> {
        let beside_list = |place: &Place<'_>| {
            place.split_last().map(|(_, outer)| outer) == self.list.split_last().map(|(_, outer)| outer)
        };
        let is_near = |place: &Place<'_>| match place.as_slice() {
            [_] => true,
            [outer, _] => beside_list(place) || is_about_pages(outer),
            _ => false,
        };
        let totals: Vec<(Counted, &Place<'_>)> =
            self.places.iter().filter_map(|place| Some((counts(last(place)?)?, place))).collect();
        [Counted::Items, Counted::Pages].into_iter().find_map(|of| {
            let (_, place) = only(totals.iter().filter(|(counted, place)| *counted == of && is_near(place)))?;
            Some(Total { of, path: path(place) })
        })
    }
}

/// The parameters that an operation takes in the query.
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
        self.optional()
            .any(|(parameter, _)| is_cursor(&parameter.wire_name, &parameter.ty) || is_called(parameter, PAGE))
    }

    fn cursor(&self, page: &Page<'_>) -> Option<Cursor> {
        let cursors = self.optional().filter(|(parameter, _)| is_cursor(&parameter.wire_name, &parameter.ty)).flat_map(
            |(parameter, _)| {
                let is_it = |field: &Field| field.wire_name == parameter.wire_name && field.value.ty == parameter.ty;
                let places = page.places.iter().filter(move |place| last(place).is_some_and(is_it));
                places.map(move |place| (parameter, place))
            },
        );
        let (parameter, place) = only(cursors)?;
        // Beside `nextCursor`, `cursor` may be that of the page itself.
        let is_next = |name: &str, ty: &Type| has_word(name, &["next"]) && is_cursor(name, ty);
        let has_next = || page.places.iter().filter_map(last).any(|field| is_next(&field.wire_name, &field.value.ty));
        if !is_next(&parameter.wire_name, &parameter.ty) && has_next() {
            return None;
        }
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

/// `true` if a parameter is a number with one of these names.
fn is_called(parameter: &Parameter, names: &[&str]) -> bool {
    is_number(&parameter.ty) && names.contains(&naming::value_name(&parameter.wire_name).as_str())
}

/// `true` if something is a cursor by its name and type. What a response only repeats, such as a filter, is none.
fn is_cursor(wire_name: &str, ty: &Type) -> bool {
    let has = |words: &[&str]| has_word(wire_name, words);
    let is_backwards = has(&["prev", "previous", "before", "current", "first", "last", "start"]);
    let is_token = has(&["token"]) && has(&["page", "pagination", "continuation", "continue"]);
    let is_called_so = naming::value_name(wire_name).split('_').next() == Some("next") || has(&["cursor"]) || is_token;
    let is_comparable = matches!(ty, Type::Text | Type::Uuid | Type::Int32 | Type::Int64 | Type::Uint64);
    is_comparable && is_called_so && !is_backwards
}

fn is_about_pages(field: &Field) -> bool {
    has_word(&field.wire_name, &["page", "paging", "pagination", "meta", "metadata"])
}

/// `true` if a name has one of these words in it.
fn has_word(wire_name: &str, words: &[&str]) -> bool {
    naming::value_name(wire_name).split('_').any(|word| words.contains(&word))
}

/// Returns what a field counts by its name. `length` is how long this page is.
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

fn last<'a>(place: &Place<'a>) -> Option<&'a Field> {
    place.last().copied()
}

fn path(place: &Place<'_>) -> Vec<PageField> {
    place.iter().map(|field| page_field(field)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    fn query(name: &str, schema: Json) -> Json {
        json!({ "name": name, "in": "query", "schema": schema })
    }

    fn text(name: &str) -> Json {
        query(name, json!({ "type": "string" }))
    }

    fn page() -> Json {
        query("page", json!({ "type": "integer", "default": 1 }))
    }

    fn limit(numbers: Json) -> Json {
        let mut schema = json!({ "type": "integer" });
        schema.as_object_mut().expect("an object").extend(numbers.as_object().expect("an object").clone());
        query("limit", schema)
    }

    fn texts() -> Json {
        json!({ "type": "array", "items": { "type": "string" } })
    }

    fn whole() -> Json {
        json!({ "type": "integer" })
    }

    fn object(properties: Json) -> Json {
        json!({ "type": "object", "properties": properties })
    }

    fn of_operation(method: &str, operation: Json) -> Option<Pager> {
        let root = json!({ "openapi": "3.0.0", "paths": { "/a": { method: operation } } });
        let (api, _) = crate::model_of(root).expect("legal");
        api.operations.into_iter().next().expect("one operation").pager
    }

    /// The pager of a GET with these parameters and this response.
    fn pager(parameters: &[Json], response: Json) -> Option<Pager> {
        let content = json!({ "content": { "application/json": { "schema": response } } });
        let operation = json!({ "operationId": "getA", "parameters": parameters, "responses": { "200": content } });
        of_operation("get", operation)
    }

    fn names(path: &[PageField]) -> Vec<&str> {
        path.iter().map(|field| field.name.as_str()).collect()
    }

    /// The paths to the list and to the cursor, joined by dots.
    fn cursor(parameters: &[Json], response: Json) -> Option<(String, String)> {
        let pager = pager(parameters, response)?;
        let By::Cursor(cursor) = &pager.by else { return None };
        Some((names(&pager.list).join("."), names(&cursor.next).join(".")))
    }

    fn number(parameters: &[Json], response: Json) -> Option<Number> {
        match pager(parameters, response)?.by {
            By::Number(number) => Some(*number),
            By::Cursor(_) => None,
        }
    }

    #[test]
    fn a_cursor_may_be_beside_above_or_below_the_list() {
        let next = json!({ "type": "string" });
        for (response, list, place) in [
            (json!({ "entries": texts(), "nextId": next }), "entries", "next_id"),
            (json!({ "data": object(json!({ "entries": texts() })), "nextId": next }), "data.entries", "next_id"),
            (json!({ "data": object(json!({ "list": texts(), "nextId": next })) }), "data.list", "data.next_id"),
            (json!({ "a": texts(), "b": object(json!({ "nextId": next })) }), "a", "b.next_id"),
            // What is in other objects is not paged.
            (json!({ "a": texts(), "nextId": next, "b": object(json!({ "c": texts() })) }), "a", "next_id"),
        ] {
            let found = cursor(&[text("nextId")], object(response.clone()));
            assert_eq!(found, Some((list.to_owned(), place.to_owned())), "{response}");
        }
        let deeper = object(json!({ "a": object(json!({ "b": object(json!({ "nextId": next })) })), "list": texts() }));
        assert_eq!(cursor(&[text("nextId")], deeper), None);
    }

    #[test]
    fn a_cursor_is_one_by_its_name_and_not_a_filter_that_comes_back() {
        let is_cursor = |name: &str| {
            let response = object(json!({ "entries": texts(), name: { "type": "string" } }));
            cursor(&[text(name)], response).is_some()
        };
        for name in ["nextId", "next", "next_page_token", "cursor", "pageCursor", "pageToken", "continuation-token"] {
            assert!(is_cursor(name), "{name}");
        }
        for name in ["checkId", "status", "id", "token", "q", "prevCursor", "startCursor", "contextId"] {
            assert!(!is_cursor(name), "{name}");
        }
    }

    #[test]
    fn a_cursor_is_a_text_a_uuid_or_a_whole_number_as_its_field_is() {
        let of = |parameter: Json, field: Json| {
            cursor(&[query("nextId", parameter)], object(json!({ "entries": texts(), "nextId": field }))).is_some()
        };
        let uuid = || json!({ "type": "string", "format": "uuid" });
        let text = || json!({ "type": "string" });
        for (parameter, field, is_cursor) in [
            (uuid(), uuid(), true),
            (whole(), whole(), true),
            (text(), json!({ "type": "string", "nullable": true }), true),
            (text(), uuid(), false),
            (text(), whole(), false),
            (json!({ "type": "number" }), json!({ "type": "number" }), false),
            (text(), texts(), false),
        ] {
            assert_eq!(of(parameter.clone(), field.clone()), is_cursor, "{parameter} {field}");
        }
    }

    #[test]
    fn several_cursors_or_lists_are_none() {
        let next = || json!({ "type": "string" });
        let two = object(json!({ "entries": texts(), "nextId": next(), "cursor": next() }));
        assert_eq!(cursor(&[text("nextId"), text("cursor")], two.clone()), None);
        assert!(cursor(&[text("nextId")], two).is_some());
        let twice = object(json!({ "a": texts(), "nextId": next(), "b": object(json!({ "nextId": next() })) }));
        assert_eq!(cursor(&[text("nextId")], twice), None);
        for response in [
            json!({ "a": texts(), "b": texts(), "nextId": next() }),
            json!({ "a": object(json!({ "x": texts() })), "b": object(json!({ "x": texts() })), "nextId": next() }),
            json!({ "nextId": next() }),
        ] {
            assert_eq!(pager(&[text("nextId"), page()], object(response.clone())), None, "{response}");
        }
    }

    #[test]
    fn a_cursor_beside_another_that_is_called_next_may_be_where_the_page_is() {
        let next = || json!({ "type": "string", "nullable": true });
        for other in ["nextCursor", "next", "next_page_token"] {
            for response in [
                json!({ "list": texts(), "cursor": next(), other: next() }),
                json!({ "list": texts(), "cursor": next(), "meta": object(json!({ other: next() })) }),
            ] {
                assert_eq!(pager(&[text("cursor")], object(response.clone())), None, "{response}");
            }
        }
        let both = object(json!({ "list": texts(), "cursor": next(), "nextCursor": next() }));
        assert!(cursor(&[text("nextCursor")], both).is_some());
        let flag = object(json!({ "list": texts(), "cursor": next(), "next": { "type": "boolean" } }));
        assert!(cursor(&[text("cursor")], flag).is_some());
    }

    #[test]
    fn a_list_is_not_hidden_by_one_above_what_is_about_its_pages() {
        let next = || json!({ "type": "string" });
        let below = |beside: &str, ty: Json| json!({ "errors": texts(), "data": object(json!({ "list": texts(), beside: ty })) });
        assert_eq!(pager(&[text("nextId")], object(below("nextId", next()))), None);
        assert_eq!(pager(&[page()], object(below("total", whole()))), None);
        // Links to other pages are no items.
        let links = object(json!({ "links": texts(), "total": whole(), "nextId": next() }));
        let response = object(json!({ "data": texts(), "meta": links }));
        let found = |place: &str| Some(("data".to_owned(), place.to_owned()));
        assert_eq!(cursor(&[text("nextId")], response.clone()), found("meta.next_id"));
        assert!(number(&[page()], response).is_some_and(|number| number.total.is_some()));
    }

    #[test]
    fn only_what_can_be_left_out_of_the_query_of_a_get_asks_for_pages() {
        let response = || object(json!({ "entries": texts(), "nextId": { "type": "string" } }));
        let required = |mut parameter: Json| {
            parameter["required"] = true.into();
            parameter
        };
        assert_eq!(pager(&[required(text("nextId"))], response()), None);
        assert_eq!(pager(&[required(page())], texts()), None);
        let header = json!({ "name": "nextId", "in": "header", "schema": { "type": "string" } });
        assert_eq!(pager(&[header], response()), None);

        let content = |schema: Json| json!({ "content": { "application/json": { "schema": schema } } });
        let operation = || json!({ "parameters": [text("nextId")], "responses": { "200": content(response()) } });
        assert!(of_operation("get", operation()).is_some());
        assert_eq!(of_operation("post", operation()), None);
        let mut with_body = operation();
        with_body["requestBody"] = content(json!({ "type": "string" }));
        assert_eq!(of_operation("get", with_body), None);
        let mut several = operation();
        several["responses"]["202"] = content(texts());
        assert_eq!(of_operation("get", several), None);
    }

    #[test]
    fn a_number_needs_a_default_and_knows_the_limit_and_the_total() {
        let by = number(&[page()], texts()).expect("has a pager");
        assert_eq!((by.first, by.limit, by.total), (1, None, None));
        let zero = query("page", json!({ "type": "number", "default": 0 }));
        assert_eq!(number(&[zero], texts()).map(|number| number.first), Some(0));
        for schema in [
            whole(),
            json!({ "type": "integer", "default": "1" }),
            json!({ "type": "integer", "default": -1 }),
            json!({ "type": "number", "default": 0.5 }),
            json!({ "type": "string", "default": "1" }),
        ] {
            assert_eq!(pager(&[query("page", schema.clone())], texts()), None, "{schema}");
        }
        let numbers = |declared: Json| {
            let limit = number(&[page(), limit(declared)], texts()).expect("has a pager").limit;
            limit.map(|limit| (limit.default, limit.maximum))
        };
        assert_eq!(numbers(json!({ "default": 10, "maximum": 100 })), Some((Some(10), Some(100))));
        assert_eq!(numbers(json!({ "default": 10 })), Some((Some(10), None)));
        assert_eq!(numbers(json!({ "default": 10, "maximum": 5 })), Some((None, Some(5))));
        assert_eq!(numbers(json!({})), None);
    }

    #[test]
    fn the_numbers_of_a_parameter_may_be_said_by_a_named_schema() {
        let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
        let content = json!({ "content": { "application/json": { "schema": texts() } } });
        let parameters = [query("page", reference("Page")), query("limit", json!({ "allOf": [reference("Limit")] }))];
        let operation = json!({ "parameters": parameters, "responses": { "200": content } });
        let schemas = json!({
            "Page": { "type": "integer", "default": 1 },
            "Limit": { "type": "integer", "default": 5.0, "maximum": 9 },
        });
        let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } }, "components": { "schemas": schemas } });
        let (api, _) = crate::model_of(root).expect("legal");
        let Some(Pager { by: By::Number(number), .. }) = &api.operations[0].pager else { panic!("has no pager") };
        let limit = number.limit.as_ref().map(|limit| (limit.default, limit.maximum));
        assert_eq!((number.first, limit), (1, Some((Some(5), Some(9)))));
    }

    #[test]
    fn a_total_is_beside_the_list_or_in_an_object_about_pages() {
        let total = |response: Json| {
            let total = number(&[page()], object(response)).expect("has a pager").total?;
            Some((total.of, names(&total.path).join(".")))
        };
        let items = |path: &str| Some((Counted::Items, path.to_owned()));
        let pages = |path: &str| Some((Counted::Pages, path.to_owned()));
        for (response, expected) in [
            (json!({ "list": texts(), "total": whole() }), items("total")),
            (json!({ "list": texts(), "totalPages": whole() }), pages("total_pages")),
            (json!({ "list": texts(), "pageCount": whole(), "totalCount": whole() }), items("total_count")),
            (json!({ "list": texts(), "pagination": object(json!({ "total": whole() })) }), items("pagination.total")),
            (json!({ "data": object(json!({ "list": texts(), "total": whole() })) }), items("data.total")),
            (json!({ "data": object(json!({ "list": texts() })), "total": whole() }), items("total")),
            // How long this page is, another list's, a text, and two of them.
            (json!({ "list": texts(), "length": whole(), "count": whole() }), None),
            (json!({ "list": texts(), "failures": object(json!({ "total": whole() })) }), None),
            (json!({ "list": texts(), "total": { "type": "string" } }), None),
            (json!({ "list": texts(), "total": whole(), "meta": object(json!({ "total": whole() })) }), None),
        ] {
            assert_eq!(total(response.clone()), expected, "{response}");
        }
    }

    #[test]
    fn a_cursor_wins_over_a_number() {
        let response = || object(json!({ "entries": texts(), "nextId": { "type": "string" } }));
        assert!(cursor(&[page(), text("nextId")], response()).is_some());
        assert!(number(&[page()], response()).is_some());
    }

    #[test]
    fn the_methods_give_way_to_setters_of_their_names() {
        let methods = |parameters: &[Json]| {
            let pager = pager(parameters, texts()).expect("has a pager");
            (pager.items_method, pager.pages_method)
        };
        let names = |items: &str, pages: &str| (items.to_owned(), pages.to_owned());
        assert_eq!(methods(&[page()]), names("items", "pages"));
        assert_eq!(methods(&[page(), text("pages")]), names("items", "pages_"));
        assert_eq!(methods(&[page(), text("items")]), names("items_", "pages"));
    }

    #[test]
    fn an_object_with_very_many_fields_is_no_page() {
        let response = |count: usize| {
            let mut properties: serde_json::Map<String, Json> =
                (0..count).map(|n| (format!("f{n}"), whole())).collect();
            properties.insert("list".to_owned(), texts());
            object(properties.into())
        };
        assert!(pager(&[page()], response(MOST - 1)).is_some());
        assert_eq!(pager(&[page()], response(MOST)), None);
    }
}
