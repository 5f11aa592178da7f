//! Tests of adding an update to an incident: the exact body, and the response.

use chrono::{DateTime, NaiveDate, Utc};
use httpmock::MockServer;
use layer::types::{IncidentUpdate, IncidentUpdateCreate, IncidentUpdateStatus};
use loopback::{Response, Server};
use serde_json::json;

use crate::support::{client, invalid, typed};

fn moment() -> DateTime<Utc> {
    DateTime::from_timestamp(1_714_557_900, 0).unwrap()
}

#[tokio::test]
async fn request_body_contains_exactly_the_fields_that_were_set() {
    let server = Server::json("{}");
    client(server.url())
        .post_v1_statuspages_incidents_incidentid_incidentupdates()
        .incident_id("inc-1")
        .body_map(|update| update.description("It is \"fixed\" – über\n").notify_subscribers(false))
        .send()
        .await
        .unwrap();
    let request = server.only();
    assert_eq!(request.line(), "POST /v1/status-pages/incidents/inc-1/incident-updates HTTP/1.1");
    assert_eq!(request.body(), r#"{"description":"It is \"fixed\" – über\n","notifySubscribers":false}"#);
    assert_eq!(request.header("content-length"), [request.body().len().to_string()]);
}

#[tokio::test]
async fn request_body_fields_are_sent_under_their_document_names() {
    let server = Server::json("{}");
    client(server.url())
        .post_v1_statuspages_incidents_incidentid_incidentupdates()
        .incident_id("inc-1")
        .body_map(|update| {
            update
                .id("upd-1")
                .description("d")
                .public_incident_update_date(moment())
                .created_at(NaiveDate::from_ymd_opt(2024, 5, 1).unwrap())
                .notify_subscribers(true)
        })
        .send()
        .await
        .unwrap();
    assert_eq!(
        server.only().body(),
        "{\"id\":\"upd-1\",\"description\":\"d\",\"publicIncidentUpdateDate\":\"2024-05-01T10:05:00Z\",\
         \"created_at\":\"2024-05-01\",\"notifySubscribers\":true}"
    );
}

#[tokio::test]
async fn request_body_without_fields_is_an_empty_object() {
    let server = Server::json("{}");
    let client = client(server.url());
    let call = client.status_page_incident_updates().create("inc-1");
    call.body_map(|update| update).send().await.unwrap();
    assert_eq!(server.only().body(), "{}");
}

#[tokio::test]
async fn optional_request_body_is_omitted_if_it_is_not_set() {
    let server = Server::json("{}");
    let client = client(server.url());
    let call = client.status_page_incident_updates().create("inc-1");
    call.send().await.unwrap();
    let request = server.only();
    assert_eq!(request.body(), "");
    assert_eq!(request.header("content-length"), ["0"]);
    assert_eq!(request.header("content-type"), [""; 0]);
}

#[tokio::test]
async fn request_body_can_be_a_value_or_a_builder() {
    let value: IncidentUpdateCreate = typed(json!({"description": "d", "id": null}));
    let server = Server::start([Response::new(200, "{}"), Response::new(200, "{}"), Response::new(200, "{}")]);
    let client = client(server.url());
    let call = || client.post_v1_statuspages_incidents_incidentid_incidentupdates().incident_id("inc-1");
    call().body(value.clone()).send().await.unwrap();
    call().body(IncidentUpdateCreate::builder().description("d")).send().await.unwrap();
    // `body_map` changes the body that `body` has set.
    call().body(value).body_map(|update| update.id("upd-1")).send().await.unwrap();
    let bodies: Vec<_> = server.received().iter().map(|request| request.body().to_owned()).collect();
    assert_eq!(bodies, [r#"{"description":"d"}"#, r#"{"description":"d"}"#, r#"{"id":"upd-1","description":"d"}"#]);
}

#[tokio::test]
async fn error_for_a_body_field_that_does_not_convert_names_the_field() {
    let server = Server::json("{}");
    let client = client(server.url());
    let call = client.status_page_incident_updates().create("inc-1");
    let error = call.body_map(|update| update.created_at("yesterday")).send().await.unwrap_err();
    assert_eq!(error.operation_id(), Some("postV1StatuspagesIncidentsIncidentidIncidentupdates"));
    let reason = invalid(error).reason().to_owned();
    assert!(reason.contains("`created_at`") && reason.contains("yesterday"), "{reason}");
    assert_eq!(server.received(), []);
}

#[tokio::test]
async fn create_returns_the_incident_update_of_the_response() {
    let server = MockServer::start_async().await;
    let mock = server
        .mock_async(|when, then| {
            when.method("POST")
                .path("/v1/status-pages/incidents/inc-1/incident-updates")
                .header("content-type", "application/json")
                .json_body(json!({"description": "d"}));
            then.status(201).json_body(json!({
                "id": "upd-1",
                "description": "d",
                "status": "INVESTIGATING",
                "publicIncidentUpdateDate": "2024-05-01T10:05:00.000Z",
                "created_at": "2024-05-01T10:05:00.000Z",
                "notifySubscribers": false,
                "incidentId": "inc-1",
            }));
        })
        .await;
    let client = client(server.base_url());
    let call = client.status_page_incident_updates().create("inc-1");
    let made = call.body_map(|update| update.description("d")).send().await.unwrap();
    mock.assert_async().await;
    assert_eq!(made.status(), 201);

    let made: IncidentUpdate = made.into_inner();
    assert_eq!(made.id.as_deref(), Some("upd-1"));
    assert_eq!(made.description.as_deref(), Some("d"));
    assert_eq!(made.status, Some(IncidentUpdateStatus::Investigating));
    assert_eq!(made.public_incident_update_date, Some(moment()));
    assert_eq!(made.created_at.unwrap().timestamp(), Some(moment()));
    assert_eq!(made.notify_subscribers, Some(false));
}
