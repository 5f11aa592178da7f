//! Which operations have a pager, and by what it goes.

use serde_json::{Value as Json, json};

use super::{page::MOST, *};
use crate::api::{Counted, Number, PageField};

fn query(name: &str, schema: Json) -> Json {
    json!({ "name": name, "in": "query", "schema": schema })
}

fn text(name: &str) -> Json {
    query(name, json!({ "type": "string" }))
}

fn required(mut parameter: Json) -> Json {
    parameter["required"] = true.into();
    parameter
}

fn page() -> Json {
    query("page", json!({ "type": "integer", "default": 1 }))
}

/// A whole number of which these numbers are said.
fn number_of(name: &str, mut numbers: Json) -> Json {
    numbers["type"] = "integer".into();
    query(name, numbers)
}

fn limit(numbers: Json) -> Json {
    number_of("limit", numbers)
}

fn texts() -> Json {
    json!({ "type": "array", "items": { "type": "string" } })
}

fn json_of(schema: Json) -> Json {
    json!({ "content": { "application/json": { "schema": schema } } })
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
    told(parameters, &response, &json!({})).expect("legal")
}

fn names(path: &[PageField]) -> Vec<&str> {
    path.iter().map(|field| field.name.as_str()).collect()
}

/// What the pager of a GET goes by, as `names.json` tells its pages, or why that does not fit.
fn told(parameters: &[Json], response: &Json, way: &Json) -> Result<Option<Pager>, String> {
    let responses = json!({ "200": json_of(response.clone()) });
    let operation = json!({ "operationId": "getA", "parameters": parameters, "responses": responses });
    let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } } });
    let names = json!({ "client": { "pages": way } }).to_string();
    let names = crate::names::file::Names::parse(&names).expect("legal");
    let made = crate::model(&root.to_string(), &names).map_err(|error| error.to_string())?;
    Ok(made.0.operations.into_iter().next().expect("one operation").pager)
}

/// A response with these fields beside a list.
fn listing(fields: &Json) -> Json {
    let mut response = object(fields.clone());
    response["properties"]["list"] = texts();
    response
}

/// The path to the URL of the next page.
fn url(parameters: &[Json], response: Json) -> Option<String> {
    match pager(parameters, response)?.by {
        By::Url(place) => Some(names(&place).join(".")),
        By::Cursor(_) | By::Number(_) => None,
    }
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
        By::Cursor(_) | By::Url(_) => None,
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
    for other in ["next", "next_page_token"] {
        for response in [
            json!({ "list": texts(), "cursor": next(), other: next() }),
            json!({ "list": texts(), "cursor": next(), "meta": object(json!({ other: next() })) }),
        ] {
            assert_eq!(pager(&[text("cursor")], object(response.clone())), None, "{response}");
        }
    }
    let both = object(json!({ "list": texts(), "cursor": next(), "nextCursor": next() }));
    assert_eq!(cursor(&[text("cursor")], both.clone()), Some(("list".to_owned(), "next_cursor".to_owned())));
    assert!(cursor(&[text("nextCursor")], both).is_some());
    let flag = object(json!({ "list": texts(), "cursor": next(), "next": { "type": "boolean" } }));
    assert!(cursor(&[text("cursor")], flag).is_some());
}

#[test]
fn a_list_is_not_hidden_by_one_above_what_is_about_its_pages() {
    let next = || json!({ "type": "string" });
    let below =
        |beside: &str, ty: Json| json!({ "notes": texts(), "data": object(json!({ "list": texts(), beside: ty })) });
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
    assert_eq!(pager(&[required(text("nextId"))], response()), None);
    assert_eq!(pager(&[required(page())], texts()), None);
    let header = json!({ "name": "nextId", "in": "header", "schema": { "type": "string" } });
    assert_eq!(pager(&[header], response()), None);

    let operation = || json!({ "parameters": [text("nextId")], "responses": { "200": json_of(response()) } });
    assert!(of_operation("get", operation()).is_some());
    assert_eq!(of_operation("post", operation()), None);
    let mut with_body = operation();
    with_body["requestBody"] = json_of(json!({ "type": "string" }));
    assert_eq!(of_operation("get", with_body), None);
    let mut several = operation();
    several["responses"]["202"] = json_of(texts());
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
    let parameters = [query("page", reference("Page")), query("limit", json!({ "allOf": [reference("Limit")] }))];
    let operation = json!({ "parameters": parameters, "responses": { "200": json_of(texts()) } });
    let schemas = json!({
        "Page": { "type": "integer", "default": 1 },
        "Limit": { "type": "integer", "default": 5.0, "maximum": 9 },
    });
    let root =
        json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } }, "components": { "schemas": schemas } });
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
        let mut properties: serde_json::Map<String, Json> = (0..count).map(|n| (format!("f{n}"), whole())).collect();
        properties.insert("list".to_owned(), texts());
        object(properties.into())
    };
    assert!(pager(&[page()], response(MOST - 1)).is_some());
    assert_eq!(pager(&[page()], response(MOST)), None);
}

