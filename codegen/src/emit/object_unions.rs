//! Unions of objects that are told apart by the value of one field, or by which fields are present.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::{Context, accessors, docs, of_each};
use crate::{
    api::{Case, Discriminant, Kind, TypeDef, Union, UnionMember},
    rust_type,
    text::markdown::code_span,
};

/// All unions of objects, each with a variant for what belongs to no member.
pub fn definitions(context: &Context<'_>) -> TokenStream {
    of_each(&context.api.types, &mut |def| match &def.kind {
        Kind::Union(body) => by(body).map(|by| union(context, def, body, &by)).unwrap_or_default(),
        _ => TokenStream::new(),
    })
}

/// What tells the members apart, as code and in words.
struct By {
    code: TokenStream,
    words: String,
    tag: Option<String>,
}

fn by(body: &Union) -> Option<By> {
    match &body.by {
        Discriminant::Kind => None,
        Discriminant::Tag(tag) => Some(By {
            code: quote! { Value(#tag) },
            words: format!("the field {}", code_span(tag)),
            tag: Some(tag.clone()),
        }),
        Discriminant::Presence => {
            let fields = body.members.iter().filter_map(|member| match &member.case {
                Case::Field(field) => Some(field),
                _ => None,
            });
            Some(By {
                code: quote! { Presence(&[#(#fields),*]) },
                words: "the fields that are present".to_owned(),
                tag: None,
            })
        }
    }
}

fn union(context: &Context<'_>, def: &TypeDef, body: &Union, by: &By) -> TokenStream {
    let (name, other) = (format_ident!("{}", def.name), format_ident!("{}", body.other));
    let By { code, words, .. } = by;
    let kinds = format!("One of {} kinds of object, told apart by {words}.", body.members.len());
    let gate = context.gates.of_type(&def.name);
    let (cfg, docs) = (gate.cfg(), docs::paragraphs(&[&def.docs, &kinds, &gate.said()]));
    let variants = body.members.iter().map(|member| variant(member, by, &body.by, &context.types));
    // A member of any tag comes after those that name theirs.
    let (last, first): (Vec<_>, Vec<_>) = body.members.iter().partition(|member| member.case == Case::AnyTag);
    let decoders = first.into_iter().chain(last).map(|member| decoder(member, by));
    let held = body.members.iter().map(|member| format_ident!("{}", member.name));
    let (derive, serialize) = match writes_tag(body) {
        Some(tag) => (None, Some(serialize(&name, body, tag))),
        None => (Some(quote! { #[derive(::serde::Serialize)] #[serde(untagged)] }), None),
    };
    let accessors = accessors::methods(&name, body, &context.types);
    let conversions = conversions(&name, body);
    let implementations = gate.around(quote! {
        #accessors

        impl crate::rt::Union for #name {
            const BY: crate::rt::By = crate::rt::By::#code;

            fn other(value: ::serde_json::Value) -> Self {
                Self::#other(value)
            }

            fn object<'de, D: ::serde::Deserializer<'de>>(
                found: crate::rt::Found<&str>,
                object: D,
            ) -> ::std::result::Result<Self, D::Error> {
                use crate::rt::Found;
                match found {
                    #(#decoders)*
                    _ => crate::rt::Decode::decode(object).map(Self::#other),
                }
            }
        }

        impl<'de> ::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                crate::rt::union(deserializer)
            }
        }

        #serialize
        #conversions
    });
    quote! {
        #docs
        #cfg
        #[derive(Clone, Debug, PartialEq)]
        #derive
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

fn variant(member: &UnionMember, by: &By, discriminant: &Discriminant, defs: &HashMap<&str, &TypeDef>) -> TokenStream {
    let tag = by.tag.as_deref().map(code_span).unwrap_or_default();
    let case = match &member.case {
        Case::Tag(values) => {
            let values: Vec<String> = values.iter().map(|value| code_span(value)).collect();
            format!("{tag} is {}.", values.join(" or "))
        }
        Case::UndeclaredTag(value) => {
            format!("{tag} is {}. The struct has no such field: writing the value adds it.", code_span(value))
        }
        Case::Field(field) => format!("The only variant with the field {}.", code_span(field)),
        Case::Absent if by.tag.is_some() => format!("{tag} is absent."),
        Case::Absent => "None of the fields of the other variants is present.".to_owned(),
        Case::AnyTag => format!("{tag} is absent, or has a value that belongs to no other variant."),
        Case::Kind(_) => String::new(),
    };
    let docs = docs::paragraphs(&[&member.docs, &case]);
    let (name, held) = (format_ident!("{}", member.name), rust_type::member(discriminant, &member.ty, defs));
    quote! { #docs #name(#held) }
}

/// The arm that decodes a member.
fn decoder(member: &UnionMember, by: &By) -> TokenStream {
    let variant = format_ident!("{}", member.name);
    let pattern = match &member.case {
        Case::Tag(values) => quote! { Found::One(#(#values)|*) },
        Case::UndeclaredTag(value) => {
            let tag = &by.tag;
            return quote! { Found::One(#value) => crate::rt::untagged(#tag, object).map(Self::#variant), };
        }
        Case::Field(field) => quote! { Found::One(#field) },
        Case::Absent => quote! { Found::Nothing },
        Case::AnyTag => quote! { Found::Nothing | Found::One(_) },
        Case::Kind(_) => return TokenStream::new(),
    };
    quote! { #pattern => crate::rt::Decode::decode(object).map(Self::#variant), }
}

/// The tag, if the union writes it for a member that does not declare it.
fn writes_tag(body: &Union) -> Option<&str> {
    let is_written = body.members.iter().any(|member| matches!(member.case, Case::UndeclaredTag(_)));
    match &body.by {
        Discriminant::Tag(tag) if is_written => Some(tag),
        _ => None,
    }
}

fn serialize(name: &Ident, body: &Union, tag: &str) -> TokenStream {
    let other = format_ident!("{}", body.other);
    let arms = body.members.iter().map(|UnionMember { name, case, .. }| {
        let variant = format_ident!("{name}");
        match case {
            Case::UndeclaredTag(value) => quote! {
                Self::#variant(member) => crate::rt::tagged(#tag, #value, &**member, serializer),
            },
            _ => quote! { Self::#variant(member) => ::serde::Serialize::serialize(member, serializer), },
        }
    });
    quote! {
        impl ::serde::Serialize for #name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> ::std::result::Result<S::Ok, S::Error> {
                match self {
                    #(#arms)*
                    Self::#other(value) => ::serde::Serialize::serialize(value, serializer),
                }
            }
        }
    }
}

/// A conversion from each type that stands for one variant only.
fn conversions(union: &Ident, body: &Union) -> TokenStream {
    let conversions = rust_type::converted(body).map(|member| {
        let (variant, ty) = (format_ident!("{}", member.name), rust_type::plain(&member.ty));
        quote! {
            impl ::std::convert::From<#ty> for #union {
                fn from(value: #ty) -> Self {
                    Self::#variant(::std::boxed::Box::new(value))
                }
            }
        }
    });
    quote! { #(#conversions)* }
}
