use std::time::Duration;

use httpmock::MockServer;
use layer::error::ApiErrorKind;
use layer::mock::{MockServerExt, Response, undeclared};
use layer::types;
use reqwest::StatusCode;
use serde_json::json;

use crate::support::{self, ACCOUNT, LOCATION, Operation, api, builder, client, quick, transport, typed};

fn metrics() -> types::PrivateLocationMetrics {
    typed(json!({
        "timestamps": ["2024-05-01T10:00:00Z"], "queueSize": [3], "oldestScheduledCheckRun": [5],
    }))
}

#[tokio::test]
async fn mock_of_a_tag_method_mocks_its_operation() {
    let server = MockServer::start_async().await;
    let tag = server.private_locations();
    let mock = tag.metrics().path("id", LOCATION).query("from", 1_714_557_600).respond(&metrics());
    Operation::Metrics.call(&client(server.base_url())).await.unwrap();
    mock.assert();
    assert_eq!(format!("{tag:?}"), "PrivateLocations(…)");
}

#[tokio::test]
async fn mock_does_not_match_other_resources_or_operations() {
    let server = MockServer::start_async().await;
    let other = server
        .get_v1_privatelocations_id_metrics()
        .path("id", "another")
        .respond(&types::PrivateLocationMetrics::default());
    let error = Operation::Metrics.call(&client(server.base_url())).await.unwrap_err();
    assert_eq!(error.status(), Some(StatusCode::NOT_FOUND));
    assert_eq!(other.calls(), 0);
}

#[tokio::test]
async fn mock_respond_error_uses_the_error_format_of_the_service() {
    let server = MockServer::start_async().await;
    server
        .post_v1_statuspages_incidents_incidentid_incidentupdates()
        .path("incident_id", "inc-1")
        .body(json!({}))
        .respond_error(StatusCode::UNAUTHORIZED, "Bad Token");
    let refused = api(Operation::Update.fails(&client(server.base_url())).await);
    assert_eq!((refused.error(), refused.message()), ("Unauthorized", Some("Bad Token")));
    assert!(refused.attributes().is_some());
}

#[tokio::test]
async fn mock_responds_with_an_error_body_of_any_type() {
    let server = MockServer::start_async().await;
    let body = json!({ "code": 7, "message": "Bad Token" });
    server.get_v1_statuspages_incidents().respond(Response::json(StatusCode::UNAUTHORIZED, &body));
    let refused = api(Operation::Incidents.fails(&client(server.base_url())).await);
    assert_eq!(refused.body_as::<serde_json::Value>().unwrap(), body);
}

#[test]
#[should_panic = "`incidentId` is not a path parameter of postV1StatuspagesIncidentsIncidentidIncidentupdates \
                  (POST /v1/status-pages/incidents/{incidentId}/incident-updates), which has `incident_id`"]
fn mock_panics_for_an_unknown_path_parameter() {
    let server = MockServer::start();
    let _ = server.post_v1_statuspages_incidents_incidentid_incidentupdates().path("incidentId", "inc-1");
}

#[test]
#[should_panic = "`since` is not a query parameter of getV1PrivatelocationsIdMetrics \
                  (GET /v1/private-locations/{id}/metrics), which has `from`, `to`"]
fn mock_panics_for_an_unknown_query_parameter() {
    let server = MockServer::start();
    let _ = server.get_v1_privatelocations_id_metrics().query("since", 1);
}

#[test]
#[should_panic = "`until` is not a query parameter of getV1PrivatelocationsIdMetrics"]
fn mock_query_absent_panics_for_an_unknown_parameter() {
    let server = MockServer::start();
    let _ = server.get_v1_privatelocations_id_metrics().query_absent("until");
}

#[test]
#[should_panic = "`notify_subscribers` is not a field of the body of \
    postV1StatuspagesIncidentsIncidentidIncidentupdates"]
