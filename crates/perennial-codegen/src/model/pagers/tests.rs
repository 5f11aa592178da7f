use serde_json::{Value as Json, json};

use super::{page::MAX_FIELDS, *};
use crate::api::{Counted, CursorSource, FirstPage, Number, PageField};

fn query(name: &str, schema: Json) -> Json {
    json!({ "name": name, "in": "query", "schema": schema })
}

fn string_parameter(name: &str) -> Json {
    query(name, json!({ "type": "string" }))
}

fn required(mut parameter: Json) -> Json {
    parameter["required"] = true.into();
    parameter
}

fn page() -> Json {
    query("page", json!({ "type": "integer", "default": 1 }))
}

/// Returns an integer parameter with the keywords `numbers`, such as `default` and `minimum`.
fn integer_parameter(name: &str, mut numbers: Json) -> Json {
    numbers["type"] = "integer".into();
    query(name, numbers)
}

fn limit(numbers: Json) -> Json {
    integer_parameter("limit", numbers)
}

fn strings() -> Json {
    json!({ "type": "array", "items": { "type": "string" } })
}

fn json_of(schema: Json) -> Json {
    json!({ "content": { "application/json": { "schema": schema } } })
}

fn integer() -> Json {
    json!({ "type": "integer" })
}

fn object(properties: Json) -> Json {
    json!({ "type": "object", "properties": properties })
}

fn pager_of_operation(method: &str, operation: Json) -> Option<Pager> {
    let root = json!({ "openapi": "3.0.0", "paths": { "/a": { method: operation } } });
    let (api, _) = crate::model_of(root).expect("legal");
    api.operations.into_iter().next().expect("one operation").pager
}

fn pager(parameters: &[Json], response: Json) -> Option<Pager> {
    pager_with_setting(parameters, &response, &json!({})).expect("legal")
}

fn names_of_fields(path: &[PageField]) -> Vec<&str> {
    path.iter().map(|field| field.name.as_str()).collect()
}

/// Returns the pager of a GET operation for which `names.json` contains the paging `setting`, or the reason why the
/// setting does not fit.
fn pager_with_setting(parameters: &[Json], response: &Json, setting: &Json) -> Result<Option<Pager>, String> {
    let responses = json!({ "200": json_of(response.clone()) });
    let operation = json!({ "operationId": "getA", "parameters": parameters, "responses": responses });
    let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } } });
    let names = json!({ "client": { "pages": setting } }).to_string();
    let names = crate::names::file::Names::parse(&names).expect("legal");
    let model = crate::model(&root.to_string(), &names).map_err(|error| error.to_string())?;
    Ok(model.0.operations.into_iter().next().expect("one operation").pager)
}

/// Returns the schema of a response that contains the field `list`, a list of strings, and the given `fields`.
fn listing(fields: &Json) -> Json {
    let mut response = object(fields.clone());
    response["properties"]["list"] = strings();
    response
}

/// Returns the path to the field with the URL of the next page, or `None` if no such pager is found.
fn path_to_url(parameters: &[Json], response: Json) -> Option<String> {
    match pager(parameters, response)?.by {
        PagingMethod::Url(place) => Some(names_of_fields(&place).join(".")),
        PagingMethod::Cursor(_) | PagingMethod::Number(_) => None,
    }
}

/// Returns the paths to the list and to the field with the cursor. Names are separated by dots.
fn cursor(parameters: &[Json], response: Json) -> Option<(String, String)> {
    let pager = pager(parameters, response)?;
    let PagingMethod::Cursor(cursor) = &pager.by else { return None };
    Some((names_of_fields(&pager.list).join("."), names_of_fields(&cursor.next).join(".")))
}

fn number(parameters: &[Json], response: Json) -> Option<Number> {
    match pager(parameters, response)?.by {
        PagingMethod::Number(number) => Some(*number),
        PagingMethod::Cursor(_) | PagingMethod::Url(_) => None,
    }
}

/// Returns the number of the first page, and whether it is the default of the parameter.
fn first_page(number: &Number) -> (i64, bool) {
    match number.first {
        FirstPage::Numbered { number, is_default } => (number, is_default),
        FirstPage::Stated(_) => panic!("the first page has no known number"),
    }
}

#[test]
fn a_cursor_may_be_beside_above_or_below_the_list() {
    let next = json!({ "type": "string" });
    for (response, list, place) in [
        (json!({ "entries": strings(), "nextId": next }), "entries", "next_id"),
        (json!({ "data": object(json!({ "entries": strings() })), "nextId": next }), "data.entries", "next_id"),
        (json!({ "data": object(json!({ "list": strings(), "nextId": next })) }), "data.list", "data.next_id"),
        (json!({ "a": strings(), "b": object(json!({ "nextId": next })) }), "a", "b.next_id"),
        // `b.c` is also a list, but lists of the outermost object take precedence.
        (json!({ "a": strings(), "nextId": next, "b": object(json!({ "c": strings() })) }), "a", "next_id"),
    ] {
        let found = cursor(&[string_parameter("nextId")], object(response.clone()));
        assert_eq!(found, Some((list.to_owned(), place.to_owned())), "{response}");
    }
    let deeper = object(json!({ "a": object(json!({ "b": object(json!({ "nextId": next })) })), "list": strings() }));
    assert_eq!(cursor(&[string_parameter("nextId")], deeper), None);
}

#[test]
fn cursor_parameter_is_detected_by_its_name() {
    let is_cursor = |name: &str| {
        let response = object(json!({ "entries": strings(), name: { "type": "string" } }));
        cursor(&[string_parameter(name)], response).is_some()
    };
    for name in ["nextId", "next", "next_page_token", "cursor", "pageCursor", "pageToken", "continuation-token"] {
        assert!(is_cursor(name), "{name}");
    }
    for name in ["checkId", "status", "id", "token", "q", "prevCursor", "startCursor", "contextId"] {
        assert!(!is_cursor(name), "{name}");
    }
}

