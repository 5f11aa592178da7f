use std::time::{Duration, SystemTime};

use layer::ApiError;
use loopback::{Response, Server};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value};

use super::{body, for_any_call, json, text};
use crate::support::{Operation, api, assert_one_line, assert_one_short_line, client};

type Header = (String, Vec<u8>);

#[derive(Debug, Clone)]
struct Failure {
    status: u16,
    reason: String,
    headers: Vec<Header>,
    body: Vec<u8>,
}

impl Failure {
    /// Returns the error of a call that receives this response.
    async fn read(&self) -> ApiError {
        let mut response = format!("HTTP/1.1 {} {}\r\n", self.status, self.reason).into_bytes();
        for (name, value) in &self.headers {
            response.extend([name.as_bytes(), b": ", value, b"\r\n"].concat());
        }
        response.extend(format!("connection: close\r\ncontent-length: {}\r\n\r\n", self.body.len()).into_bytes());
        response.extend(&self.body);
        let server = Server::start([Response::raw(response)]);
        api(Operation::Incidents.fails(&client(server.url())).await)
    }
}

fn failure(headers: impl Strategy<Value = Vec<Header>>) -> impl Strategy<Value = Failure> {
    (400..600_u16, "[ -~]{0,20}", headers, body(document())).prop_map(|(status, reason, headers, body)| Failure {
        status,
        reason,
        headers,
        body,
    })
}

/// Generates any bytes that HTTP allows in the value of a header.
fn header_value() -> impl Strategy<Value = Vec<u8>> {
    vec(prop_oneof![Just(b'\t'), 0x20..=0x7e_u8, 0x80..=0xff_u8], 0..40)
}

fn header() -> impl Strategy<Value = Header> {
    let known = ["content-type", "date", "location", "retry-after", "server", "set-cookie", "www-authenticate"];
    let name = prop_oneof!["x-[a-zA-Z0-9!#$%&'*+.^_`|~-]{0,15}", select(known.map(str::to_owned).to_vec())];
    (name, header_value())
}

/// Generates an error object whose fields may have any type.
fn document() -> impl Strategy<Value = Value> {
    let field = || option::of(prop_oneof![text(0..300).prop_map(Value::from), json()]);
    let object = (field(), field(), field(), json()).prop_map(|(error, message, attributes, code)| {
        let fields = [("error", error), ("message", message), ("attributes", attributes), ("statusCode", Some(code))];
        let present = fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        present.collect::<Value>()
    });
    prop_oneof![1 => json(), 3 => object]
}

/// Generates the header `retry-after`, and the wait that it requests. If the header contains a date, a `date` header is
/// added.
fn retry_after() -> impl Strategy<Value = (Vec<Header>, Option<Duration>)> {
    let header = |value: &str| vec![("Retry-After".to_owned(), value.as_bytes().to_vec())];
    let seconds = prop_oneof![any::<u32>().prop_map(u64::from), any::<u64>()];
    // The year in an HTTP date has four digits, so 9999 is the last year.
    let moment = || (0..253_402_300_800_u64).prop_map(|seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
    prop_oneof![
        ("0{0,3}", seconds).prop_map(move |(zeros, seconds)| {
            (header(&format!("{zeros}{seconds}")), Some(Duration::from_secs(seconds)))
        }),
        "[1-9][0-9]{20,40}".prop_map(move |digits| (header(&digits), Some(Duration::from_secs(u64::MAX)))),
        (moment(), moment()).prop_map(move |(asked, now)| {
            let mut headers = header(&httpdate::fmt_http_date(asked));
            headers.push(("Date".to_owned(), httpdate::fmt_http_date(now).into_bytes()));
            (headers, Some(asked.duration_since(now).unwrap_or_default()))
        }),
    ]
}

/// Generates `retry-after` headers that contain neither a number of seconds nor a date.
fn malformed_retry_after() -> impl Strategy<Value = Vec<Header>> {
    let value = prop_oneof![
        "[-+]?[0-9]{0,3}[.,eE:/ ][0-9]{0,3}".prop_map(String::into_bytes),
        "[0-9]{0,2}[a-z-][ -~]{0,20}".prop_map(String::into_bytes),
        "(Mon|Sun), [0-9]{1,3} (Jan|Feb|Foo) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} (UTC|gmt)"
            .prop_map(String::into_bytes),
        Just(Vec::new()),
        header_value().prop_map(|value| [b"x".as_slice(), &value].concat()),
    ];
    // Digits with white space around them are a valid number of seconds, so they are excluded.
    let value =
        value.prop_filter("seconds", |value| !value.trim_ascii().iter().all(u8::is_ascii_digit) || value.is_empty());
    value.prop_map(|value| vec![("retry-after".to_owned(), value)])
}

#[test]
fn every_error_status_becomes_an_api_error_with_body_and_headers() {
    for_any_call(failure(vec(header(), 0..8)), async |failure| {
        let error = failure.read().await;
        prop_assert_eq!(error.status(), failure.status);
        prop_assert_eq!(error.body(), String::from_utf8_lossy(&failure.body));
        prop_assert!(!error.is_body_truncated());
        for (name, value) in &failure.headers {
            let mut values = error.headers().get_all(name).iter().map(|value| value.as_bytes());
            prop_assert!(values.any(|found| found == value.trim_ascii()), "{name}");
        }
        Ok(())
    });
}

#[test]
fn api_error_contains_only_fields_of_the_right_type() {
    for_any_call(failure(Just(Vec::new())), async |failure| {
        let error = failure.read().await;
        let text = String::from_utf8_lossy(&failure.body);
        let object: Map<String, Value> = match serde_json::from_str(&text) {
            Ok(Value::Object(object)) => object,
            _ => Map::new(),
        };
        let phrase = error.status().canonical_reason().unwrap_or_default();
        let field = |name| object.get(name);
        prop_assert_eq!(error.error(), field("error").and_then(Value::as_str).unwrap_or(phrase));
        prop_assert_eq!(error.message(), field("message").and_then(Value::as_str));
        prop_assert_eq!(error.attributes(), field("attributes").and_then(Value::as_object));
        Ok(())
    });
}

#[test]
fn every_api_error_with_headers_is_shown_on_one_line() {
    for_any_call(failure(vec(header(), 0..8)), async |failure| {
        let error = failure.read().await;
        assert_one_line(&error.to_string());
        assert_one_line(&format!("{error:?}"));
        Ok(())
    });
}

#[test]
fn every_api_error_is_shown_on_a_short_line() {
    for_any_call(failure(Just(Vec::new())), async |failure| {
        assert_one_short_line(&failure.read().await.to_string());
        Ok(())
    });
}

#[test]
fn retry_after_is_read_as_seconds_or_as_a_date() {
    let headers = vec(header(), 0..4);
    for_any_call((failure(Just(Vec::new())), retry_after(), headers), async |(mut failure, (asked, wait), more)| {
        // A repeated header is ignored.
        let is_one = more.iter().all(|(name, _)| name != "retry-after");
        failure.headers = [asked, more].concat();
        prop_assert_eq!(failure.read().await.retry_after(), wait.filter(|_| is_one));
        Ok(())
    });
}

#[test]
fn api_error_has_no_retry_after_if_the_header_is_malformed() {
    for_any_call(failure(malformed_retry_after()), async |failure| {
        prop_assert_eq!(failure.read().await.retry_after(), None);
        Ok(())
    });
}
