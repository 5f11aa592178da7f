//! Documentation attributes.

use quote::quote;
use syn::{Attribute, Expr, Lit, Meta, parse_quote};

/// `#[doc = "…"]`, or nothing for an empty text.
pub fn attribute(text: &str) -> Vec<Attribute> {
    if text.trim().is_empty() { Vec::new() } else { vec![parse_quote!(#[doc = #text])] }
}

/// The text of all documentation among `attributes`.
pub fn text(attributes: &[Attribute]) -> String {
    let texts = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// Replaces the documentation among `attributes`.
pub fn replace(attributes: &mut Vec<Attribute>, text: &str) {
    attributes.retain(|attribute| !attribute.path().is_ident("doc"));
    attributes.splice(0..0, attribute(text));
}

/// The documentation of an added item, as tokens.
pub fn tokens(text: &str) -> proc_macro2::TokenStream {
    let attributes = attribute(text);
    quote! { #(#attributes)* }
}
