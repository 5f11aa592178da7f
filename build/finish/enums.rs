//! Open enums.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::Value;

use super::docs;
use crate::generator::{model::Adapted, naming, spec::text};

/// All enums of the document, each with a variant for what the document does not list.
pub fn all(adapted: &Adapted) -> TokenStream {
    let enums = adapted.enums.iter().map(|(name, schema)| open_enum(name, schema));
    quote! { #(#enums)* }
}

fn open_enum(name: &str, schema: &Value) -> TokenStream {
    let description = text(schema, "description");
    let description = if description.is_empty() { "A value of the document's list, or another." } else { description };
    let docs = docs::tokens(description);
    let name = format_ident!("{name}");
    let mut taken = BTreeSet::new();
    let values: Vec<&str> = schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let variants: Vec<TokenStream> = values
        .iter()
        .map(|value| {
            let variant = format_ident!("{}", naming::unique(&variant_name(value), &mut taken));
            let docs = docs::tokens(&format!("`{}` on the wire.", value.replace('`', "'")));
            quote! { #docs #variant = #value }
        })
        .collect();
    let other = format_ident!("{}", naming::unique("Other", &mut taken));
    quote! {
        crate::open_enum! {
            #docs
            pub enum #name else #other { #(#variants),* }
        }
    }
}

/// `IN_PROGRESS` as `InProgress`; a value of signs alone by their codes.
fn variant_name(value: &str) -> String {
    if value.is_empty() {
        "Empty".to_owned()
    } else if value.chars().any(char::is_alphanumeric) {
        naming::type_name(value)
    } else {
        let codes: Vec<String> = value.chars().map(|c| format!("{:X}", u32::from(c))).collect();
        format!("U{}", codes.join("U"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_variant_of_its_own() {
        assert_eq!(variant_name("IN_PROGRESS"), "InProgress");
        assert_eq!(variant_name("24h"), "X24h");
        assert_eq!(variant_name(">="), "U3EU3D");
        assert_eq!(variant_name(""), "Empty");
        let code = open_enum("E", &serde_json::json!({ "enum": ["a", "A", "other"] })).to_string();
        assert!(code.contains("else Other2 {"), "{code}");
        assert!(code.contains("A2 = \"A\""), "{code}");
    }
}
