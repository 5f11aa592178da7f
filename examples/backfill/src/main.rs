//! Fetches the metrics of the last 14 days of a private location, day by day, into a file of JSON lines.
//!
//! ```text
//! cargo run -p example-backfill -- LOCATION metrics.jsonl
//! ```
//!
//! The program can be interrupted (Ctrl-C) or killed at any time. The next run continues where it stopped: the file
//! `….checkpoint` contains the day up to which the data is complete, and the length of the data at that time. Only this
//! program may write the data: anything that another program appends is cut off.
//!
//! The service allows 300 requests per day, and returns nothing older than 15 days. The count of requests is stored
//! beside the data, so that consecutive runs stay within the limit together.

use std::{
    fs::{self, OpenOptions},
    future::Future,
    io::{self, Seek as _, SeekFrom, Write as _},
    path::Path,
};

use anyhow::{Context as _, bail, ensure};
use monitoring_service::{
    Client, ClientBuilder, OnStoreError, WhenLimited,
    chrono::{DateTime, DurationRound as _, TimeDelta, Utc},
    rate_limit::FileStore,
    uuid::Uuid,
};

const DAYS: i32 = 14;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [location, path] = arguments.as_slice() else { bail!("usage: example-backfill LOCATION FILE") };
    let (location, path) = (location.parse().context("the location is not a UUID")?, Path::new(path));
    let limits = FileStore::new(path.with_extension("limits"));
    let builder = ClientBuilder::from_env()?.rate_limit(WhenLimited::Wait).rate_limit_store(limits);
    // If the count cannot be stored, requests fail, because they might exceed the service's limit.
    let client = builder.on_store_error(OnStoreError::Refuse).build()?;
    run(&client, location, path, tokio::signal::ctrl_c()).await
}

/// Fetches the missing days. Stops early once `stop` is ready.
async fn run(
    client: &Client,
    location: Uuid,
    path: &Path,
    stop: impl Future<Output = io::Result<()>>,
) -> anyhow::Result<()> {
    tokio::select! {
        ended = backfill(client, location, path, Utc::now()) => ended,
        _ = stop => bail!("stopped; run it again to continue"),
    }
}

async fn backfill(client: &Client, location: Uuid, path: &Path, now: DateTime<Utc>) -> anyhow::Result<()> {
    let day = TimeDelta::days(1);
    let end = now.duration_trunc(day)?;
    let first = end - day * DAYS;
    let checkpoint = path.with_extension(format!("{location}.checkpoint"));
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    file.try_lock().with_context(|| format!("another run writes {}", path.display()))?;
    let known = read_checkpoint(&checkpoint)?;
    // If an earlier run was killed while it wrote a day, the incomplete day is overwritten. If the file contains
    // anything else, another program has written it.
    let present = file.metadata()?.len();
    let is_own = known.map_or(present == 0, |(_, length)| present >= length);
    ensure!(is_own, "{} does not match its checkpoint: use another file", path.display());
    let (done, length) = known.unwrap_or((first, 0));
    let has_gap = done < first && length > 0;
    ensure!(!has_gap, "the service no longer has the days after {done}: use another file");
    write_checkpoint(&checkpoint, done, length)?;
    file.set_len(length)?;
    file.seek(SeekFrom::End(0))?;
    let mut from = done.max(first);
    while from < end {
        let to = from + day;
        let metrics = client.private_locations().metrics(location).from(from).to(to).send().await?;
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
        file.write_all(lines.as_bytes())?;
        write_checkpoint(&checkpoint, to, file.stream_position()?)?;
        println!("{}  {count} samples, {} of {DAYS} days", from.format("%Y-%m-%d"), (to - first).num_days());
        from = to;
    }
    println!("complete up to {}", end.format("%Y-%m-%d"));
    Ok(())
}

/// Reads the time up to which the file is complete, and the length of the file at that time in bytes.
fn read_checkpoint(path: &Path) -> anyhow::Result<Option<(DateTime<Utc>, u64)>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let checkpoint = text.split_once(' ').and_then(|(done, length)| Some((done.parse().ok()?, length.parse().ok()?)));
    checkpoint.map(Some).with_context(|| format!("{} is broken: use another file", path.display()))
}

