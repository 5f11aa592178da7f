//! How an operation is sent.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Ident, Type};

use super::{
    docs,
    inputs::{Given, Input},
};
use crate::{
    api::{
        Body, ByStatus, Content, Encoding, FormField, FormStyle, Location, Operation, Parameter, PartStyle, QueryStyle,
        Response,
    },
    text::{markdown::code_span, path},
};

/// The method that hands what the builder holds to the crate's `RequestBuilder`, which is compiled once.
pub fn method(operation: &Operation, client: &Ident, inputs: &[Input<'_>], response: &Type) -> TokenStream {
    // Parts go out in the document's order: servers may want the fields before the file.
    let position: BTreeMap<&str, usize> =
        operation.parameters.iter().enumerate().map(|(index, parameter)| (parameter.name.as_str(), index)).collect();
    let mut ordered: Vec<&Input<'_>> = inputs.iter().collect();
    ordered.sort_by_cached_key(|input| position.get(input.name.to_string().as_str()).copied().unwrap_or(usize::MAX));
    let puts = ordered.into_iter().map(fill);
    let (accept, send) = sending(&operation.response);
    let accept = accept.map(|accept| quote! { request.accept(#accept); });
    let text = format!(
        "Sends the request: {}.\n\n# Errors\n\n[`Error`](crate::Error): a parameter that is missing or malformed, a failure \
         of the network, any response other than the declared success.",
        code_span(&format!("{} {}", operation.method, path::split_fragment(&operation.path).0))
    );
    let docs = docs::tokens(&text);
    // The values stay where they are, and are dropped together: rustc takes time for each local variable at each call
    // that may panic, and more while it is alive at an `await`.
    quote! {
        #docs
        pub async fn send(self) -> ::std::result::Result<crate::ResponseValue<#response>, crate::Error> {
            let request = {
                let builder = self;
                let mut request = crate::rt::RequestBuilder::new(builder.#client, Self::OPERATION);
                #(#puts)*
                #accept
                request
            };
            request.#send().await
        }
    }
}

/// The media types that are accepted, and the method that sends.
fn sending(response: &Response) -> (Option<String>, Ident) {
    let (accept, send) = match response {
        Response::One(Content::Json { accept, .. }) => (Some(accept.clone()), "send_json"),
        Response::One(Content::Bytes { accept }) => (Some(accept.clone()), "send_stream"),
        Response::One(Content::Empty) => (None, "send_empty"),
        Response::ByStatus(several) if several.streams() => (Some(accepted(several)), "send_streamed_by_status"),
        Response::ByStatus(several) => (Some(accepted(several)), "send_by_status"),
    };
    (accept, format_ident!("{send}"))
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

/// The statements that put what the builder holds for `input` into the request.
fn fill(input: &Input<'_>) -> TokenStream {
    let name = &input.name;
    let given = quote! { builder.#name };
    match &input.given {
        Given::Parameter(parameter) => put(parameter, &given),
        Given::Body { body, built } => {
            let build = quote! { body.build().map_err(|error| format!("`body`: {error}")) };
            let (some, put) = (quote! { ::std::option::Option::Some }, put_body(body, name));
            let (finished, bound) = match (built, body.required) {
                (None, true) => (quote! {}, quote! { #name }),
                (None, false) => (quote! {}, quote! { #some(#name) }),
                (Some(_), true) => (quote! { .and_then(|body| #build) }, quote! { #name }),
                (Some(_), false) => {
                    (quote! { .and_then(|body| body.map(|body| #build).transpose()) }, quote! { #some(#name) })
                }
            };
            quote! { if let #some(#bound) = request.checked(#given #finished) { #put } }
        }
    }
}

fn put(parameter: &Parameter, given: &TokenStream) -> TokenStream {
    let Parameter { name: setter, wire_name, .. } = parameter;
    match parameter.location {
        Location::Path => quote! { request.path(#wire_name, #setter, &#given); },
        Location::Query(QueryStyle::Exploded) => quote! { request.query(#wire_name, #setter, &#given); },
        Location::Query(QueryStyle::Json) => quote! { request.query_json(#wire_name, #setter, &#given); },
        Location::Query(QueryStyle::Deep) => quote! { request.query_deep(#wire_name, #setter, &#given); },
        Location::Query(QueryStyle::Delimited(delimiter)) => {
            quote! { request.query_joined(#wire_name, #setter, #delimiter, &#given); }
        }
        Location::Header if parameter.required => quote! { request.header(#wire_name, #setter, &#given); },
        Location::Header => quote! { request.header_if_some(#wire_name, #setter, &#given); },
        Location::Part(style) => put_part(parameter, style, given),
    }
}

fn put_part(parameter: &Parameter, style: PartStyle, given: &TokenStream) -> TokenStream {
    let (setter, wire_name) = (&parameter.name, &parameter.wire_name);
    let media_type = match &parameter.media_type {
        Some(media_type) => quote! { ::std::option::Option::Some(#media_type) },
        None => quote! { ::std::option::Option::None },
    };
    match style {
        PartStyle::File => quote! { request.files(#wire_name, #setter, #media_type, #given); },
        PartStyle::Plain => quote! { request.part(#wire_name, #setter, #media_type, &#given); },
        PartStyle::Json => quote! { request.part_json(#wire_name, #setter, #media_type, &#given); },
        PartStyle::Whole => quote! { request.parts(#setter, #given); },
    }
}

fn put_body(body: &Body, name: &Ident) -> TokenStream {
    let media_type = &body.media_type;
    match body.encoding {
        Encoding::Json if media_type == "application/json" => quote! { request.json(&#name); },
        Encoding::Json => quote! { request.json_as(#media_type, &#name); },
        Encoding::Form => {
            let styles = body.form.iter().map(|FormField { wire_name, style }| {
                let style = match style {
                    FormStyle::Deep => quote! { Deep },
                    FormStyle::Delimited(delimiter) => quote! { Delimited(#delimiter) },
                    FormStyle::Json => quote! { Json },
                };
                quote! { (#wire_name, crate::rt::FormStyle::#style) }
            });
            quote! { request.form(&#name, &[#(#styles),*]); }
        }
        Encoding::Text | Encoding::Bytes => quote! { request.raw(#media_type, #name); },
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
