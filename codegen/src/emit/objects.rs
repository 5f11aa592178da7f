//! How structs are read, written and shown: the macro `object` of `src/rt` does it, and gets a line for each field.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::{
    api::{Field, Presence, Struct, Type, TypeDef},
    names::setters::UNDECLARED,
    rust_type::RustType,
};

/// A field, and its type in Rust.
pub type TypedField<'a> = (&'a Field, RustType);

/// The implementations for the struct that `def` and `body` describe, with these `fields`; `is_sent` says whether an
/// operation sends it.
pub fn object(def: &TypeDef, body: &Struct, fields: &[TypedField<'_>], is_sent: bool) -> TokenStream {
    let name = format_ident!("{}", def.name);
    let (required, optional): (Vec<_>, Vec<_>) =
        body.fields.iter().partition(|field| field.presence() == Presence::Always);
    let required = required.into_iter().map(|field| {
        let (name, wire_name) = (format_ident!("{}", field.name), &field.wire_name);
        quote! { #name #wire_name }
    });
    let optional = optional.into_iter().map(|field| format_ident!("{}", field.name));
    let fields = fields.iter().enumerate().map(|(index, (field, ty))| {
        let (name, wire_name) = (format_ident!("{}", field.name), &field.wire_name);
        let (index, read, visit) = (Literal::usize_unsuffixed(index), read(field, is_sent), visit(field));
        quote! { #index #name #wire_name #read #visit #ty; }
    });
    let undeclared = match &body.additional {
        None => quote! { Ignored [] },
        Some(_) => {
            let field = format_ident!("{UNDECLARED}");
            quote! { Kept [#field] }
        }
    };
    quote! {
        crate::rt::object! {
            #name requires [#(#required),*] allows [#(#optional),*] { #(#fields)* } undeclared #undeclared
        }
    }
}

/// The function that reads a field.
fn read(field: &Field, is_sent: bool) -> TokenStream {
    // Any value may be null, and a null that is sent is intended.
    let keeps_null = match field.presence() {
        Presence::OrNull => true,
        Presence::Optional => field.value.ty == Type::Any && is_sent,
        Presence::Always => false,
    };
    if keeps_null {
        quote! { present }
    } else {
        quote! { value }
    }
}

/// The method that visits a field.
fn visit(field: &Field) -> TokenStream {
    if field.required {
        quote! { always }
    } else {
        quote! { if_some }
    }
}
