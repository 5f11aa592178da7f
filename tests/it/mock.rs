//! The feature `mock`, as the tests of a program use it.

use httpmock::MockServer;
use monitoring_service::mock::MockServerExt;
use monitoring_service::{Error, types};
use reqwest::StatusCode;
use serde_json::json;

use crate::support::{LOCATION, Operation, client};

#[tokio::test]
async fn a_mock_responds_with_the_type_of_its_operation() {
    let server = MockServer::start_async().await;
    let metrics: types::PrivateLocationMetrics = serde_json::from_value(json!({
        "timestamps": ["2024-05-01T10:00:00Z"], "queueSize": [3], "oldestScheduledCheckRun": [5],
    }))
    .unwrap();
    let mock =
        server.get_v1_privatelocations_id_metrics().path("id", LOCATION).query("from", 1_714_557_600).respond(&metrics);
    Operation::Metrics.call(&client(server.base_url())).await.unwrap();
    mock.assert();
}

#[tokio::test]
async fn a_mock_matches_no_other_resource_or_operation() {
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
async fn a_mock_responds_with_the_errors_of_the_service() {
    let server = MockServer::start_async().await;
    server
        .post_v1_statuspages_incidents_incidentid_incidentupdates()
        .body(json!({ "description": "a" }))
        .respond_error(StatusCode::UNAUTHORIZED, "Bad Token");
    let refused = client(server.base_url())
        .post_v1_statuspages_incidents_incidentid_incidentupdates()
        .incident_id("any")
        .body_map(|update| update.description("a"))
        .send()
        .await
        .unwrap_err();
    let Error::Api(error) = refused else { panic!("{refused:?}") };
    assert_eq!((error.error(), error.message()), ("Unauthorized", Some("Bad Token")));
    assert!(error.attributes().is_some());
}