fn mock_panics_for_an_unknown_field_of_the_request_body() {
    let server = MockServer::start();
    let operation = server.post_v1_statuspages_incidents_incidentid_incidentupdates();
    let _ = operation.body_includes(json!({ "notify_subscribers": false }));
}

#[test]
#[should_panic = "`services` is not a field of the body of postV1StatuspagesIncidentsIncidentidIncidentupdates"]
fn mock_panics_for_a_request_body_of_another_type() {
    let server = MockServer::start();
    let incident: types::Incident = typed(json!({ "services": [] }));
    let _ = server.post_v1_statuspages_incidents_incidentid_incidentupdates().body(&incident);
}

#[test]
#[should_panic = "getV1StatuspagesIncidents has no JSON body"]
fn mock_panics_for_a_body_if_the_operation_has_no_body() {
    let server = MockServer::start();
    let _ = server.get_v1_statuspages_incidents().body(json!([]));
}

#[tokio::test]
async fn mock_matches_requests_by_headers_and_body_fields() {
    let server = MockServer::start_async().await;
    let update = || server.post_v1_statuspages_incidents_incidentid_incidentupdates();
    let empty = update().body_absent("description").respond_error(StatusCode::FORBIDDEN, "empty");
    let quiet = update().body_includes(json!({ "description": "a" })).respond(&types::IncidentUpdate::default());
    let typed = update()
        .body(types::IncidentUpdateCreate::builder().description("b").build().unwrap())
        .header("X-Account", ACCOUNT)
        .matching(|request| request.headers_vec().iter().any(|(name, _)| name == "authorization"))
        .respond(&types::IncidentUpdate::default());
    let client = client(server.base_url());
    let send = |text: Option<&'static str>| {
        let call = client.post_v1_statuspages_incidents_incidentid_incidentupdates().incident_id("inc-1");
        let with_text = call.body_map(|update| match text {
            Some(text) => update.description(text).notify_subscribers(false),
            None => update,
        });
        with_text.send()
    };
    send(Some("a")).await.unwrap();
    send(None).await.unwrap_err();
    quiet.assert();
    empty.assert();
    typed.assert_calls(0);
    let only_text = client.post_v1_statuspages_incidents_incidentid_incidentupdates().incident_id("inc-1");
    only_text.body_map(|update| update.description("b")).send().await.unwrap();
    typed.assert();
}

#[tokio::test]
async fn mock_respond_in_turn_repeats_the_last_response() {
    let server = MockServer::start_async().await;
    let mock = server.get_v1_statuspages_incidents().respond_in_turn([
        Response::error(StatusCode::SERVICE_UNAVAILABLE, "restarting"),
        Response::too_many_requests().header("retry-after", "0"),
        Response::from(&typed(json!({ "length": 0, "entries": [] }))),
    ]);
    let client = builder(server.base_url()).retry(quick()).build().unwrap();
    let response = client.get_v1_statuspages_incidents().send().await.unwrap();
    assert_eq!(response.attempts(), 3);
    mock.assert_calls(3);
    let response = client.get_v1_statuspages_incidents().send().await.unwrap();
    assert_eq!(response.map(drop).attempts(), 1);
    mock.assert_calls(4);
}

#[tokio::test]
async fn delayed_mock_response_exceeds_the_timeout_of_the_client() {
    let server = MockServer::start_async().await;
    let none: types::IncidentList = typed(json!({ "length": 0, "entries": [] }));
    let slow = Response::from(&none).delay(Duration::from_secs(60));
    let mock = server.get_v1_statuspages_incidents().respond_in_turn([slow, Response::from(&none)]);
    let client = builder(server.base_url()).timeout(Duration::from_millis(50)).build().unwrap();
    let error = transport(Operation::Incidents.fails(&client).await);
    assert!(error.is_timeout());
    let patient = client.with_timeout(Duration::from_secs(20));
    Operation::Incidents.call(&patient).await.unwrap();
    mock.assert_calls(2);
}

