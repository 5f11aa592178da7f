//! Reads metrics, lists incidents and adds an incident update.
//!
//! Without environment variables it talks to a mock of the service inside this process. With
//! `MONITORING_SERVICE_URL`, `MONITORING_SERVICE_API_KEY` and `MONITORING_SERVICE_ACCOUNT_ID` it talks to the real
//! service, and reads the metrics of the private location `MONITORING_SERVICE_LOCATION_ID`. Since people see incident
//! updates, it adds one only if `MONITORING_SERVICE_INCIDENT_ID` names an incident.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

use std::{io::Write, process::ExitCode};

use chrono::{TimeDelta, Utc};
use monitoring_service::{Client, WhenLimited, types};
use uuid::Uuid;

#[path = "../common/mod.rs"]
mod common;
mod screen;

use common::{Result, Service};
use screen::Screen;

#[tokio::main]
async fn main() -> ExitCode {
    common::end(match common::no_argument("quickstart") {
        Ok(()) => run(&mut Screen::stdout()).await,
        Err(error) => Err(error),
    })
}

async fn run(screen: &mut Screen<impl Write>) -> Result<()> {
    let service = Service::connect_with(|builder| builder.rate_limit(WhenLimited::Wait)).await?;
    show_metrics(screen, &service.client, service.location()?).await?;
    show_incidents(screen, &service.client).await?;
    match &service.incident {
        Some(incident) => add_update(screen, &service.client, incident).await,
        None => {
            screen.line("")?;
            screen.line("No update added. To add one, set")?;
            screen.line("MONITORING_SERVICE_INCIDENT_ID.")?;
            Ok(())
        }
    }
}

async fn show_metrics(screen: &mut Screen<impl Write>, client: &Client, location: Uuid) -> Result<()> {
    let metrics = client
        .private_locations()
        .metrics(location)
        .from(Utc::now() - TimeDelta::hours(6))
        .to(Utc::now())
        .send()
        .await?;
    let samples: Vec<types::PrivateLocationMetricsSample> = metrics.samples()?.collect();
    let largest = samples.iter().map(|sample| sample.queue_size).fold(0.0, f64::max);

    screen.line("")?;
    screen.line("Private location")?;
    screen.line(&location.to_string())?;
    screen.line(&format!("the last 6 hours, {} samples", samples.len()))?;
    screen.line("")?;
    screen.line(&format!("{:<11} {:>7} {:>5}", "time (UTC)", "oldest", "queue"))?;
    for sample in samples.iter().step_by(samples.len().div_ceil(12).max(1)) {
        let time = sample.timestamp.format("%m-%d %H:%M");
        let text = format!("{time:<11} {:>7} {:>5}", sample.oldest_scheduled_check_run, sample.queue_size);
        screen.bar(&text, sample.queue_size, largest)?;
    }
    Ok(())
}

async fn show_incidents(screen: &mut Screen<impl Write>, client: &Client) -> Result<()> {
    let incidents = common::incidents(client).await?;
    screen.line("")?;
    screen.line(&format!("Incidents: {}", incidents.len()))?;
    for incident in &incidents {
        let date = incident.created_at.as_ref().map(|date| date.date().to_string());
        let services: Vec<String> = incident.services.iter().flatten().map(|service| shown(&service.name)).collect();
        screen.line("")?;
        screen.line(&shown(&incident.name))?;
        screen.line(&format!("  {} {}", shown(&incident.severity), shown(&incident.last_update_status)))?;
        screen.line(&format!("  since {}: {}", shown(&date), services.join(", ")))?;
    }
    Ok(())
}

async fn add_update(screen: &mut Screen<impl Write>, client: &Client, incident: &str) -> Result<()> {
    let update = client
        .status_page_incident_updates()
        .create(incident)
        .body_map(|update| update.description("We found the cause and are working on it.").notify_subscribers(false))
        .send()
        .await?;
    screen.line("")?;
    screen.line(&format!("Added to incident {incident}: {}", shown(&update.id)))?;
    screen.line(&format!("  {}: {}", shown(&update.status), shown(&update.description)))?;
    Ok(())
}

fn shown(value: &Option<impl ToString>) -> String {
    value.as_ref().map_or("-".to_owned(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    /// Fails like a closed pipe or a full disk.
    struct Failing(io::ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[tokio::test]
    async fn every_line_fits_the_terminal() -> Result<()> {
        for columns in [40, 80, 200] {
            let mut out = Vec::new();
            run(&mut Screen::new(&mut out, columns)).await?;
            let text = String::from_utf8(out)?;
            let widest = text.lines().map(console::measure_text_width).max();
            assert!(widest.is_some_and(|widest| widest <= columns) && text.lines().count() > 20, "{text}");
        }
        Ok(())
    }

    #[tokio::test]
    async fn a_closed_pipe_is_a_quiet_end_and_a_full_disk_is_not() {
        for (kind, expected) in
            [(io::ErrorKind::BrokenPipe, None), (io::ErrorKind::StorageFull, Some("no storage space"))]
        {
            let error = run(&mut Screen::new(Failing(kind), 80)).await.unwrap_err();
            assert_eq!(common::message(&*error).as_deref(), expected);
        }
    }
}
