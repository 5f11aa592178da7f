//! Settings that cannot work are refused when the client is built.

use std::time::Duration;

use monitoring_service::{Client, ClientBuilder};

use crate::support::{ACCOUNT, KEY, builder, invalid};

const URL: &str = "http://127.0.0.1:1";

#[track_caller]
fn refused(builder: ClientBuilder) -> String {
    let error = builder.build().unwrap_err();
    assert_eq!((error.status(), error.operation_id(), error.is_retryable()), (None, None, false));
    let text = error.to_string();
    assert_eq!(invalid(error).reason(), text);
    text
}

#[test]
fn the_key_and_the_account_are_required() {
    assert_eq!(refused(Client::builder(URL).account_id(ACCOUNT)), "the API key is missing: set it with `api_key(…)`");
    assert_eq!(refused(Client::builder(URL).api_key(KEY)), "the account id is missing: set it with `account_id(…)`");
    Client::builder(URL).api_key(KEY).account_id(ACCOUNT).build().unwrap();
}

#[test]
fn an_account_may_be_text_and_a_malformed_one_is_refused_unseen() {
    builder(URL).account_id(ACCOUNT.to_string()).build().unwrap();
    for account in ["", "s3cret", " 6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6ba7b810-9dad-11d1-80b4-00c04fd430c"] {
        let refusing = Client::builder(URL).api_key(KEY).account_id(account);
        assert!(!format!("{refusing:?}").contains("s3cret"));
        assert_eq!(refused(refusing), "the account id set with `account_id(…)` is not a UUID", "{account:?}");
    }
}

#[test]
fn a_key_that_a_header_cannot_carry_is_refused_without_showing_it() {
    for (key, reason) in [
        ("", "the API key is empty"),
        (" ", "the API key is empty"),
        ("\n", "the API key is empty"),
        ("s3cret\n", "the API key has control characters, such as a line break at its end"),
        ("s3cret\r\nx-forged: 1", "the API key has control characters, such as a line break at its end"),
        ("s3\0cret", "the API key has control characters, such as a line break at its end"),
        ("s3\u{7f}cret", "the API key has control characters, such as a line break at its end"),
        (" s3cret", "the API key has white space around it"),
        ("s3cret ", "the API key has white space around it"),
        ("s3crét", "the API key has characters outside ASCII"),
    ] {
        assert_eq!(refused(builder(URL).api_key(key)), reason, "{key:?}");
    }
}

#[test]
fn a_time_limit_of_zero_is_refused() {
    for (builder, setting) in [
        (builder(URL).timeout(Duration::ZERO), "timeout"),
        (builder(URL).connect_timeout(Duration::ZERO), "connect_timeout"),
        (builder(URL).deadline(Duration::ZERO), "deadline"),
    ] {
        let reason = format!("the time set with `{setting}(…)` is zero, in which nothing can be sent");
        assert_eq!(refused(builder), reason);
    }
}

#[test]
fn the_url_of_another_server_is_refused_under_the_name_of_its_setter() {
    for (url, reason) in [
        ("https://other.example.com?a=b", "must not have a query: write it like https://api.example.com"),
        ("http://other.example.com", "is plain http"),
    ] {
        let text = refused(builder(URL).allow_server(url));
        assert!(text.starts_with(&format!("the URL of `allow_server(…)` {reason}")), "{text}");
    }
}

#[test]
fn the_last_value_of_a_setting_counts() {
    builder(URL).api_key("").api_key(KEY).build().unwrap();
    refused(builder(URL).api_key(""));
}
