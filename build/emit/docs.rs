//! Documentation attributes.

use quote::quote;
use syn::{Attribute, Expr, ExprLit, Lit, parse_quote};

/// `#[doc = "…"]`, or nothing for an empty text.
pub fn attribute(text: &str) -> Vec<Attribute> {
    if text.trim().is_empty() { Vec::new() } else { vec![parse_quote!(#[doc = #text])] }
}

/// The text of a string literal.
pub fn string(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
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

/// As [`tokens`], with `otherwise` in the place of an empty text.
pub fn tokens_or(text: &str, otherwise: &str) -> proc_macro2::TokenStream {
    tokens(if text.is_empty() { otherwise } else { text })
}
