//! Several successes with different bodies: an enum with a variant for each status.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{docs, rust_type};
use crate::{
    api::{Api, ByStatus, Content, Operation, Response, StatusContent},
    markdown::code_span,
};

/// The enums of all operations that need one.
pub fn all(api: &Api) -> TokenStream {
    let enums = api.operations.iter().filter_map(|operation| match &operation.response {
        Response::ByStatus(responses) => Some(by_status(responses, operation)),
        Response::One(_) => None,
    });
    quote! { #(#enums)* }
}

fn by_status(ByStatus { name, contents }: &ByStatus, operation: &Operation) -> TokenStream {
    let name = format_ident!("{name}");
    let docs = docs::tokens(&format!("The response of {}, by status.", code_span(&operation.id)));
    let (mut variants, mut arms) = (Vec::new(), Vec::new());
    let mut otherwise = quote! { ::std::result::Result::Err(crate::decode::BodyError::undeclared_status()) };
    for StatusContent { status, content } in contents {
        let variant = format_ident!("{}", variant_name(*status));
        let docs =
            docs::tokens(&status.map_or("Every other success.".to_owned(), |status| format!("Status {status}.")));
        let (held, decoded) = match content {
            Content::Json { value, .. } => {
                let ty = rust_type::of(value);
                (quote! { (#ty) }, quote! { crate::decode::json(body).map(Self::#variant) })
            }
            Content::Bytes => {
                let bytes = quote! { ::bytes::Bytes::copy_from_slice(body) };
                (quote! { (::bytes::Bytes) }, quote! { ::std::result::Result::Ok(Self::#variant(#bytes)) })
            }
            Content::Empty => (quote! {}, quote! { ::std::result::Result::Ok(Self::#variant) }),
        };
        variants.push(quote! { #docs #variant #held });
        match status {
            Some(status) => arms.push(quote! { #status => #decoded }),
            None => otherwise = decoded,
        }
    }
    quote! {
        #docs
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum #name { #(#variants),* }

        impl crate::decode::ByStatus for #name {
            fn decode(status: u16, body: &[u8]) -> ::std::result::Result<Self, crate::decode::BodyError> {
                match status {
                    #(#arms,)*
                    _ => #otherwise,
                }
            }
        }
    }
}

/// The reason phrase of a status, as a name.
fn variant_name(status: Option<u16>) -> String {
    let Some(status) = status else { return "Success".to_owned() };
    let known = match status {
        200 => "Ok",
        201 => "Created",
        202 => "Accepted",
        203 => "NonAuthoritative",
        204 => "NoContent",
        205 => "ResetContent",
        206 => "PartialContent",
        _ => return format!("Status{status}"),
    };
    known.to_owned()
}
