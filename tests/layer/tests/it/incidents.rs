use httpmock::MockServer;
use layer::types::{IncidentList, IncidentSeverity, IncidentUpdateStatus};
use loopback::Server;
use serde_json::{Value, json};

use crate::support::{client, typed};

/// Returns a list with every declared field, and with values that the document does not list.
fn fixture() -> Value {
    serde_json::from_str(include_str!("fixtures/incidents.json")).unwrap()
}

async fn list(body: Value) -> IncidentList {
    let server = MockServer::start_async().await;
    let mock = server
        .mock_async(|when, then| {
            when.method("GET").path("/v1/status-pages/incidents");
            then.status(200).json_body(body);
        })
        .await;
    let page = client(server.base_url()).get_v1_statuspages_incidents().send().await.unwrap();
    mock.assert_async().await;
    page.into_inner()
}

#[tokio::test]
async fn incident_listing_sends_neither_query_nor_body() {
    let server = Server::json("{}");
    client(server.url()).get_v1_statuspages_incidents().send().await.unwrap();
    assert_eq!(server.only().line(), "GET /v1/status-pages/incidents HTTP/1.1");
    assert_eq!(server.only().body(), "");
}

#[tokio::test]
async fn every_field_of_an_incident_list_is_decoded() {
    let page = list(fixture()).await;
    assert_eq!((page.length, page.next_id.as_deref()), (Some(2.0), Some("inc-2")));
    let entries = page.entries.unwrap();
    let incident = &entries[0];
    assert_eq!(incident.id.as_deref(), Some("inc-1"));
    assert_eq!(incident.name.as_deref(), Some("Checkout is slow – überlastet"));
    assert_eq!(incident.severity, Some(IncidentSeverity::Critical));
    assert_eq!(incident.duration, Some(3600.5));

    let service = &incident.services.as_ref().unwrap()[0];
    assert_eq!(service.account_id.as_deref(), Some("6ba7b810-9dad-11d1-80b4-00c04fd430c8"));
    assert_eq!(service.updated_at.as_ref().unwrap().timestamp(), None);

    let updates = incident.incident_updates.as_ref().unwrap();
    assert_eq!(updates[0].status, Some(IncidentUpdateStatus::Investigating));
    assert_eq!(updates[0].notify_subscribers, Some(false));
    assert_eq!(updates[0].public_incident_update_date.unwrap().timestamp_millis(), 1_714_557_900_250);
    assert_eq!(updates[1].description.as_deref(), Some(""));
}

#[tokio::test]
async fn timestamp_in_a_date_field_keeps_its_time() {
    let page = list(fixture()).await;
    let created = page.entries.unwrap()[0].created_at.clone().unwrap();
    assert_eq!(created.date().to_string(), "2024-05-01");
    assert_eq!(created.timestamp().unwrap().timestamp(), 1_714_557_600);
    assert_eq!(created.as_str(), "2024-05-01T10:00:00.000Z");
}

#[tokio::test]
async fn incident_retains_unknown_enum_values() {
    let entries = list(fixture()).await.entries.unwrap();
    assert_eq!(entries[0].last_update_status.as_ref().unwrap().as_str(), "MONITORING");
    assert_eq!(entries[1].severity, Some("minor, says the service".into()));
}

#[tokio::test]
async fn incident_list_survives_a_json_round_trip() {
    let page = list(fixture()).await;
    assert_eq!(serde_json::to_value(page).unwrap(), fixture());
}

#[tokio::test]
async fn null_field_is_decoded_like_an_absent_field() {
    let null = json!({
        "length": null,
        "nextId": null,
        "entries": [
            {
                "id": null, "name": null, "severity": null, "services": null, "incidentUpdates": null,
                "lastUpdateStatus": null, "created_at": null, "updated_at": null, "duration": null,
            },
            {
                "services": [{"id": null, "name": null, "accountId": null, "created_at": null, "updated_at": null}],
                "incidentUpdates": [{
                    "id": null, "description": null, "status": null, "publicIncidentUpdateDate": null,
                    "created_at": null, "notifySubscribers": null,
                }],
            },
        ],
    });
    let absent = json!({"entries": [{}, {"services": [{}], "incidentUpdates": [{}]}]});
    let page = list(null).await;
    assert_eq!(page, typed(absent.clone()));
    assert_eq!(serde_json::to_value(page).unwrap(), absent);
    assert_eq!(list(json!({"entries": null})).await, IncidentList::default());
}

#[tokio::test]
async fn undeclared_fields_are_retained_at_every_depth() {
    let body = json!({
        "entries": [{"id": "a", "services": [{"tags": []}], "incidentUpdates": [{"author": "x"}], "impact": {}}],
        "total": 7,
    });
    let mut page = list(body.clone()).await;
    assert_eq!(serde_json::to_value(&page).unwrap(), body);
    assert_eq!(page.undeclared()["total"], 7);
    page.clear_undeclared();
    assert_eq!(page, typed(json!({"entries": [{"id": "a", "services": [{}], "incidentUpdates": [{}]}]})));
}