#[test]
fn a_cursor_is_a_string_uuid_or_integer_of_the_same_type_as_its_field() {
    let is_paged = |parameter: Json, field: Json| {
        cursor(&[query("nextId", parameter)], object(json!({ "entries": strings(), "nextId": field }))).is_some()
    };
    let uuid = || json!({ "type": "string", "format": "uuid" });
    let text = || json!({ "type": "string" });
    for (parameter, field, is_cursor) in [
        (uuid(), uuid(), true),
        (integer(), integer(), true),
        (text(), json!({ "type": "string", "nullable": true }), true),
        (text(), uuid(), false),
        (text(), integer(), false),
        (json!({ "type": "number" }), json!({ "type": "number" }), false),
        (text(), strings(), false),
    ] {
        assert_eq!(is_paged(parameter.clone(), field.clone()), is_cursor, "{parameter} {field}");
    }
}

#[test]
fn no_pager_is_found_if_several_lists_or_cursors_match() {
    let next = || json!({ "type": "string" });
    let two = object(json!({ "entries": strings(), "nextId": next(), "cursor": next() }));
    assert_eq!(cursor(&[string_parameter("nextId"), string_parameter("cursor")], two.clone()), None);
    assert!(cursor(&[string_parameter("nextId")], two).is_some());
    let twice = object(json!({ "a": strings(), "nextId": next(), "b": object(json!({ "nextId": next() })) }));
    assert_eq!(cursor(&[string_parameter("nextId")], twice), None);
    for response in [
        json!({ "a": strings(), "b": strings(), "nextId": next() }),
        json!({ "a": object(json!({ "x": strings() })), "b": object(json!({ "x": strings() })), "nextId": next() }),
        json!({ "nextId": next() }),
    ] {
        assert_eq!(pager(&[string_parameter("nextId"), page()], object(response.clone())), None, "{response}");
    }
}

#[test]
fn cursor_field_is_ignored_if_the_response_has_a_separate_next_field() {
    let next = || json!({ "type": "string", "nullable": true });
    for other in ["next", "next_page_token"] {
        for response in [
            json!({ "list": strings(), "cursor": next(), other: next() }),
            json!({ "list": strings(), "cursor": next(), "meta": object(json!({ other: next() })) }),
        ] {
            assert_eq!(pager(&[string_parameter("cursor")], object(response.clone())), None, "{response}");
        }
    }
    let both = object(json!({ "list": strings(), "cursor": next(), "nextCursor": next() }));
    assert_eq!(
        cursor(&[string_parameter("cursor")], both.clone()),
        Some(("list".to_owned(), "next_cursor".to_owned()))
    );
    assert!(cursor(&[string_parameter("nextCursor")], both).is_some());
    let flag = object(json!({ "list": strings(), "cursor": next(), "next": { "type": "boolean" } }));
    assert!(cursor(&[string_parameter("cursor")], flag).is_some());
}

#[test]
fn no_pager_is_found_if_the_paging_fields_are_below_the_list() {
    let next = || json!({ "type": "string" });
    let below =
        |key: &str, ty: Json| json!({ "notes": strings(), "data": object(json!({ "list": strings(), key: ty })) });
    assert_eq!(pager(&[string_parameter("nextId")], object(below("nextId", next()))), None);
    assert_eq!(pager(&[page()], object(below("total", integer()))), None);
    // The list in `meta` contains links to pages, and does not count as a second list of items.
    let links = object(json!({ "links": strings(), "total": integer(), "nextId": next() }));
    let response = object(json!({ "data": strings(), "meta": links }));
    let found = |place: &str| Some(("data".to_owned(), place.to_owned()));
    assert_eq!(cursor(&[string_parameter("nextId")], response.clone()), found("meta.next_id"));
    assert!(number(&[page()], response).is_some_and(|number| !number.totals.is_empty()));
}

#[test]
fn pager_needs_a_get_operation_with_an_optional_query_parameter() {
    let response = || object(json!({ "entries": strings(), "nextId": { "type": "string" } }));
    assert_eq!(pager(&[required(string_parameter("nextId"))], response()), None);
    assert_eq!(pager(&[required(page())], strings()), None);
    let header = json!({ "name": "nextId", "in": "header", "schema": { "type": "string" } });
    assert_eq!(pager(&[header], response()), None);

    let operation =
        || json!({ "parameters": [string_parameter("nextId")], "responses": { "200": json_of(response()) } });
    assert!(pager_of_operation("get", operation()).is_some());
    assert_eq!(pager_of_operation("post", operation()), None);
    let mut with_body = operation();
    with_body["requestBody"] = json_of(json!({ "type": "string" }));
    assert_eq!(pager_of_operation("get", with_body), None);
    let mut with_form = operation();
    let form = json!({ "schema": { "type": "object", "properties": {} } });
    with_form["requestBody"] = json!({ "content": { "application/x-www-form-urlencoded": form } });
    assert!(pager_of_operation("get", with_form.clone()).is_some());
    with_form["requestBody"]["required"] = true.into();
    assert_eq!(pager_of_operation("get", with_form), None);
    let mut several = operation();
    several["responses"]["202"] = json_of(strings());
    assert_eq!(pager_of_operation("get", several), None);
}

#[test]
fn pager_by_page_number_needs_a_parameter_with_a_numeric_default() {
    let by = number(&[page()], strings()).expect("has a pager");
    assert_eq!((first_page(&by), by.limit, by.totals), ((1, true), None, vec![]));
    let zero = query("page", json!({ "type": "number", "default": 0 }));
    assert_eq!(number(&[zero], strings()).map(|number| first_page(&number).0), Some(0));
    for schema in [
        integer(),
        json!({ "type": "integer", "default": "1" }),
        json!({ "type": "integer", "default": -1 }),
        json!({ "type": "number", "default": 0.5 }),
        json!({ "type": "string", "default": "1" }),
    ] {
        assert_eq!(pager(&[query("page", schema.clone())], strings()), None, "{schema}");
    }
    let numbers = |declared: Json| {
        let limit = number(&[page(), limit(declared)], strings()).expect("has a pager").limit;
        limit.map(|limit| (limit.default, limit.maximum))
    };
    assert_eq!(numbers(json!({ "default": 10, "maximum": 100 })), Some((Some(10), Some(100))));
    assert_eq!(numbers(json!({ "default": 10 })), Some((Some(10), None)));
    assert_eq!(numbers(json!({ "default": 10, "maximum": 5 })), Some((None, Some(5))));
    assert_eq!(numbers(json!({})), Some((None, None)));
}

