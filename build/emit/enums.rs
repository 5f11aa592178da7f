//! Open enums.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{docs, former::renamed_to};
use crate::{
    api::{Api, Enum, EnumValue, Kind, TypeDef},
    former_names::{self, FormerNames},
    markdown::code_span,
};

/// All enums of the document, each with a variant for what the document does not list.
pub fn all(api: &Api, former: &FormerNames) -> TokenStream {
    let enums = api.types.iter().filter_map(|def| match &def.kind {
        Kind::Enum(body) => Some(open_enum(def, body, former)),
        _ => None,
    });
    quote! { #(#enums)* }
}

fn open_enum(def: &TypeDef, body: &Enum, former: &FormerNames) -> TokenStream {
    let docs = docs::tokens_or(&def.docs, "A value of the document's list, or another.");
    let name = format_ident!("{}", def.name);
    let variants = body.values.iter().map(|EnumValue { name, wire_name }| {
        let variant = format_ident!("{name}");
        let docs = docs::tokens(&format!("{} on the wire.", code_span(wire_name)));
        quote! { #docs #variant = #wire_name }
    });
    let other = format_ident!("{}", body.other);
    let (renamed, unlisted) = former_variants(def, body, former);
    quote! {
        crate::open_enum! {
            #docs
            pub enum #name else #other { #(#variants,)* #(#unlisted),* }
        }
        #renamed
    }
}

/// The former variants: as constants for the values that another variant stands for, and as variants for the values that
/// the document no longer lists.
fn former_variants(def: &TypeDef, body: &Enum, former: &FormerNames) -> (Option<TokenStream>, Vec<TokenStream>) {
    let (mut constants, mut variants) = (Vec::new(), Vec::new());
    for (name, value) in former_names::of(&former.variants, &def.name) {
        let former = format_ident!("{name}");
        let docs = docs::tokens(&format!("{} on the wire.", code_span(value)));
        match body.values.iter().find(|listed| listed.wire_name == value) {
            Some(EnumValue { name, .. }) => {
                let (deprecated, present) = (renamed_to(name), format_ident!("{name}"));
                constants.push(quote! { #docs #deprecated pub const #former: Self = Self::#present; });
            }
            None => {
                let deprecated = quote! { #[deprecated(note = "the document no longer lists the value")] };
                variants.push(quote! { #docs #deprecated #former = #value });
            }
        }
    }
    let name = format_ident!("{}", def.name);
    let block = (!constants.is_empty()).then(|| quote! { impl #name { #(#constants)* } });
    (block, variants)
}
