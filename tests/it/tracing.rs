//! What the client tells of a call through `tracing`: enough to follow it, and nothing that is private.

use std::io;
use std::sync::{Arc, Mutex};

use httpmock::MockServer;
use monitoring_service::RetryPolicy;
use tracing_subscriber::fmt::{MakeWriter, format::FmtSpan};

use crate::support::{ACCOUNT, KEY, Operation, builder, own_process};

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[test]
fn a_call_is_one_span_with_an_event_per_retry_and_shows_nothing_private() {
    // Other threads would take part in what is cached of who listens.
    let output = own_process("tracing::what_a_subscriber_gets").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn what_a_subscriber_gets() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_span_events(FmtSpan::CLOSE)
        .with_ansi(false)
        .with_writer(log.clone())
        .finish();
    let server = MockServer::start_async().await;
    server
        .mock_async(|when, then| {
            when.any_request();
            then.status(503).header("retry-after", "0").header("set-cookie", "private-cookie").body("private body");
        })
        .await;
    let policy = RetryPolicy::default().max_retries(2).base_delay(std::time::Duration::ZERO);
    let client = builder(server.base_url()).retry(policy).build().unwrap();

    let guard = tracing::subscriber::set_default(subscriber);
    Operation::Incidents.call(&client).await.unwrap_err();
    drop(guard);

    let log = log.text();
    let own: Vec<&str> = log.lines().filter(|line| line.contains("monitoring_service")).collect();
    let retries = own.iter().filter(|line| line.contains("retrying")).count();
    let closed: Vec<_> = own.iter().filter(|line| line.contains("close")).collect();
    assert_eq!((retries, closed.len()), (2, 1), "{log}");
    for expected in
        ["operation_id=\"getV1StatuspagesIncidents\"", "method=\"GET\"", "status=503", "attempts=3", "elapsed_ms="]
    {
        assert!(closed[0].contains(expected), "{expected} is not in {}", closed[0]);
    }
    // Not even what the HTTP stack below tells at its most talkative.
    assert!(!log.contains(KEY), "{log}");
    for private in [&ACCOUNT.to_string(), "private"] {
        assert!(!own.iter().any(|line| line.contains(private)), "{private} is in {log}");
    }
}