#[test]
fn numbered_pages_may_state_their_number_and_several_totals() {
    let found = |response: Json| {
        let number = number(&[page()], object(response)).expect("has a pager");
        let totals: Vec<_> = number.totals.iter().map(|total| (total.of, total.is_last_page)).collect();
        (totals, number.stated.map(|path| names_of_fields(&path).join(".")))
    };
    let [list, number] = [strings(), integer()];
    assert_eq!(
        found(json!({ "list": list, "total": number, "last_page": number, "current_page": number })),
        (vec![(Counted::Pages, true), (Counted::Items, false)], Some("current_page".to_owned()))
    );
    assert_eq!(
        found(json!({ "list": list, "total": number, "page_count": number })),
        (vec![(Counted::Items, false), (Counted::Pages, false)], None)
    );
}

#[test]
fn reads_the_default_and_maximum_of_a_parameter_from_a_named_schema() {
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let parameters = [query("page", reference("Page")), query("limit", json!({ "allOf": [reference("Limit")] }))];
    let operation = json!({ "parameters": parameters, "responses": { "200": json_of(strings()) } });
    let schemas = json!({
        "Page": { "type": "integer", "default": 1 },
        "Limit": { "type": "integer", "default": 5.0, "maximum": 9 },
    });
    let root =
        json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } }, "components": { "schemas": schemas } });
    let (api, _) = crate::model_of(root).expect("legal");
    let Some(Pager { by: PagingMethod::Number(number), .. }) = &api.operations[0].pager else { panic!("has no pager") };
    let limit = number.limit.as_ref().map(|limit| (limit.default, limit.maximum));
    assert_eq!((first_page(number).0, limit), (1, Some((Some(5), Some(9)))));
}

#[test]
fn a_total_is_beside_the_list_or_in_an_object_about_pages() {
    let total = |response: Json| {
        let total = number(&[page()], object(response)).expect("has a pager").totals.into_iter().next()?;
        Some((total.of, names_of_fields(&total.path).join(".")))
    };
    let items = |path: &str| Some((Counted::Items, path.to_owned()));
    let pages = |path: &str| Some((Counted::Pages, path.to_owned()));
    for (response, expected) in [
        (json!({ "list": strings(), "total": integer() }), items("total")),
        (json!({ "list": strings(), "totalPages": integer() }), pages("total_pages")),
        (json!({ "list": strings(), "pages": integer(), "total": integer() }), pages("pages")),
        (json!({ "list": strings(), "meta": object(json!({ "last_page": integer() })) }), pages("meta.last_page")),
        (json!({ "list": strings(), "pages": { "type": "string" } }), None),
        (json!({ "list": strings(), "pageCount": integer(), "totalCount": integer() }), items("total_count")),
        (json!({ "list": strings(), "pagination": object(json!({ "total": integer() })) }), items("pagination.total")),
        (json!({ "data": object(json!({ "list": strings(), "total": integer() })) }), items("data.total")),
        (json!({ "data": object(json!({ "list": strings() })), "total": integer() }), items("total")),
        // These responses do not state a usable total: `count` and `length` are the length of the page, and the other
        // totals belong to a different list, are strings, or occur twice.
        (json!({ "list": strings(), "length": integer(), "count": integer() }), None),
        (json!({ "list": strings(), "failures": object(json!({ "total": integer() })) }), None),
        (json!({ "list": strings(), "total": { "type": "string" } }), None),
        (json!({ "list": strings(), "total": integer(), "meta": object(json!({ "total": integer() })) }), None),
    ] {
        assert_eq!(total(response.clone()), expected, "{response}");
    }
}

#[test]
fn a_cursor_takes_precedence_over_a_page_number() {
    let response = || object(json!({ "entries": strings(), "nextId": { "type": "string" } }));
    assert!(cursor(&[page(), string_parameter("nextId")], response()).is_some());
    assert!(number(&[page()], response()).is_some());
}

#[test]
fn pager_methods_are_renamed_if_setters_have_their_names() {
    let methods = |parameters: &[Json]| {
        let pager = pager(parameters, strings()).expect("has a pager");
        (pager.items_method, pager.pages_method)
    };
    let names = |items: &str, pages: &str| (items.to_owned(), pages.to_owned());
    assert_eq!(methods(&[page()]), names("items", "pages"));
    assert_eq!(methods(&[page(), string_parameter("pages")]), names("items", "pages_"));
    assert_eq!(methods(&[page(), string_parameter("items")]), names("items_", "pages"));
}

#[test]
fn a_response_with_more_than_200_fields_is_not_a_page() {
    let response = |count: usize| {
        let mut properties: serde_json::Map<String, Json> = (0..count).map(|n| (format!("f{n}"), integer())).collect();
        properties.insert("list".to_owned(), strings());
        object(properties.into())
    };
    assert!(pager(&[page()], response(MAX_FIELDS - 1)).is_some());
    assert_eq!(pager(&[page()], response(MAX_FIELDS)), None);
}

#[test]
fn cursor_field_may_be_named_like_its_parameter_with_next_added() {
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
            cursor(&[string_parameter(parameter)], listing(&fields)),
            Some(("list".to_owned(), place.to_owned())),
            "{fields}"
        );
    }
}

