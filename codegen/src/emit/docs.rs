//! Documentation attributes.

use proc_macro2::TokenStream;
use quote::quote;

/// The documentation of an item, as tokens.
pub fn tokens(text: &str) -> TokenStream {
    match text.trim_end() {
        "" => TokenStream::new(),
        text => quote! { #[doc = #text] },
    }
}

/// The documentation of an item in paragraphs, each of which may be empty.
pub fn paragraphs(parts: &[&str]) -> TokenStream {
    tokens(&joined(parts))
}

/// Paragraphs, each of which may be empty.
pub fn joined(parts: &[&str]) -> String {
    parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}
