//! Unions of members that JSON itself tells apart: text, number, boolean, list, object.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{docs, rust_type};
use crate::api::{Api, Kind, Type, TypeDef, Union, UnionMember};

/// All unions of the document, each with a variant for values of another kind.
pub fn all(api: &Api) -> TokenStream {
    let defs: BTreeMap<&str, &TypeDef> = api.types.iter().map(|def| (def.name.as_str(), def)).collect();
    let unions = api.types.iter().filter_map(|def| match &def.kind {
        Kind::Union(body) => Some(union(def, body, &defs)),
        _ => None,
    });
    quote! { #(#unions)* }
}

fn union(def: &TypeDef, body: &Union, defs: &BTreeMap<&str, &TypeDef>) -> TokenStream {
    let docs = docs::tokens_or(&def.docs, "One of several kinds of value.");
    let name = format_ident!("{}", def.name);
    let (mut variants, mut conversions) = (Vec::new(), Vec::new());
    for UnionMember { name: variant, ty, docs, .. } in &body.members {
        let variant = format_ident!("{variant}");
        let held_as_is = rust_type::plain(ty);
        let member = Member::of(ty, defs);
        let (held, made) = if member == Member::Boxed {
            (quote! { ::std::boxed::Box<#held_as_is> }, quote! { Self::#variant(::std::boxed::Box::new(value)) })
        } else {
            (held_as_is.clone(), quote! { Self::#variant(value) })
        };
        let docs = docs::tokens(docs);
        variants.push(quote! { #docs #variant(#held) });
        conversions.push(quote! {
            impl ::std::convert::From<#held_as_is> for #name {
                fn from(value: #held_as_is) -> Self {
                    #made
                }
            }
        });
        if member == Member::FromText {
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

/// How a member is held and made.
#[derive(Debug, PartialEq, Eq)]
enum Member {
    /// In a box, since it may contain the union again.
    Boxed,
    /// As it is, and any text can be had from a `&str` without failing.
    FromText,
    /// As it is.
    Plain,
}

impl Member {
    fn of(ty: &Type, defs: &BTreeMap<&str, &TypeDef>) -> Self {
        match ty {
            Type::Text => Self::FromText,
            Type::Named(name) => match defs.get(name.as_str()).map(|def| &def.kind) {
                Some(Kind::Enum(_)) => Self::FromText,
                _ => Self::Boxed,
            },
            _ => Self::Plain,
        }
    }
}