#[test]
fn field_is_not_a_cursor_if_name_or_type_do_not_fit_the_parameter() {
    let next = || json!({ "type": "string" });
    for (parameter, fields) in [
        // These fields are not cursors for the next page. According to their names, they are a token for later changes,
        // a filter, or information about the first or last item.
        (string_parameter("syncToken"), json!({ "nextSyncToken": next() })),
        (string_parameter("id"), json!({ "nextId": next() })),
        (string_parameter("chapter"), json!({ "nextChapter": next() })),
        (string_parameter("pageToken"), json!({ "nextToken": next() })),
        (string_parameter("after"), json!({ "next": next() })),
        (string_parameter("after"), json!({ "cursors": object(json!({ "before": next() })) })),
        (string_parameter("before"), json!({ "pageInfo": object(json!({ "endCursor": next() })) })),
        // These fields are not cursors: they have the wrong type, occur twice, contain a page number, or are too deeply
        // nested.
        (query("offset", integer()), json!({ "nextOffset": next() })),
        (string_parameter("cursor"), json!({ "nextCursor": next(), "meta": object(json!({ "nextCursor": next() })) })),
        (query("page", integer()), json!({ "nextPage": next() })),
        (string_parameter("cursor"), json!({ "a": object(json!({ "cursors": object(json!({ "next": next() })) })) })),
    ] {
        assert_eq!(pager(&[parameter], listing(&fields)), None, "{fields}");
    }
    assert_eq!(
        pager(
            &[required(string_parameter("pageToken"))],
            object(json!({ "list": strings(), "nextPageToken": next() }))
        ),
        None
    );
}

#[test]
fn an_offset_beside_a_limit_counts_items_unless_described_otherwise() {
    let paging_by_number = |offset: Json, beside: &str| {
        let limit = query(beside, json!({ "type": "integer", "default": 5 }));
        let number = number(
            &[offset, limit],
            object(json!({ "list": strings(), "total": integer(), "totalPages": integer() })),
        )?;
        let (first, is_default) = first_page(&number);
        let total = number.totals.first().map(|total| total.of);
        Some((number.of, first, is_default, number.limit.is_some(), total))
    };
    let items = |first, is_default| Some((Counted::Items, first, is_default, true, Some(Counted::Items)));
    assert_eq!(paging_by_number(integer_parameter("offset", json!({ "default": 0 })), "limit"), items(0, true));
    assert_eq!(paging_by_number(integer_parameter("$skip", json!({ "minimum": 0 })), "$top"), items(0, false));
    assert_eq!(
        paging_by_number(integer_parameter("startIndex", json!({ "default": 1, "minimum": 0 })), "count"),
        items(1, true)
    );
    for (name, text, beside) in [
        ("startIndex", json!({}), "limit"),
        ("offset", json!({ "default": 20, "minimum": 0 }), "limit"),
        ("offset", json!({ "default": -1 }), "limit"),
        ("offset", json!({ "minimum": -1 }), "limit"),
        ("start", json!({ "default": 0 }), "limit"),
        ("offset", json!({ "default": 0 }), "other"),
        ("offset", json!({ "default": 0 }), "page_size"),
    ] {
        assert_eq!(paging_by_number(integer_parameter(name, text.clone()), beside), None, "{name} {text} {beside}");
    }
    for text in ["The page to return", "Page offset.", "Pages to skip"] {
        let mut described = integer_parameter("offset", json!({ "default": 0 }));
        described["description"] = text.into();
        assert_eq!(paging_by_number(described, "limit"), None, "{text}");
    }
    // This total counts pages, so a pager that counts items does not use it.
    let limit = query("limit", integer());
    let paged = number(
        &[integer_parameter("offset", json!({ "default": 0 })), limit],
        object(json!({ "l": strings(), "totalPages": integer() })),
    );
    assert_eq!(paged.map(|number| number.totals), Some(vec![]));
}

#[test]
fn a_page_number_without_default_starts_at_the_minimum() {
    let first = |name: &str, schema: Json| {
        number(&[query(name, schema)], strings()).map(|it| (it.of, first_page(&it).0, first_page(&it).1))
    };
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
fn pager_follows_a_field_with_the_url_of_the_next_page() {
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
        assert_eq!(path_to_url(&[], listing(&fields)).as_deref(), Some(place), "{fields}");
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
        json!({ "nextLink": one(), "other": strings() }),
    ] {
        assert_eq!(pager(&[], listing(&fields)), None, "{fields}");
    }
}

#[test]
fn pager_follows_a_link_header_whose_description_mentions_paging() {
    let paging_with_header = |status: &str, name: &str, header: Json| {
        let mut responses = json!({ "200": json_of(strings()), status: json_of(strings()) });
        responses[status]["headers"] = json!({ name: header });
        pager_of_operation("get", json!({ "operationId": "getA", "responses": responses })).map(|pager| pager.by)
    };
    let link = || json!({ "description": "To the next page, as RFC 8288 says it.", "schema": { "type": "string" } });
    for header in [
        link(),
        json!({ "schema": { "example": "</a?page=2>; rel=\"next\"" } }),
        json!({ "description": "Pagination" }),
    ] {
        assert_eq!(paging_with_header("200", "link", header.clone()), Some(PagingMethod::Url(Vec::new())), "{header}");
    }
    assert_eq!(paging_with_header("200", "Link", json!({ "description": "The license." })), None);
    assert_eq!(paging_with_header("200", "X-Link", link()), None);
    assert_eq!(paging_with_header("404", "Link", link()), None);
}

#[test]
fn lists_of_links_errors_and_warnings_are_not_items() {
    let next = || json!({ "type": "string" });
    for beside in ["links", "_links", "errors", "warnings", "unreachable"] {
        let response = object(json!({ beside: strings(), "things": strings(), "nextId": next() }));
        assert_eq!(
            cursor(&[string_parameter("nextId")], response),
            Some(("things".to_owned(), "next_id".to_owned())),
            "{beside}"
        );
        // Without another list in the response, each of these lists except `_links` is the listing.
        let alone = pager(&[string_parameter("nextId")], object(json!({ beside: strings(), "nextId": next() })));
        assert_eq!(alone.is_some(), beside != "_links", "{beside}");
    }
}

