use monitoring_service::{
    ApiError, Client, Error,
    error::{Call, InvalidRequest, TransportError, TransportFailure},
    http::{HeaderMap, HeaderValue, StatusCode, header::RETRY_AFTER},
    httpmock::MockServer,
    mock::{MockServerExt as _, undeclared},
    operations,
    reqwest::Proxy,
    types::{Incident, IncidentList},
};
use serde_json::json;

use super::*;

async fn service() -> (Client, MockServer) {
    let server = mock::start().await;
    (mock::client(&server).build().unwrap(), server)
}

fn incident(fields: serde_json::Value) -> Incident {
    serde_json::from_value(fields).unwrap()
}

#[tokio::test]
async fn read_only_guide_samples_succeed() {
    let (client, _server) = service().await;
    run_reading_samples(&client, mock::LOCATION).await.unwrap();
}

#[tokio::test]
async fn longest_queue_returns_the_largest_queue_size() {
    let (client, _server) = service().await;
    assert_eq!(longest_queue::longest_queue(&client, mock::LOCATION).await.unwrap(), 35.0);
}

#[tokio::test]
async fn time_window_sample_sends_unix_seconds() {
    let (client, _server) = service().await;
    assert_eq!(time_window::samples_of_the_last_hour(&client, mock::LOCATION).await.unwrap(), 36);
    let server = MockServer::start_async().await;
    let mock = server.private_locations().metrics().query("to", 32_503_676_399_i64).respond(&Default::default());
    let client = &mock::client(&server).build().unwrap();
    assert_eq!(time_window::samples_of_the_last_hour(client, mock::LOCATION).await.unwrap(), 0);
    mock.assert();
}

#[tokio::test]
async fn add_update_sample_sends_only_the_fields_that_were_set() {
    let server = MockServer::start_async().await;
    let sent = json!({ "description": "We are looking into it.", "notifySubscribers": false });
    let mock = server.status_page_incident_updates().create().path("incident_id", "7").body(sent);
    let mock = mock.respond(&Default::default());
    add_update::update(&mock::client(&server).build().unwrap(), "7").await.unwrap();
    mock.assert();
}

#[tokio::test]
async fn sample_for_undeclared_requests_sends_credentials() {
    let server = MockServer::start_async().await;
    let mock = server.mock(|when, then| {
        when.method("GET").path("/v1/dashboards/a").query_param("limit", "10").header_exists("authorization");
        then.status(200).json_body(json!({ "name": "A" }));
    });
    let dashboard = undeclared_request::dashboard(&mock::client(&server).build().unwrap(), "a").await.unwrap();
    assert_eq!(dashboard, json!({ "name": "A" }));
    mock.assert();
}

#[tokio::test]
async fn next_id_sample_requests_the_page_after_the_first_page() {
    let server = MockServer::start_async().await;
    let page = |page| serde_json::from_value::<IncidentList>(page).unwrap();
    let last = server.status_page_incidents().list().query(undeclared("nextId"), "2");
    let last = last.respond(&page(json!({ "entries": [{ "name": "B" }] })));
    let first = server.status_page_incidents().list().query_absent(undeclared("nextId"));
    let first = first.respond(&page(json!({ "entries": [{ "name": "A" }], "nextId": "2" })));
    next_id::print_incidents(&mock::client(&server).build().unwrap()).await.unwrap();
    first.assert();
    last.assert();
}

#[tokio::test]
async fn derived_client_sample_sends_the_other_account() {
    let server = MockServer::start_async().await;
    let other = "0190163d-8694-739b-aea5-966c26f8ad91";
    let mock = server.status_page_incidents().list().header("x-service-account", other).respond(&Default::default());
    let account = mock::ACCOUNT.to_string();
    let [_, of_other_account] = derived_client::clients(&server.base_url(), "key", &account, other).unwrap();
    of_other_account.status_page_incidents().list().send().await.unwrap();
    mock.assert();
}

#[tokio::test]
async fn interceptor_sample_sets_a_header_and_the_api_key() {
    let server = MockServer::start_async().await;
    let mock = server.status_page_incidents().list().header("x-attempt", "1");
    let mock = mock.header("authorization", "Bearer the current key").respond(&Default::default());
    let client = mock::client(&server).interceptor(hooks::Hooks).build().unwrap();
    client.status_page_incidents().list().send().await.unwrap();
    mock.assert();
}

#[tokio::test]
async fn patient_client_sample_sets_retry_policy_and_deadline() {
    let patient = format!("{:?}", patient_client::patient(&service().await.0));
    for setting in ["max_retries: 5", "max_wait: 120s", "deadline: Some(300s)"] {
        assert!(patient.contains(setting), "{patient}");
    }
}

#[tokio::test]
async fn proxy_sample_sends_requests_to_the_proxy() {
    let proxy = MockServer::start_async().await;
    let mock = proxy.get_v1_statuspages_incidents().header("user-agent", "my-program/1.0").respond(&Default::default());
    let builder = Client::builder("http://api.example.com").allow_plain_http().api_key("key").account_id(mock::ACCOUNT);
    let client = proxy::through(Proxy::all(proxy.base_url()).unwrap(), builder).build().unwrap();
    client.status_page_incidents().list().send().await.unwrap();
    mock.assert();
}

#[tokio::test]
async fn shared_limit_sample_builds_a_client_without_connecting() {
    let account = mock::ACCOUNT.to_string();
    let client = shared_limit::client("https://api.example.com", "key", &account).unwrap();
    assert_eq!(client.limits().iter().map(|limit| limit.used()).max(), Some(0));
}

#[test]
fn advice_sample_returns_the_advice_for_each_kind_of_error() {
    let any = operations().first().unwrap();
    let api = |status| ApiError::new(any, status);
    let retry_after = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from(60))]);
    for (error, expected) in [
        (Error::from(api(StatusCode::UNAUTHORIZED)), "check the API key"),
        (api(StatusCode::TOO_MANY_REQUESTS).with_headers(retry_after).into(), "wait for the time in `retry_after`"),
        (TransportError::new(Call::of(any), TransportFailure::Connect).into(), "try again later"),
        (InvalidRequest::new("no").into(), "read the error"),
    ] {
        assert_eq!(advice::advice(&error), expected, "{error}");
    }
}

#[test]
fn open_enum_sample_alerts_only_for_critical_and_major() {
    for (severity, expected) in [("CRITICAL", true), ("MAJOR", true), ("MINOR", false)] {
        assert_eq!(open_enum::pages_somebody(&incident(json!({ "severity": severity }))), expected);
    }
    assert!(!open_enum::pages_somebody(&Incident::default()));
}

#[test]
fn undeclared_field_sample_reads_an_undeclared_field() {
    assert_eq!(undeclared_field::region(&incident(json!({ "region": "eu" }))), Some("eu"));
    assert_eq!(undeclared_field::region(&Incident::default()), None);
}

#[test]
fn restored_incident_equals_the_stored_incident() {
    let received = incident(json!({ "name": "A", "severity": "NEW", "region": "eu", "createdAt": "2026-01-02" }));
    let restored = stored_incident::restored(&stored_incident::stored(&received).unwrap()).unwrap();
    assert_eq!(restored, received);
}
