//! `crate::rt::open_enum! { pub enum Name else Other { Variant = "WIRE", … } }`, and with numbers for texts
//! `crate::rt::open_number! { pub enum Name: i64 else Other { Variant = 1, … } }`.

use std::collections::BTreeMap;

use anyhow::Result;
use syn::{
    Attribute, Ident, Lit, Macro, Token, Visibility, braced,
    parse::{Parse, ParseStream},
};

use super::items;

/// An open enum as the generated code defines it.
pub struct OpenEnum {
    /// The name of the type.
    pub name: String,
    /// The type of the values, if they are numbers.
    pub number: Option<String>,
    /// The value of each variant.
    pub variants: BTreeMap<String, String>,
    /// The value of each deprecated variant: the document no longer lists it.
    pub unlisted: BTreeMap<String, String>,
    /// The variant of all other values.
    pub other: String,
}

impl OpenEnum {
    /// Reads a call of the macro; `None` for a call of another one.
    ///
    /// # Errors
    /// A form of the macro that is not known here.
    pub fn read(call: &Macro) -> Result<Option<Self>> {
        let unknown = "an open enum has an unknown form: fix xtask/src/api/open_enum.rs";
        items::call(call, &["open_enum", "open_number"], unknown)
    }
}

impl Parse for OpenEnum {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.call(Attribute::parse_outer)?;
        input.parse::<Visibility>()?;
        input.parse::<Token![enum]>()?;
        let name = input.parse::<Ident>()?.to_string();
        let number = if input.peek(Token![:]) {
            input.parse::<Token![:]>()?;
            Some(input.parse::<Ident>()?.to_string())
        } else {
            None
        };
        let other = if input.peek(Token![else]) {
            input.parse::<Token![else]>()?;
            input.parse::<Ident>()?.to_string()
        } else {
            "Other".to_owned()
        };
        let body;
        braced!(body in input);
        let variants = body.parse_terminated(Variant::parse, Token![,])?;
        let (unlisted, listed): (Vec<_>, Vec<_>) = variants.into_iter().partition(|variant| variant.is_deprecated);
        let values =
            |variants: Vec<Variant>| variants.into_iter().map(|variant| (variant.name, variant.value)).collect();
        Ok(Self { name, number, variants: values(listed), unlisted: values(unlisted), other })
    }
}

struct Variant {
    name: String,
    value: String,
    is_deprecated: bool,
}

impl Parse for Variant {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let is_deprecated = attributes.iter().any(|attribute| attribute.path().is_ident("deprecated"));
        let name = input.parse::<Ident>()?.to_string();
        input.parse::<Token![=]>()?;
        let sign = if input.peek(Token![-]) {
            input.parse::<Token![-]>()?;
            "-"
        } else {
            ""
        };
        let value = match input.parse::<Lit>()? {
            Lit::Str(text) => text.value(),
            Lit::Int(number) => format!("{sign}{}", number.base10_digits()),
            Lit::Float(number) => format!("{sign}{}", number.base10_digits()),
            other => return Err(syn::Error::new(other.span(), "expected a text or a number")),
        };
        Ok(Self { name, value, is_deprecated })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_form_of_the_macro_is_an_error() {
        let read = |code: &str| OpenEnum::read(&syn::parse_str(code).expect("should be a macro"));
        assert!(read("crate::rt::open_enum! { pub enum A else Other { #[doc = \"x\"] B = \"b\" } }").is_ok());
        assert!(read("crate::rt::open_number! { pub enum A: f64 else Other { B = -1.5 } }").is_ok());
        assert!(read("crate::rt::open_enum! { pub enum A { B = true } }").is_err());
        assert!(read("other! { anything }").is_ok_and(|definition| definition.is_none()));
    }
}