#[test]
fn a_cursor_may_be_spelled_differently_if_no_spelling_matches_exactly() {
    let response = || object(json!({ "list": strings(), "NextToken": { "type": "string" } }));
    let setter = |parameters: &[Json]| match pager(parameters, response()).expect("has a pager").by {
        PagingMethod::Cursor(cursor) => cursor.wire_name,
        other => panic!("{other}"),
    };
    assert_eq!(setter(&[string_parameter("next-token")]), "next-token");
    assert_eq!(setter(&[string_parameter("next-token"), string_parameter("NextToken")]), "NextToken");
    assert_eq!(pager(&[string_parameter("next-token"), string_parameter("nextToken")], response()), None);
}

#[test]
fn an_offset_or_minimum_page_is_ignored_beside_a_cursor_parameter() {
    let least = || query("page", json!({ "type": "integer", "minimum": 0 }));
    let offset = || query("offset", json!({ "type": "integer", "default": 0 }));
    assert!(pager(&[least()], strings()).is_some() && pager(&[offset(), limit(json!({}))], strings()).is_some());
    assert_eq!(pager(&[least(), string_parameter("pageToken")], strings()), None);
    assert_eq!(pager(&[offset(), limit(json!({})), string_parameter("pageToken")], strings()), None);
}

#[test]
fn a_url_takes_precedence_over_an_offset_but_not_over_number_or_cursor() {
    let response =
        || object(json!({ "list": strings(), "nextLink": { "type": "string" }, "next_cursor": { "type": "string" } }));
    let offset = || query("offset", json!({ "type": "integer", "default": 0 }));
    let kind = |parameters: &[Json]| pager(parameters, response()).expect("has a pager").by.to_string();
    assert_eq!(kind(&[offset(), limit(json!({}))]), "URL");
    assert_eq!(kind(&[offset(), limit(json!({})), page()]), "number");
    assert_eq!(kind(&[string_parameter("cursor"), page()]), "cursor (String)");
}

fn rule(parameters: &[Json], response: Json) -> Option<(PagerRule, PagingMethod)> {
    pager(parameters, response).map(|pager| (pager.rule, pager.by))
}

fn cursor_rule(parameters: &[Json], fields: &Json) -> Option<(PagerRule, String)> {
    match rule(parameters, listing(fields))? {
        (rule, PagingMethod::Cursor(cursor)) => Some((rule, names_of_fields(&cursor.next).join("."))),
        (_, other) => panic!("{other}"),
    }
}

fn boolean() -> Json {
    json!({ "type": "boolean" })
}

#[test]
fn page_token_of_dropshot_is_found_by_its_extension() {
    let paging = |extension: Json, parameter: &str, field: &str| {
        let response = object(json!({ "items": strings(), field: { "type": "string", "nullable": true } }));
        let operation = json!({
            "x-dropshot-pagination": extension, "parameters": [limit(json!({})), string_parameter(parameter)],
            "responses": { "200": json_of(response) },
        });
        pager_of_operation("get", operation).map(|pager| pager.rule)
    };
    let found = Some(PagerRule::Dropshot);
    assert_eq!(paging(json!({ "required": [] }), "page_token", "next_page"), found);
    assert_eq!(paging(json!(true), "page_token", "next_page"), found);
    for (extension, parameter, field) in [
        (json!(null), "page_token", "next_page"),
        (json!(false), "page_token", "next_page"),
        (json!({}), "token", "next_page"),
        (json!({}), "page_token", "following_page"),
    ] {
        assert_eq!(paging(extension.clone(), parameter, field), None, "{extension} {parameter} {field}");
    }
}

#[test]
fn finds_cursor_named_like_its_parameter_in_a_paging_object() {
    let next = || json!({ "type": "string", "nullable": true });
    for (parameter, fields, path) in [
        ("offset", json!({ "next_page": object(json!({ "offset": next(), "uri": next() })) }), "next_page.offset"),
        ("continue", json!({ "metadata": object(json!({ "continue": next() })) }), "metadata.continue_"),
        (
            "after",
            json!({ "list_metadata": object(json!({ "before": next(), "after": next() })) }),
            "list_metadata.after",
        ),
    ] {
        let parameters = [string_parameter(parameter), string_parameter("before"), limit(json!({}))];
        let found = Some((PagerRule::PagingObject, path.to_owned()));
        assert_eq!(cursor_rule(&parameters, &fields), found, "{fields}");
    }
    for (parameter, fields) in [
        // These fields are not cursors, because they may only repeat the request: they are beside another parameter
        // (`limit`), are not called `after` or `continue`, or are not in a paging object.
        ("after", json!({ "metadata": object(json!({ "after": next(), "limit": integer() })) })),
        ("offset", json!({ "metadata": object(json!({ "offset": next() })) })),
        ("after", json!({ "dates": object(json!({ "after": next() })) })),
        ("after", json!({ "after": next() })),
        // Neither field is a cursor: one is not of the parameter's type, and the other has the name of a filter.
        ("after", json!({ "metadata": object(json!({ "after": integer() })) })),
        ("color", json!({ "next_page": object(json!({ "color": next() })) })),
    ] {
        let parameters = [string_parameter(parameter), limit(json!({}))];
        assert_eq!(cursor_rule(&parameters, &fields), None, "{fields}");
    }
}

