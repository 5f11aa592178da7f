use serde_json::{Map, Value, json};

use super::{document, expect_found, responding};

fn parameter(place: &str, name: &str, limit: u32) -> Value {
    json!({ "name": name, "in": place, "schema": { "maximum": limit } })
}

/// Creates a document with a GET operation at `path`. `shared` are the parameters of the path item, and `own` the
/// parameters of the operation.
fn with_path(path: &str, shared: Value, own: Value) -> Value {
    json!({ "paths": { path: { "parameters": shared, "get": { "parameters": own } } } })
}

fn empty_members(keys: &[&str]) -> Value {
    keys.iter().map(|key| ((*key).to_owned(), json!({}))).collect::<Map<_, _>>().into()
}

#[test]
fn operations_are_matched_by_path_then_by_operation_id() {
    let with = |operations: &[(&str, &str, u32)]| {
        let items = operations.iter().map(|(path, id, limit)| {
            let operation = json!({ "operationId": id, "parameters": [parameter("query", "q", *limit)] });
            ((*path).to_owned(), json!({ "get": operation }))
        });
        json!({ "paths": items.collect::<Map<_, _>>() })
    };
    for (old, new, place) in [
        (&[("/a/{id}/b", "x", 2)][..], &[("/a/{key}/b", "y", 1)][..], "GET /a/{key}/b query q"),
        (&[("/a", "x", 2)], &[("/b", "x", 1)], "GET /b query q"),
        (&[("/a#one", "x", 2), ("/a#two", "y", 9)], &[("/a#one", "y", 1), ("/a#three", "z", 9)], "GET /a#one query q"),
        (
            &[("/a#one", "x", 2), ("/a#two", "y", 9)],
            &[("/a#three", "x", 1), ("/a#four", "y", 9)],
            "GET /a#three query q",
        ),
    ] {
        expect_found(&with(old), &with(new), &[["sent-limit-stricter", place, "maximum 1, was 2"]]);
    }
    expect_found(&with(&[("/a", "x", 2)]), &with(&[("/b", "y", 1)]), &[]);
}

#[test]
fn path_parameters_are_matched_by_position() {
    let old = with_path(
        "/{a}/{b}",
        json!([parameter("path", "a", 2)]),
        json!([parameter("path", "b", 3), parameter("header", "X-A", 2)]),
    );
    let new = with_path(
        "/{b}/{c}",
        json!([parameter("path", "b", 1), parameter("query", "X-A", 1)]),
        json!([parameter("path", "c", 3), parameter("header", "x-a", 1)]),
    );
    expect_found(
        &old,
        &new,
        &[
            ["sent-limit-stricter", "GET /{b}/{c} header x-a", "maximum 1, was 2"],
            ["sent-limit-stricter", "GET /{b}/{c} path b", "maximum 1, was 2"],
        ],
    );
}

#[test]
fn parameter_of_an_operation_overrides_the_parameter_of_its_path() {
    let with = |limit: u32, own: Value| with_path("/a", json!([parameter("query", "q", limit)]), own);
    let own = json!([parameter("query", "q", 5)]);
    expect_found(&with(2, own.clone()), &with(1, own), &[]);
    expect_found(
        &with(2, json!([])),
        &with(1, json!([])),
        &[["sent-limit-stricter", "GET /a query q", "maximum 1, was 2"]],
    );
}

#[test]
fn compares_limits_that_a_parameter_declares_outside_its_schema() {
    let with = |beside: Value, inside: Value| {
        document(
            json!({ "parameters": [{ "name": "q", "in": "query", "x-constraint": beside, "schema": { "x-constraint": inside } }] }),
        )
    };
    let sign = json!({ "sign": "positive" });
    expect_found(&with(sign.clone(), json!(null)), &with(json!(null), sign.clone()), &[]);
    let expected = [["sent-limit-stricter", "POST /a query q", "x-constraint.sign \"positive\", was none"]];
    expect_found(&with(json!(null), json!(null)), &with(sign, json!(null)), &expected);
}