#[test]
fn a_parameter_takes_what_a_field_of_its_name_with_next_has() {
    let next = || json!({ "type": "string", "nullable": true });
    for (parameter, fields, place) in [
        ("pageToken", json!({ "nextPageToken": next() }), "next_page_token"),
        ("cursor", json!({ "cursor": next(), "meta": object(json!({ "next_cursor": next() })) }), "meta.next_cursor"),
        ("marker", json!({ "Marker": next(), "NextMarker": next() }), "next_marker"),
        ("nextToken", json!({ "NextToken": next() }), "next_token"),
        ("page", json!({ "next_page": next() }), "next_page"),
        (
            "cursor",
            json!({ "meta": object(json!({ "cursors": object(json!({ "next": next() })) })) }),
            "meta.cursors.next",
        ),
        (
            "after",
            json!({ "paging": object(json!({ "next": object(json!({ "after": next() })) })) }),
            "paging.next.after",
        ),
        (
            "after",
            json!({ "paging": object(json!({ "cursors": object(json!({ "after": next() })) })) }),
            "paging.cursors.after",
        ),
        ("after", json!({ "pageInfo": object(json!({ "endCursor": next() })) }), "page_info.end_cursor"),
    ] {
        assert_eq!(
            cursor(&[text(parameter)], listing(&fields)),
            Some(("list".to_owned(), place.to_owned())),
            "{fields}"
        );
    }
}

#[test]
fn a_field_of_another_name_or_type_is_no_cursor_of_a_parameter() {
    let next = || json!({ "type": "string" });
    for (parameter, fields) in [
        // A token for changes since this listing, filters, and what may be the first or the last item.
        (text("syncToken"), json!({ "nextSyncToken": next() })),
        (text("id"), json!({ "nextId": next() })),
        (text("chapter"), json!({ "nextChapter": next() })),
        (text("pageToken"), json!({ "nextToken": next() })),
        (text("after"), json!({ "next": next() })),
        (text("after"), json!({ "cursors": object(json!({ "before": next() })) })),
        (text("before"), json!({ "pageInfo": object(json!({ "endCursor": next() })) })),
        // Another type, two of them, and a number of pages.
        (query("offset", whole()), json!({ "nextOffset": next() })),
        (text("cursor"), json!({ "nextCursor": next(), "meta": object(json!({ "nextCursor": next() })) })),
        (query("page", whole()), json!({ "nextPage": whole() })),
        (text("cursor"), json!({ "a": object(json!({ "cursors": object(json!({ "next": next() })) })) })),
    ] {
        assert_eq!(pager(&[parameter], listing(&fields)), None, "{fields}");
    }
    assert_eq!(
        pager(&[required(text("pageToken"))], object(json!({ "list": texts(), "nextPageToken": next() }))),
        None
    );
}

