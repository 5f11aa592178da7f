//! The structs: open to new fields, under the names of the document on the wire, documented in its words.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{
    docs::{self, TypeFeatures},
    objects::{self, TypedField},
};
use crate::{
    api::{Api, Direction, Field, Kind, Presence, Struct, TypeDef, Value},
    names::setters::UNDECLARED,
    recursion::Cycles,
    rust_type::{self, RustType},
};

/// All structs of the document, but for those of samples.
pub fn definitions(api: &Api, features: &TypeFeatures<'_>) -> TokenStream {
    let cycles = Cycles::new(api);
    let sent = api.sent();
    let structs = api.types.iter().filter_map(|def| match &def.kind {
        Kind::Struct(body) => {
            let fields =
                body.fields.iter().map(|field| (field, rust_type::field(field, cycles.is_boxed(&def.name, field))));
            let fields: Vec<TypedField<'_>> = fields.collect();
            let definition = definition(def, body, &fields, features, &quote! {});
            let object = objects::object(def, body, &fields, sent.contains(def.name.as_str()));
            Some(quote! { #definition #object })
        }
        Kind::Newtype(value) => Some(newtype(def, value, features)),
        Kind::Enum(_) | Kind::Union(_) => None,
    });
    quote! { #(#structs)* }
}

/// A struct that no operation sends, and that does not contain itself; `derived` are more traits for it.
pub fn structure(def: &TypeDef, body: &Struct, features: &TypeFeatures<'_>, derived: &TokenStream) -> TokenStream {
    let fields: Vec<TypedField<'_>> = body.fields.iter().map(|field| (field, rust_type::field(field, false))).collect();
    let definition = definition(def, body, &fields, features, derived);
    let object = objects::object(def, body, &fields, false);
    quote! { #definition #object }
}

fn definition(
    def: &TypeDef,
    body: &Struct,
    fields: &[TypedField<'_>],
    features: &TypeFeatures<'_>,
    derived: &TokenStream,
) -> TokenStream {
    let name = format_ident!("{}", def.name);
    let docs = docs::tokens(&def.docs);
    let features = docs::type_features(&def.name, features);
    let fields = fields.iter().map(|(field, ty)| field_of(field, ty));
    let undeclared = body.additional.as_ref().map(undeclared);
    let default = body.has_default().then(|| quote! { Default, });
    quote! {
        #docs
        #features
        #[derive(Clone, #derived #default)]
        #[non_exhaustive]
        pub struct #name { #(#fields,)* #undeclared }
    }
}

fn field_of(field: &Field, ty: &RustType) -> TokenStream {
    let said = format!("{} {}", said_of_direction(field), said_of_null(field));
    let docs = docs::with_paragraph(&field.docs, said.trim());
    let name = format_ident!("{}", field.name);
    quote! { #docs pub #name: #ty }
}

/// Which value of the type is null, if one is always that.
fn said_of_null(field: &Field) -> &'static str {
    match field.presence() {
        Presence::OrNull => "`Some(None)` is `null`, `None` leaves the field out.",
        Presence::Optional if field.required => "`None` is `null`.",
        Presence::Always | Presence::Optional => "",
    }
}

/// What the document says with `readOnly` and `writeOnly`.
fn said_of_direction(field: &Field) -> &'static str {
    match field.direction {
        Direction::Both => "",
        Direction::ReadOnly => "Read-only: the service sets it.",
        Direction::WriteOnly => "Write-only: no response has it.",
    }
}

fn undeclared(value: &Value) -> TokenStream {
    let name = format_ident!("{UNDECLARED}");
    let ty = rust_type::map(value);
    quote! {
        /// The fields that the document does not declare, by name.
        pub #name: #ty,
    }
}

/// A list or map that contains itself, and so needs a name.
fn newtype(def: &TypeDef, value: &Value, features: &TypeFeatures<'_>) -> TokenStream {
    let name = format_ident!("{}", def.name);
    let docs = docs::tokens(&def.docs);
    let features = docs::type_features(&def.name, features);
    let ty = rust_type::value_type(value);
    quote! {
        #docs
        #features
        #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
        #[serde(transparent)]
        pub struct #name(#[serde(deserialize_with = "crate::rt::Decode::decode")] pub #ty);

        impl crate::rt::Decode for #name {}

        impl ::std::ops::Deref for #name {
            type Target = #ty;

            fn deref(&self) -> &#ty {
                &self.0
            }
        }

        impl ::std::convert::From<#ty> for #name {
            fn from(value: #ty) -> Self {
                Self(value)
            }
        }

        impl ::std::convert::From<#name> for #ty {
            fn from(value: #name) -> Self {
                value.0
            }
        }
    }
}
