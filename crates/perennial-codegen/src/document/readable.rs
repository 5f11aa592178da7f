//! Checks that a document is OpenAPI 3.0, 3.1 or 3.2 and describes something.

use serde_json::Value;

use crate::{diagnostics::Diagnostics, text::method::operations};

const PLACE: &str = "openapi.json";

/// The versions of OpenAPI that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// 3.0, whose schemas are a dialect of their own.
    V3_0,
    /// 3.1, whose schemas are JSON Schema 2020-12.
    V3_1,
    /// 3.2, which has more methods and streams.
    V3_2,
}

impl Version {
    /// That of the document `root`; `None` if it is no version that is read.
    pub fn of(root: &Value) -> Option<Self> {
        let all = [("3.0", Self::V3_0), ("3.1", Self::V3_1), ("3.2", Self::V3_2)];
        let said = root.get("openapi")?;
        let said = said.as_str().map_or_else(|| said.to_string(), str::to_owned);
        let is =
            |version: &str| said.strip_prefix(version).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        all.into_iter().find_map(|(version, it)| is(version).then_some(it))
    }
}

/// Refuses what is not an OpenAPI 3 document with operations: nothing later can make sense of it.
///
/// # Errors
/// The one thing that is wrong, and where a document that is right can be had.
pub fn check(root: &Value) -> Result<(), Diagnostics> {
    let refuse = |reason: String| Err(Diagnostics::one(PLACE, reason));
    if !root.is_object() {
        return refuse("not a JSON object, so not an OpenAPI document".into());
    }
    if let Some(version) = root.get("swagger") {
        return refuse(format!(
            "Swagger {version} is not supported: take the service's OpenAPI 3 document, or convert this one \
             (`npx swagger2openapi` does)"
        ));
    }
    if Version::of(root).is_none() {
        return refuse(format!(
            "`openapi` is {}, and OpenAPI 3.0, 3.1 and 3.2 are supported: ask the service's team for one of these",
            root.get("openapi").unwrap_or(&Value::Null)
        ));
    }
    let paths = root.get("paths").and_then(Value::as_object);
    let mut items = paths.into_iter().flatten().map(|(_, item)| item);
    if items.all(|item| item.get("$ref").is_none() && operations(item).next().is_none()) {
        let has_webhooks = root.get("webhooks").and_then(Value::as_object).is_some_and(|webhooks| !webhooks.is_empty());
        if !has_webhooks {
            return refuse("`paths` has no operations: the document describes nothing to call".into());
        }
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
    fn what_is_no_openapi_3_document_is_refused_with_the_reason() {
        assert!(diagnostics(json!([])).contains("not a JSON object"));
        assert!(diagnostics(json!({ "swagger": "2.0" })).contains("convert this one"));
        for version in [json!("4.0.0"), json!("3.3.0"), json!("3.10.0"), json!(3), json!(null)] {
            let told = diagnostics(json!({ "openapi": version }));
            assert!(told.contains(&format!("`openapi` is {version}, and OpenAPI 3.0, 3.1 and 3.2 are")), "{told}");
        }
        assert!(diagnostics(json!({ "openapi": "3.0.0" })).contains("no operations"));
        assert!(
            diagnostics(json!({ "openapi": "3.0.0", "paths": { "/a": { "summary": "x" } } })).contains("no operations")
        );
    }

    #[test]
    fn a_document_of_each_version_with_an_operation_is_readable() {
        for version in [json!("3.0.3"), json!("3.1.0"), json!("3.1"), json!("3.2.0"), json!(3.1)] {
            assert!(check(&json!({ "openapi": version, "paths": { "/a": { "get": {} } } })).is_ok(), "{version}");
        }
    }
}
