//! Operations: which is which, parameters, media types, statuses, headers, ends and rate limits.

use serde_json::{Map, Value, json};

use super::{document, is_found, responding};

fn parameter(place: &str, name: &str, limit: u32) -> Value {
    json!({ "name": name, "in": place, "schema": { "maximum": limit } })
}

/// A document with a path and its GET, and the parameters of both.
fn of_path(path: &str, shared: Value, own: Value) -> Value {
    json!({ "paths": { path: { "parameters": shared, "get": { "parameters": own } } } })
}

/// The same, empty, under several keys.
fn keys(keys: &[&str]) -> Value {
    keys.iter().map(|key| ((*key).to_owned(), json!({}))).collect::<Map<_, _>>().into()
}

#[test]
fn operations_are_paired_by_request_and_then_by_id() {
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
        is_found(&with(old), &with(new), &[["sent-limit-stricter", place, "maximum 1, was 2"]]);
    }
    is_found(&with(&[("/a", "x", 2)]), &with(&[("/b", "y", 1)]), &[]);
}

#[test]
fn parameters_are_paired_by_name_and_place_and_those_of_the_path_by_position() {
    let old = of_path(
        "/{a}/{b}",
        json!([parameter("path", "a", 2)]),
        json!([parameter("path", "b", 3), parameter("header", "X-A", 2)]),
    );
    let new = of_path(
        "/{b}/{c}",
        json!([parameter("path", "b", 1), parameter("query", "X-A", 1)]),
        json!([parameter("path", "c", 3), parameter("header", "x-a", 1)]),
    );
    is_found(
        &old,
        &new,
        &[
            ["sent-limit-stricter", "GET /{b}/{c} header x-a", "maximum 1, was 2"],
            ["sent-limit-stricter", "GET /{b}/{c} path b", "maximum 1, was 2"],
        ],
    );
}

#[test]
fn a_parameter_of_an_operation_counts_more_than_that_of_its_path() {
    let with = |limit: u32, own: Value| of_path("/a", json!([parameter("query", "q", limit)]), own);
    let own = json!([parameter("query", "q", 5)]);
    is_found(&with(2, own.clone()), &with(1, own), &[]);
    is_found(
        &with(2, json!([])),
        &with(1, json!([])),
        &[["sent-limit-stricter", "GET /a query q", "maximum 1, was 2"]],
    );
}

#[test]
fn a_limit_beside_the_schema_of_a_parameter_is_one_of_its_schema() {
    let with = |beside: Value, inside: Value| {
        document(
            json!({ "parameters": [{ "name": "q", "in": "query", "x-constraint": beside, "schema": { "x-constraint": inside } }] }),
        )
    };
    let sign = json!({ "sign": "positive" });
    is_found(&with(sign.clone(), json!(null)), &with(json!(null), sign.clone()), &[]);
    let told = [["sent-limit-stricter", "POST /a query q", "x-constraint.sign \"positive\", was none"]];
    is_found(&with(json!(null), json!(null)), &with(sign, json!(null)), &told);
}

#[test]
fn a_deprecated_parameter_is_told_but_a_deprecated_operation_is_not() {
    let with = |deprecated: bool| {
        document(json!({ "parameters": [{ "name": "q", "in": "query", "deprecated": deprecated }] }))
    };
    is_found(&with(false), &with(true), &[["parameter-deprecated", "POST /a query q", "is deprecated"]]);
    is_found(&with(true), &with(false), &[]);
    let described = json!({ "description": "[Deprecated] Not used." });
    let with = |schema: Value| document(json!({ "parameters": [{ "name": "q", "in": "query", "schema": schema }] }));
    is_found(&with(json!({})), &with(described), &[["parameter-deprecated", "POST /a query q", "is deprecated"]]);
    is_found(&document(json!({})), &document(json!({ "deprecated": true })), &[]);
}

#[test]
fn media_types_of_bodies_are_told_where_they_go() {
    let content = |types: &[&str]| json!({ "content": keys(types) });
    let sent = |types: &[&str]| document(json!({ "requestBody": content(types) }));
    let (one, two) = (["application/json"], ["text/csv", "Application/JSON"]);
    is_found(&sent(&one), &sent(&two), &[]);
    is_found(&sent(&two), &sent(&one), &[["sent-media-type-removed", "POST /a body", "text/csv"]]);
    let received = |types: &[&str]| document(json!({ "responses": { "200": content(types) } }));
    is_found(&received(&one), &received(&two), &[]);
    is_found(&received(&two), &received(&one), &[["received-media-type-removed", "POST /a 200 body", "text/csv"]]);
}

#[test]
fn what_is_in_one_of_several_media_types_is_told_with_its_type() {
    let with = |limit: u32| {
        let content = json!({ "text/csv": {}, "application/json": { "schema": { "maxLength": limit } } });
        document(json!({ "requestBody": { "content": content } }))
    };
    let place = "POST /a body application/json";
    is_found(&with(2), &with(1), &[["sent-limit-stricter", place, "maxLength 1, was 2"]]);
}

