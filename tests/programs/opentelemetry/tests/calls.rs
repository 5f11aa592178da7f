//! Tests that OpenTelemetry receives each call as one client span. Numbers in the span are exported as numbers, not as
//! strings.

use std::collections::BTreeMap;
use std::time::Duration;

use loopback::{Response, Server};
use monitoring_service::uuid::Uuid;
use monitoring_service::{Client, RetryPolicy};
use opentelemetry::Value;
use opentelemetry::trace::{SpanKind, Status, TracerProvider as _};
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};
use tracing_subscriber::layer::SubscriberExt as _;

/// Makes one call to a server that sends `responses`. Returns the exported span, and the port of the server.
async fn export_span(responses: impl IntoIterator<Item = Response>) -> (SpanData, u16) {
    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("tests"));
    let _guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(layer));

    let server = Server::start(responses);
    let retry = RetryPolicy::default().base_delay(Duration::ZERO);
    let builder = Client::builder(server.url()).api_key("k3y").account_id(Uuid::nil()).retry(retry);
    let _ = builder.build().unwrap().get_v1_statuspages_incidents().send().await;
    provider.force_flush().unwrap();
    let spans = exporter.get_finished_spans().unwrap();
    let name = "GET /v1/status-pages/incidents";
    let mut own: Vec<_> = spans.into_iter().filter(|span| span.name == name).collect();
    assert_eq!(own.len(), 1);
    (own.remove(0), server.address().port())
}

fn attributes<'a>(pairs: impl IntoIterator<Item = &'a opentelemetry::KeyValue>) -> BTreeMap<&'a str, &'a Value> {
    pairs.into_iter().map(|pair| (pair.key.as_str(), &pair.value)).collect()
}

// Everything is checked in a single test. The threads of other tests would change tracing's cache of interested
// subscribers.
#[tokio::test]
async fn opentelemetry_export_has_numeric_attributes_and_error_status() {
    check_successful_call().await;
    check_failed_call().await;
}

async fn check_successful_call() {
    let (span, port) = export_span([Response::new(503, ""), Response::new(200, "{}")]).await;
    assert_eq!((span.span_kind, span.status), (SpanKind::Client, Status::Unset));
    let span_attributes = attributes(&span.attributes);
    for (name, number) in
        [("http.response.status_code", 200), ("http.request.resend_count", 1), ("server.port", i64::from(port))]
    {
        assert_eq!(span_attributes[name], &Value::I64(number), "{name}");
    }
    assert!(matches!(span_attributes["elapsed_ms"], Value::I64(0..)));
    for (name, text) in [
        ("http.request.method", "GET"),
        ("url.template", "/v1/status-pages/incidents"),
        ("server.address", "127.0.0.1"),
        ("client", "layer"),
        ("operation_id", "getV1StatuspagesIncidents"),
    ] {
        assert_eq!(span_attributes[name], &Value::from(text), "{name}");
    }
    let retry = span.events.iter().find(|event| event.name == "retrying").unwrap();
    let event_attributes = attributes(&retry.attributes);
    assert_eq!(event_attributes["attempt"], &Value::I64(1));
    assert!(matches!(event_attributes["wait_ms"], Value::I64(0..)));
}

async fn check_failed_call() {
    let (span, _) = export_span([Response::new(404, "")]).await;
    assert!(matches!(span.status, Status::Error { .. }), "{:?}", span.status);
    let span_attributes = attributes(&span.attributes);
    assert_eq!(span_attributes["error.type"], &Value::from("404"));
    assert_eq!(span_attributes["http.response.status_code"], &Value::I64(404));
    assert!(!span_attributes.contains_key("http.request.resend_count"));
}
