//! Reads metrics, lists incidents and adds an incident update.
//!
//! Without environment variables it talks to a mock of the service inside this process. With
//! `MONITORING_SERVICE_URL`, `MONITORING_SERVICE_API_KEY` and `MONITORING_SERVICE_ACCOUNT_ID` it talks to the real
//! one: to the location `MONITORING_SERVICE_LOCATION_ID`, and, since that is a write which people see, it adds the
//! update only to an incident that `MONITORING_SERVICE_INCIDENT_ID` names.

use std::{env, error::Error, process::ExitCode};

use chrono::{TimeDelta, Utc};
use futures_util::TryStreamExt;
use monitoring_service::{Client, paginate, types};
use uuid::Uuid;

mod mock;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", one_line(&*error));
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<()> {
    let is_real = ["URL", "API_KEY", "ACCOUNT_ID"].iter().any(|name| variable(name).is_some());
    let mock = if is_real { None } else { Some(mock::start().await) };
    let (client, location, incident) = match &mock {
        Some(server) => {
            println!("No MONITORING_SERVICE_* variables are set: talking to a mock inside this process.");
            (mock::client(server)?, mock::LOCATION, Some(mock::INCIDENT.to_owned()))
        }
        None => (Client::from_env()?, location_from_env()?, variable("INCIDENT_ID")),
    };
    show_metrics(&client, location).await?;
    show_incidents(&client).await?;
    match incident {
        Some(incident) => add_update(&client, &incident).await,
        None => {
            println!("\nNo update is added: set MONITORING_SERVICE_INCIDENT_ID to add one.");
            Ok(())
        }
    }
}

async fn show_metrics(client: &Client, location: Uuid) -> Result<()> {
    let metrics = client
        .private_locations()
        .metrics(location)
        .from(Utc::now() - TimeDelta::hours(6))
        .to(Utc::now())
        .send()
        .await?;
    let samples: Vec<types::PrivateLocationMetricsSample> = metrics.samples()?.collect();

    println!("\nPrivate location {location}, the last 6 hours, {} samples\n", samples.len());
    println!("{:<20} {:>6} {:>12}", "time (UTC)", "queue", "oldest run");
    for sample in samples.iter().step_by(samples.len().div_ceil(6).max(1)) {
        let time = sample.timestamp.format("%Y-%m-%d %H:%M:%S");
        println!("{time:<20} {:>6} {:>12}", sample.queue_size, sample.oldest_scheduled_check_run);
    }
    if !samples.is_empty() {
        let queue = samples.iter().map(|sample| sample.queue_size).collect();
        let shape = rasciigraph::Config::default().with_width(60).with_height(8).with_caption("queue size".to_owned());
        println!("\n{}", rasciigraph::plot(queue, shape));
    }
    Ok(())
}

async fn show_incidents(client: &Client) -> Result<()> {
    let incidents: Vec<types::Incident> = paginate(|next| {
        let client = client.with_query(next.map(|id| ("nextId", id)));
        async move { client.status_page_incidents().list().send().await }
    })
    .try_collect()
    .await?;

    println!("\nIncidents: {}\n", incidents.len());
    for incident in &incidents {
        println!(
            "{:<9} {:<14} {:<11} {} ({})",
            shown(&incident.severity),
            shown(&incident.last_update_status),
            incident.created_at.as_ref().map(|date| date.date().to_string()).unwrap_or_default(),
            shown(&incident.name),
            incident.services.iter().flatten().map(|service| shown(&service.name)).collect::<Vec<_>>().join(", "),
        );
    }
    Ok(())
}

async fn add_update(client: &Client, incident: &str) -> Result<()> {
    let update = client
        .status_page_incident_updates()
        .create(incident)
        .body_map(|update| update.description("We found the cause and are working on it.").notify_subscribers(false))
        .send()
        .await?;
    println!("\nAdded to incident {incident}: update {}", shown(&update.id));
    println!("  {}: {}", shown(&update.status), shown(&update.description));
    Ok(())
}

fn shown(value: &Option<impl ToString>) -> String {
    value.as_ref().map_or("-".to_owned(), ToString::to_string)
}

fn location_from_env() -> Result<Uuid> {
    let text = variable("LOCATION_ID").ok_or("MONITORING_SERVICE_LOCATION_ID is not set: name a private location")?;
    Ok(text.parse().map_err(|error| format!("MONITORING_SERVICE_LOCATION_ID is not a UUID: {error}"))?)
}

fn variable(name: &str) -> Option<String> {
    env::var(format!("MONITORING_SERVICE_{name}")).ok()
}

/// The error and what caused it.
fn one_line(error: &(dyn Error + 'static)) -> String {
    match error.downcast_ref::<monitoring_service::Error>() {
        Some(error) => error.chain().to_string(),
        None => error.to_string(),
    }
}
