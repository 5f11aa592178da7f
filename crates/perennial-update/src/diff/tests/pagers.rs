//! Tests the effects of adding, removing and changing the methods that stream all pages of an operation.

use super::*;

/// Returns a document with `GET /things`. `parameters` are its query parameters. Its response contains a list and these
/// `fields`.
fn listing(parameters: &[Value], fields: Value) -> Value {
    let item = json!({ "$ref": "#/components/schemas/Thing" });
    let mut properties = json!({ "entries": { "type": "array", "items": item } });
    let fields = fields.as_object().expect("has fields");
    properties.as_object_mut().expect("has fields").extend(fields.clone());
    let page = json!({ "type": "object", "properties": properties });
    document(
        json!({ "/things": { "get": {
            "operationId": "getThings",
            "parameters": parameters,
            "responses": { "200": json_of(json!({ "$ref": "#/components/schemas/ThingPage" })) },
        } } }),
        json!({
            "Thing": { "type": "object", "properties": { "name": { "type": "string" } } },
            "ThingPage": page,
        }),
    )
}

fn query(name: &str, ty: &str) -> Value {
    json!({ "name": name, "in": "query", "schema": { "type": ty } })
}

fn page() -> Value {
    json!({ "name": "page", "in": "query", "schema": { "type": "integer", "default": 1 } })
}

fn next_id_field(ty: &str) -> Value {
    json!({ "nextId": { "type": ty } })
}

fn by_cursor() -> Value {
    listing(&[query("nextId", "string")], next_id_field("string"))
}

#[test]
fn adding_a_pager_is_compatible_and_removing_one_is_breaking() {
    let none = listing(&[], next_id_field("string"));
    let gained = compare_update(&none, &by_cursor());
    assert_eq!(
        report_lines(&gained),
        [
            "+ get_things: setter `next_id` is new and optional, and accepts `String`",
            "+ get_things: `items()` and `pages()` are new: they stream all items (`types::Thing`) or all pages, and \
             request pages by cursor (String)",
        ]
    );
    assert_eq!(gained.verdict(), Verdict::Compatible);
    let undefaulted = listing(&[query("page", "integer")], json!({}));
    let lost = compare_update(&listing(&[page()], json!({})), &undefaulted);
    assert_eq!(
        report_lines(&lost),
        ["! get_things: `items()` and `pages()` are removed: the document no longer shows how to request the next \
          page"]
    );
    assert!(lost.operations.items[0].changes[0].action.contains("`paginate`"));
}

#[test]
fn changing_a_pager_from_number_to_cursor_is_breaking() {
    let numbered = listing(&[query("nextId", "string"), page()], json!({}));
    let cursor = listing(&[query("nextId", "string"), page()], next_id_field("string"));
    let reported_of = |old: &Value, new: &Value| {
        let lines = report_lines(&compare_update(old, new));
        lines.into_iter().filter(|line| line.contains("items()")).collect::<Vec<_>>()
    };
    assert_eq!(
        reported_of(&numbered, &cursor),
        ["! get_things: `items()` and `pages()` now request pages by cursor (String), no longer by number"]
    );
    let by_integer = listing(&[query("nextId", "integer")], next_id_field("integer"));
    assert_eq!(
        reported_of(&by_cursor(), &by_integer),
        ["! get_things: `items()` and `pages()` now request pages by cursor (i64), no longer by cursor (String)"]
    );
}

#[test]
fn changing_a_pager_from_offset_to_url_is_reported() {
    let mut offset = page();
    offset["name"] = json!("offset");
    offset["schema"]["default"] = json!(0);
    let by_offset = listing(&[offset.clone(), query("limit", "integer")], json!({}));
    let by_url = listing(&[offset, query("limit", "integer")], json!({ "nextLink": { "type": "string" } }));
    let changed = compare_update(&by_offset, &by_url);
    let lines = report_lines(&changed);
    assert!(
        lines.contains(
            &"! get_things: `items()` and `pages()` now request pages by URL, no longer by offset".to_owned()
        ),
        "{lines:?}"
    );
    assert_eq!(compare_update(&listing(&[], json!({})), &by_offset).verdict(), Verdict::Compatible);
}

#[test]
fn changing_the_item_type_of_a_pager_is_breaking() {
    let of_pager = |new: &Value| {
        let lines = report_lines(&compare_update(&by_cursor(), new));
        lines.into_iter().filter(|line| line.contains("`items()`")).collect::<Vec<_>>()
    };
    let mut texts = by_cursor();
    texts["components"]["schemas"]["ThingPage"]["properties"]["entries"]["items"] = json!({ "type": "string" });
    assert_eq!(of_pager(&texts), ["! get_things: the item of `items()` is `String`, was `types::Thing`"]);
    let renamed = by_cursor().to_string().replace("Thing\"", "Part\"");
    assert_eq!(of_pager(&serde_json::from_str(&renamed).expect("is JSON")), [""; 0]);
}

#[test]
fn new_setter_does_not_take_the_name_of_a_pager_method() {
    let with_items = listing(&[query("nextId", "string"), query("items", "integer")], next_id_field("string"));
    assert_eq!(
        report_lines(&compare_update(&by_cursor(), &with_items)),
        ["+ get_things: setter `items_query` is new and optional, and accepts `i64`"]
    );
}

#[test]
fn page_limits_totals_and_defaults_are_not_part_of_the_public_api() {
    let mut other = page();
    other["schema"]["default"] = json!(0);
    let mut limit = query("limit", "integer");
    limit["schema"]["maximum"] = json!(10);
    let old = listing(&[page(), limit.clone()], json!({ "total": { "type": "integer" } }));
    limit["schema"]["maximum"] = json!(20);
    limit["schema"]["default"] = json!(5);
    assert_eq!(
        report_lines(&compare_update(&old, &listing(&[other, limit], json!({ "total": { "type": "integer" } })))),
        [""; 0]
    );
}

#[test]
fn new_pager_method_does_not_take_the_name_of_a_setter() {
    let path = |name: &str| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } });
    let document_with = |name: &str, parameters: &[Value]| {
        let mut document = listing(&[&[path(name)], parameters].concat(), next_id_field("string"));
        let item = document["paths"]["/things"].take();
        document["paths"] = json!({ format!("/things/{{{name}}}"): item });
        document
    };
    let comparison =
        compare_update(&document_with("items", &[]), &document_with("shelf", &[query("nextId", "string")]));
    assert_eq!(comparison.verdict(), Verdict::Compatible);
    let lines = report_lines(&comparison);
    for part in ["setter `items` has the additional name `shelf`", "`items_()` and `pages()` are new"] {
        assert!(lines.iter().any(|line| line.contains(part)), "{lines:?}");
    }
}
