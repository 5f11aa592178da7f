//! A call as OpenTelemetry gets it: one span of a client, with texts as texts and numbers as numbers.

use std::collections::BTreeMap;
use std::time::Duration;

use monitoring_service::uuid::Uuid;
use monitoring_service::{Client, RetryPolicy};
use opentelemetry::Value;
use opentelemetry::trace::{SpanKind, Status, TracerProvider as _};
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tracing_subscriber::layer::SubscriberExt as _;

/// What is exported of one call that gets these responses, and the port of their server.
async fn exported(responses: &'static [&'static str]) -> (SpanData, u16) {
    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("tests"));
    let _guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(layer));

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = tokio::spawn(async move {
        for response in responses {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") {
                assert_ne!(stream.read_buf(&mut request).await.unwrap(), 0);
            }
            stream.write_all(response.as_bytes()).await.unwrap();
        }
    });
    let retry = RetryPolicy::default().base_delay(Duration::ZERO);
    let builder =
        Client::builder(format!("http://127.0.0.1:{port}")).api_key("k3y").account_id(Uuid::nil()).retry(retry);
    let _ = builder.build().unwrap().get_v1_statuspages_incidents().send().await;
    server.await.unwrap();

    provider.force_flush().unwrap();
    let spans = exporter.get_finished_spans().unwrap();
    let name = "GET /v1/status-pages/incidents";
    let mut own: Vec<_> = spans.into_iter().filter(|span| span.name == name).collect();
    assert_eq!(own.len(), 1);
    (own.remove(0), port)
}

fn attributes<'a>(pairs: impl IntoIterator<Item = &'a opentelemetry::KeyValue>) -> BTreeMap<&'a str, &'a Value> {
    pairs.into_iter().map(|pair| (pair.key.as_str(), &pair.value)).collect()
}

// One test: other threads would affect tracing's cache of interested subscribers.
#[tokio::test]
async fn calls_arrive_with_numbers_as_numbers_and_failures_as_errors() {
    a_call_that_succeeds().await;
    a_call_that_fails().await;
}

async fn a_call_that_succeeds() {
    let (span, port) = exported(&[
        "HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}",
    ])
    .await;
    assert_eq!((span.span_kind, span.status), (SpanKind::Client, Status::Unset));
    let of_span = attributes(&span.attributes);
    for (name, number) in
        [("http.response.status_code", 200), ("http.request.resend_count", 1), ("server.port", i64::from(port))]
    {
        assert_eq!(of_span[name], &Value::I64(number), "{name}");
    }
    assert!(matches!(of_span["elapsed_ms"], Value::I64(0..)));
    for (name, text) in [
        ("http.request.method", "GET"),
        ("url.template", "/v1/status-pages/incidents"),
        ("server.address", "127.0.0.1"),
        ("operation_id", "getV1StatuspagesIncidents"),
    ] {
        assert_eq!(of_span[name], &Value::from(text), "{name}");
    }
    let retry = span.events.iter().find(|event| event.name == "retrying").unwrap();
    let of_event = attributes(&retry.attributes);
    assert_eq!(of_event["attempt"], &Value::I64(1));
    assert!(matches!(of_event["wait_ms"], Value::I64(0..)));
}

async fn a_call_that_fails() {
    let (span, _) = exported(&["HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"]).await;
    assert!(matches!(span.status, Status::Error { .. }), "{:?}", span.status);
    let of_span = attributes(&span.attributes);
    assert_eq!(of_span["error.type"], &Value::from("404"));
    assert_eq!(of_span["http.response.status_code"], &Value::I64(404));
    assert!(!of_span.contains_key("http.request.resend_count"));
}
