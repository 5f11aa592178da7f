//! Unions of members that JSON itself tells apart: text, number, boolean, list, object.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::Value;

use super::docs;
use crate::generator::{adapt::formats::RUST_TYPE, model::Adapted, naming, rust_type, schema, spec::text};

/// All unions of the document, each with a variant for values of another kind.
pub fn all(adapted: &Adapted) -> TokenStream {
    let unions = adapted.unions.iter().map(|(name, schema)| union(name, schema));
    quote! { #(#unions)* }
}

fn union(name: &str, schema: &Value) -> TokenStream {
    let description = text(schema, "description");
    let docs = docs::tokens(if description.is_empty() { "One of several kinds of value." } else { description });
    let name = format_ident!("{name}");
    let mut taken = BTreeSet::new();
    let (mut variants, mut conversions) = (Vec::new(), Vec::new());
    for member in schema["oneOf"].as_array().into_iter().flatten() {
        let variant = format_ident!("{}", naming::unique(variant_name(member), &mut taken));
        let ty = rust_type::plain(member);
        // A struct may contain the union again.
        let is_struct = schema::wrapped_reference(member).is_some();
        let (held, made) = if is_struct {
            (quote! { ::std::boxed::Box<#ty> }, quote! { Self::#variant(::std::boxed::Box::new(value)) })
        } else {
            (ty.clone(), quote! { Self::#variant(value) })
        };
        let docs = docs::tokens(text(member, "description"));
        variants.push(quote! { #docs #variant(#held) });
        conversions.push(quote! {
            impl ::std::convert::From<#ty> for #name {
                fn from(value: #ty) -> Self {
                    #made
                }
            }
        });
        if is_text(member) {
            conversions.push(quote! {
                impl ::std::convert::From<&str> for #name {
                    fn from(value: &str) -> Self {
                        Self::#variant(value.into())
                    }
                }
            });
        }
    }
    quote! {
        #docs
        #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
        #[serde(untagged)]
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            /// A value that the document does not describe.
            Other(::serde_json::Value),
        }
        #(#conversions)*
    }
}

/// Whether any text can be had from a `&str` without failing.
fn is_text(member: &Value) -> bool {
    let path = member.get(RUST_TYPE).and_then(|ty| ty["path"].as_str());
    match path {
        Some(path) => !path.contains("::time::"),
        None => schema::kind(member) == "string" && member.get("format").is_none(),
    }
}

fn variant_name(member: &Value) -> &'static str {
    match schema::kind(member) {
        "string" => "Text",
        "integer" => "Integer",
        "number" => "Number",
        "boolean" => "Boolean",
        "array" => "List",
        "object" => "Object",
        _ if member.get(RUST_TYPE).is_some() => "Text",
        _ => "Object",
    }
}
