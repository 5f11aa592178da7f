//! Tests which rule reports each change between two small documents. The clients are generated as in an update.

mod listing;
mod names;
mod pagers;
mod programs;
mod released;
mod settings;
mod short_names;
mod walks;
mod witnesses;

use perennial_codegen::{names::file::Names, surface::PublicApi};
use serde_json::{Value, json};

use super::*;
use crate::{
    client::{Client, Model},
    listing::render_listing as listing,
    names::{NamedDocument, carry_over_names, stamp_unreleased},
};

fn document(paths: Value, schemas: Value) -> Value {
    json!({ "openapi": "3.0.0", "info": { "title": "", "version": "v1" }, "paths": paths, "components": { "schemas": schemas } })
}

/// Returns a document with `PUT /things/{id}`, which has a body and a response.
fn base() -> Value {
    document(
        json!({ "/things/{id}": { "put": {
            "operationId": "putThing",
            "parameters": [
                { "name": "id", "in": "path", "required": true, "schema": { "type": "string" } },
                { "name": "limit", "in": "query", "schema": { "type": "integer" } },
            ],
            "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/ThingPut" } } } },
            "responses": { "200": json_of(json!({ "$ref": "#/components/schemas/Thing" })) },
        } } }),
        json!({
            "Thing": { "type": "object", "required": ["name", "kind"], "properties": {
                "name": { "type": "string" },
                "size": { "type": "integer" },
                "kind": { "type": "string", "enum": ["GOOD", "BAD"] },
            } },
            "ThingPut": { "type": "object", "properties": { "name": { "type": "string" } } },
        }),
    )
}

fn json_of(schema: Value) -> Value {
    json!({ "content": { "application/json": { "schema": schema } } })
}

fn generate_client(document: &str, names: &Names) -> Client {
    Client::generate(document, names).expect("should be generated")
}

fn client(document: &Value) -> Client {
    generate_client(&document.to_string(), &Names::default())
}

fn public_api(document: &Value) -> PublicApi {
    client(document).api
}

/// Generates the client from `document`, as an update of the client `old`.
fn update_client(old: &Client, document: &Value) -> Client {
    let (text, old) = (document.to_string(), NamedDocument { document: "", api: &old.api, names: &old.names });
    let own = &old.names.client;
    let names = carry_over_names(old, None, own, |names| Model::from_document(&text, names)).expect("should be named");
    generate_client(&text, &stamp_unreleased(names, "0.1.0", Some("0.1.1")))
}

/// Generates the client from `document`, as an update of the client `old`, which was generated from `vendored`. As in
/// an update after a release, the names of the client `release` are kept too.
fn update_released_client(release: &Client, (old, vendored): (&Client, &Value), document: &Value) -> Client {
    let [text, vendored] = [document, vendored].map(Value::to_string);
    let old = NamedDocument { document: &vendored, api: &old.api, names: &old.names };
    let release = NamedDocument { document: "", api: &release.api, names: &release.names };
    let names = carry_over_names(old, Some(release), &old.names.client, |names| Model::from_document(&text, names))
        .expect("should be named");
    generate_client(&text, &stamp_unreleased(names, "0.1.0", Some("0.1.1")))
}

/// Generates a client from `old`, updates it to `new`, and compares the two clients.
fn compare_update(old: &Value, new: &Value) -> Comparison {
    let old = client(old);
    Comparison::new(&old.api, &update_client(&old, new).api)
}

/// Formats the differences, one per line. Lines of breaking changes start with `!`.
fn report_lines(comparison: &Comparison) -> Vec<String> {
    let items = comparison.operations.items.iter().chain(&comparison.types.items);
    let lines = items.flat_map(|item| {
        let mark = |effect| if effect == Effect::Breaking { '!' } else { '+' };
        let mut lines = Vec::new();
        if item.kind != DifferenceKind::Changed {
            let was = item.was.as_ref().map(|was| format!("{was} -> ")).unwrap_or_default();
            lines.push(format!("{} {was}{} {:?}", mark(item.effect), item.name, item.kind));
        }
        lines.extend(
            item.changes
                .iter()
                .map(|change| format!("{} {}: {}", mark(change.rule.effect), item.name, change.description)),
        );
        lines
    });
    lines.collect()
}

