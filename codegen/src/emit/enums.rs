//! Open enums.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Context, docs, former, of_each};
use crate::{
    api::{self, Enum, EnumOf, EnumValue, FormerNames, Kind, TypeDef},
    text::markdown::code_span,
};

/// All enums of the document, each with a variant for what the document does not list.
pub fn definitions(context: &Context<'_>) -> TokenStream {
    of_each(&context.api.types, &mut |def| match &def.kind {
        Kind::Enum(body) => open_enum(context, def, body),
        _ => TokenStream::new(),
    })
}

fn open_enum(context: &Context<'_>, def: &TypeDef, body: &Enum) -> TokenStream {
    let gate = context.gates.of_type(&def.name);
    let docs = if def.docs.is_empty() { "A value that the document lists, or any other." } else { &def.docs };
    let (cfg, docs) = (gate.cfg(), docs::paragraphs(&[docs, &gate.said()]));
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
    let (renamed, unlisted) = former_variants(def, body, context.former);
    let renamed = gate.around(renamed.unwrap_or_default());
    quote! {
        #cfg
        crate::rt::#definition! {
            #docs
            pub enum #name #kind else #other { #(#variants,)* #(#unlisted),* }
        }
        #renamed
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

/// The former variants: as constants for the values that another variant stands for, and as variants for the values that
/// the document no longer lists.
fn former_variants(def: &TypeDef, body: &Enum, names: &FormerNames) -> (Option<TokenStream>, Vec<TokenStream>) {
    let (mut constants, mut variants) = (Vec::new(), Vec::new());
    for (name, other) in api::former::of_owner(&names.variants, &def.name) {
        let (value, former) = (&other.present, format_ident!("{name}"));
        match body.values.iter().find(|listed| listed.wire_name == *value) {
            Some(EnumValue { name, .. }) => {
                let docs = docs::tokens(&format!("The former name of [`{name}`](Self::{name})."));
                let (deprecated, present) = (former::deprecated(name, other), format_ident!("{name}"));
                constants.push(quote! { #docs #deprecated pub const #former: Self = Self::#present; });
            }
            None => {
                let docs = docs::tokens(&format!("{} on the wire.", code_span(value)));
                let since = other.since.iter();
                let deprecated =
                    quote! { #[deprecated(#(since = #since,)* note = "the document no longer lists the value")] };
                let value = literal(body.of, value);
                variants.push(quote! { #docs #deprecated #former = #value });
            }
        }
    }
    let name = format_ident!("{}", def.name);
    let block = (!constants.is_empty()).then(|| quote! { impl #name { #(#constants)* } });
    (block, variants)
}
