//! The operations' builders: the macro `operation` of `src/rt` defines them, and gets a line for each input.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{Ident, Type, parse_quote};

use super::{
    Context, docs, documentation,
    former::{self, Taken},
    inputs::{self, Given, Input},
    of_each, pagers, response,
};
use crate::{
    api::{
        self, Body, Encoding, FormField, FormStyle, FormerName, Location, Operation, Parameter, PartStyle, QueryStyle,
        RateLimit,
    },
    diagnostics::Diagnostics,
    names::setters::BODY_MAP,
    progenitor::Signature,
    text::{markdown::code_span, naming, path},
};

/// The builders of all operations.
///
/// # Errors
/// A parameter or body that only the model or only progenitor has.
pub fn builders(context: &Context<'_>) -> Result<TokenStream, Diagnostics> {
    let short_calls = context.api.short_calls();
    let mut diagnostics = Diagnostics::default();
    let builders = of_each(context.signatures, &mut |signature| {
        let inputs = inputs::inputs(signature, &context.types, &mut diagnostics);
        let name = signature.operation.name.as_str();
        let call_name = short_calls.get(name).map_or(name, String::as_str);
        builder(context, signature, &inputs, call_name)
    });
    let aliases = context.former.operations.iter().filter_map(|(former, other)| {
        let present = &other.present;
        let operation = context.api.operations.iter().find(|operation| operation.name == *present)?;
        Some(former::alias(context.gates.operation(present), &naming::builder_name(former), &operation.builder, other))
    });
    let code = quote! {
        /// A builder for each operation, made by the method of [`Client`](crate::Client) with its name.
        ///
        /// Setters take the type of the parameter, or whatever converts into it: `V: TryInto<Uuid>` is a `Uuid` or its
        /// text. Those of optional parameters also take an `Option` (`IntoOptional`), where `None` changes nothing. What
        /// does not convert, and what is required and missing, is reported together by `send`, and nothing is sent.
        pub mod builder {
            #builders
            #(#aliases)*
        }
    };
    diagnostics.or(code)
}

