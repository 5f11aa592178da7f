//! Derives and attributes that settings add to generated types: `client.derive` and `client.attributes` in
//! `names.json`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::text::naming::is_nfc_identifier;

/// The name in a key that stands for all types.
pub const ALL_TYPES: &str = "*";

/// The derive macros of generated types. The key is the name of a type, or `*` for all types.
pub type Derives = BTreeMap<String, Vec<DeriveMacro>>;

/// The attributes of generated types. The key is the name of a type, such as `Item`, or of one of its fields or
/// variants, such as `Item.id`. In both, `*` stands for all types.
pub type Attributes = BTreeMap<String, Vec<Attribute>>;

/// The derives and attributes that settings add to generated types.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Additions {
    /// The derive macros.
    pub derives: Derives,
    /// The attributes.
    pub attributes: Attributes,
}

impl Additions {
    /// Returns the derive macros for the type `name`: first the macros for all types, then those for this type.
    pub fn derives_of(&self, name: &str) -> impl Iterator<Item = &str> {
        of_keys(&self.derives, move || [ALL_TYPES, name].map(str::to_owned)).map(|DeriveMacro(path)| path.as_str())
    }

    /// Returns the attributes of the type `name`.
    pub fn attributes_of(&self, name: &str) -> impl Iterator<Item = &str> {
        of_keys(&self.attributes, move || [ALL_TYPES, name].map(str::to_owned)).map(|Attribute(text)| text.as_str())
    }

    /// Returns the attributes of `member`, a field or variant of the type `name`.
    pub fn attributes_of_member(&self, name: &str, member: &str) -> impl Iterator<Item = &str> {
        let keys = move || [ALL_TYPES, name].map(|owner| format!("{owner}.{member}"));
        of_keys(&self.attributes, keys).map(|Attribute(text)| text.as_str())
    }
}

/// Returns the values of `keys`. Without entries, `keys` is not called, because it allocates for each field of a
/// client.
fn of_keys<T>(entries: &BTreeMap<String, Vec<T>>, keys: impl FnOnce() -> [String; 2]) -> impl Iterator<Item = &T> {
    let keys = (!entries.is_empty()).then(keys);
    keys.into_iter().flatten().filter_map(|key| entries.get(&key)).flatten()
}

/// The path of a derive macro, such as `schemars::JsonSchema`. It contains only identifiers, because it is written into
/// generated code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DeriveMacro(String);

impl TryFrom<String> for DeriveMacro {
    type Error = String;

    fn try_from(path: String) -> Result<Self, String> {
        let names = path.strip_prefix("::").unwrap_or(&path).split("::");
        let is_path = names.enumerate().all(|(at, name)| is_nfc_identifier(name) || (at == 0 && name == "crate"));
        if is_path { Ok(Self(path)) } else { Err(format!("`{path}` is not a path such as `schemars::JsonSchema`")) }
    }
}

impl From<DeriveMacro> for String {
    fn from(DeriveMacro(path): DeriveMacro) -> Self {
        path
    }
}

/// An attribute, such as `#[schemars(skip)]`, on one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Attribute(String);

impl TryFrom<String> for Attribute {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        // The text is parsed together with the code that follows it, because a comment would hide that code.
        let parsed = syn::parse_str(&format!("{text} struct A;"));
        let is_attribute = parsed.is_ok_and(|item: syn::DeriveInput| item.attrs.len() == 1);
        if is_attribute && text.starts_with("#[") && !text.contains(char::is_control) {
            return Ok(Self(text));
        }
        Err(format!("`{text}` is not a single attribute on one line, such as `#[schemars(skip)]`"))
    }
}

impl From<Attribute> for String {
    fn from(Attribute(text): Attribute) -> Self {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_paths_as_derive_macros() {
        for path in ["JsonSchema", "schemars::JsonSchema", "::schemars::JsonSchema", "crate::Table"] {
            assert_eq!(DeriveMacro::try_from(path.to_owned()).map(String::from), Ok(path.to_owned()));
        }
        for path in ["", "::", "a::", "A, B", "A)]", "a::crate", "A<u8>", "a b", "A//"] {
            assert!(DeriveMacro::try_from(path.to_owned()).is_err(), "{path}");
        }
    }

    #[test]
    fn accepts_only_one_whole_attribute() {
        for text in ["#[a]", "#[schemars(rename_all = \"camelCase\")]", "#[a::b(c = [1, 2], d = \"]\")]"] {
            assert_eq!(Attribute::try_from(text.to_owned()).map(String::from), Ok(text.to_owned()));
        }
        for text in
            ["", "a", "#[a] #[b]", "#![a]", "#[a]\n", "#[a\n]", "#[a] struct A; #[b]", "#[a] // ]", "#[a", "/// a ]"]
        {
            assert!(Attribute::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
