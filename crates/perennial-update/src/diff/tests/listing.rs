//! Tests that two APIs have the same listing if and only if the comparison finds no difference.

use super::*;

/// Returns a document whose public API contains each kind of item.
fn fixture() -> Value {
    let mut fixture = base();
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    let times = json!({ "type": "array", "items": { "type": "string", "format": "date-time" } });
    let numbers = json!({ "type": "array", "items": { "type": "number" } });
    fixture["paths"]["/pages"] = json!({ "get": { "operationId": "getPages", "parameters": [
            { "name": "nextId", "in": "query", "schema": { "type": "string" } },
        ], "responses": { "200": json_of(reference("Page")) } } });
    fixture["paths"]["/series"] = json!({ "get": { "operationId": "getSeries", "tags": ["Series"], "responses": { "200": json_of(reference("Series")) } } });
    let schemas = &mut fixture["components"]["schemas"];
    schemas["Thing"]["properties"]["when"] = json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }] });
    schemas["Page"] = json!({ "type": "object", "properties": { "entries": texts, "nextId": { "type": "string" } } });
    schemas["Series"] = json!({ "type": "object", "properties": { "times": times, "sizes": numbers } });
    fixture
}

/// Returns edits of the fixture that do not affect the public API, each as a JSON pointer and a new value.
fn silent_edits() -> Vec<(&'static str, Value)> {
    vec![
        ("/info/title", json!("Another")),
        // An operation that already is in a group does not join the group of a second tag.
        ("/paths/~1series/get/tags", json!(["Series", "Parts"])),
        ("/paths/~1things~1{id}/put/summary", json!("Puts a thing.")),
        ("/components/schemas/Thing/description", json!("A thing.\ntype Thing struct")),
        ("/components/schemas/ThingPut/properties/name/description", json!("Its name.")),
        // Callers build a body from its fields even if it is optional, so making it required changes nothing.
        ("/paths/~1things~1{id}/put/requestBody/required", json!(true)),
        ("/components/schemas/Unused", json!({ "description": "Nothing." })),
    ]
}

/// Returns edits of the fixture that affect the public API, each as a JSON pointer and a new value. Null removes the
/// value. A pointer that ends with `-` appends to an array.
fn edits() -> Vec<(&'static str, Value)> {
    vec![
        ("/paths/~1more", json!({ "get": { "operationId": "getMore", "responses": { "204": {} } } })),
        ("/paths/~1more\u{202e}", json!({ "get": { "operationId": "getMore", "responses": { "204": {} } } })),
        ("/paths/~1series", Value::Null),
        ("/paths/~1things~1{id}/put/operationId", json!("put-thing")),
        ("/paths/~1more", json!({ "get": { "responses": { "204": {} } } })),
        ("/paths/~1things~1{id}/put/operationId", json!("setThing")),
        ("/paths/~1things~1{id}/put/deprecated", json!(true)),
        ("/paths/~1things~1{id}/put/servers", json!([{ "url": "https://a.example" }])),
        ("/paths/~1things~1{id}/put/description", json!("Puts a thing, 300 requests per day.")),
        ("/paths/~1things~1{id}/put/responses/200", json!({ "description": "" })),
        ("/paths/~1things~1{id}/put/tags", json!(["Things"])),
        ("/paths/~1things~1{id}/put/tags", json!(["Parts"])),
        ("/paths/~1things~1{id}/put/parameters/0/schema/format", json!("uuid")),
        ("/paths/~1things~1{id}/put/parameters/1/required", json!(true)),
        ("/paths/~1things~1{id}/put/parameters/1/schema/type", json!("string")),
        ("/paths/~1things~1{id}/put/parameters/1/name", json!("Limit")),
        ("/paths/~1things~1{id}/put/parameters/1/name", json!("size")),
        ("/paths/~1things~1{id}/put/parameters/1/name", json!("limit\n")),
        ("/paths/~1things~1{id}/put/parameters/1/name", json!("limit\t")),
        ("/paths/~1things~1{id}/put/parameters/1/in", json!("header")),
        ("/paths/~1things~1{id}/put/requestBody", Value::Null),
        ("/paths/~1things~1{id}/put/requestBody", json_of(json!({ "type": "string" }))),
        ("/paths/~1things~1{id}/put/requestBody", json_of(json!({ "$ref": "#/components/schemas/Thing" }))),
        ("/paths/~1pages/get/parameters/0/required", json!(true)),
        ("/paths/~1pages/get/parameters/0/name", json!("page")),
        (
            "/paths/~1pages/get/parameters",
            json!([{ "name": "page", "in": "query", "schema": { "type": "integer", "default": 1 } }]),
        ),
        ("/paths/~1pages/get/parameters/-", json!({ "name": "items", "in": "query", "schema": { "type": "string" } })),
        // Fields. These edits also affect builders and implemented traits.
        ("/components/schemas/Thing/properties/colour", json!({ "type": "string" })),
        ("/components/schemas/Thing/properties/size", Value::Null),
        ("/components/schemas/Thing/properties/size/type", json!("number")),
        ("/components/schemas/Thing/properties/isNew", json!({ "type": "boolean" })),
        ("/components/schemas/Thing/properties/is_new", json!({ "type": "boolean" })),
        ("/components/schemas/Thing/required", json!(["kind"])),
        ("/components/schemas/ThingPut/required", json!(["name"])),
        ("/components/schemas/ThingPut/properties/size", json!({ "type": "integer" })),
        ("/components/schemas/Thing", json!({ "type": "string", "enum": ["A"] })),
        ("/components/schemas/Thing/properties/kind/enum", json!(["GOOD"])),
        ("/components/schemas/Thing/properties/kind/enum", json!(["good", "BAD"])),
        ("/components/schemas/Thing/properties/kind/enum", json!(["GOOD", "BAD", "OTHER"])),
        ("/components/schemas/Thing/properties/kind/enum", json!(["GOOD\n", "BAD"])),
        ("/components/schemas/Thing/properties/kind/enum", json!(["GOOD\t", "BAD"])),
        ("/components/schemas/Thing/properties/when/oneOf/-", json!({ "type": "boolean" })),
        ("/components/schemas/Thing/properties/when/oneOf/0/format", json!("date-time")),
        ("/components/schemas/Page/properties/nextId", Value::Null),
        ("/components/schemas/Page/properties/entries/items/type", json!("integer")),
        ("/components/schemas/Series/properties/names", json!({ "type": "array", "items": { "type": "string" } })),
        ("/components/schemas/Series/properties/sizes/items/type", json!("integer")),
    ]
}