#[test]
fn reports_a_deprecated_parameter_but_not_a_deprecated_operation() {
    let with = |deprecated: bool| {
        document(json!({ "parameters": [{ "name": "q", "in": "query", "deprecated": deprecated }] }))
    };
    expect_found(&with(false), &with(true), &[["parameter-deprecated", "POST /a query q", "is deprecated"]]);
    expect_found(&with(true), &with(false), &[]);
    let described = json!({ "description": "[Deprecated] Not used." });
    let with = |schema: Value| document(json!({ "parameters": [{ "name": "q", "in": "query", "schema": schema }] }));
    expect_found(&with(json!({})), &with(described), &[["parameter-deprecated", "POST /a query q", "is deprecated"]]);
    expect_found(&document(json!({})), &document(json!({ "deprecated": true })), &[]);
}

#[test]
fn reports_removed_media_types_of_request_and_response_bodies() {
    let content = |types: &[&str]| json!({ "content": empty_members(types) });
    let sent = |types: &[&str]| document(json!({ "requestBody": content(types) }));
    let (one, two) = (["application/json"], ["text/csv", "Application/JSON"]);
    expect_found(&sent(&one), &sent(&two), &[]);
    expect_found(&sent(&two), &sent(&one), &[["sent-media-type-removed", "POST /a body", "text/csv"]]);
    let received = |types: &[&str]| document(json!({ "responses": { "200": content(types) } }));
    expect_found(&received(&one), &received(&two), &[]);
    expect_found(&received(&two), &received(&one), &[["received-media-type-removed", "POST /a 200 body", "text/csv"]]);
}

#[test]
fn behaviour_difference_names_the_media_type_only_if_there_are_several() {
    let with = |limit: u32| {
        let content = json!({ "text/csv": {}, "application/json": { "schema": { "maxLength": limit } } });
        document(json!({ "requestBody": { "content": content } }))
    };
    let place = "POST /a body application/json";
    expect_found(&with(2), &with(1), &[["sent-limit-stricter", place, "maxLength 1, was 2"]]);
}

#[test]
fn added_or_removed_response_body_is_not_a_media_type_change() {
    let with = |response: Value| document(json!({ "responses": { "200": response } }));
    let (none, some) = (with(json!({})), with(json!({ "content": { "text/csv": {} } })));
    expect_found(&none, &some, &[]);
    expect_found(&some, &none, &[]);
}

#[test]
fn reports_added_and_removed_success_statuses() {
    let with = |statuses: &[&str]| document(json!({ "responses": empty_members(statuses) }));
    let (old, new) = (with(&["200", "404", "3xx", "x-a"]), with(&["202", "500", "3XX", "x-b"]));
    let place = "POST /a";
    expect_found(&old, &new, &[["success-status-added", place, "202"], ["success-status-removed", place, "200"]]);
}

#[test]
fn status_key_204_no_content_is_read_as_204() {
    let with = |statuses: &[&str]| document(json!({ "responses": empty_members(statuses) }));
    expect_found(&with(&["204 NO_CONTENT"]), &with(&["204"]), &[]);
    let added = [["success-status-added", "POST /a", "202"]];
    expect_found(&with(&["204 NO_CONTENT"]), &with(&["204", "202 Accepted"]), &added);
}

#[test]
fn compares_a_response_status_with_a_range_that_contains_it() {
    let with = |status: &str, limit: u32| responding(status, json!({ "maximum": limit }));
    for (status, range) in [("200", "2XX"), ("404", "4xx")] {
        let place = format!("POST /a {status} body");
        expect_found(&with(range, 1), &with(status, 2), &[["received-limit-looser", &place, "maximum 2, was 1"]]);
        expect_found(&with(status, 1), &with(range, 2), &[["received-limit-looser", &place, "maximum 2, was 1"]]);
    }
    let (narrower, wider) = (with("404", 1), with("default", 2));
    let looser = ["received-limit-looser", "POST /a 404 body", "maximum 2, was 1"];
    expect_found(&narrower, &wider, &[looser]);
}

