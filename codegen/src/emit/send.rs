//! How an operation is sent.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, ImplItemFn, Type, parse_quote};

use super::{docs, inputs::Input};
use crate::{
    api::{
        Body, ByStatus, Content, Encoding, FormField, FormStyle, Location, Operation, Parameter, PartStyle, QueryStyle,
        Response,
    },
    markdown::code_span,
};

/// Puts the crate's way of sending in the place of progenitor's.
///
/// `inputs` are all fields of the builder but `client`.
pub fn replace(
    function: &mut ImplItemFn,
    client: &Ident,
    inputs: &[(Ident, Input)],
    operation: &Operation,
    index: usize,
    response: &Type,
) {
    let names: Vec<&Ident> = inputs.iter().map(|(name, _)| name).collect();
    let request = unused("request", &names);
    let checks = inputs.iter().map(|(name, input)| check(&request, name, input));
    let some = quote! { ::std::option::Option::Some };
    // All that is wrong is told at once.
    let complete = (!names.is_empty()).then(|| {
        quote! {
            let (#(#some(#names),)*) = (#(#names,)*) else {
                return ::std::result::Result::Err(#request.refusal());
            };
        }
    });
    // Parts go out in the document's order: servers may want the fields before the file.
    let mut ordered: Vec<&(Ident, Input)> = inputs.iter().collect();
    ordered.sort_by_key(|(name, _)| operation.parameters.iter().position(|parameter| *name == parameter.name));
    let puts = ordered.into_iter().map(|(name, input)| fill(&request, name, input));
    let send = match &operation.response {
        Response::One(Content::Json { accept, .. }) => {
            quote! { #request.accept(#accept); #request.send_json().await }
        }
        Response::ByStatus(several) => {
            let accept = accepted(several);
            let send = match several.streams() {
                true => quote! { send_streamed_by_status },
                false => quote! { send_by_status },
            };
            quote! { #request.accept(#accept); #request.#send().await }
        }
        Response::One(Content::Empty) => quote! { #request.send_empty().await },
        Response::One(Content::Bytes { accept }) => {
            quote! { #request.accept(#accept); #request.send_stream().await }
        }
    };
    let text = format!(
        "Sends the request: {}.\n\n# Errors\n\n[`Error`](crate::Error): a parameter that is missing or malformed, a failure \
         of the network, any response other than the declared success.",
        code_span(&format!("{} {}", operation.method, operation.path))
    );
    docs::replace(&mut function.attrs, &text);
    function.sig.output = parse_quote!(-> ::std::result::Result<crate::ResponseValue<#response>, crate::Error>);
    function.block = parse_quote!({
        let Self { #client, #(#names),* } = self;
        #[allow(unused_mut)]
        let mut #request = crate::call::Request::new(#client, &super::OPERATIONS[#index]);
        #(#checks)*
        #complete
        #(#puts)*
        #send
    });
}

/// The media types that `several` responses have.
fn accepted(several: &ByStatus) -> String {
    let mut accepted: Vec<&str> = Vec::new();
    for accept in several.contents.iter().filter_map(|each| each.content.accept()) {
        if !accepted.contains(&accept) {
            accepted.push(accept);
        }
    }
    if accepted.is_empty() { "application/json".to_owned() } else { accepted.join(", ") }
}

fn unused(wanted: &str, taken: &[&Ident]) -> Ident {
    let mut name = wanted.to_owned();
    while taken.iter().any(|taken| **taken == name) {
        name.insert(0, '_');
    }
    format_ident!("{name}")
}

/// The statement that checks one value.
fn check(request: &Ident, name: &Ident, input: &Input) -> TokenStream {
    let finished = match input {
        Input::Parameter(_) | Input::Body { built: None, .. } => quote! {},
        Input::Body { body: Body { required: true, .. }, .. } => {
            quote! { .and_then(|body| body.build().map_err(|error| format!("`body`: {error}"))) }
        }
        Input::Body { .. } => quote! {
            .and_then(|body| body.map(|body| body.build()).transpose().map_err(|error| format!("`body`: {error}")))
        },
    };
    quote! { let #name = #request.checked(#name #finished); }
}

/// The statements that put one value into the request.
fn fill(request: &Ident, name: &Ident, input: &Input) -> TokenStream {
    match input {
        Input::Parameter(parameter) => put(request, parameter, name),
        Input::Body { body, .. } => {
            let put = put_body(request, body, name);
            match body.required {
                true => put,
                false => quote! { if let ::std::option::Option::Some(#name) = #name { #put } },
            }
        }
    }
}

fn put(request: &Ident, parameter: &Parameter, name: &Ident) -> TokenStream {
    let Parameter { name: setter, wire_name, .. } = parameter;
    match parameter.location {
        Location::Path => quote! { #request.path(#wire_name, #setter, &#name)?; },
        Location::Query(QueryStyle::Exploded) => quote! { #request.query(#wire_name, #setter, &#name)?; },
        Location::Query(QueryStyle::Json) => quote! { #request.query_json(#wire_name, #setter, &#name)?; },
        Location::Query(QueryStyle::Deep) => quote! { #request.query_deep(#wire_name, #setter, &#name)?; },
        Location::Query(QueryStyle::Delimited(delimiter)) => {
            quote! { #request.query_joined(#wire_name, #setter, #delimiter, &#name)?; }
        }
        Location::Header if parameter.required => quote! { #request.header(#wire_name, #setter, &#name)?; },
        Location::Header => {
            quote! { if let ::std::option::Option::Some(value) = &#name { #request.header(#wire_name, #setter, value)?; } }
        }
        Location::Part(style) => put_part(request, parameter, style, name),
    }
}

fn put_part(request: &Ident, parameter: &Parameter, style: PartStyle, name: &Ident) -> TokenStream {
    let (setter, wire_name) = (&parameter.name, &parameter.wire_name);
    let media_type = match &parameter.media_type {
        Some(media_type) => quote! { ::std::option::Option::Some(#media_type) },
        None => quote! { ::std::option::Option::None },
    };
    match style {
        PartStyle::File => quote! { #request.files(#wire_name, #setter, #media_type, #name)?; },
        PartStyle::Plain => quote! { #request.part(#wire_name, #setter, #media_type, &#name)?; },
        PartStyle::Json => quote! { #request.part_json(#wire_name, #setter, #media_type, &#name)?; },
        PartStyle::Whole => quote! { #request.parts(#setter, #name)?; },
    }
}

fn put_body(request: &Ident, body: &Body, name: &Ident) -> TokenStream {
    let media_type = &body.media_type;
    match body.encoding {
        Encoding::Json if media_type == "application/json" => quote! { #request.json(&#name)?; },
        Encoding::Json => quote! { #request.json_as(#media_type, &#name)?; },
        Encoding::Form => {
            let styles = body.form.iter().map(|FormField { wire_name, style }| {
                let style = match style {
                    FormStyle::Deep => quote! { Deep },
                    FormStyle::Delimited(delimiter) => quote! { Delimited(#delimiter) },
                    FormStyle::Json => quote! { Json },
                };
                quote! { (#wire_name, crate::call::FormStyle::#style) }
            });
            quote! { #request.form(&#name, &[#(#styles),*])?; }
        }
        Encoding::Text | Encoding::Bytes => quote! { #request.raw(#media_type, #name); },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{StatusContent, Type, Value};

    #[test]
    fn every_media_type_of_several_responses_is_accepted_once() {
        let json =
            |accept: &str| Content::Json { accept: accept.to_owned(), value: Value { ty: Type::Any, nullable: false } };
        let accepted_of = |contents: Vec<Content>| {
            let contents = contents.into_iter().map(|content| StatusContent { status: None, content });
            accepted(&ByStatus { name: "Several".to_owned(), contents: contents.collect() })
        };
        let vendor = || json("application/vnd.x+json");
        assert_eq!(
            accepted_of(vec![vendor(), json("application/json"), vendor(), Content::Empty]),
            "application/vnd.x+json, application/json"
        );
        let bytes = Content::Bytes { accept: "image/png, text/csv".to_owned() };
        assert_eq!(accepted_of(vec![vendor(), bytes]), "application/vnd.x+json, image/png, text/csv");
        assert_eq!(accepted_of(vec![Content::Empty]), "application/json");
    }
}
