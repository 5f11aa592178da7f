//! A mock of the service, which the other example programs can call. All of its values are invented.
//!
//! ```text
//! cargo run -p example-mock-service
//! ```
//!
//! The program prints the environment variables to set in another terminal, and runs until it is stopped.

use monitoring_service::{
    chrono::{TimeDelta, Utc},
    error::BuildError,
    httpmock::MockServer,
    mock::MockServerExt as _,
    types,
    uuid::Uuid,
};

const LOCATION: Uuid = Uuid::from_u128(0x0190_163d_8694_739b_aea5_966c_26f8_ad91);
const INCIDENT: &str = "incident-1";
const ACCOUNT: Uuid = Uuid::from_u128(0x6ba7_b810_9dad_11d1_80b4_00c0_4fd4_30c8);

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let server = start().await?;
    println!("export MONITORING_SERVICE_URL={}", server.base_url());
    println!("export MONITORING_SERVICE_API_KEY=any");
    println!("export MONITORING_SERVICE_ACCOUNT_ID={ACCOUNT}");
    println!("# It has the private location {LOCATION} and the incident {INCIDENT}.");
    Ok(tokio::signal::ctrl_c().await?)
}

async fn start() -> Result<MockServer, BuildError> {
    let server = MockServer::start_async().await;
    server.private_locations().metrics().path("id", LOCATION).respond(&metrics()?);
    server.status_page_incidents().list().respond(&incidents()?);
    server.status_page_incident_updates().create().path("incident_id", INCIDENT).respond(&update()?);
    Ok(server)
}

/// Returns one sample for every ten minutes of the last six hours.
fn metrics() -> Result<types::PrivateLocationMetrics, BuildError> {
    let times: Vec<_> = (0..36).rev().map(|index| Utc::now() - TimeDelta::minutes(10 * index)).collect();
    let sizes: Vec<f64> = (0..36).map(f64::from).collect();
    types::PrivateLocationMetrics::builder()
        .timestamps(times)
        .queue_size(sizes.clone())
        .oldest_scheduled_check_run(sizes)
        .build()
}

fn incidents() -> Result<types::IncidentList, BuildError> {
    let incident = types::Incident::builder().id(INCIDENT).name("Checks are delayed").severity("CRITICAL");
    let incident = incident.last_update_status("INVESTIGATING").build()?;
    types::IncidentList::builder().entries([incident]).build()
}

fn update() -> Result<types::IncidentUpdate, BuildError> {
    types::IncidentUpdate::builder().id("update-1").status("INVESTIGATING").build()
}