#[test]
fn an_offset_beside_a_limit_counts_items_unless_something_speaks_against_it() {
    let of = |offset: Json, beside: &str| {
        let limit = query(beside, json!({ "type": "integer", "default": 5 }));
        let number =
            number(&[offset, limit], object(json!({ "list": texts(), "total": whole(), "totalPages": whole() })))?;
        let total = number.total.map(|total| total.of);
        Some((number.of, number.first, number.is_default, number.limit.is_some(), total))
    };
    let items = |first, is_default| Some((Counted::Items, first, is_default, true, Some(Counted::Items)));
    assert_eq!(of(number_of("offset", json!({ "default": 0 })), "limit"), items(0, true));
    assert_eq!(of(number_of("$skip", json!({ "minimum": 0 })), "$top"), items(0, false));
    assert_eq!(of(number_of("startIndex", json!({ "default": 1, "minimum": 0 })), "count"), items(1, true));
    for (name, said, beside) in [
        ("offset", json!({}), "limit"),
        ("offset", json!({ "default": 20, "minimum": 0 }), "limit"),
        ("offset", json!({ "default": -1 }), "limit"),
        ("offset", json!({ "minimum": -1 }), "limit"),
        ("start", json!({ "default": 0 }), "limit"),
        ("offset", json!({ "default": 0 }), "other"),
        ("offset", json!({ "default": 0 }), "page_size"),
    ] {
        assert_eq!(of(number_of(name, said.clone()), beside), None, "{name} {said} {beside}");
    }
    for said in ["The page to return", "Page offset.", "Pages to skip"] {
        let mut described = number_of("offset", json!({ "default": 0 }));
        described["description"] = said.into();
        assert_eq!(of(described, "limit"), None, "{said}");
    }
    // A total of pages says nothing to it.
    let limit = query("limit", whole());
    let paged = number(
        &[number_of("offset", json!({ "default": 0 })), limit],
        object(json!({ "l": texts(), "totalPages": whole() })),
    );
    assert_eq!(paged.map(|number| number.total), Some(None));
}

#[test]
fn a_number_without_a_default_begins_at_the_smallest_which_is_sent() {
    let first =
        |name: &str, schema: Json| number(&[query(name, schema)], texts()).map(|it| (it.of, it.first, it.is_default));
    let least = |minimum: i64| json!({ "type": "integer", "minimum": minimum });
    assert_eq!(first("pageNumber", least(1)), Some((Counted::Pages, 1, false)));
    assert_eq!(first("page", least(0)), Some((Counted::Pages, 0, false)));
    assert_eq!(
        first("page_no", json!({ "type": "integer", "minimum": 0, "default": 1 })),
        Some((Counted::Pages, 1, true))
    );
    assert_eq!((first("page", least(2)), first("page", least(-1)), first("pages", least(1))), (None, None, None));
    assert_eq!(first("page", json!({ "type": "integer", "minimum": 0, "default": -1 })), None);
}

#[test]
fn a_field_that_is_the_url_of_the_next_page_is_followed() {
    let one = || json!({ "type": "string" });
    let href = || object(json!({ "href": one() }));
    let next = || object(json!({ "next": one(), "prev": one(), "self": one() }));
    for (fields, place) in [
        (json!({ "nextLink": one() }), "next_link"),
        (json!({ "@odata.nextLink": one(), "@odata.deltaLink": one() }), "odata_next_link"),
        (
            json!({ "meta": object(json!({ "next_page_url": one(), "previous_page_url": one() })) }),
            "meta.next_page_url",
        ),
        (json!({ "links": next() }), "links.next"),
        (json!({ "_links": object(json!({ "next": href(), "self": href() })) }), "links.next.href"),
        (json!({ "paging": object(json!({ "next": object(json!({ "link": one() })) })) }), "paging.next.link"),
        (json!({ "meta": object(json!({ "links": next() })) }), "meta.links.next"),
        (json!({ "next": { "type": "string", "format": "uri", "nullable": true } }), "next"),
        (json!({ "next": { "type": "string", "description": "The URL of what follows." } }), "next"),
    ] {
        assert_eq!(url(&[], listing(&fields)).as_deref(), Some(place), "{fields}");
    }
    for fields in [
        json!({ "next": one() }),
        json!({ "next": { "type": "string", "description": "The curly one." } }),
        json!({ "previous": { "type": "string", "format": "uri" }, "link": one(), "url": one() }),
        json!({ "nextLink": { "type": "integer" } }),
        json!({ "nextLink": one(), "next_url": one() }),
        json!({ "links": object(json!({ "self": one() })) }),
        json!({ "blinks": next() }),
        json!({ "chapter": object(json!({ "next": one() })) }),
        json!({ "nextLink": one(), "other": texts() }),
    ] {
        assert_eq!(pager(&[], listing(&fields)), None, "{fields}");
    }
}

