use std::{cell::RefCell, time::SystemTime};

use perennial_codegen::{
    api::{Operation, Parameter},
    names::file::ClientSettings,
};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::*;
use crate::check_live::{arguments::SpecifiedValue, plan::plan_calls};

/// A service whose answers depend on the path and query of a request. It records each call with its time.
struct Mock<F> {
    answer: F,
    calls: RefCell<Vec<(String, Instant)>>,
}

impl<F: Fn(usize, &str) -> Result<Answer, CallFailure>> GetService for Mock<F> {
    async fn get(&self, operation: &Operation, arguments: &[(&Parameter, &str)]) -> Result<Answer, CallFailure> {
        let mut target = operation.template.clone();
        let mut mark = '?';
        for (Parameter { wire_name, location, .. }, value) in arguments {
            if location.is_path() {
                target = target.replace(&format!("{{{wire_name}}}"), value);
            } else {
                target += &format!("{mark}{wire_name}={value}");
                mark = '&';
            }
        }
        let mut calls = self.calls.borrow_mut();
        calls.push((target.clone(), Instant::now()));
        (self.answer)(calls.len(), &target)
    }
}

/// The results of a run: the target and time of each call, the number of sent requests, and why the run ended.
struct FinishedRun {
    targets: Vec<String>,
    moments: Vec<Instant>,
    sent: usize,
    end: Option<RunEnd>,
}

/// Runs `check-live` for a document with these paths. The clock is paused, and advances as soon as all tasks are idle.
fn run_document(
    paths: &Value,
    limit: usize,
    answer: impl Fn(usize, &str) -> Result<Answer, CallFailure>,
) -> FinishedRun {
    run_document_with(&[], paths, limit, answer)
}

/// Same as [`run_document`], but with parameter values as on the command line.
fn run_document_with(
    specified: &[(&str, &str)],
    paths: &Value,
    limit: usize,
    answer: impl Fn(usize, &str) -> Result<Answer, CallFailure>,
) -> FinishedRun {
    run_schemas(specified, paths, &json!({}), limit, answer)
}

/// Same as [`run_document_with`], but with named schemas.
fn run_schemas(
    specified: &[(&str, &str)],
    paths: &Value,
    schemas: &Value,
    limit: usize,
    answer: impl Fn(usize, &str) -> Result<Answer, CallFailure>,
) -> FinishedRun {
    let document = json!({ "openapi": "3.0.0", "paths": paths, "components": { "schemas": schemas } });
    let document = CheckedDocument::parse(&document.to_string(), &ClientSettings::default()).expect("legal");
    let specified: Vec<_> = specified.iter().map(|(name, value)| specified_value(name, value)).collect();
    let planned = plan_calls(&document, &specified, SystemTime::UNIX_EPOCH.into()).expect("should be there");
    let mut run = LiveRun::new(&document, planned, LiveReport { limit, ..LiveReport::default() });
    let mock = Mock { answer, calls: RefCell::default() };
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().start_paused(true).build().expect("should start");
    runtime.block_on(run.call_all(&mock, INTERVAL));
    let (targets, moments) = mock.calls.into_inner().into_iter().unzip();
    FinishedRun { targets, moments, sent: run.report.requests, end: run.report.ended }
}

fn specified_value(name: &str, value: &str) -> SpecifiedValue {
    SpecifiedValue { name: name.to_owned(), value: value.to_owned() }
}

fn get(schema: &Value) -> Value {
    with_parameters(&json!([]), schema)
}

fn with_parameters(parameters: &Value, schema: &Value) -> Value {
    let responses = json!({ "200": { "content": { "application/json": { "schema": schema } } } });
    json!({ "get": { "parameters": parameters, "responses": responses } })
}

/// Returns a list of parameters that contains a single path parameter.
fn id(name: &str) -> Value {
    json!([{ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }])
}

fn things() -> Value {
    let fields = json!({ "id": { "type": "string" }, "ownerId": { "type": "string" } });
    json!({ "type": "array", "items": { "type": "object", "properties": fields } })
}

#[allow(clippy::unnecessary_wraps, reason = "as a service answers")]
fn ok(body: &Value) -> Result<Answer, CallFailure> {
    Ok(Answer { status: 200, body: body.to_string().into(), ..Answer::default() })
}