#[test]
fn number_of_the_next_page_may_be_a_field() {
    let number = || json!({ "type": "number", "nullable": true });
    for (parameter, fields, path) in [
        ("page", json!({ "pagination": object(json!({ "next": number(), "previous": number() })) }), "pagination.next"),
        (
            "page",
            json!({ "meta": object(json!({ "current_page": integer(), "next_page": integer() })) }),
            "meta.next_page",
        ),
        ("pageNumber", json!({ "next": integer() }), "next"),
        ("page", json!({ "next_page": object(json!({ "number": integer(), "page": integer() })) }), "next_page.page"),
        ("offset", json!({ "next_offset": number() }), "next_offset"),
    ] {
        let found = Some((PagerRule::NextPage, path.to_owned()));
        assert_eq!(cursor_rule(&[query(parameter, integer())], &fields), found, "{fields}");
    }
    for (parameter, fields) in [
        ("page", json!({ "next": boolean() })),
        ("page", json!({ "chapter": object(json!({ "next": integer() })) })),
        ("page", json!({ "next": integer(), "next_page": integer() })),
        ("offset", json!({ "next": integer() })),
        ("chapter", json!({ "next": integer() })),
    ] {
        assert_eq!(cursor_rule(&[query(parameter, integer())], &fields), None, "{fields}");
    }
    // The pager counts up from the default of `page`. It does not need the field `next_page`.
    let counted = rule(&[page()], listing(&json!({ "next_page": integer() }))).map(|(rule, _)| rule);
    assert_eq!(counted, Some(PagerRule::PageDefault));
}

#[test]
fn page_parameter_without_default_needs_the_page_number_in_responses() {
    let paging = |parameters: &[Json], fields: Json| match rule(parameters, listing(&fields)) {
        Some((PagerRule::PresentPage, PagingMethod::Number(number))) => match &number.first {
            FirstPage::Stated(path) => Some((names_of_fields(path).join("."), number.more.is_some(), number.of)),
            FirstPage::Numbered { .. } => panic!("{number:?}"),
        },
        None => None,
        other => panic!("{other:?}"),
    };
    let number = |name: &str| [query(name, integer()), query("size", integer())];
    let found = |path: &str, has_more| Some((path.to_owned(), has_more, Counted::Pages));
    for (parameter, fields, expected) in [
        ("page", json!({ "page": integer(), "hasNext": boolean() }), found("page", true)),
        ("page", json!({ "number": integer(), "totalPages": integer() }), found("number", false)),
        ("page", json!({ "page": integer(), "total": integer() }), found("page", false)),
        (
            "pageNo",
            json!({ "meta": object(json!({ "current_page": integer(), "has_more": boolean() })) }),
            found("meta.current_page", true),
        ),
        (
            "page",
            json!({ "page": object(json!({ "number": integer(), "totalPages": integer() })) }),
            found("page.number", false),
        ),
    ] {
        assert_eq!(paging(&number(parameter), fields.clone()), expected, "{fields}");
    }
    for fields in [
        // No pager is found, because these responses do not state their page number or the end of the listing in a
        // usable form.
        json!({ "hasNext": boolean() }),
        json!({ "totalPages": integer() }),
        json!({ "page": integer() }),
        json!({ "page": { "type": "string" }, "hasNext": boolean() }),
        json!({ "page": integer(), "hasNext": integer() }),
        json!({ "number": integer(), "total": integer() }),
        json!({ "page": integer(), "current_page": integer(), "hasNext": boolean() }),
        json!({ "book": object(json!({ "page": integer(), "has_more": boolean() })) }),
    ] {
        assert_eq!(paging(&number("page"), fields.clone()), None, "{fields}");
    }
    let fields = || json!({ "page": integer(), "hasNext": boolean() });
    assert_eq!(paging(&[integer_parameter("page", json!({ "default": -1 }))], fields()), None);
    assert_eq!(paging(&[query("page", integer()), string_parameter("cursor")], fields()), None);
    let with_cursor = json!({ "page": integer(), "hasNext": boolean(), "nextPageToken": { "type": "string" } });
    assert_eq!(paging(&[query("page", integer())], with_cursor), None);
    assert_eq!(paging(&[required(query("page", integer()))], fields()), None);
    let index = || json!({ "startIndex": integer(), "totalResults": integer() });
    let found = Some(("start_index".to_owned(), false, Counted::Items));
    assert_eq!(paging(&[query("startIndex", integer()), query("count", integer())], index()), found);
}

#[test]
fn offset_without_default_needs_a_total_or_a_has_more_field() {
    let paging = |parameters: &[Json], fields: &Json| match rule(parameters, listing(fields)) {
        Some((PagerRule::OffsetTotal, PagingMethod::Number(number))) => {
            assert_eq!(first_page(&number), (0, true));
            Some((!number.totals.is_empty(), number.more.is_some()))
        }
        None => None,
        other => panic!("{other:?}"),
    };
    let parameters = |name: &str| [query(name, integer()), query("limit", integer())];
    assert_eq!(paging(&parameters("offset"), &json!({ "offset": integer(), "more": boolean() })), Some((false, true)));
    assert_eq!(paging(&parameters("skip"), &json!({ "total": integer() })), Some((true, false)));
    let more = json!({ "more": boolean() });
    for fields in
        [json!({}), json!({ "totalPages": integer() }), json!({ "more": integer() }), json!({ "moreover": boolean() })]
    {
        assert_eq!(paging(&parameters("offset"), &fields), None, "{fields}");
    }
    assert_eq!(paging(&[query("offset", integer())], &more), None);
    assert_eq!(paging(&[query("offset", integer()), query("page_size", integer())], &more), None);
    assert_eq!(paging(&[integer_parameter("offset", json!({ "minimum": -1 })), limit(json!({}))], &more), None);
    assert_eq!(paging(&[query("startIndex", integer()), limit(json!({}))], &more), None);
}

