//! `former-names.json`: the names that a client had before the document renamed things, which it keeps as deprecated.
//!
//! `cargo xtask update-spec` writes the file together with `openapi.json`.

mod check;
mod forwards;

use std::collections::BTreeMap;

pub use forwards::Forwards;

use serde::{Deserialize, Serialize};

use crate::{
    diagnostics::Diagnostics,
    text::{json, naming::nfc},
};

/// The name of the file in diagnostics.
const FILE: &str = "former-names.json";

/// How the note of a deprecated former name begins; the present name follows, as code.
pub const RENAMED_TO: &str = "renamed to ";

/// Present names by former names; all are Rust names, types without `types::`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FormerNames {
    /// The present name of each former name of a type.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub types: BTreeMap<String, String>,
    /// The present method of each former method of `Client`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub operations: BTreeMap<String, String>,
    /// By the method of `Client` that gives the operations of a tag, which may be a former one itself: the present
    /// method of `Client` for each former short name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub short_names: ByOwner,
    /// By the present method of `Client`: the present setter of each former setter of its builder.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub operation_setters: ByOwner,
    /// By the present name of a type: the present setter of each former setter of its builder.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub type_setters: ByOwner,
    /// By the present name of an open enum: the value of each former variant. A value that the document still lists has
    /// another variant now, and the former one becomes a constant.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub variants: ByOwner,
    /// The present features of each former feature of a tag, which `Cargo.toml` forwards. A feature that is still there
    /// forwards to those of the operations that left it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub features: BTreeMap<String, Forwards>,
}

/// Former names and what they lead to, by the operation or type that has them.
pub type ByOwner = BTreeMap<String, BTreeMap<String, String>>;

impl FormerNames {
    /// Reads the text of the file; an empty file has no names.
    ///
    /// # Errors
    /// A text of another form.
    pub fn parse(text: &str) -> Result<Self, Diagnostics> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        let value = json::parse(text).map_err(|error| Diagnostics::one(FILE, format!("not JSON: {error}")))?;
        serde_json::from_value(value)
            .map(Self::in_nfc)
            .map_err(|error| Diagnostics::one(FILE, format!("{error}: restore what `cargo xtask update-spec` wrote")))
    }

    /// With the names of Rust in NFC, in which rustc compares them.
    fn in_nfc(self) -> Self {
        let text = |text: &str| nfc(text).into_owned();
        // What variants stand for are values of the document.
        let value = |text: &str| text.to_owned();
        Self {
            types: renamed(&self.types, &text),
            operations: renamed(&self.operations, &text),
            short_names: all_renamed(&self.short_names, &text),
            operation_setters: all_renamed(&self.operation_setters, &text),
            type_setters: all_renamed(&self.type_setters, &text),
            variants: all_renamed(&self.variants, &value),
            features: self.features,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Former names in NFC, and what `present` makes of the present ones.
fn renamed(names: &BTreeMap<String, String>, present: &dyn Fn(&str) -> String) -> BTreeMap<String, String> {
    let mut renamed = BTreeMap::new();
    renamed.extend(names.iter().map(|(former, name)| (nfc(former).into_owned(), present(name))));
    renamed
}

/// [`renamed`] for each owner.
fn all_renamed(names: &ByOwner, present: &dyn Fn(&str) -> String) -> ByOwner {
    let mut all = ByOwner::new();
    all.extend(names.iter().map(|(owner, names)| (nfc(owner).into_owned(), renamed(names, present))));
    all
}

/// The names of one owner.
pub fn of_owner<'a>(names: &'a ByOwner, owner: &str) -> &'a BTreeMap<String, String> {
    static NONE: BTreeMap<String, String> = BTreeMap::new();
    names.get(owner).unwrap_or(&NONE)
}

/// All names, each with its owner.
pub fn owned(names: &ByOwner) -> impl Iterator<Item = (&String, &String, &String)> {
    names.iter().flat_map(|(owner, names)| names.iter().map(move |(former, present)| (owner, former, present)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_text_or_object_has_no_names() {
        for text in ["", " \n", "{}"] {
            assert!(FormerNames::parse(text).expect("legal").is_empty(), "{text:?}");
        }
    }

    #[test]
    fn each_kind_of_name_survives_writing_and_reading() {
        let text = r#"{"types":{"A":"B"},"operations":{"a":"b"},"short_names":{"old_tag":{"list":"b"}},"operation_setters":{"b":{"x":"y"}},"type_setters":{"B":{"x":"y"}},"variants":{"C":{"Gone":"GONE"}},"features":{"gone-tag":[],"old-tag":"tag","split-tag":["one","other"]}}"#;
        let names = FormerNames::parse(text).expect("legal");
        assert_eq!(serde_json::to_string(&names).expect("should be written"), text);
    }

    #[test]
    fn names_are_read_in_nfc_and_the_values_of_variants_as_they_are() {
        let names =
            |a: &str, value: &str| format!(r#"{{"types":{{"{a}":"B"}},"variants":{{"B":{{"{a}":"{value}"}}}}}}"#);
        let read = FormerNames::parse(&names("\u{212b}", "\u{212b}")).expect("legal");
        assert_eq!(serde_json::to_string(&read).expect("should be written"), names("\u{c5}", "\u{212b}"));
    }

    #[test]
    fn a_text_of_another_form_is_an_error_that_names_the_file() {
        for (text, expected) in [
            ("{", "former-names.json: not JSON"),
            (r#"{"types":{"A":1}}"#, "former-names.json: invalid type"),
            (r#"{"typos":{}}"#, "former-names.json: unknown field `typos`"),
            (r#"{"types":{"A":"B","A":"C"}}"#, "former-names.json: not JSON"),
        ] {
            let error = FormerNames::parse(text).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
