//! The kinds of keys in the objects of a document: only keywords mean something to the generator.

use serde_json::Value;

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
