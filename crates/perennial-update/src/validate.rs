//! Checks that a file contains an OpenAPI document from which a client can be generated.
//!
//! Typical mistakes, such as a web page or a truncated file, have messages with a remedy. The generator reports
//! everything else.

use anyhow::{Context as _, Result, bail, ensure};
use perennial_codegen::{
    check_readable,
    text::json::{self, Error, Exact},
};
use serde_json::Value;

use crate::fetch::GZIP;

/// Parses the document in `body`, which is the body of a response or the content of a file. With `version`, the
/// document must describe this version of the API.
///
/// # Errors
/// Returns an error with a remedy for the first problem.
pub fn parse_document<'a>(body: &'a [u8], version: Option<&str>) -> Result<Exact<'a>> {
    let document = parse_body(body)?;
    expect_supported(&json::to_value(&document), version)?;
    Ok(document)
}

fn parse_body(body: &[u8]) -> Result<Exact<'_>> {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body).trim_ascii();
    if body.is_empty() {
        bail!("the document is empty: check the address, or ask the service's team why the response has no content");
    }
    if body.starts_with(b"<") {
        bail!(
            "the document is a web page (HTML or XML), not JSON: check the address, and whether the service is \
             behind a login page"
        );
    }
    if body.starts_with(GZIP) {
        bail!("the document is compressed (gzip): download it, unpack it with `gunzip`, and specify the unpacked file");
    }
    let text = match str::from_utf8(body) {
        Ok(text) => text,
        // The text ends within a character, so it is truncated.
        Err(error) if error.error_len().is_none() => bail!(describe_truncation(body)),
        Err(error) => bail!(
            "the document is not JSON, because byte {} is not valid UTF-8: ask the service's team to send UTF-8",
            error.valid_up_to() + 1
        ),
    };
    json::parse_exact(text).or_else(|error| match error {
        Error::Truncated => bail!(describe_truncation(body)),
        Error::Syntax { .. } => {
            bail!("the document is not JSON ({error}): check the address")
        }
        Error::TooDeep => {
            bail!(
                "the document cannot be read: {error}; ask the service's team to move deeply nested schemas to \
                 `components/schemas`, and to refer to them with `$ref`"
            )
        }
        Error::DuplicateKey { .. } => {
            bail!("the document is ambiguous: {error}; ask the service's team to remove one of the two keys")
        }
    })
}

fn describe_truncation(body: &[u8]) -> String {
    format!("the document is truncated after {} bytes: run the command again", body.len())
}

fn expect_supported(document: &Value, expected: Option<&str>) -> Result<()> {
    check_readable(document).context("it is not an OpenAPI document: check the address")?;
    let version = document.pointer("/info/version").and_then(Value::as_str).unwrap_or_default();
    ensure!(
        expected.is_none_or(|expected| version == expected),
        "the document describes version {version:?} of the API (`info.version`), but this crate is a client for \
         version {0:?}: use the address of the document for version {0}",
        expected.unwrap_or_default()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::{
        collection::{btree_map, vec},
        prelude::*,
        sample::select,
    };
    use serde_json::json;

    use super::*;

    fn valid() -> Value {
        json!({ "openapi": "3.0.0", "info": { "version": "v1" }, "paths": { "/a": { "get": { "operationId": "getA" } } } })
    }

    fn failure(body: &[u8]) -> String {
        format!("{:#}", parse_document(body, Some("v1")).expect_err("should be refused"))
    }

    #[test]
    fn accepts_a_document_with_byte_order_mark_and_no_operation_id() {
        let mut valid = valid();
        valid["paths"]["/b"] = json!({ "get": {} });
        let body = [b"\xEF\xBB\xBF".as_slice(), valid.to_string().as_bytes()].concat();
        assert_eq!(json::to_value(&parse_document(&body, Some("v1")).expect("should be accepted")), valid);
    }

    #[test]
    fn each_kind_of_document_that_is_not_json_has_its_own_message() {
        let deep = "[".repeat(10_000_000);
        for (body, reason) in [
            (b" \n".as_slice(), "is empty"),
            (b"<!doctype html><title>Log in</title>", "web page"),
            (br#"{"openapi": "3.0.0", "pa"#, "truncated after 24 bytes"),
            (b"{\"a\": \"\xC3", "truncated after 8 bytes"),
            (b"\x1f\x8b\x08\x00", "compressed (gzip)"),
            (b"openapi: 3.0.0", "not JSON (value expected at line 1 column"),
            (b"{} <!-- -->", "there is text after the end of the document at line 1 column 4"),
            (b"{\"a\": \"\xFF\"}", "byte 8 is not valid UTF-8"),
            (br#"{"a": "\ud800"}"#, "escaped surrogate"),
            (br#"{"paths": {"/a": {"get": 1, "get": 2}}}"#, r#"/paths/~1a: the object contains the key "get" twice"#),
            (deep.as_bytes(), "nested deeper than 128 levels"),
            (b"[]", "not a JSON object"),
            (b"1e400", "not a JSON object"),
        ] {
            let message = failure(body);
            assert!(message.contains(reason), "{reason}: {message}");
        }
    }

    #[test]
    fn refuses_a_swagger_2_document_or_another_version_with_a_remedy() {
        assert!(failure(br#"{"swagger": "2.0"}"#).contains("check the address"));
        let mut other = valid();
        other["info"]["version"] = "v2".into();
        assert!(failure(other.to_string().as_bytes()).contains(r#"version "v2""#));
    }

    /// Generates strings that are valid JSON or nearly so.
    fn nearly_json() -> impl Strategy<Value = String> {
        let token = select(vec![
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"a\"",
            "\"b\"",
            "\"\\u00e9\"",
            "\"\\ud83d\\ude00\"",
            "\"\\ud800\"",
            "\"",
            "1",
            "-",
            "0",
            ".5",
            "e400",
            "E-1",
            "true",
            "nul",
            "l",
            " ",
            "\n",
            "\u{7f}",
            "\u{1}",
            "é",
        ]);
        vec(token, 0..9).prop_map(|tokens| tokens.concat())
    }

    fn json_value() -> impl Strategy<Value = Value> {
        let scalar = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        scalar.prop_recursive(4, 32, 5, |inner| {
            prop_oneof![
                vec(inner.clone(), 0..5).prop_map(Value::from),
                btree_map(any::<String>(), inner, 0..5).prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn json_parser_accepts_the_same_texts_as_serde_json(text in nearly_json()) {
            let theirs: Result<Value, _> = serde_json::from_str(&text);
            match json::parse(&text) {
                Ok(value) => match theirs {
                    Ok(theirs) => prop_assert_eq!(value, theirs),
                    Err(error) => prop_assert!(error.to_string().starts_with("number out of range"), "{text:?}: {error}"),
                },
                Err(Error::DuplicateKey { .. }) => {}
                Err(error) => prop_assert!(theirs.is_err(), "{text:?}: {error}"),
            }
        }

        #[test]
        fn formatted_document_is_read_as_the_same_value(value in json_value()) {
            let text = serde_json::to_string(&value).expect("should be written");
            let exact = json::parse_exact(&text).expect("should be read");
            let formatted = crate::normalise::format_document(&exact).expect("should be written");
            prop_assert_eq!(&formatted, &(serde_json::to_string_pretty(&value).expect("should be written") + "\n"));
            prop_assert_eq!(json::to_value(&json::parse_exact(&formatted).expect("should be read")), json::to_value(&exact));
        }
    }
}