#[test]
fn the_id_of_the_last_item_may_be_a_field_or_in_the_last_item() {
    let string = || json!({ "type": "string" });
    let paging = |parameter: &Json, fields: Json, id: &Json, required: &[&str]| {
        let mut item = object(json!({ "id": id }));
        item["required"] = required.into();
        let mut response = object(fields);
        response["properties"]["data"] = json!({ "type": "array", "items": item });
        match rule(&[parameter.clone(), limit(json!({}))], response)? {
            (rule, PagingMethod::Cursor(cursor)) => {
                Some((rule, cursor.source, cursor.next_name, cursor.more.is_some()))
            }
            (_, other) => panic!("{other}"),
        }
    };
    let more = || json!({ "has_more": boolean() });
    let last_id = |has_more| Some((PagerRule::LastId, CursorSource::Field, "last_id".to_owned(), has_more));
    let last_item = Some((PagerRule::LastItem, CursorSource::LastItem, "id".to_owned(), true));
    let (after, starting_after) = (string_parameter("after"), string_parameter("starting_after"));
    let both = || json!({ "first_id": string(), "last_id": string(), "has_more": boolean() });
    assert_eq!(paging(&after, both(), &string(), &["id"]), last_id(true));
    assert_eq!(paging(&string_parameter("after_id"), json!({ "last_id": string() }), &string(), &[]), last_id(false));
    assert_eq!(paging(&starting_after, more(), &string(), &["id"]), last_item);
    let mut described = after.clone();
    described["description"] = "An object ID that is the place in the list.".into();
    assert_eq!(paging(&described, more(), &string(), &["id"]), last_item);
    // No pager is found. In these cases, the parameter may be a time, the id may be missing or has a different type,
    // the end of the listing is not stated, or another field may be the cursor.
    for (parameter, fields, id, required) in [
        (&after, more(), string(), ["id"].as_slice()),
        (&starting_after, more(), string(), &[]),
        (&starting_after, more(), integer(), &["id"]),
        (&starting_after, json!({}), string(), &["id"]),
        (&starting_after, json!({ "has_more": boolean(), "next_cursor": string() }), string(), &["id"]),
        (&after, json!({ "last_id": integer() }), string(), &["id"]),
        (&after, json!({ "last_id": string(), "next_cursor": string() }), string(), &["id"]),
        (&string_parameter("since"), both(), string(), &["id"]),
    ] {
        assert_eq!(paging(parameter, fields.clone(), &id, required), None, "{parameter} {fields} {id}");
    }
}

#[test]
fn a_page_number_may_be_a_field_of_a_parameter() {
    let parameter = |name: &str, style: Json, fields: Json| {
        let mut parameter = query(name, object(fields));
        parameter.as_object_mut().expect("an object").extend(style.as_object().expect("an object").clone());
        parameter
    };
    let paging = |parameters: &[Json]| {
        let fields = listing(&json!({ "number": integer(), "totalPages": integer() }));
        Some(match rule(parameters, fields)? {
            (rule, PagingMethod::Number(number)) => (rule, number.setter, number.limit.map(|limit| limit.setter)),
            (_, other) => panic!("{other}"),
        })
    };
    let deep = || json!({ "style": "deepObject", "explode": true });
    let sizes = || json!({ "page": integer(), "size": { "type": "integer", "default": 20 } });
    let size = || Some("pageable[size]".to_owned());
    let found = |rule, size| Some((rule, "pageable[page]".to_owned(), size));
    for style in [deep(), json!({}), json!({ "required": true })] {
        assert_eq!(
            paging(&[parameter("pageable", style.clone(), sizes())]),
            found(PagerRule::PresentPage, size()),
            "{style}"
        );
    }
    let least = json!({ "page": { "type": "integer", "minimum": 0 } });
    assert_eq!(paging(&[parameter("pageable", deep(), least)]), found(PagerRule::PageMinimum, None));
    let number = json!({ "number": { "type": "integer", "default": 1 }, "size": integer() });
    assert_eq!(
        paging(&[parameter("page", deep(), number)]),
        Some((PagerRule::PageDefault, "page[number]".to_owned(), Some("page[size]".to_owned())))
    );
    let cursor = parameter("page", deep(), json!({ "cursor": { "type": "string" } }));
    let next_cursor = listing(&json!({ "next_cursor": { "type": "string" } }));
    assert_eq!(rule(&[cursor], next_cursor).map(|(rule, _)| rule), Some(PagerRule::NextField));
    // No pager is found. In these cases, the object is not about pages, is sent in a different style, or has another
    // required field, or there are two such objects.
    let mut with_required = parameter("pageable", deep(), sizes());
    with_required["schema"]["required"] = json!(["size"]);
    for parameters in [
        vec![parameter("filter", deep(), sizes())],
        vec![parameter("pageable", json!({ "explode": false }), sizes())],
        vec![with_required],
        vec![parameter("pageable", deep(), sizes()), parameter("paging", deep(), sizes())],
    ] {
        assert_eq!(paging(&parameters), None, "{parameters:?}");
    }
    let setting = |page: &str| {
        let parameters = [parameter("filter", deep(), sizes()), parameter("pageable", json!({}), sizes())];
        let pager = pager_with_setting(&parameters, &listing(&json!({})), &json!({ "getA": { "page": page } }));
        pager.map(|pager| pager.map(|pager| (pager.rule, pager.by.to_string())))
    };
    assert_eq!(setting("pageable[page]"), Ok(Some((PagerRule::Setting, "number".to_owned()))));
    assert!(setting("pageable[pages]").expect_err("does not exist").contains("did you mean `pageable[page]`?"));
}

#[test]
fn recognises_spring_data_pagination() {
    let pageable = object(json!({
        "page": { "type": "integer", "format": "int32", "minimum": 0 },
        "size": { "type": "integer", "format": "int32", "minimum": 1 },
        "sort": strings(),
    }));
    let sort = object(json!({ "sorted": { "type": "boolean" }, "empty": { "type": "boolean" } }));
    let present = object(json!({ "pageNumber": integer(), "pageSize": integer(), "offset": integer(), "sort": sort }));
    let slice = json!({
        "content": strings(), "number": integer(), "size": integer(), "numberOfElements": integer(), "sort": sort,
        "pageable": present, "first": { "type": "boolean" }, "last": { "type": "boolean" },
    });
    let mut page = slice.clone();
    page["totalPages"] = integer();
    page["totalElements"] = integer();
    let by = |pageable: &Json, response: &Json, setting: Json| {
        let parameters = [required(query("pageable", pageable.clone()))];
        let pager = pager_with_setting(&parameters, &object(response.clone()), &setting).expect("legal")?;
        assert_eq!(names_of_fields(&pager.list), ["content"]);
        let PagingMethod::Number(number) = pager.by else { panic!("{:?}", pager.by) };
        assert_eq!(number.setter, "pageable[page]");
        Some((pager.rule, !number.totals.is_empty()))
    };
    assert_eq!(by(&pageable, &page, json!({})), Some((PagerRule::PageMinimum, true)));
    assert_eq!(by(&pageable, &slice, json!({})), Some((PagerRule::PageMinimum, false)));
    let unlimited = object(json!({ "page": integer(), "size": integer(), "sort": strings() }));
    assert_eq!(by(&unlimited, &page, json!({})), Some((PagerRule::PresentPage, true)));
    assert_eq!(by(&unlimited, &slice, json!({})), None);
    let setting = json!({ "getA": { "page": "pageable[page]", "first": 0 } });
    assert_eq!(by(&unlimited, &slice, setting), Some((PagerRule::Setting, false)));
}

