//! Tests of guarantees on which other code relies.

use chrono::Utc;
use httpmock::MockServer;
use layer::{ApiError, Client, ClientBuilder, Error, RetryPolicy, operations, paginate};
use rustls::crypto::CryptoProvider;
use serde_json::json;

use crate::support::{LOCATION, Operation, builder, client, custom_http};

fn is_send<T: Send>(_: &T) {}
fn is_send_and_unpin<T: Send + Unpin>(_: &T) {}
fn is_shared<T: Clone + Send + Sync + 'static>() {}
fn is_error<T: std::error::Error + Send + Sync + 'static>() {}

#[test]
fn client_and_error_types_are_send_and_sync() {
    is_shared::<Client>();
    is_shared::<ClientBuilder>();
    is_shared::<RetryPolicy>();
    is_shared::<ApiError>();
    is_error::<Error>();
    is_error::<ApiError>();
    is_error::<layer::error::DecodeError>();
    is_error::<layer::error::InvalidRequest>();
    is_error::<layer::error::RateLimited>();
    is_error::<layer::error::TransportError>();
    is_error::<layer::error::UnexpectedStatus>();
}

#[test]
fn call_futures_and_page_streams_are_send() {
    let client = client("http://127.0.0.1:1");
    is_send(&client.get_v1_privatelocations_id_metrics().id(LOCATION).from(Utc::now()).to(Utc::now()).send());
    is_send(&client.get_v1_statuspages_incidents().send());
    is_send(&client.post_v1_statuspages_incidents_incidentid_incidentupdates().incident_id("i").send());
    is_send_and_unpin(&paginate(|next| {
        let client = client.with_query(next.map(|id| ("nextId", id)));
        async move { client.get_v1_statuspages_incidents().send().await }
    }));
}

#[test]
fn api_error_converts_to_error_with_a_question_mark() {
    fn convert(error: ApiError) -> Result<(), Error> {
        Err(error)?
    }
    let _: fn(ApiError) -> Result<(), Error> = convert;
    let boxed: Box<dyn std::error::Error + Send + Sync> = builder("").build().unwrap_err().into();
    assert!(boxed.downcast_ref::<Error>().is_some());
}

#[test]
fn operations_lists_the_three_operations() {
    let table: Vec<_> = operations().iter().map(|o| (o.operation_id(), o.method(), o.path())).collect();
    assert_eq!(
        table,
        [
            ("getV1PrivatelocationsIdMetrics", "GET", "/v1/private-locations/{id}/metrics"),
            ("getV1StatuspagesIncidents", "GET", "/v1/status-pages/incidents"),
            (
                "postV1StatuspagesIncidentsIncidentidIncidentupdates",
                "POST",
                "/v1/status-pages/incidents/{incidentId}/incident-updates"
            ),
        ]
    );
    assert!(layer::operation("getNothing").is_none());
    assert_eq!(operations()[1].to_string(), "GET /v1/status-pages/incidents");
    assert_eq!(
        operations().iter().map(|operation| operation.call_name()).collect::<Vec<_>>(),
        ["private_locations().metrics", "status_page_incidents().list", "status_page_incident_updates().create"]
    );
}

#[test]
fn building_a_client_does_not_install_a_crypto_provider() {
    for url in ["http://127.0.0.1:1", "https://127.0.0.1:1"] {
        builder(url).build().unwrap();
        assert!(CryptoProvider::get_default().is_none());
    }
}

#[tokio::test]
async fn custom_reqwest_client_sends_the_requests() {
    let server = MockServer::start_async().await;
    let mock = server
        .mock_async(|when, then| {
            when.header("user-agent", "given").header("authorization", "Bearer k3y-0f-the-tests");
            then.status(200).json_body(json!({}));
        })
        .await;
    let given = custom_http().user_agent("given").build().unwrap();
    let client = builder(server.base_url()).http_client(given).build().unwrap();
    Operation::Incidents.call(&client).await.unwrap();
    mock.assert_async().await;
}
