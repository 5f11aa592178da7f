//! The feature `mock`: a method for each operation on `httpmock::MockServer`.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{docs, former};
use crate::{
    api::{Api, Content, Encoding, Kind, Location, Operation, Parameter, QueryStyle, Response, Struct, Type, TypeDef},
    names::former::FormerNames,
    progenitor::Signature,
    text::{markdown::code_span, path},
};

/// The extension trait, and the names that its mocks accept.
pub fn mocks(api: &Api, signatures: &[Signature<'_>], former: &FormerNames) -> TokenStream {
    let types = api.types_by_name();
    let methods = signatures.iter().map(|signature| {
        let operation = signature.operation;
        let (method, builder) = (method(&operation.name, signature), format_ident!("{}", operation.builder));
        let inputs = inputs(operation, &types, former);
        let sent = format!("{} {}", operation.method, path::split_fragment(&operation.path).0);
        let docs = docs::tokens(&format!("A mock of {}.", code_span(&sent)));
        let implemented = quote! {
            #method { crate::mock::MockOperation::new(self, builder::#builder::OPERATION, &#inputs) }
        };
        (quote! { #docs #method; }, implemented)
    });
    let (declared, implemented): (Vec<TokenStream>, Vec<TokenStream>) = methods.unzip();
    let formers = former.operations.iter().filter_map(|(former, present)| {
        let signature = signatures.iter().find(|signature| signature.operation.name == *present)?;
        let (attributes, present) = (former::attributes(present), format_ident!("{present}"));
        let method = method(former, signature);
        Some(quote! { #attributes #method { self.#present() } })
    });
    quote! {
        /// A mock for each operation of the client.
        #[cfg(feature = "mock")]
        pub trait MockServerExt {
            #(#declared)*
            #(#formers)*
        }

        #[cfg(feature = "mock")]
        impl MockServerExt for ::httpmock::MockServer {
            #(#implemented)*
        }
    }
}

/// The signature of the method `name`.
fn method(name: &str, Signature { operation, response, .. }: &Signature<'_>) -> TokenStream {
    let name = format_ident!("{name}");
    let response = match operation.response {
        Response::One(Content::Json { .. }) => quote! { #response },
        Response::One(Content::Empty) => quote! { () },
        Response::One(Content::Bytes { .. }) | Response::ByStatus(_) => quote! { crate::mock::Untyped },
    };
    quote! { fn #name(&self) -> crate::mock::MockOperation<'_, #response> }
}

/// The names of the parameters in path and query, and those of the fields of a JSON body.
fn inputs(operation: &Operation, types: &BTreeMap<&str, &TypeDef>, former: &FormerNames) -> TokenStream {
    let none = BTreeMap::new();
    let former = former.operation_setters.get(&operation.name).unwrap_or(&none);
    let (mut path, mut query, mut is_open) = (Vec::new(), Vec::new(), false);
    for parameter in &operation.parameters {
        match parameter.location {
            Location::Path => path.extend(setters(parameter, former)),
            Location::Query(style) => {
                let fields = closed(&parameter.ty, types).filter(|_| style == QueryStyle::Exploded);
                match fields {
                    Some(body) => {
                        query.extend(body.fields.iter().map(|field| pair(&field.wire_name, &field.wire_name)))
                    }
                    None => query.extend(setters(parameter, former)),
                }
                is_open |= style == QueryStyle::Exploded && fields.is_none() && may_have_fields(&parameter.ty, types);
            }
            Location::Header | Location::Part(_) => {}
        }
    }
    let body = match operation.body.as_ref().filter(|body| body.encoding == Encoding::Json) {
        None => quote! { ::std::option::Option::None },
        Some(body) => match closed(&body.value.ty, types) {
            Some(body) => {
                let names = body.fields.iter().map(|field| &field.wire_name);
                json_body(&quote! { fields: &[#(#names),*], is_open: false })
            }
            None => json_body(&quote! { fields: &[], is_open: true }),
        },
    };
    quote! {
        crate::rt::Inputs {
            path: &[#(#path),*],
            query: &[#(#query),*],
            is_query_open: #is_open,
            body: #body,
        }
    }
}

fn json_body(fields: &TokenStream) -> TokenStream {
    quote! { ::std::option::Option::Some(crate::rt::JsonBody { #fields }) }
}

/// The name of each setter of a parameter, with its name on the wire.
fn setters(parameter: &Parameter, former: &BTreeMap<String, String>) -> Vec<TokenStream> {
    let present = &parameter.name;
    let formers = former.iter().filter(|(_, leads_to)| *leads_to == present).map(|(former, _)| former);
    std::iter::once(present).chain(formers).map(|name| pair(name, &parameter.wire_name)).collect()
}

fn pair(setter: &str, wire_name: &str) -> TokenStream {
    quote! { (#setter, #wire_name) }
}

/// Whether a value may be an object, whose fields are not known here.
fn may_have_fields(ty: &Type, types: &BTreeMap<&str, &TypeDef>) -> bool {
    let is_object = |ty: &Type| match ty {
        Type::Any | Type::Map(_) | Type::Object => true,
        Type::Named(name) => types.get(name.as_str()).is_none_or(|def| !matches!(def.kind, Kind::Enum(_))),
        _ => false,
    };
    match ty {
        Type::Named(name) => match types.get(name.as_str()).map(|def| &def.kind) {
            Some(Kind::Union(union)) => union.members.iter().any(|member| is_object(&member.ty)),
            _ => is_object(ty),
        },
        _ => is_object(ty),
    }
}

/// The struct that a type is, if it has the declared fields and no other.
fn closed<'a>(ty: &Type, types: &BTreeMap<&str, &'a TypeDef>) -> Option<&'a Struct> {
    let Type::Named(name) = ty else { return None };
    match &types.get(name.as_str())?.kind {
        Kind::Struct(body) => Some(body).filter(|body| body.additional.is_none()),
        _ => None,
    }
}
