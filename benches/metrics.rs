use serde_json::json;

/// Returns a response body with `samples` samples, one every ten seconds.
pub fn metrics(samples: i32) -> Vec<u8> {
    let moment =
        |sample: i32| chrono::DateTime::from_timestamp(1_714_557_600 + 10 * i64::from(sample), 0).unwrap_or_default();
    let text = |sample| moment(sample).to_rfc3339_opts(chrono::SecondsFormat::Millis, true);
    let body = json!({
        "timestamps": (0..samples).map(text).collect::<Vec<_>>(),
        "queueSize": (0..samples).map(|sample| sample % 90).collect::<Vec<_>>(),
        "oldestScheduledCheckRun": (0..samples).map(|sample| f64::from(sample % 7_000) / 8.0).collect::<Vec<_>>(),
    });
    body.to_string().into_bytes()
}