#[test]
fn reports_removed_response_headers_and_their_changed_limits() {
    let with = |headers: Value| document(json!({ "responses": { "200": { "headers": headers } } }));
    let old = with(json!({ "X-A": {}, "X-Left": { "schema": { "maximum": 1 } } }));
    let new = with(json!({ "X-B": {}, "x-left": { "deprecated": true, "schema": { "maximum": 2 } } }));
    expect_found(
        &old,
        &new,
        &[
            ["field-deprecated", "POST /a 200 header x-left", "is deprecated"],
            ["received-limit-looser", "POST /a 200 header x-left", "maximum 2, was 1"],
            ["response-header-removed", "POST /a 200", "x-a"],
        ],
    );
}

#[test]
fn reports_an_announced_sunset_of_an_operation_in_any_form() {
    for (stated, expected) in [
        (json!({ "x-sunset": "2026-03-31" }), "2026-03-31"),
        (json!({ "description": "Old. Will be removed on 2026-03-31." }), "Will be removed on 2026-03-31."),
        (json!({ "description": "<b>Sunset</b>: 31/3/2026, use another." }), "Sunset : 31/3/2026, use another."),
        (json!({ "description": "Retired as of **March 31, 2026**." }), "Retired as of March 31, 2026."),
        (
            json!({ "summary": "To be shut down on the 31st of March 2026" }),
            "To be shut down on the 31st of March 2026",
        ),
    ] {
        let none = document(json!({ "description": "Removes 2026 of 20260 things.<br>It sets 2026-01-01." }));
        let (stated, later) = (document(stated), document(json!({ "x-sunset": "2027" })));
        expect_found(&none, &stated, &[["sunset-set", "POST /a", &format!("goes: {expected}")]]);
        expect_found(&stated, &none, &[]);
        expect_found(&stated, &later, &[["sunset-set", "POST /a", "goes: 2027"]]);
    }
}

#[test]
fn reports_a_declared_sunset_response_header() {
    let with = |headers: Value| document(json!({ "responses": { "200": { "headers": headers } } }));
    let (none, header) = (with(json!({})), with(json!({ "Sunset": { "schema": { "type": "string" } } })));
    expect_found(
        &none,
        &header,
        &[["sunset-set", "POST /a 200", "will be removed at the time given in the `Sunset` header"]],
    );
}

#[test]
fn reports_a_changed_rate_limit_statement_in_a_description() {
    let with = |description: &str| document(json!({ "description": description }));
    let plain = with("Lists. <b>You can send 5 requests / 10 seconds at most.<b>");
    expect_found(&plain, &with("Lists all. **You can send 5 requests / 10 seconds at most.**"), &[]);
    expect_found(&with("Lists<br>Rate limits apply."), &with("Lists all<br>Rate limits apply."), &[]);
    expect_found(&plain, &with("You can send 6 requests / 10 seconds at most."), &[]);
    expect_found(
        &plain,
        &with("You can send 5 requests / 10 seconds at most, for each account."),
        &[[
            "rate-limit-text-changed",
            "POST /a",
            "says \"You can send 5 requests / 10 seconds at most, for each account.\", was \"You can send 5 requests \
             / 10 seconds at most.\"",
        ]],
    );
    expect_found(
        &with("Lists."),
        &with("Lists. Rate-limiting applies."),
        &[["rate-limit-text-changed", "POST /a", "says \"Rate-limiting applies.\", was nothing"]],
    );
    let general = |text: &str| json!({ "info": { "description": text } });
    expect_found(
        &general("The default rate limit is 6 requests per day."),
        &general("No rate limit."),
        &[[
            "rate-limit-text-changed",
            "the whole API",
            "says \"No rate limit.\", was \"The default rate limit is 6 requests per day.\"",
        ]],
    );
}
