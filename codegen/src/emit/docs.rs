//! Documentation attributes.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, parse_quote};

/// The documentation of an item, as tokens.
pub fn tokens(text: &str) -> TokenStream {
    if text.trim().is_empty() {
        TokenStream::new()
    } else {
        quote! { #[doc = #text] }
    }
}

/// As [`tokens`], with `otherwise` in the place of an empty text.
pub fn tokens_or(text: &str, otherwise: &str) -> TokenStream {
    tokens(if text.is_empty() { otherwise } else { text })
}

/// The documentation of an item: `text`, which may be empty, and a further paragraph.
pub fn with_paragraph(text: &str, paragraph: &str) -> TokenStream {
    let parts: Vec<&str> = [text, paragraph].into_iter().filter(|part| !part.is_empty()).collect();
    tokens(&parts.join("\n\n"))
}

/// How many features are named at each item that comes with them.
const LISTED: usize = 16;

/// Lets docs.rs show the features that an item comes with, each of which suffices. Longer lists would be repeated at each
/// type: they are said once, at the operation.
pub fn features(features: &[&str]) -> Option<Attribute> {
    if features.len() <= LISTED {
        return all_features(features);
    }
    let said = format!("\nComes with each of the {} features of its operations.", features.len());
    Some(parse_quote!(#[cfg_attr(docsrs, doc = #said)]))
}

/// As [`features`], however many there are.
pub fn all_features(features: &[&str]) -> Option<Attribute> {
    match features {
        [] => None,
        [feature] => Some(parse_quote!(#[cfg_attr(docsrs, doc(cfg(feature = #feature)))])),
        several => Some(parse_quote!(#[cfg_attr(docsrs, doc(cfg(any(#(feature = #several),*))))])),
    }
}

/// The features of types, by the name of the type.
pub type TypeFeatures<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// As [`features`], for the type called `name`.
pub fn type_features(name: &str, all: &TypeFeatures<'_>) -> Option<Attribute> {
    let of_type: Vec<&str> = all.get(name).into_iter().flatten().copied().collect();
    features(&of_type)
}
