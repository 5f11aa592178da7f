//! Series: structs of parallel lists that are indexed together.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::{docs, rust_type};
use crate::{
    api::{Api, Series, SeriesList},
    markdown::code_span,
};

/// `samples()` and the type of one sample, for each series of the document.
pub fn all(api: &Api) -> TokenStream {
    let series = api.series.iter().map(series);
    quote! { #(#series)* }
}

/// One list of a series.
struct List<'a> {
    wire_name: &'a str,
    field: Ident,
    sample_field: Ident,
    item: TokenStream,
    is_optional: bool,
    docs: &'a str,
}

fn series(Series { name, sample, lists }: &Series) -> TokenStream {
    let lists: Vec<List> = lists.iter().map(list).collect();
    code(&format_ident!("{name}"), &format_ident!("{sample}"), &lists)
}

fn list(list: &SeriesList) -> List<'_> {
    List {
        wire_name: &list.wire_name,
        field: format_ident!("{}", list.name),
        sample_field: format_ident!("{}", list.sample_name),
        item: rust_type::of(&list.item),
        is_optional: list.is_optional,
        docs: &list.docs,
    }
}

fn code(name: &Ident, sample: &Ident, lists: &[List]) -> TokenStream {
    let fields = lists.iter().map(|List { sample_field, item, wire_name, docs, .. }| {
        let docs = docs::tokens(&format!("One element of {}.\n\n{docs}", code_span(wire_name)));
        quote! { #docs pub #sample_field: #item }
    });
    let slices = lists.iter().map(|List { field, is_optional, .. }| match is_optional {
        true => quote! { let #field = self.#field.as_deref().unwrap_or_default(); },
        false => quote! { let #field = self.#field.as_slice(); },
    });
    let lengths = lists.iter().map(|List { field, wire_name, .. }| quote! { (#wire_name, #field.len()) });
    let all: Vec<&Ident> = lists.iter().map(|list| &list.field).collect();
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