#[allow(clippy::unnecessary_wraps, reason = "as a service answers")]
fn status(status: u16) -> Result<Answer, CallFailure> {
    Ok(Answer { status, ..Answer::default() })
}

#[test]
fn check_live_requests_begin_at_least_a_second_apart() {
    let paths = json!({ "/a": get(&json!({})), "/b": get(&json!({})), "/c": get(&json!({})) });
    let made = run_document(&paths, 200, |_, _| ok(&json!({})));
    assert_eq!(made.targets, ["/a", "/b", "/c"]);
    assert!(made.moments.windows(2).all(|pair| pair[1] - pair[0] >= Duration::from_secs(1)), "{:?}", made.moments);
}

#[test]
fn check_live_takes_path_ids_from_the_items_of_the_parent_path() {
    let paths = json!({
        "/things/{id}/parts/{partId}": with_parameters(&json!([id("id")[0], id("partId")[0]]), &json!({})),
        "/things/{id}/parts": with_parameters(&id("id"), &things()),
        "/things/{thingId}": with_parameters(&id("thingId"), &json!({})),
        "/others/{id}": with_parameters(&id("id"), &json!({})),
        "/things": get(&things()),
    });
    let made = run_document(&paths, 200, |_, target| match target {
        "/things" => ok(&json!([{ "id": "t1" }, { "id": "t2" }])),
        "/things/t1/parts" => ok(&json!([{ "id": "p1" }])),
        _ => ok(&json!({})),
    });
    // `/others/{id}` is not called, because no listing contains ids for it.
    assert_eq!(made.targets, ["/things", "/things/t1/parts", "/things/t1", "/things/t1/parts/p1"]);
}

#[test]
fn check_live_takes_path_ids_from_paths_with_a_slash_at_the_end() {
    let page = json!({ "type": "object", "properties": { "results": things() } });
    let paths = json!({ "/api/things/": get(&page), "/api/things/{id}/": with_parameters(&id("id"), &json!({})) });
    let made = run_document(&paths, 200, |_, target| match target {
        "/api/things/" => ok(&json!({ "results": [{ "id": "t1" }] })),
        _ => ok(&json!({})),
    });
    assert_eq!(made.targets, ["/api/things/", "/api/things/t1/"]);
}

/// Returns the paths of a document that lists kilns, and lists the firings of each kiln below its path. Adds the paths
/// `more`.
fn kilns_and(more: &[(&str, Value)]) -> Value {
    let page = json!({ "type": "object", "properties": { "items": things() } });
    let mut paths = json!({
        "/kilns": get(&page),
        "/kilns/{kiln_id}/firings": with_parameters(&id("kiln_id"), &page),
    });
    more.iter().for_each(|(path, item)| paths[*path] = item.clone());
    paths
}

fn run_kilns(paths: &Value) -> Vec<String> {
    let made = run_document(paths, 200, |_, target| match target {
        "/kilns" => ok(&json!({ "items": [{ "id": "k1", "ownerId": "o1" }] })),
        "/kilns/k1/firings" => ok(&json!({ "items": [{ "id": "f1", "ownerId": "o2" }] })),
        _ => ok(&json!({})),
    });
    made.targets
}

#[test]
fn check_live_takes_ids_from_listings_of_the_resource_below_other_paths() {
    let query = json!([{ "name": "firingId", "in": "query", "required": true, "schema": { "type": "string" } }]);
    for (path, item, target) in [
        ("/firings/{firing_id}", with_parameters(&id("firing_id"), &json!({})), "/firings/f1"),
        ("/firings/{id}", with_parameters(&id("id"), &json!({})), "/firings/f1"),
        ("/firings/{firingId}/log", with_parameters(&id("firingId"), &json!({})), "/firings/f1/log"),
        ("/log", with_parameters(&query, &json!({})), "/log?firingId=f1"),
    ] {
        let mut expected = vec!["/kilns", "/kilns/k1/firings", target];
        expected
            .sort_by_key(|called| (called.starts_with("/log"), *called != "/kilns", called.starts_with("/firings")));
        assert_eq!(run_kilns(&kilns_and(&[(path, item)])), expected, "{path}");
    }
}

