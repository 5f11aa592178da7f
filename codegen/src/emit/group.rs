//! Templates of a group: what present and former ones have in common.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::setters::error_bound;
use crate::{api::Operation, rust_type, text::markdown::code_span};

/// The method of `Client` that gives a group.
pub fn accessor(attributes: &TokenStream, name: &str, type_name: &str) -> TokenStream {
    let (name, type_name) = (format_ident!("{name}"), format_ident!("{type_name}"));
    quote! {
        #attributes
        pub fn #name(&self) -> tags::#type_name {
            tags::#type_name(::std::clone::Clone::clone(self))
        }
    }
}

/// The struct of a group.
pub fn structure(attributes: &TokenStream, name: &str, methods: Vec<TokenStream>) -> TokenStream {
    let name = format_ident!("{name}");
    quote! {
        #attributes
        #[derive(Clone, Debug)]
        pub struct #name(pub(super) Client);

        impl #name {
            #(#methods)*
        }
    }
}

/// What an operation sends, and where it is described.
pub fn request(Operation { name, method, path, .. }: &Operation) -> String {
    format!("{}, as [`Client::{name}`](crate::Client::{name}).", code_span(&format!("{method} {path}")))
}

/// The method of a group that begins an operation, with what its path needs.
pub fn method(attributes: &TokenStream, operation: &Operation, name: &str) -> TokenStream {
    let (name, builder) = (format_ident!("{name}"), format_ident!("{}", operation.builder));
    let (mut arguments, mut setters) = (Vec::new(), Vec::new());
    for parameter in operation.path_parameters() {
        let (name, ty) = (format_ident!("{}", parameter.name), rust_type::plain(&parameter.ty));
        let error = error_bound(parameter.ty.is_time());
        arguments.push(quote! { #name: impl ::std::convert::TryInto<#ty #error> });
        setters.push(quote! { .#name(#name) });
    }
    quote! {
        #attributes
        pub fn #name(&self, #(#arguments),*) -> builder::#builder {
            builder::#builder::new(::std::clone::Clone::clone(&self.0)) #(#setters)*
        }
    }
}