/// Sets the value at the JSON pointer `place`, or removes it if `value` is null. If the pointer ends with `-`, appends
/// to an array.
fn edit(document: &mut Value, place: &str, value: Value) {
    let (parent, key) = place.rsplit_once('/').expect("should be a place");
    let parent = document.pointer_mut(parent).expect(place);
    match parent {
        Value::Array(elements) if key == "-" => elements.push(value),
        parent if value.is_null() => drop(parent.as_object_mut().expect(place).remove(&key.replace("~1", "/"))),
        parent => parent[key.replace("~1", "/")] = value,
    }
}

/// Applies the edits in `changes` to a copy of `old`, and returns the report on an update to this copy. Each edit
/// consists of a JSON pointer and a new value.
fn report_of_edits(old: &Value, changes: &[(&str, Value)]) -> Vec<String> {
    let mut new = old.clone();
    changes.iter().for_each(|(place, value)| edit(&mut new, place, value.clone()));
    report_lines(&compare_update(old, &new))
}

const PUT: &str = "/paths/~1things~1{id}/put";
const THING: &str = "/components/schemas/Thing";

fn join_place(start: &str, rest: &str) -> String {
    format!("{start}/{rest}")
}

#[test]
fn summaries_and_descriptions_do_not_change_the_public_api() {
    let mut new = base();
    new["info"]["title"] = "Another".into();
    new["paths"]["/things/{id}"]["put"]["description"] = "More.".into();
    let comparison = compare_update(&base(), &new);
    assert_eq!(comparison.verdict(), Verdict::NoChange);
    assert!(report_lines(&comparison).is_empty());
}

#[test]
fn adding_an_operation_is_compatible_and_removing_one_is_breaking() {
    let mut more = base();
    more["paths"]["/more"] = json!({ "get": { "operationId": "getMore", "responses": { "204": {} } } });
    let added = compare_update(&base(), &more);
    assert_eq!(report_lines(&added), ["+ get_more Added"]);
    assert_eq!(added.verdict(), Verdict::Compatible);
    assert_eq!(added.operations.items[0].request.as_deref(), Some("GET /more"));
    let removed = compare_update(&more, &base());
    assert_eq!(report_lines(&removed), ["! get_more Removed"]);
    assert_eq!(removed.verdict(), Verdict::Breaking);
}

#[test]
fn each_change_of_an_operation_has_the_expected_effect() {
    let parameter =
        |required: bool| json!({ "name": "x", "in": "query", "required": required, "schema": { "type": "string" } });
    let nullable = json!({ "nullable": true, "allOf": [{ "$ref": "#/components/schemas/Thing" }] });
    let id = base().pointer(&join_place(PUT, "parameters/0")).expect("should be there").clone();
    for (place, value, expected) in [
        (
            "operationId",
            json!("replaceThing"),
            &[
                "+ put_thing: is now identified in errors and in `operations()` by the operationId `replaceThing`, \
                 formerly by the operationId `putThing`",
                "+ put_thing: has the additional name `replace_thing`, because the document now uses this name",
            ][..],
        ),
        ("parameters/-", parameter(false), &["+ put_thing: setter `x` is new and optional, and accepts `String`"]),
        ("parameters/-", parameter(true), &["! put_thing: setter `x` is new and required, and accepts `String`"]),
        ("parameters/1/required", json!(true), &["! put_thing: setter `limit` is required"]),
        ("parameters", json!([id]), &["! put_thing: setter `limit` is removed"]),
        (
            "parameters/1/schema",
            json!({ "type": "string" }),
            &["! put_thing: setter `limit` takes `String`, took `i64`"],
        ),
        (
            "parameters/1/in",
            json!("header"),
            &["+ put_thing: `limit` is sent as header `limit`, was query parameter `limit`"],
        ),
        (
            "responses/200/content/application~1json/schema",
            nullable,
            &["! put_thing: the response of `send` may be absent or null: `Option<types::Thing>`, was `types::Thing`"],
        ),
        (
            "responses/202",
            json!({}),
            &[
                "! put_thing: the response of `send` is `types::PutThingResponse`, was `types::Thing`",
                "+ PutThingResponse Added",
            ],
        ),
    ] {
        assert_eq!(report_of_edits(&base(), &[(&join_place(PUT, place), value)]), expected, "{place}");
    }
    let mut required = base();
    edit(&mut required, &join_place(PUT, "parameters/1/required"), json!(true));
    assert_eq!(report_lines(&compare_update(&required, &base())), ["+ put_thing: setter `limit` is optional"]);
}

