//! Draws the queue of a private location over the last six hours, as an SVG picture.
//!
//! ```text
//! cargo run -p example-queue-chart -- LOCATION queue.svg
//! ```

mod chart;

use std::{fs, path::Path};

use anyhow::Context as _;
use chart::{Chart, Point};
use monitoring_service::{
    Client,
    chrono::{TimeDelta, Utc},
    uuid::Uuid,
};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [location, path] = arguments.as_slice() else { anyhow::bail!("usage: example-queue-chart LOCATION FILE") };
    let location = location.parse().context("the location is not a UUID")?;
    let count = draw(&Client::from_env()?, location, path.as_ref()).await?;
    println!("{count} samples, in {path}");
    Ok(())
}

/// Writes the chart to a file, and returns the number of samples in it.
async fn draw(client: &Client, location: Uuid, path: &Path) -> anyhow::Result<usize> {
    let (from, to) = (Utc::now() - TimeDelta::hours(6), Utc::now());
    let metrics = client.private_locations().metrics(location).from(from).to(to).send().await?;
    let points = metrics.samples()?.map(|sample| Point { time: sample.timestamp, value: sample.queue_size });
    let mut points: Vec<Point> = points.collect();
    points.sort_by_key(|point| point.time);
    // The service does not document the unit of the queue size.
    let chart = Chart { title: format!("Queue of private location {location}"), unit: "queue size", from, to };
    fs::write(path, chart.svg(&points)).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(points.len())
}

#[cfg(test)]
mod tests {
    use monitoring_service::{httpmock::MockServer, mock::MockServerExt as _, types::PrivateLocationMetrics};

    use super::*;

    #[tokio::test]
    async fn chart_shows_the_samples_of_a_location_as_one_line() {
        let server = MockServer::start_async().await;
        let times: Vec<_> = (0..36).map(|index| Utc::now() - TimeDelta::minutes(10 * index)).collect();
        let metrics = PrivateLocationMetrics::builder().timestamps(times).queue_size([3.0; 36]);
        let metrics = metrics.oldest_scheduled_check_run([1.0; 36]).build().unwrap();
        server.private_locations().metrics().path("id", Uuid::nil()).respond(&metrics);
        let client = Client::builder(server.base_url()).api_key("key").account_id(Uuid::nil()).build().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("queue.svg");
        assert_eq!(draw(&client, Uuid::nil(), &path).await.unwrap(), 36);
        let svg = fs::read_to_string(path).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("<polyline").count(), 1, "there is no gap");
    }
}
