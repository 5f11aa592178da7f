//! The features in `#[cfg_attr(docsrs, doc(cfg(feature = "…")))]`, as the generated code marks what comes with them.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, LitStr};

/// The features among `attributes`.
pub fn of(attributes: &[Attribute]) -> BTreeSet<String> {
    let marks = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg_attr"));
    let lists = marks.filter_map(|attribute| attribute.meta.require_list().ok());
    lists.flat_map(|list| texts(list.tokens.clone())).collect()
}

/// The string literals in `tokens`.
fn texts(tokens: TokenStream) -> Vec<String> {
    let texts = tokens.into_iter().flat_map(|token| match token {
        TokenTree::Group(group) => texts(group.stream()),
        TokenTree::Literal(literal) => {
            syn::parse_str::<LitStr>(&literal.to_string()).map(|text| text.value()).into_iter().collect()
        }
        TokenTree::Ident(_) | TokenTree::Punct(_) => Vec::new(),
    });
    texts.collect()
}