#[test]
fn ids_of_a_longer_listing_path_are_called_with_the_same_parent() {
    let parameters = |names: &[&str]| Value::from_iter(names.iter().map(|name| id(name)[0].clone()));
    let paths = json!({
        "/studios": get(&things()),
        "/studios/{studio}/kilns": with_parameters(&parameters(&["studio"]), &things()),
        "/studios/{studio}/kilns/{kiln}/firings": with_parameters(&parameters(&["studio", "kiln"]), &things()),
        "/studios/{id}/firings/{firing_id}": with_parameters(&parameters(&["id", "firing_id"]), &json!({})),
    });
    let made = run_document(&paths, 200, |_, target| match target {
        "/studios" => ok(&json!([{ "id": "s1" }, { "id": "s2" }])),
        "/studios/s1/kilns" => ok(&json!([])),
        "/studios/s2/kilns" => ok(&json!([{ "id": "k2" }])),
        "/studios/s1/kilns/k2/firings" => ok(&json!([{ "id": "wrong" }])),
        "/studios/s2/kilns/k2/firings" => ok(&json!([{ "id": "f2" }])),
        _ => ok(&json!({})),
    });
    // `s1` has no kilns, and its kilns are requested only once. The next studio, `s2`, would be tried only after a 404.
    assert_eq!(made.targets, ["/studios", "/studios/s1/kilns"]);
    let made = run_document(&paths, 200, |_, target| match target {
        "/studios" => ok(&json!([{ "id": "s1" }, { "id": "s2" }])),
        "/studios/s2/kilns" => ok(&json!([{ "id": "k2" }])),
        "/studios/s2/kilns/k2/firings" => ok(&json!([{ "id": "f2" }])),
        "/studios/s2/firings/f2" => ok(&json!({})),
        _ => status(404),
    });
    let expected = [
        "/studios",
        "/studios/s1/kilns",
        "/studios/s2/kilns",
        "/studios/s2/kilns/k2/firings",
        "/studios/s2/firings/f2",
    ];
    assert_eq!(made.targets, expected);
}

#[test]
fn check_live_takes_no_ids_from_listings_of_another_resource() {
    let item = |name: &str| with_parameters(&id(name), &json!({}));
    for (path, name) in [
        ("/glazes/{glaze_id}", "glaze_id"),
        ("/glazes/{id}", "id"),
        ("/firings/{glaze_id}", "glaze_id"),
        ("/v2/firings/{firing_id}", "firing_id"),
        ("/kilns/{kiln_id}/{shelf_id}", "shelf_id"),
        ("/firings-{firing_id}", "firing_id"),
        ("/fires/{fire_id}", "fire_id"),
    ] {
        let mut item = item(name);
        if path.contains("{kiln_id}") {
            item["get"]["parameters"] = json!([id("kiln_id")[0], id(name)[0]]);
        }
        assert_eq!(run_kilns(&kilns_and(&[(path, item)])), ["/kilns", "/kilns/k1/firings"], "{path}");
    }
    // `/firings` lists all firings, so the ids of firings below a kiln are not used.
    let both = [("/firings", get(&things())), ("/firings/{firing_id}", item("firing_id"))];
    assert_eq!(run_kilns(&kilns_and(&both)), ["/kilns", "/firings", "/kilns/k1/firings"]);
    // Although `/firings/{kiln_id}` is below `/firings`, it needs the id of a kiln rather than of a firing.
    let kiln = [("/firings", get(&things())), ("/firings/{kiln_id}", item("kiln_id"))];
    let listed = run_document(&kilns_and(&kiln), 200, |_, target| match target {
        "/firings" => ok(&json!([{ "id": "f1" }])),
        _ => ok(&json!({})),
    });
    assert_eq!(listed.targets, ["/kilns", "/firings"]);
}

