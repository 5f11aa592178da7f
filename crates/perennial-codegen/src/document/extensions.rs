//! Foreign extensions are removed before anything else looks at the document.
//!
//! Nothing is generated from them. So they count towards no bound, are taken for no path, method or status, and make no
//! two declarations of a parameter differ. Two extensions stay, which are the service's own way of saying something.
//! What a reference leads to within an extension is taken from [`Spec::source`], and stripped then.

use serde_json::Value;

use super::spec::Spec;
use crate::bounds::{self, Bound};

/// Removes foreign extensions, and refuses a document that is too large without them.
pub fn apply(spec: &mut Spec) {
    strip(&mut spec.root);
    if bounds::parts(&spec.root) > Bound::Parts.limit() {
        spec.log.refuse(Bound::Parts, "openapi.json");
    } else if let Some(name) = long_name(&spec.root) {
        let shown: String = name.chars().take(40).collect();
        spec.log.refuse(Bound::Name, format!("{shown}…"));
    }
}

/// Removes the foreign extensions of one part of a document and of all parts inside it.
pub fn strip(part: &mut Value) {
    Keys::Keywords.strip(part);
}

/// A name in one part of a document that is too long to be one; foreign extensions are not looked at.
pub fn long_name(part: &Value) -> Option<&str> {
    Keys::Keywords.long_name(part)
}

impl Keys {
    fn strip(self, value: &mut Value) {
        match value {
            Value::Object(map) if self != Self::Data => {
                map.retain(|key, _| !self.is_foreign(key));
                map.iter_mut().for_each(|(key, value)| self.inside(key, value).strip(value));
            }
            Value::Array(values) if self != Self::Data => {
                values.iter_mut().for_each(|value| Self::Keywords.strip(value));
            }
            _ => {}
        }
    }

    fn long_name(self, value: &Value) -> Option<&str> {
        let is_long = |name: &str| name.len() > Bound::Name.limit();
        match value {
            Value::Object(map) if self != Self::Data => map.iter().find_map(|(key, value)| {
                if self.is_foreign(key) {
                    return None;
                }
                let named = match (self, key.as_str()) {
                    // Of people, licenses and elements of XML, which are not generated.
                    (Self::Keywords, "info" | "xml") => return None,
                    (Self::Keywords, "name" | "operationId") => std::slice::from_ref(value),
                    // Those of an operation; where tags are declared, they are objects.
                    (Self::Keywords, "tags") => value.as_array().map_or(&[][..], Vec::as_slice),
                    _ => &[],
                };
                let value_name = named.iter().filter_map(Value::as_str).find(|name| is_long(name));
                let name = is_long(key).then_some(key.as_str()).or(value_name);
                name.or_else(|| self.inside(key, value).long_name(value))
            }),
            Value::Array(values) if self != Self::Data => {
                values.iter().find_map(|value| Self::Keywords.long_name(value))
            }
            _ => None,
        }
    }
}

/// The extensions that a document may use.
const KNOWN: [&str; 2] = ["x-format", "x-constraint"];

/// The kinds of keys that an object can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// Words of OpenAPI and extensions.
    Keywords,
    /// Names that the document chose; a name is not an extension, even if it begins with `x-`.
    Names,
    /// Names, among them extensions: a path begins with `/`, a status with a digit.
    NamesAndExtensions,
    /// The kinds of components; each holds names.
    Components,
    /// Parts of a value that the document shows.
    Data,
}

impl Keys {
    /// `true` if `key` is an extension that a document may not use.
    pub fn is_foreign(self, key: &str) -> bool {
        self != Self::Names && key.starts_with("x-") && !KNOWN.contains(&key)
    }

    /// Returns the kind of the keys in `value`, which stands at `key`.
    pub fn inside(self, key: &str, value: &Value) -> Self {
        match self {
            Self::Keywords if key == "examples" && value.is_array() => Self::Data,
            Self::Keywords => Self::below(key),
            Self::Components => Self::Names,
            _ => Self::Keywords,
        }
    }

