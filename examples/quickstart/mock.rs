//! The service, as far as the example needs it.

use chrono::{SecondsFormat, TimeDelta, Utc};
use httpmock::{Method, MockServer};
use monitoring_service::{Client, Error};
use serde_json::{Value, json};
use uuid::Uuid;

pub const LOCATION: Uuid = Uuid::from_u128(0x0190_163d_8694_739b_aea5_966c_26f8_ad91);
pub const INCIDENT: &str = "incident-1";
const ACCOUNT: Uuid = Uuid::from_u128(0x6ba7_b810_9dad_11d1_80b4_00c0_4fd4_30c8);

/// A client of the mock.
pub fn client(server: &MockServer) -> Result<Client, Error> {
    Client::builder(server.base_url()).api_key("any key").account_id(ACCOUNT).build()
}

/// Starts the mock on a free port of this machine.
pub async fn start() -> MockServer {
    let server = MockServer::start_async().await;
    let metrics = format!("/v1/private-locations/{LOCATION}/metrics");
    let updates = format!("/v1/status-pages/incidents/{INCIDENT}/incident-updates");
    response(&server, Method::GET, &metrics, self::metrics()).await;
    response(&server, Method::GET, "/v1/status-pages/incidents", incidents()).await;
    response(&server, Method::POST, &updates, update()).await;
    server
}

async fn response(server: &MockServer, method: Method, path: &str, body: Value) {
    server
        .mock_async(|when, then| {
            when.method(method).path(path).header_exists("authorization").header_exists("x-service-account");
            then.status(200).json_body(body);
        })
        .await;
}

/// A queue that fills up and is worked off, every ten minutes for six hours.
fn metrics() -> Value {
    let queue: Vec<i32> = (0..36).map(|i: i32| (18 - (i - 18).abs()) * 3 + i % 4).collect();
    let oldest: Vec<i32> = queue.iter().map(|size| size * 7).collect();
    let start = Utc::now() - TimeDelta::hours(6);
    let times: Vec<String> =
        (0..36).map(|i| (start + TimeDelta::minutes(10 * i)).to_rfc3339_opts(SecondsFormat::Millis, true)).collect();
    json!({ "timestamps": times, "queueSize": queue, "oldestScheduledCheckRun": oldest })
}

fn incidents() -> Value {
    json!({ "length": 1, "entries": [{
        "id": INCIDENT,
        "name": "Checks are delayed",
        "severity": "CRITICAL",
        "lastUpdateStatus": "INVESTIGATING",
        "services": [{ "id": "service-1", "name": "Check runners" }, { "id": "service-2", "name": "Alerting" }],
        "incidentUpdates": [],
        "created_at": Utc::now().date_naive(),
        "updated_at": Utc::now().date_naive(),
    }] })
}

fn update() -> Value {
    json!({
        "id": "update-1",
        "description": "We found the cause and are working on it.",
        "status": "INVESTIGATING",
        "notifySubscribers": false,
    })
}