#[test]
fn a_header_link_is_followed_if_it_is_said_to_lead_to_pages() {
    let of = |status: &str, name: &str, header: Json| {
        let mut responses = json!({ "200": json_of(texts()), status: json_of(texts()) });
        responses[status]["headers"] = json!({ name: header });
        of_operation("get", json!({ "operationId": "getA", "responses": responses })).map(|pager| pager.by)
    };
    let link = || json!({ "description": "To the next page, as RFC 8288 says it.", "schema": { "type": "string" } });
    for header in [
        link(),
        json!({ "schema": { "example": "</a?page=2>; rel=\"next\"" } }),
        json!({ "description": "Pagination" }),
    ] {
        assert_eq!(of("200", "link", header.clone()), Some(By::Url(Vec::new())), "{header}");
    }
    assert_eq!(of("200", "Link", json!({ "description": "The license." })), None);
    assert_eq!(of("200", "X-Link", link()), None);
    assert_eq!(of("404", "Link", link()), None);
}

#[test]
fn links_errors_and_warnings_are_no_items() {
    let next = || json!({ "type": "string" });
    for beside in ["links", "_links", "errors", "warnings", "unreachable"] {
        let response = object(json!({ beside: texts(), "things": texts(), "nextId": next() }));
        assert_eq!(cursor(&[text("nextId")], response), Some(("things".to_owned(), "next_id".to_owned())), "{beside}");
        // Where there is nothing else, they are the listing.
        let alone = pager(&[text("nextId")], object(json!({ beside: texts(), "nextId": next() })));
        assert_eq!(alone.is_some(), beside != "_links", "{beside}");
    }
}

#[test]
fn a_cursor_in_another_spelling_is_one_where_there_is_none_in_the_same() {
    let response = || object(json!({ "list": texts(), "NextToken": { "type": "string" } }));
    let setter = |parameters: &[Json]| match pager(parameters, response()).expect("has a pager").by {
        By::Cursor(cursor) => cursor.wire_name,
        other => panic!("{other}"),
    };
    assert_eq!(setter(&[text("next-token")]), "next-token");
    assert_eq!(setter(&[text("next-token"), text("NextToken")]), "NextToken");
    assert_eq!(pager(&[text("next-token"), text("nextToken")], response()), None);
}

#[test]
fn a_number_beside_a_cursor_may_be_for_show() {
    let least = || query("page", json!({ "type": "integer", "minimum": 0 }));
    let offset = || query("offset", json!({ "type": "integer", "default": 0 }));
    assert!(pager(&[least()], texts()).is_some() && pager(&[offset(), limit(json!({}))], texts()).is_some());
    assert_eq!(pager(&[least(), text("pageToken")], texts()), None);
    assert_eq!(pager(&[offset(), limit(json!({})), text("pageToken")], texts()), None);
}

#[test]
fn a_url_wins_over_an_offset_and_a_number_or_a_cursor_over_a_url() {
    let response =
        || object(json!({ "list": texts(), "nextLink": { "type": "string" }, "next_cursor": { "type": "string" } }));
    let offset = || query("offset", json!({ "type": "integer", "default": 0 }));
    let kind = |parameters: &[Json]| pager(parameters, response()).expect("has a pager").by.to_string();
    assert_eq!(kind(&[offset(), limit(json!({}))]), "URL");
    assert_eq!(kind(&[offset(), limit(json!({})), page()]), "number");
    assert_eq!(kind(&[text("cursor"), page()]), "cursor (String)");
}

