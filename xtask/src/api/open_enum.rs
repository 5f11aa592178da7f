//! `crate::open_enum! { pub enum Name else Other { Variant = "WIRE", … } }`.

use std::collections::BTreeMap;

use syn::{
    Attribute, Ident, LitStr, Macro, Token, Visibility, braced,
    parse::{Parse, ParseStream},
};

/// An open enum as the generated code defines it.
pub struct OpenEnum {
    /// The name of the type.
    pub name: String,
    /// The value of each variant.
    pub variants: BTreeMap<String, String>,
    /// The variant of all other values.
    pub other: String,
}

impl OpenEnum {
    /// Reads a call of the macro; `None` for a call of another one.
    pub fn read(call: &Macro) -> Option<Self> {
        call.path.segments.last().filter(|segment| segment.ident == "open_enum")?;
        call.parse_body().ok()
    }
}

impl Parse for OpenEnum {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.call(Attribute::parse_outer)?;
        input.parse::<Visibility>()?;
        input.parse::<Token![enum]>()?;
        let name = input.parse::<Ident>()?.to_string();
        let other = if input.peek(Token![else]) {
            input.parse::<Token![else]>()?;
            input.parse::<Ident>()?.to_string()
        } else {
            "Other".to_owned()
        };
        let body;
        braced!(body in input);
        let variants = body.parse_terminated(Variant::parse, Token![,])?;
        Ok(Self { name, variants: variants.into_iter().map(|Variant(name, value)| (name, value)).collect(), other })
    }
}

struct Variant(String, String);

impl Parse for Variant {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.call(Attribute::parse_outer)?;
        let name = input.parse::<Ident>()?.to_string();
        input.parse::<Token![=]>()?;
        Ok(Self(name, input.parse::<LitStr>()?.value()))
    }
}
