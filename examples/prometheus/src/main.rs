//! Writes the latest metrics of a private location as a text file for the Prometheus node exporter.
//!
//! ```text
//! cargo run -p example-prometheus -- LOCATION /var/lib/node_exporter/monitoring_service.prom
//! ```
//!
//! Run the program every five minutes with cron or a timer. It then sends 288 of the 300 requests that the service allows per
//! day. The count of requests is stored beside the file, so a run that would exceed the limit sends nothing.

use std::{fs, path::Path};

use anyhow::Context as _;
use monitoring_service::{
    ClientBuilder, OnStoreError, WhenLimited,
    chrono::{TimeDelta, Utc},
    rate_limit::FileStore,
    types::PrivateLocationMetricsSample,
    uuid::Uuid,
};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [location, path] = arguments.as_slice() else { anyhow::bail!("usage: example-prometheus LOCATION FILE") };
    let location = location.parse().context("the location is not a UUID")?;
    write(ClientBuilder::from_env()?, location, path.as_ref()).await
}

async fn write(builder: ClientBuilder, location: Uuid, path: &Path) -> anyhow::Result<()> {
    let limits = FileStore::new(path.with_extension("limits"));
    // If the count cannot be stored, the request fails, because it might exceed the limit.
    let builder = builder.rate_limit(WhenLimited::Fail).rate_limit_store(limits).on_store_error(OnStoreError::Refuse);
    let metrics = builder.build()?.private_locations().metrics(location);
    let metrics = metrics.from(Utc::now() - TimeDelta::minutes(30)).to(Utc::now()).send().await?;
    let latest = metrics
        .samples()?
        .max_by_key(|sample| sample.timestamp)
        .context("the service has no samples of the last 30 minutes")?;
    // The file is replaced atomically, because the exporter may read it at any time.
    let new = path.with_extension("new");
    fs::write(&new, format_metrics(location, &latest))
        .and_then(|()| fs::rename(&new, path))
        .with_context(|| format!("{} cannot be written", path.display()))
}

/// Formats a sample in the text format of Prometheus. The metric of the oldest scheduled check run has no unit, because
/// the service does not document one.
fn format_metrics(location: Uuid, sample: &PrivateLocationMetricsSample) -> String {
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
    use monitoring_service::{Client, httpmock::MockServer, mock::MockServerExt as _, types::PrivateLocationMetrics};

    use super::*;

    #[tokio::test]
    async fn prometheus_export_contains_the_latest_value_of_each_metric() {
        let server = MockServer::start_async().await;
        let times = [5, 15].map(|minutes| Utc::now() - TimeDelta::minutes(minutes));
        let metrics = PrivateLocationMetrics::builder().timestamps(times).queue_size([3.0, 4.0]);
        let metrics = metrics.oldest_scheduled_check_run([1.0, 2.0]).build().unwrap();
        server.private_locations().metrics().respond(&metrics);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.prom");
        let builder = Client::builder(server.base_url()).api_key("key").account_id(Uuid::nil());
        write(builder, Uuid::nil(), &path).await.unwrap();
        let text = fs::read_to_string(path).unwrap();
        let values: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let label = "{location=\"00000000-0000-0000-0000-000000000000\"}";
        assert_eq!(values[0], format!("monitoring_service_queue_size{label} 3"));
        assert_eq!(values[1], format!("monitoring_service_oldest_scheduled_check_run{label} 1"));
        assert_eq!(values.len(), 3, "{text}");
    }
}