#[test]
fn the_settings_tell_what_the_document_does_not_show() {
    let response = object(json!({
        "data": texts(), "more": texts(), "a.b": object(json!({ "c": { "type": "string" } })), "total": whole(),
    }));
    let parameters = [
        text("from"),
        query("p", whole()),
        query("n", json!({ "type": "integer", "default": 7 })),
        limit(json!({ "default": 5 })),
    ];
    let by = |way: Json| {
        let pager = told(&parameters, &response, &json!({ "getA": way })).expect("fits").expect("has a pager");
        assert_eq!(names(&pager.list), ["data"]);
        pager.by
    };
    let By::Cursor(cursor) = by(json!({ "cursor": "from", "next": "a.b.c", "items": "data" })) else {
        panic!("no cursor")
    };
    assert_eq!((&*cursor.setter, names(&cursor.next).join("/"), &*cursor.next_name), ("from", "a_b/c".to_owned(), "c"));
    let number = |way: Json| {
        let By::Number(number) = by(way) else { panic!("no number") };
        (number.of, number.first, number.is_default, number.limit.is_some(), number.total.is_some())
    };
    assert_eq!(number(json!({ "page": "p", "items": "data" })), (Counted::Pages, 1, false, true, true));
    assert_eq!(number(json!({ "page": "n", "items": "data" })), (Counted::Pages, 7, true, true, true));
    assert_eq!(number(json!({ "page": "n", "first": 0, "items": "data" })), (Counted::Pages, 0, false, true, true));
    assert_eq!(number(json!({ "offset": "p", "items": "data" })), (Counted::Items, 0, false, true, true));
    let By::Url(place) = by(json!({ "next_url": "a.b.c", "items": "data" })) else { panic!("no URL") };
    assert_eq!(names(&place), ["a_b", "c"]);
    assert_eq!(by(json!({ "link": true, "items": "data" })), By::Url(Vec::new()));
    let by_request = told(&[page()], &texts(), &json!({ "GET /a": { "link": true } }));
    assert_eq!(by_request.expect("fits").map(|pager| pager.by), Some(By::Url(Vec::new())));
    assert_eq!(told(&[page()], &texts(), &json!({ "getA": false })), Ok(None));
}

#[test]
fn settings_that_do_not_fit_are_refused_with_the_nearest_name() {
    let response =
        object(json!({ "data": texts(), "more": texts(), "meta": object(json!({ "next": { "type": "string" } })) }));
    let parameters = [text("after"), required(text("needed"))];
    let refused = |way: Json| told(&parameters, &response, &way).expect_err("does not fit");
    for (way, reason) in [
        (
            json!({ "cursor": "afetr", "next": "meta.next", "items": "data" }),
            "its query has no optional parameter `afetr`: is it `after`?",
        ),
        (
            json!({ "cursor": "needed", "next": "meta.next", "items": "data" }),
            "its query has no optional parameter `needed`",
        ),
        (
            json!({ "cursor": "after", "next": "meta.nxt", "items": "data" }),
            "its response has no field `meta.nxt`: is it `next`?",
        ),
        (
            json!({ "cursor": "after", "next": "data", "items": "data" }),
            "the parameter `after` and the field `data` are not both texts, UUIDs or whole numbers",
        ),
        (
            json!({ "cursor": "after", "next": "meta.next" }),
            "its response has several lists or none: tell the one with `items`",
        ),
        (json!({ "link": true, "items": "meta" }), "the field `meta` is no list"),
        (json!({ "next_url": "meta", "items": "data" }), "the field `meta` is no text"),
        (json!({ "page": "after", "items": "data" }), "the parameter `after` is no number"),
        (json!({ "link": false, "items": "data" }), "tell how pages are asked for, or `false`"),
        (json!(true), "its response has several lists or none: tell the one with `items`"),
    ] {
        assert_eq!(
            refused(json!({ "getA": way.clone() })),
            format!("names.json: client.pages.getA: {reason}"),
            "{way}"
        );
    }
    let unknown = refused(json!({ "getB": { "link": true } }));
    assert_eq!(unknown, "names.json: client.pages.getB: there is no such operation: is it `getA`?");
    let twice = refused(json!({ "getA": false, "GET /a": false }));
    assert_eq!(twice, "names.json: client.pages.getA: the operation is there twice, by its id and by its request");
    let operation = json!({ "operationId": "putA", "responses": { "200": json_of(texts()) } });
    let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "put": operation } } }).to_string();
    let names = crate::names::file::Names::parse(r#"{"client":{"pages":{"putA":{"link":true}}}}"#).expect("legal");
    let error = crate::model(&root, &names).expect_err("no GET").to_string();
    assert_eq!(
        error,
        "names.json: client.pages.putA: it has no pages: it is no GET, has a body, or its response may be none"
    );
}