#[test]
fn each_change_of_a_type_has_the_expected_effect() {
    let may_be_absent = "! Thing: field `name` may be absent or null: `Option<String>`, was `String`";
    for (place, value, expected) in [
        ("properties/colour", json!({ "type": "string" }), &["+ Thing: field `colour` is new: `Option<String>`"][..]),
        ("properties/size", Value::Null, &["! Thing: field `size` is removed"]),
        ("required", json!(["kind"]), &[may_be_absent]),
        (
            "required",
            json!(["name", "kind", "size"]),
            &["! Thing: field `size` is always present: `i64`, was `Option<i64>`"],
        ),
        (
            "properties/name/nullable",
            json!(true),
            &[may_be_absent, "+ Thing: the setter `clear_name` of its builder is new"],
        ),
        (
            "properties/kind/enum",
            json!(["GOOD", "BAD", "UGLY"]),
            &[r#"+ ThingKind: variant `Ugly` ("UGLY") is new; this value was previously read as `Other("UGLY")`"#],
        ),
        ("properties/kind/enum", json!(["GOOD"]), &[r#"+ ThingKind: variant `Bad` ("BAD") is deprecated"#]),
        // `Other` remains the variant for all other values, so the listed value `OTHER` gets a different variant.
        (
            "properties/kind/enum",
            json!(["GOOD", "BAD", "OTHER"]),
            &[r#"+ ThingKind: variant `Other2` ("OTHER") is new; this value was previously read as `Other("OTHER")`"#],
        ),
        // `Good` still stands for `GOOD`, even though the new value `good` would get the same variant name.
        (
            "properties/kind/enum",
            json!(["good", "BAD"]),
            &[
                r#"+ ThingKind: variant `Good` ("GOOD") is deprecated"#,
                r#"+ ThingKind: variant `Good2` ("good") is new; this value was previously read as `Other("good")`"#,
            ],
        ),
        (
            "properties/kind/enum",
            Value::Null,
            &["! Thing: field `kind` is `String`, was `types::ThingKind`", "! ThingKind Removed"],
        ),
    ] {
        assert_eq!(report_of_edits(&base(), &[(&join_place(THING, place), value)]), expected, "{place}");
    }
    let mut new = base();
    new["components"]["schemas"]["Thing"] = json!({ "type": "string", "enum": ["A"] });
    let expected = ["! Thing: is an open enum, was a struct", "! ThingKind Removed"];
    assert_eq!(report_lines(&compare_update(&base(), &new)), expected);
}

#[test]
fn changing_the_url_path_of_an_operation_is_compatible() {
    let mut new = base();
    let item = new["paths"]["/things/{id}"].take();
    new["paths"] = json!({ "/v2/things/{id}": item });
    assert_eq!(
        report_lines(&compare_update(&base(), &new)),
        ["+ put_thing: calls `PUT /v2/things/{id}`, was `PUT /things/{id}`"]
    );
}

#[test]
fn operations_with_one_path_are_matched_by_name_and_operation_id() {
    let operation = |id: &str, limit: bool| {
        let parameter = json!({ "name": "limit", "in": "query", "schema": { "type": "integer" } });
        json!({ "post": { "operationId": id, "parameters": if limit { vec![parameter] } else { vec![] }, "responses": {} } })
    };
    let paths = |b: &str, is_limited: bool| json!({ "/a#x": operation("a", false), "/a#y": operation(b, is_limited), "/a": operation("c", false) });
    let document_with = |b: &str, is_limited: bool| document(paths(b, is_limited), json!({}));
    let changed = ["+ b: setter `limit` is new and optional, and accepts `i64`"];
    assert_eq!(report_lines(&compare_update(&document_with("b", false), &document_with("b", true))), changed);
    let renamed = [
        "+ b: is now identified in errors and in `operations()` by the operationId `d`, formerly by the operationId \
         `b`",
        "+ b: has the additional name `d`, because the document now uses this name",
    ];
    assert_eq!(report_lines(&compare_update(&document_with("b", false), &document_with("d", false))), renamed);
}

#[test]
fn methods_keep_their_names_if_operation_ids_swap() {
    let get = |id: &str| json!({ "get": { "operationId": id, "responses": { "204": {} } } });
    let old = document(json!({ "/a": get("first"), "/b": get("second") }), json!({}));
    let new = document(json!({ "/a": get("second"), "/b": get("first") }), json!({}));
    let comparison = compare_update(&old, &new);
    assert_eq!(
        report_lines(&comparison),
        [
            "+ first: is now identified in errors and in `operations()` by the operationId `second`, formerly by the \
             operationId `first`",
            "+ second: is now identified in errors and in `operations()` by the operationId `first`, formerly by the \
             operationId `second`",
        ]
    );
}

#[test]
fn renamed_path_parameter_becomes_an_alias_of_its_setter() {
    let mut new = base();
    let mut item = new["paths"]["/things/{id}"].take();
    item["put"]["parameters"][0]["name"] = "thingId".into();
    new["paths"] = json!({ "/things/{thingId}": item });
    assert_eq!(
        report_lines(&compare_update(&base(), &new)),
        [
            "+ put_thing: `id` is sent as path parameter `thingId`, was path parameter `id`",
            "+ put_thing: setter `id` has the additional name `thing_id`, because the document now uses this name",
            "+ put_thing: calls `PUT /things/{thingId}`, was `PUT /things/{id}`",
        ]
    );
}

#[test]
fn short_names_of_an_operation_with_a_new_tag_are_reported_on_one_line() {
    let tagged = |tags: &[&str]| {
        let mut document = base();
        document["paths"]["/things/{id}"]["put"]["tags"] = json!(tags);
        document
    };
    assert_eq!(
        report_lines(&compare_update(&tagged(&["Things"]), &tagged(&["Parts", "Things"]))),
        [
            "+ put_thing: is also enabled by the feature `parts`",
            "+ put_thing: has the additional short name `parts().update_things(String)`"
        ]
    );
    let renamed = compare_update(&tagged(&["Things"]), &tagged(&["Parts"]));
    assert_eq!(
        report_lines(&renamed),
        [
            "+ put_thing: is enabled by the feature `parts`, formerly by the feature `things`",
            "+ put_thing: is called `parts().update_things(String)`, formerly `things().update(String)`",
        ]
    );
    assert_eq!(
        report_lines(&compare_update(&tagged(&["Parts", "Things"]), &tagged(&["Things"])))[1..],
        ["+ put_thing: is called `things().update(String)`, formerly `parts().update_things(String)`"]
    );
    let untagged = compare_update(&tagged(&["Things"]), &tagged(&[]));
    assert_eq!(
        report_lines(&untagged),
        [
            "+ put_thing: is now always enabled; before, it was enabled only by the feature `things`",
            "+ put_thing: no longer has a short name (formerly `things().update(String)`)",
        ]
    );
    assert_eq!(untagged.operations.items[0].changes[1].action, "call `put_thing()`");
}

#[test]
fn reports_operations_whose_cargo_features_change() {
    let tagged = |put: &[&str], get: &[&str]| {
        let mut document = base();
        document["paths"]["/things/{id}"]["put"]["tags"] = json!(put);
        document["paths"]["/others"] = json!({ "get": { "operationId": "getOthers", "tags": get } });
        document
    };
    let of_features = |old, new| {
        let lines = report_lines(&compare_update(&old, &new));
        lines.into_iter().filter(|line| line.contains("feature")).collect::<Vec<_>>()
    };
    assert_eq!(
        of_features(tagged(&["Things"], &["Things"]), tagged(&["Parts"], &["Things"])),
        ["+ put_thing: is enabled by the feature `parts`, formerly by the feature `things`"]
    );
    assert_eq!(
        of_features(tagged(&["Things"], &["Things"]), tagged(&["Parts"], &["Parts", "Others"])),
        [
            "+ get_others: is enabled by the feature `parts`, formerly by the feature `things`",
            "+ put_thing: is enabled by the feature `parts`, formerly by the feature `things`",
        ]
    );
    assert_eq!(
        of_features(tagged(&[], &["Things"]), tagged(&["Things"], &["Things"])),
        ["! put_thing: is now enabled only by the feature `things`; before, it was always enabled"]
    );
    assert_eq!(
        of_features(tagged(&["Things"], &["Things"]), tagged(&[], &["Things"])),
        ["+ put_thing: is now always enabled; before, it was enabled only by the feature `things`"]
    );
}

#[test]
fn replacing_a_list_by_a_page_is_breaking_and_suggests_paginate() {
    let list = json!({ "type": "array", "items": { "$ref": "#/components/schemas/Thing" } });
    let page = json!({ "type": "object", "properties": { "entries": list, "nextId": { "type": "string" } } });
    let mut old = base();
    old["paths"]["/things/{id}"]["put"]["responses"]["200"] = json_of(list.clone());
    let mut new = base();
    new["components"]["schemas"]["ThingPage"] = page;
    new["paths"]["/things/{id}"]["put"]["responses"]["200"] =
        json_of(json!({ "$ref": "#/components/schemas/ThingPage" }));
    let comparison = compare_update(&old, &new);
    assert_eq!(
        report_lines(&comparison),
        [
            "! put_thing: the response of `send` is now a page of `types::Thing`: its type changed from \
             `Vec<types::Thing>` to `types::ThingPage`",
            "+ ThingPage Added",
        ]
    );
    assert!(comparison.operations.items[0].changes[0].action.contains("`paginate`"));
}

#[test]
fn reports_a_changed_rate_limit() {
    let limited = |description: &str| {
        let mut document = base();
        document["paths"]["/things/{id}"]["put"]["description"] = description.into();
        document
    };
    let (none, old, new) =
        (base(), limited("30 requests per minute"), limited("You can send 5 requests / 10 seconds."));
    assert_eq!(
        report_lines(&compare_update(&old, &new)),
        ["+ put_thing: has the rate limit 5 requests per 10 s, was 30 requests per 60 s"]
    );
    assert_eq!(
        report_lines(&compare_update(&none, &old)),
        ["+ put_thing: has the rate limit 30 requests per 60 s, was the default"]
    );
}

#[test]
fn a_changed_server_is_breaking_unless_callers_allow_it_already() {
    let at = |url: &str| {
        let mut document = base();
        document["paths"]["/things/{id}"]["put"]["servers"] = json!([{ "url": url }]);
        document
    };
    let [old, new, path] = ["https://a.example", "https://b.example", "https://a.example/v2"].map(at);
    for (documents, expected) in [
        ([&base(), &old], "! put_thing: sends its requests to `https://a.example`, formerly to the base URL"),
        ([&old, &new], "! put_thing: sends its requests to `https://b.example`, formerly to `https://a.example`"),
        ([&old, &path], "+ put_thing: sends its requests to `https://a.example/v2`, formerly to `https://a.example`"),
        ([&old, &base()], "+ put_thing: sends its requests to the base URL, formerly to `https://a.example`"),
    ] {
        let [old, new] = documents;
        assert_eq!(report_lines(&compare_update(old, new)), [expected]);
    }
}

#[test]
fn replacing_a_json_body_by_a_form_body_is_compatible() {
    let mut form = base();
    let body = &mut form["paths"]["/things/{id}"]["put"]["requestBody"]["content"];
    *body = json!({ "application/x-www-form-urlencoded": body["application/json"] });
    assert_eq!(
        report_lines(&compare_update(&base(), &form)),
        ["+ put_thing: `body` is sent as form body, was JSON body"]
    );
}

#[test]
fn deprecating_an_operation_is_compatible() {
    let mut new = base();
    new["paths"]["/things/{id}"]["put"]["deprecated"] = true.into();
    let comparison = compare_update(&base(), &new);
    assert_eq!(report_lines(&comparison), ["+ put_thing: is deprecated"]);
    assert!(comparison.operations.items[0].changes[0].action.contains("replacement"));
}

#[test]
fn a_new_request_field_is_breaking_only_if_it_is_required() {
    let mut new = base();
    new["components"]["schemas"]["ThingPut"]["properties"]["size"] = json!({ "type": "integer" });
    assert_eq!(report_lines(&compare_update(&base(), &new)), ["+ ThingPut: field `size` is new: `Option<i64>`"]);
    new["components"]["schemas"]["ThingPut"]["required"] = json!(["size"]);
    assert_eq!(
        report_lines(&compare_update(&base(), &new)),
        [
            "! ThingPut: field `size` is new and required in requests: `i64`",
            "! ThingPut: no longer implements `Default`",
        ]
    );
}

#[test]
fn requiring_a_body_is_breaking_only_if_it_has_required_fields() {
    let with = |required: bool, fields: Value| {
        let mut document = base();
        document["paths"]["/things/{id}"]["put"]["requestBody"]["required"] = required.into();
        document["components"]["schemas"]["ThingPut"]["required"] = fields;
        document
    };
    let (some, none) = (json!(["name"]), json!([]));
    assert_eq!(
        report_lines(&compare_update(&with(false, some.clone()), &with(true, some.clone()))),
        ["! put_thing: setter `body` is required"]
    );
    assert_eq!(
        report_lines(&compare_update(&with(true, some.clone()), &with(false, some.clone()))),
        ["+ put_thing: setter `body` is optional"]
    );
    assert!(report_lines(&compare_update(&with(false, none.clone()), &with(true, none))).is_empty());

    let mut without = with(true, some.clone());
    edit(&mut without, "/paths/~1things~1{id}/put/requestBody", Value::Null);
    assert_eq!(
        report_lines(&compare_update(&without, &with(true, some)))[0],
        "! put_thing: setter `body` is new and required, and accepts `types::ThingPut`"
    );
}

#[test]
fn changed_type_of_a_request_body_is_reported_once() {
    let both = |body: &str| {
        let mut document = base();
        document["paths"]["/things/{id}"]["put"]["requestBody"] =
            json_of(json!({ "$ref": format!("#/components/schemas/{body}") }));
        document["components"]["schemas"]["Thing"]["properties"]["last"] =
            json!({ "$ref": "#/components/schemas/ThingPut" });
        document
    };
    assert_eq!(
        report_lines(&compare_update(&both("ThingPut"), &both("Thing"))),
        ["! put_thing: setter `body` takes `types::Thing`, took `types::ThingPut`"]
    );
}

#[test]
fn a_nullable_request_field_adds_a_setter_whose_removal_is_breaking() {
    let mut nullable = base();
    edit(&mut nullable, "/components/schemas/ThingPut/properties/name/nullable", json!(true));
    let (one, two) = ("Option<String>", "Option<Option<String>>");
    assert_eq!(
        report_lines(&compare_update(&base(), &nullable)),
        [
            format!("+ ThingPut: field `name` distinguishes null from absent: `{two}`, was `{one}`"),
            "+ ThingPut: the setter `clear_name` of its builder is new".to_owned(),
        ]
    );
    assert_eq!(
        report_lines(&compare_update(&nullable, &base())),
        [
            "! ThingPut: the setter `clear_name` of its builder is removed".to_owned(),
            format!("+ ThingPut: field `name` is never null: `{one}`, was `{two}`"),
        ]
    );
}

#[test]
fn new_field_called_clear_name_is_renamed_if_clear_name_is_a_setter() {
    let mut nullable = base();
    edit(&mut nullable, "/components/schemas/ThingPut/properties/name/nullable", json!(true));
    let mut named_alike = nullable.clone();
    edit(&mut named_alike, "/components/schemas/ThingPut/properties/clear_name", json!({ "type": "string" }));
    assert_eq!(
        report_lines(&compare_update(&nullable, &named_alike)),
        ["+ ThingPut: field `clear_name2` is new: `Option<String>`",]
    );
}

#[test]
fn field_named_build_is_compared_like_other_fields() {
    let sent = |properties: Value, required: Value| {
        let mut document = base();
        document["components"]["schemas"]["ThingPut"] =
            json!({ "type": "object", "properties": properties, "required": required });
        document
    };
    let (text, number) = (json!({ "type": "string" }), json!({ "type": "integer" }));
    let without = sent(json!({ "name": text }), json!(["name"]));
    let with = sent(json!({ "name": text, "build": text }), json!(["name", "build"]));
    assert_eq!(
        report_lines(&compare_update(&without, &with)),
        [
            "! ThingPut: the setter `build_` of its builder is new and required",
            "+ ThingPut: field `build` is new: `String`",
        ]
    );
    let retyped = sent(json!({ "name": text, "build": number }), json!(["name", "build"]));
    assert_eq!(
        report_lines(&compare_update(&with, &retyped)),
        [
            "! ThingPut: field `build` is `i64`, was `String`",
            "! ThingPut: the setter `build_` of its builder takes `i64`, took `String`",
        ]
    );
}

#[test]
fn changing_only_the_wire_name_of_a_field_is_compatible() {
    let with = |name: &str| {
        let mut document = base();
        document["components"]["schemas"]["Thing"]["properties"][name] = json!({ "type": "boolean" });
        document
    };
    let reported = report_lines(&compare_update(&with("isNew"), &with("is_new")));
    assert_eq!(reported, ["+ Thing: field `is_new` is `is_new` on the wire, was `isNew`"]);
}

#[test]
fn types_keep_their_names_if_numbered_schemas_are_renumbered() {
    let numbered = |first: &str, second: &str| {
        let response =
            |name: &str| json!({ "200": json_of(json!({ "$ref": format!("#/components/schemas/{name}") })) });
        let object = |field: &str| json!({ "type": "object", "properties": { field: { "type": "string" }, "id": { "type": "string" } } });
        document(
            json!({
                "/a": { "get": { "operationId": "getA", "responses": response(first) } },
                "/b": { "get": { "operationId": "getB", "responses": response(second) } },
            }),
            json!({ first: object("a"), second: object("b") }),
        )
    };
    let comparison = compare_update(&numbered("Part1", "Part2"), &numbered("Part2", "Part3"));
    assert_eq!(
        report_lines(&comparison),
        ["+ Part2: has the additional name `Part3`, because the document now uses this name"]
    );
    // Types are not named after schemas such as `Model1`, but after the operations that return them. Renumbered schemas
    // therefore change nothing.
    let comparison = compare_update(&numbered("Model1", "Model2"), &numbered("Model2", "Model3"));
    assert_eq!(comparison.verdict(), Verdict::NoChange);
}

#[test]
fn new_type_that_is_not_similar_does_not_get_the_name_of_the_old_type() {
    let mut new = base();
    new["components"]["schemas"]["Result"] =
        json!({ "type": "object", "properties": { "done": { "type": "boolean" } } });
    new["paths"]["/things/{id}"]["put"]["responses"]["200"] = json_of(json!({ "$ref": "#/components/schemas/Result" }));
    assert_eq!(
        report_lines(&compare_update(&base(), &new)),
        [
            "! put_thing: the response of `send` is `types::Result`, was `types::Thing`",
            "+ Result Added",
            "! Thing Removed",
            "! ThingKind Removed",
        ]
    );
}

#[test]
fn changed_union_variants_are_reported_without_their_conversions() {
    let with = |members: Value| {
        let mut document = base();
        document["components"]["schemas"]["Thing"]["properties"]["when"] = json!({ "oneOf": members });
        document
    };
    let (text, number, flag) =
        (json!({ "type": "string" }), json!({ "type": "integer" }), json!({ "type": "boolean" }));
    let old = with(json!([text, number]));
    assert_eq!(
        report_lines(&compare_update(&old, &with(json!([text, number, flag])))),
        ["+ ThingWhen: variant `Boolean(bool)` is new"]
    );
    assert_eq!(
        report_lines(&compare_update(&old, &with(json!([text, flag])))),
        ["! ThingWhen: variant `Integer(i64)` is removed", "+ ThingWhen: variant `Boolean(bool)` is new",]
    );
    let date = json!({ "type": "string", "format": "date-time" });
    assert_eq!(
        report_lines(&compare_update(&old, &with(json!([date, number])))),
        ["! ThingWhen: variant `Text(String)` is now `Text(DateTime<Utc>)`",]
    );
}

#[test]
fn renamed_type_is_reported_once_although_two_union_members_use_it() {
    let with = |part: &str| {
        let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
        let kind = |kind: &str| {
            let parts = json!({ "type": "array", "items": reference(part) });
            let kind = json!({ "type": "string", "enum": [kind] });
            json!({ "type": "object", "required": ["kind"], "properties": { "kind": kind, "parts": parts } })
        };
        let mut document = base();
        document["components"]["schemas"]["Thing"] = json!({ "oneOf": [reference("Ping"), reference("Beat")] });
        let schemas = &mut document["components"]["schemas"];
        (schemas["Ping"], schemas["Beat"]) = (kind("PING"), kind("BEAT"));
        schemas[part] = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
        document
    };
    assert_eq!(
        report_lines(&compare_update(&with("Part"), &with("Piece"))),
        ["+ Part: has the additional name `Piece`, because the document now uses this name"]
    );
}

#[test]
fn variant_of_a_number_that_is_no_longer_listed_keeps_its_name() {
    let place = join_place(THING, "properties/size");
    let mut old = base();
    edit(&mut old, &place, json!({ "type": "number", "enum": [1.5, 10] }));
    let gone = report_of_edits(&old, &[(&join_place(&place, "enum"), json!([1.5]))]);
    assert_eq!(gone, [r#"+ ThingSize: variant `N10` ("10") is deprecated"#]);
}

#[test]
fn several_new_setters_that_set_null_are_reported_as_one_change() {
    let put = |nullable: bool| {
        let field = json!({ "type": "string", "nullable": nullable });
        let mut document = base();
        edit(&mut document, "/components/schemas/ThingPut/properties", json!({ "a": field, "b": field, "c": field }));
        document
    };
    let reported = report_lines(&compare_update(&put(false), &put(true)));
    let gained: Vec<&String> = reported.iter().filter(|line| line.contains("builder")).collect();
    assert_eq!(gained, ["+ ThingPut: the setters `clear_a`, `clear_b` and `clear_c` of its builder are new"]);
}

#[test]
fn removing_pages_or_samples_is_breaking_and_adding_them_is_not() {
    let with = |properties: Value| {
        let mut document = base();
        document["components"]["schemas"]["Thing"] = json!({ "type": "object", "properties": properties });
        document
    };
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    let times = json!({ "type": "array", "items": { "type": "string", "format": "date-time" } });
    let numbers = json!({ "type": "array", "items": { "type": "number" } });
    let page = with(json!({ "entries": texts, "nextId": { "type": "string" } }));
    let list = with(json!({ "entries": texts }));
    assert!(
        report_lines(&compare_update(&page, &list)).contains(&"! Thing: is no longer a page for `paginate`".to_owned())
    );
    assert!(
        report_lines(&compare_update(&list, &page))
            .contains(&"+ Thing: is a page for `paginate`, with elements of type `String`".to_owned())
    );
    let series = with(json!({ "times": times, "sizes": numbers }));
    let mixed = with(json!({ "times": times, "sizes": numbers, "names": texts }));
    assert_eq!(
        report_lines(&compare_update(&series, &mixed)),
        [
            "! Thing: is no longer a series with `samples()`",
            "+ Thing: field `names` is new: `Option<Vec<String>>`",
            "! ThingSample Removed",
        ]
    );
}

#[test]
fn types_in_the_report_are_sorted_so_that_model9_precedes_model10() {
    let mut names = ["Model10", "Model9", "Alert"];
    names.sort_by_cached_key(|name| natural_order_key(name));
    assert_eq!(names, ["Alert", "Model9", "Model10"]);
}
