//! Decides whether the values of a schema are strings, however the schema is composed.

use std::ptr;

use serde_json::Value;

use super::{
    Reader,
    formats::Format,
    kinds::{ValueKind, kinds},
    parameters::not_null,
    references::reference_link,
};
use crate::{api::EnumOf, document::json::array};

/// Whether a schema allows strings. Null is not considered, and the contents of a file do not count as a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Texts {
    /// No strings. Also used if the schema allows any value, or if its size or a cycle prevents a decision.
    None,
    /// Strings and other values.
    Some,
    /// Only strings.
    All,
}

/// Flags for the kinds of values that a schema allows.
const TEXT: u8 = 1;
const OTHER: u8 = 2;
const ANY: u8 = 4;

/// The maximum number of schemas that one decision considers. Without this limit, documents with many responses and
/// large unions would take long.
const MAX_SCHEMAS: usize = 200;

impl<'a> Reader<'a> {
    pub fn texts(&mut self, schema: &'a Value) -> Texts {
        match self.allowed(schema, &[], &mut { MAX_SCHEMAS }) {
            Some(allowed) if allowed == TEXT | OTHER => Texts::Some,
            Some(TEXT) => Texts::All,
            _ => Texts::None,
        }
    }

    /// Returns the flags of the values that `schema` allows. `outer` lists the schemas that enclose `schema`, and
    /// `left` is the number of schemas that may still be considered. Returns `None` if `outer` contains `schema`, which
    /// is a cycle, or if `left` is zero.
    fn allowed(&mut self, schema: &'a Value, outer: &[&'a Value], left: &mut usize) -> Option<u8> {
        *left = left.checked_sub(1).filter(|_| !outer.iter().any(|other| ptr::eq(*other, schema)))?;
        let outer = &[outer, &[schema]].concat();
        let kinds = kinds(schema, true);
        let mut allowed = if self.is_int_or_string(&Format::new(schema, &Value::Null)) {
            TEXT | OTHER
        } else if kinds.is_empty() {
            TEXT | OTHER | ANY
        } else {
            let flag = |kind: &ValueKind| match kind {
                ValueKind::Null => 0,
                ValueKind::Scalar(EnumOf::Text) if !Format::is_file(schema) => TEXT,
                _ => OTHER,
            };
            kinds.iter().map(flag).fold(0, |one, other| one | other)
        };
        if let Some(target) = reference_link(schema).and_then(|link| self.target(link)) {
            allowed &= self.allowed(target, outer, left)?;
        }
        for part in array(schema, "allOf") {
            allowed &= self.allowed(part, outer, left).unwrap_or(allowed);
        }
        for key in ["anyOf", "oneOf"] {
            let members = array(schema, key).filter(not_null).filter_map(|it| self.allowed(it, outer, left));
            allowed &= members.reduce(|one, other| one | other).unwrap_or(allowed);
        }
        Some(allowed)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Texts;
    use crate::{log::Log, schema::read::Reader};

    fn texts(schema: &Value) -> Texts {
        let named = json!({
            "Text": { "type": "string" }, "Alias": { "$ref": "#/components/schemas/Text" }, "Nothing": { "type": "null" },
            "Level": { "enum": ["low", "high"] }, "Thing": { "type": "object" }, "File": { "type": "string", "format": "binary" },
            "Loop": { "oneOf": [{ "$ref": "#/components/schemas/Loop" }, { "$ref": "#/components/schemas/Text" }] },
        });
        let root = json!({ "openapi": "3.1.0", "components": { "schemas": named }, "use": schema });
        Reader::new(&root, &root, Log::default()).texts(&root["use"])
    }

    #[test]
    fn a_schema_is_text_by_its_meaning() {
        let text = json!({ "type": "string" });
        let link = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
        for schema in [
            json!({ "type": "string", "format": "uri" }),
            json!({ "type": ["string", "null"] }),
            json!({ "const": "a" }),
            link("Alias"),
            link("Loop"),
            json!({ "allOf": [link("Alias"), { "maxLength": 3 }] }),
            json!({ "anyOf": [text, { "type": "string", "format": "uri" }] }),
            json!({ "anyOf": [link("Alias"), { "type": "null" }, link("Nothing")] }),
            json!({ "oneOf": [link("Level"), { "enum": ["x"] }] }),
            json!({ "type": "string", "oneOf": [{ "maxLength": 3 }, { "pattern": "a" }] }),
            json!({ "allOf": [{ "anyOf": [text, link("Thing")] }, text] }),
            json!({ "allOf": [link("Text"), { "anyOf": [link("Text"), link("Thing")] }] }),
        ] {
            assert_eq!(texts(&schema), Texts::All, "{schema}");
        }
        for schema in [
            json!({ "oneOf": [link("Thing"), link("Alias")] }),
            json!({ "type": ["string", "integer"] }),
            json!({ "type": "string", "format": "int-or-string" }),
            json!({ "anyOf": [link("Level"), { "type": "boolean" }, { "type": "null" }] }),
            json!({ "allOf": [{ "oneOf": [link("Thing"), text] }, { "description": "A" }] }),
        ] {
            assert_eq!(texts(&schema), Texts::Some, "{schema}");
        }
        for schema in [
            json!({}),
            json!(true),
            link("File"),
            link("Thing"),
            link("Nothing"),
            json!({ "anyOf": [link("File"), link("Thing")] }),
            json!({ "anyOf": [text, {}] }),
            json!({ "allOf": [text, { "type": "integer" }] }),
            json!({ "type": "string", "contentMediaType": "image/png" }),
        ] {
            assert_eq!(texts(&schema), Texts::None, "{schema}");
        }
    }
}
