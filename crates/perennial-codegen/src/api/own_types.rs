//! Own types (`client.types` in `names.json`): types of the client or of its dependencies that replace generated types.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Place;
use crate::text::naming::is_nfc_identifier;

/// The paths of own types, by the format or schema that each own type replaces.
pub type OwnTypes = BTreeMap<Replaced, TypePath>;

/// A format or schema whose type is replaced by an own type. As text, it is written as `format decimal` or
/// `#/components/schemas/Money`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Replaced {
    /// All strings and numbers with this format, such as `decimal`.
    Format(String),
    /// The schema that the document declares under this name.
    Schema(String),
}

impl Replaced {
    /// Returns the name of the schema. Returns `None` for a format.
    pub fn schema(&self) -> Option<&str> {
        if let Self::Schema(name) = self { Some(name) } else { None }
    }

    /// Returns the name of the format. Returns `None` for a schema.
    pub fn format(&self) -> Option<&str> {
        if let Self::Format(name) = self { Some(name) } else { None }
    }
}

impl TryFrom<String> for Replaced {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let schema = Place::from(text.clone()).schema_name().map(str::to_owned);
        let format = text.strip_prefix("format ").map(str::to_owned);
        let known = schema.map(Self::Schema).or_else(|| format.map(Self::Format));
        known.ok_or_else(|| {
            format!(
                "`{text}` selects neither a format (as `format decimal` does) nor a schema (as \
                 `#/components/schemas/Money` does)"
            )
        })
    }
}

impl From<Replaced> for String {
    fn from(replaced: Replaced) -> Self {
        match replaced {
            Replaced::Format(name) => format!("format {name}"),
            Replaced::Schema(name) => Place::schema(&name).to_string(),
        }
    }
}

/// The path of an own type, such as `crate::Money` or `::rust_decimal::Decimal`. Only identifiers are allowed in it,
/// because it becomes generated code.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TypePath(String);

impl TypePath {
    /// Returns the path as it is written in code.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for TypePath {
    type Error = String;

    fn try_from(path: String) -> Result<Self, String> {
        let names: Vec<&str> = path.split("::").collect();
        let is_path = match names.as_slice() {
            ["crate", names @ ..] if !names.is_empty() => names.iter().all(|name| is_nfc_identifier(name)),
            ["", names @ ..] if names.len() > 1 => names.iter().all(|name| is_nfc_identifier(name)),
            _ => false,
        };
        if is_path {
            return Ok(Self(path));
        }
        Err(format!("`{path}` is not the path of a type such as `crate::Money` or `::rust_decimal::Decimal`"))
    }
}

impl From<TypePath> for String {
    fn from(path: TypePath) -> Self {
        path.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_paths_start_with_crate_or_two_colons() {
        for path in ["crate::Money", "crate::a::b::Money", "::rust_decimal::Decimal"] {
            assert_eq!(TypePath::try_from(path.to_owned()).map(String::from), Ok(path.to_owned()));
        }
        for path in [
            "",
            "::",
            "crate",
            "crate::",
            "Money",
            "rust_decimal::Decimal",
            "::Decimal",
            "::std::vec::Vec<u8>",
            "crate::self::A",
            "crate::A; fn f() {}",
            "crate:: A",
            "::a::r#fn",
            "super::A",
            "crate::A/**/",
            "&crate::A",
            "crate::::A",
        ] {
            assert!(TypePath::try_from(path.to_owned()).is_err(), "{path}");
        }
    }

    #[test]
    fn keys_of_own_types_round_trip_as_strings() {
        for text in ["format decimal", "#/components/schemas/A/b c"] {
            assert_eq!(Replaced::try_from(text.to_owned()).map(String::from), Ok(text.to_owned()));
        }
        for text in ["decimal", "Money", "#/definitions/Money", ""] {
            assert!(Replaced::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
