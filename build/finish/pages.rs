//! Pages of a listing: objects with one list and the identifier of what comes next.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::Value;

use crate::generator::{model::Adapted, naming, rust_type, schema};

/// What makes `paginate` work, for each page type of the document.
pub fn all(adapted: &Adapted) -> TokenStream {
    let schemas = adapted.document["components"]["schemas"].as_object();
    let pages = schemas.into_iter().flatten().filter_map(|(name, schema)| page(name, schema));
    quote! { #(#pages)* }
}

fn page(name: &str, schema: &Value) -> Option<TokenStream> {
    let mut lists = schema::properties(schema).filter(|(_, property)| schema::kind(property) == "array");
    let (list, items) = lists.next().filter(|_| lists.next().is_none())?;
    let is_next = |name: &str| naming::value_name(name).split('_').next() == Some("next");
    let mut nexts = schema::properties(schema).filter(|(name, property)| {
        is_next(name) && schema::kind(property) == "string" && property.get("format").is_none()
    });
    let (next, next_schema) = nexts.next().filter(|_| nexts.next().is_none())?;

    let is_optional =
        |name: &String, property| schema::is_nullable(property) || !schema::required(schema).contains(&name.as_str());
    let name = format_ident!("{name}");
    let item = rust_type::of(&items["items"]);
    let list_field = format_ident!("{}", naming::value_name(list));
    let next_field = format_ident!("{}", naming::value_name(next));
    let list = if is_optional(list, items) {
        quote! { self.#list_field.unwrap_or_default() }
    } else {
        quote! { self.#list_field }
    };
    let next = if is_optional(next, next_schema) {
        quote! { self.#next_field }
    } else {
        quote! { ::std::option::Option::Some(self.#next_field) }
    };
    Some(quote! {
        impl crate::page::Page for #name {
            type Item = #item;

            fn into_parts(self) -> (::std::vec::Vec<Self::Item>, ::std::option::Option<::std::string::String>) {
                (#list, #next)
            }
        }
    })
}
