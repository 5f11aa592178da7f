//! The spans and events of a call: enough to follow it, and nothing private.

use std::future::poll_fn;
use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use futures_util::poll;
use httpmock::MockServer;
use monitoring_service::RetryPolicy;
use tracing_subscriber::fmt::{MakeWriter, format::FmtSpan};

use crate::support::{ACCOUNT, KEY, LOCATION, Operation, assert_passes, builder, own_process};

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
fn a_call_is_one_span_with_an_event_per_retry_and_nothing_private() {
    // Other threads would affect tracing's cache of interested subscribers.
    assert_passes(own_process("tracing::what_a_subscriber_gets"));
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
            then.status(503).header("retry-after", "0").header("set-cookie", "unseen-cookie").body("unseen body");
        })
        .await;
    let policy = RetryPolicy::default().max_retries(2).base_delay(Duration::ZERO);
    let client = builder(server.base_url()).retry(policy).build().unwrap();

    let client = client.with_query([("token", "unseen-query")]).with_headers([("x-token", "unseen-header")]);

    let guard = tracing::subscriber::set_default(subscriber);
    Operation::Incidents.call(&client).await.unwrap_err();
    let update = client.post_v1_statuspages_incidents_incidentid_incidentupdates().incident_id("unseen-id");
    update.body_map(|update| update.description("unseen-description")).send().await.unwrap_err();
    assert!(poll!(Box::pin(Operation::Metrics.call(&client))).is_pending());
    let hour = Duration::from_secs(3600);
    let patient = RetryPolicy::default().base_delay(hour).max_delay(hour);
    let patient = builder(server.base_url()).retry(patient).build().unwrap();
    let mut call = pin!(Operation::Metrics.call(&patient));
    poll_fn(|context| {
        assert!(call.as_mut().poll(context).is_pending());
        if log.text().matches("retrying").count() == 3 { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    call.set(Operation::Metrics.call(&patient));
    drop(guard);

    let log = log.text();
    let own: Vec<&str> = log.lines().filter(|line| line.contains("monitoring_service")).collect();
    let retries = own.iter().filter(|line| line.contains("retrying")).count();
    let closed: Vec<_> = own.iter().filter(|line| line.contains("close")).collect();
    assert_eq!((retries, closed.len()), (3, 4), "{log}");
    let expected = [
        (Operation::Incidents, r#"method="GET" path="/v1/status-pages/incidents" status=503 attempts=3 elapsed_ms="#),
        (
            Operation::Update,
            r#"method="POST" path="/v1/status-pages/incidents/{incidentId}/incident-updates" status=503 attempts=1 elapsed_ms="#,
        ),
        // Cancelled before a response came, and while waiting for a retry.
        (Operation::Metrics, r#"method="GET" path="/v1/private-locations/{id}/metrics" attempts=1 elapsed_ms="#),
        (
            Operation::Metrics,
            r#"method="GET" path="/v1/private-locations/{id}/metrics" status=503 attempts=1 elapsed_ms="#,
        ),
    ];
    for ((operation, fields), line) in expected.into_iter().zip(closed) {
        let expected = format!("operation_id=\"{}\" {fields}", operation.id());
        assert!(line.contains(&expected), "{expected} is not in {line}");
    }
    // Not even in the most verbose events of the HTTP stack below.
    assert!(!log.contains(KEY), "{log}");
    for private in [&ACCOUNT.to_string(), &LOCATION.to_string(), "unseen"] {
        assert!(!own.iter().any(|line| line.contains(private)), "{private} is in {log}");
    }
}
