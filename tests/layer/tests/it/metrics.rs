use chrono::{DateTime, NaiveDate, Utc};
use httpmock::MockServer;
use layer::{Error, ResponseValue, types::PrivateLocationMetrics};
use loopback::Server;
use serde_json::{Value, json};

use crate::support::{LOCATION, client, decode, invalid, typed};

const EMPTY: &str = r#"{"timestamps":[],"queueSize":[],"oldestScheduledCheckRun":[]}"#;

fn moment(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

async fn request_metrics(base_url: &str) -> Result<ResponseValue<PrivateLocationMetrics>, Error> {
    let client = client(base_url);
    let call = client.private_locations().metrics(LOCATION).from(day("2024-05-01")).to(Utc::now());
    call.send().await
}

#[tokio::test]
async fn timestamps_in_the_query_are_sent_as_unix_seconds() {
    let server = Server::json(EMPTY);
    client(server.url())
        .get_v1_privatelocations_id_metrics()
        .id(LOCATION)
        .from(moment("2024-05-01T10:00:00Z"))
        .to(moment("2024-05-01T16:00:00.999Z"))
        .send()
        .await
        .unwrap();
    assert_eq!(
        server.only().line(),
        "GET /v1/private-locations/0190163d-8694-739b-aea5-966c26f8ad91/metrics?from=1714557600&to=1714579200 HTTP/1.1"
    );
    assert_eq!(server.only().body(), "");
}

#[tokio::test]
async fn dates_in_the_query_are_sent_as_iso_dates() {
    let server = Server::json(EMPTY);
    client(server.url())
        .get_v1_privatelocations_id_metrics()
        .to(day("2024-05-02"))
        .from(day("2024-05-01"))
        .id(LOCATION.to_string())
        .send()
        .await
        .unwrap();
    assert_eq!(
        server.only().target(),
        "/v1/private-locations/0190163d-8694-739b-aea5-966c26f8ad91/metrics?from=2024-05-01&to=2024-05-02"
    );
}

#[tokio::test]
async fn query_time_refuses_unix_milliseconds() {
    let server = Server::json(EMPTY);
    let call = client(server.url()).private_locations().metrics(LOCATION).from(1_714_557_600_000).to(1_714_579_200);
    assert_eq!(
        invalid(call.send().await.unwrap_err()).reason(),
        "`from` is not a valid `QueryTime`: the time is outside the years 0 to 9999: is it in milliseconds instead \
         of UNIX seconds?"
    );
    assert_eq!(server.received(), []);
}

#[tokio::test]
async fn parallel_arrays_of_metrics_are_combined_into_samples() {
    let server = MockServer::start_async().await;
    let mock = server
        .mock_async(|when, then| {
            when.method("GET")
                .path(format!("/v1/private-locations/{LOCATION}/metrics"))
                .query_param("from", "2024-05-01")
                .header("authorization", "Bearer k3y-0f-the-tests")
                .header("x-account", "6ba7b810-9dad-11d1-80b4-00c04fd430c8");
            then.status(200).header("x-request-id", "r-1").json_body(json!({
                "timestamps": ["2024-05-01T10:00:00.000Z", "2024-05-01T12:01:00+02:00"],
                "queueSize": [0, 3],
                "oldestScheduledCheckRun": [0.5, 120],
            }));
        })
        .await;

    let metrics = request_metrics(&server.base_url()).await.unwrap();
    mock.assert_async().await;
    assert_eq!(metrics.status(), 200);
    assert_eq!(metrics.headers()["x-request-id"], "r-1");
    let samples = metrics.samples().unwrap();
    assert_eq!(samples.len(), 2);
    let samples: Vec<_> = samples.map(|s| (s.timestamp, s.queue_size, s.oldest_scheduled_check_run)).collect();
    assert_eq!(samples, [(moment("2024-05-01T10:00:00Z"), 0.0, 0.5), (moment("2024-05-01T10:01:00Z"), 3.0, 120.0)]);
}

#[tokio::test]
async fn empty_series_has_no_samples() {
    for body in [EMPTY, "{}", r#"{"timestamps":null,"queueSize":null}"#] {
        let server = Server::json(body);
        let metrics = request_metrics(server.url()).await.unwrap();
        assert_eq!(metrics.samples().unwrap().len(), 0, "{body}");
    }
}

#[tokio::test]
async fn error_for_a_series_names_its_arrays_of_different_lengths() {
    let body = json!({
        "timestamps": ["2024-05-01T10:00:00Z", "2024-05-01T10:01:00Z"],
        "queueSize": [1],
        "oldestScheduledCheckRun": [1, 2],
    });
    let server = Server::json(&body.to_string());
    // The arrays have different lengths, but each of them can still be read.
    let metrics = request_metrics(server.url()).await.unwrap();
    assert_eq!(metrics.queue_size.as_deref(), Some(&[1.0][..]));

    let error = metrics.samples().map(|samples| samples.len()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the arrays that form the series differ in length: `timestamps` 2, `queueSize` 1, `oldestScheduledCheckRun` 2"
    );
    assert_eq!((error.status(), error.operation_id(), error.is_retryable()), (None, None, false));
    assert_eq!(decode(error).excerpt(), None);
}

#[test]
fn absent_array_of_a_series_counts_as_an_array_of_length_zero() {
    for name in ["timestamps", "queueSize", "oldestScheduledCheckRun"] {
        let mut body =
            json!({"timestamps": ["2024-05-01T10:00:00Z"], "queueSize": [1], "oldestScheduledCheckRun": [1]});
        body[name] = Value::Null;
        let metrics: PrivateLocationMetrics = typed(body);
        let error = metrics.samples().map(|samples| samples.len()).unwrap_err();
        assert!(error.to_string().contains(&format!("`{name}` 0")), "{error}");
    }
}