fn builder(
    context: &Context<'_>,
    Signature { operation, response, .. }: &Signature<'_>,
    inputs: &[Input<'_>],
    call_name: &str,
) -> TokenStream {
    let Operation { name: function, builder, body, id, method, template, server, rate_limit, .. } = operation;
    let (gate, name, method) = (context.gates.operation(function), format_ident!("{builder}"), method.as_str());
    let docs = documentation::of_builder(operation, inputs, call_name, &gate.said());
    let (cfg, docs) = (gate.cfg(), docs::tokens(&docs));
    // A body that is streamed cannot be copied.
    let is_raw = body.as_ref().is_some_and(|body| matches!(body.encoding, Encoding::Text | Encoding::Bytes));
    let derived = if is_raw {
        quote! { Debug }
    } else {
        quote! { Clone, Debug }
    };
    let client = client(inputs);
    let lines = in_order(inputs).into_iter().map(line);
    let server = server.as_ref().map(|url| quote! { server #url; });
    let rate_limit = rate_limit.map(|RateLimit { requests, seconds }| {
        let (requests, seconds) = (Literal::u32_unsuffixed(requests), Literal::u64_unsuffixed(seconds));
        quote! { limit #requests / #seconds; }
    });
    let sends = docs::tokens(&format!(
        "Sends the request: {}.\n\n# Errors\n\n[`Error`](crate::Error): a parameter that is missing or malformed, a failure \
         of the network, any response other than the declared success.",
        code_span(&format!("{method} {}", path::split_fragment(&operation.path).0))
    ));
    let (accept, send) = response::sending(&operation.response);
    let pages = operation.pager.as_ref().map(pagers::lines);
    let former_setters = gate.around(former_setters(context, operation, inputs));
    quote! {
        #cfg
        crate::rt::operation! {
            #docs
            #[derive(#derived)]
            pub struct #name(#client) {
                #(#lines)*
            }
            operation #id as #call_name;
            request #method #template;
            #server
            #rate_limit
            #sends
            send #send(#accept) -> #response;
            #pages
        }
        #former_setters
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

/// The inputs in the document's order, in which they are sent: servers may want the fields of a form before the file.
fn in_order<'a, 'b>(inputs: &'b [Input<'a>]) -> Vec<&'b Input<'a>> {
    let mut ordered: Vec<&Input<'_>> = inputs.iter().collect();
    ordered.sort_by_cached_key(|input| input.position);
    ordered
}

/// What the macro needs to know of an input.
fn line(input: &Input<'_>) -> TokenStream {
    let docs = docs::tokens(&match &input.given {
        Given::Parameter(parameter) => parameter_docs(parameter),
        Given::Body { .. } => "The request body.".to_owned(),
    });
    let need = if input.is_required() {
        quote! { required }
    } else {
        quote! { optional }
    };
    let how = match input.how() {
        How::Plain => None,
        How::Explained => Some(quote! { (explained) }),
        How::Any => Some(quote! { (any) }),
        How::Text => Some(quote! { (text) }),
        How::Built(name) => Some(quote! { (built #name) }),
    };
    let (name, ty, put) = (&input.name, input.ty, put(input));
    quote! { #docs #need #how #name: #ty => #put; }
}

/// How the macro calls what a setter does.
enum How<'a> {
    Plain,
    Explained,
    Any,
    Text,
    Built(&'a Ident),
}

impl Input<'_> {
    fn how(&self) -> How<'_> {
        let is_any = |ty: &api::Type| *ty == api::Type::Any && !self.is_required();
        match &self.given {
            Given::Parameter(parameter) if parameter.ty.is_time() => How::Explained,
            Given::Parameter(parameter) if is_any(&parameter.ty) => How::Any,
            Given::Parameter(_) => How::Plain,
            Given::Body { built: Some(name), .. } => How::Built(name),
            Given::Body { body, .. } => match body.encoding {
                Encoding::Text => How::Text,
                Encoding::Json | Encoding::Form if is_any(&body.value.ty) => How::Any,
                _ => How::Plain,
            },
        }
    }

    /// What the setter takes.
    fn taken(&self) -> Type {
        match self.how() {
            How::Any => parse_quote!(crate::optional::Json),
            How::Text => parse_quote!(::std::string::String),
            How::Plain | How::Explained | How::Built(_) => self.ty.clone(),
        }
    }
}

/// The method of `RequestBuilder` that gets the value, and what else it gets.
fn put(input: &Input<'_>) -> TokenStream {
    match &input.given {
        Given::Parameter(parameter) => put_parameter(parameter),
        Given::Body { body, .. } => put_body(body),
    }
}

fn put_parameter(parameter: &Parameter) -> TokenStream {
    let wire_name = &parameter.wire_name;
    let media_type = || match &parameter.media_type {
        Some(media_type) => quote! { ::std::option::Option::Some(#media_type) },
        None => quote! { ::std::option::Option::None },
    };
    match parameter.location {
        Location::Path => quote! { path(#wire_name) },
        Location::Query(QueryStyle::Exploded) => quote! { query(#wire_name) },
        Location::Query(QueryStyle::Json) => quote! { query_json(#wire_name) },
        Location::Query(QueryStyle::Deep) => quote! { query_deep(#wire_name) },
        Location::Query(QueryStyle::Delimited(delimiter)) => quote! { query_joined(#wire_name, #delimiter) },
        Location::Header if parameter.required => quote! { header(#wire_name) },
        Location::Header => quote! { header_if_some(#wire_name) },
        Location::Part(PartStyle::Whole) => quote! { parts() },
        Location::Part(style) => {
            let media_type = media_type();
            match style {
                PartStyle::File => quote! { files(#wire_name, #media_type) },
                PartStyle::Json => quote! { part_json(#wire_name, #media_type) },
                PartStyle::Plain | PartStyle::Whole => quote! { part(#wire_name, #media_type) },
            }
        }
    }
}

fn put_body(body: &Body) -> TokenStream {
    let media_type = &body.media_type;
    match body.encoding {
        Encoding::Json => quote! { json(#media_type) },
        Encoding::Form => {
            let styles = body.form.iter().map(|FormField { wire_name, style }| {
                let style = match style {
                    FormStyle::Deep => quote! { Deep },
                    FormStyle::Delimited(delimiter) => quote! { Delimited(#delimiter) },
                    FormStyle::Json => quote! { Json },
                };
                quote! { (#wire_name, crate::rt::FormStyle::#style) }
            });
            quote! { form(&[#(#styles),*]) }
        }
        Encoding::Text | Encoding::Bytes => quote! { raw(#media_type) },
    }
}

/// The setters under their former names.
fn former_setters(context: &Context<'_>, operation: &Operation, inputs: &[Input<'_>]) -> TokenStream {
    let mut formers = TokenStream::new();
    for (former, other) in api::former::of_owner(&context.former.operation_setters, &operation.name) {
        formers.extend(former_setter(former, other, inputs));
    }
    if formers.is_empty() {
        return TokenStream::new();
    }
    let name = format_ident!("{}", operation.builder);
    quote! { impl #name { #formers } }
}

fn former_setter(name: &str, other: &FormerName, inputs: &[Input<'_>]) -> Option<TokenStream> {
    let present = &other.present;
    let is_it = |input: &&Input<'_>| match &input.given {
        Given::Body { built: Some(_), .. } if present == BODY_MAP => true,
        _ => input.name == present,
    };
    let input = inputs.iter().find(is_it)?;
    let taken = match input.how() {
        How::Built(name) if present == BODY_MAP => {
            let builder = quote! { crate::types::builder::#name };
            Taken::Value(quote! { ::std::ops::FnOnce(#builder) -> #builder })
        }
        how => Taken::new(input.is_required(), &input.taken(), matches!(how, How::Explained | How::Built(_))),
    };
    Some(former::setter(name, other, &taken))
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
