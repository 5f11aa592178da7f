//! The builders of structs: a setter for each field, which accepts the value itself.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{
    docs::{self, TypeFeatures},
    former::{alias, renamed_to},
};
use crate::{
    api::{Api, Kind, Struct, TypeDef},
    names::{
        former::{self as former_names, FormerNames},
        setters::{self, Action, Setter},
    },
    rust_type,
};

/// The builders of all structs of the document.
pub fn builders(api: &Api, features: &TypeFeatures<'_>, former: &FormerNames) -> TokenStream {
    let samples = api.series.iter().map(|series| &series.sample);
    let structs = api.types.iter().chain(samples).filter_map(|def| match &def.kind {
        Kind::Struct(body) => Some((def, body)),
        _ => None,
    });
    let builders = structs.clone().map(|(def, body)| builder(def, body, features, former));
    let names: BTreeSet<&str> = structs.clone().map(|(def, _)| def.name.as_str()).collect();
    let formers = former.types.iter().filter(|(_, present)| names.contains(present.as_str()));
    let aliases = formers.map(|(former, present)| alias(former, present));
    quote! {
        /// Builders for the types.
        pub mod builder {
            #(#builders)*
            #(#aliases)*
        }
    }
}

fn builder(def: &TypeDef, body: &Struct, features: &TypeFeatures<'_>, former: &FormerNames) -> TokenStream {
    let name = format_ident!("{}", def.name);
    let docs = docs::tokens(&format!("Builder for [`{0}`](super::{0}).", def.name));
    let features = docs::type_features(&def.name, features);
    let present = setters::setters(body);
    let mut parts = Parts::default();
    for setter in &present {
        parts.add(setter);
    }
    for (former, present_name) in former_names::of_owner(&former.type_setters, &def.name) {
        if let Some(setter) = present.iter().find(|setter| setter.name == present_name) {
            parts.add_former(former, setter);
        }
    }
    let Parts { required, set, set_optional, clear, extend } = parts;
    quote! {
        crate::rt::builder! {
            #docs
            #features
            #name requires [#(#required),*] { #(#set)* } allows { #(#set_optional)* } clears { #(#clear)* }
                extends { #(#extend)* }
        }
    }
}

/// The parts of a builder, as the macro expects them.
#[derive(Default)]
struct Parts {
    required: Vec<TokenStream>,
    set: Vec<TokenStream>,
    set_optional: Vec<TokenStream>,
    clear: Vec<TokenStream>,
    extend: Vec<TokenStream>,
}

impl Parts {
    fn add(&mut self, setter: &Setter) {
        let name = format_ident!("{}", setter.name);
        if let Action::Set(field) = setter.action
            && field.required
        {
            let wire_name = &field.wire_name;
            self.required.push(quote! { #name #wire_name });
        }
        let docs = match setter.action {
            Action::Set(field) => docs::tokens_or(&field.docs, &format!("Sets `{name}`.")),
            Action::Clear(field) => docs::tokens(&format!("Sets `{}` to null.", field.name)),
            Action::Extend(_) => docs::tokens("Adds fields that the document does not declare."),
        };
        self.push(setter.action, &quote! { #docs #name });
    }

    /// The same setter under its former name.
    fn add_former(&mut self, former: &str, setter: &Setter) {
        let docs = docs::tokens(&format!("The former name of [`{0}`](Self::{0}).", setter.name));
        let (deprecated, name) = (renamed_to(&setter.name), format_ident!("{former}"));
        self.push(setter.action, &quote! { #docs #deprecated #name });
    }

    fn push(&mut self, action: Action, named: &TokenStream) {
        match action {
            Action::Set(field) if field.required => {
                let (wire_name, ty) = (&field.wire_name, rust_type::plain(&field.value.ty));
                self.set.push(quote! { #named #wire_name #ty; });
            }
            Action::Set(field) => {
                let (wire_name, ty) = (&field.wire_name, rust_type::optional(&field.value.ty));
                self.set_optional.push(quote! { #named #wire_name #ty; });
            }
            Action::Clear(field) => {
                let wire_name = &field.wire_name;
                self.clear.push(quote! { #named #wire_name; });
            }
            Action::Extend(value) => {
                let ty = rust_type::map(value);
                self.extend.push(quote! { #named #ty; });
            }
        }
    }
}
