//! Templates of a group: what present and former ones have in common.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::documentation;
use crate::{api::Operation, rust_type, text::markdown::code_span};

/// The method of `Client` that gives a group.
pub fn accessor(attributes: &TokenStream, name: &str, type_name: &str) -> TokenStream {
    let (name, type_name) = (format_ident!("{name}"), format_ident!("{type_name}"));
    quote! {
        #attributes
        pub fn #name(&self) -> tags::#type_name {
            tags::#type_name { client: ::std::clone::Clone::clone(self) }
        }
    }
}

/// The struct of a group.
pub fn structure(
    cfg: Option<&TokenStream>,
    attributes: &TokenStream,
    name: &str,
    methods: &TokenStream,
) -> TokenStream {
    let name = format_ident!("{name}");
    quote! {
        #cfg
        crate::rt::tag! {
            #attributes
            pub struct #name {
                #methods
            }
        }
    }
}

/// What an operation sends, and where it is described.
pub fn request(operation: &Operation) -> String {
    let Operation { method, path, .. } = operation;
    format!("{}. {}", code_span(&format!("{method} {path}")), documentation::builder(operation))
}

/// The method of a group that begins an operation, with what its path needs.
pub fn method(attributes: &TokenStream, operation: &Operation, name: &str) -> TokenStream {
    let (name, builder) = (format_ident!("{name}"), format_ident!("{}", operation.builder));
    let arguments = operation.path_parameters().into_iter().map(|parameter| {
        let (name, ty) = (format_ident!("{}", parameter.name), rust_type::plain(&parameter.ty));
        let how = parameter.ty.is_time().then(|| quote! { (explained) });
        quote! { #how #name: #ty }
    });
    quote! { #attributes #name(#(#arguments),*) -> #builder; }
}
