//! Checks that a document is OpenAPI 3.0 and has operations.

use serde_json::Value;

use super::json::text;
use crate::{diagnostics::Diagnostics, text::method::Method};

const PLACE: &str = "openapi.json";

/// Refuses what is not an OpenAPI 3.0 document with operations: nothing later can make sense of it.
///
/// # Errors
/// The one thing that is wrong, and where a document that is right can be had.
pub fn check(root: &Value) -> Result<(), Diagnostics> {
    let refuse = |reason: String| Err(Diagnostics::one(PLACE, reason));
    if !root.is_object() {
        return refuse("not a JSON object, so not an OpenAPI document".into());
    }
    if let Some(version) = root.get("swagger") {
        return refuse(format!("Swagger {version} is not supported: take the service's `openapi.json` (OpenAPI 3.0)"));
    }
    let version = text(root, "openapi");
    if !version.starts_with("3.0.") {
        return refuse(format!(
            "`openapi` is {version:?}, and only OpenAPI 3.0 is supported: ask the service's team for it"
        ));
    }
    let paths = root.get("paths").and_then(Value::as_object);
    let items = paths.into_iter().flatten().filter_map(|(_, item)| item.as_object());
    if items.flatten().all(|(key, _)| key != "$ref" && Method::from_key(key).is_none()) {
        return refuse("`paths` has no operations: the document describes nothing to call".into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn diagnostics(root: Value) -> String {
        check(&root).expect_err("should be refused").to_string()
    }

    #[test]
    fn what_is_no_openapi_3_0_document_is_refused_with_the_reason() {
        assert!(diagnostics(json!([])).contains("not a JSON object"));
        assert!(diagnostics(json!({ "swagger": "2.0" })).contains("take the service's `openapi.json`"));
        assert!(diagnostics(json!({ "openapi": "3.1.0" })).contains("only OpenAPI 3.0"));
        assert!(diagnostics(json!({ "openapi": "3.0.0" })).contains("no operations"));
        assert!(
            diagnostics(json!({ "openapi": "3.0.0", "paths": { "/a": { "summary": "x" } } })).contains("no operations")
        );
    }

    #[test]
    fn a_document_with_an_operation_is_readable() {
        assert!(check(&json!({ "openapi": "3.0.3", "paths": { "/a": { "get": {} } } })).is_ok());
    }
}
