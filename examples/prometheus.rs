//! Writes the latest metrics of a private location as a text file for the Prometheus node exporter.
//!
//! ```text
//! cargo run --example prometheus -- /var/lib/node_exporter/monitoring_service.prom
//! ```
//!
//! Run it every five minutes, by cron or a timer: 288 of the 300 requests that the service allows per day. The count is
//! kept beside the file, so a run too many is not sent.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

use std::{path::Path, process::ExitCode};

use chrono::{TimeDelta, Utc};
use monitoring_service::{
    ClientBuilder, OnStoreError, WhenLimited, rate_limit::FileStore, types::PrivateLocationMetricsSample,
};
use uuid::Uuid;

#[path = "common/mod.rs"]
mod common;

use common::{Result, Service};

#[tokio::main]
async fn main() -> ExitCode {
    common::end(match common::output("prometheus [monitoring_service.prom]", "monitoring_service.prom") {
        Ok(path) => run(&path).await,
        Err(error) => Err(error),
    })
}

async fn run(path: &Path) -> Result<()> {
    let limits = FileStore::new(common::beside(path, ".limits"));
    // A count that cannot be kept is no reason to exceed it.
    let builder = |builder: ClientBuilder| {
        builder.rate_limit(WhenLimited::Fail).rate_limit_store(limits).on_store_error(OnStoreError::Refuse)
    };
    let service = Service::connect_with(builder).await?;
    let location = service.location()?;
    let metrics = service.client.private_locations().metrics(location);
    let metrics = metrics.from(Utc::now() - TimeDelta::minutes(30)).to(Utc::now()).send().await?;
    let latest = metrics
        .samples()?
        .max_by_key(|sample| sample.timestamp)
        .ok_or("the service has no samples of the last 30 minutes")?;
    // The exporter reads the file at any time: it is replaced as a whole.
    Ok(common::replace(path, &text(location, &latest))?)
}

/// The text format of Prometheus. The service does not say in which unit the age is.
fn text(location: Uuid, sample: &PrivateLocationMetricsSample) -> String {
    let metric = |name: &str, help: &str, value: f64| {
        format!("# HELP {name} {help}\n# TYPE {name} gauge\n{name}{{location=\"{location}\"}} {value}\n")
    };
    [
        metric("monitoring_service_queue_size", "Queue size.", sample.queue_size),
        metric(
            "monitoring_service_oldest_scheduled_check_run",
            "Age of the oldest scheduled check run, as the service gives it.",
            sample.oldest_scheduled_check_run,
        ),
        metric(
            "monitoring_service_sample_timestamp_seconds",
            "When the sample was taken.",
            sample.timestamp.timestamp() as f64,
        ),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[tokio::test]
    async fn the_file_has_a_value_of_each_metric() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.prom");
        run(&path).await.unwrap();
        let text = fs::read_to_string(path).unwrap();
        let values: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(values.len(), 3, "{text}");
        assert!(values[0].starts_with("monitoring_service_queue_size{location=\"0190163d-"), "{text}");
    }
}
