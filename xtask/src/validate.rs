//! Is what was fetched an OpenAPI document that this crate can be generated from?
//!
//! What only generating it can tell is left to the generator; what can go wrong on the way from the service to
//! here has a message of its own, with what to do about it.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use serde_json::{Value, error::Category};

use crate::generator::spec::METHODS;

/// The version of the API that this crate is a client of.
const VERSION: &str = "v1";

/// The document in the body of an answer.
///
/// # Errors
/// The first thing that is wrong with it, and the remedy.
pub fn document(body: &[u8]) -> Result<Value> {
    let document = json(body)?;
    readable(&document)?;
    Ok(document)
}

fn json(body: &[u8]) -> Result<Value> {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body).trim_ascii();
    if body.is_empty() {
        bail!("the answer is empty: check the base URL, or ask the service's team why it serves nothing there");
    }
    if body.starts_with(b"<") {
        bail!(
            "the answer is a web page (HTML or XML), not JSON: check the base URL, and whether a login page stands before the service"
        );
    }
    serde_json::from_slice(body).or_else(|error| {
        if error.classify() == Category::Eof {
            bail!("the answer is cut off after {} bytes: run the command again", body.len());
        }
        bail!("the answer is not JSON ({error}): check the base URL, below which `openapi.json` has to be served");
    })
}

fn readable(document: &Value) -> Result<()> {
    let text = |pointer: &str| document.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    if !document.is_object() {
        bail!("the answer is JSON, but no object and so no OpenAPI document: check the base URL");
    }
    if let Some(version) = document.get("swagger") {
        bail!(
            "the answer is a Swagger {version} document, which is deprecated: use the address of the service's `openapi.json` (OpenAPI 3.0)"
        );
    }
    let openapi = text("/openapi");
    if openapi.is_empty() {
        bail!("the answer has no `openapi` field, so it is no OpenAPI document: check the base URL");
    }
    if !openapi.starts_with("3.0.") {
        bail!(
            "the answer is an OpenAPI {openapi} document, and the generator takes only 3.0: ask the service's team for 3.0, or extend `build/adapt`"
        );
    }
    let version = text("/info/version");
    if version != VERSION {
        bail!(
            "the answer describes version {version:?} of the API (`info.version`), and this crate is a client of {VERSION:?}: use the base URL of {VERSION}"
        );
    }
    has_paths(document)?;
    distinct_ids(document)
}

fn operations(document: &Value) -> impl Iterator<Item = (&String, &String, &Value)> {
    let paths = document.get("paths").and_then(Value::as_object).into_iter().flatten();
    let items = paths.filter_map(|(path, item)| Some((path, item.as_object()?)));
    let operations = items.flat_map(|(path, item)| item.iter().map(move |(key, operation)| (path, key, operation)));
    operations.filter(|(_, key, _)| METHODS.contains(&key.as_str()))
}

fn has_paths(document: &Value) -> Result<()> {
    // A path that is kept elsewhere has operations too; the generator looks them up.
    let paths = document.get("paths").and_then(Value::as_object).into_iter().flatten();
    let mut elsewhere = paths.filter(|(_, item)| item.get("$ref").is_some());
    if operations(document).next().is_none() && elsewhere.next().is_none() {
        bail!(
            "the answer has no operations (`paths` is empty or missing): ask the service's team, as taking it over would remove the whole API"
        );
    }
    Ok(())
}

fn distinct_ids(document: &Value) -> Result<()> {
    let mut seen = BTreeMap::new();
    for (path, method, operation) in operations(document) {
        let Some(id) = operation.get("operationId").and_then(Value::as_str) else { continue };
        let here = format!("{} {path}", method.to_uppercase());
        if let Some(first) = seen.insert(id, here.clone()) {
            bail!(
                "the operationId `{id}` is used twice, by {first} and by {here}: ask the service's team to give each operation its own"
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn valid() -> Value {
        json!({ "openapi": "3.0.0", "info": { "version": "v1" }, "paths": { "/a": { "get": { "operationId": "getA" } } } })
    }

    fn refusal(body: &[u8]) -> String {
        document(body).expect_err("should be refused").to_string()
    }

    fn refusal_with(pointer: &str, value: Value) -> String {
        let mut document = valid();
        *document.pointer_mut(pointer).expect("should be there") = value;
        refusal(document.to_string().as_bytes())
    }

    #[test]
    fn a_document_is_taken_with_a_byte_order_mark_and_without_an_operation_id() {
        let mut valid = valid();
        valid["paths"]["/b"] = json!({ "get": {} });
        let body = [b"\xEF\xBB\xBF".as_slice(), valid.to_string().as_bytes()].concat();
        assert_eq!(document(&body).expect("should be taken"), valid);
    }

    #[test]
    fn what_is_no_json_is_refused_each_with_its_own_message() {
        assert!(refusal(b" \n").contains("is empty"));
        assert!(refusal(b"<!doctype html><title>Log in</title>").contains("web page"));
        assert!(refusal(br#"{"openapi": "3.0.0", "pa"#).contains("cut off after 24 bytes"));
        assert!(refusal(b"openapi: 3.0.0").contains("not JSON"));
        assert!(refusal(b"{\"a\": \"\xFF\"}").contains("not JSON"));
        assert!(refusal(b"[]").contains("no object"));
    }

    #[test]
    fn what_is_no_openapi_3_0_document_of_this_version_is_refused_with_the_remedy() {
        assert!(refusal(br#"{"swagger": "2.0"}"#).contains("use the address of the service's `openapi.json`"));
        assert!(refusal(b"{}").contains("no `openapi` field"));
        assert!(refusal_with("/openapi", json!("3.1.0")).contains("OpenAPI 3.1.0"));
        assert!(refusal_with("/info/version", json!("v2")).contains(r#"version "v2""#));
        assert!(refusal_with("/paths", json!({})).contains("no operations"));
        assert!(refusal_with("/paths", json!({ "/a": { "summary": "x" } })).contains("no operations"));
    }

    #[test]
    fn an_operation_id_that_is_used_twice_names_both_operations() {
        let told = refusal_with(
            "/paths",
            json!({ "/a": { "get": { "operationId": "x" } }, "/b": { "put": { "operationId": "x" } } }),
        );
        assert!(told.contains("by GET /a and by PUT /b"), "{told}");
    }
}
