//! Unions of members that JSON itself tells apart: text, number, boolean, list, object.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::{Context, docs, of_each};
use crate::{
    api::{Case, Discriminant, JsonKind, Kind, TypeDef, Union, UnionMember},
    rust_type::{self, RustType},
};

/// All unions of the document, each with a variant for values of another kind.
pub fn definitions(context: &Context<'_>) -> TokenStream {
    of_each(&context.api.types, &mut |def| match &def.kind {
        Kind::Union(body) if body.by == Discriminant::Kind => union(context, def, body),
        _ => TokenStream::new(),
    })
}

fn union(context: &Context<'_>, def: &TypeDef, body: &Union) -> TokenStream {
    let gate = context.gates.of_type(&def.name);
    let docs = if def.docs.is_empty() { "One of several kinds of value." } else { &def.docs };
    let (cfg, docs) = (gate.cfg(), docs::paragraphs(&[docs, &gate.said()]));
    let name = format_ident!("{}", def.name);
    let other = format_ident!("{}", body.other);
    let members: Vec<Member> = body.members.iter().filter_map(|member| Member::new(member, &context.types)).collect();
    let variants = members.iter().map(Member::variant);
    let decoders = members.iter().map(Member::decoder);
    let held: Vec<&Ident> = members.iter().map(|member| &member.variant).collect();
    let conversions = members.iter().map(|member| member.conversions(&name));
    let implementations = gate.around(quote! {
        impl crate::rt::Union for #name {
            fn other(value: ::serde_json::Value) -> Self {
                Self::#other(value)
            }

            #(#decoders)*
        }

        impl<'de> ::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                crate::rt::union(deserializer)
            }
        }

        #(#conversions)*
    });
    quote! {
        #docs
        #cfg
        #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
        #[serde(untagged)]
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
            /// A value that the document does not describe.
            #other(::serde_json::Value),
        }

        #cfg
        crate::rt::forgetful_union! { #name { #(#held)* } else #other }

        #implementations
    }
}

/// One member, as it is written.
struct Member<'a> {
    variant: Ident,
    ty: RustType,
    held: RustType,
    /// Whether any text can be had from a `&str` without failing.
    is_text: bool,
    kind: JsonKind,
    docs: &'a str,
}

impl<'a> Member<'a> {
    fn new(UnionMember { name, ty, case, docs }: &'a UnionMember, defs: &HashMap<&str, &TypeDef>) -> Option<Self> {
        let Case::Kind(kind) = case else { return None };
        Some(Self {
            variant: format_ident!("{name}"),
            ty: rust_type::plain(ty),
            held: rust_type::member(&Discriminant::Kind, ty, defs),
            is_text: rust_type::is_text(ty, defs),
            kind: *kind,
            docs,
        })
    }

    fn variant(&self) -> TokenStream {
        let Self { variant, held, .. } = self;
        let docs = docs::tokens(self.docs);
        quote! { #docs #variant(#held) }
    }

    /// The method that decodes values of its kind.
    fn decoder(&self) -> TokenStream {
        let Self { variant, ty, .. } = self;
        match self.kind {
            JsonKind::Boolean => quote! {
                fn boolean(value: bool) -> Self {
                    Self::#variant(value)
                }
            },
            JsonKind::Number => quote! {
                fn number(value: ::serde_json::Number) -> Self {
                    crate::rt::scalar(value.into(), Self::#variant)
                }
            },
            JsonKind::String if self.is_text => quote! {
                fn text(value: ::std::string::String) -> Self {
                    Self::#variant(value.into())
                }
            },
            JsonKind::String => quote! {
                fn text(value: ::std::string::String) -> Self {
                    crate::rt::scalar(value.into(), Self::#variant)
                }
            },
            JsonKind::Array => quote! {
                fn array<'de, D: ::serde::Deserializer<'de>>(array: D) -> ::std::result::Result<Self, D::Error> {
                    <#ty as crate::rt::Decode>::decode(array).map(::std::convert::Into::into)
                }
            },
            JsonKind::Object => quote! {
                fn object<'de, D: ::serde::Deserializer<'de>>(
                    _: crate::rt::Found<&str>,
                    object: D,
                ) -> ::std::result::Result<Self, D::Error> {
                    <#ty as crate::rt::Decode>::decode(object).map(::std::convert::Into::into)
                }
            },
        }
    }

    fn conversions(&self, union: &Ident) -> TokenStream {
        let Self { variant, ty, .. } = self;
        let made = match self.held == self.ty {
            true => quote! { Self::#variant(value) },
            false => quote! { Self::#variant(::std::boxed::Box::new(value)) },
        };
        let of_str = self.is_text.then(|| {
            quote! {
                impl ::std::convert::From<&str> for #union {
                    fn from(value: &str) -> Self {
                        Self::#variant(value.into())
                    }
                }
            }
        });
        quote! {
            impl ::std::convert::From<#ty> for #union {
                fn from(value: #ty) -> Self {
                    #made
                }
            }
            #of_str
        }
    }
}