#[test]
fn check_live_takes_no_ids_from_the_fields_of_a_single_resource() {
    let both = Value::from_iter(["kiln_id", "shelf"].map(|name| id(name)[0].clone()));
    let kiln = json!({ "type": "object", "properties": { "parts": things() } });
    let run = |single: &Value, body: Value| {
        let paths = json!({
            "/kilns": get(&things()),
            "/kilns/{kiln_id}": with_parameters(&id("kiln_id"), single),
            "/kilns/{kiln_id}/{shelf}": with_parameters(&both, &json!({})),
        });
        let made = run_document(&paths, 200, move |_, target| match target {
            "/kilns" => ok(&json!([{ "id": "k1" }])),
            _ => ok(&body),
        });
        made.targets
    };
    assert_eq!(run(&kiln, json!({ "parts": [{ "id": "p1" }] })), ["/kilns", "/kilns/k1"]);
    // A response that is a list, rather than a single resource, is a listing.
    assert_eq!(run(&things(), json!([{ "id": "s1" }])), ["/kilns", "/kilns/k1", "/kilns/k1/s1"]);
}

/// Lists the items of orders, which are not the items of `/items/{item_id}` unless the schemas agree.
#[test]
fn schema_names_tell_whether_a_listing_contains_the_resource() {
    let fields = json!({ "type": "object", "properties": { "id": { "type": "string" } } });
    let run = |listed: &str, single: &str| {
        let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
        let page = json!({ "type": "object", "properties": {
            "links": { "type": "array", "items": reference("Link") },
            "items": { "type": "array", "items": reference(listed) },
        } });
        let paths = json!({
            "/orders/{order_id}/items": with_parameters(&id("order_id"), &page),
            "/items/{item_id}": with_parameters(&id("item_id"), &reference(single)),
        });
        let schemas = json!({ "Link": { "type": "object" }, listed: fields, single: fields });
        let answer = |_: usize, target: &str| match target {
            "/orders/o1/items" => ok(&json!({ "items": [{ "id": "i1" }] })),
            _ => ok(&json!({})),
        };
        run_schemas(&[("order_id", "o1")], &paths, &schemas, 200, answer).targets
    };
    for (listed, single) in [("Item", "Item"), ("ItemSummary", "Item"), ("Item_Out", "ItemDetail"), ("Thing", "Thing")]
    {
        assert_eq!(run(listed, single), ["/orders/o1/items", "/items/i1"], "{listed} {single}");
    }
    for (listed, single) in [("OrderItem", "Item"), ("Position", "Item")] {
        assert_eq!(run(listed, single), ["/orders/o1/items"], "{listed} {single}");
    }
}

#[test]
fn check_live_takes_ids_from_response_fields_named_like_the_parameter() {
    let paths = json!({ "/owners/{ownerId}": with_parameters(&id("ownerId"), &json!({})), "/things": get(&things()) });
    let thing_with = |field: &str| json!([{ "nested": { "ownerId": "no" }, field: "o1" }]);
    let made_of = |body: Value| run_document(&paths, 200, move |_, _| ok(&body)).targets;
    assert_eq!(made_of(thing_with("ownerId")), ["/things", "/owners/o1"]);
    assert_eq!(made_of(thing_with("other")), ["/things"]);
}

#[test]
fn check_live_ignores_response_ids_of_another_type_than_the_parameter() {
    let mut integer = with_parameters(&id("id"), &json!({}));
    integer["get"]["parameters"][0]["schema"] = json!({ "type": "integer" });
    let mut uuid = integer.clone();
    uuid["get"]["parameters"][0]["schema"] = json!({ "type": "string", "format": "uuid" });
    for (item, value) in [(integer, "t1"), (uuid, "1")] {
        let paths = json!({ "/things": get(&things()), "/things/{id}": item });
        let made = run_document(&paths, 200, |_, _| ok(&json!([{ "id": value }])));
        assert_eq!(made.targets, ["/things"], "{value}");
    }
}

#[test]
fn check_live_ignores_response_ids_that_could_change_the_path() {
    let paths = json!({ "/things": get(&things()), "/things/{id}": with_parameters(&id("id"), &json!({})) });
    for value in ["..", ".", "", "a/b", "a\\b", "a?b", "a#b", "a;b", "%2e", "a\n"] {
        let made = run_document(&paths, 200, |_, _| ok(&json!([{ "id": value }])));
        assert_eq!(made.targets, ["/things"], "{value:?}");
    }
}

