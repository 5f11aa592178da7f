//! Structs: the macro `object` of `src/rt` reads, writes, shows and builds them, and gets a line for each field.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Context, docs, former, of_each};
use crate::{
    api::{Direction, Field, Kind, Presence, Struct, Type, TypeDef, Value},
    names::setters::{self, Action, Setter, UNDECLARED},
    recursion::Cycles,
    rust_type,
    text::markdown::code_span,
};

/// All structs of the document, but for those of samples.
pub fn definitions(context: &Context<'_>) -> TokenStream {
    let cycles = Cycles::new(context.api);
    let sent = context.api.sent();
    of_each(&context.api.types, &mut |def| match &def.kind {
        Kind::Struct(body) => {
            let is_boxed = |field: &Field| cycles.is_boxed(&def.name, field);
            object(context, def, body, &is_boxed, sent.contains(def.name.as_str()), false)
        }
        Kind::Newtype(value) => newtype(context, def, value),
        Kind::Enum(_) | Kind::Union(_) => TokenStream::new(),
    })
}

/// A struct that no operation sends or receives, and that does not contain itself; it can be copied.
pub fn sample(context: &Context<'_>, def: &TypeDef, body: &Struct) -> TokenStream {
    object(context, def, body, &|_| false, false, true)
}

/// The builders of all structs, as `types::builder` exports them, with those of former names.
pub fn builders(context: &Context<'_>) -> TokenStream {
    let samples = context.api.series.iter().map(|series| &series.sample);
    let structs = context.api.types.iter().chain(samples).filter(|def| matches!(def.kind, Kind::Struct(_)));
    let exports = structs.clone().map(|def| {
        let (cfg, name, module) = (context.gates.of_type(&def.name).cfg(), format_ident!("{}", def.name), module(def));
        quote! { #cfg pub use super::#module::#name; }
    });
    let formers = context.former.types.iter();
    let formers = formers.filter(|(_, other)| structs.clone().any(|def| def.name == other.present));
    let aliases =
        formers.map(|(name, other)| former::alias(context.gates.of_type(&other.present), name, &other.present, other));
    quote! {
        /// Builders for the types.
        pub mod builder {
            #(#exports)*
            #(#aliases)*
        }
    }
}

/// The module of the builder of a struct: no type has a name like that.
fn module(def: &TypeDef) -> syn::Ident {
    format_ident!("build_{}", def.name)
}

fn object(
    context: &Context<'_>,
    def: &TypeDef,
    body: &Struct,
    is_boxed: &dyn Fn(&Field) -> bool,
    is_sent: bool,
    is_copied: bool,
) -> TokenStream {
    let (gate, name, module) = (context.gates.of_type(&def.name), format_ident!("{}", def.name), module(def));
    let (cfg, docs) = (gate.cfg(), docs::paragraphs(&[&def.docs, &gate.said()]));
    let derived = ["Clone"].into_iter().chain(body.has_default().then_some("Default"));
    let derived = derived.chain(is_copied.then_some("Copy"));
    let derived = derived.map(|name| format_ident!("{name}"));
    let setters = setters::setters(body);
    let fields = body.fields.iter().zip(&setters).enumerate();
    let fields = fields.map(|(index, (field, setter))| line(index, field, &setter.name, is_boxed(field), is_sent));
    let cleared = setters.iter().filter_map(|Setter { name, action }| match action {
        Action::Clear(field) => {
            let (name, wire_name) = (format_ident!("{name}"), &field.wire_name);
            Some(quote! { #name #wire_name; })
        }
        _ => None,
    });
    let cleared: Vec<TokenStream> = cleared.collect();
    let clears = (!cleared.is_empty()).then(|| quote! { clears { #(#cleared)* } });
    let keeps = body.additional.as_ref().map(|values| {
        let (extra, values) = (format_ident!("{UNDECLARED}"), rust_type::map(values));
        quote! { keeps #extra: #values; }
    });
    let nested = body.fields.iter().filter(|field| has_objects(context, &field.value.ty));
    let nested: Vec<_> = nested.map(|field| format_ident!("{}", field.name)).collect();
    let nests = (!nested.is_empty()).then(|| quote! { nests { #(#nested)* } });
    let forgets = is_copied.then(|| quote! { forgets undeclared; });
    quote! {
        #cfg
        crate::rt::object! {
            #docs
            #[derive(#(#derived),*)]
            pub struct #name built in #module {
                #(#fields)*
            }
            #keeps
            #forgets
            #nests
            #clears
        }
    }
}

/// Whether a value has objects in it that keep what is not declared.
fn has_objects(context: &Context<'_>, ty: &Type) -> bool {
    let mut has_objects = false;
    ty.each_name(&mut |name| {
        has_objects |= context.types.get(name).is_some_and(|def| !matches!(def.kind, Kind::Enum(_)));
    });
    has_objects
}

/// What the macro needs to know of a field.
fn line(index: usize, field: &Field, setter: &str, is_boxed: bool, is_sent: bool) -> TokenStream {
    let said = match field.direction {
        Direction::Both => "",
        Direction::ReadOnly => "Read-only: the service sets it.",
        Direction::WriteOnly => "Write-only: no response has it.",
    };
    let described = if field.docs.is_empty() {
        &format!("The field {}: {}.", code_span(&field.wire_name), docs::value(&field.value.ty))
    } else {
        &field.docs
    };
    let docs = docs::paragraphs(&[described, said]);
    let need = match (field.presence(), field.required) {
        (Presence::Always, _) => quote! { required },
        (Presence::Optional, true) => quote! { nullable },
        (Presence::Optional, false) => quote! { optional },
        (Presence::OrNull, _) => quote! { optional_nullable },
    };
    let how = match field.value.ty {
        _ if is_boxed => Some(quote! { (boxed) }),
        // Any value may be null, and a null that is sent is intended.
        Type::Any if is_sent && field.presence() == Presence::Optional => Some(quote! { (any_or_null) }),
        Type::Any if !field.required => Some(quote! { (any) }),
        _ => None,
    };
    let (index, name, wire_name) =
        (Literal::usize_unsuffixed(index), format_ident!("{}", field.name), &field.wire_name);
    let other = (setter != field.name).then(|| {
        let setter = format_ident!("{setter}");
        quote! { as #setter }
    });
    let ty = rust_type::plain(&field.value.ty);
    quote! { #docs #index #need #how #name #other: #ty = #wire_name; }
}

/// A list or map that contains itself, and so needs a name.
fn newtype(context: &Context<'_>, def: &TypeDef, value: &Value) -> TokenStream {
    let (gate, name) = (context.gates.of_type(&def.name), format_ident!("{}", def.name));
    let (cfg, docs) = (gate.cfg(), docs::paragraphs(&[&def.docs, &gate.said()]));
    let ty = rust_type::value_type(value);
    let implementations = gate.around(quote! {
        impl crate::rt::Decode for #name {
            #[inline]
            fn clear_undeclared(&mut self) {
                crate::rt::Decode::clear_undeclared(&mut self.0);
            }
        }

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
    });
    quote! {
        #docs
        #cfg
        #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, PartialEq)]
        #[serde(transparent)]
        pub struct #name(#[serde(deserialize_with = "crate::rt::Decode::decode")] pub #ty);

        #implementations
    }
}
