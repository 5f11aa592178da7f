//! Reads metrics, lists incidents and adds an incident update.
//!
//! Without environment variables, the program calls a stand-in for the service inside this process. With
//! `MONITORING_SERVICE_URL`, `MONITORING_SERVICE_API_KEY` and `MONITORING_SERVICE_ACCOUNT_ID`, it calls the real service,
//! and reads the metrics of the private location `MONITORING_SERVICE_LOCATION_ID`. Since people see incident updates, it
//! adds one only if `MONITORING_SERVICE_INCIDENT_ID` names an incident.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

mod stand_in;

use std::{
    env,
    error::Error,
    io::{self, Write},
    process::ExitCode,
};

use monitoring_service::{
    Client,
    chrono::{TimeDelta, Utc},
    types,
    uuid::Uuid,
};

type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

#[tokio::main]
async fn main() -> ExitCode {
    match start(&mut io::stdout()).await {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output closed the pipe, which is not an error.
        Err(error) if is_closed_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            // If the error cannot be written to standard error either, nothing else can be done.
            let _ = match error.downcast_ref::<monitoring_service::Error>() {
                Some(error) => writeln!(io::stderr(), "error: {}", error.chain()),
                None => writeln!(io::stderr(), "error: {error}"),
            };
            ExitCode::FAILURE
        }
    }
}

async fn start(out: &mut impl Write) -> Result<()> {
    if env::args_os().len() > 1 {
        return Err("this takes no arguments, but the variables that README.md names".into());
    }
    let variable = |name: &str| env::var(format!("MONITORING_SERVICE_{name}")).ok();
    if ["URL", "API_KEY", "ACCOUNT_ID"].iter().all(|name| variable(name).is_none()) {
        writeln!(io::stderr(), "note: MONITORING_SERVICE_URL is not set: all values are invented")?;
        let client = stand_in::start()?;
        return run(&client, stand_in::LOCATION, Some(stand_in::INCIDENT), out).await;
    }
    let location = variable("LOCATION_ID").ok_or("`MONITORING_SERVICE_LOCATION_ID` is not set: set it to a UUID")?;
    let location =
        location.parse().map_err(|error| format!("`MONITORING_SERVICE_LOCATION_ID` is malformed: {error}"))?;
    run(&Client::from_env()?, location, variable("INCIDENT_ID").as_deref(), out).await
}

async fn run(client: &Client, location: Uuid, incident: Option<&str>, out: &mut impl Write) -> Result<()> {
    show_metrics(client, location, out).await?;
    show_incidents(client, out).await?;
    match incident {
        Some(incident) => add_update(client, incident, out).await,
        None => {
            writeln!(out, "\nNo update added: to add one, set MONITORING_SERVICE_INCIDENT_ID.")?;
            Ok(())
        }
    }
}

async fn show_metrics(client: &Client, location: Uuid, out: &mut impl Write) -> Result<()> {
    let metrics = client
        .private_locations()
        .metrics(location)
        .from(Utc::now() - TimeDelta::hours(6))
        .to(Utc::now())
        .send()
        .await?;
    let samples: Vec<types::PrivateLocationMetricsSample> = metrics.samples()?.collect();
    let largest = samples.iter().map(|sample| sample.queue_size).fold(1.0, f64::max);

    writeln!(out, "Private location {location}\nthe last 6 hours, {} samples\n", samples.len())?;
    writeln!(out, "{:<11} {:>7} {:>5}", "time (UTC)", "oldest", "queue")?;
    for sample in samples.iter().step_by(samples.len().div_ceil(12).max(1)) {
        let (time, oldest, size) =
            (sample.timestamp.format("%m-%d %H:%M"), sample.oldest_scheduled_check_run, sample.queue_size);
        let bar = "█".repeat((size / largest * 40.0).round() as usize);
        writeln!(out, "{time:<11} {oldest:>7} {size:>5} {bar}")?;
    }
    Ok(())
}

async fn show_incidents(client: &Client, out: &mut impl Write) -> Result<()> {
    let page = client.status_page_incidents().list().send().await?.into_inner();
    for incident in page.entries.unwrap_or_default() {
        let services: Vec<String> =
            incident.services.iter().flatten().map(|service| format_value(&service.name)).collect();
        writeln!(out, "\nIncident: {}", format_value(&incident.name))?;
        writeln!(out, "  {}, {}", format_value(&incident.severity), format_value(&incident.last_update_status))?;
        writeln!(out, "  since {}: {}", format_value(&incident.created_at), services.join(", "))?;
    }
    Ok(())
}

async fn add_update(client: &Client, incident: &str, out: &mut impl Write) -> Result<()> {
    let update = client
        .status_page_incident_updates()
        .create(incident)
        .body_map(|update| update.description("We found the cause and are working on it.").notify_subscribers(false))
        .send()
        .await?;
    writeln!(out, "\nAdded to incident {incident}: {}", format_value(&update.id))?;
    writeln!(out, "  {}: {}", format_value(&update.status), format_value(&update.description))?;
    Ok(())
}

/// Formats a value for the terminal. Control characters are replaced, so that text from the service cannot move the
/// cursor.
fn format_value(value: &Option<impl ToString>) -> String {
    value.as_ref().map_or("-".to_owned(), |value| value.to_string().replace(char::is_control, "\u{fffd}"))
}

fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A writer that fails like a closed pipe or a full disk.
    struct Failing(io::ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    async fn run_against_the_stand_in(out: &mut impl Write) -> Result<()> {
        run(&stand_in::start()?, stand_in::LOCATION, Some(stand_in::INCIDENT), out).await
    }

    #[tokio::test]
    async fn quickstart_prints_the_result_of_each_call_within_80_columns() {
        let mut out = Vec::new();
        run_against_the_stand_in(&mut out).await.unwrap();
        let text = String::from_utf8(out).unwrap();
        for expected in ["36 samples", "Checks are delayed", "CRITICAL, INVESTIGATING", "Added to incident incident-1"]
        {
            assert!(text.contains(expected), "{text}");
        }
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }

    #[tokio::test]
    async fn quickstart_distinguishes_a_closed_pipe_from_a_full_disk() {
        for (kind, expected) in [(io::ErrorKind::BrokenPipe, true), (io::ErrorKind::StorageFull, false)] {
            let error = run_against_the_stand_in(&mut Failing(kind)).await.unwrap_err();
            assert_eq!(is_closed_pipe(&*error), expected, "{error}");
        }
    }
}
