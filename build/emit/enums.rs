//! Open enums.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::docs;
use crate::{
    api::{Api, Enum, EnumOf, EnumValue, Kind, TypeDef},
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
        let value = literal(body.of, wire_name);
        quote! { #docs #variant = #value }
    });
    let other = format_ident!("{}", body.other);
    let (definition, kind) = match body.of {
        EnumOf::Text => (quote! { open_enum }, quote! {}),
        EnumOf::Integer => (quote! { open_number }, quote! { : i64 }),
        EnumOf::Number => (quote! { open_number }, quote! { : f64 }),
    };
    quote! {
        crate::#definition! {
            #docs
            pub enum #name #kind else #other { #(#variants),* }
        }
    }
}

fn literal(of: EnumOf, wire_name: &str) -> Literal {
    match of {
        EnumOf::Text => Literal::string(wire_name),
        // What is written in the model is a number of its kind; another one would be no value of this enum.
        EnumOf::Integer => Literal::i64_unsuffixed(wire_name.parse().unwrap_or_default()),
        EnumOf::Number => Literal::f64_unsuffixed(wire_name.parse().unwrap_or_default()),
    }
}
