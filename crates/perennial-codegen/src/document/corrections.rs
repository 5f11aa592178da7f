//! Applies the corrections in `client.corrections` of `names.json` to a document that describes its service wrongly.
//!
//! The corrections are a JSON Merge Patch (RFC 7396). They survive updates, unlike changes to the document.

use serde_json::{Map, Value};

use crate::{
    diagnostics::Diagnostics,
    text::{json::escape_pointer_key, nearest::suggest_nearest},
};

/// The places in the document that the corrections name, as JSON pointers.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Corrected {
    pub changed: Vec<String>,
    /// The places that already have the corrected value.
    pub unchanged: Vec<String>,
}

/// Applies `corrections` to the document `root`.
///
/// # Errors
/// Lists the paths, operations and schemas in `corrections` that the document does not contain.
pub fn apply(root: &mut Value, corrections: &Map<String, Value>) -> Result<Corrected, Diagnostics> {
    let (mut corrected, mut diagnostics) = (Corrected::default(), Diagnostics::default());
    // A document that is not an object is refused by a later check.
    if root.is_object() {
        corrected.merge(root, corrections, "#", &mut diagnostics);
    }
    diagnostics.into_result(corrected)
}

impl Corrected {
    fn merge(
        &mut self,
        into: &mut Value,
        corrections: &Map<String, Value>,
        place: &str,
        diagnostics: &mut Diagnostics,
    ) {
        let Value::Object(object) = into else {
            *into = Value::Object(Map::new());
            return self.merge(into, corrections, place, diagnostics);
        };
        for (key, value) in corrections {
            let here = format!("{place}/{}", escape_pointer_key(key));
            match (object.get_mut(key), value) {
                (Some(part), Value::Object(corrections)) => self.merge(part, corrections, &here, diagnostics),
                (None, Value::Object(_)) if must_exist(place) => {
                    let instead = suggest_nearest(key, object.keys().map(String::as_str));
                    let reason = format!("the document does not contain `{here}`{instead}");
                    diagnostics.push_setting("corrections", reason);
                }
                (None, Value::Object(corrections)) => {
                    let added = object.entry(key).or_insert_with(|| Map::new().into());
                    self.merge(added, corrections, &here, diagnostics);
                }
                (Some(_), Value::Null) => {
                    object.remove(key);
                    self.changed.push(here);
                }
                (Some(part), value) if part != value => {
                    *part = value.clone();
                    self.changed.push(here);
                }
                (None, value) if !value.is_null() => {
                    object.insert(key.clone(), value.clone());
                    self.changed.push(here);
                }
                _ => self.unchanged.push(here),
            }
        }
    }
}

/// Returns whether corrections cannot add objects at `place`: paths, operations and schemas. A misspelled key would
/// otherwise have no effect.
fn must_exist(place: &str) -> bool {
    let keys: Vec<&str> = place.split('/').skip(1).collect();
    match keys.as_slice() {
        [] => true,
        ["paths", rest @ ..] => rest.len() < 2,
        keys => *keys == ["components", "schemas"],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn apply_to(mut root: Value, corrections: Value) -> Result<(Value, Corrected), String> {
        let corrections = corrections.as_object().expect("should be an object");
        let corrected = apply(&mut root, corrections).map_err(|refused| refused.to_string())?;
        Ok((root, corrected))
    }

    #[test]
    fn corrections_are_merged_into_the_document() {
        let root = json!({
            "paths": { "/a": { "get": { "security": [{ "key": [] }], "deprecated": true, "operationId": "a" } } },
            "components": { "schemas": { "A": { "properties": { "n": { "type": "string" } } } } },
        });
        let corrections = json!({
            "paths": { "/a": { "get": { "security": [], "deprecated": null, "operationId": "a", "x": null } } },
            "components": { "schemas": { "A": { "properties": { "n": { "type": "integer" }, "m": { "type": "number" } } } } },
        });
        let (root, corrected) = apply_to(root, corrections).expect("legal");
        assert_eq!(root["paths"]["/a"]["get"], json!({ "security": [], "operationId": "a" }));
        let expected = json!({ "n": { "type": "integer" }, "m": { "type": "number" } });
        assert_eq!(root["components"]["schemas"]["A"]["properties"], expected);
        let sorted = |mut places: Vec<String>| {
            places.sort();
            places
        };
        let changed = [
            "#/components/schemas/A/properties/m/type",
            "#/components/schemas/A/properties/n/type",
            "#/paths/~1a/get/deprecated",
            "#/paths/~1a/get/security",
        ];
        assert_eq!(sorted(corrected.changed), changed);
        assert_eq!(sorted(corrected.unchanged), ["#/paths/~1a/get/operationId", "#/paths/~1a/get/x"]);
    }

    #[test]
    fn refuses_corrections_of_paths_operations_and_schemas_that_do_not_exist() {
        let root = || json!({ "paths": { "/a": { "get": {} } }, "components": { "schemas": { "Customer": {} } } });
        for (corrections, expected) in [
            (json!({ "path": {} }), "#/path`: did you mean `paths`?"),
            (json!({ "paths": { "/b": {} } }), "#/paths/~1b`: did you mean `/a`?"),
            (json!({ "paths": { "/a": { "gett": {} } } }), "#/paths/~1a/gett`: did you mean `get`?"),
            (
                json!({ "components": { "schemas": { "Custmer": {} } } }),
                "#/components/schemas/Custmer`: did you mean `Customer`?",
            ),
        ] {
            let expected = format!("names.json: client.corrections: the document does not contain `{expected}");
            assert_eq!(apply_to(root(), corrections).map(drop), Err(expected));
        }
        apply_to(root(), json!({ "components": { "securitySchemes": { "key": { "type": "apiKey" } } } }))
            .expect("legal");
    }
}
