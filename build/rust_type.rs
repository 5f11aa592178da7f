//! The Rust type that typify gives an adapted schema, for the code that `finish` adds.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::Value;

use super::{
    adapt::formats::{CRATE, RUST_TYPE},
    schema,
};

/// The type of a value of `schema`, as seen from beside `mod types`.
pub fn of(schema: &Value) -> TokenStream {
    let plain = plain(schema);
    if schema::is_nullable(schema) {
        quote! { ::std::option::Option<#plain> }
    } else {
        plain
    }
}

/// The type of a value of `schema` that is not null.
pub fn plain(schema: &Value) -> TokenStream {
    if let Some(name) = schema::wrapped_reference(schema) {
        let name = format_ident!("{name}");
        return quote! { crate::types::#name };
    }
    let schema = schema::unwrapped(schema);
    if let Some(path) = native(schema) {
        let path: syn::Path = syn::parse_str(&format!("crate::{path}")).unwrap_or_else(|_| syn::parse_quote!(()));
        return quote! { #path };
    }
    let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
    match (schema::kind(schema), format) {
        ("string", "uuid") => quote! { ::uuid::Uuid },
        ("string", "date-time") => quote! { ::chrono::DateTime<::chrono::Utc> },
        ("string", _) => quote! { ::std::string::String },
        ("integer", "int32") => quote! { i32 },
        ("integer", _) => quote! { i64 },
        ("number", _) => quote! { f64 },
        ("boolean", _) => quote! { bool },
        ("array", _) => {
            let item = of(&schema["items"]);
            quote! { ::std::vec::Vec<#item> }
        }
        ("object", _) => match schema.get("additionalProperties").filter(|value| **value != schema::any()) {
            Some(value) => {
                let value = of(value);
                quote! { ::std::collections::BTreeMap<::std::string::String, #value> }
            }
            None => quote! { ::serde_json::Map<::std::string::String, ::serde_json::Value> },
        },
        _ => quote! { ::serde_json::Value },
    }
}

/// The path of a type of this crate, from its root.
fn native(schema: &Value) -> Option<&str> {
    schema.get(RUST_TYPE)?.get("path")?.as_str()?.strip_prefix(CRATE)?.strip_prefix("::")
}