    /// Returns the kind of the keys in the value of a keyword.
    fn below(keyword: &str) -> Self {
        match keyword {
            "components" => Self::Components,
            "paths" | "responses" | "additionalOperations" => Self::NamesAndExtensions,
            "properties" | "patternProperties" | "dependentSchemas" | "definitions" | "$defs" | "webhooks"
            | "content" | "headers" | "examples" | "encoding" | "links" | "callbacks" | "mapping" | "variables"
            | "scopes" | "parameters" => Self::Names,
            "default" | "example" | "enum" | "const" | "dependentRequired" | "value" | "security" | "x-format"
            | "x-constraint" => Self::Data,
            _ => Self::Keywords,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::only;
    use serde_json::json;

    fn stripped(root: Value) -> Value {
        only(apply, root).root
    }

    #[test]
    fn foreign_extensions_are_gone_wherever_they_stand() {
        let evil = || json!({ "crate": "bookshelf", "version": "*", "path": "evil" });
        let root = stripped(json!({
            "x-a": 1,
            "info": { "x-logo": {} },
            "components": { "x-b": {}, "schemas": { "A": { "type": "object", "x-rust-type": evil(), "properties": {
                "a": { "x-rust-type": evil(), "items": { "anyOf": [{ "x-null": true, "x-format": { "guid": true } }] } },
            } } } },
            "paths": { "x-c": {}, "/a": { "x-d": 1, "get": {
                "x-e": 1,
                "parameters": [{ "name": "a", "x-f": 1, "x-format": {}, "schema": { "x-rust-type": evil() } }],
                "responses": { "x-g": {}, "200": { "content": { "application/json": { "x-h": 1, "schema": { "x-null": true } } } } },
            } } },
        }));
        assert_eq!(
            root,
            json!({
                "info": {},
                "components": { "schemas": { "A": { "type": "object", "properties": {
                    "a": { "items": { "anyOf": [{ "x-format": { "guid": true } }] } },
                } } } },
                "paths": { "/a": { "get": {
                    "parameters": [{ "name": "a", "x-format": {}, "schema": {} }],
                    "responses": { "200": { "content": { "application/json": { "schema": {} } } } },
                } } },
            })
        );
    }

    #[test]
    fn a_document_of_too_many_values_is_refused_unless_they_are_foreign() {
        let values = || vec![Value::Null; Bound::Parts.limit()];
        assert_eq!(only(apply, json!({ "tags": values() })).log.diagnostics.0, [Bound::Parts.exceeded("openapi.json")]);
        assert_eq!(only(apply, json!({ "x-tags": values() })).log.diagnostics.0, []);
    }

    #[test]
    fn a_name_beyond_the_bound_is_refused_and_long_text_is_not() {
        let long = "x".repeat(Bound::Name.limit() + 1);
        for root in [
            json!({ "components": { "schemas": { "A": { "properties": { &long: {} } } } } }),
            json!({ "paths": { "/a": { "get": { "operationId": &long } } } }),
            json!({ "paths": { "/a": { "get": { "tags": ["a", &long] } } } }),
            json!({ "tags": [{ "name": &long }] }),
            json!({ "paths": { "/a": { "get": { "parameters": [{ "name": &long }] } } } }),
        ] {
            let diagnostics = only(apply, root).log.diagnostics;
            assert_eq!(diagnostics.0, [Bound::Name.exceeded(format!("{}…", "x".repeat(40)))]);
        }
        let schema = json!({ "example": { &long: 1 }, "enum": [&long], "xml": { "name": &long } });
        let info = json!({ "description": &long, "contact": { "name": &long }, "license": { "name": &long } });
        let text = json!({ "info": info, "components": { "schemas": { "A": schema } } });
        assert_eq!(only(apply, text).log.diagnostics.0, []);
    }

    #[test]
    fn names_and_values_of_the_document_are_no_extensions() {
        let root = json!({
            "components": {
                "schemas": { "x-rust-type": { "properties": {
                    "x-null": { "default": { "x-a": 1 }, "example": { "x-a": 1 }, "enum": [{ "x-a": 1 }] },
                    "properties": { "properties": { "x-b": {} } },
                }, "discriminator": { "propertyName": "x", "mapping": { "x-cat": "Cat" } } } },
                "parameters": { "x-p": { "name": "x-p", "in": "header", "examples": { "x-e": { "value": { "x-a": 1 } } } } },
                "responses": { "x-r": { "headers": { "x-rate": {} }, "content": { "x-media/x": {} } } },
            },
            "paths": { "/x-path": {} },
            "security": [{ "x-key": [] }],
        });
        assert_eq!(stripped(root.clone()), root);
    }
}
