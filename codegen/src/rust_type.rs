//! Types of the model as Rust, for the code that is added to progenitor's.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::api::{Type, Value};

/// The type of `value`.
pub fn of(value: &Value) -> TokenStream {
    let plain = plain(&value.ty);
    if value.nullable {
        quote! { ::std::option::Option<#plain> }
    } else {
        plain
    }
}

/// The type that the setter of an optional value converts into.
pub fn optional(ty: &Type) -> TokenStream {
    match ty {
        Type::Any => quote! { crate::optional::Json },
        other => plain(other),
    }
}

/// The type of a value that is not null.
pub fn plain(ty: &Type) -> TokenStream {
    match ty {
        Type::Any => quote! { ::serde_json::Value },
        Type::Boolean => quote! { bool },
        Type::Int32 => quote! { i32 },
        Type::Int64 => quote! { i64 },
        Type::Uint64 => quote! { u64 },
        Type::Number => quote! { f64 },
        Type::ExactNumber => quote! { ::serde_json::Number },
        Type::Text => quote! { ::std::string::String },
        Type::Uuid => quote! { ::uuid::Uuid },
        Type::DateTime => quote! { ::chrono::DateTime<::chrono::Utc> },
        Type::Date => quote! { crate::time::Date },
        Type::QueryTime => quote! { crate::time::QueryTime },
        Type::QueryDateTime => quote! { crate::time::QueryDateTime },
        Type::Part => quote! { crate::multipart::Part },
        Type::Parts => quote! { crate::multipart::Parts },
        Type::List(item) => {
            let item = of(item);
            quote! { ::std::vec::Vec<#item> }
        }
        Type::Map(value) => {
            let value = of(value);
            quote! { ::std::collections::BTreeMap<::std::string::String, #value> }
        }
        Type::Object => quote! { ::serde_json::Map<::std::string::String, ::serde_json::Value> },
        Type::Named(name) => {
            let name = format_ident!("{name}");
            quote! { crate::types::#name }
        }
    }
}
