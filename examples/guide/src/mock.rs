//! A mock of the operations that the samples call.

use monitoring_service::{
    Client, ClientBuilder,
    chrono::{TimeDelta, Utc},
    httpmock::MockServer,
    mock::MockServerExt as _,
    types,
    uuid::Uuid,
};

pub const LOCATION: Uuid = Uuid::from_u128(0x0190_163d_8694_739b_aea5_966c_26f8_ad91);
pub const ACCOUNT: Uuid = Uuid::from_u128(0x6ba7_b810_9dad_11d1_80b4_00c0_4fd4_30c8);

pub fn client(server: &MockServer) -> ClientBuilder {
    Client::builder(server.base_url()).api_key("any key").account_id(ACCOUNT)
}

/// Starts the mock. It responds with one incident, and with 36 samples of a queue, the largest of which is 35.
pub async fn start() -> MockServer {
    let server = MockServer::start_async().await;
    let times: Vec<_> = (0..36).rev().map(|index| Utc::now() - TimeDelta::minutes(index)).collect();
    let sizes: Vec<f64> = (0..36).map(f64::from).collect();
    let metrics = types::PrivateLocationMetrics::builder().timestamps(times).queue_size(sizes.clone());
    let metrics = metrics.oldest_scheduled_check_run(sizes).build().unwrap();
    server.private_locations().metrics().path("id", LOCATION).respond(&metrics);
    let incidents = types::IncidentList::builder().entries([types::Incident::default()]).build().unwrap();
    server.status_page_incidents().list().respond(&incidents);
    server
}