#[test]
fn settings_specify_paging_that_the_document_does_not_show() {
    let response = object(json!({
        "data": strings(), "more": strings(), "a.b": object(json!({ "c": { "type": "string" } })), "total": integer(),
    }));
    let parameters = [
        string_parameter("from"),
        query("p", integer()),
        query("n", json!({ "type": "integer", "default": 7 })),
        limit(json!({ "default": 5 })),
    ];
    let by = |setting: Json| {
        let pager = pager_with_setting(&parameters, &response, &json!({ "getA": setting }))
            .expect("fits")
            .expect("has a pager");
        assert_eq!(names_of_fields(&pager.list), ["data"]);
        pager.by
    };
    let PagingMethod::Cursor(cursor) = by(json!({ "cursor": "from", "next": "a.b.c", "items": "data" })) else {
        panic!("no cursor")
    };
    assert_eq!(
        (&*cursor.setter, names_of_fields(&cursor.next).join("/"), &*cursor.next_name),
        ("from", "a_b/c".to_owned(), "c")
    );
    let number = |setting: Json| {
        let PagingMethod::Number(number) = by(setting) else { panic!("no number") };
        let (first, is_default) = first_page(&number);
        (number.of, first, is_default, number.limit.is_some(), !number.totals.is_empty())
    };
    assert_eq!(number(json!({ "page": "p", "items": "data" })), (Counted::Pages, 1, false, true, true));
    assert_eq!(number(json!({ "page": "n", "items": "data" })), (Counted::Pages, 7, true, true, true));
    assert_eq!(number(json!({ "page": "n", "first": 0, "items": "data" })), (Counted::Pages, 0, false, true, true));
    assert_eq!(number(json!({ "offset": "p", "items": "data" })), (Counted::Items, 0, false, true, true));
    let PagingMethod::Url(place) = by(json!({ "next_url": "a.b.c", "items": "data" })) else { panic!("no URL") };
    assert_eq!(names_of_fields(&place), ["a_b", "c"]);
    assert_eq!(by(json!({ "link": true, "items": "data" })), PagingMethod::Url(Vec::new()));
    let by_request = pager_with_setting(&[page()], &strings(), &json!({ "GET /a": { "link": true } }));
    assert_eq!(by_request.expect("fits").map(|pager| pager.by), Some(PagingMethod::Url(Vec::new())));
    assert_eq!(pager_with_setting(&[page()], &strings(), &json!({ "getA": false })), Ok(None));
}

#[test]
fn refuses_settings_that_do_not_fit_and_suggests_the_nearest_name() {
    let response = object(
        json!({ "data": strings(), "more": strings(), "meta": object(json!({ "next": { "type": "string" } })) }),
    );
    let parameters = [string_parameter("after"), required(string_parameter("needed"))];
    let refused = |setting: Json| pager_with_setting(&parameters, &response, &setting).expect_err("does not fit");
    for (setting, reason) in [
        (
            json!({ "cursor": "afetr", "next": "meta.next", "items": "data" }),
            "the operation has no optional query parameter `afetr`: did you mean `after`?",
        ),
        (
            json!({ "cursor": "needed", "next": "meta.next", "items": "data" }),
            "the operation has no optional query parameter `needed`",
        ),
        (
            json!({ "cursor": "after", "next": "meta.nxt", "items": "data" }),
            "the response of the operation has no field `meta.nxt`: did you mean `next`?",
        ),
        (
            json!({ "cursor": "after", "next": "data", "items": "data" }),
            "the parameter `after` and the field `data` must have the same type: string, UUID or integer",
        ),
        (
            json!({ "cursor": "after", "next": "meta.next" }),
            "its response does not contain exactly one list: specify the list with `items`",
        ),
        (json!({ "link": true, "items": "meta" }), "the field `meta` is not a list"),
        (json!({ "next_url": "meta", "items": "data" }), "the field `meta` is not a string"),
        (json!({ "page": "after", "items": "data" }), "the parameter `after` is not a number"),
        (
            json!({ "link": false, "items": "data" }),
            "specify how to request pages, or write `false` to disable pagination",
        ),
        (json!(true), "its response does not contain exactly one list: specify the list with `items`"),
    ] {
        assert_eq!(
            refused(json!({ "getA": setting.clone() })),
            format!("names.json: client.pages.getA: {reason}"),
            "{setting}"
        );
    }
    let unknown = refused(json!({ "getB": { "link": true } }));
    assert_eq!(unknown, "names.json: client.pages.getB: there is no such operation: did you mean `getA`?");
    let twice = refused(json!({ "getA": false, "GET /a": false }));
    assert_eq!(
        twice,
        "names.json: client.pages.getA: the settings contain the operation twice: once by its id, and once by its \
         method and path"
    );
    let operation = json!({ "operationId": "putA", "responses": { "200": json_of(strings()) } });
    let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "put": operation } } }).to_string();
    let names = crate::names::file::Names::parse(r#"{"client":{"pages":{"putA":{"link":true}}}}"#).expect("legal");
    let error = crate::model(&root, &names).expect_err("no GET").to_string();
    assert_eq!(
        error,
        "names.json: client.pages.putA: it cannot be paginated, because it is not a GET, has a request body, or may \
         return a response without a value"
    );
}
