//! Tests that a client cannot be built with settings that cannot work.

use std::time::Duration;

use layer::ClientBuilder;

use crate::support::{KEY, builder, invalid};

const URL: &str = "http://127.0.0.1:1";

#[track_caller]
fn refusal_reason(builder: ClientBuilder) -> String {
    let error = builder.build().unwrap_err();
    assert_eq!((error.status(), error.operation_id(), error.is_retryable()), (None, None, false));
    let text = error.to_string();
    assert_eq!(invalid(error).reason(), text);
    text
}

#[test]
fn build_refuses_a_timeout_or_deadline_of_zero() {
    for (builder, setting) in [
        (builder(URL).timeout(Duration::ZERO), "timeout"),
        (builder(URL).connect_timeout(Duration::ZERO), "connect_timeout"),
        (builder(URL).deadline(Duration::ZERO), "deadline"),
    ] {
        let reason = format!("the time set with `{setting}(…)` is zero: set a longer time");
        assert_eq!(refusal_reason(builder), reason);
    }
}

#[test]
fn error_for_an_invalid_allowed_server_names_the_setter() {
    for (url, reason) in [
        ("https://other.example.com?a=b", "must not contain a query: write it like https://api.example.com"),
        ("http://other.example.com", "uses plain http"),
    ] {
        let text = refusal_reason(builder(URL).allow_server(url));
        assert!(text.starts_with(&format!("the URL of `allow_server(…)` {reason}")), "{text}");
    }
}

#[test]
fn last_api_key_set_on_the_builder_is_used() {
    builder(URL).api_key("").api_key(KEY).build().unwrap();
    assert_eq!(refusal_reason(builder(URL).api_key("")), "the key is empty");
}
