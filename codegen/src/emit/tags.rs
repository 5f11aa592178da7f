//! Short names: a method of `Client` for each tag, and on what it gives a method for each operation.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{client, docs, rust_type, setters::error_bound};
use crate::{
    api::{Api, Group, GroupedOperation},
    markdown::code_span,
};

/// The methods of `Client`, and the module of the groups.
pub fn all(api: &Api) -> TokenStream {
    let accessors = api.groups.iter().map(accessor);
    let groups = api.groups.iter().map(|group| of_group(api, group));
    quote! {
        impl Client {
            #(#accessors)*
        }

        /// The operations of each tag, under short names.
        pub mod tags {
            use super::{Client, builder};

            #(#groups)*
        }
    }
}

fn accessor(group: &Group) -> TokenStream {
    let docs = docs::tokens(&documentation(group));
    let feature = docs::features(&[&group.feature]);
    let (name, type_name) = (format_ident!("{}", group.name), format_ident!("{}", group.type_name));
    quote! {
        #docs
        #feature
        pub fn #name(&self) -> tags::#type_name {
            tags::#type_name(::std::clone::Clone::clone(self))
        }
    }
}

fn documentation(Group { tag, docs, .. }: &Group) -> String {
    let heading = format!("The operations of the tag {}.", code_span(tag));
    if docs.is_empty() { heading } else { format!("{heading}\n\n{docs}") }
}

fn of_group(api: &Api, group: &Group) -> TokenStream {
    let docs = docs::tokens(&documentation(group));
    let feature = docs::features(&[&group.feature]);
    let name = format_ident!("{}", group.type_name);
    let methods = group.operations.iter().map(|grouped| method(api, grouped));
    quote! {
        #docs
        #feature
        #[derive(Clone, Debug)]
        pub struct #name(pub(super) Client);

        impl #name {
            #(#methods)*
        }
    }
}

fn method(api: &Api, grouped: &GroupedOperation) -> TokenStream {
    let operation = &api.operations[grouped.index];
    let request = code_span(&format!("{} {}", operation.method, operation.path));
    let full = &operation.name;
    let summary = operation.summary.trim_end_matches(['.', ',']);
    let link = format!("{request}, as [`Client::{full}`](crate::Client::{full}).");
    let docs = docs::tokens(&if summary.is_empty() { link } else { format!("{summary}\n\n{link}") });
    let deprecated = client::deprecated(operation);
    let name = format_ident!("{}", grouped.name);
    let builder = format_ident!("{}", operation.builder);
    let (mut arguments, mut setters) = (Vec::new(), Vec::new());
    for parameter in operation.path_parameters() {
        let (name, ty) = (format_ident!("{}", parameter.name), rust_type::plain(&parameter.ty));
        let error = error_bound(parameter.ty.is_time());
        arguments.push(quote! { #name: impl ::std::convert::TryInto<#ty #error> });
        setters.push(quote! { .#name(#name) });
    }
    quote! {
        #docs
        #deprecated
        pub fn #name(&self, #(#arguments),*) -> builder::#builder {
            builder::#builder::new(::std::clone::Clone::clone(&self.0)) #(#setters)*
        }
    }
}