#[test]
fn a_body_that_comes_or_goes_as_a_whole_is_no_media_type() {
    let with = |response: Value| document(json!({ "responses": { "200": response } }));
    let (none, some) = (with(json!({})), with(json!({ "content": { "text/csv": {} } })));
    is_found(&none, &some, &[]);
    is_found(&some, &none, &[]);
}

#[test]
fn statuses_of_successes_that_come_and_go_are_told() {
    let with = |statuses: &[&str]| document(json!({ "responses": keys(statuses) }));
    let (old, new) = (with(&["200", "404", "3xx", "x-a"]), with(&["202", "500", "3XX", "x-b"]));
    let place = "POST /a";
    is_found(&old, &new, &[["success-status-added", place, "202"], ["success-status-removed", place, "200"]]);
}

#[test]
fn reads_the_status_before_other_text_in_a_key() {
    let with = |statuses: &[&str]| document(json!({ "responses": keys(statuses) }));
    is_found(&with(&["204 NO_CONTENT"]), &with(&["204"]), &[]);
    let added = [["success-status-added", "POST /a", "202"]];
    is_found(&with(&["204 NO_CONTENT"]), &with(&["204", "202 Accepted"]), &added);
}

#[test]
fn a_status_and_a_range_that_it_is_in_are_compared_with_each_other() {
    let with = |status: &str, limit: u32| responding(status, json!({ "maximum": limit }));
    for (status, range) in [("200", "2XX"), ("404", "4xx")] {
        let place = format!("POST /a {status} body");
        is_found(&with(range, 1), &with(status, 2), &[["received-limit-looser", &place, "maximum 2, was 1"]]);
        is_found(&with(status, 1), &with(range, 2), &[["received-limit-looser", &place, "maximum 2, was 1"]]);
    }
    let (narrower, wider) = (with("404", 1), with("default", 2));
    let looser = ["received-limit-looser", "POST /a 404 body", "maximum 2, was 1"];
    is_found(&narrower, &wider, &[looser]);
}

#[test]
fn headers_of_responses_are_told_with_their_limits() {
    let with = |headers: Value| document(json!({ "responses": { "200": { "headers": headers } } }));
    let old = with(json!({ "X-A": {}, "X-Left": { "schema": { "maximum": 1 } } }));
    let new = with(json!({ "X-B": {}, "x-left": { "deprecated": true, "schema": { "maximum": 2 } } }));
    is_found(
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
fn an_end_is_told_however_it_is_announced() {
    for (stated, told) in [
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
        is_found(&none, &stated, &[["sunset-set", "POST /a", &format!("goes: {told}")]]);
        is_found(&stated, &none, &[]);
        is_found(&stated, &later, &[["sunset-set", "POST /a", "goes: 2027"]]);
    }
}

#[test]
fn a_header_that_announces_an_end_is_told_as_such() {
    let with = |headers: Value| document(json!({ "responses": { "200": { "headers": headers } } }));
    let (none, header) = (with(json!({})), with(json!({ "Sunset": { "schema": { "type": "string" } } })));
    is_found(&none, &header, &[["sunset-set", "POST /a 200", "goes: when the header `Sunset` says"]]);
}

#[test]
fn what_is_said_of_a_rate_limit_is_told_if_the_client_keeps_the_same() {
    let with = |description: &str| document(json!({ "description": description }));
    let plain = with("Lists. <b>You can send 5 requests / 10 seconds at most.<b>");
    is_found(&plain, &with("Lists all. **You can send 5 requests / 10 seconds at most.**"), &[]);
    is_found(&with("Lists<br>Rate limits apply."), &with("Lists all<br>Rate limits apply."), &[]);
    is_found(&plain, &with("You can send 6 requests / 10 seconds at most."), &[]);
    is_found(
        &plain,
        &with("You can send 5 requests / 10 seconds at most, for each account."),
        &[[
            "rate-limit-text-changed",
            "POST /a",
            "says \"You can send 5 requests / 10 seconds at most, for each account.\", \
         was \"You can send 5 requests / 10 seconds at most.\"",
        ]],
    );
    is_found(
        &with("Lists."),
        &with("Lists. Rate-limiting applies."),
        &[["rate-limit-text-changed", "POST /a", "says \"Rate-limiting applies.\", was nothing"]],
    );
    let general = |text: &str| json!({ "info": { "description": text } });
    is_found(
        &general("The default rate limit is 6 requests per day."),
        &general("No rate limit."),
        &[[
            "rate-limit-text-changed",
            "the whole API",
            "says \"No rate limit.\", was \"The default rate limit is 6 requests per day.\"",
        ]],
    );
}
