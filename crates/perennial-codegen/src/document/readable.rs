//! Checks that a document is OpenAPI 3.0, 3.1 or 3.2, and that it declares an operation or a webhook.

use serde_json::Value;

use super::targets::Targets;
use crate::{
    bounds::{Bound, Budget},
    diagnostics::Diagnostics,
    text::method::operations,
};

const PLACE: &str = "openapi.json";

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// OpenAPI 3.0, which has its own dialect of JSON Schema.
    V3_0,
    /// OpenAPI 3.1, which uses JSON Schema 2020-12.
    V3_1,
    /// OpenAPI 3.2, which adds HTTP methods and streamed responses.
    V3_2,
}

impl Version {
    /// Returns the OpenAPI version that `root` declares. Returns `None` if the version is missing or not supported.
    pub fn from_root(root: &Value) -> Option<Self> {
        let all = [("3.0", Self::V3_0), ("3.1", Self::V3_1), ("3.2", Self::V3_2)];
        let declared = root.get("openapi")?;
        let declared = declared.as_str().map_or_else(|| declared.to_string(), str::to_owned);
        let matches =
            |version: &str| declared.strip_prefix(version).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        all.into_iter().find_map(|(version, it)| matches(version).then_some(it))
    }
}

/// Refuses `root` if it is not an OpenAPI 3 document, or declares neither an operation nor a webhook.
///
/// # Errors
/// Returns the first defect, with a hint on how to obtain a valid document.
pub fn check(root: &Value) -> Result<(), Diagnostics> {
    let refuse = |reason: String| Err(Diagnostics::single(PLACE, reason));
    if !root.is_object() {
        return refuse("not an OpenAPI document, because it is not a JSON object".into());
    }
    if let Some(version) = root.get("swagger") {
        return refuse(format!(
            "Swagger {version} is not supported: use the OpenAPI 3 document of the service, or convert this document \
             (`npx swagger2openapi`)"
        ));
    }
    if Version::from_root(root).is_none() {
        return refuse(format!(
            "`openapi` is {}, but only OpenAPI 3.0, 3.1 and 3.2 are supported: ask the service's team for a \
             supported version",
            root.get("openapi").unwrap_or(&Value::Null)
        ));
    }
    let paths = root.get("paths").and_then(Value::as_object);
    let mut items = paths.into_iter().flatten().map(|(_, item)| item);
    if items.all(|item| item.get("$ref").is_none() && operations(item).next().is_none()) {
        let has_webhooks = root.get("webhooks").and_then(Value::as_object).is_some_and(|webhooks| !webhooks.is_empty());
        if !has_webhooks {
            let targets = Targets::new(root, Budget::new(Bound::Parts));
            return match targets.explain_other_file("#/paths") {
                Some(reason) => Err(Diagnostics::single("paths", reason)),
                None => refuse("`paths` contains no operations, so a client would have nothing to call".into()),
            };
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
    fn rejects_json_that_is_not_an_openapi_3_document() {
        assert!(diagnostics(json!([])).contains("not a JSON object"));
        assert!(diagnostics(json!({ "swagger": "2.0" })).contains("convert this document"));
        for version in [json!("4.0.0"), json!("3.3.0"), json!("3.10.0"), json!(3), json!(null)] {
            let refusal = diagnostics(json!({ "openapi": version }));
            assert!(
                refusal.contains(&format!("`openapi` is {version}, but only OpenAPI 3.0, 3.1 and 3.2 are")),
                "{refusal}"
            );
        }
        assert!(diagnostics(json!({ "openapi": "3.0.0" })).contains("no operations"));
        assert!(
            diagnostics(json!({ "openapi": "3.0.0", "paths": { "/a": { "summary": "x" } } })).contains("no operations")
        );
    }

    #[test]
    fn accepts_each_supported_openapi_version() {
        for version in [json!("3.0.3"), json!("3.1.0"), json!("3.1"), json!("3.2.0"), json!(3.1)] {
            assert!(check(&json!({ "openapi": version, "paths": { "/a": { "get": {} } } })).is_ok(), "{version}");
        }
    }
}
