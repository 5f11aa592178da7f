//! `crate::rt::object! { Name requires […] allows […] { 0 field "name" value always Type; … } undeclared … }`.

use std::collections::BTreeMap;

use anyhow::Result;
use syn::{
    Ident, LitInt, Macro, Token, Type, braced,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
};

use super::items::{self, Named};

/// What the macro implements.
pub const TRAITS: [&str; 4] = ["Debug", "Deserialize", "PartialEq", "Serialize"];

/// A struct that is read and written as the generated code says.
pub struct Object {
    /// The name of the struct.
    pub name: String,
    /// The name on the wire of each field.
    pub wire_names: BTreeMap<String, String>,
}

impl Object {
    /// Reads a call of the macro; `None` for a call of another one.
    ///
    /// # Errors
    /// A form of the macro that is not known here.
    pub fn read(call: &Macro) -> Result<Option<Self>> {
        items::call(call, &["object"], "an object has an unknown form: fix xtask/src/api/object.rs")
    }
}

impl Parse for Object {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse::<Ident>()?.to_string();
        for _ in ["requires", "allows"] {
            input.parse::<Ident>()?;
            input.parse::<proc_macro2::Group>()?;
        }
        let fields;
        braced!(fields in input);
        let fields = Punctuated::<Field, Token![;]>::parse_terminated(&fields)?;
        input.parse::<proc_macro2::TokenStream>()?;
        Ok(Self {
            name,
            wire_names: fields.into_iter().map(|Field(Named { name, wire_name })| (name, wire_name)).collect(),
        })
    }
}

/// The line of a field.
struct Field(Named);

impl Parse for Field {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.parse::<LitInt>()?;
        let named = input.parse()?;
        input.parse::<Ident>()?;
        input.parse::<Ident>()?;
        input.parse::<Type>()?;
        Ok(Self(named))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(code: &str) -> Result<Option<Object>> {
        Object::read(&syn::parse_str(code).expect("should be a macro"))
    }

    #[test]
    fn an_object_is_the_names_of_its_fields_on_the_wire() {
        let code = r#"crate::rt::object! { Note requires [id "id"] allows [read] {
            0 id "id" value always u8; 1 read "isRead" time if_some Option<Vec<u8>>;
        } undeclared Kept [extra] }"#;
        let object = read(code).expect("should be read").expect("should be an object");
        assert_eq!(object.name, "Note");
        assert_eq!(
            object.wire_names,
            BTreeMap::from([("id", "id"), ("read", "isRead")].map(|(a, b)| (a.into(), b.into())))
        );
    }

    #[test]
    fn an_object_of_an_unknown_form_is_an_error_and_another_macro_is_none() {
        assert!(read("crate::rt::object! { Note { id: u8 } }").is_err());
        assert!(read("crate::rt::builder! { Note }").expect("should be none").is_none());
    }
}
