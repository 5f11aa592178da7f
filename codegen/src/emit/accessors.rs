//! The fields that all members of a union of objects have, reachable without a `match`.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::{docs, of_each};
use crate::{
    api::{Field, Presence, Type, TypeDef, Union},
    names::accessors,
    rust_type,
    text::markdown::code_span,
};

/// A method for each field that all members of the union `name` have, with the same type.
pub fn methods(name: &Ident, body: &Union, defs: &HashMap<&str, &TypeDef>) -> TokenStream {
    let methods = of_each(&accessors::shared_fields(body, defs), &mut |field| accessor(field, body));
    if methods.is_empty() {
        return TokenStream::new();
    }
    quote! {
        impl #name {
            #methods
        }
    }
}

fn accessor(field: &Field, body: &Union) -> TokenStream {
    let name = format_ident!("{}", field.name);
    let ty = rust_type::accessor(&field.value.ty);
    let held = match field.presence() {
        Presence::Always => quote! { ::std::option::Option::Some(&member.#name) },
        Presence::Optional => quote! { member.#name.as_ref() },
        Presence::OrNull => quote! { member.#name.as_ref().and_then(::std::option::Option::as_ref) },
    };
    let taken = match &field.value.ty {
        Type::Text => quote! { #held.map(::std::string::String::as_str) },
        Type::List(_) => quote! { #held.map(::std::vec::Vec::as_slice) },
        copied if rust_type::is_copied(copied) => quote! { #held.copied() },
        // `borrow`, since the field may be in a box.
        _ => quote! { #held.map(::std::borrow::Borrow::borrow) },
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
        pub fn #name(&self) -> #ty {
            match self {
                #(Self::#variants(member) => #taken,)*
                Self::#other(_) => ::std::option::Option::None,
            }
        }
    }
}
