//! Several successes with different bodies: an enum with a variant for each status.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::{Context, docs, gates::Gate, of_each};
use crate::{
    api::{ByStatus, Content, Operation, Response, StatusContent},
    names::variants,
    rust_type,
    text::markdown::code_span,
};

/// The enums of all operations that need one.
pub fn enums_by_status(context: &Context<'_>) -> TokenStream {
    of_each(&context.api.operations, &mut |operation| match &operation.response {
        Response::ByStatus(responses) => by_status(responses, operation, context.gates.of_type(&responses.name)),
        Response::One(_) => TokenStream::new(),
    })
}

fn by_status(several: &ByStatus, operation: &Operation, gate: &Gate<'_>) -> TokenStream {
    let ByStatus { name, contents } = several;
    let name = format_ident!("{name}");
    let docs = format!("The response of {}, by status.", code_span(&operation.id));
    let (cfg, docs) = (gate.cfg(), docs::paragraphs(&[&docs, &gate.said()]));
    let (mut variants, mut arms, mut streamed) = (Vec::new(), Vec::new(), Vec::new());
    let mut otherwise = quote! { ::std::result::Result::Err(crate::rt::undeclared_status()) };
    for StatusContent { status, content } in contents {
        let variant = format_ident!("{}", variants::of_status(*status));
        let docs =
            docs::tokens(&status.map_or("Every other success.".to_owned(), |status| format!("Status {status}.")));
        let held = rust_type::content(content).map(|ty| quote! { (#ty) });
        variants.push(quote! { #docs #variant #held });
        let decoded = match content {
            Content::Json { .. } => quote! { crate::rt::json(body).map(Self::#variant) },
            Content::Bytes { .. } => {
                streamed.push((*status, variant));
                continue;
            }
            Content::Empty => quote! { ::std::result::Result::Ok(Self::#variant) },
        };
        match status {
            Some(status) => arms.push(quote! { #status => #decoded }),
            None => otherwise = decoded,
        }
    }
    let derived = if several.streams() {
        quote! { Debug }
    } else {
        quote! { Clone, Debug, PartialEq }
    };
    let streams = several.streams().then(|| streamed_by_status(&name, &streamed, contents));
    let implementations = gate.around(quote! {
        impl crate::rt::ByStatus for #name {
            fn decode(status: u16, body: &[u8]) -> ::std::result::Result<Self, crate::rt::BodyError> {
                match status {
                    #(#arms,)*
                    _ => #otherwise,
                }
            }
        }

        #streams
    });
    quote! {
        #docs
        #cfg
        #[derive(#derived)]
        #[non_exhaustive]
        pub enum #name { #(#variants),* }

        #implementations
    }
}

/// How the enum `name` is made of a stream, for the statuses that are `streamed`.
fn streamed_by_status(name: &Ident, streamed: &[(Option<u16>, Ident)], contents: &[StatusContent]) -> TokenStream {
    let decoded = contents.iter().filter(|each| !matches!(each.content, Content::Bytes { .. }));
    let decoded: Vec<u16> = decoded.filter_map(|each| each.status).collect();
    let statuses: Vec<u16> = streamed.iter().filter_map(|(status, _)| *status).collect();
    // Every other success may be a stream, too.
    let is_streamed = match streamed.iter().any(|(status, _)| status.is_none()) {
        true => quote! { !::std::matches!(status, #(#decoded)|*) },
        false => quote! { ::std::matches!(status, #(#statuses)|*) },
    };
    let arms = streamed.iter().filter_map(|(status, variant)| Some((status.as_ref()?, variant)));
    let arms = arms.map(|(status, variant)| quote! { #status => Self::#variant(body) });
    let otherwise = streamed.iter().max_by_key(|(status, _)| status.is_none()).map(|(_, variant)| variant);
    quote! {
        impl crate::rt::StreamedByStatus for #name {
            fn is_streamed(status: u16) -> bool {
                #is_streamed
            }

            fn of_stream(status: u16, body: crate::ByteStream) -> Self {
                match status {
                    #(#arms,)*
                    _ => Self::#otherwise(body),
                }
            }
        }
    }
}
