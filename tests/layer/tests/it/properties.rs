//! Properties that hold for every input, tested with random inputs: 256 for each property, or `PROPTEST_CASES`.

mod errors;
mod open_enums;
mod pages;
mod paths;
mod secrets;
mod success;
mod time;

use proptest::char::CharStrategy;
use proptest::collection::{SizeRange, vec};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseResult, TestRunner};
use serde_json::Value;
use tokio::runtime::Builder;

/// Runs `test` with random values. If the test fails, the smallest value with which it fails is reported.
#[track_caller]
fn for_any<S: Strategy>(values: S, test: impl Fn(S::Value) -> TestCaseResult) {
    let config = Config { failure_persistence: None, ..Config::default() };
    if let Err(error) = TestRunner::new(config).run(&values, test) {
        panic!("{error}");
    }
}

/// Same as `for_any`, but for a test that makes calls.
#[track_caller]
fn for_any_call<S: Strategy>(values: S, test: impl AsyncFn(S::Value) -> TestCaseResult) {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    for_any(values, |value| runtime.block_on(test(value)));
}

/// Generates any text. Half of its characters have a meaning in URLs, JSON or logs, the others are printable ASCII
/// characters or any characters.
fn text(length: impl Into<SizeRange>) -> impl Strategy<Value = String> {
    let special = "/?#%.&=+;:\\\"'`{}[] \t\r\n\0\u{1b}\u{7f}\u{85}\u{200e}\u{2028}\u{202e}\u{2067}\u{feff}";
    let special: Vec<char> = special.chars().collect();
    let character = CharStrategy::new(special.into(), vec![' '..='~'].into(), vec!['\0'..=char::MAX].into());
    vec(character, length).prop_map(String::from_iter)
}

/// Generates any JSON value with few levels.
fn json() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<i32>().prop_map(|eighths| Value::from(f64::from(eighths) / 8.0)),
        text(0..30).prop_map(Value::from),
    ];
    scalar.prop_recursive(3, 20, 4, |inner| {
        let fields = vec((text(0..5), inner.clone()), 0..4);
        prop_oneof![
            vec(inner, 0..4).prop_map(Value::from),
            fields.prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Generates bodies: any bytes, one of `documents`, or one of `documents` in which one byte is removed or replaced.
fn body(documents: impl Strategy<Value = Value> + 'static) -> impl Strategy<Value = Vec<u8>> {
    let whole = documents.prop_map(|json| json.to_string().into_bytes()).boxed();
    let flawed =
        (whole.clone(), any::<proptest::sample::Index>(), any::<Option<u8>>()).prop_map(|(mut bytes, at, byte)| {
            let at = at.index(bytes.len());
            bytes.splice(at..=at, byte);
            bytes
        });
    prop_oneof![vec(any::<u8>(), 0..2000), whole, flawed]
}