#[test]
fn public_apis_have_the_same_listing_exactly_if_nothing_changed() {
    let api = |(place, value): (&'static str, Value)| {
        let mut document = fixture();
        edit(&mut document, place, value.clone());
        let api = public_api(&document);
        (format!("{place} {value}"), listing(&api), api)
    };
    let unedited = public_api(&fixture());
    let mut apis = vec![(String::new(), listing(&unedited), unedited)];
    apis.extend(edits().into_iter().map(api));
    let distinct = apis.len();
    apis.extend(silent_edits().into_iter().map(api));
    for (old_index, (old_edit, old_listing, old)) in apis.iter().enumerate() {
        for (new_index, (new_edit, new_listing, new)) in apis.iter().enumerate() {
            let comparison = Comparison::new(old, new);
            let is_equal = old_listing == new_listing;
            let context = || format!("{old_edit} -> {new_edit}: {:?}", report_lines(&comparison));
            assert_eq!(is_equal, comparison.verdict() == Verdict::NoChange, "{}", context());
            // The last APIs are those after silent edits. Each of them must equal the API of the fixture, which is at
            // index 0.
            let api_index = |index| if index < distinct { index } else { 0 };
            assert_eq!(is_equal, api_index(old_index) == api_index(new_index), "{}", context());
        }
    }
}

#[test]
fn public_api_listing_is_sorted() {
    let listing = listing(&public_api(&fixture()));
    let lines: Vec<&str> = listing.lines().collect();
    assert!(lines.is_sorted(), "{listing}");
    assert!(listing.ends_with('\n') && !listing.contains('\r'), "{listing}");
    for line in [
        "operation put_thing calls PUT /things/{id}",
        "operation put_thing has the operationId \"putThing\"",
        "operation put_thing() -> types::Thing",
        "operation put_thing.setter id: String (required) as path parameter `id`",
        "operation put_thing.setter limit: i64 as query parameter `limit`",
        "operation get_pages.items() streams String by cursor (String)",
        "operation get_pages.pages() streams types::Page by cursor (String)",
        "type Page is a page of String",
        "type Page.next_id: Option<String> as \"nextId\"",
        "type Series.samples() iterates over types::SeriesSample",
        "type Thing struct",
        "type Thing.kind: types::ThingKind",
        "type ThingKind open enum",
        "type ThingKind::Bad = \"BAD\"",
        "type ThingKind::Other = any other value",
        "type ThingPut has a builder",
        "type ThingPut.setter name: String",
        "type ThingWhen enum",
        "type ThingWhen::Integer(i64)",
    ] {
        assert!(lines.contains(&line), "{line}\n{listing}");
    }
}
