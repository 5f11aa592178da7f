//! Documentation attributes.

use proc_macro2::TokenStream;
use quote::quote;

use crate::api::Type;

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

/// What a value is, in words: of a field without a description, and of a response.
pub fn value(ty: &Type) -> String {
    one_or_several(ty, 0)
}

/// A type of the document.
pub fn link(name: &str) -> String {
    format!("[`{name}`](crate::types::{name})")
}

fn one_or_several(ty: &Type, form: usize) -> String {
    let forms = match ty {
        Type::Any => ["any JSON value", "any JSON values"],
        Type::Boolean => ["a boolean", "booleans"],
        Type::Int32 | Type::Int64 | Type::Uint64 => ["an integer", "integers"],
        Type::Number | Type::ExactNumber => ["a number", "numbers"],
        Type::Text => ["a string", "strings"],
        Type::Uuid => ["a UUID", "UUIDs"],
        Type::DateTime | Type::QueryDateTime => ["a timestamp", "timestamps"],
        Type::Date | Type::QueryTime => ["a date or timestamp", "dates or timestamps"],
        Type::Part | Type::Parts => ["a part of the body", "parts of the body"],
        Type::Object => ["any JSON object", "any JSON objects"],
        Type::List(item) => return format!("{} of {}", ["a list", "lists"][form], one_or_several(&item.ty, 1)),
        Type::Map(item) => {
            return format!("{} from strings to {}", ["a map", "maps"][form], one_or_several(&item.ty, 1));
        }
        Type::Named(name) => return link(name),
    };
    forms[form].to_owned()
}

/// Paragraphs, each of which may be empty.
pub fn joined(parts: &[&str]) -> String {
    parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}
