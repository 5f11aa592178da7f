//! The operations' builders: what their setters take and say, and how they send.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, format_ident, quote};
use syn::{Ident, Type, parse_quote};

use super::{
    docs, former,
    inputs::{self, Given, Input},
    send,
    setters::generics,
};
use crate::{
    api::{self, Api, Encoding, Location, Operation, Parameter, PartStyle, RateLimit},
    diagnostics::Diagnostics,
    names::{
        former::{self as former_names, FormerNames},
        setters::BODY_MAP,
    },
    progenitor::Signature,
    text::{markdown::code_span, naming},
};

/// The builders of all operations.
///
/// # Errors
/// A parameter or body that only the model or only progenitor has.
pub fn builders(api: &Api, signatures: &[Signature<'_>], former: &FormerNames) -> Result<TokenStream, Diagnostics> {
    let (types, features, short_calls) = (api.types_by_name(), api.features(), api.short_calls());
    let mut diagnostics = Diagnostics::default();
    let builders = signatures.iter().map(|signature| {
        let inputs = inputs::inputs(signature, &types, &mut diagnostics);
        let name = signature.operation.name.as_str();
        let call_name = short_calls.get(name).map_or(name, String::as_str);
        builder(signature, &inputs, call_name, &features[name], former)
    });
    let builders: TokenStream = builders.collect();
    let aliases = former.operations.iter().filter_map(|(former, present)| {
        let present = api.operations.iter().find(|operation| operation.name == *present)?;
        Some(former::alias(&naming::builder_name(former), &present.builder))
    });
    let code = quote! {
        /// A builder for each operation, made by the method of [`Client`](crate::Client) with its name.
        pub mod builder {
            use super::types;

            #builders
            #(#aliases)*
        }
    };
    diagnostics.or(code)
}

fn builder(
    Signature { operation, response, .. }: &Signature<'_>,
    inputs: &[Input<'_>],
    call_name: &str,
    features: &[&str],
    former: &FormerNames,
) -> TokenStream {
    let Operation { name: function, builder, body, .. } = operation;
    let name = format_ident!("{builder}");
    let docs = docs::tokens(&format!("Builder for [`Client::{function}`](crate::Client::{function})."));
    let features = docs::features(features);
    // A body that is streamed cannot be copied.
    let is_raw = body.as_ref().is_some_and(|body| matches!(body.encoding, Encoding::Text | Encoding::Bytes));
    let derived = if is_raw {
        quote! { Debug }
    } else {
        quote! { Debug, Clone }
    };
    let described = described(operation, call_name);
    let client = client(inputs);
    let fields = inputs.iter().map(field);
    let values = inputs.iter().map(unset);
    let setters = inputs.iter().map(setter);
    let body_map = inputs.iter().filter_map(body_map);
    let send = send::method(operation, &client, inputs, response);
    let formers = former_names::of_owner(&former.operation_setters, function);
    let formers: Vec<TokenStream> =
        formers.filter_map(|(former, present)| former_setter(former, present, inputs)).collect();
    quote! {
        #docs
        #[derive(#derived)]
        #features
        #[must_use = "nothing is sent until `send` is called and awaited"]
        pub struct #name {
            #client: super::Client,
            #(#fields),*
        }

        impl #name {
            pub(super) const OPERATION: &'static crate::Operation = &#described;

            pub(super) fn new(client: super::Client) -> Self {
                Self { #client: client, #(#values),* }
            }

            #(#setters)*
            #send
            #(#body_map)*
            #(#formers)*
        }
    }
}

/// What a call and its callers know of an operation.
fn described(operation: &Operation, call_name: &str) -> TokenStream {
    let Operation { id, method, template, server, rate_limit, .. } = operation;
    let method = method.as_str();
    let (some, none) = (quote! { ::std::option::Option::Some }, quote! { ::std::option::Option::None });
    let server = server.as_ref().map_or(none.clone(), |url| quote! { #some(#url) });
    let rate_limit = rate_limit.map_or(none, |RateLimit { requests, seconds }| {
        let (requests, seconds) = (Literal::u32_unsuffixed(requests), Literal::u64_unsuffixed(seconds));
        quote! { #some(crate::RateLimit::new(#requests, #seconds)) }
    });
    quote! {
        crate::Operation {
            operation_id: #id,
            call_name: #call_name,
            method: #method,
            path: #template,
            server: #server,
            rate_limit: #rate_limit,
        }
    }
}

/// The name of the field that holds the client: one that no input has.
fn client(inputs: &[Input<'_>]) -> Ident {
    let mut name = "client".to_owned();
    while inputs.iter().any(|input| input.name == name) {
        name.insert(0, '_');
    }
    format_ident!("{name}")
}

/// The field of `input`.
fn field(input: &Input<'_>) -> TokenStream {
    let (name, ty) = (&input.name, input.ty);
    let held = match &input.given {
        Given::Body { built: Some(built), .. } => quote! { types::builder::#built },
        _ => quote! { #ty },
    };
    let held = if input.is_required() {
        held
    } else {
        quote! { ::std::option::Option<#held> }
    };
    quote! { #name: ::std::result::Result<#held, ::std::string::String> }
}

/// What the field holds before it is set.
fn unset(input: &Input<'_>) -> TokenStream {
    let name = &input.name;
    match &input.given {
        _ if !input.is_required() => quote! { #name: ::std::result::Result::Ok(::std::option::Option::None) },
        Given::Body { built: Some(_), .. } => {
            quote! { #name: ::std::result::Result::Ok(::std::default::Default::default()) }
        }
        _ => {
            let message = format!("`{name}` is required and was not set");
            quote! { #name: ::std::result::Result::Err(#message.to_string()) }
        }
    }
}

/// What changes a body that has a builder; `None` for any other input.
fn bounds_of_change(input: &Input<'_>) -> Option<TokenStream> {
    let Given::Body { built: Some(built), .. } = &input.given else { return None };
    Some(quote! { where F: ::std::ops::FnOnce(types::builder::#built) -> types::builder::#built })
}

/// The method that changes the body through its builder.
fn body_map(input: &Input<'_>) -> Option<TokenStream> {
    let bounds = bounds_of_change(input)?;
    let field = &input.name;
    let change = match input.is_required() {
        true => quote! { change },
        false => quote! { |body| ::std::option::Option::Some(change(body.unwrap_or_default())) },
    };
    Some(quote! {
        #[doc = "Changes the body through its builder."]
        pub fn body_map<F>(mut self, change: F) -> Self
        #bounds
        {
            self.#field = self.#field.map(#change);
            self
        }
    })
}

/// The same under its former name.
fn former_body_map(name: &str, input: &Input<'_>) -> Option<TokenStream> {
    let bounds = bounds_of_change(input)?;
    let (attributes, name) = (former::attributes(BODY_MAP), format_ident!("{name}"));
    Some(quote! {
        #attributes
        pub fn #name<F>(self, change: F) -> Self
        #bounds
        {
            self.body_map(change)
        }
    })
}

/// What a setter accepts, and what becomes of it.
struct Taking {
    /// What the value converts into.
    ty: Type,
    /// The same as a caller reads it.
    name: String,
    /// Whether that is not yet what the field holds.
    is_converted: bool,
    /// Whether the reason is shown why a value does not convert.
    shows_error: bool,
}

impl Taking {
    fn new(input: &Input<'_>) -> Self {
        let own = || input.ty.clone();
        let (ty, is_any, is_converted, shows_error) = match &input.given {
            Given::Parameter(parameter) => (own(), parameter.ty == api::Type::Any, false, parameter.ty.is_time()),
            Given::Body { body, built } => match body.encoding {
                Encoding::Json | Encoding::Form => {
                    (own(), body.value.ty == api::Type::Any, built.is_some(), built.is_some())
                }
                Encoding::Text => (parse_quote!(::std::string::String), false, true, false),
                Encoding::Bytes => (own(), false, false, false),
            },
        };
        let name = short_name(&ty);
        if is_any && !input.is_required() {
            return Self { ty: parse_quote!(crate::optional::Json), name, is_converted: true, shows_error };
        }
        Self { ty, name, is_converted, shows_error }
    }
}

/// The setter of `input`, which says what is wrong with a value in the words of the caller.
fn setter(input: &Input<'_>) -> TokenStream {
    let Taking { ty, name, is_converted, shows_error } = Taking::new(input);
    let field = &input.name;
    let docs = docs::tokens(&match &input.given {
        Given::Parameter(parameter) => parameter_docs(parameter),
        Given::Body { .. } => "The request body.".to_owned(),
    });
    let (generics, bounds) = generics(input.is_required(), &ty, shows_error);
    let invalid = format!("`{field}` is not a valid `{name}`");
    let error = match shows_error {
        true => {
            let invalid = format!("{invalid}: {{}}");
            quote! { |error| format!(#invalid, error) }
        }
        false => quote! { |_| #invalid.to_string() },
    };
    let set = match input.is_required() {
        true => {
            let converted = is_converted.then(|| quote! { .map(::std::convert::Into::into) });
            quote! { self.#field = value.try_into()#converted.map_err(#error); }
        }
        false => {
            let converted = is_converted.then(|| quote! { .map(|value| value.map(::std::convert::Into::into)) });
            quote! { crate::rt::set_optional(&mut self.#field, value.into_optional()#converted.map_err(#error)); }
        }
    };
    quote! {
        #docs
        pub fn #field #generics(mut self, value: V) -> Self
        #bounds
        {
            #set
            self
        }
    }
}

/// The setter of an input under its former name.
fn former_setter(name: &str, present: &str, inputs: &[Input<'_>]) -> Option<TokenStream> {
    if present == BODY_MAP {
        return inputs.iter().find_map(|input| former_body_map(name, input));
    }
    let input = inputs.iter().find(|input| input.name == present)?;
    let Taking { ty, shows_error, .. } = Taking::new(input);
    let (generics, bounds) = generics(input.is_required(), &ty, shows_error);
    let (attributes, name, present) = (former::attributes(present), format_ident!("{name}"), &input.name);
    Some(quote! {
        #attributes
        pub fn #name #generics(self, value: V) -> Self
        #bounds
        {
            self.#present(value)
        }
    })
}

/// A type as a caller reads it.
fn short_name(ty: &Type) -> String {
    match ty {
        Type::Path(ty) => ty.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default(),
        other => other.to_token_stream().to_string(),
    }
}

fn parameter_docs(parameter: &Parameter) -> String {
    let Parameter { wire_name, location, required, docs, .. } = parameter;
    let need = if *required { "Required." } else { "Optional; left out unless set." };
    let described = if docs.is_empty() { String::new() } else { format!("{docs}\n\n") };
    let what = match location {
        Location::Part(PartStyle::Whole) => "All parts of the body".to_owned(),
        Location::Part(_) => format!("The part {} of the body", code_span(wire_name)),
        _ => format!("The {} parameter {}", location.name(), code_span(wire_name)),
    };
    let takes = takes(&parameter.ty).map(|takes| format!(" {takes}")).unwrap_or_default();
    format!("{described}{what}. {need}{takes}")
}

/// What the setter of a point in time accepts, which the name of its type does not say.
fn takes(ty: &api::Type) -> Option<String> {
    const MOMENT: &str = "a `DateTime`, a `SystemTime`, UNIX seconds (`i64`) or RFC 3339 text";
    Some(match ty {
        api::Type::Date => format!("Takes {MOMENT}, sent in RFC 3339, or a `NaiveDate`, sent as a date."),
        api::Type::QueryTime => format!("Takes {MOMENT}, sent as UNIX seconds, or a `NaiveDate`, sent as a date."),
        api::Type::QueryDateTime => format!("Takes {MOMENT}, sent in RFC 3339."),
        api::Type::List(item) => match item.ty {
            api::Type::Date => "Takes a list of `time::Date`.".to_owned(),
            api::Type::QueryTime => "Takes a list of `time::QueryTime`.".to_owned(),
            api::Type::DateTime => "Takes a list of `DateTime<Utc>`.".to_owned(),
            _ => return None,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{QueryStyle, Type, Value};

    #[test]
    fn the_docs_of_a_point_in_time_end_with_what_is_taken() {
        let docs = |ty: Type| {
            parameter_docs(&Parameter {
                name: "at".to_owned(),
                wire_name: "at".to_owned(),
                location: Location::Query(QueryStyle::Exploded),
                required: false,
                ty,
                media_type: None,
                docs: String::new(),
            })
        };
        let others = "a `SystemTime`, UNIX seconds (`i64`) or RFC 3339 text, sent";
        for (ty, form) in [
            (Type::QueryTime, "as UNIX seconds, or a `NaiveDate`, sent as a date."),
            (Type::QueryDateTime, "in RFC 3339."),
            (Type::Date, "in RFC 3339, or a `NaiveDate`, sent as a date."),
        ] {
            assert!(docs(ty).ends_with(&format!("Takes a `DateTime`, {others} {form}")));
        }
        let list = Type::List(Box::new(Value { ty: Type::DateTime, nullable: false }));
        assert!(docs(list).ends_with("unless set. Takes a list of `DateTime<Utc>`."));
        assert!(docs(Type::Text).ends_with("unless set."));
    }
}
