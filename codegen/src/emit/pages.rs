//! Pages of a listing.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Context, of_each};
use crate::{
    api::{Page, Presence},
    rust_type,
};

/// What makes `paginate` work, for each page type of the document.
pub fn pages(context: &Context<'_>) -> TokenStream {
    of_each(&context.api.pages, &mut |each| context.gates.of_type(&each.name).around(page(each)))
}

fn page(Page { name, list, item, next }: &Page) -> TokenStream {
    let name = format_ident!("{name}");
    let item = rust_type::value_type(item);
    let (list_field, next_field) = (format_ident!("{}", list.name), format_ident!("{}", next.name));
    let list = match list.presence {
        Presence::Always => quote! { self.#list_field },
        Presence::Optional => quote! { self.#list_field.unwrap_or_default() },
        Presence::OrNull => quote! { self.#list_field.flatten().unwrap_or_default() },
    };
    let next = match next.presence {
        Presence::Always => quote! { ::std::option::Option::Some(&self.#next_field) },
        Presence::Optional => quote! { self.#next_field.as_deref() },
        Presence::OrNull => quote! { self.#next_field.as_ref().and_then(::std::option::Option::as_deref) },
    };
    quote! {
        impl #name {
            /// The id of the next page; `None` or an empty one on the last page.
            pub fn next_id(&self) -> ::std::option::Option<&str> {
                #next
            }

            /// The items of this page.
            pub fn into_items(self) -> ::std::vec::Vec<#item> {
                #list
            }
        }

        impl crate::page::Page for #name {
            type Item = #item;

            fn next_id(&self) -> ::std::option::Option<&str> {
                Self::next_id(self)
            }

            fn into_items(self) -> ::std::vec::Vec<Self::Item> {
                Self::into_items(self)
            }
        }
    }
}
