//! Removes foreign extensions: keys that begin with `x-` and do not affect the generated code.
//!
//! Foreign extensions must not count towards a bound, be mistaken for a path, method or status, or make two
//! declarations of a parameter differ. The extensions in [`KNOWN`] are kept: two describe formats and constraints,
//! three name the values of enums, and one declares how pages are requested. A reference may refer to a part of a
//! removed extension. Its target is then copied from [`Spec::source`], without the foreign extensions inside.

use serde_json::Value;

use super::spec::Spec;
use crate::bounds::{self, Bound};

/// Removes foreign extensions from the document. Refuses the document if the remaining parts are too large, or contain
/// a name that is too long.
pub fn remove_foreign(spec: &mut Spec) {
    strip(&mut spec.root);
    if bounds::count_values(&spec.root) > Bound::Parts.limit() {
        spec.log.refuse(Bound::Parts, "openapi.json");
    } else if let Some(name) = long_name(&spec.root) {
        let shown: String = name.chars().take(40).collect();
        spec.log.refuse(Bound::Name, format!("{shown}…"));
    }
}

pub fn strip(part: &mut Value) {
    KeyKind::Keywords.strip(part);
}

/// Returns a name in `part` that exceeds [`Bound::Name`]. Returns `None` if all names are short enough. Names in
/// foreign extensions are ignored.
pub fn long_name(part: &Value) -> Option<&str> {
    KeyKind::Keywords.long_name(part)
}

impl KeyKind {
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
                    // `info` and `xml` contain names of people, licenses and XML elements. Nothing is generated from
                    // these names.
                    (Self::Keywords, "info" | "xml") => return None,
                    (Self::Keywords, "name" | "operationId") => std::slice::from_ref(value),
                    // The elements of `tags` are strings in an operation, and objects at the top level of a document.
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

const KNOWN: [&str; 6] =
    ["x-format", "x-constraint", "x-enum-varnames", "x-enumNames", "x-ms-enum", "x-dropshot-pagination"];

/// The kind of the keys in an object. It determines which of the keys are extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    /// Keywords and extensions, such as the keys of a schema.
    Keywords,
    /// Names that the author of the document chose, such as the keys of `properties`. They are never extensions, even
    /// if they begin with `x-`.
    Names,
    /// Paths or statuses, mixed with extensions. A path begins with `/` and a status with a digit, so no extension is
    /// mistaken for one.
    NamesAndExtensions,
    /// The kinds of components, such as `schemas`. Each of them contains an object whose keys are names.
    Components,
    /// Keys of JSON data, such as an example or a default.
    Data,
}

impl KeyKind {
    pub fn is_foreign(self, key: &str) -> bool {
        self != Self::Names && key.starts_with("x-") && !KNOWN.contains(&key)
    }

    /// Returns the kind of the keys inside `value`, which is the entry `key` of an object whose keys are of the kind
    /// `self`.
    pub fn inside(self, key: &str, value: &Value) -> Self {
        match self {
            Self::Keywords if key == "examples" && value.is_array() => Self::Data,
            Self::Keywords => Self::inside_keyword(key),
            Self::Components => Self::Names,
            _ => Self::Keywords,
        }
    }

    fn inside_keyword(keyword: &str) -> Self {
        match keyword {
            "components" => Self::Components,
            "paths" | "responses" | "additionalOperations" => Self::NamesAndExtensions,
            "properties" | "patternProperties" | "dependentSchemas" | "definitions" | "$defs" | "webhooks"
            | "content" | "headers" | "examples" | "encoding" | "links" | "callbacks" | "mapping" | "variables"
            | "scopes" | "parameters" | "dependencies" => Self::Names,
            "default" | "example" | "enum" | "const" | "dependentRequired" | "value" | "security" => Self::Data,
            extension if KNOWN.contains(&extension) => Self::Data,
            _ => Self::Keywords,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::run_pass;
    use serde_json::json;

    fn stripped(root: Value) -> Value {
        run_pass(remove_foreign, root).root
    }

    #[test]
    fn removes_foreign_extensions_at_every_depth() {
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
    fn keeps_extensions_that_name_the_values_of_enums() {
        let names =
            json!({ "x-enum-varnames": ["A"], "x-enumNames": ["A"], "x-ms-enum": { "values": [{ "x-a": 1 }] } });
        let root = json!({ "components": { "schemas": { "A": names } } });
        assert_eq!(stripped(root.clone()), root);
    }

    #[test]
    fn foreign_extensions_do_not_count_towards_the_size_bound() {
        let values = || vec![Value::Null; Bound::Parts.limit()];
        assert_eq!(
            run_pass(remove_foreign, json!({ "tags": values() })).log.diagnostics.0,
            [Bound::Parts.diagnostic_at("openapi.json")]
        );
        assert_eq!(run_pass(remove_foreign, json!({ "x-tags": values() })).log.diagnostics.0, []);
    }

    #[test]
    fn rejects_long_names_but_accepts_long_descriptions_and_examples() {
        let long = "x".repeat(Bound::Name.limit() + 1);
        for root in [
            json!({ "components": { "schemas": { "A": { "properties": { &long: {} } } } } }),
            json!({ "paths": { "/a": { "get": { "operationId": &long } } } }),
            json!({ "paths": { "/a": { "get": { "tags": ["a", &long] } } } }),
            json!({ "tags": [{ "name": &long }] }),
            json!({ "paths": { "/a": { "get": { "parameters": [{ "name": &long }] } } } }),
        ] {
            let diagnostics = run_pass(remove_foreign, root).log.diagnostics;
            assert_eq!(diagnostics.0, [Bound::Name.diagnostic_at(format!("{}…", "x".repeat(40)))]);
        }
        let schema = json!({ "example": { &long: 1 }, "enum": [&long], "xml": { "name": &long } });
        let info = json!({ "description": &long, "contact": { "name": &long }, "license": { "name": &long } });
        let text = json!({ "info": info, "components": { "schemas": { "A": schema } } });
        assert_eq!(run_pass(remove_foreign, text).log.diagnostics.0, []);
    }

    #[test]
    fn keeps_names_and_keys_of_examples_that_begin_with_x() {
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
