//! Fetches the metrics of the last 14 days of a private location, day by day, into a file of JSON lines.
//!
//! ```text
//! cargo run --example backfill -- metrics.jsonl
//! ```
//!
//! It can be stopped at any time (Ctrl-C) and goes on where it was: a day is in the file as a whole or not at all, and the
//! file `….checkpoint` says which is the last. The service allows 300 requests per day and nothing older than 15 days; the
//! count is kept beside the file, so that runs after each other stay within the limit together.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test fails by panicking"))]

use std::{
    env,
    fs::{self, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use chrono::{DateTime, DurationRound as _, TimeDelta, Utc};
use monitoring_service::{WhenLimited, rate_limit::FileStore};

#[path = "../common/mod.rs"]
mod common;

use common::{Result, Service};

const DAYS: i32 = 14;

#[tokio::main]
async fn main() -> ExitCode {
    let path = PathBuf::from(env::args().nth(1).unwrap_or_else(|| "metrics.jsonl".to_owned()));
    let limits = FileStore::new(path.with_extension("limits"));
    let service = Service::connect_with(|builder| builder.rate_limit(WhenLimited::Wait).rate_limit_store(limits)).await;
    common::end(match service {
        Ok(service) => tokio::select! {
            ended = backfill(&service, &path, Utc::now()) => ended,
            _ = tokio::signal::ctrl_c() => Err("stopped; run it again to go on".into()),
        },
        Err(error) => Err(error),
    })
}

async fn backfill(service: &Service, path: &Path, now: DateTime<Utc>) -> Result<()> {
    let day = TimeDelta::days(1);
    let end = now.duration_trunc(day)?;
    let first = end - day * DAYS;
    let checkpoint = path.with_extension("checkpoint");
    let mut from = read_checkpoint(&checkpoint)?.map_or(first, |done| done.max(first));
    while from < end {
        let to = from + day;
        let metrics = service.client.private_locations().metrics(service.location).from(from).to(to).send().await?;
        let mut lines = String::new();
        let mut count = 0;
        for sample in metrics.samples()? {
            let sample = serde_json::json!({
                "time": sample.timestamp,
                "queue_size": sample.queue_size,
                "oldest_scheduled_check_run": sample.oldest_scheduled_check_run,
            });
            lines.push_str(&sample.to_string());
            lines.push('\n');
            count += 1;
        }
        // Nothing is awaited from here to the checkpoint, so Ctrl-C does not come between.
        OpenOptions::new().create(true).append(true).open(path)?.write_all(lines.as_bytes())?;
        write_checkpoint(&checkpoint, to)?;
        println!("{}  {count} samples, {} of {DAYS} days", from.format("%Y-%m-%d"), (to - first).num_days());
        from = to;
    }
    println!("complete up to {}", end.format("%Y-%m-%d"));
    Ok(())
}

fn read_checkpoint(path: &Path) -> Result<Option<DateTime<Utc>>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text.trim().parse().map_err(|error| format!("{} is broken: {error}", path.display()))?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn write_checkpoint(path: &Path, done: DateTime<Utc>) -> io::Result<()> {
    let new = path.with_extension("new");
    fs::write(&new, done.to_rfc3339())?;
    fs::rename(new, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_second_run_goes_on_where_the_first_one_ended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.jsonl");
        let limits = FileStore::new(folder.path().join("limits"));
        let service = Service::mocked(|builder| builder.rate_limit(WhenLimited::Fail).rate_limit_store(limits));
        let service = service.await.unwrap();
        let used = async || service.client.shared_limits().await.unwrap()[1].used();
        let now = Utc::now();
        backfill(&service, &path, now).await.unwrap();
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert_eq!((lines % 14, used().await), (0, 14));
        backfill(&service, &path, now).await.unwrap();
        assert_eq!(used().await, 14);
        backfill(&service, &path, now + TimeDelta::days(2)).await.unwrap();
        assert_eq!(used().await, 16);
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), lines / 14 * 16);
    }
}
