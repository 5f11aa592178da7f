//! Open enums.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::docs;
use crate::{
    api::{Api, Enum, EnumValue, Kind, TypeDef},
    markdown::code_span,
};

/// All enums of the document, each with a variant for what the document does not list.
pub fn all(api: &Api) -> TokenStream {
    let enums = api.types.iter().filter_map(|def| match &def.kind {
        Kind::Enum(body) => Some(open_enum(def, body)),
        _ => None,
    });
    quote! { #(#enums)* }
}

fn open_enum(def: &TypeDef, body: &Enum) -> TokenStream {
    let docs = docs::tokens_or(&def.docs, "A value of the document's list, or another.");
    let name = format_ident!("{}", def.name);
    let variants = body.values.iter().map(|EnumValue { name, wire_name }| {
        let variant = format_ident!("{name}");
        let docs = docs::tokens(&format!("{} on the wire.", code_span(wire_name)));
        quote! { #docs #variant = #wire_name }
    });
    let other = format_ident!("{}", body.other);
    quote! {
        crate::open_enum! {
            #docs
            pub enum #name else #other { #(#variants),* }
        }
    }
}