#[test]
fn check_live_calls_again_with_another_id_after_a_404() {
    let paths = json!({ "/things": get(&things()), "/things/{id}": with_parameters(&id("id"), &json!({})) });
    let ids = json!([{ "id": "1" }, { "id": "2" }, { "id": "3" }, { "id": "4" }]);
    let listing = |gone: &'static [&'static str]| {
        let ids = ids.clone();
        move |_: usize, target: &str| match target {
            "/things" => ok(&ids),
            target if gone.contains(&target) => status(404),
            _ => ok(&json!({})),
        }
    };
    let found = run_document(&paths, 200, listing(&["/things/1"]));
    assert_eq!(found.targets, ["/things", "/things/1", "/things/2"]);
    let none = run_document(&paths, 200, listing(&["/things/1", "/things/2", "/things/3", "/things/4"]));
    assert_eq!(none.targets, ["/things", "/things/1", "/things/2", "/things/3"]);
}

#[test]
fn check_live_calls_an_operation_that_states_a_rate_limit_only_once() {
    let mut limited = with_parameters(&id("id"), &json!({}));
    limited["get"]["description"] = json!("The rate limit of this route is 300 requests per day at most.");
    let paths = json!({ "/things": get(&things()), "/things/{id}": limited });
    let made = run_document(&paths, 200, |_, target| match target {
        "/things" => ok(&json!([{ "id": "1" }, { "id": "2" }])),
        _ => status(404),
    });
    assert_eq!(made.targets, ["/things", "/things/1"]);
}

#[test]
fn check_live_fills_required_queries_with_enum_values_or_the_last_hour() {
    let query = |name: &str, schema: Value| json!({ "name": name, "in": "query", "required": true, "schema": schema });
    let parameters = json!([
        query("kind", json!({ "type": "string", "enum": ["A", "B"] })),
        query("list", json!({ "type": "array", "items": { "type": "string", "enum": ["C"] } })),
        query("to", json!({ "type": "string", "format": "date", "description": "UNIX timestamp" })),
        query("from", json!({ "type": "string", "format": "date-time" })),
        { "name": "optional", "in": "query", "schema": { "type": "string", "enum": ["D"] } },
    ]);
    let needs = with_parameters(&json!([query("q", json!({ "type": "string" }))]), &json!({}));
    let paths = json!({ "/a": with_parameters(&parameters, &json!({})), "/b": needs });
    let made = run_document(&paths, 200, |_, _| ok(&json!({})));
    assert_eq!(made.targets, ["/a?kind=A&list=C&to=0&from=1969-12-31T23:00:00Z"]);
}

#[test]
fn check_live_prefers_parameter_values_from_the_command_line() {
    let window = json!([
        id("id")[0],
        { "name": "from", "in": "query", "required": true, "schema": { "type": "string", "format": "date-time" } },
        { "name": "q", "in": "query", "required": true, "schema": { "type": "string" } },
    ]);
    let paths = json!({
        "/places/{id}/metrics": with_parameters(&window, &json!({})),
        "/things": get(&things()),
        "/things/{id}": with_parameters(&id("id"), &json!({})),
    });
    let answer = |_: usize, target: &str| match target {
        "/things" => ok(&json!([{ "id": "t1" }])),
        "/things/given" => status(404),
        _ => ok(&json!({})),
    };
    let specified = [("places/id", "p1"), ("metrics/from", "7"), ("q", "a b")];
    assert_eq!(
        run_document_with(&specified, &paths, 200, answer).targets,
        ["/things", "/places/p1/metrics?from=7&q=a b", "/things/t1"]
    );
    // The service may not have a resource with the specified id, so a different id is tried next.
    let specified = [("id", "given"), ("q", "a")];
    let targets = run_document_with(&specified, &paths, 200, answer).targets;
    assert_eq!(targets[0], "/things");
    assert!(targets[1].starts_with("/places/given/metrics?from=1969-"), "{targets:?}");
    assert_eq!(targets[2..], ["/things/given", "/things/t1"]);
}

