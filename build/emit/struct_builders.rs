//! The builders of structs: a setter for each field, which takes the value itself.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::{docs, rust_type, structs::UNDECLARED};
use crate::{
    api::{Api, Field, Kind, Struct, Type, TypeDef},
    naming,
};

/// The builders of all structs of the document.
pub fn all(api: &Api) -> TokenStream {
    let samples = api.series.iter().map(|series| &series.sample);
    let builders = api.types.iter().chain(samples).filter_map(|def| match &def.kind {
        Kind::Struct(body) => Some(builder(def, body)),
        _ => None,
    });
    quote! {
        /// Builders for the types.
        pub mod builder {
            #(#builders)*
        }
    }
}

fn builder(def: &TypeDef, body: &Struct) -> TokenStream {
    let name = format_ident!("{}", def.name);
    let docs = docs::tokens(&format!("Builder for [`{0}`](super::{0}).", def.name));
    let named = setters(body);
    let required = named.iter().filter(|(field, _)| field.required).map(|(Field { wire_name, .. }, setter)| {
        quote! { #setter #wire_name }
    });
    let setters = named.iter().map(|(Field { wire_name, value, docs, .. }, setter)| {
        let docs = docs::tokens_or(docs, &format!("Sets `{setter}`."));
        let ty = rust_type::plain(&value.ty);
        quote! { #docs #setter #wire_name #ty; }
    });
    let mut taken: BTreeSet<String> = named.iter().map(|(_, setter)| setter.to_string()).collect();
    let nullable = named.iter().filter(|(field, _)| field.value.nullable);
    let clears: Vec<TokenStream> = nullable
        .map(|(Field { wire_name, .. }, setter)| {
            let clear = naming::unique(&format!("clear_{setter}"), &mut taken);
            let clear = format_ident!("{clear}");
            quote! { #clear #setter #wire_name; }
        })
        .collect();
    let extends = body.additional.as_ref().map(|value| {
        let name = format_ident!("{UNDECLARED}");
        let ty = rust_type::plain(&Type::Map(Box::new(value.clone())));
        quote! { #name #ty; }
    });
    quote! {
        crate::builder! {
            #docs
            #name requires [#(#required),*] { #(#setters)* } clears { #(#clears)* } extends { #extends }
        }
    }
}

/// Each field with the name of its setter: that of the field, but for the one that ends building.
fn setters(body: &Struct) -> Vec<(&Field, Ident)> {
    let mut taken: BTreeSet<String> = body.fields.iter().map(|field| field.name.clone()).collect();
    let setters = body.fields.iter().map(|field| {
        let name = match field.name.as_str() {
            "build" => naming::unique("build_", &mut taken),
            name => name.to_owned(),
        };
        (field, format_ident!("{name}"))
    });
    setters.collect()
}
