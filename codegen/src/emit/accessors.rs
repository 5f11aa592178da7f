//! The fields that all members of a union of objects have, reachable without a `match`.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::docs;
use crate::{
    api::{Field, Kind, Presence, Struct, Type, TypeDef, Union},
    rust_type,
    text::markdown::code_span,
};

/// Methods and functions of traits that a method of the same name would hide.
const TRAIT_METHODS: [&str; 16] = [
    "borrow",
    "borrow_mut",
    "clone",
    "clone_from",
    "clone_into",
    "deserialize",
    "eq",
    "fmt",
    "from",
    "into",
    "ne",
    "serialize",
    "to_owned",
    "try_from",
    "try_into",
    "type_id",
];

/// A method for each field that all members of the union `name` have, with the same type.
pub fn of(name: &Ident, body: &Union, defs: &BTreeMap<&str, &TypeDef>) -> TokenStream {
    let structs: Option<Vec<&Struct>> = body
        .members
        .iter()
        .map(|member| match &member.ty {
            Type::Named(name) => match &defs.get(name.as_str())?.kind {
                Kind::Struct(body) => Some(body),
                _ => None,
            },
            _ => None,
        })
        .collect();
    let Some(structs) = structs else { return TokenStream::new() };
    let Some((first, others)) = structs.split_first() else { return TokenStream::new() };
    let others: Vec<BTreeMap<&str, &Field>> =
        others.iter().map(|other| other.fields.iter().map(|field| (field.name.as_str(), field)).collect()).collect();
    let is_shared = |field: &&Field| {
        let is_same = |other: &Field| other.value == field.value && other.presence() == field.presence();
        others.iter().all(|other| other.get(field.name.as_str()).is_some_and(|other| is_same(other)))
    };
    let shared = first.fields.iter().filter(|field| !TRAIT_METHODS.contains(&field.name.as_str())).filter(is_shared);
    let methods: Vec<TokenStream> = shared.map(|field| accessor(field, body)).collect();
    if methods.is_empty() {
        return TokenStream::new();
    }
    quote! {
        impl #name {
            #(#methods)*
        }
    }
}

fn accessor(field: &Field, body: &Union) -> TokenStream {
    let name = format_ident!("{}", field.name);
    let ty = rust_type::plain(&field.value.ty);
    let held = match field.presence() {
        Presence::Always => quote! { ::std::option::Option::Some(&member.#name) },
        Presence::Optional => quote! { member.#name.as_ref() },
        Presence::OrNull => quote! { member.#name.as_ref().and_then(::std::option::Option::as_ref) },
    };
    let (ty, taken) = match &field.value.ty {
        Type::Text => (quote! { &str }, quote! { #held.map(::std::string::String::as_str) }),
        Type::List(item) => {
            let item = rust_type::of(item);
            (quote! { &[#item] }, quote! { #held.map(::std::vec::Vec::as_slice) })
        }
        Type::Boolean | Type::Int32 | Type::Int64 | Type::Uint64 | Type::Number | Type::Uuid | Type::DateTime => {
            (ty, quote! { #held.copied() })
        }
        // `borrow`, since the field may be in a box.
        _ => (quote! { &#ty }, quote! { #held.map(::std::borrow::Borrow::borrow) }),
    };
    let variants = body.members.iter().map(|member| format_ident!("{}", member.name));
    let other = format_ident!("{}", body.other);
    let absent = match field.presence() {
        Presence::Always => "",
        Presence::Optional | Presence::OrNull => ", or if the field is absent or null",
    };
    let field = code_span(&field.wire_name);
    let docs = docs::tokens(&format!("The field {field}; `None` for [`{other}`](Self::{other}){absent}."));
    quote! {
        #docs
        pub fn #name(&self) -> ::std::option::Option<#ty> {
            match self {
                #(Self::#variants(member) => #taken,)*
                Self::#other(_) => ::std::option::Option::None,
            }
        }
    }
}