fn write_checkpoint(path: &Path, done: DateTime<Utc>, length: u64) -> io::Result<()> {
    let new = path.with_extension("new");
    fs::write(&new, format!("{} {length}", done.to_rfc3339()))?;
    fs::rename(&new, path)
}

#[cfg(test)]
mod tests {
    use std::{
        future::{pending, poll_fn},
        task::Poll,
    };

    use monitoring_service::{httpmock::MockServer, mock::MockServerExt as _, types};

    use super::*;

    const LOCATION: Uuid = Uuid::nil();

    /// Starts a mock that answers each request with 36 samples. Returns the mock, and a builder of a client for it.
    async fn service() -> (MockServer, ClientBuilder) {
        let server = MockServer::start_async().await;
        let metrics = types::PrivateLocationMetrics::builder().timestamps([Utc::now(); 36]).queue_size([3.0; 36]);
        let metrics = metrics.oldest_scheduled_check_run([1.0; 36]).build().unwrap();
        server.private_locations().metrics().path("id", LOCATION).respond(&metrics);
        let builder = Client::builder(server.base_url()).api_key("key").account_id(Uuid::nil());
        (server, builder)
    }

    #[tokio::test]
    async fn second_backfill_continues_where_the_first_backfill_ended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.jsonl");
        let limits = FileStore::new(folder.path().join("limits"));
        let (_server, builder) = service().await;
        let client = builder.rate_limit(WhenLimited::Fail).rate_limit_store(limits).build().unwrap();
        let used = async || client.shared_limits().await.unwrap()[1].used();
        let now = Utc::now();
        backfill(&client, LOCATION, &path, now).await.unwrap();
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert_eq!((lines % 14, used().await), (0, 14));
        backfill(&client, LOCATION, &path, now).await.unwrap();
        assert_eq!(used().await, 14);
        backfill(&client, LOCATION, &path, now + TimeDelta::days(2)).await.unwrap();
        assert_eq!(used().await, 16);
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), lines / 14 * 16);
    }

    #[tokio::test]
    async fn backfill_continues_after_ctrl_c_or_a_crash() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.jsonl");
        let (_server, builder) = service().await;
        let client = builder.build().unwrap();
        let after_a_day = poll_fn(|context| {
            context.waker().wake_by_ref();
            let length = fs::metadata(&path).map_or(0, |file| file.len());
            if length > 0 { Poll::Ready(Ok(())) } else { Poll::Pending }
        });
        let error = run(&client, LOCATION, &path, after_a_day).await.unwrap_err();
        assert_eq!(error.to_string(), "stopped; run it again to continue");
        let stopped = fs::read_to_string(&path).unwrap();
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{ half a li").unwrap();

        run(&client, LOCATION, &path, pending()).await.unwrap();
        let all = fs::read_to_string(&path).unwrap();
        assert!(all.starts_with(&stopped) && stopped.len() * 2 < all.len(), "{}", stopped.len());
        assert_eq!((all.lines().count(), all.contains("half")), (14 * 36, false));
    }

    #[tokio::test]
    async fn backfill_does_not_change_a_file_that_it_did_not_write() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.jsonl");
        fs::write(&path, "mine").unwrap();
        let (_server, builder) = service().await;
        let client = builder.build().unwrap();
        let error = run(&client, LOCATION, &path, pending()).await.unwrap_err();
        assert!(error.to_string().ends_with("use another file"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    }

    #[tokio::test]
    async fn backfill_refuses_a_second_process_with_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.new");
        let (_server, builder) = service().await;
        let client = builder.build().unwrap();
        let now = Utc::now();
        let other = fs::File::create(&path).unwrap();
        other.lock().unwrap();
        let error = backfill(&client, LOCATION, &path, now).await.unwrap_err();
        assert!(error.to_string().starts_with("another run writes "), "{error}");
        drop(other);
        backfill(&client, LOCATION, &path, now).await.unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 14 * 36);
        let error = backfill(&client, LOCATION, &path, now + TimeDelta::days(15)).await.unwrap_err();
        assert!(error.to_string().contains("no longer has the days after"), "{error}");
    }
}