#[test]
fn check_live_takes_required_query_values_from_earlier_responses() {
    let query = |name: &str| json!({ "name": name, "in": "query", "required": true, "schema": { "type": "string" } });
    let mut of_owner = get(&json!({}));
    of_owner["get"]["parameters"] = json!([query("ownerId")]);
    let mut listing = get(&things());
    listing["get"]["parameters"] = json!([query("q")]);
    let paths =
        json!({ "/things": listing, "/things/{id}": with_parameters(&id("id"), &json!({})), "/notes": of_owner });
    let made = run_document_with(&[("q", "7")], &paths, 200, |_, target| match target {
        "/things?q=7" => ok(&json!([{ "id": "t1", "ownerId": "o1" }])),
        _ => ok(&json!({})),
    });
    assert_eq!(made.targets, ["/things?q=7", "/notes?ownerId=o1", "/things/t1"]);
}

#[test]
fn check_live_refuses_an_id_argument_that_fits_no_parameter() {
    let paths = json!({ "/things/{id}": with_parameters(&id("id"), &json!({})) });
    let document =
        CheckedDocument::parse(&json!({ "openapi": "3.0.0", "paths": paths }).to_string(), &ClientSettings::default())
            .expect("legal");
    for (name, value, reason) in [
        ("d", "1", "`--id d`: no GET operation of the document requires a parameter with this name"),
        ("others/id", "1", "`--id others/id`: no GET"),
        ("things/id", "a/b", "`--id things/id`: the value has the wrong type"),
    ] {
        let specified = [specified_value(name, value)];
        let error = plan_calls(&document, &specified, SystemTime::UNIX_EPOCH.into()).err().expect("should fail");
        assert!(error.to_string().starts_with(reason), "{error}");
    }
}

#[test]
fn check_live_calls_only_get_operations_at_the_base_url() {
    let mut elsewhere = get(&json!({}));
    elsewhere["get"]["servers"] = json!([{ "url": "https://other" }]);
    let mut methods = get(&json!({}));
    for method in ["put", "post", "delete", "options", "head", "patch"] {
        methods[method] = json!({ "operationId": method, "responses": { "204": {} } });
    }
    let paths = json!({ "/a": methods, "/b": elsewhere });
    assert_eq!(run_document(&paths, 200, |_, _| ok(&json!({}))).targets, ["/a"]);
}

#[test]
fn check_live_ends_after_a_401_only_if_it_is_the_first_response() {
    let paths = json!({ "/a": get(&json!({})), "/b": get(&json!({})), "/c": get(&json!({})) });
    let first = run_document(&paths, 200, |_, _| status(401));
    assert_eq!((first.targets.len(), first.end), (1, Some(RunEnd::Unauthorized)));
    let after_a_failure = run_document(&paths, 200, |number, _| match number {
        1 => Err(CallFailure::NoResponse("no response".to_owned())),
        _ => status(401),
    });
    assert_eq!((after_a_failure.targets.len(), after_a_failure.end), (2, Some(RunEnd::Unauthorized)));
    let later = run_document(&paths, 200, |number, _| if number == 2 { status(401) } else { ok(&json!({})) });
    assert_eq!((later.targets.len(), later.end), (3, None));
}

#[test]
fn check_live_ends_after_three_failures_in_a_row() {
    let paths: serde_json::Map<_, _> = (1..=9).map(|index| (format!("/{index}"), get(&json!({})))).collect();
    let paths = Value::Object(paths);
    let made = run_document(&paths, 200, |number, _| match number {
        3 => ok(&json!({})),
        _ => Err(CallFailure::NoResponse("no response".to_owned())),
    });
    assert_eq!((made.targets.len(), made.end), (6, Some(RunEnd::Unreachable)));
}

#[test]
fn check_live_does_not_count_refused_requests_as_sent() {
    let paths: serde_json::Map<_, _> = (1..=5).map(|index| (format!("/{index}"), get(&json!({})))).collect();
    let made = run_document(&Value::Object(paths), 2, |number, _| match number {
        5 => ok(&json!({})),
        _ => Err(CallFailure::Refused("its path leads elsewhere".to_owned())),
    });
    assert_eq!((made.targets.len(), made.sent, made.end), (5, 1, None));
}