#[tokio::test]
async fn mock_writes_each_error_in_the_format_of_the_service() {
    for (response, kind) in [
        (Response::unauthorized(), ApiErrorKind::Unauthorized),
        (Response::forbidden(), ApiErrorKind::Forbidden),
        (Response::not_found(), ApiErrorKind::NotFound),
        (Response::too_many_requests().header("retry-after", "7"), ApiErrorKind::TooManyRequests),
    ] {
        let server = MockServer::start_async().await;
        server.get_v1_statuspages_incidents().respond(response);
        let error = api(Operation::Incidents.fails(&client(server.base_url())).await);
        assert_eq!((error.kind(), error.message()), (kind, Some("No.")));
        assert!(error.attributes().is_some(), "{kind:?}");
        let seconds = error.retry_after().map(|wait| wait.as_secs());
        assert_eq!(seconds, (kind == ApiErrorKind::TooManyRequests).then_some(7));
    }
}

#[tokio::test]
async fn mock_can_match_an_undeclared_query_parameter() {
    let server = MockServer::start_async().await;
    let page = |json| typed::<types::IncidentList>(json);
    let first = server
        .get_v1_statuspages_incidents()
        .query_absent(undeclared("nextId"))
        .respond(&page(json!({ "length": 1, "entries": [], "nextId": "a b" })));
    let second = server
        .get_v1_statuspages_incidents()
        .query(undeclared("nextId"), "a b")
        .respond(&page(json!({ "length": 0, "entries": [] })));
    let client = client(server.base_url());
    Operation::Incidents.call(&client.with_query([("nextId", "a b")])).await.unwrap();
    Operation::Incidents.call(&client).await.unwrap();
    first.assert();
    second.assert();
}

fn panic_message(check: impl FnOnce()) -> String {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)).expect_err("should panic");
    *panic.downcast::<String>().unwrap()
}

#[tokio::test]
async fn failed_mock_assertion_lists_the_received_requests() {
    let server = MockServer::start_async().await;
    let mock = server
        .get_v1_privatelocations_id_metrics()
        .path("id", LOCATION)
        .query("from", 7)
        .header("authorization", "Bearer another")
        .respond(&metrics());
    assert_eq!(
        panic_message(|| mock.assert()),
        format!(
            "getV1PrivatelocationsIdMetrics: GET /v1/private-locations/{LOCATION}/metrics?from=7\n\
             was called 0 times, not 1. No other request reached the mock."
        )
    );
    let client = client(server.base_url());
    for operation in Operation::ALL {
        operation.call(&client).await.unwrap_err();
    }
    let text = panic_message(|| mock.assert_calls(2));
    assert_eq!(
        text,
        format!(
            "getV1PrivatelocationsIdMetrics: GET /v1/private-locations/{LOCATION}/metrics?from=7\n\
             was called 0 times, not 2. Requests that did not match:\n  \
             GET /v1/private-locations/{LOCATION}/metrics?from=1714557600&to=1714579200 (`from` in the query differs)\n  \
             GET /v1/status-pages/incidents (the path differs)\n  \
             POST /v1/status-pages/incidents/inc-1/incident-updates (the method differs)"
        )
    );
    assert!(!text.contains(support::KEY));
}

#[tokio::test]
async fn deleted_mock_does_not_respond() {
    let server = MockServer::start_async().await;
    let client = client(server.base_url());
    let in_turn = [Response::forbidden(), Response::unauthorized()];
    let mock = server.get_v1_statuspages_incidents().respond_in_turn(in_turn);
    let forbidden = api(Operation::Incidents.fails(&client).await);
    assert_eq!(forbidden.kind(), ApiErrorKind::Forbidden);
    mock.delete();
    let gone = api(Operation::Incidents.fails(&client).await);
    assert_eq!(gone.kind(), ApiErrorKind::NotFound);
}
