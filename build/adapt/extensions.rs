//! Foreign extensions leave the document before anything else looks at it.
//!
//! The passes mark what they find with `x-` keys, and typify takes the `path` of an `x-rust-type` as code: a document
//! must not speak that language. Two extensions are the service's own way of saying something; no other one stays.
//! What a document refers to by its place within an extension is taken from [`Spec::source`], and stripped then.

use serde_json::{Map, Value};

use crate::generator::{
    bounds::{self, Bound},
    spec::Spec,
};

/// The extensions that a document may use.
const KNOWN: [&str; 2] = ["x-format", "x-constraint"];

/// Removes all others, and refuses a document that is too large without them.
pub fn apply(spec: &mut Spec) {
    strip(&mut spec.root);
    if bounds::parts(&spec.root) > Bound::Parts.limit() {
        spec.refuse(Bound::Parts, "openapi.json");
    }
}

/// Removes the foreign extensions of one part of a document and of all parts inside it.
pub fn strip(part: &mut Value) {
    Keys::Keywords.strip(part);
}

/// What the keys of an object are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keys {
    /// Words of OpenAPI and extensions.
    Keywords,
    /// Names that the document chose; a name is no extension, whatever it begins with.
    Names,
    /// Names, among them extensions: a path begins with `/`, a status with a digit.
    NamesAndExtensions,
    /// The kinds of components; each holds names.
    Components,
    /// Parts of a value that the document shows.
    Data,
}

impl Keys {
    fn strip(self, value: &mut Value) {
        match value {
            Value::Object(map) if self != Self::Data => {
                if self != Self::Names {
                    map.retain(|key, _| !key.starts_with("x-") || KNOWN.contains(&key.as_str()));
                }
                self.strip_values(map);
            }
            Value::Array(values) if self != Self::Data => {
                values.iter_mut().for_each(|value| Self::Keywords.strip(value));
            }
            _ => {}
        }
    }

    fn strip_values(self, map: &mut Map<String, Value>) {
        for (key, value) in map {
            let inside = match self {
                Self::Keywords if key == "examples" && value.is_array() => Self::Data,
                Self::Keywords => Self::below(key),
                Self::Components => Self::Names,
                _ => Self::Keywords,
            };
            inside.strip(value);
        }
    }

    /// What the keys are in the value of a keyword.
    fn below(keyword: &str) -> Self {
        match keyword {
            "components" => Self::Components,
            "paths" | "responses" => Self::NamesAndExtensions,
            "properties" | "patternProperties" | "definitions" | "$defs" | "content" | "headers" | "examples"
            | "encoding" | "links" | "callbacks" | "mapping" | "variables" | "scopes" | "parameters" => Self::Names,
            "default" | "example" | "enum" | "const" | "value" | "security" | "x-format" | "x-constraint" => Self::Data,
            _ => Self::Keywords,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::generator::adapt::{self, only};

    fn stripped(root: Value) -> Value {
        only(apply, root).root
    }

    #[test]
    fn foreign_extensions_are_gone_wherever_they_stand() {
        let evil = || json!({ "crate": "monitoring-service", "version": "*", "path": "evil" });
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
        assert_eq!(only(apply, json!({ "tags": values() })).problems.0, [Bound::Parts.passed("openapi.json")]);
        assert_eq!(only(apply, json!({ "x-tags": values() })).problems.0, []);
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

    #[test]
    fn what_is_referred_to_within_an_extension_is_taken_without_its_extensions() {
        let root = json!({
            "openapi": "3.0.3",
            "x-alt-definitions": { "A": { "type": "object", "x-rust-type": { "path": "evil" },
                "properties": { "b": { "$ref": "#/x-alt-definitions/B" } } }, "B": { "type": "string", "x-null": true } },
            "x-parts": { "p": { "name": "p", "in": "query", "x-style": "evil", "schema": { "x-rust-type": {}, "type": "string" } } },
            "x-paths": { "item": { "get": {
                "operationId": "x", "x-template": "evil", "parameters": [{ "$ref": "#/x-parts/p" }],
                "responses": { "200": { "$ref": "#/x-alt-definitions/R" } },
            } } },
            "paths": {
                "/a": { "$ref": "#/x-paths/item" },
                "/b": { "get": { "operationId": "y", "responses": { "200": { "content": { "application/json": {
                    "schema": { "$ref": "#/x-alt-definitions/A" } } } } } } },
            },
        });
        let adapted = adapt::run(root).expect("the document can be adapted").document;
        assert_eq!(adapted["components"]["schemas"]["A"]["properties"]["b"], json!({ "type": "string" }));
        assert_eq!(adapted["paths"]["/a"]["get"]["parameters"][0]["schema"], json!({ "type": "string" }));
        assert!(!adapted.to_string().contains("evil"), "{adapted}");
    }
}
