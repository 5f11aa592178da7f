//! Properties of 2xx responses with any body.

use std::error::Error as _;

use layer::Error;
use loopback::{Response, Server};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use super::{body, for_any_call, json};
use crate::support::{Operation, assert_one_short_line, client};

/// Generates objects whose field names are in the document. Their values have any type.
fn document() -> impl Strategy<Value = Value> {
    let object = |names: Vec<&'static str>, value: BoxedStrategy<Value>| {
        let fields = vec((select(names), value), 0..6);
        fields.prop_map(|fields| fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Value>())
    };
    let names = vec!["id", "name", "created_at", "severity", "lastUpdateStatus", "duration", "services"];
    let entry = object(names, json().boxed());
    let value = prop_oneof![json(), vec(entry, 0..4).prop_map(Value::from)].boxed();
    let names = vec!["entries", "nextId", "length", "id", "status", "timestamps", "queueSize"];
    prop_oneof![json(), object(names, value)]
}

#[test]
fn decode_error_of_every_2xx_body_has_a_short_excerpt() {
    let operation = select(Operation::ALL.to_vec());
    for_any_call((operation, 200..300_u16, body(document())), async |(operation, status, body)| {
        let server = Server::start([Response::new(status, &body)]);
        let error = match operation.call(&client(server.url())).await {
            Ok(()) => return Ok(()),
            Err(Error::Decode(error)) => error,
            // A body that looks like a web page is reported as an unexpected status.
            Err(error @ Error::UnexpectedStatus(_)) if begins_with_a_tag(&body) => {
                assert_one_short_line(&error.to_string());
                return Ok(());
            }
            Err(other) => return Err(TestCaseError::fail(format!("{other:?}"))),
        };
        prop_assert_eq!(error.status().unwrap(), status);
        assert_one_short_line(&error.to_string());
        assert_one_short_line(&error.source().map(ToString::to_string).unwrap_or_default());
        // An empty body has no excerpt.
        let excerpt = error.excerpt().unwrap_or_default();
        prop_assert!(excerpt.chars().count() <= 200, "{excerpt}");
        Ok(())
    });
}

fn begins_with_a_tag(body: &[u8]) -> bool {
    body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii_start().starts_with(b"<")
}

/// Replaces strings and numbers with values that the test recognizes in an error.
fn private(value: Value) -> Value {
    match value {
        Value::String(text) => format!("s3cret {text}").into(),
        Value::Number(number) if number.is_f64() => 4_815_162_342.5.into(),
        Value::Number(_) => 4_815_162_342_u64.into(),
        Value::Array(elements) => elements.into_iter().map(private).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, private(value))).collect(),
        other => other,
    }
}

#[test]
fn messages_of_decode_errors_contain_no_values_of_the_body() {
    let operation = select(Operation::ALL.to_vec());
    for_any_call((operation, body(document().prop_map(private))), async |(operation, body)| {
        let server = Server::start([Response::new(200, &body)]);
        // A web page is reported by a different error, which quotes the beginning of the page.
        if let Err(Error::Decode(error)) = operation.call(&client(server.url())).await {
            let text = error.to_string();
            prop_assert!(!text.contains("s3cret") && !text.contains("4815162342"), "{text}");
        }
        Ok(())
    });
}
