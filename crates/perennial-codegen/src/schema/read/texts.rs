//! Decides whether the values of a schema are strings, however the schema is composed.

use std::{
    ops::{BitAnd, BitOr},
    ptr,
};

use serde_json::Value;

use super::{
    Reader,
    formats::Format,
    kinds::{ValueKind, kinds},
    parameters::not_null,
    references::reference_link,
};
use crate::{api::EnumOf, document::json::array};

/// Which values a schema allows, apart from null and the contents of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Texts {
    /// No strings, or any value.
    None,
    /// Strings and other values.
    Some,
    /// Only strings.
    All,
}

#[derive(Clone, Copy)]
struct Allowed {
    text: bool,
    other: bool,
    /// Whether any value is allowed.
    any: bool,
}

/// The maximum number of schemas that one decision considers. Documents with many responses and large unions would
/// otherwise take long.
const MAX_SCHEMAS: usize = 200;

impl<'a> Reader<'a> {
    pub fn texts(&mut self, schema: &'a Value) -> Texts {
        match self.allowed(schema, &mut Vec::new(), &mut { MAX_SCHEMAS }) {
            Some(Allowed { text: true, other: true, any: false }) => Texts::Some,
            Some(Allowed { text: true, other: false, .. }) => Texts::All,
            _ => Texts::None,
        }
    }

    /// Returns `None` if `schema` is among the `outer` schemas, whose members are being considered, or if the number of
    /// schemas that are `left` to consider is zero.
    fn allowed(&mut self, schema: &'a Value, outer: &mut Vec<&'a Value>, left: &mut usize) -> Option<Allowed> {
        *left = left.checked_sub(1).filter(|_| !outer.iter().any(|other| ptr::eq(*other, schema)))?;
        outer.push(schema);
        let allowed = self.allowed_inside(schema, outer, left);
        outer.pop();
        allowed
    }

    fn allowed_inside(&mut self, schema: &'a Value, outer: &mut Vec<&'a Value>, left: &mut usize) -> Option<Allowed> {
        let kinds = kinds(schema, true);
        let is_text = |kind: &ValueKind| *kind == ValueKind::Scalar(EnumOf::Text) && !Format::is_file(schema);
        let is_int_or_string = self.is_int_or_string(&Format::new(schema, &Value::Null));
        let any = kinds.is_empty() && !is_int_or_string;
        let mut allowed = Allowed {
            text: any || is_int_or_string || kinds.iter().any(is_text),
            other: any || is_int_or_string || kinds.iter().any(|kind| !is_text(kind) && *kind != ValueKind::Null),
            any,
        };
        if let Some(target) = reference_link(schema).and_then(|link| self.target(link)) {
            allowed = allowed.combine(self.allowed(target, outer, left)?, bool::bitand);
        }
        for part in array(schema, "allOf") {
            allowed = self.allowed(part, outer, left).map_or(allowed, |part| allowed.combine(part, bool::bitand));
        }
        for key in ["anyOf", "oneOf"] {
            let members = array(schema, key).filter(not_null).filter_map(|it| self.allowed(it, outer, left));
            let union = members.reduce(|one, other| one.combine(other, bool::bitor));
            allowed = union.map_or(allowed, |union| allowed.combine(union, bool::bitand));
        }
        Some(allowed)
    }
}

impl Allowed {
    fn combine(self, other: Self, operator: fn(bool, bool) -> bool) -> Self {
        Self {
            text: operator(self.text, other.text),
            other: operator(self.other, other.other),
            any: operator(self.any, other.any),
        }
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
