//! Series: objects of parallel lists, one of them the points in time, that are indexed together.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::Value;

use super::docs;
use crate::generator::{model::Adapted, naming, rust_type, schema, spec::text};

/// `samples()` and the type of one sample, for each series of the document.
pub fn all(adapted: &Adapted) -> TokenStream {
    let schemas = adapted.document["components"]["schemas"].as_object();
    let is_free = |name: &str| {
        let taken = schemas.is_some_and(|schemas| schemas.contains_key(name));
        !taken && !adapted.enums.contains_key(name) && !adapted.unions.contains_key(name)
    };
    let series = schemas.into_iter().flatten().filter_map(|(name, schema)| {
        let sample =
            [format!("{name}Sample"), format!("{name}SeriesSample")].into_iter().find(|sample| is_free(sample))?;
        series(name, schema, &sample)
    });
    quote! { #(#series)* }
}

/// One list of a series.
struct List {
    wire_name: String,
    field: syn::Ident,
    sample_field: syn::Ident,
    item: TokenStream,
    is_optional: bool,
    description: String,
}

fn series(name: &str, schema: &Value, sample: &str) -> Option<TokenStream> {
    let is_time = |property: &Value| text(&property["items"], "format") == "date-time";
    let is_measure = |property: &Value| matches!(schema::kind(&property["items"]), "number" | "integer" | "boolean");
    let lists: Vec<(&String, &Value)> = schema::properties(schema).collect();
    let times = lists.iter().filter(|(_, property)| is_time(property)).count();
    let is_series = times == 1
        && lists.len() > 1
        && schema.get("additionalProperties").is_none()
        && lists
            .iter()
            .all(|(_, property)| schema::kind(property) == "array" && (is_time(property) || is_measure(property)));
    if !is_series {
        return None;
    }
    let required = schema::required(schema);
    let lists: Vec<List> = lists
        .into_iter()
        .map(|(wire_name, property)| {
            let field = naming::value_name(wire_name);
            let singular = if is_time(property) { field.strip_suffix('s').unwrap_or(&field) } else { &field };
            List {
                wire_name: wire_name.clone(),
                sample_field: format_ident!("{singular}"),
                field: format_ident!("{field}"),
                item: rust_type::of(&property["items"]),
                is_optional: schema::is_nullable(property) || !required.contains(&wire_name.as_str()),
                description: text(property, "description").to_owned(),
            }
        })
        .collect();
    Some(code(&format_ident!("{name}"), &format_ident!("{sample}"), &lists))
}

fn code(name: &syn::Ident, sample: &syn::Ident, lists: &[List]) -> TokenStream {
    let fields = lists.iter().map(|List { sample_field, item, wire_name, description, .. }| {
        let docs = docs::tokens(&format!("One element of `{wire_name}`. {description}"));
        quote! { #docs pub #sample_field: #item }
    });
    let slices = lists.iter().map(|List { field, is_optional, .. }| match is_optional {
        true => quote! { let #field = self.#field.as_deref().unwrap_or_default(); },
        false => quote! { let #field = self.#field.as_slice(); },
    });
    let lengths = lists.iter().map(|List { field, wire_name, .. }| quote! { (#wire_name, #field.len()) });
    let all: Vec<&syn::Ident> = lists.iter().map(|list| &list.field).collect();
    let (first, rest) = (all[0], &all[1..]);
    let sample_fields = lists.iter().map(|list| &list.sample_field);
    let nested = rest.iter().fold(quote! { #first }, |inner, next| quote! { (#inner, #next) });
    let sample_docs = docs::tokens(&format!("The elements of a [`{name}`] at one index."));
    quote! {
        #sample_docs
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub struct #sample { #(#fields),* }

        impl #name {
            /// The samples, one for each index of the parallel lists.
            ///
            /// # Errors
            ///
            /// [`Error::Decode`](crate::Error::Decode) if the lists differ in length; a list that is absent is empty.
            pub fn samples(
                &self,
            ) -> ::std::result::Result<impl ::std::iter::ExactSizeIterator<Item = #sample> + '_, crate::Error> {
                #(#slices)*
                crate::samples::equal_lengths(&[#(#lengths),*])?;
                let samples = #first.iter()#(.zip(#rest))*;
                ::std::result::Result::Ok(samples.map(|#nested| #sample { #(#sample_fields: *#all),* }))
            }
        }
    }
}
