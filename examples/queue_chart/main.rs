//! Draws the queue of a private location over the last six hours, as an SVG picture.
//!
//! ```text
//! cargo run --example queue_chart -- queue.svg
//! ```

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

use std::{
    io::{self, Write as _},
    path::Path,
    process::ExitCode,
};

use chrono::{TimeDelta, Utc};

mod chart;
#[path = "../common/mod.rs"]
mod common;

use chart::{Chart, Point};
use common::{Result, Service};

#[tokio::main]
async fn main() -> ExitCode {
    common::end(match common::output("queue_chart [queue.svg]", "queue.svg") {
        Ok(path) => run(&path).await,
        Err(error) => Err(error),
    })
}

async fn run(path: &Path) -> Result<()> {
    let service = Service::connect().await?;
    let location = service.location()?;
    let (from, to) = (Utc::now() - TimeDelta::hours(6), Utc::now());
    let metrics = service.client.private_locations().metrics(location).from(from).to(to).send().await?;
    let points = metrics.samples()?.map(|sample| Point { time: sample.timestamp, value: sample.queue_size });
    let mut points: Vec<Point> = points.collect();
    points.sort_by_key(|point| point.time);
    // The service does not say in which unit it is.
    let chart = Chart { title: format!("Queue of private location {location}"), unit: "queue size", from, to };
    common::replace(path, &chart.svg(&points))?;
    writeln!(io::stdout(), "{} samples, in {}", points.len(), path.display())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[tokio::test]
    async fn the_mocked_queue_is_drawn() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("queue.svg");
        run(&path).await.unwrap();
        let svg = fs::read_to_string(path).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("<polyline").count(), 1, "there is no gap");
    }
}
