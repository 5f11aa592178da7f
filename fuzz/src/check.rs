//! Checks the properties that every returned value and every error must have, whatever the response was.

use std::error::Error as _;
use std::fmt::Debug;

use layer::Error;
use layer::types::PrivateLocationMetrics;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::loopback::KEY;
use crate::operation::{Operation, Value};

/// The maximum number of bytes of an error body that the client retains.
const MAX_ERROR_BYTES: usize = 64 * 1024;

/// A body may end in the middle of the key. If it contains at least this many characters of the key, they are redacted
/// as well.
const KEY_BEGINS: usize = 8;

pub fn value(value: &Value) {
    match value {
        Value::Metrics(value) => {
            round_trip(value);
            samples(value);
        }
        Value::Incidents(value) => round_trip(value),
        Value::Update(value) => round_trip(value),
    }
}

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let json = serde_json::to_string(value).expect("a value that was read can be written");
    let again: T = serde_json::from_str(&json).expect("a value that was written can be read");
    assert_eq!(*value, again, "{json}");
}

/// Checks that `samples` returns a sample for each timestamp, or fails with an error that is safe to log.
fn samples(metrics: &PrivateLocationMetrics) {
    match metrics.samples() {
        Ok(samples) => {
            let announced = samples.len();
            assert_eq!(announced, metrics.timestamps.as_ref().map_or(0, Vec::len));
            assert_eq!(announced, samples.inspect(|sample| drop(format!("{sample:?}"))).count());
        }
        Err(error) => {
            assert!(matches!(error, Error::Decode(_)), "{error:?}");
            one_short_line(&error.to_string());
        }
    }
}

/// Checks the error of a call: it names the operation, is safe to log, does not contain the key, and has the variant
/// that the status of the response requires.
pub fn error(operation: Operation, error: &Error) {
    assert_eq!((error.operation_id(), error.attempts()), (Some(operation.id()), 1), "{error:?}");
    let _ = (error.is_retryable(), error.may_have_been_processed(), error.retry_after());

    let mut texts = format!("{error} {error:#} {error:?} {error:#?}");
    one_short_line(&error.to_string());
    let mut source = error.source();
    while let Some(cause) = source {
        texts += &format!("{cause} {cause:#} {cause:?} {cause:#?}");
        source = cause.source();
    }
    assert!(!texts.contains(KEY), "{texts}");

    let status = error.status().map(|status| status.as_u16());
    let belongs = match (error, status) {
        (Error::Transport(_), None) => true,
        (Error::Api(_), Some(status)) => (400..600).contains(&status),
        (Error::Decode(_), Some(status)) => (200..300).contains(&status),
        (Error::UnexpectedStatus(_), Some(200..300)) => error.error_type() == "web_page",
        (Error::UnexpectedStatus(_), Some(status)) => !(400..600).contains(&status),
        _ => false,
    };
    assert!(belongs, "{error:?}");
}

/// Checks that an error contains the status and the body of the response. If the body may contain the key, its text is
/// not compared, because the key in it is redacted.
pub fn status_and_body(error: &Error, status: u16, body: &[u8]) {
    assert_eq!(error.status().map(|status| status.as_u16()), Some(status), "{error:?}");
    let (text, truncated) = match error {
        Error::Api(error) => (error.body(), error.is_body_truncated()),
        Error::UnexpectedStatus(error) => (error.body(), error.is_body_truncated()),
        Error::Decode(error) => {
            assert!(!error.excerpt().unwrap_or_default().contains(KEY));
            return;
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(truncated, body.len() > MAX_ERROR_BYTES);
    assert!(!text.contains(KEY));
    let begins = &KEY.as_bytes()[..KEY_BEGINS];
    let may_hold_the_key = body.windows(begins.len()).any(|bytes| bytes == begins)
        // In JSON, a backslash may begin an escaped character of the key. In a URL, a `%` may.
        || body.contains(&b'\\')
        || body.contains(&b'%');
    if !truncated && !may_hold_the_key {
        assert_eq!(text, String::from_utf8_lossy(body));
    }
}

/// Checks that a text is short and contains no character that breaks a line of a log or moves the cursor.
fn one_short_line(text: &str) {
    assert!(!text.chars().any(|c| c.is_control() || "\u{2028}\u{2029}\u{202e}".contains(c)), "{text:?}");
    assert!(text.chars().count() <= 600, "{} characters: {text}", text.chars().count());
}
