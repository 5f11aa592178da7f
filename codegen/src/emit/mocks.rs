//! The feature `mock`: a method for each operation on `httpmock::MockServer`.

use std::collections::{BTreeMap, HashMap};

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Context, docs, former, of_each};
use crate::{
    api::{
        self, Content, Encoding, FormerName, Kind, Location, Operation, Parameter, QueryStyle, Response, Struct, Type,
        TypeDef,
    },
    progenitor::Signature,
    text::{markdown::code_span, path},
};

/// The extension trait, and the names that its mocks accept.
pub fn mocks(context: &Context<'_>) -> TokenStream {
    let mocks = of_each(context.signatures, &mut |signature| {
        let operation = signature.operation;
        let sent = format!("{} {}", operation.method, path::split_fragment(&operation.path).0);
        let docs = docs::tokens(&format!("A mock of {}.", code_span(&sent)));
        let cfg = context.gates.operation(&operation.name).cfg();
        let (name, builder) = (format_ident!("{}", operation.name), format_ident!("{}", operation.builder));
        let (response, inputs) = (response(signature), inputs(operation, context));
        quote! { #docs #cfg #name: #builder -> #response { #(#inputs),* } }
    });
    let formers = context.former.operations.iter().filter_map(|(former, other)| {
        let present = &other.present;
        let signature = context.signatures.iter().find(|signature| signature.operation.name == *present)?;
        let (cfg, response) = (context.gates.operation(present).cfg(), response(signature));
        let (attributes, name) = (former::attributes(present, other), format_ident!("{former}"));
        let present = format_ident!("{present}");
        Some(quote! {
            #attributes
            #cfg
            fn #name(&self) -> crate::mock::MockOperation<'_, #response> {
                self.#present()
            }
        })
    });
    quote! {
        #[cfg(feature = "mock")]
        crate::rt::mocks! {
            former { #(#formers)* }
            #mocks
        }
    }
}

/// The type of what a mock responds with.
fn response(Signature { operation, response, .. }: &Signature<'_>) -> TokenStream {
    match operation.response {
        Response::One(Content::Json { .. }) => quote! { #response },
        Response::One(Content::Empty) => quote! { () },
        Response::One(Content::Bytes { .. }) | Response::ByStatus(_) => quote! { crate::mock::Untyped },
    }
}

/// The names of the parameters in path and query, and the fields of a JSON body, as far as there are some.
fn inputs(operation: &Operation, context: &Context<'_>) -> Vec<TokenStream> {
    let types = &context.types;
    let former = api::former::of_owner(&context.former.operation_setters, &operation.name);
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
    let body = operation.body.as_ref().filter(|body| body.encoding == Encoding::Json).map(|body| {
        match (&body.value.ty, closed(&body.value.ty, types)) {
            (Type::Named(name), Some(_)) => {
                let name = format_ident!("{name}");
                quote! { Fields(crate::rt::fields::<crate::types::#name>()) }
            }
            _ => quote! { Any },
        }
    });
    let path = (!path.is_empty()).then(|| quote! { path: &[#(#path),*] });
    let query = (!query.is_empty()).then(|| quote! { query: &[#(#query),*] });
    let is_open = is_open.then(|| quote! { is_query_open: true });
    let body = body.map(|body| quote! { body: crate::rt::JsonBody::#body });
    [path, query, is_open, body].into_iter().flatten().collect()
}

/// The name of each setter of a parameter, with its name on the wire.
fn setters(parameter: &Parameter, former: &BTreeMap<String, FormerName>) -> Vec<TokenStream> {
    let present = &parameter.name;
    let formers = former.iter().filter(|(_, other)| other.present == *present).map(|(former, _)| former);
    std::iter::once(present).chain(formers).map(|name| pair(name, &parameter.wire_name)).collect()
}

fn pair(setter: &str, wire_name: &str) -> TokenStream {
    quote! { (#setter, #wire_name) }
}

/// Whether a value may be an object, whose fields are not known here.
fn may_have_fields(ty: &Type, types: &HashMap<&str, &TypeDef>) -> bool {
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
fn closed<'a>(ty: &Type, types: &HashMap<&str, &'a TypeDef>) -> Option<&'a Struct> {
    let Type::Named(name) = ty else { return None };
    match &types.get(name.as_str())?.kind {
        Kind::Struct(body) => Some(body).filter(|body| body.additional.is_none()),
        _ => None,
    }
}
