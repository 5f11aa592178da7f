//! Reads metrics, lists incidents and adds an incident update.
//!
//! Without environment variables it talks to a mock of the service inside this process. With
//! `MONITORING_SERVICE_URL`, `MONITORING_SERVICE_API_KEY` and `MONITORING_SERVICE_ACCOUNT_ID` it talks to the real
//! service, and reads the metrics of the private location `MONITORING_SERVICE_LOCATION_ID`. Since people see incident
//! updates, it adds one only if `MONITORING_SERVICE_INCIDENT_ID` names an incident.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

use std::{
    env,
    error::Error,
    io::{self, Write},
    process::ExitCode,
};

use chrono::{TimeDelta, Utc};
use futures_util::TryStreamExt;
use monitoring_service::{Client, paginate, types};
use uuid::Uuid;

mod mock;
mod screen;

use screen::Screen;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

#[tokio::main]
async fn main() -> ExitCode {
    let Some(message) = run(&mut Screen::stdout()).await.err().and_then(|error| message(&*error)) else {
        return ExitCode::SUCCESS;
    };
    // There is nobody to tell if this cannot be written either.
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::FAILURE
}

/// What is wrong, on one line; nothing if whoever reads the output has seen enough and closed the pipe.
fn message(error: &(dyn Error + 'static)) -> Option<String> {
    let is_closed = error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    (!is_closed).then(|| one_line(error))
}

async fn run(screen: &mut Screen<impl Write>) -> Result<()> {
    let is_real = ["URL", "API_KEY", "ACCOUNT_ID"].iter().any(|name| variable(name).is_some());
    let mock = if is_real { None } else { Some(mock::start().await?) };
    let (client, location, incident) = match &mock {
        Some(server) => {
            screen.line("MONITORING_SERVICE_* is not set:")?;
            screen.line("using a mock inside this process.")?;
            (mock::client(server)?, mock::LOCATION, Some(mock::INCIDENT.to_owned()))
        }
        None => (Client::from_env()?, location_from_env()?, variable("INCIDENT_ID")),
    };
    show_metrics(screen, &client, location).await?;
    show_incidents(screen, &client).await?;
    match incident {
        Some(incident) => add_update(screen, &client, &incident).await,
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
    let incidents: Vec<types::Incident> = paginate(|next| {
        let client = client.with_query(next.map(|id| ("nextId", id)));
        async move { client.status_page_incidents().list().send().await }
    })
    .try_collect()
    .await?;

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

fn location_from_env() -> Result<Uuid> {
    let text = variable("LOCATION_ID")
        .ok_or("`MONITORING_SERVICE_LOCATION_ID` is not set: set it to a private location, a UUID")?;
    Ok(text.parse().map_err(|error| format!("`MONITORING_SERVICE_LOCATION_ID` is malformed: {error}"))?)
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

#[cfg(test)]
mod tests {
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
            assert_eq!(message(&*error).as_deref(), expected);
        }
    }
}
