//! The service, as far as the examples need it.

use chrono::{TimeDelta, Utc};
use httpmock::MockServer;
use monitoring_service::{Client, ClientBuilder, error::BuildError, mock::MockServerExt as _, types};
use uuid::Uuid;

pub const LOCATION: Uuid = Uuid::from_u128(0x0190_163d_8694_739b_aea5_966c_26f8_ad91);
pub const INCIDENT: &str = "incident-1";
pub const ACCOUNT: Uuid = Uuid::from_u128(0x6ba7_b810_9dad_11d1_80b4_00c0_4fd4_30c8);

/// A client of the mock.
pub fn client(server: &MockServer) -> ClientBuilder {
    Client::builder(server.base_url()).api_key("any key").account_id(ACCOUNT)
}

/// Starts the mock on a free port of this machine.
pub async fn start() -> Result<MockServer, BuildError> {
    let server = MockServer::start_async().await;
    server.private_locations().metrics().path("id", LOCATION).respond(&metrics()?);
    server.status_page_incidents().list().respond(&incidents()?);
    server.status_page_incident_updates().create().path("incident_id", INCIDENT).respond(&update()?);
    Ok(server)
}

/// A queue that fills up and is worked off, every ten minutes for six hours.
fn metrics() -> Result<types::PrivateLocationMetrics, BuildError> {
    let start = Utc::now() - TimeDelta::hours(6);
    let queue = (0..36).map(|i| f64::from((18 - (i - 18_i32).abs()) * 3 + i % 4));
    types::PrivateLocationMetrics::builder()
        .timestamps((0..36).map(|i| start + TimeDelta::minutes(10 * i)).collect::<Vec<_>>())
        .oldest_scheduled_check_run(queue.clone().map(|size| size * 7.0).collect::<Vec<_>>())
        .queue_size(queue.collect::<Vec<_>>())
        .build()
}

fn incidents() -> Result<types::IncidentList, BuildError> {
    let service = |id: &str, name: &str| types::Service::builder().id(id).name(name).build();
    let incident = types::Incident::builder()
        .id(INCIDENT)
        .name("Checks are delayed")
        .severity("CRITICAL")
        .last_update_status("INVESTIGATING")
        .services([service("service-1", "Check runners")?, service("service-2", "Alerting")?])
        .created_at(Utc::now().date_naive())
        .updated_at(Utc::now().date_naive())
        .build()?;
    types::IncidentList::builder().length(1.0).entries([incident]).build()
}

fn update() -> Result<types::IncidentUpdate, BuildError> {
    types::IncidentUpdate::builder()
        .id("update-1")
        .description("We found the cause and are working on it.")
        .status("INVESTIGATING")
        .notify_subscribers(false)
        .build()
}
