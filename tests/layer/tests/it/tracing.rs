//! Tests that the spans and events of a call describe it, and contain nothing private.

use std::collections::BTreeMap;
use std::fmt;
use std::future::poll_fn;
use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use futures_util::poll;
use httpmock::MockServer;
use layer::http::Method;
use layer::interceptor::{Attempt, BoxError};
use layer::{Interceptor, RetryPolicy, WhenLimited};
use loopback::{Refusing, Response, Server, assert_passes, own_process};
use serde::de::IgnoredAny;
use tracing::Subscriber;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing_subscriber::Layer;
use tracing_subscriber::fmt::{MakeWriter, format::FmtSpan};
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;

use crate::support::{ACCOUNT, KEY, LOCATION, Operation, builder, quick};

#[derive(Clone, Default)]
pub struct LogBuffer(Arc<Mutex<Vec<u8>>>);

impl LogBuffer {
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl io::Write for LogBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogBuffer {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[test]
fn call_is_traced_as_one_span_with_an_event_per_retry() {
    // tracing caches, for the whole process, which subscribers are interested in an event. Other tests' threads would
    // change this cache, so the test runs in a separate process.
    assert_passes(own_process("tracing::helper_process_logs_calls"));
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_logs_calls() {
    let log = LogBuffer::default();
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
    let undescribed = client.with_retry(RetryPolicy::none()).request(Method::GET, "/unseen-path");
    undescribed.send::<IgnoredAny>().await.unwrap_err();
    drop(guard);

    let log = log.text();
    let own: Vec<&str> = log.lines().filter(|line| line.contains("perennial")).collect();
    let retries = own.iter().filter(|line| line.contains("retrying")).count();
    let closed: Vec<_> = own.iter().filter(|line| line.contains("close")).collect();
    assert_eq!((retries, closed.len()), (3, 5), "{log}");
    for field in [r#"client="layer""#, r#"http.request.method="GET""#, "http.response.status_code=503"] {
        assert!(closed[4].contains(field), "{field}: {log}");
    }
    let port = server.port();
    let expected = [
        (
            Operation::Incidents,
            "GET",
            "/v1/status-pages/incidents",
            r#"http.response.status_code=503 http.request.resend_count=2 error.type="503" otel.status_code="ERROR""#,
        ),
        (
            Operation::Update,
            "POST",
            "/v1/status-pages/incidents/{incidentId}/incident-updates",
            r#"http.response.status_code=503 error.type="503" otel.status_code="ERROR""#,
        ),
        // Calls that are cancelled: before a response arrives, and while they wait for a retry.
        (
            Operation::Metrics,
            "GET",
            "/v1/private-locations/{id}/metrics",
            r#"error.type="cancelled" otel.status_code="ERROR""#,
        ),
        (
            Operation::Metrics,
            "GET",
            "/v1/private-locations/{id}/metrics",
            r#"http.response.status_code=503 error.type="cancelled" otel.status_code="ERROR""#,
        ),
    ];
    for ((operation, method, path, end), line) in expected.into_iter().zip(closed) {
        let expected = format!(
            "operation_id=\"{}\" otel.name={method} {path} otel.kind=\"client\" http.request.method=\"{method}\" \
             url.template=\"{path}\" server.address=\"127.0.0.1\" server.port={port} {end} elapsed_ms=",
            operation.id()
        );
        assert!(line.contains(&expected), "{expected} is not in {line}");
    }
    // Even at the most verbose level, the events of the HTTP libraries do not contain the key.
    assert!(!log.contains(KEY), "{log}");
    for private in [&ACCOUNT.to_string(), &LOCATION.to_string(), "unseen"] {
        assert!(!own.iter().any(|line| line.contains(private)), "{private} is in {log}");
    }
}

#[test]
fn trace_events_of_all_crates_omit_keys_of_derived_clients() {
    assert_passes(own_process("tracing::helper_process_logs_calls_with_keys_set_after_build"));
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_logs_calls_with_keys_set_after_build() {
    struct Fresh;

    impl Interceptor for Fresh {
        fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
            Ok(attempt.set_api_key("secret-of-an-interceptor")?)
        }
    }

    let log = LogBuffer::default();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log.clone()).finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let keys = ["secret-of-an-interceptor", "secret-of-a-client", "secret-of-a-header"];
    let server = Server::start(vec![Response::new(401, ""); keys.len()]);
    let client = builder(server.url()).build().unwrap();
    for client in [
        builder(server.url()).interceptor(Fresh).build().unwrap(),
        client.with_api_key(keys[1]),
        client.with_headers([("authorization", keys[2])]),
    ] {
        Operation::Incidents.fails(&client).await;
    }
    for (request, key) in server.received().iter().zip(keys) {
        assert!(request.header("authorization")[0].ends_with(key));
    }
    let log = log.text();
    assert!(log.contains("perennial") || log.contains("hyper"), "{log}");
    assert!(!log.contains("secret-of"), "{log}");
}

#[test]
fn rate_limit_wait_over_a_minute_logs_one_warning_per_call() {
    assert_passes(own_process("tracing::helper_process_logs_rate_limit_waits"));
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_logs_rate_limit_waits() {
    let log = LogBuffer::default();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::DEBUG).with_ansi(false);
    let _guard = tracing::subscriber::set_default(subscriber.with_writer(log.clone()).finish());
    let said = || {
        let log = log.text();
        let lines = log.lines().filter(|line| line.contains("waiting for the rate limit"));
        lines.map(|line| line.trim_start().to_owned()).collect::<Vec<_>>()
    };
    let slow_down = |retry_after| Response::with_headers(429, &[("retry-after", retry_after)], "");

    let server = Server::start([slow_down("30")]);
    let client = builder(server.url()).rate_limit(WhenLimited::Wait).build().unwrap();
    Operation::Incidents.fails(&client).await;
    assert!(poll!(Box::pin(Operation::Incidents.call(&client))).is_pending());
    assert!(matches!(&said()[..], [line] if line.contains(" INFO ") && line.contains("limit=600")), "{:?}", said());

    // The limit is one request per day. The call waits twice: before its first attempt, and before the retry.
    let server = Server::start([Response::new(200, "{}"), slow_down("0"), Response::new(200, "{}")]);
    let builder = builder(server.url()).retry(quick()).rate_limit(WhenLimited::Wait).rate_limit_headroom(0.999);
    let client = builder.rate_limit_max_wait(Duration::MAX).build().unwrap();
    Operation::Metrics.call(&client).await.unwrap();
    tokio::time::pause();
    let mut call = Box::pin(Operation::Metrics.call(&client));
    assert!(poll!(&mut call).is_pending());
    let warning = said().pop().unwrap();
    assert!(warning.contains(" WARN "), "{warning}");
    for field in [Operation::Metrics.id(), "limit=300 requests per 86400 s", "wait_ms=86"] {
        assert!(warning.contains(field), "{field} is not in {warning}");
    }
    tokio::time::advance(Duration::from_secs(86_401)).await;
    tokio::time::resume();
    poll_fn(|context| {
        assert!(call.as_mut().poll(context).is_pending());
        let is_waiting_again = server.received().len() == 2 && client.limits()[1].waiting() == 1;
        if is_waiting_again { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    assert_eq!(said().len(), 2, "{:?}", said());
}

/// A layer that collects the fields of this crate's closed spans.
#[derive(Clone, Default)]
struct Spans(Arc<Mutex<Vec<Fields>>>);

#[derive(Default)]
struct Fields(BTreeMap<&'static str, String>);

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Spans {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        context.span(id).unwrap().extensions_mut().insert(fields);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        values.record(context.span(id).unwrap().extensions_mut().get_mut::<Fields>().unwrap());
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let span = context.span(&id).unwrap();
        if span.metadata().target().starts_with("perennial") {
            self.0.lock().unwrap().push(span.extensions_mut().remove().unwrap());
        }
    }
}

#[test]
fn span_of_a_call_records_its_outcome() {
    assert_passes(own_process("tracing::helper_process_records_each_outcome"));
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_records_each_outcome() {
    let spans = Spans::default();
    let _guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(spans.clone()));
    let mut ends = Vec::new();
    let long = Duration::from_secs(30);
    for (response, timeout) in [
        (Response::new(200, "{}"), long),
        (Response::new(404, ""), long),
        (Response::new(302, ""), long),
        (Response::new(200, "[]"), long),
        (Response::nothing(), long),
        (Response::cut_short(200, "{}"), long),
        (Response::silence(), Duration::from_millis(20)),
    ] {
        let server = Server::start([response]);
        let client = builder(server.url()).timeout(timeout).build().unwrap();
        let _ = Operation::Incidents.call(&client).await;
        ends.push(server.url().to_owned());
    }
    let refusing = Refusing::start();
    for client in [
        builder(refusing.url()).build().unwrap(),
        builder(refusing.url()).deadline(Duration::from_nanos(1)).build().unwrap(),
        builder(format!("{}/v1", refusing.url().replace("127.0.0.1", "[::1]")))
            .deadline(Duration::from_nanos(1))
            .build()
            .unwrap(),
    ] {
        Operation::Incidents.fails(&client).await;
    }
    let server = Server::start([Response::silence()]);
    let client = builder(server.url()).build().unwrap();
    assert!(poll!(Box::pin(Operation::Incidents.call(&client))).is_pending());

    let spans = std::mem::take(&mut *spans.0.lock().unwrap());
    let field = |name: &str| -> Vec<Option<String>> { spans.iter().map(|span| span.0.get(name).cloned()).collect() };
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        field("error.type"),
        [
            None,
            text("404"),
            text("302"),
            text("decode"),
            text("no_response"),
            text("truncated"),
            text("timeout"),
            text("connect"),
            text("deadline"),
            text("deadline"),
            text("cancelled"),
        ]
    );
    let status = ["200", "404", "302", "200"].map(text);
    assert_eq!(field("http.response.status_code")[..4], status);
    assert_eq!(field("http.response.status_code")[4..], [const { None }; 7]);
    let failed = |end: &Option<String>| end.as_ref().map(|_| "ERROR".to_owned());
    assert_eq!(field("otel.status_code"), field("error.type").iter().map(failed).collect::<Vec<_>>());
    for (span, url) in spans.iter().zip(&ends) {
        assert_eq!(url, &format!("http://{}:{}", span.0["server.address"], span.0["server.port"]));
    }
    assert_eq!(field("server.address")[9], text("::1"));
    for span in &spans {
        let constant = ["otel.kind", "otel.name", "http.request.method", "url.template", "operation_id"];
        let path = "/v1/status-pages/incidents";
        let expected = ["client", &format!("GET {path}"), "GET", path, Operation::Incidents.id()];
        assert_eq!(constant.map(|name| span.0[name].as_str()), expected);
        assert!(span.0.contains_key("elapsed_ms") && !span.0.contains_key("http.request.resend_count"));
    }
}

#[test]
fn span_records_path_templates_but_no_concrete_paths() {
    assert_passes(own_process("tracing::helper_process_records_requests"));
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_records_requests() {
    let spans = Spans::default();
    let _guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(spans.clone()));
    let server = Server::repeating(Response::new(200, "{}"));
    let client = builder(server.url()).build().unwrap();
    let metrics = "/v1/private-locations/{id}/metrics";
    for (path, template, id) in [
        ("/v1/things/unseen", None, None),
        ("/v1/things/{thing}", Some("/v1/things/{thing}"), None),
        ("/v1/private-locations/{thing}/metrics", Some(metrics), Some(Operation::Metrics.id())),
        ("/v1/private-locations/unseen/metrics", Some(metrics), Some(Operation::Metrics.id())),
    ] {
        let mut request = client.request(Method::GET, path).query([("token", "unseen")]).json("unseen");
        if path.contains("{thing}") {
            request = request.path("thing", "unseen");
        }
        request.send::<serde_json::Value>().await.unwrap();
        let span = spans.0.lock().unwrap().pop().unwrap();
        let field = |name: &str| span.0.get(name).map(String::as_str);
        assert_eq!(
            (field("url.template"), field("operation_id"), field("http.request.method")),
            (template, id, Some("GET"))
        );
        assert_eq!(field("otel.name").unwrap(), ["GET", template.unwrap_or_default()].join(" ").trim_end());
        assert!(!format!("{:?}", span.0).contains("unseen"), "{:?}", span.0);
    }
}
